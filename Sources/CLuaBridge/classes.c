// Classes of host objects, and making objects of them.
//
// A class is its metatable: [1] is its userdata, [2] its members.
#include <stdio.h>

#include "objects.h"

static int new_class(lua_State *L) {
  int cached = (int)luaL_checkinteger(L, 2);
  lua_createtable(L, 2, 10);
  sx_class *type = lua_newuserdatauv(L, sizeof *type, 0);
  snprintf(type->name, sizeof type->name, "%s", lua_tostring(L, 1));
  type->cached = cached;
  type->metatable = lua_topointer(L, 3);
  lua_rawseti(L, 3, 1);
  lua_createtable(L, 0, 16);
  lua_rawseti(L, 3, 2);
  lua_pushboolean(L, 0);
  lua_setfield(L, 3, "__metatable");
  lua_pushvalue(L, 1);
  lua_setfield(L, 3, "__name");
  lua_pushcfunction(L, sx_object_release);
  lua_setfield(L, 3, "__gc");
  lua_pushcfunction(L, sx_object_equal);
  lua_setfield(L, 3, "__eq");
  lua_rawgeti(L, 3, 1);
  lua_rawgeti(L, 3, 2);
  lua_pushnil(L);
  lua_pushcclosure(L, sx_object_index, 3);
  lua_setfield(L, 3, "__index");
  lua_rawgeti(L, 3, 1);
  lua_pushnil(L);
  lua_pushcclosure(L, sx_object_newindex, 2);
  lua_setfield(L, 3, "__newindex");
  return 1;
}

bool sx_new_class(sx_runtime *runtime, const char *name, int32_t cached) {
  size_t base = runtime->shared.arguments.count;
  sx_put_string(&runtime->shared.arguments, name, strlen(name));
  sx_put_integer(&runtime->shared.arguments, cached);
  return sx_protect(runtime, new_class, 0, base, 1);
}

sx_class *sx_class_at_top(sx_runtime *runtime) {
  lua_State *L = runtime->shared.thread;
  lua_rawgeti(L, -1, 1);
  sx_class *type = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return type;
}

static void set_upvalue(lua_State *L, const char *metamethod, int upvalue) {
  lua_getfield(L, 1, metamethod);
  lua_insert(L, -2);
  lua_setupvalue(L, -2, upvalue);
  lua_pop(L, 1);
}

// (metatable, context, kind, name, slot). The box takes the context over last, when nothing can
// fail any more.
static int add_member(lua_State *L) {
  void *context = lua_touserdata(L, 2);
  int kind = (int)lua_tointeger(L, 3);
  lua_settop(L, 5);
  lua_rawgeti(L, 1, 2);  // the members, at 6
  sx_box *box = sx_push_box(L);  // at 7
  switch (kind) {
    case SX_METHOD:
      lua_pushvalue(L, 4);
      lua_pushvalue(L, 7);
      lua_rawgeti(L, 1, 1);
      lua_pushvalue(L, 4);
      lua_pushcclosure(L, sx_method, 3);
      lua_rawset(L, 6);
      break;
    case SX_PROPERTY:
    case SX_CACHED: {
      lua_pushvalue(L, 4);
      sx_member *member = lua_newuserdatauv(L, sizeof *member, 1);
      member->context = context;
      member->slot = (int)lua_tointeger(L, 5);
      lua_pushvalue(L, 7);
      lua_setiuservalue(L, -2, 1);
      lua_rawset(L, 6);
      break;
    }
    case SX_INDEX: set_upvalue(L, "__index", SX_INDEX_DYNAMIC); break;
    case SX_NEW_INDEX: set_upvalue(L, "__newindex", 2); break;
    default:
      lua_pushcclosure(L, kind == SX_PAIRS ? sx_object_pairs : sx_object_forward, 1);
      lua_setfield(
        L, 1, kind == SX_PAIRS ? "__pairs" : kind == SX_LENGTH ? "__len" : "__tostring");
  }
  sx_fill_box(sx_runtime_of(L), box, context);
  return 0;
}

bool sx_class_add(
  sx_runtime *runtime, sx_reference class_reference, int32_t kind, const char *name, size_t size,
  int32_t slot, void *context) {
  size_t base = runtime->shared.arguments.count;
  sx_put_pointer(&runtime->shared.arguments, context);
  sx_put_integer(&runtime->shared.arguments, kind);
  sx_put_string(&runtime->shared.arguments, name, size);
  sx_put_integer(&runtime->shared.arguments, slot);
  return sx_protect(runtime, add_member, class_reference, base, 0);
}

// MARK: Objects

static int new_object(lua_State *L) {
  lua_rawgeti(L, 1, 1);
  const sx_class *type = lua_touserdata(L, 3);
  sx_reserve_place(L);
  sx_instance *instance = lua_newuserdatauv(L, sizeof *instance, 1 + type->cached);
  void *object = lua_touserdata(L, 2);
  *instance = (sx_instance){type, object, sx_own(sx_runtime_of(L), object)};
  lua_pushvalue(L, 1);
  lua_setmetatable(L, -2);  // nothing has failed in between, and nothing can any more
  return 1;
}

bool sx_new_object(sx_runtime *runtime, sx_reference class_reference, void *object) {
  size_t base = runtime->shared.arguments.count;
  sx_put_pointer(&runtime->shared.arguments, object);
  return sx_protect(runtime, new_object, class_reference, base, 1);
}

// Neither allocates: user values are slots of the object.
bool sx_object_set_fallback(sx_runtime *runtime, sx_reference object, sx_reference table) {
  if (!sx_push(runtime, object)) return false;
  lua_State *L = runtime->shared.thread;
  if (table != 0) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, table);
  } else {
    lua_pushnil(L);
  }
  lua_setiuservalue(L, -2, 1);
  sx_pop(runtime, 1);
  return true;
}

bool sx_object_fallback(sx_runtime *runtime, sx_reference object) {
  if (!sx_push(runtime, object)) return false;
  lua_getiuservalue(runtime->shared.thread, -1, 1);
  lua_remove(runtime->shared.thread, -2);
  return true;
}
