// The lines of a chunk that have code, those of functions that never ran included.
//
// Lua tells the lines of a function that is there (`lua_getinfo`, "L"), but gives no way to the
// functions within it before they are made. What `lua_dump` writes has them all.
#include "dumped.h"
#include "lines.h"

// Each instruction's line is a step from the one before it, or -128 where the step is too large or
// the last absolute line too far away: then it stands in a list of its own.
static void read_lines(sx_dumped *dumped, sx_lines *lines, size_t defined, bool is_variadic) {
  size_t count = sx_dumped_number(dumped);
  const uint8_t *steps = sx_dumped_take(dumped, count);
  size_t absolutes = sx_dumped_number(dumped);
  int64_t line = (int64_t)defined;
  size_t next_at = SIZE_MAX, next_line = 0, left = absolutes;
  // The last instruction is the return that Lua puts at every function's end.
  for (size_t at = 0; at < count && !dumped->failed; at++) {
    if ((int8_t)steps[at] == -128) {
      if (left == 0) {
        dumped->failed = true;
        return;
      }
      next_at = sx_dumped_number(dumped);
      next_line = sx_dumped_number(dumped);
      left--;
      if (next_at != at) dumped->failed = true;
      line = (int64_t)next_line;
    } else {
      line += (int8_t)steps[at];
    }
    if (at + 1 < count && !(at == 0 && is_variadic)) sx_lines_add(lines, line);
  }
  for (; left > 0 && !dumped->failed; left--) sx_dumped_number(dumped), sx_dumped_number(dumped);
}

static void read_function(sx_dumped *dumped, sx_lines *lines, int depth) {
  sx_dumped_function function = sx_dumped_function_begin(dumped, depth);
  for (size_t count = sx_dumped_number(dumped); count > 0 && !dumped->failed; count--) {
    read_function(dumped, lines, depth + 1);
  }
  read_lines(dumped, lines, function.line, function.is_variadic);
  sx_dumped_skip_locals(dumped);
  sx_dumped_skip_upvalue_names(dumped);
}

bool sx_active_lines(const uint8_t *bytes, size_t size, sx_lines *lines) {
  sx_dumped dumped = {bytes, bytes + size, false};
  if (!sx_dumped_begin(&dumped)) return false;
  read_function(&dumped, lines, 0);
  return !dumped.failed;
}
