// Memory that runs out on purpose: for tests of what happens then.
#include <stdlib.h>

#include "runtime.h"

static _Thread_local sx_faults *planned;

void sx_plan_faults(sx_faults *faults) { planned = faults; }

sx_faults *sx_planned_faults(void) { return planned; }

static bool fails(sx_faults *faults, uint32_t whose) {
  if (!faults || !(faults->whose & whose)) return false;
  uint64_t number = ++faults->asked;
  bool fails = number >= faults->first && number <= faults->last;
  if (fails) faults->failed++;
  return fails;
}

void *sx_allocate_or_fail(void *context, void *block, size_t old_size, size_t new_size) {
  sx_runtime *runtime = context;
  // Lua takes it for granted that giving back and shrinking succeed.
  bool grows = new_size > (block ? old_size : 0);
  if (grows && fails(runtime->faults, SX_MEMORY_OF_LUA)) {
    runtime->starved = true;
    return NULL;
  }
  return sx_allocate(context, block, old_size, new_size);
}

void *sx_resize(void *block, size_t size) {
  return fails(planned, SX_MEMORY_OF_BRIDGE) ? NULL : realloc(block, size);
}

void sx_starve(lua_State *L) {
  sx_runtime_of(L)->starved = true;
  luaL_error(L, "not enough memory");
  __builtin_unreachable();
}
