// Host objects: userdata that hold a Swift object, and the classes that say what they have.
//
// A class's metatable is never within a script's reach, so an object cannot be forged, nor its
// finalizer be called by hand. Members are looked up first, then the object's fallback table (its
// first user value), then the class's dynamic index.
#include <stdio.h>

#include "runtime.h"

struct sx_class {
  const void *metatable;
  int cached;  // how many user values after the fallback keep properties
  char name[48];
};

// A property: which Swift closure gives it, and which user value keeps it (0: none).
typedef struct member {
  void *context;
  int slot;
} member;

enum { UPVALUE_CLASS = 1, UPVALUE_MEMBERS, UPVALUE_DYNAMIC };

const char *sx_class_name(const sx_class *type) { return type->name; }

void *sx_object_of(lua_State *L, int32_t index, const sx_class *type) {
  const sx_instance *instance = lua_touserdata(L, index);
  if (!instance || !lua_getmetatable(L, index)) return NULL;
  bool same = lua_topointer(L, -1) == type->metatable;
  lua_pop(L, 1);
  return same ? instance->object : NULL;
}

// Scripts hold no full userdata but objects: boxes and members stay in upvalues.
void *sx_object(lua_State *L, int32_t index) {
  const sx_instance *instance = lua_touserdata(L, index);
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof *instance) return NULL;
  return instance->object;
}

static int32_t call_member(lua_State *L, void *context, void *object, int first) {
  sx_runtime *runtime = sx_runtime_of(L);
  size_t base = runtime->shared.arguments.count;
  int32_t answer = runtime->host.call(
    runtime->host.owner, context, object, L, first, lua_gettop(L) - first + 1);
  return sx_answer(L, runtime, answer, base);
}

// MARK: Methods

static int method(lua_State *L) {
  void **box = lua_touserdata(L, lua_upvalueindex(1));
  const sx_class *type = lua_touserdata(L, lua_upvalueindex(2));
  void *object = sx_object_of(L, 1, type);
  if (object) return call_member(L, *box, object, 2);
  return luaL_error(
    L, "%s: expected a %s, got %s \xe2\x80\x94 call it with a colon",
    lua_tostring(L, lua_upvalueindex(3)), type->name, sx_type_name(L, 1));
}

// MARK: Indexing

static int property(lua_State *L, const member *member, const sx_instance *instance) {
  if (member->slot == 0) return call_member(L, member->context, instance->object, 3);
  if (lua_getiuservalue(L, 1, member->slot) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  if (call_member(L, member->context, instance->object, 3) == 0) return 0;
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, 1, member->slot);
  return 1;
}

static int object_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  switch (lua_rawget(L, lua_upvalueindex(UPVALUE_MEMBERS))) {
    case LUA_TFUNCTION: return 1;
    case LUA_TUSERDATA: {
      const member *member = lua_touserdata(L, 3);
      lua_settop(L, 2);
      return property(L, member, lua_touserdata(L, 1));
    }
  }
  lua_settop(L, 2);
  if (lua_getiuservalue(L, 1, 1) == LUA_TTABLE) {
    lua_pushvalue(L, 2);
    if (lua_gettable(L, 3) != LUA_TNIL) return 1;
  }
  lua_settop(L, 2);
  void **dynamic = lua_touserdata(L, lua_upvalueindex(UPVALUE_DYNAMIC));
  if (!dynamic) return 0;
  const sx_instance *instance = lua_touserdata(L, 1);
  return call_member(L, *dynamic, instance->object, 2);
}

static int object_newindex(lua_State *L) {
  const sx_class *type = lua_touserdata(L, lua_upvalueindex(1));
  void **box = lua_touserdata(L, lua_upvalueindex(2));
  const sx_instance *instance = lua_touserdata(L, 1);
  if (box) return call_member(L, *box, instance->object, 2);
  size_t size;
  const char *key = sx_lib_text(L, 2, &size);
  return luaL_error(L, "cannot set '%s' of a %s", key, type->name);
}

