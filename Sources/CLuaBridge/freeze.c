// Tables that do not change any more, nor any table within: definitions, and what a coordinator was
// started with.
//
// A frozen table is a state table whose raw table carries the error of who tries to write to it. So
// it is read, walked and copied as state is.
#include "runtime.h"

enum { DEEPEST = 150 };

static void freeze(lua_State *L, int table, int reason, int depth);

// Moves the contents of a table that scripts may hold to a raw table behind it.
static void put_behind(lua_State *L, int table) {
  lua_newtable(L);
  int raw = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, raw);
  }
  lua_pushnil(L);
  while (lua_next(L, raw)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, table);
  }
  lua_pushvalue(L, raw);
  lua_rawsetp(L, table, &sx_raw_key);
  lua_pushvalue(L, table);
  lua_rawsetp(L, raw, &sx_proxy_key);
  lua_rawgeti(L, LUA_REGISTRYINDEX, SX_SLOT_PROXY);
  lua_setmetatable(L, table);
}

// A raw table holds raw tables: freezes what is within, and takes what is behind it in its place.
static void freeze_within(lua_State *L, int raw, int reason, int depth) {
  lua_pushnil(L);
  while (lua_next(L, raw)) {
    if (lua_istable(L, -1) && !lua_islightuserdata(L, -2)) {
      freeze(L, lua_gettop(L), reason, depth + 1);
      if (sx_push_raw(L, -1)) {
        lua_pushvalue(L, -3);
        lua_insert(L, -2);
        lua_rawset(L, raw);
      }
    }
    lua_pop(L, 1);
  }
}

static void freeze(lua_State *L, int table, int reason, int depth) {
  if (depth > DEEPEST) luaL_error(L, "tables within tables, more than %d deep", DEEPEST);
  luaL_checkstack(L, 12, NULL);
  int top = lua_gettop(L);
  if (!sx_push_raw(L, table)) {
    if (lua_getmetatable(L, table)) return lua_settop(L, top);  // a script's own affair
    bool is_raw = lua_rawgetp(L, table, &sx_proxy_key) != LUA_TNIL;
    lua_settop(L, top);
    if (!is_raw) put_behind(L, table);
    lua_settop(L, top);
    if (!sx_push_raw(L, table)) lua_pushvalue(L, table);
  }
  int raw = lua_gettop(L);
  bool is_frozen = lua_rawgetp(L, raw, &sx_frozen_key) != LUA_TNIL;
  lua_settop(L, raw);
  if (!is_frozen) {
    lua_pushvalue(L, reason);
    lua_rawsetp(L, raw, &sx_frozen_key);
    freeze_within(L, raw, reason, depth);
  }
  lua_settop(L, top);
}

static int table_freeze(lua_State *L) {
  freeze(L, 1, 2, 0);
  return 0;
}

bool sx_table_freeze(sx_runtime *runtime, sx_reference table, size_t base) {
  return sx_protect(runtime, table_freeze, table, base, 0);
}

// MARK: Aliases

// A proxy without contents of its own: reading it reads the table that it stands for now.
static int new_alias(lua_State *L) {
  lua_newtable(L);
  lua_newtable(L);
  lua_rawsetp(L, -2, &sx_raw_key);
  lua_rawgeti(L, LUA_REGISTRYINDEX, SX_SLOT_PROXY);
  lua_setmetatable(L, -2);
  return 1;
}

bool sx_new_alias(sx_runtime *runtime) {
  return sx_protect(runtime, new_alias, 0, runtime->shared.arguments.count, 1);
}

// Logged, so that it is undone with what else the turn did, for which there has to be room.
static int set_alias(lua_State *L) {
  luaL_checkstack(L, 8, NULL);
  lua_pushlightuserdata(L, (void *)&sx_raw_key);
  if (!sx_push_raw(L, 2)) lua_pushvalue(L, 2);
  sx_journal_move(L, 1, 3, 4);
  return 0;
}

bool sx_alias_set(sx_runtime *runtime, sx_reference alias, sx_reference table) {
  size_t base = runtime->shared.arguments.count;
  sx_put_reference(&runtime->shared.arguments, table);
  return sx_protect(runtime, set_alias, alias, base, 0);
}
