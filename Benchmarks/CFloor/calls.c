// Calls from C to Lua and from Lua to C, as one would write them.
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdlib.h>

#include "cfloor.h"

struct cfloor_calls {
  lua_State *L;
  int function, loop_closure, loop_method;
};

typedef struct counter {
  int64_t step;
} counter;

static int add_closure(lua_State *L) {
  lua_Integer step = lua_tointeger(L, lua_upvalueindex(1));
  lua_pushinteger(L, luaL_checkinteger(L, 1) + step);
  return 1;
}

static int add_method(lua_State *L) {
  const counter *counter = luaL_checkudata(L, 1, "counter");
  lua_pushinteger(L, luaL_checkinteger(L, 2) + counter->step);
  return 1;
}

static const char *const script =
  "local add, counter = ...\n"
  "local function increment(n) return n + 1 end\n"
  "local function closures(count) local n = 0 for _ = 1, count do n = add(n) end return n end\n"
  "local function methods(count) local n = 0 for _ = 1, count do n = counter:add(n) end return n end\n"
  "return increment, closures, methods\n";

static int open_calls(lua_State *L) {
  cfloor_calls *calls = lua_touserdata(L, 1);
  luaL_openlibs(L);
  if (luaL_loadstring(L, script)) return lua_error(L);
  lua_pushinteger(L, 1);
  lua_pushcclosure(L, add_closure, 1);
  counter *object = lua_newuserdatauv(L, sizeof *object, 0);
  object->step = 1;
  luaL_newmetatable(L, "counter");
  lua_newtable(L);
  lua_pushcfunction(L, add_method);
  lua_setfield(L, -2, "add");
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_call(L, 2, 3);
  calls->loop_method = luaL_ref(L, LUA_REGISTRYINDEX);
  calls->loop_closure = luaL_ref(L, LUA_REGISTRYINDEX);
  calls->function = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

cfloor_calls *cfloor_calls_open(void) {
  cfloor_calls *calls = calloc(1, sizeof *calls);
  if (!calls || !(calls->L = luaL_newstate())) {
    free(calls);
    return NULL;
  }
  lua_pushcfunction(calls->L, open_calls);
  lua_pushlightuserdata(calls->L, calls);
  if (lua_pcall(calls->L, 1, 0, 0) == LUA_OK) return calls;
  cfloor_calls_close(calls);
  return NULL;
}

static int64_t call(lua_State *L, int function, int64_t argument) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  lua_pushinteger(L, argument);
  int64_t result = lua_pcall(L, 1, 1, 0) == LUA_OK ? lua_tointeger(L, -1) : -1;
  lua_pop(L, 1);
  return result;
}

int64_t cfloor_call_function(cfloor_calls *calls, int64_t count) {
  int64_t result = 0;
  for (int64_t i = 0; i < count; i++) result = call(calls->L, calls->function, result);
  return result;
}

int64_t cfloor_call_closure(cfloor_calls *calls, int64_t count) {
  return call(calls->L, calls->loop_closure, count);
}

int64_t cfloor_call_method(cfloor_calls *calls, int64_t count) {
  return call(calls->L, calls->loop_method, count);
}

void cfloor_calls_close(cfloor_calls *calls) {
  lua_close(calls->L);
  free(calls);
}
