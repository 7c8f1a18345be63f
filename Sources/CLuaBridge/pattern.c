#include "pattern.h"

#include <ctype.h>

enum { ESCAPE = '%', MAX_DEPTH = 200 };

typedef sx_match_state state_t;

void sx_match_prepare(
  state_t *state, lua_State *L, const char *subject, size_t subject_size, const char *pattern,
  size_t pattern_size) {
  state->L = L;
  state->subject = subject;
  state->subject_end = subject + subject_size;
  state->pattern_end = pattern + pattern_size;
  sx_match_restart(state);
}

void sx_match_restart(state_t *state) {
  state->level = 0;
  state->depth = MAX_DEPTH;
}

// MARK: Captures

static size_t check_capture(state_t *state, int digit) {
  int index = digit - '1';
  if (index < 0 || index >= state->level || state->captures[index].size == SX_CAPTURE_OPEN) {
    luaL_error(state->L, "invalid capture index %%%d", index + 1);
  }
  return (size_t)index;
}

static int capture_to_close(state_t *state) {
  for (int level = state->level - 1; level >= 0; level--) {
    if (state->captures[level].size == SX_CAPTURE_OPEN) return level;
  }
  return luaL_error(state->L, "invalid pattern capture");
}

void sx_push_capture(state_t *state, int index, const char *start, const char *end) {
  if (index >= state->level) {
    if (index != 0) luaL_error(state->L, "invalid capture index %%%d", index + 1);
    lua_pushlstring(state->L, start, (size_t)(end - start));
    return;
  }
  ptrdiff_t size = state->captures[index].size;
  if (size == SX_CAPTURE_OPEN) luaL_error(state->L, "unfinished capture");
  if (size == SX_CAPTURE_POSITION) {
    lua_pushinteger(state->L, state->captures[index].start - state->subject + 1);
  } else {
    lua_pushlstring(state->L, state->captures[index].start, (size_t)size);
  }
}

int sx_push_captures(state_t *state, const char *start, const char *end) {
  int count = state->level == 0 && start ? 1 : state->level;
  luaL_checkstack(state->L, count, "too many captures");
  for (int index = 0; index < count; index++) sx_push_capture(state, index, start, end);
  return count;
}

// MARK: Single characters

static const char *class_end(state_t *state, const char *pattern) {
  if (*pattern++ == ESCAPE) {
    if (pattern == state->pattern_end) {
      luaL_error(state->L, "malformed pattern (ends with '%%')");
    }
    return pattern + 1;
  }
  if (pattern[-1] != '[') return pattern;
  if (*pattern == '^') pattern++;
  do {  // a ']' that comes first stands for itself
    if (pattern == state->pattern_end) {
      luaL_error(state->L, "malformed pattern (missing ']')");
    }
    if (*pattern++ == ESCAPE && pattern < state->pattern_end) pattern++;
  } while (*pattern != ']');
  return pattern + 1;
}

static bool is_in_class(int c, int class) {
  bool found;
  switch (tolower(class)) {
    case 'a': found = isalpha(c); break;
    case 'c': found = iscntrl(c); break;
    case 'd': found = isdigit(c); break;
    case 'g': found = isgraph(c); break;
    case 'l': found = islower(c); break;
    case 'p': found = ispunct(c); break;
    case 's': found = isspace(c); break;
    case 'u': found = isupper(c); break;
    case 'w': found = isalnum(c); break;
    case 'x': found = isxdigit(c); break;
    default: return class == c;
  }
  return isupper(class) ? !found : found;
}

static bool is_in_set(int c, const char *pattern, const char *end) {
  bool wanted = true;
  if (pattern[1] == '^') {
    wanted = false;
    pattern++;
  }
  while (++pattern < end) {
    if (*pattern == ESCAPE) {
      pattern++;
      if (is_in_class(c, (unsigned char)*pattern)) return wanted;
    } else if (pattern[1] == '-' && pattern + 2 < end) {
      pattern += 2;
      if ((unsigned char)pattern[-2] <= c && c <= (unsigned char)*pattern) return wanted;
    } else if ((unsigned char)*pattern == c) {
      return wanted;
    }
  }
  return !wanted;
}

static bool is_match(state_t *state, const char *at, const char *pattern, const char *end) {
  sx_charge(state->L, 1);
  if (at >= state->subject_end) return false;
  int c = (unsigned char)*at;
  switch (*pattern) {
    case '.': return true;
    case ESCAPE: return is_in_class(c, (unsigned char)pattern[1]);
    case '[': return is_in_set(c, pattern, end - 1);
    default: return (unsigned char)*pattern == c;
  }
}

// MARK: Items

