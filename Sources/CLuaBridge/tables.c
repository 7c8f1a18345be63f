// What Swift does with tables.
#include "runtime.h"

static int give_one(lua_State *L) {
  lua_settop(L, 1);
  return 1;
}

bool sx_new_value(sx_runtime *runtime, size_t base) {
  return sx_protect(runtime, give_one, 0, base, 1);
}

static int new_state_table(lua_State *L) {
  lua_settop(L, 1);
  luaL_checktype(L, 1, LUA_TTABLE);
  sx_wrap(L);
  return 1;
}

bool sx_new_state_table(sx_runtime *runtime, size_t base) {
  return sx_protect(runtime, new_state_table, 0, base, 1);
}

static int table_get(lua_State *L) {
  bool state = sx_push_raw(L, 1);
  if (!state) lua_pushvalue(L, 1);
  lua_insert(L, 2);
  lua_rawget(L, 2);
  if (state) sx_wrap(L);
  return 1;
}

bool sx_table_get(sx_runtime *runtime, sx_reference table, size_t base) {
  return sx_protect(runtime, table_get, table, base, 1);
}

static int table_set(lua_State *L) {
  if (sx_push_raw(L, 1)) {
    sx_journal_assign(L, 4, 2, 3);
  } else {
    lua_rawset(L, 1);
  }
  return 0;
}

bool sx_table_set(sx_runtime *runtime, sx_reference table, size_t base) {
  return sx_protect(runtime, table_set, table, base, 0);
}

static int table_keys(lua_State *L) { return sx_ordered_keys(L, 1); }

bool sx_table_keys(sx_runtime *runtime, sx_reference table, size_t base) {
  return sx_protect(runtime, table_keys, table, base, 1);
}

// (table, contents): what is not in the contents goes, all else is set.
static int table_replace(lua_State *L) {
  luaL_checktype(L, 2, LUA_TTABLE);
  bool state = sx_push_raw(L, 1);
  if (!state) lua_pushvalue(L, 1);
  sx_ordered_keys(L, 3);
  for (lua_Integer index = 1; lua_rawgeti(L, 4, index) != LUA_TNIL; index++) {
    lua_pushvalue(L, 5);
    if (lua_rawget(L, 2) == LUA_TNIL) {
      if (state) {
        sx_journal_move(L, 3, 5, 6);
      } else {
        lua_pushvalue(L, 5);
        lua_pushnil(L);
        lua_rawset(L, 3);
      }
    }
    lua_settop(L, 4);
  }
  lua_settop(L, 4);
  lua_pushnil(L);
  while (lua_next(L, 2)) {
    if (state) {
      sx_journal_move(L, 3, 5, 6);
    } else {
      lua_pushvalue(L, 5);
      lua_pushvalue(L, 6);
      lua_rawset(L, 3);
    }
    lua_pop(L, 1);
  }
  return 0;
}

bool sx_table_replace(sx_runtime *runtime, sx_reference table, size_t base) {
  return sx_protect(runtime, table_replace, table, base, 0);
}

int64_t sx_table_length(sx_runtime *runtime, sx_reference table) {
  if (!sx_push(runtime, table)) return 0;
  lua_State *L = runtime->shared.thread;
  int top = lua_gettop(L);
  sx_push_raw(L, top);
  int64_t length = (int64_t)lua_rawlen(L, -1);
  lua_settop(L, top);
  sx_pop(runtime, 1);
  return length;
}

bool sx_is_state_table(sx_runtime *runtime, sx_reference table) {
  if (!sx_push(runtime, table)) return false;
  lua_State *L = runtime->shared.thread;
  int top = lua_gettop(L);
  bool state = sx_push_raw(L, top);
  lua_settop(L, top);
  sx_pop(runtime, 1);
  return state;
}
