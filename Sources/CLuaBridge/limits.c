// What a script may use up, and how it is stopped.
//
// The count is kept for the state and not for a coroutine, so that work cut up over coroutines is
// counted like any other. A limit that is exceeded stays exceeded until the budget ends: the hook
// raises again at each instruction, and whatever catches errors for scripts raises it again.
#include <time.h>

#include "runtime.h"

enum { HOOK_INTERVAL = 1000, CHECK_INTERVAL = 1000 };
// Of late budgets without samples the hook begins to look often, and then every so many seconds.
enum { FIRST_INTERVAL = 8 };
static const double LONG_LOOK = 0.002, SHORT_LOOK = 0.0005;
// A sample has so many seconds. The hook looks at each instruction, then at every 32nd, then at every
// 1,024th: where calls are nested deep, each change takes a while.
static const double SAMPLE = 0.0002;
enum { GROWTH = 32, LONGEST_PACE = GROWTH * GROWTH };
// Setting the hook walks all calls that are open. Where that takes longer than this, the hook goes on
// looking at each instruction, and the next sample is taken no sooner than after so many times as long.
static const double QUICK_ARMING = 0.00001;
enum { REST = 20 };

double sx_processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool is_over(sx_runtime *runtime) {
  size_t limit = runtime->budget.limits.bytes;
  return limit > 0 && !runtime->unlimited && runtime->in_use > limit;
}

// Time counts from the first look.
static void check_time(lua_State *L, sx_budget *budget, double now) {
  if (budget->limits.seconds <= 0 || budget->limits.replaying) return;
  if (budget->started < 0) budget->started = now;
  if (now - budget->started > budget->limits.seconds) sx_exceed(L, SX_LIMIT_SECONDS);
}

// Looks at the limits; raises if one is exceeded.
void sx_check(lua_State *L) {
  sx_runtime *runtime = sx_runtime_of(L);
  sx_budget *budget = &runtime->budget;
  if (budget->exceeded) sx_stop(L);
  if (runtime->over) {
    runtime->over = false;
    // Much of what is in use may be garbage: a script may make as much of that as it likes.
    if (is_over(runtime)) lua_gc(L, LUA_GCCOLLECT, 0);
    if (is_over(runtime)) sx_exceed(L, SX_LIMIT_MEMORY);
    sx_set_interval(runtime);
  }
  const sx_limits *limits = &budget->limits;
  if (limits->instructions > 0 && budget->used >= limits->instructions) {
    sx_exceed(L, SX_LIMIT_INSTRUCTIONS);
  }
  if (limits->stop_limit != SX_LIMIT_NONE && budget->used >= limits->stop_at) {
    sx_exceed(L, limits->stop_limit);
  }
  if (budget->used < budget->check_at) return;
  if (limits->seconds > 0 && !limits->replaying) check_time(L, budget, sx_processor_time());
  budget->check_at = budget->used + CHECK_INTERVAL;
  if (limits->instructions > 0 && budget->check_at > limits->instructions) {
    budget->check_at = limits->instructions;
  }
}

// An instruction may take long: a comparison of long strings, a function of the library that looks
// through one, a table that is laid out anew. So it is time that says how often a late budget is looked
// at, where it is counted from its beginning; an exact one is looked at as often each time.
static void keep_pace(lua_State *L, sx_runtime *runtime) {
  double now = sx_processor_time(), gap = now - runtime->looked;
  runtime->looked = now;
  check_time(L, &runtime->budget, now);
  int interval = runtime->pace;
  if (gap > LONG_LOOK) {
    interval = interval > 8 ? interval / 8 : 1;
  } else if (gap < SHORT_LOOK) {
    interval = 2 * interval < HOOK_INTERVAL ? 2 * interval : HOOK_INTERVAL;
  }
  if (interval == runtime->pace) return;
  runtime->pace = interval;
  sx_set_interval(runtime);
  runtime->looked = sx_processor_time();  // where calls are nested deep, that takes a while itself
}

// MARK: Samples

static bool is_counting(const sx_runtime *runtime) {
  return atomic_load_explicit(&runtime->counting, memory_order_acquire);
}