static const char *match_balance(state_t *state, const char *at, const char *pattern) {
  if (pattern >= state->pattern_end - 1) {
    luaL_error(state->L, "malformed pattern (missing arguments to '%%b')");
  }
  if (at >= state->subject_end || *at != *pattern) return NULL;
  int open = *pattern, close = pattern[1], depth = 1;
  while (++at < state->subject_end) {
    sx_charge(state->L, 1);
    if (*at == close) {
      if (--depth == 0) return at + 1;
    } else if (*at == open) {
      depth++;
    }
  }
  return NULL;
}

static const char *expand_most(
  state_t *state, const char *at, const char *pattern, const char *end) {
  ptrdiff_t count = 0;
  while (is_match(state, at + count, pattern, end)) count++;
  for (; count >= 0; count--) {
    const char *result = sx_match(state, at + count, end + 1);
    if (result) return result;
  }
  return NULL;
}

static const char *expand_least(
  state_t *state, const char *at, const char *pattern, const char *end) {
  for (;;) {
    const char *result = sx_match(state, at, end + 1);
    if (result) return result;
    if (!is_match(state, at, pattern, end)) return NULL;
    at++;
  }
}

static const char *start_capture(
  state_t *state, const char *at, const char *pattern, ptrdiff_t size) {
  int level = state->level;
  if (level >= SX_MAX_CAPTURES) luaL_error(state->L, "too many captures");
  state->captures[level].start = at;
  state->captures[level].size = size;
  state->level = level + 1;
  const char *result = sx_match(state, at, pattern);
  if (!result) state->level--;
  return result;
}

static const char *end_capture(state_t *state, const char *at, const char *pattern) {
  int level = capture_to_close(state);
  state->captures[level].size = at - state->captures[level].start;
  const char *result = sx_match(state, at, pattern);
  if (!result) state->captures[level].size = SX_CAPTURE_OPEN;
  return result;
}

static const char *match_capture(state_t *state, const char *at, int digit) {
  size_t index = check_capture(state, digit);
  size_t size = (size_t)state->captures[index].size;
  // Also of a capture of a position, which has none.
  if ((size_t)(state->subject_end - at) < size) return NULL;
  sx_charge(state->L, size / 16 + 1);
  return memcmp(state->captures[index].start, at, size) == 0 ? at + size : NULL;
}

static bool match_frontier(state_t *state, const char *at, const char *set, const char *end) {
  int before = at == state->subject ? 0 : (unsigned char)at[-1];
  int here = at == state->subject_end ? 0 : (unsigned char)*at;
  return !is_in_set(before, set, end - 1) && is_in_set(here, set, end - 1);
}

// MARK: Sequences

// What follows an escape that is not a class. `*pattern` is left at what comes next; false if
// this is a class after all.
static bool match_escape(state_t *state, const char **at, const char **pattern) {
  int kind = (unsigned char)(*pattern)[1];
  if (kind == 'b') {
    *at = match_balance(state, *at, *pattern + 2);
    *pattern += 4;
    return true;
  }
  if (kind == 'f') {
    const char *set = *pattern + 2;
    if (*set != '[') luaL_error(state->L, "missing '[' after '%%f' in pattern");
    const char *end = class_end(state, set);
    if (!match_frontier(state, *at, set, end)) *at = NULL;
    *pattern = end;
    return true;
  }
  if (kind >= '0' && kind <= '9') {
    *at = match_capture(state, *at, kind);
    *pattern += 2;
    return true;
  }
  return false;
}

static const char *match_here(state_t *state, const char *at, const char *pattern) {
  while (at && pattern != state->pattern_end) {
    switch (*pattern) {
      case '(':
        return pattern[1] == ')'
          ? start_capture(state, at, pattern + 2, SX_CAPTURE_POSITION)
          : start_capture(state, at, pattern + 1, SX_CAPTURE_OPEN);
      case ')': return end_capture(state, at, pattern + 1);
      case '$':
        if (pattern + 1 == state->pattern_end) return at == state->subject_end ? at : NULL;
        break;
      case ESCAPE:
        if (match_escape(state, &at, &pattern)) continue;
        break;
    }
    const char *end = class_end(state, pattern);
    int suffix = end == state->pattern_end ? 0 : *end;
    if (suffix == '*') return expand_most(state, at, pattern, end);
    if (suffix == '-') return expand_least(state, at, pattern, end);
    bool matches = is_match(state, at, pattern, end);
    if (suffix == '+') return matches ? expand_most(state, at + 1, pattern, end) : NULL;
    if (suffix == '?') {
      if (matches) {
        const char *result = sx_match(state, at + 1, end + 1);
        if (result) return result;
      }
      pattern = end + 1;
      continue;
    }
    if (!matches) return NULL;
    at++;
    pattern = end;
  }
  return at;
}

const char *sx_match(state_t *state, const char *at, const char *pattern) {
  if (state->depth-- == 0) luaL_error(state->L, "pattern too complex");
  const char *result = match_here(state, at, pattern);
  state->depth++;
  return result;
}
