// A state's beginning and end, and the allocator that counts.
#include <stdlib.h>

#include "runtime.h"

static bool may_have(const sx_runtime *runtime, size_t more) {
  size_t limit = runtime->budget.limits.bytes;
  return limit == 0 || runtime->unlimited || runtime->in_use + more <= limit;
}

static void give_back(sx_runtime *runtime, void *block, size_t size) {
  if (size > SX_POOL_LARGEST) {
    free(block);
  } else if (size > 0 && !runtime->closing) {
    sx_pool_give(&runtime->blocks, block, size);
  }
}

// A block of another size with what the old one held, as far as that goes.
static void *move(sx_runtime *runtime, void *block, size_t old_size, size_t new_size) {
  if (old_size > SX_POOL_LARGEST && new_size > SX_POOL_LARGEST) {
    void *moved = realloc(block, new_size);
    // Lua takes it for granted that shrinking succeeds.
    return !moved && new_size <= old_size ? block : moved;
  }
  bool is_small = new_size <= SX_POOL_LARGEST;
  bool fits = is_small && sx_pool_grains(old_size) == sx_pool_grains(new_size);
  if (old_size > 0 && fits) return block;
  void *moved = is_small ? sx_pool_take(&runtime->blocks, new_size) : malloc(new_size);
  // A block that stays where it is counts as one of its new size; it does not come back to the
  // system then, where memory has run out.
  if (!moved) return new_size <= old_size ? block : NULL;
  if (old_size > 0) {
    memcpy(moved, block, old_size < new_size ? old_size : new_size);
    give_back(runtime, block, old_size);
  }
  return moved;
}

// It only sets numbers, which may be done in the middle of asking for memory; but not while a finalizer
// runs, which is a collection too. Then it is for the next who asks.
static void begin_collecting(sx_runtime *runtime) {
  if (lua_gc(runtime->main, LUA_GCRESTART) == 0) runtime->collects_at = 0;
}

static inline void count(sx_runtime *runtime, size_t more) {
  runtime->in_use += more;
  if (runtime->collects_at > 0 && runtime->in_use > runtime->collects_at) {
    begin_collecting(runtime);
  }
}

// Grants beyond the limit and tells the hook, which stops the script at its next instruction: an
// allocator that answers NULL at the limit makes Lua 5.4.4 collect in places where it must not.
// Beyond the ceiling it does answer NULL, which ends C functions that grow a buffer.
void *sx_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  sx_runtime *runtime = context;
  if (new_size == 0) {
    if (!block) return NULL;
    give_back(runtime, block, old_size);
    runtime->in_use -= old_size;
    return NULL;
  }
  if (!block) old_size = 0;  // it is a kind of object then
  // Making and copying long strings takes time that no count of instructions shows.
  runtime->budget.used += new_size >> 6;
  if (new_size > old_size && !may_have(runtime, new_size - old_size)) {
    if (!runtime->over) {
      runtime->over = true;
      sx_set_interval(runtime);
    }
    size_t limit = runtime->budget.limits.bytes, ceiling = limit + limit + (16u << 20);
    if (runtime->in_use + (new_size - old_size) > ceiling || new_size > ceiling) return NULL;
  } else if (!block && new_size <= SX_POOL_LARGEST) {
    // Most of what is asked for.
    block = sx_pool_take(&runtime->blocks, new_size);
    if (!block) runtime->starved = true;
    else count(runtime, new_size);
    return block;
  }
  void *moved = move(runtime, block, old_size, new_size);
  if (!moved) {
    runtime->starved = true;
    return NULL;
  }
  count(runtime, new_size - old_size);
  return moved;
}

static int set_up(lua_State *L) {
  sx_runtime *runtime = sx_runtime_of(L);
  for (int slot = 3; slot < SX_SLOT_FIRST_FREE; slot++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, LUA_REGISTRYINDEX, slot);
  }
  runtime->next_reference = SX_SLOT_FIRST_FREE;
  sx_hide_modes(L);
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
  sx_runtime *runtime = sx_resize(NULL, sizeof *runtime);
  if (!runtime) return NULL;
  *runtime = (sx_runtime){0};
  runtime->host = *host;
  runtime->unlimited = true;
  seed(runtime->random, random_seed);
  runtime->faults = sx_planned_faults();
  lua_State *L = lua_newstate(runtime->faults ? sx_allocate_or_fail : sx_allocate, runtime);
  if (!L) {
    sx_pool_release(&runtime->blocks);
    free(runtime);
    return NULL;
  }
  *sx_thread_word(L) = (uintptr_t)runtime;
  runtime->main = runtime->shared.thread = L;
  // None of what is made here is garbage.
  lua_gc(L, LUA_GCSTOP);
  lua_pushcfunction(L, set_up);
  int status = lua_pcall(L, 0, 0, 0);
  lua_gc(L, LUA_GCRESTART);
  if (status != LUA_OK) {
    sx_close(runtime);
    sx_free(runtime);
    return NULL;
  }
  runtime->limits = *limits;
  runtime->budget.limits = *limits;
  runtime->budget.check_at = UINT64_MAX;
  runtime->unlimited = false;
  sx_watch(runtime);
  return runtime;
}

void sx_close(sx_runtime *runtime) {
  sx_unwatch(runtime);
  runtime->unlimited = true;
  runtime->closing = true;
  lua_close(runtime->main);
  sx_disown_all(runtime);
  sx_pool_release(&runtime->blocks);
}

void sx_set_owner(sx_runtime *runtime, void *owner) { runtime->host.owner = owner; }

void sx_seed_random(sx_runtime *runtime, uint64_t state) { seed(runtime->random, state); }

void sx_put_off_collecting(sx_runtime *runtime, size_t until) {
  lua_gc(runtime->main, LUA_GCSTOP);
  runtime->collects_at = until;
  if (runtime->in_use > until) begin_collecting(runtime);
}

size_t sx_memory(const sx_runtime *runtime) { return runtime->in_use; }

sx_shared *sx_shared_of(sx_runtime *runtime) { return &runtime->shared; }

uint64_t *sx_random_state(sx_runtime *runtime) { return runtime->random; }

// Collecting runs no script: nothing in the sandbox can have a finalizer of its own.
void sx_collect(sx_runtime *runtime) { lua_gc(runtime->shared.thread, LUA_GCCOLLECT, 0); }

void sx_free(sx_runtime *runtime) {
  sx_free_lines(runtime);
  free(runtime->owned.places);
  free(runtime->shared.arguments.bytes);
  free(runtime->free);
  free(runtime->message.bytes);
  free(runtime->spare.bytes);
  free(runtime->entries.items);
  free(runtime->keys.items);
  free(runtime);
}
