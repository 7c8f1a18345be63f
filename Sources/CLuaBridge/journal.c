// State tables: proxies in front of raw tables, and the log that undoes what was written to them.
//
// A proxy is an empty table, so a script sees a table. Raw table and proxy hold each other under
// keys that no script can have; so the proxy of a raw table is always the same one.
#include <stdlib.h>

#include "runtime.h"

const char sx_raw_key, sx_proxy_key, sx_frozen_key;

bool sx_push_raw(lua_State *L, int index) {
  if (!lua_istable(L, index) || !lua_getmetatable(L, index)) return false;
  bool state = lua_topointer(L, -1) == sx_runtime_of(L)->proxy_metatable;
  lua_pop(L, 1);
  if (state) lua_rawgetp(L, index, &sx_raw_key);
  return state;
}

static void push_proxy(lua_State *L, int raw) {
  raw = lua_absindex(L, raw);
  if (lua_rawgetp(L, raw, &sx_proxy_key) != LUA_TNIL) return;
  lua_pop(L, 1);
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, raw);
  lua_rawsetp(L, -2, &sx_raw_key);
  lua_rawgeti(L, LUA_REGISTRYINDEX, SX_SLOT_PROXY);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, raw, &sx_proxy_key);
}

void sx_wrap(lua_State *L) {
  if (!lua_istable(L, -1)) return;
  push_proxy(L, -1);
  lua_replace(L, -2);
}

// The log is a stack of Lua's, which bears a million values.
enum { MOST_CHANGES = 300000 };

