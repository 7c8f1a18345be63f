// find, match, gmatch and gsub.
#include "pattern.h"

static size_t start_position(lua_Integer position, size_t size) {
  if (position > 0) return (size_t)position - 1;
  if (position == 0) return 0;
  return position < -(lua_Integer)size ? 0 : (size_t)((lua_Integer)size + position);
}

static bool has_specials(const char *pattern, size_t size) {
  for (size_t at = 0; at < size; at++) {
    if (pattern[at] && strchr("^$*+?.([%-", pattern[at])) return true;
  }
  return false;
}

static const char *find_plain(
  lua_State *L, const char *text, size_t size, const char *wanted, size_t wanted_size) {
  if (wanted_size == 0) return text;
  while (size >= wanted_size) {
    const char *found = memchr(text, *wanted, size - wanted_size + 1);
    sx_charge(L, found ? (size_t)(found - text) / 16 + 1 : size / 16);
    if (!found) return NULL;
    sx_charge(L, wanted_size / 64);
    if (memcmp(found, wanted, wanted_size) == 0) return found;
    size -= (size_t)(found + 1 - text);
    text = found + 1;
  }
  return NULL;
}

static int find(lua_State *L, bool positions) {
  size_t size, pattern_size;
  const char *text = luaL_checklstring(L, 1, &size);
  const char *pattern = luaL_checklstring(L, 2, &pattern_size);
  size_t start = start_position(luaL_optinteger(L, 3, 1), size);
  if (start > size) {
    luaL_pushfail(L);
    return 1;
  }
  if (positions && (lua_toboolean(L, 4) || !has_specials(pattern, pattern_size))) {
    const char *found = find_plain(L, text + start, size - start, pattern, pattern_size);
    if (!found) {
      luaL_pushfail(L);
      return 1;
    }
    lua_pushinteger(L, found - text + 1);
    lua_pushinteger(L, found - text + (lua_Integer)pattern_size);
    return 2;
  }
  bool anchored = pattern_size > 0 && *pattern == '^';
  sx_match_state state;
  sx_match_prepare(&state, L, text, size, pattern, pattern_size);
  const char *at = text + start;
  do {
    sx_match_restart(&state);
    const char *end = sx_match(&state, at, pattern + anchored);
    if (!end) continue;
    if (!positions) return sx_push_captures(&state, at, end);
    lua_pushinteger(L, at - text + 1);
    lua_pushinteger(L, end - text);
    return sx_push_captures(&state, NULL, NULL) + 2;
  } while (at++ < state.subject_end && !anchored);
  luaL_pushfail(L);
  return 1;
}

static int lib_find(lua_State *L) { return find(L, true); }
static int lib_match(lua_State *L) { return find(L, false); }

// MARK: gmatch

typedef struct gmatch_state {
  sx_match_state match;
  const char *at, *pattern, *last;
} gmatch_state;

static int gmatch_next(lua_State *L) {
  gmatch_state *state = lua_touserdata(L, lua_upvalueindex(3));
  state->match.L = L;
  for (; state->at <= state->match.subject_end; state->at++) {
    sx_match_restart(&state->match);
    const char *start = state->at;
    const char *end = sx_match(&state->match, start, state->pattern);
    if (!end || end == state->last) continue;
    state->at = state->last = end;
    return sx_push_captures(&state->match, start, end);
  }
  return 0;
}

static int lib_gmatch(lua_State *L) {
  size_t size, pattern_size;
  const char *text = luaL_checklstring(L, 1, &size);
  const char *pattern = luaL_checklstring(L, 2, &pattern_size);
  size_t start = start_position(luaL_optinteger(L, 3, 1), size);
  if (start > size) start = size + 1;
  lua_settop(L, 2);
  gmatch_state *state = lua_newuserdatauv(L, sizeof *state, 0);
  sx_match_prepare(&state->match, L, text, size, pattern, pattern_size);
  state->at = text + start;
  state->pattern = pattern;
  state->last = NULL;
  lua_pushcclosure(L, gmatch_next, 3);  // the strings are upvalues to stay alive
  return 1;
}

// MARK: gsub

// The result so far lies in a userdata: a luaL_Buffer would take 1 KiB of the C stack, which a
// callback that calls gsub again, to Lua's bound of 200 levels, could not bear on a small thread.
typedef struct gsub_state {
  sx_match_state match;
  char *bytes;
  size_t count, capacity;
} gsub_state;

