// The table library. Lua's own loops for as long as a table claims to be long; this one counts
// its steps, and moves the tables within a state table instead of copying them.
#include "runtime.h"

enum { PLAIN, STATE, GENERAL };

// How the table at `index` is to be read and written. For a state table, its raw table replaces it
// on the stack.
static int kind_of(lua_State *L, int index) {
  if (sx_push_raw(L, index)) {
    lua_replace(L, index);
    return STATE;
  }
  if (!lua_getmetatable(L, index)) {
    luaL_checktype(L, index, LUA_TTABLE);
    return PLAIN;
  }
  lua_pop(L, 1);
  return GENERAL;
}

static void get(lua_State *L, int kind, int index, lua_Integer key) {
  if (kind == GENERAL) {
    lua_geti(L, index, key);
  } else {
    lua_rawgeti(L, index, key);
  }
}

// Pops the value. Within a state table a table that is moved is not copied.
static void set(lua_State *L, int kind, int index, lua_Integer key) {
  if (kind == GENERAL) {
    lua_seti(L, index, key);
  } else if (kind == PLAIN) {
    lua_rawseti(L, index, key);
  } else {
    lua_pushinteger(L, key);
    int top = lua_gettop(L);
    sx_journal_move(L, index, top, top - 1);
    lua_pop(L, 2);
  }
}

static lua_Integer length(lua_State *L, int kind, int index) {
  return kind == GENERAL ? luaL_len(L, index) : (lua_Integer)lua_rawlen(L, index);
}

static int lib_insert(lua_State *L) {
  int count = lua_gettop(L);
  if (count != 2 && count != 3) return luaL_error(L, "wrong number of arguments to 'insert'");
  int kind = kind_of(L, 1);
  lua_Integer end = (lua_Integer)((lua_Unsigned)length(L, kind, 1) + 1);
  lua_Integer at = end;
  if (kind == STATE) {  // before anything is moved for the new value
    sx_check_writable(L, 1);
    lua_pushinteger(L, end);
    sx_journal_copy(L, lua_gettop(L), count);
    lua_pop(L, 1);
  }
  if (count == 3) {
    at = luaL_checkinteger(L, 2);
    luaL_argcheck(
      L, (lua_Unsigned)at - 1u < (lua_Unsigned)end, 2, "position out of bounds");
    for (lua_Integer index = end; index > at; index--) {
      sx_charge(L, 1);
      get(L, kind, 1, index - 1);
      set(L, kind, 1, index);
    }
  }
  lua_settop(L, count);
  set(L, kind, 1, at);
  return 0;
}

static int lib_remove(lua_State *L) {
  int count = lua_gettop(L);
  int kind = kind_of(L, 1);
  lua_Integer size = length(L, kind, 1);
  lua_Integer at = luaL_optinteger(L, 2, size);
  if (count > 1) {
    luaL_argcheck(
      L, (lua_Unsigned)at - 1u <= (lua_Unsigned)size, 2, "position out of bounds");
  }
  lua_settop(L, 2);
  get(L, kind, 1, at);
  for (; at < size; at++) {
    sx_charge(L, 1);
    get(L, kind, 1, at + 1);
    set(L, kind, 1, at);
  }
  lua_pushnil(L);
  set(L, kind, 1, at);
  if (kind == STATE) sx_wrap(L);
  return 1;
}

// move(from, first, last, to [, table]): through metamethods, so that state tables copy.
static int lib_move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
  lua_Integer to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  if (!lua_istable(L, 1)) luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, target, LUA_TTABLE);
  if (last < first) {
    lua_pushvalue(L, target);
    return 1;
  }
  luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
  lua_Integer count = last - first + 1;
  luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
  bool upwards = to > last || to <= first || (target != 1 && !lua_rawequal(L, 1, target));
  for (lua_Integer step = 0; step < count; step++) {
    lua_Integer offset = upwards ? step : count - 1 - step;
    sx_charge(L, 1);
    lua_geti(L, 1, first + offset);
    lua_seti(L, target, to + offset);
  }
  lua_pushvalue(L, target);
  return 1;
}

static void add_piece(lua_State *L, luaL_Buffer *buffer, lua_Integer index) {
  sx_charge(L, 1);
  lua_geti(L, 1, index);
  if (!lua_isstring(L, -1)) {
    luaL_error(
      L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1),
      (LUAI_UACINT)index);
  }
  sx_reserve(L, luaL_bufflen(buffer) + lua_rawlen(L, -1));
  luaL_addvalue(buffer);
}

static int lib_concat(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  size_t size;
  const char *separator = luaL_optlstring(L, 2, "", &size);
  lua_Integer index = luaL_optinteger(L, 3, 1);
  lua_Integer last = lua_isnoneornil(L, 4) ? luaL_len(L, 1) : luaL_checkinteger(L, 4);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (; index < last; index++) {
    add_piece(L, &buffer, index);
    luaL_addlstring(&buffer, separator, size);
  }
  if (index == last) add_piece(L, &buffer, index);
  luaL_pushresult(&buffer);
  return 1;
}

static int lib_pack(lua_State *L) {
  int count = lua_gettop(L);
  lua_createtable(L, count, 1);
  lua_insert(L, 1);
  for (int index = count; index >= 1; index--) lua_rawseti(L, 1, index);
  lua_pushinteger(L, count);
  lua_setfield(L, 1, "n");
  return 1;
}

static int lib_unpack(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (first > last) return 0;
  lua_Unsigned more = (lua_Unsigned)last - (lua_Unsigned)first;
  if (more >= 1000000 || !lua_checkstack(L, (int)more + 1)) {
    return luaL_error(L, "too many results to unpack");
  }
  sx_charge(L, more);
  for (lua_Unsigned step = 0; step <= more; step++) {
    lua_geti(L, 1, (lua_Integer)((lua_Unsigned)first + step));
  }
  return (int)more + 1;
}

void sx_add_tables(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"insert", lib_insert}, {"remove", lib_remove}, {"move", lib_move}, {"concat", lib_concat},
    {"pack", lib_pack}, {"unpack", lib_unpack}, {0}};
  luaL_setfuncs(L, functions, 0);
}