void sx_check_writable(lua_State *L, int raw) {
  const sx_runtime *runtime = sx_runtime_of(L);
  if (runtime->read_only) luaL_error(L, "%s", runtime->read_only_reason);
  luaL_checkstack(L, 4, NULL);
  if (lua_rawgetp(L, raw, &sx_frozen_key) == LUA_TSTRING) {
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  lua_pop(L, 1);
}

// Sets raw[key] = value and logs what was there. All three are indices.
void sx_journal_move(lua_State *L, int raw, int key, int value) {
  lua_State *journal = sx_runtime_of(L)->journal;
  sx_check_writable(L, raw);
  if (lua_gettop(journal) >= 3 * MOST_CHANGES || !lua_checkstack(journal, 8)) {
    luaL_error(L, "more than %d changes of state in one turn", MOST_CHANGES);
  }
  lua_pushvalue(L, raw);
  lua_pushvalue(L, key);
  lua_pushvalue(L, key);
  lua_rawget(L, raw);
  lua_xmove(L, journal, 3);
  lua_pushvalue(L, key);
  lua_pushvalue(L, value);
  lua_rawset(L, raw);
}

static void check_key(lua_State *L, int key) {
  if (lua_type(L, key) == LUA_TSTRING || lua_isinteger(L, key)) return;
  if (lua_type(L, key) == LUA_TNUMBER) {
    lua_Number number = lua_tonumber(L, key);
    int exact;
    lua_Integer integer = lua_tointegerx(L, key, &exact);
    if (!exact) luaL_error(L, "a key of state is a string or an integer, not %f", number);
    lua_pushinteger(L, integer);
    lua_replace(L, key);
    return;
  }
  luaL_error(
    L, "a key of state is a string or an integer, not a %s", sx_type_name(L, key));
}

// Replaces the value at `value` by a copy that state can have. Raises if it is not plain data.
void sx_journal_copy(lua_State *L, int key, int value) {
  sx_runtime *runtime = sx_runtime_of(L);
  int type = lua_type(L, value);
  bool is_short = type == LUA_TSTRING && lua_rawlen(L, value) <= SX_MOST_DATA;
  if (type == LUA_TNIL || type == LUA_TBOOLEAN || is_short || lua_isinteger(L, value)) return;
  char label[80];
  if (lua_type(L, key) == LUA_TSTRING) {
    lua_pushfstring(L, "%s", lua_tostring(L, key));
  } else {
    lua_pushfstring(L, "[%I]", lua_tointeger(L, key));
  }
  strncpy(label, lua_tostring(L, -1), sizeof label - 1);
  label[sizeof label - 1] = 0;
  lua_pop(L, 1);
  size_t base = runtime->shared.arguments.count;
  if (!sx_pack(runtime, L, value, label, strlen(label))) {
    luaL_error(L, "%s: state holds plain data only", sx_pack_error(runtime));
  }
  sx_decode_all(L, runtime, base);
  lua_replace(L, value);
}

void sx_journal_assign(lua_State *L, int raw, int key, int value) {
  sx_check_writable(L, raw);
  luaL_checkstack(L, 10, NULL);
  check_key(L, key);
  if (sx_push_raw(L, value)) {
    // What is assigned to where it is already stays as it is.
    lua_pushvalue(L, key);
    lua_rawget(L, raw);
    bool same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    if (same) return;
  }
  sx_journal_copy(L, key, value);
  sx_journal_move(L, raw, key, value);
}

// MARK: Metamethods. Their first argument is a proxy: no script gets at them otherwise.

static int state_index(lua_State *L) {
  lua_settop(L, 2);
  lua_rawgetp(L, 1, &sx_raw_key);
  lua_insert(L, 2);
  lua_rawget(L, 2);
  sx_wrap(L);
  return 1;
}

int sx_state_newindex(lua_State *L) {
  lua_settop(L, 3);
  lua_rawgetp(L, 1, &sx_raw_key);
  sx_journal_assign(L, 4, 2, 3);
  return 0;
}

static int state_len(lua_State *L) {
  lua_rawgetp(L, 1, &sx_raw_key);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
  return 1;
}

void sx_open_journal(lua_State *L) {
  sx_runtime *runtime = sx_runtime_of(L);
  static const luaL_Reg metamethods[] = {
    {"__index", state_index}, {"__newindex", sx_state_newindex}, {"__len", state_len}, {0}};
  luaL_newlib(L, metamethods);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  runtime->proxy_metatable = lua_topointer(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, SX_SLOT_PROXY);
  runtime->journal = lua_newthread(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, SX_SLOT_JOURNAL);
}

// MARK: The log: raw table, key and old value of each write, on a stack of its own

size_t sx_journal_mark(const sx_runtime *runtime) {
  return (size_t)lua_gettop(runtime->journal) / 3;
}

static int undo_one(lua_State *L) {
  lua_rawset(L, 1);
  return 0;
}

// Where no memory limit holds, it fails only where the system has no more: a key that was taken
// away may need a place again. What is left stays in the log.
static bool undo(sx_runtime *runtime, size_t mark) {
  lua_State *L = runtime->shared.thread, *journal = runtime->journal;
  bool done = true, unlimited = runtime->unlimited;
  runtime->unlimited = true;
  while (done && sx_journal_mark(runtime) > mark) {
    done = lua_checkstack(L, 8) && lua_checkstack(journal, 3);
    if (!done) break;
    lua_pushcfunction(L, undo_one);
    for (int part = 0; part < 3; part++) lua_pushvalue(journal, -3);
    lua_xmove(journal, L, 3);
    done = lua_pcall(L, 3, 0, 0) == LUA_OK;
    lua_pop(done ? journal : L, done ? 3 : 1);
  }
  runtime->unlimited = unlimited;
  return done;
}

void sx_journal_rollback(sx_runtime *runtime, size_t mark) {
  if (undo(runtime, mark)) {
    if (runtime->owes_undo && mark <= runtime->undo_mark) runtime->owes_undo = false;
    return;
  }
  if (!runtime->owes_undo || mark < runtime->undo_mark) runtime->undo_mark = mark;
  runtime->owes_undo = true;
  // A script that goes on would see half of it.
  if (runtime->budget.active && !runtime->budget.exceeded) {
    runtime->budget.exceeded = SX_LIMIT_MEMORY;
    sx_set_interval(runtime);
  }
}

bool sx_journal_settle(sx_runtime *runtime) {
  if (runtime->owes_undo) runtime->owes_undo = !undo(runtime, runtime->undo_mark);
  return !runtime->owes_undo;
}

void sx_journal_commit(sx_runtime *runtime) {
  if (sx_journal_settle(runtime)) lua_settop(runtime->journal, 0);
}

void sx_journal_read_only(sx_runtime *runtime, const char *reason) {
  runtime->read_only = reason != NULL;
  if (!reason) return;
  size_t size = strlen(reason), room = sizeof runtime->read_only_reason - 1;
  if (size > room) size = room;
  memcpy(runtime->read_only_reason, reason, size);
  runtime->read_only_reason[size] = 0;
}
