// The doors from Swift to Lua: each runs what may raise in protected mode.
#include <stdio.h>

#include "runtime.h"

// Counts the nesting of calls from Swift, which Lua itself bounds at about 60 by giving up.
bool sx_enter(sx_runtime *runtime) {
  int32_t limit = runtime->limits.depth > 0 ? runtime->limits.depth : 48;
  int32_t depth = atomic_load_explicit(&runtime->depth, memory_order_relaxed);
  if (depth >= limit) {
    char message[96];
    snprintf(
      message, sizeof message, "calls between the host and scripts are nested more than %d deep",
      limit);
    sx_set_error(runtime, SX_LIMIT_DEPTH, message);
    return false;
  }
  if (runtime->owes_undo && !sx_journal_settle(runtime)) {
    sx_set_error(runtime, SX_LIMIT_NONE, "not enough memory to undo what has failed");
    return false;
  }
  if (!lua_checkstack(runtime->shared.thread, 16)) {
    sx_set_error(runtime, SX_LIMIT_NONE, "stack overflow");
    return false;
  }
  atomic_store_explicit(&runtime->depth, depth + 1, memory_order_relaxed);
  return true;
}

void sx_leave(sx_runtime *runtime) {
  int32_t depth = atomic_load_explicit(&runtime->depth, memory_order_relaxed);
  atomic_store_explicit(&runtime->depth, depth - 1, memory_order_relaxed);
}

typedef struct task {
  lua_CFunction body;
  sx_reference reference;
  size_t base;
} task;

static int run_task(lua_State *L) {
  const task *task = lua_touserdata(L, 1);
  sx_runtime *runtime = sx_runtime_of(L);
  lua_settop(L, 0);
  if (task->reference != 0) lua_rawgeti(L, LUA_REGISTRYINDEX, task->reference);
  sx_decode_all(L, runtime, task->base);
  return task->body(L);
}

// On the stack are the message handler, the function and its arguments.
static bool call_in_budget(sx_runtime *runtime, lua_State *L, int arguments, int results) {
  sx_arm(runtime, L);
  int status = lua_pcall(L, arguments, results, -(arguments + 2));
  if (status == LUA_OK) return true;
  sx_take_error(runtime, L, status);
  lua_pop(L, 1);
  return false;
}

// Calls that no budget surrounds get the default one.
static bool protected_call(sx_runtime *runtime, lua_State *L, int arguments, int results) {
  bool done;
  if (runtime->budget.active) {
    done = call_in_budget(runtime, L, arguments, results);
  } else {
    sx_budget outer = sx_budget_begin(runtime, &runtime->limits);
    done = call_in_budget(runtime, L, arguments, results);
    sx_budget_end(runtime, &outer);
  }
  sx_leave(runtime);
  return done;
}

bool sx_protect(
  sx_runtime *runtime, lua_CFunction body, sx_reference reference, size_t base, int results) {
  if (!sx_enter(runtime)) {
    sx_take_back(&runtime->shared.arguments, base);
    return false;
  }
  lua_State *L = runtime->shared.thread;
  task task = {body, reference, base};
  lua_pushcfunction(L, sx_message_handler);
  lua_pushcfunction(L, run_task);
  lua_pushlightuserdata(L, &task);
  bool done = protected_call(runtime, L, 1, results);
  if (done && results == 0) sx_pop(runtime, 0);
  return done;
}

static int call_body(lua_State *L) {
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

// Pushes what can be pushed without allocating. False at the first value that cannot, with the
// stack as it was.
bool sx_decode_scalars(lua_State *L, sx_runtime *runtime, size_t base, int *count) {
  const sx_buffer *buffer = &runtime->shared.arguments;
  if (buffer->failed) return false;
  const uint8_t *at = buffer->bytes + base, *end = buffer->bytes + buffer->count;
  int pushed = 0;
  while (at < end) {
    int64_t integer;
    double number;
    uint32_t reference;
    if (pushed == 8) break;
    switch (*at++) {
      case SX_NULL: lua_pushnil(L); break;
      case SX_FALSE: lua_pushboolean(L, 0); break;
      case SX_TRUE: lua_pushboolean(L, 1); break;
      case SX_INTEGER:
        memcpy(&integer, at, 8);
        at += 8;
        lua_pushinteger(L, integer);
        break;
      case SX_NUMBER:
        memcpy(&number, at, 8);
        at += 8;
        lua_pushnumber(L, number);
        break;
      case SX_REFERENCE:
        memcpy(&reference, at, 4);
        at += 4;
        lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
        break;
      default:
        lua_pop(L, pushed);
        return false;
    }
    pushed++;
  }
  if (at < end) {
    lua_pop(L, pushed);
    return false;
  }
  *count = pushed;
  return true;
}

bool sx_call(sx_runtime *runtime, sx_reference function, size_t base, int32_t results) {
  if (!sx_enter(runtime)) {
    sx_take_back(&runtime->shared.arguments, base);
    return false;
  }
  lua_State *L = runtime->shared.thread;
  int count;
  lua_pushcfunction(L, sx_message_handler);
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  if (sx_decode_scalars(L, runtime, base, &count)) {
    sx_take_back(&runtime->shared.arguments, base);
    return protected_call(runtime, L, count, results);
  }
  lua_pop(L, 1);
  task task = {call_body, function, base};
  lua_pushcfunction(L, run_task);
  lua_pushlightuserdata(L, &task);
  return protected_call(runtime, L, 1, results);
}

// Below the results lies the message handler: taking it out from there would cost each call.
void sx_pop(sx_runtime *runtime, int32_t results) { lua_pop(runtime->shared.thread, results + 1); }

// MARK: Loading

typedef struct chunk {
  const char *bytes;
  size_t size;
  const char *name;
} chunk;

// In pieces, so that a parse that takes long is stopped like all that takes long.
static const char *read_chunk(lua_State *L, void *context, size_t *size) {
  chunk *chunk = context;
  *size = chunk->size < 4096 ? chunk->size : 4096;
  sx_charge(L, *size);
  const char *piece = chunk->bytes;
  chunk->bytes += *size;
  chunk->size -= *size;
  return *size > 0 ? piece : NULL;
}

bool sx_load(
  sx_runtime *runtime, const char *source, size_t size, const char *name,
  sx_reference environment) {
  if (!sx_enter(runtime)) return false;
  lua_State *L = runtime->shared.thread;
  sx_budget outer = runtime->budget;
  bool own = !outer.active;
  if (own) outer = sx_budget_begin(runtime, &runtime->limits);
  runtime->frame_count = 0;
  chunk chunk = {source, size, name};
  // lua_load is protected itself; text only, as bytecode can do anything.
  lua_pushnil(L);
  int status = lua_load(L, read_chunk, &chunk, name, "t");
  if (status == LUA_OK) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, environment);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  } else {
    sx_take_error(runtime, L, status);
    lua_pop(L, 1);
  }
  if (own) sx_budget_end(runtime, &outer);
  sx_leave(runtime);
  return status == LUA_OK;
}

sx_function_info sx_info(sx_runtime *runtime, sx_reference function) {
  lua_Debug record = {0};
  sx_function_info info = {NULL, -1, 0, true};
  if (!sx_push(runtime, function)) return info;
  lua_getinfo(runtime->shared.thread, ">Su", &record);
  sx_pop(runtime, 0);
  info.source = record.source;
  info.line = record.linedefined;
  info.parameters = record.nparams;
  info.variadic = record.isvararg != 0;
  return info;
}
