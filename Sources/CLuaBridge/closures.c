// Swift closures as Lua functions. Swift answers with a status; only the C frame raises or yields.
#include "runtime.h"

static int release_box(lua_State *L) {
  sx_box *box = lua_touserdata(L, 1);
  sx_disown(sx_runtime_of(L), box->place);
  return 0;
}

// The metatable of boxes: a userdata that owns a Swift object for a C closure.
void sx_open_boxes(lua_State *L) {
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, release_box);
  lua_setfield(L, -2, "__gc");
  lua_rawseti(L, LUA_REGISTRYINDEX, SX_SLOT_BOX);
}

sx_box *sx_push_box(lua_State *L) {
  sx_reserve_place(L);
  sx_box *box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = (sx_box){NULL, sx_own(sx_runtime_of(L), NULL)};
  lua_rawgeti(L, LUA_REGISTRYINDEX, SX_SLOT_BOX);
  lua_setmetatable(L, -2);
  return box;
}

// From here on the box owns the context; until then, whoever made it.
void sx_fill_box(sx_runtime *runtime, sx_box *box, void *context) {
  box->context = runtime->owned.places[box->place - 1].object = context;
}

// A coroutine can wait for the host if it, and all those that wait for it to yield, can yield.
bool sx_can_suspend(sx_runtime *runtime, lua_State *L) {
  for (const sx_link *link = runtime->running; link && link->thread == L; link = link->outer) {
    if (!lua_isyieldable(L)) return false;
    if (sx_thread_is(L, SX_THREAD_RUN)) return true;
    if (link->outer) L = link->outer->thread;
  }
  return false;
}

static int resumed(lua_State *L, int status, lua_KContext context) {
  (void)status, (void)context;
  sx_runtime *runtime = sx_runtime_of(L);
  *sx_thread_word(L) &= ~(uintptr_t)SX_THREAD_WAITS;
  if (runtime->raising) {
    runtime->raising = false;
    return lua_error(L);
  }
  return lua_gettop(L);  // what the host resumed with
}

// Carries out what a Swift closure answered. Nothing of Swift's is on the stack any more.
int sx_answer(lua_State *L, sx_runtime *runtime, int32_t answer, size_t base) {
  if (runtime->budget.exceeded) {
    sx_take_back(&runtime->shared.arguments, base);
    sx_stop(L);
  }
  if (answer >= 0) {
    if (answer > 0) sx_decode_all(L, runtime, base);
    return answer;
  }
  if (answer == SX_RAISES) {
    sx_decode_all(L, runtime, base);
    return lua_error(L);
  }
  sx_take_back(&runtime->shared.arguments, base);
  if (!sx_can_suspend(runtime, L)) {
    return luaL_error(L, "cannot wait here: Lua cannot suspend this call");
  }
  lua_settop(L, 0);
  *sx_thread_word(L) |= SX_THREAD_WAITS;
  runtime->suspending = true;
  return lua_yieldk(L, 0, 0, resumed);
}

static int call_swift(lua_State *L) {
  sx_runtime *runtime = sx_runtime_of(L);
  const sx_box *box = lua_touserdata(L, lua_upvalueindex(1));
  size_t base = runtime->shared.arguments.count;
  int32_t outer = sx_go_outside(runtime);
  int32_t answer = runtime->host.call(
    runtime->host.owner, box->context, NULL, L, 1, lua_gettop(L));
  sx_come_back(runtime, outer);
  return sx_answer(L, runtime, answer, base);
}

static int new_function(lua_State *L) {
  void *context = lua_touserdata(L, 1);
  sx_box *box = sx_push_box(L);
  lua_pushcclosure(L, call_swift, 1);
  sx_fill_box(sx_runtime_of(L), box, context);  // last: Swift keeps that of a call that failed
  return 1;
}

bool sx_new_function(sx_runtime *runtime, void *context) {
  size_t base = runtime->shared.arguments.count;
  sx_put_pointer(&runtime->shared.arguments, context);
  return sx_protect(runtime, new_function, 0, base, 1);
}