// MARK: Other metamethods

static int forward(lua_State *L) {
  void **box = lua_touserdata(L, lua_upvalueindex(1));
  const sx_instance *instance = lua_touserdata(L, 1);
  return call_member(L, *box, instance->object, 2);
}

static int next_pair(lua_State *L) {
  lua_Integer index = lua_isnil(L, 2) ? 1 : lua_tointeger(L, lua_upvalueindex(2));
  lua_pushinteger(L, index + 2);
  lua_replace(L, lua_upvalueindex(2));
  if (lua_rawgeti(L, lua_upvalueindex(1), index) == LUA_TNIL) return 1;
  lua_rawgeti(L, lua_upvalueindex(1), index + 1);
  return 2;
}

// Swift gives keys and values in turn.
static int pairs(lua_State *L) {
  lua_settop(L, 1);
  int count = forward(L);
  lua_createtable(L, count, 0);
  lua_insert(L, 2);
  for (; count > 0; count--) lua_rawseti(L, 2, count);
  lua_pushinteger(L, 1);
  lua_pushcclosure(L, next_pair, 2);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

static int equal(lua_State *L) {
  const sx_instance *left = lua_touserdata(L, 1), *right = lua_touserdata(L, 2);
  bool both = sx_object(L, 1) && sx_object(L, 2);
  lua_pushboolean(L, both && left->type == right->type && left->object == right->object);
  return 1;
}

static int release(lua_State *L) {
  sx_instance *instance = lua_touserdata(L, 1);
  if (instance->object) sx_discard(sx_runtime_of(L), instance->object);
  instance->object = NULL;
  return 0;
}

// MARK: Classes. A class is its metatable; [1] is its userdata, [2] its members.

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
  lua_pushcfunction(L, release);
  lua_setfield(L, 3, "__gc");
  lua_pushcfunction(L, equal);
  lua_setfield(L, 3, "__eq");
  lua_rawgeti(L, 3, 1);
  lua_rawgeti(L, 3, 2);
  lua_pushnil(L);
  lua_pushcclosure(L, object_index, 3);
  lua_setfield(L, 3, "__index");
  lua_rawgeti(L, 3, 1);
  lua_pushnil(L);
  lua_pushcclosure(L, object_newindex, 2);
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
  sx_push_box(L, NULL);  // at 7
  void **box = lua_touserdata(L, 7);
  switch (kind) {
    case SX_METHOD:
      lua_pushvalue(L, 4);
      lua_pushvalue(L, 7);
      lua_rawgeti(L, 1, 1);
      lua_pushvalue(L, 4);
      lua_pushcclosure(L, method, 3);
      lua_rawset(L, 6);
      break;
    case SX_PROPERTY:
    case SX_CACHED: {
      lua_pushvalue(L, 4);
      member *member = lua_newuserdatauv(L, sizeof *member, 1);
      member->context = context;
      member->slot = (int)lua_tointeger(L, 5);
      lua_pushvalue(L, 7);
      lua_setiuservalue(L, -2, 1);
      lua_rawset(L, 6);
      break;
    }
    case SX_INDEX: set_upvalue(L, "__index", UPVALUE_DYNAMIC); break;
    case SX_NEW_INDEX: set_upvalue(L, "__newindex", 2); break;
    default:
      lua_pushcclosure(L, kind == SX_PAIRS ? pairs : forward, 1);
      lua_setfield(
        L, 1, kind == SX_PAIRS ? "__pairs" : kind == SX_LENGTH ? "__len" : "__tostring");
  }
  *box = context;
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
  sx_instance *instance = lua_newuserdatauv(L, sizeof *instance, 1 + type->cached);
  *instance = (sx_instance){type, NULL};
  lua_pushvalue(L, 1);
  lua_setmetatable(L, -2);
  instance->object = lua_touserdata(L, 2);
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
