// Coroutines of scripts. A host's suspension goes out through them and comes back in, and a limit
// that was exceeded goes through. `close` is left out: in Lua 5.4.4 a long chain of closings
// overflows the C stack.
#include "runtime.h"

static lua_State *get_coroutine(lua_State *L) {
  lua_State *thread = lua_tothread(L, 1);
  luaL_argexpected(L, thread, 1, "coroutine");
  return thread;
}

typedef enum { RETURNED, FAILED, PASSED_ON } outcome;

// Resumes with the topmost `count` values; leaves the results, or the error, on top.
static outcome resume(lua_State *L, lua_State *thread, int *count) {
  sx_runtime *runtime = sx_runtime_of(L);
  if (sx_thread_is(thread, SX_THREAD_RUN | SX_THREAD_WAITS)) {
    bool waits = lua_status(thread) == LUA_YIELD;
    lua_pushstring(
      L, waits ? "cannot resume a coroutine that waits for the host"
               : "cannot resume non-suspended coroutine");
    return FAILED;
  }
  if (sx_thread_is(thread, SX_THREAD_STOPPED)) {
    lua_pushliteral(L, "cannot resume dead coroutine");
    return FAILED;
  }
  if (!lua_checkstack(thread, *count)) {
    lua_pushliteral(L, "too many arguments to resume");
    return FAILED;
  }
  if (lua_status(thread) == LUA_OK && lua_gettop(thread) == 0) {
    lua_pushliteral(L, "cannot resume dead coroutine");
    return FAILED;
  }
  lua_xmove(L, thread, *count);
  int status = sx_resume_thread(L, thread, *count, count);
  if (runtime->budget.exceeded) sx_stop(L);
  if (status == LUA_YIELD && runtime->suspending) return PASSED_ON;
  if (status == LUA_OK || status == LUA_YIELD) {
    if (!lua_checkstack(L, *count + 1)) {
      lua_pop(thread, *count);
      lua_pushliteral(L, "too many results to resume");
      return FAILED;
    }
    lua_xmove(thread, L, *count);
    return RETURNED;
  }
  if (status == LUA_ERRMEM && runtime->budget.limits.bytes > 0) sx_exceed(L, SX_LIMIT_MEMORY);
  lua_xmove(thread, L, 1);
  return FAILED;
}

// Waits for the host as the coroutine within does; `keep` values of the stack stay.
static int pass_on(lua_State *L, int keep, lua_KFunction go_on) {
  lua_settop(L, keep);
  *sx_thread_word(L) |= SX_THREAD_WAITS;
  return lua_yieldk(L, 0, 0, go_on);
}

static void take_back(lua_State *L, lua_State *thread) {
  *sx_thread_word(L) &= ~(uintptr_t)SX_THREAD_WAITS;
  *sx_thread_word(thread) &= ~(uintptr_t)SX_THREAD_WAITS;
}

// MARK: resume

static int go_on_resume(lua_State *L, int status, lua_KContext context);

static int do_resume(lua_State *L, lua_State *thread, int count) {
  switch (resume(L, thread, &count)) {
    case PASSED_ON: return pass_on(L, 1, go_on_resume);
    case RETURNED:
      lua_pushboolean(L, 1);
      lua_insert(L, -(count + 1));
      return count + 1;
    case FAILED: break;
  }
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

static int go_on_resume(lua_State *L, int status, lua_KContext context) {
  (void)status, (void)context;
  lua_State *thread = lua_tothread(L, 1);
  take_back(L, thread);
  return do_resume(L, thread, lua_gettop(L) - 1);
}

static int lib_resume(lua_State *L) {
  lua_State *thread = get_coroutine(L);
  return do_resume(L, thread, lua_gettop(L) - 1);
}

// MARK: wrap

static int go_on_wrapped(lua_State *L, int status, lua_KContext context);

static int resume_wrapped(lua_State *L, lua_State *thread, int count) {
  switch (resume(L, thread, &count)) {
    case PASSED_ON: return pass_on(L, 0, go_on_wrapped);
    case RETURNED: return count;
    case FAILED: break;
  }
  int status = lua_status(thread);
  if (status != LUA_OK && status != LUA_YIELD && !sx_thread_is(thread, SX_THREAD_STOPPED)) {
    // Its error has been moved here; closing its variables may put another in its place.
    lua_xmove(L, thread, 1);
    sx_reset_thread(L, thread);
    if (sx_runtime_of(L)->budget.exceeded) sx_stop(L);
    lua_xmove(thread, L, 1);
  }
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int go_on_wrapped(lua_State *L, int status, lua_KContext context) {
  (void)status, (void)context;
  lua_State *thread = lua_tothread(L, lua_upvalueindex(1));
  take_back(L, thread);
  return resume_wrapped(L, thread, lua_gettop(L));
}

static int call_wrapped(lua_State *L) {
  return resume_wrapped(L, lua_tothread(L, lua_upvalueindex(1)), lua_gettop(L));
}

static int lib_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  sx_charge(L, 100);  // its own count begins anew
  lua_State *thread = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, thread, 1);
  return 1;
}

static int lib_wrap(lua_State *L) {
  lib_create(L);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

// MARK: The rest

// At the top of a run the host is whom one would yield to, and it expects nothing.
int sx_yield(lua_State *L) {
  if (sx_thread_is(L, SX_THREAD_RUN)) {
    return luaL_error(L, "attempt to yield from outside a coroutine");
  }
  return lua_yield(L, lua_gettop(L));
}

static int lib_isyieldable(lua_State *L) {
  lua_State *thread = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  lua_pushboolean(L, lua_isyieldable(thread) && !sx_thread_is(thread, SX_THREAD_RUN));
  return 1;
}

static int lib_running(lua_State *L) {
  bool main = lua_pushthread(L);
  lua_pushboolean(L, main || sx_thread_is(L, SX_THREAD_RUN));
  return 2;
}

static int lib_status(lua_State *L) {
  lua_State *thread = get_coroutine(L);
  const char *status = "dead";
  lua_Debug record;
  if (thread == L) {
    status = "running";
  } else if (lua_status(thread) == LUA_YIELD) {
    status = "suspended";
  } else if (lua_status(thread) == LUA_OK) {
    if (lua_getstack(thread, 0, &record)) {
      status = "normal";  // it has resumed another
    } else if (lua_gettop(thread) > 0) {
      status = "suspended";  // it has not begun
    }
  }
  lua_pushstring(L, status);
  return 1;
}

void sx_add_coroutines(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"create", lib_create}, {"wrap", lib_wrap}, {"resume", lib_resume}, {"yield", sx_yield},
    {"isyieldable", lib_isyieldable}, {"running", lib_running}, {"status", lib_status}, {0}};
  luaL_setfuncs(L, functions, 0);
}
