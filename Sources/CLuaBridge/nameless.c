// Compiled chunks without the names of locals and upvalues, which are most of the strings in them.
// Lines and the chunk's name stay, for tracebacks.
#include <stdlib.h>

#include "dumped.h"

typedef struct copy {
  sx_dumped from;
  const uint8_t *mark;  // up to where it has been copied
  sx_buffer into;
} copy;

static void copy_function(copy *copy, int depth) {
  static const uint8_t none[] = {0x80, 0x80};  // no locals, no names of upvalues
  sx_dumped *from = &copy->from;
  sx_dumped_function_begin(from, depth);
  for (size_t count = sx_dumped_number(from); count > 0 && !from->failed; count--) {
    copy_function(copy, depth + 1);
  }
  sx_dumped_skip(from, sx_dumped_number(from), 1);  // lines, as steps
  for (size_t count = sx_dumped_number(from); count > 0 && !from->failed; count--) {
    sx_dumped_number(from);  // an instruction, and its line
    sx_dumped_number(from);
  }
  sx_put_raw(&copy->into, copy->mark, (size_t)(from->at - copy->mark));
  sx_put_raw(&copy->into, none, sizeof none);
  sx_dumped_skip_locals(from);
  sx_dumped_skip_upvalue_names(from);
  copy->mark = from->at;
}

void sx_leave_out_names(sx_buffer *dumped) {
  copy copy = {{dumped->bytes, dumped->bytes + dumped->count, false}, dumped->bytes, {0}};
  if (sx_dumped_begin(&copy.from)) copy_function(&copy, 0);
  // Where a Lua writes it in another way, it stays as it is.
  bool is_whole = !copy.from.failed && copy.from.at == copy.from.end && !copy.into.failed
    && copy.into.count > 0;
  free(is_whole ? dumped->bytes : copy.into.bytes);
  if (is_whole) *dumped = copy.into;
}