// The next instruction is the first. It counts from the signal and not from there, since what takes long
// within one instruction is what a signal comes in the middle of. Where a sample is being taken still,
// instructions have become slow in the middle of it: there too the next one looks at time. See watch.c
// for what else may be on its way when a signal comes.
void sx_begin_sample(sx_runtime *runtime) {
  bool begins = runtime->has_samples && !is_counting(runtime);
  if (begins) {
    double now = sx_processor_time(), arming = runtime->began - runtime->signalled;
    if (arming > QUICK_ARMING && now - runtime->rested < REST * arming) return;
    runtime->signalled = now;
    runtime->sampled = 0;
    atomic_store_explicit(&runtime->counting, true, memory_order_relaxed);
  }
  if (runtime->has_samples) runtime->pace = 1;
  sx_set_interval(runtime);
  sx_set_hook(runtime, runtime->shared.thread);
  if (begins) runtime->began = runtime->looked = sx_processor_time();
}

// What has run since the sample before is taken to have run at the lower rate of both. That is less than
// what has: what is counted is slower than what is not, and of a script that goes now fast and now slowly
// two samples seldom both meet what is fast. Where another sample lies between them, of another budget or
// of Swift, it is taken to be none.
static void end_sample(lua_State *L, sx_runtime *runtime, double now) {
  sx_budget *budget = &runtime->budget;
  double rate = (double)runtime->sampled / (now - runtime->began);
  double gap = runtime->signalled - budget->rated;
  uint64_t last = atomic_fetch_add_explicit(&runtime->samples, 1, memory_order_relaxed);
  if (budget->sample == last && gap > 0) {
    budget->used += (uint64_t)(gap * (rate < budget->rate ? rate : budget->rate));
  }
  budget->sample = last + 1;
  budget->rate = rate;
  budget->rated = runtime->rested = now;
  // From here on the handler may begin another.
  atomic_store_explicit(&runtime->counting, false, memory_order_release);
  sx_set_interval(runtime);
  if (budget->used >= budget->check_at) sx_check(L);
}

static void take_sample(lua_State *L, sx_runtime *runtime) {
  double now = sx_processor_time(), gap = now - runtime->looked;
  check_time(L, &runtime->budget, now);
  if (now - runtime->began >= SAMPLE) {
    end_sample(L, runtime, now);
    return;
  }
  // As many at once as would not take longer than all of it.
  bool arms_quickly = runtime->began - runtime->signalled < QUICK_ARMING;
  if (runtime->pace < LONGEST_PACE && gap * GROWTH < SAMPLE && arms_quickly) {
    runtime->pace *= GROWTH;
    sx_set_interval(runtime);
  }
  runtime->looked = now;
}

static void hook(lua_State *L, lua_Debug *record) {
  if (record->event == LUA_HOOKLINE) {
    sx_count_line(L, record);
    return;
  }
  sx_runtime *runtime = sx_runtime_of(L);
  int count = lua_gethookcount(L);
  runtime->budget.used += (uint64_t)count;
  bool is_late = runtime->budget.limits.late, has_samples = is_late && runtime->has_samples;
  if (has_samples && is_counting(runtime)) runtime->sampled += (uint64_t)count;
  if (runtime->budget.used >= runtime->budget.check_at || runtime->over
    || runtime->budget.exceeded) {
    sx_check(L);
  }
  if (has_samples) {
    if (is_counting(runtime)) take_sample(L, runtime);
  } else if (is_late && runtime->interval > 0) {
    keep_pace(L, runtime);
  }
}

// The one place that says when the hook is armed, and how often it looks.
void sx_set_interval(sx_runtime *runtime) {
  const sx_budget *budget = &runtime->budget;
  uint64_t instructions = budget->limits.instructions;
  if (budget->exceeded || runtime->over) {
    runtime->interval = 1;
  } else if (instructions > 0 && instructions < 10 * HOOK_INTERVAL) {
    runtime->interval = 1 + (int)(instructions / 10);
  } else {
    bool is_late = budget->limits.late;
    bool counts = (instructions > 0 || budget->limits.seconds > 0)
      && (!is_late || atomic_load_explicit(&runtime->counting, memory_order_relaxed));
    runtime->interval = !counts ? 0 : is_late ? runtime->pace : HOOK_INTERVAL;
  }
  sx_arm(runtime, runtime->shared.thread);
}

