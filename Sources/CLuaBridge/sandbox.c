// The environments that scripts run in: copies of one template, each with library tables of its
// own, so that no script sees what another has patched.
#include <lualib.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

#include "runtime.h"

// What is taken from Lua's own libraries as it is. All else is replaced here or left out.
// What is long looks through a whole string, or makes one of its size: with steps for that.
typedef struct own {
  const char *name;
  enum { SHORT, LONG } kind;
  lua_CFunction function;
} own;

static own base_own[] = {
  {"assert", SHORT, NULL}, {"error", SHORT, NULL}, {"getmetatable", SHORT, NULL},
  {"ipairs", SHORT, NULL}, {"rawequal", SHORT, NULL}, {"select", SHORT, NULL},
  {"tonumber", LONG, NULL}, {"type", SHORT, NULL}, {0}};
static own string_own[] = {
  {"byte", SHORT, NULL}, {"char", SHORT, NULL}, {"format", SHORT, NULL}, {"len", SHORT, NULL},
  {"lower", LONG, NULL}, {"pack", LONG, NULL}, {"packsize", LONG, NULL}, {"reverse", LONG, NULL},
  {"sub", SHORT, NULL}, {"unpack", LONG, NULL}, {"upper", LONG, NULL}, {0}};
// Of the metatable of strings: what counts with those that look like numbers.
static own arithmetic_own[] = {
  {"__add", SHORT, NULL}, {"__sub", SHORT, NULL}, {"__mul", SHORT, NULL}, {"__mod", SHORT, NULL},
  {"__pow", SHORT, NULL}, {"__div", SHORT, NULL}, {"__idiv", SHORT, NULL}, {"__unm", SHORT, NULL},
  {0}};
static own utf8_own[] = {
  {"char", SHORT, NULL}, {"codepoint", SHORT, NULL}, {"codes", SHORT, NULL}, {"len", SHORT, NULL},
  {"offset", SHORT, NULL}, {0}};
static own math_own[] = {
  {"abs", SHORT, NULL}, {"acos", SHORT, NULL}, {"asin", SHORT, NULL}, {"atan", SHORT, NULL},
  {"ceil", SHORT, NULL}, {"cos", SHORT, NULL}, {"deg", SHORT, NULL}, {"exp", SHORT, NULL},
  {"floor", SHORT, NULL}, {"fmod", SHORT, NULL}, {"log", SHORT, NULL}, {"max", SHORT, NULL},
  {"min", SHORT, NULL}, {"modf", SHORT, NULL}, {"rad", SHORT, NULL}, {"sin", SHORT, NULL},
  {"sqrt", SHORT, NULL}, {"tan", SHORT, NULL}, {"tointeger", SHORT, NULL}, {"type", SHORT, NULL},
  {"ult", SHORT, NULL}, {0}};

// MARK: Finding Lua's own functions

// Once a process, in a state that is made for it: the functions are the same in each, and opening the
// libraries takes longer than all that is made of them. The lists are written under the lock of
// `find_own`, before this says so, and by nobody after it; who has seen it only reads them.
static atomic_bool is_found;

static void find(lua_State *L, own *members) {
  for (; members->name; members++) {
    lua_getfield(L, -1, members->name);
    members->function = lua_tocfunction(L, -1);
    if (!members->function) luaL_error(L, "Lua has no %s", members->name);
    lua_pop(L, 1);
  }
}

static int find_all(lua_State *L) {
  luaL_requiref(L, "_G", luaopen_base, 0);
  find(L, base_own);
  luaL_requiref(L, "string", luaopen_string, 0);
  find(L, string_own);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  find(L, arithmetic_own);
  luaL_requiref(L, "utf8", luaopen_utf8, 0);
  find(L, utf8_own);
  luaL_requiref(L, "math", luaopen_math, 0);
  find(L, math_own);
  return 0;
}

static bool find_own(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  if (atomic_load_explicit(&is_found, memory_order_acquire)) return true;
  pthread_mutex_lock(&lock);
  bool done = atomic_load_explicit(&is_found, memory_order_relaxed);
  lua_State *L = done ? NULL : luaL_newstate();
  if (L) {
    lua_pushcfunction(L, find_all);
    done = lua_pcall(L, 0, 0, 0) == LUA_OK;
    lua_close(L);
    atomic_store_explicit(&is_found, done, memory_order_release);
  }
  pthread_mutex_unlock(&lock);
  return done;
}

// MARK: The template

// Their first argument is that string, or a format.
static int call_charged(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING) sx_charge(L, lua_rawlen(L, 1) / 16);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);  // finds its arguments where they are
}

// Into the table on top.
static void add_own(lua_State *L, const own *members) {
  for (; members->name; members++) {
    lua_pushcfunction(L, members->function);
    if (members->kind == LONG) lua_pushcclosure(L, call_charged, 1);
    lua_setfield(L, -2, members->name);
  }
}

// With the values that they have in Lua's own libraries (lmathlib.c, lutf8lib.c).
static void add_constants_of_math(lua_State *L) {
  lua_pushnumber(L, (lua_Number)3.141592653589793238462643383279502884);
  lua_setfield(L, -2, "pi");
  lua_pushnumber(L, (lua_Number)HUGE_VAL);
  lua_setfield(L, -2, "huge");
  lua_pushinteger(L, LUA_MAXINTEGER);
  lua_setfield(L, -2, "maxinteger");
  lua_pushinteger(L, LUA_MININTEGER);
  lua_setfield(L, -2, "mininteger");
}

static void add_pattern_of_characters(lua_State *L) {
  lua_pushliteral(L, "[\0-\x7F\xC2-\xFD][\x80-\xBF]*");
  lua_setfield(L, -2, "charpattern");
}

static void add_library(
  lua_State *L, const char *name, int size, const own *members, void (*add)(lua_State *)) {
  lua_createtable(L, 0, size);
  if (members) add_own(L, members);
  if (add) add(L);
  lua_setfield(L, -2, name);
}

static void add_table_library(lua_State *L) {
  sx_add_tables(L);
  sx_add_sort(L);
}

static void add_string_library(lua_State *L) {
  sx_add_strings(L);
  sx_add_patterns(L);
}

static void add_math_library(lua_State *L) {
  add_constants_of_math(L);
  sx_add_numbers(L);
}

// The metatable of strings: hidden, and looking into a copy that no script has.
static void add_metatable_of_strings(lua_State *L) {
  lua_pushliteral(L, "");
  lua_createtable(L, 0, 16);
  add_own(L, arithmetic_own);
  lua_createtable(L, 0, 32);
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
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
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
  if (!find_own()) luaL_error(L, "Lua's own libraries cannot be opened");
  lua_createtable(L, 0, 32);
  add_own(L, base_own);
  sx_add_base(L);
  sx_add_protected(L);
  add_library(L, "string", 32, string_own, add_string_library);
  add_library(L, "utf8", 8, utf8_own, add_pattern_of_characters);
  add_library(L, "math", 32, math_own, add_math_library);
  add_library(L, "coroutine", 8, NULL, sx_add_coroutines);
  add_library(L, "table", 8, NULL, add_table_library);
  add_library(L, "os", 4, NULL, sx_add_time);
  lua_pushliteral(L, "Lua 5.4");
  lua_setfield(L, -2, "_VERSION");
  add_metatable_of_strings(L);
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
