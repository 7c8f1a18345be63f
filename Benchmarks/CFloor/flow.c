// One coordinator of which C calls the handlers.
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>

#include "cfloor.h"

enum { DEEPEST = 1024 };

typedef struct screen {
  const char *name;
  int64_t id;
} screen;

struct cfloor_flow {
  lua_State *L;
  int self, transitions;
  screen stack[DEEPEST];
  size_t depth;
  uint64_t pushes;
  int64_t sum;
};

static cfloor_flow *flow_of(lua_State *L) { return *(cfloor_flow **)lua_getextraspace(L); }

// Names of screens are constants of the script, which lives as long as the flow.
static int router_push(lua_State *L) {
  cfloor_flow *flow = flow_of(L);
  const char *name = luaL_checkstring(L, 2);
  if (flow->depth == DEEPEST) return luaL_error(L, "too many screens");
  int64_t id = 0;
  if (lua_istable(L, 3)) {
    lua_getfield(L, 3, "id");
    id = lua_tointeger(L, -1);
  }
  flow->stack[flow->depth++] = (screen){name, id};
  flow->pushes++;
  flow->sum += id;
  return 0;
}

static int router_pop(lua_State *L) {
  cfloor_flow *flow = flow_of(L);
  if (flow->depth < 2) return luaL_error(L, "nothing to pop");
  flow->depth--;
  return 0;
}

static int traceback(lua_State *L) {
  luaL_traceback(L, L, lua_tostring(L, 1), 1);
  return 1;
}

// Leaves `self` and `transitions` in the registry.
static int open_script(lua_State *L) {
  cfloor_flow *flow = flow_of(L);
  luaL_openlibs(L);
  if (luaL_loadstring(L, lua_touserdata(L, 1))) return lua_error(L);
  lua_call(L, 0, 1);
  lua_getfield(L, -1, "transitions");
  flow->transitions = luaL_ref(L, LUA_REGISTRYINDEX);

  lua_newtable(L);  // self, which finds its methods in what the script returned
  lua_newtable(L);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  const luaL_Reg router[] = {{"push", router_push}, {"pop", router_pop}, {0}};
  luaL_newlib(L, router);
  lua_setfield(L, -2, "router");
  lua_newtable(L);
  lua_setfield(L, -2, "state");

  lua_getfield(L, -1, "start");
  lua_pushvalue(L, -2);
  lua_newtable(L);
  lua_call(L, 2, 0);
  flow->self = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

cfloor_flow *cfloor_flow_open(const char *script, char *problem, size_t size) {
  cfloor_flow *flow = calloc(1, sizeof *flow);
  if (!flow || !(flow->L = luaL_newstate())) {
    free(flow);
    snprintf(problem, size, "no memory");
    return NULL;
  }
  *(cfloor_flow **)lua_getextraspace(flow->L) = flow;
  lua_pushcfunction(flow->L, open_script);
  lua_pushlightuserdata(flow->L, (void *)script);
  if (lua_pcall(flow->L, 1, 0, 0) == LUA_OK) return flow;
  snprintf(problem, size, "%s", lua_tostring(flow->L, -1));
  cfloor_flow_close(flow);
  return NULL;
}

bool cfloor_flow_send(cfloor_flow *flow, const char *event, int64_t id) {
  lua_State *L = flow->L;
  lua_pushcfunction(L, traceback);
  lua_rawgeti(L, LUA_REGISTRYINDEX, flow->self);
  lua_rawgeti(L, LUA_REGISTRYINDEX, flow->transitions);
  if (lua_getfield(L, -1, flow->stack[flow->depth - 1].name) != LUA_TTABLE
    || lua_getfield(L, -1, event) != LUA_TSTRING) {
    lua_settop(L, 0);
    return false;
  }
  lua_gettable(L, 2);  // the method of that name
  lua_replace(L, 3);
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  lua_createtable(L, 0, 1);
  lua_pushinteger(L, id);
  lua_setfield(L, -2, "id");
  bool done = lua_pcall(L, 2, 0, 1) == LUA_OK;
  lua_settop(L, 0);
  return done;
}

size_t cfloor_flow_depth(const cfloor_flow *flow) { return flow->depth; }
uint64_t cfloor_flow_pushes(const cfloor_flow *flow) { return flow->pushes; }
int64_t cfloor_flow_sum(const cfloor_flow *flow) { return flow->sum; }

void cfloor_flow_close(cfloor_flow *flow) {
  lua_close(flow->L);
  free(flow);
}
