// A state's beginning and end, and the allocator that counts.
#include <stdlib.h>

#include "runtime.h"

// Grants beyond the limit and tells the hook, which stops the script at its next instruction: an
// allocator that answers NULL at the limit makes Lua 5.4.4 collect in places where it must not.
// Beyond the ceiling it does answer NULL, which ends C functions that grow a buffer.
void *sx_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  sx_runtime *runtime = context;
  if (!block) old_size = 0;  // it is a kind of object then
  if (new_size == 0) {
    free(block);
    runtime->in_use -= old_size;
    return NULL;
  }
  size_t limit = runtime->budget.limits.bytes;
  // Making and copying long strings takes time that no count of instructions shows.
  runtime->budget.used += new_size >> 6;
  if (new_size > old_size && limit > 0 && !runtime->unlimited) {
    size_t wanted = runtime->in_use + (new_size - old_size);
    if (wanted > limit) {
      if (!runtime->over) {
        runtime->over = true;
        sx_set_interval(runtime);
      }
      size_t ceiling = limit + limit + (16u << 20);
      if (wanted > ceiling || new_size > ceiling) return NULL;
    }
  }
  void *moved = realloc(block, new_size);
  // Lua takes it for granted that shrinking succeeds.
  if (!moved) return new_size <= old_size ? block : NULL;
  runtime->in_use += new_size - old_size;
  return moved;
}

static int set_up(lua_State *L) {
  sx_runtime *runtime = sx_runtime_of(L);
  lua_createtable(L, 0, 0);
  for (int slot = 3; slot < SX_SLOT_FIRST_FREE; slot++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, LUA_REGISTRYINDEX, slot);
  }
  runtime->next_reference = SX_SLOT_FIRST_FREE;
  sx_open_boxes(L);
  sx_open_journal(L);
  sx_open_template(L);
  return 0;
}

// SplitMix64, as the authors of xoshiro advise for seeding it (prng.di.unimi.it).
static void seed(uint64_t words[4], uint64_t state) {
  for (int word = 0; word < 4; word++) {
    state += 0x9e3779b97f4a7c15;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    words[word] = z ^ (z >> 31);
  }
}

sx_runtime *sx_open(const sx_host *host, const sx_limits *limits, uint64_t random_seed) {
  sx_runtime *runtime = calloc(1, sizeof *runtime);
  if (!runtime) return NULL;
  runtime->host = *host;
  runtime->unlimited = true;
  seed(runtime->random, random_seed);
  lua_State *L = lua_newstate(sx_allocate, runtime);
  if (!L) {
    free(runtime);
    return NULL;
  }
  *sx_thread_word(L) = (uintptr_t)runtime;
  runtime->main = runtime->shared.thread = L;
  lua_pushcfunction(L, set_up);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) {
    sx_close(runtime);
    return NULL;
  }
  runtime->limits = *limits;
  runtime->budget.limits = *limits;
  runtime->budget.check_at = UINT64_MAX;
  runtime->unlimited = false;
  return runtime;
}

void sx_close(sx_runtime *runtime) {
  runtime->unlimited = true;
  lua_close(runtime->main);
}

void sx_set_owner(sx_runtime *runtime, void *owner) { runtime->host.owner = owner; }

size_t sx_memory(const sx_runtime *runtime) { return runtime->in_use; }

sx_shared *sx_shared_of(sx_runtime *runtime) { return &runtime->shared; }

uint64_t *sx_random_state(sx_runtime *runtime) { return runtime->random; }

// Collecting runs no script: nothing in the sandbox can have a finalizer of its own.
void sx_collect(sx_runtime *runtime) { lua_gc(runtime->shared.thread, LUA_GCCOLLECT, 0); }

// MARK: Garbage

void sx_discard(sx_runtime *runtime, void *object) {
  if (runtime->garbage_count == runtime->garbage_capacity) {
    size_t capacity = runtime->garbage_capacity ? 2 * runtime->garbage_capacity : 64;
    void **grown = realloc(runtime->garbage, capacity * sizeof *grown);
    if (!grown) return;  // leaked, where memory has run out
    runtime->garbage = grown;
    runtime->garbage_capacity = capacity;
  }
  runtime->garbage[runtime->garbage_count++] = object;
  sx_set_attention(&runtime->shared, true);
}

void *sx_next_garbage(sx_runtime *runtime) {
  return runtime->garbage_count > 0 ? runtime->garbage[--runtime->garbage_count] : NULL;
}

void sx_free(sx_runtime *runtime) {
  free(runtime->garbage);
  free(runtime->shared.arguments.bytes);
  free(runtime->free);
  free(runtime->message.bytes);
  free(runtime->spare.bytes);
  free(runtime->entries.items);
  free(runtime->keys.items);
  free(runtime);
}

// MARK: References

static int grow_registry(lua_State *L) {
  sx_runtime *runtime = sx_runtime_of(L);
  size_t more = 64;
  if (runtime->free_capacity < runtime->next_reference + more) {
    size_t capacity = 2 * (runtime->next_reference + more);
    sx_reference *grown = realloc(runtime->free, capacity * sizeof *grown);
    if (!grown) return luaL_error(L, "not enough memory");
    runtime->free = grown;
    runtime->free_capacity = capacity;
  }
  for (size_t slot = 0; slot < more; slot++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, LUA_REGISTRYINDEX, runtime->next_reference);
    runtime->free[runtime->free_count++] = runtime->next_reference++;
  }
  return 0;
}

// A slot that holds something already can be set without allocating: so a free one holds false.
sx_reference sx_keep(sx_runtime *runtime, lua_State *L) {
  if (runtime->free_count == 0) {
    bool unlimited = runtime->unlimited;
    runtime->unlimited = true;
    lua_pushcfunction(L, grow_registry);
    int status = lua_pcall(L, 0, 0, 0);
    runtime->unlimited = unlimited;
    if (status != LUA_OK) {
      lua_pop(L, 2);
      return 0;
    }
  }
  sx_reference reference = runtime->free[--runtime->free_count];
  lua_rawseti(L, LUA_REGISTRYINDEX, reference);
  return reference;
}

sx_reference sx_keep_at(sx_runtime *runtime, lua_State *L, int32_t index) {
  if (!lua_checkstack(L, 4)) return 0;
  lua_pushvalue(L, index);
  return sx_keep(runtime, L);
}

void sx_let_go(sx_runtime *runtime, sx_reference reference) {
  if (reference == 0) return;
  lua_State *L = runtime->shared.thread;
  if (!lua_checkstack(L, 1)) return;
  lua_pushboolean(L, 0);
  lua_rawseti(L, LUA_REGISTRYINDEX, reference);
  runtime->free[runtime->free_count++] = reference;
}

sx_reference sx_keep_result(sx_runtime *runtime) {
  sx_reference reference = sx_keep(runtime, runtime->shared.thread);
  sx_pop(runtime, 0);
  return reference;
}

bool sx_push(sx_runtime *runtime, sx_reference reference) {
  if (!lua_checkstack(runtime->shared.thread, 8)) return false;
  lua_pushnil(runtime->shared.thread);  // where calls have their message handler
  lua_rawgeti(runtime->shared.thread, LUA_REGISTRYINDEX, reference);
  return true;
}

bool sx_same(sx_runtime *runtime, sx_reference left, sx_reference right) {
  lua_State *L = runtime->shared.thread;
  if (!sx_push(runtime, left)) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, right);
  bool same = lua_rawequal(L, -1, -2);
  sx_pop(runtime, 2);
  return same;
}
