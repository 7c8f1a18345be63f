#include "dumped.h"

const uint8_t *sx_dumped_take(sx_dumped *dumped, size_t size) {
  if (dumped->failed || size > (size_t)(dumped->end - dumped->at)) {
    dumped->failed = true;
    return NULL;
  }
  const uint8_t *at = dumped->at;
  dumped->at += size;
  return at;
}

static int byte(sx_dumped *dumped) {
  const uint8_t *at = sx_dumped_take(dumped, 1);
  return at ? *at : 0;
}

// Seven bits a byte, the highest first; the last byte has its highest bit set.
size_t sx_dumped_number(sx_dumped *dumped) {
  size_t value = 0;
  for (int count = 0; count < 10; count++) {
    int next = byte(dumped);
    if (dumped->failed) return 0;
    value = (value << 7) | (size_t)(next & 0x7f);
    if (next & 0x80) return value;
  }
  dumped->failed = true;
  return 0;
}

void sx_dumped_skip(sx_dumped *dumped, size_t count, size_t size) {
  if (size > 0 && count > SIZE_MAX / size) dumped->failed = true;
  sx_dumped_take(dumped, count * size);
}

static void skip_string(sx_dumped *dumped) {
  size_t size = sx_dumped_number(dumped);
  if (size > 0) sx_dumped_skip(dumped, size - 1, 1);
}

static void skip_constants(sx_dumped *dumped) {
  enum { FLOAT = 0x13, INTEGER = 0x03, SHORT_STRING = 0x04, LONG_STRING = 0x14 };
  size_t count = sx_dumped_number(dumped);
  for (; count > 0 && !dumped->failed; count--) {
    switch (byte(dumped)) {
      case FLOAT: sx_dumped_skip(dumped, 1, sizeof(lua_Number)); break;
      case INTEGER: sx_dumped_skip(dumped, 1, sizeof(lua_Integer)); break;
      case SHORT_STRING: case LONG_STRING: skip_string(dumped); break;
      default: break;
    }
  }
}

bool sx_dumped_begin(sx_dumped *dumped) {
  static const uint8_t head[] = {
    0x1b, 'L', 'u', 'a', 0x54, 0, 0x19, 0x93, '\r', '\n', 0x1a, '\n',
    4, sizeof(lua_Integer), sizeof(lua_Number)};
  const uint8_t *found = sx_dumped_take(dumped, sizeof head);
  if (!found || memcmp(found, head, sizeof head) != 0) return false;
  sx_dumped_skip(dumped, 1, sizeof(lua_Integer) + sizeof(lua_Number));  // examples of both
  byte(dumped);  // how many upvalues
  return !dumped->failed;
}

sx_dumped_function sx_dumped_function_begin(sx_dumped *dumped, int depth) {
  sx_dumped_function function = {0};
  if (depth > 250) dumped->failed = true;  // Lua's own bound is 200
  if (dumped->failed) return function;
  skip_string(dumped);  // the source, where it is not that of the function around it
  function.line = sx_dumped_number(dumped);
  sx_dumped_number(dumped);
  byte(dumped);  // parameters
  function.is_variadic = byte(dumped) != 0;
  byte(dumped);  // registers
  sx_dumped_skip(dumped, sx_dumped_number(dumped), 4);
  skip_constants(dumped);
  sx_dumped_skip(dumped, sx_dumped_number(dumped), 3);  // upvalues
  return function;
}

void sx_dumped_skip_locals(sx_dumped *dumped) {
  for (size_t count = sx_dumped_number(dumped); count > 0 && !dumped->failed; count--) {
    skip_string(dumped);
    sx_dumped_number(dumped);
    sx_dumped_number(dumped);
  }
}

void sx_dumped_skip_upvalue_names(sx_dumped *dumped) {
  for (size_t count = sx_dumped_number(dumped); count > 0 && !dumped->failed; count--) {
    skip_string(dumped);
  }
}
