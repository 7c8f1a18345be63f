// The environments that scripts run in: copies of one template, each with library tables of its
// own, so that no script sees what another has patched.
#include <lualib.h>

#include "runtime.h"

// What is taken from Lua's own libraries as it is. All else is replaced here or left out.
static const char *const base_names[] = {
  "assert", "error", "getmetatable", "ipairs", "rawequal", "select", "tonumber", "type", NULL};
static const char *const string_names[] = {
  "byte", "char", "len", "lower", "pack", "packsize", "reverse", "sub", "unpack", "upper", NULL};
static const char *const utf8_names[] = {
  "char", "charpattern", "codepoint", "codes", "len", "offset", NULL};
static const char *const math_names[] = {
  "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log",
  "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan",
  "tointeger", "type", "ult", NULL};
static const char *const coroutine_names[] = {"create", NULL};

// Those of Lua's own functions that look through a whole string, or make one of its size: with steps for
// that.
static const char *const long_names[] = {
  "lower", "pack", "packsize", "reverse", "tonumber", "unpack", "upper", NULL};

// Their first argument is that string, or a format.
static int call_charged(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING) sx_charge(L, lua_rawlen(L, 1) / 16);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);  // finds its arguments where they are
}

static bool is_among(const char *name, const char *const *names) {
  while (*names && strcmp(*names, name) != 0) names++;
  return *names != NULL;
}

// From the library on top to the template at `to`.
static void take(lua_State *L, int to, const char *const *names) {
  for (; *names; names++) {
    lua_getfield(L, -1, *names);
    if (is_among(*names, long_names) && lua_iscfunction(L, -1)) {
      lua_pushcclosure(L, call_charged, 1);
    }
    lua_setfield(L, to, *names);
  }
}

static void add_library(
  lua_State *L, const char *name, lua_CFunction open, const char *const *names,
  void (*add)(lua_State *)) {
  int template = lua_gettop(L);
  lua_newtable(L);
  if (open) {
    luaL_requiref(L, name, open, 0);
    take(L, template + 1, names);
    lua_pop(L, 1);
  }
  if (add) add(L);
  lua_setfield(L, template, name);
}

static void add_table_library(lua_State *L) {
  sx_add_tables(L);
  sx_add_sort(L);
}

static void add_string_library(lua_State *L) {
  sx_add_strings(L);
  sx_add_patterns(L);
}

// The metatable of strings: hidden, and looking into a copy that no script has.
static void close_strings(lua_State *L) {
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_newtable(L);
  lua_getfield(L, -4, "string");
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -5);
  }
  lua_pop(L, 1);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
}

// Lua's messages find the names of its functions among the loaded modules: 'string.format'.
static void name_functions(lua_State *L) {
  lua_newtable(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, SX_SLOT_TEMPLATE);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    if (!lua_istable(L, -1)) {
      lua_pop(L, 1);
      continue;
    }
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -5);
  }
  lua_setfield(L, -2, "_G");
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}

void sx_open_template(lua_State *L) {
  lua_newtable(L);
  luaL_requiref(L, "_G", luaopen_base, 0);
  take(L, lua_gettop(L) - 1, base_names);
  lua_pop(L, 1);
  sx_add_base(L);
  sx_add_protected(L);
  add_library(L, "string", luaopen_string, string_names, add_string_library);
  add_library(L, "utf8", luaopen_utf8, utf8_names, NULL);
  add_library(L, "math", luaopen_math, math_names, sx_add_numbers);
  add_library(L, "coroutine", luaopen_coroutine, coroutine_names, sx_add_coroutines);
  add_library(L, "table", NULL, NULL, add_table_library);
  add_library(L, "os", NULL, NULL, sx_add_time);
  lua_pushliteral(L, "Lua 5.4");
  lua_setfield(L, -2, "_VERSION");
  close_strings(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, SX_SLOT_TEMPLATE);
  name_functions(L);
  // The host's own globals stay empty: nothing may ever run in them.
  lua_newtable(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

// Copies the table on top, and the tables in it.
static void copy(lua_State *L) {
  int from = lua_gettop(L);
  lua_createtable(L, 0, 32);
  lua_pushnil(L);
  while (lua_next(L, from)) {
    if (lua_istable(L, -1)) {
      copy(L);
      lua_remove(L, -2);
    }
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, from + 1);
  }
}

static int new_environment(lua_State *L) {
  luaL_checkstack(L, 20, NULL);
  lua_rawgeti(L, LUA_REGISTRYINDEX, SX_SLOT_TEMPLATE);
  copy(L);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "_G");
  // What `load` compiles runs here and nowhere else.
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, sx_lib_load, 1);
  lua_setfield(L, -2, "load");
  return 1;
}

bool sx_new_environment(sx_runtime *runtime) {
  return sx_protect(runtime, new_environment, 0, runtime->shared.arguments.count, 1);
}
