// How often lines of scripts run.
#ifndef SX_LINES_H
#define SX_LINES_H

#include "runtime.h"

// A chunk whose lines are counted. Chunks of one name are one.
typedef struct sx_lines {
  char *source;  // as Lua has it, with the sign in front
  uint32_t *counts;  // by line
  uint8_t *active;   // by line: whether it has code
  size_t capacity;   // of both
  bool failed;       // memory ran out
} sx_lines;

void sx_lines_add(sx_lines *lines, int64_t line);  // has code

// Marks the lines with code in what lua_dump has written. False where that is not as expected.
bool sx_active_lines(const uint8_t *bytes, size_t size, sx_lines *lines);

#endif
