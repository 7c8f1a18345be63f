// Reads what `lua_dump` writes; ldump.c and lundump.c of Lua 5.4 say how. Where a Lua writes it in
// another way, the reader has failed, and reads nothing from then on.
#ifndef SX_DUMPED_H
#define SX_DUMPED_H

#include "runtime.h"

typedef struct sx_dumped {
  const uint8_t *at, *end;
  bool failed;
} sx_dumped;

// What a function begins with.
typedef struct sx_dumped_function {
  size_t line;  // where it is defined
  bool is_variadic;
} sx_dumped_function;

// Takes the heading, up to the main function. False where it is not that of this Lua's.
bool sx_dumped_begin(sx_dumped *dumped);

// Takes what a function has before the functions within it. They follow; then its lines, its
// locals and the names of its upvalues. At most 200 functions stand within each other.
sx_dumped_function sx_dumped_function_begin(sx_dumped *dumped, int depth);

const uint8_t *sx_dumped_take(sx_dumped *dumped, size_t size);
size_t sx_dumped_number(sx_dumped *dumped);
void sx_dumped_skip(sx_dumped *dumped, size_t count, size_t size);
void sx_dumped_skip_locals(sx_dumped *dumped);
void sx_dumped_skip_upvalue_names(sx_dumped *dumped);

#endif
