// Matching of Lua's patterns, after lstrlib.c of Lua 5.4 (MIT licence, Copyright © 1994–2022
// Lua.org, PUC-Rio): the same patterns and messages, but each step is charged to the budget, so
// that one that backtracks without end is stopped.
#ifndef SX_PATTERN_H
#define SX_PATTERN_H

#include "runtime.h"

enum { SX_MAX_CAPTURES = 32, SX_CAPTURE_OPEN = -1, SX_CAPTURE_POSITION = -2 };

typedef struct sx_match_state {
  lua_State *L;
  const char *subject, *subject_end, *pattern_end;
  int depth;  // of recursion that is left
  int level;  // captures, finished or not
  struct {
    const char *start;
    ptrdiff_t size;
  } captures[SX_MAX_CAPTURES];
} sx_match_state;

void sx_match_prepare(
  sx_match_state *state, lua_State *L, const char *subject, size_t subject_size,
  const char *pattern, size_t pattern_size);
void sx_match_restart(sx_match_state *state);
// Where a match of the pattern at `at` ends; NULL if there is none.
const char *sx_match(sx_match_state *state, const char *at, const char *pattern);
// Pushes a capture; the whole match if the pattern has none and it is the first.
void sx_push_capture(sx_match_state *state, int index, const char *start, const char *end);
// Pushes all captures, or the whole match if there are none and it is given.
int sx_push_captures(sx_match_state *state, const char *start, const char *end);

#endif
