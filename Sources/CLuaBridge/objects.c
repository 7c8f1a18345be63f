// Host objects: userdata that hold a Swift object, and the classes that say what they have.
//
// A class's metatable is never within a script's reach, so an object cannot be forged, nor its
// finalizer be called by hand. Members are looked up first, then the object's fallback table (its
// first user value), then the class's dynamic index.
#include "objects.h"

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
  int32_t outer = sx_go_outside(runtime);
  int32_t answer = runtime->host.call(
    runtime->host.owner, context, object, L, first, lua_gettop(L) - first + 1);
  sx_come_back(runtime, outer);
  return sx_answer(L, runtime, answer, base);
}

// MARK: Methods

int sx_method(lua_State *L) {
  const sx_box *box = lua_touserdata(L, lua_upvalueindex(1));
  const sx_class *type = lua_touserdata(L, lua_upvalueindex(2));
  void *object = sx_object_of(L, 1, type);
  if (object) return call_member(L, box->context, object, 2);
  return luaL_error(
    L, "%s: expected a %s, got %s \xe2\x80\x94 call it with a colon",
    lua_tostring(L, lua_upvalueindex(3)), type->name, sx_type_name(L, 1));
}

// MARK: Indexing

static int property(lua_State *L, const sx_member *member, const sx_instance *instance) {
  if (member->slot == 0) return call_member(L, member->context, instance->object, 3);
  if (lua_getiuservalue(L, 1, member->slot) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  if (call_member(L, member->context, instance->object, 3) == 0) return 0;
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, 1, member->slot);
  return 1;
}

int sx_object_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  switch (lua_rawget(L, lua_upvalueindex(SX_INDEX_MEMBERS))) {
    case LUA_TFUNCTION: return 1;
    case LUA_TUSERDATA: {
      const sx_member *member = lua_touserdata(L, 3);
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
  const sx_box *dynamic = lua_touserdata(L, lua_upvalueindex(SX_INDEX_DYNAMIC));
  if (!dynamic) return 0;
  const sx_instance *instance = lua_touserdata(L, 1);
  return call_member(L, dynamic->context, instance->object, 2);
}

int sx_object_newindex(lua_State *L) {
  const sx_class *type = lua_touserdata(L, lua_upvalueindex(1));
  const sx_box *box = lua_touserdata(L, lua_upvalueindex(2));
  const sx_instance *instance = lua_touserdata(L, 1);
  if (box) return call_member(L, box->context, instance->object, 2);
  size_t size;
  const char *key = sx_lib_text(L, 2, &size);
  return luaL_error(L, "cannot set '%s' of a %s", key, type->name);
}

// MARK: Other metamethods

int sx_object_forward(lua_State *L) {
  const sx_box *box = lua_touserdata(L, lua_upvalueindex(1));
  const sx_instance *instance = lua_touserdata(L, 1);
  return call_member(L, box->context, instance->object, 2);
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
int sx_object_pairs(lua_State *L) {
  lua_settop(L, 1);
  int count = sx_object_forward(L);
  lua_createtable(L, count, 0);
  lua_insert(L, 2);
  for (; count > 0; count--) lua_rawseti(L, 2, count);
  lua_pushinteger(L, 1);
  lua_pushcclosure(L, next_pair, 2);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

int sx_object_equal(lua_State *L) {
  const sx_instance *left = lua_touserdata(L, 1), *right = lua_touserdata(L, 2);
  bool both = sx_object(L, 1) && sx_object(L, 2);
  lua_pushboolean(L, both && left->type == right->type && left->object == right->object);
  return 1;
}

int sx_object_release(lua_State *L) {
  sx_instance *instance = lua_touserdata(L, 1);
  sx_disown(sx_runtime_of(L), instance->place);
  instance->object = NULL;
  return 0;
}
