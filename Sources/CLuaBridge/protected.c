// pcall and xpcall: a limit that was exceeded is not theirs to catch.
#include "runtime.h"

// Goes on failing if it was a limit; a failed allocation is one where memory is limited.
static void pass_on_limits(lua_State *L, int status) {
  sx_runtime *runtime = sx_runtime_of(L);
  if (runtime->budget.exceeded) sx_stop(L);
  if (status == LUA_ERRMEM && runtime->budget.limits.bytes > 0) sx_exceed(L, SX_LIMIT_MEMORY);
}

// Each recovery from an error walks all the calls that are open, so that a script which nests
// protected calls and fails in each would take the square of their number, and no hook would see it.
enum { DEEPEST = 150 };

static void enter(lua_State *L) {
  sx_runtime *runtime = sx_runtime_of(L);
  if (runtime->protected_calls >= DEEPEST) {
    luaL_error(L, "protected calls within each other, more than %d deep", DEEPEST);
  }
  runtime->protected_calls++;
}

static int finish(lua_State *L, int status, lua_KContext skip) {
  sx_runtime_of(L)->protected_calls--;
  if (status != LUA_OK && status != LUA_YIELD) {
    pass_on_limits(L, status);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
  }
  return lua_gettop(L) - (int)skip;
}

static int lib_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  enter(L);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  return finish(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish), 0);
}

// A hook that raises has hooks off still while a message handler runs: so the script's handler is
// called only if no limit is exceeded.
static int handle(lua_State *L) {
  if (sx_runtime_of(L)->budget.exceeded) return 1;
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int lib_xpcall(lua_State *L) {
  int count = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  enter(L);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, handle, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  return finish(L, lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish), 2);
}

void sx_add_protected(lua_State *L) {
  static const luaL_Reg functions[] = {{"pcall", lib_pcall}, {"xpcall", lib_xpcall}, {0}};
  luaL_setfuncs(L, functions, 0);
}
