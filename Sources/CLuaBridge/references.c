// Lua values that Swift keeps: slots of the registry.
#include <stdlib.h>

#include "runtime.h"

static int grow_registry(lua_State *L) {
  sx_runtime *runtime = sx_runtime_of(L);
  size_t more = 64;
  if (runtime->free_capacity < runtime->next_reference + more) {
    size_t capacity = 2 * (runtime->next_reference + more);
    sx_reference *grown = sx_resize(runtime->free, capacity * sizeof *grown);
    if (!grown) sx_starve(L);
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
  if (runtime->owes_undo && !sx_journal_settle(runtime)) return false;
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