enum { SUBJECT = 1, PATTERN, REPLACEMENT, LIMIT, BUFFER };

static void grow(gsub_state *state, size_t more) {
  lua_State *L = state->match.L;
  size_t capacity = 2 * (state->count + more) + 64;
  sx_reserve(L, capacity);
  char *bytes = lua_newuserdatauv(L, capacity, 0);
  if (state->count > 0) memcpy(bytes, state->bytes, state->count);
  lua_replace(L, BUFFER);
  state->bytes = bytes;
  state->capacity = capacity;
}

static void add(gsub_state *state, const char *bytes, size_t size) {
  if (state->capacity - state->count < size) grow(state, size);
  if (size > 0) memcpy(state->bytes + state->count, bytes, size);
  state->count += size;
}

// Pops the string on top.
static void add_value(gsub_state *state) {
  size_t size;
  const char *bytes = lua_tolstring(state->match.L, -1, &size);
  add(state, bytes, size);
  lua_pop(state->match.L, 1);
}

static void add_template(gsub_state *state, const char *start, const char *end) {
  lua_State *L = state->match.L;
  size_t size;
  const char *text = lua_tolstring(L, REPLACEMENT, &size);
  const char *text_end = text + size;
  const char *escape;
  sx_charge(L, size / 16 + 1);
  while ((escape = memchr(text, '%', (size_t)(text_end - text)))) {
    add(state, text, (size_t)(escape - text));
    char kind = escape + 1 < text_end ? escape[1] : 0;
    if (kind == '%') {
      add(state, "%", 1);
    } else if (kind == '0') {
      add(state, start, (size_t)(end - start));
    } else if (kind >= '1' && kind <= '9') {
      sx_push_capture(&state->match, kind - '1', start, end);
      luaL_tolstring(L, -1, NULL);  // a position is a number
      lua_remove(L, -2);
      add_value(state);
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
    text = escape + 2;
  }
  add(state, text, (size_t)(text_end - text));
}

// Adds what the match is replaced by; false if it stays as it is.
static bool add_replacement(gsub_state *state, const char *start, const char *end, int type) {
  lua_State *L = state->match.L;
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, REPLACEMENT);
    lua_call(L, sx_push_captures(&state->match, start, end), 1);
  } else if (type == LUA_TTABLE) {
    sx_push_capture(&state->match, 0, start, end);
    lua_gettable(L, REPLACEMENT);
  } else {
    add_template(state, start, end);
    return true;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    add(state, start, (size_t)(end - start));
    return false;
  }
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
  add_value(state);
  return true;
}

static int lib_gsub(lua_State *L) {
  size_t size, pattern_size;
  const char *text = luaL_checklstring(L, SUBJECT, &size);
  const char *pattern = luaL_checklstring(L, PATTERN, &pattern_size);
  int type = lua_type(L, REPLACEMENT);
  lua_Integer most = luaL_optinteger(L, LIMIT, (lua_Integer)size + 1);
  luaL_argexpected(
    L,
    type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE,
    REPLACEMENT, "string/function/table");
  lua_settop(L, BUFFER);
  bool anchored = pattern_size > 0 && *pattern == '^';
  gsub_state state;
  state.bytes = NULL;
  state.count = state.capacity = 0;
  sx_match_prepare(&state.match, L, text, size, pattern, pattern_size);
  const char *at = text, *last = NULL;
  lua_Integer count = 0;
  bool changed = false;
  while (count < most) {
    sx_match_restart(&state.match);
    const char *end = sx_match(&state.match, at, pattern + anchored);
    if (end && end != last) {
      count++;
      if (add_replacement(&state, at, end, type)) changed = true;
      at = last = end;
    } else if (at < state.match.subject_end) {
      add(&state, at++, 1);
    } else {
      break;
    }
    if (anchored) break;
  }
  if (!changed) {
    lua_pushvalue(L, SUBJECT);
  } else {
    add(&state, at, (size_t)(state.match.subject_end - at));
    lua_pushlstring(L, state.bytes, state.count);
  }
  lua_pushinteger(L, count);
  return 2;
}

void sx_add_patterns(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"find", lib_find}, {"match", lib_match}, {"gmatch", lib_gmatch}, {"gsub", lib_gsub}, {0}};
  luaL_setfuncs(L, functions, 0);
}