// Hooks belong to coroutines: each that is switched to is given the one that is wanted now.
void sx_set_hook(sx_runtime *runtime, lua_State *L) {
  runtime->armed = L;
  runtime->armed_interval = runtime->interval;
  int mask = (runtime->interval > 0 ? LUA_MASKCOUNT : 0) | (runtime->lines ? LUA_MASKLINE : 0);
  if (lua_gethookmask(L) == mask
    && (runtime->interval == 0 || lua_gethookcount(L) == runtime->interval)) return;
  lua_sethook(L, mask ? hook : NULL, mask, runtime->interval);
}

// The error value of a limit is one that needs no memory and that no script can make. What counts
// is `exceeded`, so a script that gets hold of the value can do nothing with it.
void sx_stop(lua_State *L) {
  sx_runtime *runtime = sx_runtime_of(L);
  if (!lua_checkstack(L, 1)) lua_settop(L, 0);
  lua_pushlightuserdata(L, runtime);
  lua_error(L);
  __builtin_unreachable();
}

void sx_exceed(lua_State *L, int32_t limit) {
  sx_runtime *runtime = sx_runtime_of(L);
  if (!runtime->budget.exceeded) {
    runtime->budget.exceeded = limit;
    sx_set_interval(runtime);
    // Here, because what is unwound now is not there to be looked at later.
    sx_capture_frames(runtime, L);
    runtime->frames_fixed = true;
  }
  sx_stop(L);
}

// Whatever runs is stopped when it comes back to Lua.
bool sx_halt(sx_runtime *runtime) {
  if (!runtime->budget.active || runtime->budget.exceeded) return false;
  runtime->budget.exceeded = SX_LIMIT_HOST;
  sx_set_interval(runtime);
  sx_capture_frames(runtime, runtime->shared.thread);
  runtime->frames_fixed = true;
  return true;
}

void sx_reserve(lua_State *L, size_t bytes) {
  sx_runtime *runtime = sx_runtime_of(L);
  size_t limit = runtime->budget.limits.bytes;
  if (limit == 0 || runtime->unlimited) return;
  if (bytes <= limit && runtime->in_use <= limit - bytes) return;
  if (bytes <= limit) lua_gc(L, LUA_GCCOLLECT, 0);
  if (bytes > limit || runtime->in_use > limit - bytes) sx_exceed(L, SX_LIMIT_MEMORY);
}

// MARK: Budgets

sx_budget sx_budget_begin(sx_runtime *runtime, const sx_limits *limits) {
  sx_budget outer = runtime->budget;
  sx_budget *budget = &runtime->budget;
  budget->limits = *limits;
  budget->used = 0;
  budget->exceeded = SX_LIMIT_NONE;
  budget->started = -1;
  budget->check_at = limits->instructions > 0 && limits->instructions < CHECK_INTERVAL
    ? limits->instructions : CHECK_INTERVAL;
  budget->active = true;
  budget->rate = 0;
  runtime->starved = false;
  runtime->frames_fixed = false;
  budget->watched = limits->late && !sx_is_watched(runtime);
  if (budget->watched) sx_watch_begin(runtime);
  if (limits->late && !runtime->has_samples) runtime->pace = FIRST_INTERVAL;
  sx_set_interval(runtime);
  return outer;
}

void sx_budget_end(sx_runtime *runtime, const sx_budget *outer) {
  if (runtime->budget.watched) sx_watch_end(runtime);
  runtime->budget = *outer;
  runtime->frames_fixed = false;
  runtime->over = false;
  sx_set_interval(runtime);
}

bool sx_has_budget(const sx_runtime *runtime) { return runtime->budget.active; }

int32_t sx_budget_stop(const sx_runtime *runtime, uint64_t *used) {
  *used = runtime->budget.used;
  return runtime->budget.exceeded;
}

sx_limits sx_own_limits(const sx_runtime *runtime) { return runtime->limits; }

sx_limits sx_error_limits(const sx_runtime *runtime) { return runtime->error_limits; }

int32_t sx_depth(const sx_runtime *runtime) { return runtime->depth; }
