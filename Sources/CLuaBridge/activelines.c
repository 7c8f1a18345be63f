// The lines of a chunk that have code, those of functions that never ran included.
//
// Lua tells the lines of a function that is there (`lua_getinfo`, "L"), but gives no way to the
// functions within it before they are made. What `lua_dump` writes has them all: ldump.c and
// lundump.c of Lua 5.4 say how.
#include "lines.h"

typedef struct reader {
  const uint8_t *at, *end;
  bool failed;
} reader;

static const uint8_t *take(reader *reader, size_t size) {
  if (reader->failed || size > (size_t)(reader->end - reader->at)) {
    reader->failed = true;
    return NULL;
  }
  const uint8_t *at = reader->at;
  reader->at += size;
  return at;
}

static int byte(reader *reader) {
  const uint8_t *at = take(reader, 1);
  return at ? *at : 0;
}

// Seven bits a byte, the highest first; the last byte has its highest bit set.
static size_t number(reader *reader) {
  size_t value = 0;
  for (int count = 0; count < 10; count++) {
    int next = byte(reader);
    if (reader->failed) return 0;
    value = (value << 7) | (size_t)(next & 0x7f);
    if (next & 0x80) return value;
  }
  reader->failed = true;
  return 0;
}

static void skip(reader *reader, size_t count, size_t size) {
  if (size > 0 && count > SIZE_MAX / size) reader->failed = true;
  take(reader, count * size);
}

static void skip_string(reader *reader) {
  size_t size = number(reader);
  if (size > 0) skip(reader, size - 1, 1);
}

static void skip_constants(reader *reader) {
  enum { FLOAT = 0x13, INTEGER = 0x03, SHORT_STRING = 0x04, LONG_STRING = 0x14 };
  size_t count = number(reader);
  for (; count > 0 && !reader->failed; count--) {
    switch (byte(reader)) {
      case FLOAT: skip(reader, 1, sizeof(lua_Number)); break;
      case INTEGER: skip(reader, 1, sizeof(lua_Integer)); break;
      case SHORT_STRING: case LONG_STRING: skip_string(reader); break;
      default: break;
    }
  }
}

// Each instruction's line is a step from the one before it, or -128 where the step is too large or
// the last absolute line too far away: then it stands in a list of its own.
static void read_lines(reader *reader, sx_lines *lines, size_t defined, bool is_variadic) {
  size_t count = number(reader);
  const uint8_t *steps = take(reader, count);
  size_t absolutes = number(reader);
  int64_t line = (int64_t)defined;
  size_t next_at = SIZE_MAX, next_line = 0, left = absolutes;
  // The last instruction is the return that Lua puts at every function's end.
  for (size_t at = 0; at < count && !reader->failed; at++) {
    if ((int8_t)steps[at] == -128) {
      if (left == 0) {
        reader->failed = true;
        return;
      }
      next_at = number(reader);
      next_line = number(reader);
      left--;
      if (next_at != at) reader->failed = true;
      line = (int64_t)next_line;
    } else {
      line += (int8_t)steps[at];
    }
    if (at + 1 < count && !(at == 0 && is_variadic)) sx_lines_add(lines, line);
  }
  for (; left > 0 && !reader->failed; left--) number(reader), number(reader);
}

static void read_function(reader *reader, sx_lines *lines, int depth) {
  if (depth > 250) reader->failed = true;  // Lua's own bound is 200
  if (reader->failed) return;
  skip_string(reader);  // the source, where it is not that of the function around it
  size_t defined = number(reader);
  number(reader);
  byte(reader);  // parameters
  bool is_variadic = byte(reader) != 0;
  byte(reader);  // registers
  skip(reader, number(reader), 4);
  skip_constants(reader);
  skip(reader, number(reader), 3);  // upvalues
  for (size_t count = number(reader); count > 0 && !reader->failed; count--) {
    read_function(reader, lines, depth + 1);
  }
  read_lines(reader, lines, defined, is_variadic);
  for (size_t count = number(reader); count > 0 && !reader->failed; count--) {
    skip_string(reader);  // a local
    number(reader);
    number(reader);
  }
  for (size_t count = number(reader); count > 0 && !reader->failed; count--) skip_string(reader);
}

bool sx_active_lines(const uint8_t *bytes, size_t size, sx_lines *lines) {
  static const uint8_t head[] = {
    0x1b, 'L', 'u', 'a', 0x54, 0, 0x19, 0x93, '\r', '\n', 0x1a, '\n',
    4, sizeof(lua_Integer), sizeof(lua_Number)};
  reader reader = {bytes, bytes + size, false};
  const uint8_t *found = take(&reader, sizeof head);
  if (!found || memcmp(found, head, sizeof head) != 0) return false;
  skip(&reader, 1, sizeof(lua_Integer) + sizeof(lua_Number));  // examples of both
  byte(&reader);  // how many upvalues
  read_function(&reader, lines, 0);
  return !reader.failed;
}
