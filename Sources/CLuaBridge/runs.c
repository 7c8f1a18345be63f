// Runs: calls in coroutines of their own, which the host may suspend, taken from a pool.
#include "runtime.h"

// The one place that switches coroutines.
int sx_resume_thread(lua_State *from, lua_State *thread, int arguments, int *results) {
  sx_runtime *runtime = sx_runtime_of(from);
  sx_link link = {thread, runtime->running};
  runtime->running = &link;
  runtime->shared.thread = thread;
  sx_arm(runtime, thread);
  int protected_calls = runtime->protected_calls;
  int status = lua_resume(thread, from, arguments, results);
  runtime->protected_calls = protected_calls;  // some may wait in the thread
  runtime->running = link.outer;
  runtime->shared.thread = from;
  sx_arm(runtime, from);
  // Its hook stays off: nothing of it may ever run again, not even what it would close.
  if (runtime->budget.exceeded && status > LUA_YIELD) *sx_thread_word(thread) |= SX_THREAD_STOPPED;
  return status;
}

// Closes the `__close` variables of a coroutine that has failed or is given up, and makes it as
// new. One that a limit has stopped cannot be: its hook stays off, and a handler that loops would
// never end.
int sx_reset_thread(lua_State *from, lua_State *thread) {
  sx_runtime *runtime = sx_runtime_of(from);
  sx_link link = {thread, runtime->running};
  runtime->running = &link;
  runtime->shared.thread = thread;
  sx_arm(runtime, thread);
  int status = lua_resetthread(thread);
  runtime->running = link.outer;
  runtime->shared.thread = from;
  sx_arm(runtime, from);
  return status;
}

// MARK: The pool

static int new_thread(lua_State *L) {
  lua_State *thread = lua_newthread(L);
  *sx_thread_word(thread) |= SX_THREAD_RUN;
  return 1;
}

static bool take_thread(sx_runtime *runtime, sx_run *run) {
  if (runtime->pooled > 0) {
    *run = runtime->pool[--runtime->pooled];
    return true;
  }
  if (!sx_protect(runtime, new_thread, 0, runtime->shared.arguments.count, 1)) return false;
  run->thread = lua_tothread(runtime->shared.thread, -1);
  run->reference = sx_keep_result(runtime);
  return run->reference != 0;
}

static void put_back(sx_runtime *runtime, sx_run *run) {
  lua_settop(run->thread, 0);
  if (runtime->pooled < sizeof runtime->pool / sizeof *runtime->pool) {
    runtime->pool[runtime->pooled++] = *run;
  } else {
    sx_let_go(runtime, run->reference);
  }
  run->reference = 0;
}

static void abandon(sx_runtime *runtime, sx_run *run) {
  sx_let_go(runtime, run->reference);
  run->reference = 0;
}

// MARK: Starting and resuming

static int move_arguments(lua_State *L) { return lua_gettop(L); }

// Puts the arguments on the run's stack and answers their number, -1 on failure.
static int pass_arguments(sx_runtime *runtime, sx_run *run, size_t base) {
  lua_State *thread = run->thread, *L = runtime->shared.thread;
  int count;
  if (!lua_checkstack(thread, 16)) return -1;
  if (sx_decode_scalars(thread, runtime, base, &count)) {
    sx_take_back(&runtime->shared.arguments, base);
    return count;
  }
  int top = lua_gettop(L) + 1;  // of the message handler
  if (!sx_protect(runtime, move_arguments, 0, base, LUA_MULTRET)) return -1;
  count = lua_gettop(L) - top;
  bool fits = lua_checkstack(thread, count + 1);
  if (fits) lua_xmove(L, thread, count);
  lua_settop(L, top - 1);
  return fits ? count : -1;
}

