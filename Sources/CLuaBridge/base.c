// The sandbox's basic functions that differ from Lua's.
#include "runtime.h"

// As luaL_tolstring, without addresses: they differ from one run to the next.
const char *sx_lib_text(lua_State *L, int index, size_t *size) {
  index = lua_absindex(L, index);
  if (luaL_callmeta(L, index, "__tostring")) {
    if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
    return lua_tolstring(L, -1, size);
  }
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING: return luaL_tolstring(L, index, size);
  }
  if (luaL_getmetafield(L, index, "__name") != LUA_TNIL) {
    if (lua_type(L, -1) == LUA_TSTRING) return lua_tolstring(L, -1, size);
    lua_pop(L, 1);
  }
  lua_pushstring(L, lua_typename(L, lua_type(L, index)));
  return lua_tolstring(L, -1, size);
}

static int lib_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  sx_lib_text(L, 1, NULL);
  return 1;
}

static int lib_print(lua_State *L) {
  int count = lua_gettop(L);
  luaL_checkstack(L, 4, NULL);
  lua_pushliteral(L, "");
  for (int index = 1; index <= count; index++) {
    if (index > 1) {
      lua_pushliteral(L, "\t");
      lua_concat(L, 2);
    }
    size_t size;
    sx_lib_text(L, index, &size);
    sx_reserve(L, size);
    lua_concat(L, 2);
  }
  size_t size;
  const char *text = lua_tolstring(L, -1, &size);
  sx_runtime *runtime = sx_runtime_of(L);
  runtime->host.print(runtime->host.owner, text, size);
  return 0;
}

// Finalizers run where no hook can stop them; Lua looks for `__gc` only here. What becomes of `__mode`
// is said in modes.c.
static int lib_setmetatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "cannot change a protected metatable");
  }
  if (type == LUA_TTABLE) {
    if (sx_push_raw(L, 2)) return luaL_error(L, "a state table cannot be a metatable");
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "'__gc' is not available to scripts");
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

// MARK: Raw access sees through state tables.

static int lib_rawget(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  bool state = sx_push_raw(L, 1);
  if (!state) lua_pushvalue(L, 1);
  lua_insert(L, 2);
  lua_rawget(L, 2);
  if (state) sx_wrap(L);
  return 1;
}

static int lib_rawset(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  lua_settop(L, 3);
  if (sx_push_raw(L, 1)) {
    sx_journal_assign(L, 4, 2, 3);
  } else {
    lua_rawset(L, 1);
  }
  lua_settop(L, 1);
  return 1;
}

static int lib_rawlen(lua_State *L) {
  int type = lua_type(L, 1);
  luaL_argexpected(L, type == LUA_TTABLE || type == LUA_TSTRING, 1, "table or string");
  lua_settop(L, 1);
  if (!sx_push_raw(L, 1)) lua_pushvalue(L, 1);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
  return 1;
}

// MARK: load

typedef struct source {
  const char *bytes;  // NULL if a function gives the pieces
  size_t size;
} source;

static const char *read_source(lua_State *L, void *context, size_t *size) {
  source *source = context;
  if (source->bytes) {
    *size = source->size < 4096 ? source->size : 4096;
    sx_charge(L, *size);
    const char *piece = source->bytes;
    source->bytes += *size;
    source->size -= *size;
    return *size > 0 ? piece : NULL;
  }
  luaL_checkstack(L, 2, "too many nested functions");
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    *size = 0;
    return NULL;
  }
  if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "reader function must return a string");
  lua_replace(L, 5);  // where the piece stays while it is read
  const char *piece = lua_tolstring(L, 5, size);
  sx_charge(L, *size);
  return piece;
}

// load(chunk, name, mode, env): text only, in this environment by default.
int sx_lib_load(lua_State *L) {
  bool own_environment = lua_gettop(L) >= 4;
  lua_settop(L, 5);
  const char *mode = luaL_optstring(L, 3, "t");
  if (!strchr(mode, 't')) {
    lua_pushnil(L);
    lua_pushfstring(L, "only text can be loaded (mode is '%s')", mode);
    return 2;
  }
  source source = {lua_tolstring(L, 1, &source.size), 0};
  const char *name = luaL_optstring(L, 2, source.bytes ? source.bytes : "=(load)");
  if (source.bytes) {
    lua_tolstring(L, 1, &source.size);
  } else {
    luaL_checktype(L, 1, LUA_TFUNCTION);
  }
  int status = lua_load(L, read_source, &source, name, "t");
  sx_runtime *runtime = sx_runtime_of(L);
  if (status == LUA_ERRMEM && runtime->budget.limits.bytes > 0) {
    sx_exceed(L, SX_LIMIT_MEMORY);
  }
  if (runtime->budget.exceeded) sx_stop(L);
  if (status != LUA_OK) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  lua_pushvalue(L, own_environment ? 4 : lua_upvalueindex(1));
  if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  return 1;
}

void sx_add_print(lua_State *L) {
  lua_pushcfunction(L, lib_print);
  lua_setfield(L, -2, "print");
}

void sx_add_base(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"tostring", lib_tostring}, {"print", lib_print}, {"setmetatable", lib_setmetatable},
    {"rawget", lib_rawget}, {"rawset", lib_rawset}, {"rawlen", lib_rawlen},
    {"pairs", sx_lib_pairs}, {"next", sx_lib_next}, {0}};
  luaL_setfuncs(L, functions, 0);
}
