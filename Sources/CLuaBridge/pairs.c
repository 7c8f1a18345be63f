// pairs and next, in the fixed order.
#include "runtime.h"

// How many keys 1, 2, 3 … a traversal gives; -1 if there are others.
static lua_Integer sequence_length(lua_State *L, int table) {
  lua_Integer count = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (!lua_isinteger(L, -1) || lua_tointeger(L, -1) != count + 1) {
      lua_pop(L, 1);
      return -1;
    }
    count++;
  }
  sx_charge(L, (uint64_t)count);
  return count;
}

// MARK: Iterators. The raw table is their first upvalue; what a script passes for it is ignored.

enum { UPVALUE_TABLE = 1, UPVALUE_STATE, UPVALUE_POSITION, UPVALUE_KEYS };

static int found(lua_State *L) {
  if (lua_toboolean(L, lua_upvalueindex(UPVALUE_STATE))) sx_wrap(L);
  return 2;
}

static int at_end(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

// Of a table that had the keys 1 to n: the control value is the position.
static int next_element(lua_State *L) {
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(UPVALUE_POSITION));
  lua_Integer index = lua_tointeger(L, 2);
  while (++index <= last) {
    lua_pushinteger(L, index);
    if (lua_rawgeti(L, lua_upvalueindex(UPVALUE_TABLE), index) != LUA_TNIL) return found(L);
    lua_pop(L, 2);
    sx_charge(L, 1);
  }
  return at_end(L);
}

static lua_Integer position(lua_State *L) {
  return lua_isnil(L, 2) ? 0 : lua_tointeger(L, lua_upvalueindex(UPVALUE_POSITION));
}

// The value of the key on top, and what the iterator answers; 0 if the key has gone meanwhile.
static int value_of_key(lua_State *L, lua_Integer position) {
  lua_pushvalue(L, -1);
  if (lua_rawget(L, lua_upvalueindex(UPVALUE_TABLE)) == LUA_TNIL) {
    lua_pop(L, 2);
    return 0;
  }
  lua_pushinteger(L, position);
  lua_replace(L, lua_upvalueindex(UPVALUE_POSITION));
  return found(L);
}

static int next_key(lua_State *L) {
  int index = (int)position(L);
  for (;;) {
    int upvalue = lua_upvalueindex(UPVALUE_KEYS + index++);
    if (lua_type(L, upvalue) == LUA_TNONE) return at_end(L);
    lua_pushvalue(L, upvalue);
    int results = value_of_key(L, index);
    if (results > 0) return results;
  }
}

static int next_listed_key(lua_State *L) {
  lua_Integer index = position(L);
  while (lua_rawgeti(L, lua_upvalueindex(UPVALUE_KEYS), ++index) != LUA_TNIL) {
    int results = value_of_key(L, index);
    if (results > 0) return results;
    sx_charge(L, 1);
  }
  return at_end(L);
}

static int finish_pairs(lua_State *L, int status, lua_KContext context) {
  (void)L, (void)status, (void)context;
  return 3;
}

static int call_pairs(lua_State *L) {
  lua_settop(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") == LUA_TNIL) return 0;
  lua_pushvalue(L, 1);
  lua_callk(L, 1, 3, 0, finish_pairs);
  return 3;
}

// Leaves the iterator on top of the raw table.
static void push_iterator(lua_State *L, int raw, bool state) {
  lua_Integer length = sequence_length(L, raw);
  lua_pushvalue(L, raw);
  lua_pushboolean(L, state);
  lua_pushinteger(L, length > 0 ? length : 0);
  if (length >= 0) {
    lua_pushcclosure(L, next_element, 3);
    return;
  }
  bool in_table;
  size_t count = sx_push_keys(L, raw, &in_table);
  if (in_table) {
    lua_pushcclosure(L, next_listed_key, 4);
    return;
  }
  // Between the three values and the keys in order lie the keys as they were found.
  int first = lua_gettop(L) - 2 * (int)count + 1;
  for (size_t i = 0; i < count; i++) {
    lua_copy(L, first + (int)(count + i), first + (int)i);
  }
  lua_settop(L, first + (int)count - 1);
  lua_pushcclosure(L, next_key, 3 + (int)count);
}

int sx_lib_pairs(lua_State *L) {
  bool state = false;
  if (lua_type(L, 1) == LUA_TTABLE && !lua_getmetatable(L, 1)) {
    lua_settop(L, 1);
    lua_pushvalue(L, 1);
  } else {
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    state = sx_push_raw(L, 1);
    if (!state) {
      int results = call_pairs(L);
      if (results > 0) return results;
      luaL_checktype(L, 1, LUA_TTABLE);
      lua_pushvalue(L, 1);
    }
  }
  push_iterator(L, 2, state);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// MARK: next

// Pushes the smallest key above the one at `key` (nil: of all) and its value. A traversal with
// `next` costs the table's size at each step, where `pairs` costs it once; over an array it does
// not.
static int successor(lua_State *L, int table, int key) {
  sx_entry after, best, entry;
  bool first = lua_isnil(L, key), found = false, passed = false;
  if (!first) sx_describe_key(L, key, &after);
  lua_pushnil(L);  // the best key so far
  int kept = lua_gettop(L);
  uint64_t steps = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    steps++;
    if (lua_islightuserdata(L, -1)) continue;
    sx_describe_key(L, -1, &entry);
    entry.start = (size_t)steps;
    if (!first && entry.rank == SX_RANK_OTHER && after.rank == SX_RANK_OTHER) {
      if (lua_rawequal(L, -1, key)) {
        passed = true;
        continue;
      }
      if (!passed) continue;
    } else if (!first && sx_compare_entries(&entry, &after) <= 0) {
      continue;
    }
    if (found && sx_compare_entries(&entry, &best) >= 0) continue;
    best = entry;
    found = true;
    lua_copy(L, -1, kept);
  }
  sx_charge(L, steps);
  if (!found) return 1;  // the nil
  lua_pushvalue(L, kept);
  lua_rawget(L, table);
  return 2;
}

int sx_lib_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  bool state = sx_push_raw(L, 1);
  if (!state) lua_pushvalue(L, 1);
  if (lua_isinteger(L, 2)) {
    lua_Integer key = lua_tointeger(L, 2);
    if (key < LUA_MAXINTEGER && lua_rawgeti(L, 3, key + 1) != LUA_TNIL) {
      lua_pushinteger(L, key + 1);
      lua_insert(L, -2);
      if (state) sx_wrap(L);
      return 2;
    }
    lua_settop(L, 3);
  }
  int count = successor(L, 3, 2);
  if (state && count == 2) sx_wrap(L);
  return count;
}