static int32_t fail(sx_runtime *runtime, sx_run *run, int status) {
  lua_State *L = runtime->shared.thread, *thread = run->thread;
  if (!runtime->budget.exceeded) sx_capture_frames(runtime, thread);
  if (status == LUA_ERRMEM && runtime->budget.limits.bytes > 0 && !runtime->budget.exceeded) {
    runtime->budget.exceeded = SX_LIMIT_MEMORY;
  }
  // A copy: the variables that are closed are given the error too.
  lua_checkstack(thread, 1);
  lua_pushvalue(thread, -1);
  lua_xmove(thread, L, 1);
  sx_take_error(runtime, L, status);
  runtime->suspending = false;
  if (!runtime->budget.exceeded) {
    sx_reset_thread(L, thread);
    if (!runtime->budget.exceeded) {
      put_back(runtime, run);
      return SX_FAILED;
    }
    lua_pushnil(L);  // closing has exceeded a limit, which is the worse of the two
    sx_take_error(runtime, L, LUA_ERRRUN);
  }
  abandon(runtime, run);
  return SX_FAILED;
}

static int32_t go_on(sx_runtime *runtime, sx_run *run, int arguments) {
  lua_State *L = runtime->shared.thread;
  sx_budget outer = runtime->budget;
  bool own = !outer.active;
  if (own) outer = sx_budget_begin(runtime, &runtime->limits);
  if (!runtime->budget.exceeded) runtime->frame_count = 0;
  int results;
  int32_t outcome;
  int status = sx_resume_thread(L, run->thread, arguments, &results);
  if (status == LUA_OK) {
    run->results = results;
    outcome = SX_RETURNED;
  } else if (status == LUA_YIELD) {
    runtime->suspending = false;
    lua_pop(run->thread, results);
    outcome = SX_SUSPENDED;
  } else {
    outcome = fail(runtime, run, status);
  }
  if (own) sx_budget_end(runtime, &outer);
  return outcome;
}

int32_t sx_run_start(sx_runtime *runtime, sx_reference function, size_t base, sx_run *run) {
  *run = (sx_run){0};
  if (!sx_enter(runtime)) {
    sx_take_back(&runtime->shared.arguments, base);
    return SX_FAILED;
  }
  int32_t outcome = SX_FAILED;
  // A new coroutine is made in protected mode too; the arguments stay in the buffer meanwhile.
  if (take_thread(runtime, run)) {
    lua_rawgeti(run->thread, LUA_REGISTRYINDEX, function);
    int count = pass_arguments(runtime, run, base);
    if (count >= 0) {
      outcome = go_on(runtime, run, count);
    } else {
      put_back(runtime, run);
    }
  }
  sx_take_back(&runtime->shared.arguments, base);
  sx_leave(runtime);
  return outcome;
}

int32_t sx_run_resume(sx_runtime *runtime, sx_run *run, size_t base) {
  if (!sx_enter(runtime)) {
    sx_take_back(&runtime->shared.arguments, base);
    return SX_FAILED;
  }
  int32_t outcome = SX_FAILED;
  int count = pass_arguments(runtime, run, base);
  if (count >= 0) outcome = go_on(runtime, run, count);
  sx_take_back(&runtime->shared.arguments, base);
  sx_leave(runtime);
  return outcome;
}

int32_t sx_run_raise(sx_runtime *runtime, sx_run *run, size_t base) {
  runtime->raising = true;
  int32_t outcome = sx_run_resume(runtime, run, base);
  runtime->raising = false;  // also where the call was not reached
  return outcome;
}

void sx_run_finish(sx_runtime *runtime, sx_run *run) { put_back(runtime, run); }

bool sx_run_drop(sx_runtime *runtime, sx_run *run) {
  if (!sx_enter(runtime)) return false;
  lua_State *L = runtime->shared.thread;
  sx_budget outer = runtime->budget;
  bool own = !outer.active;
  if (own) outer = sx_budget_begin(runtime, &runtime->limits);
  int status = sx_reset_thread(L, run->thread);
  *sx_thread_word(run->thread) &= ~(uintptr_t)SX_THREAD_WAITS;
  if (status != LUA_OK) {
    runtime->frame_count = 0;
    lua_xmove(run->thread, L, 1);
    sx_take_error(runtime, L, status);
  }
  if (runtime->budget.exceeded) {
    abandon(runtime, run);
  } else {
    put_back(runtime, run);
  }
  if (own) sx_budget_end(runtime, &outer);
  sx_leave(runtime);
  return status == LUA_OK;
}
