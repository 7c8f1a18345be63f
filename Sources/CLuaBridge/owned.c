// Swift objects that Lua owns: each has a place here from when it is given to Lua until Swift has
// it back. So to let go of one takes no memory, and one whose finalizer could not be called for
// want of memory is given out when the state is closed.
#include <stdlib.h>

#include "runtime.h"

void sx_reserve_place(lua_State *L) {
  sx_owned *owned = &sx_runtime_of(L)->owned;
  if (owned->free != 0 || owned->count < owned->capacity) return;
  uint32_t capacity = owned->capacity ? 2 * owned->capacity : 64;
  sx_place *grown = sx_resize(owned->places, capacity * sizeof *grown);
  if (!grown) sx_starve(L);
  owned->places = grown;
  owned->capacity = capacity;
}

uint32_t sx_own(sx_runtime *runtime, void *object) {
  sx_owned *owned = &runtime->owned;
  uint32_t number = owned->free;
  if (number != 0) {
    owned->free = owned->places[number - 1].next;
  } else {
    number = ++owned->count;
  }
  owned->places[number - 1] = (sx_place){object, 0};
  return number;
}

void sx_disown(sx_runtime *runtime, uint32_t number) {
  sx_place *place = &runtime->owned.places[number - 1];
  uint32_t *list = place->object ? &runtime->owned.garbage : &runtime->owned.free;
  if (place->object) sx_set_attention(&runtime->shared, true);
  place->next = *list;
  *list = number;
}

void sx_disown_all(sx_runtime *runtime) {
  sx_owned *owned = &runtime->owned;
  owned->garbage = owned->free = 0;
  for (uint32_t number = 1; number <= owned->count; number++) sx_disown(runtime, number);
}

void *sx_next_garbage(sx_runtime *runtime) {
  sx_owned *owned = &runtime->owned;
  uint32_t number = owned->garbage;
  if (number == 0) return NULL;
  sx_place *place = &owned->places[number - 1];
  void *object = place->object;
  owned->garbage = place->next;
  *place = (sx_place){NULL, owned->free};
  owned->free = number;
  return object;
}
