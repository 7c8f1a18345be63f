// Lua's own libraries, whole: for Lua that the host brings along, and for states whose scripts are
// trusted with the machine. What guards limits is the sandbox's all the same.
#include <lualib.h>

#include "runtime.h"

static const luaL_Reg inner[] = {
  {LUA_GNAME, luaopen_base}, {LUA_COLIBNAME, luaopen_coroutine}, {LUA_TABLIBNAME, luaopen_table},
  {LUA_STRLIBNAME, luaopen_string}, {LUA_MATHLIBNAME, luaopen_math},
  {LUA_UTF8LIBNAME, luaopen_utf8}, {LUA_DBLIBNAME, luaopen_debug}, {0}};
static const luaL_Reg outer[] = {
  {LUA_LOADLIBNAME, luaopen_package}, {LUA_IOLIBNAME, luaopen_io}, {LUA_OSLIBNAME, luaopen_os},
  {0}};

static void open(lua_State *L, const luaL_Reg *libraries) {
  for (; libraries->func; libraries++) {
    luaL_requiref(L, libraries->name, libraries->func, 1);
    lua_pop(L, 1);
  }
}

// Makes new tables the globals and the loaded modules, and pushes the globals.
static void replace_globals(lua_State *L) {
  lua_newtable(L);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

// Into the globals on top: what no script may catch, and what counts coroutines.
static void guard(lua_State *L) {
  sx_add_protected(L);
  lua_getfield(L, -1, LUA_COLIBNAME);
  sx_add_coroutines(L);
  lua_pop(L, 1);
}

// debug.line_in(source): the line that the innermost function of that source is at; 0 where none
// runs. Telling one line by way of `getinfo` makes a table for each frame. Who asks is not looked at.
static int line_in(lua_State *L) {
  size_t size;
  const char *source = luaL_checklstring(L, 1, &size);
  lua_Integer line = 0;
  lua_Debug frame;
  for (int level = 2; line == 0 && lua_getstack(L, level, &frame); level++) {
    lua_getinfo(L, "Sl", &frame);
    bool is_within = frame.srclen == size && memcmp(frame.source, source, size) == 0;
    if (is_within && frame.currentline > 0) line = frame.currentline;
  }
  lua_pushinteger(L, line);
  return 1;
}

// debug.lines_of(function, source): the lines that a function of that source begins and ends in;
// nothing where it is none.
static int lines_of(lua_State *L) {
  size_t size;
  const char *source = luaL_checklstring(L, 2, &size);
  if (lua_type(L, 1) != LUA_TFUNCTION) return 0;
  lua_Debug record;
  lua_pushvalue(L, 1);
  lua_getinfo(L, ">S", &record);
  if (record.srclen != size || memcmp(record.source, source, size) != 0) return 0;
  lua_pushinteger(L, record.linedefined);
  lua_pushinteger(L, record.lastlinedefined);
  return 2;
}

static void add_lines(lua_State *L) {
  static const luaL_Reg functions[] = {{"line_in", line_in}, {"lines_of", lines_of}, {0}};
  lua_getfield(L, -1, LUA_DBLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}

// The state is as before, but for the table that is the result.
static int new_libraries(lua_State *L) {
  luaL_checkstack(L, 20, NULL);
  lua_settop(L, 0);
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_pushliteral(L, "");
  if (!lua_getmetatable(L, 3)) lua_pushnil(L);
  replace_globals(L);
  open(L, inner);
  guard(L);
  add_lines(L);
  lua_pushvalue(L, 1);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, 2);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_pushvalue(L, 4);
  lua_setmetatable(L, 3);
  return 1;
}

bool sx_new_libraries(sx_runtime *runtime) {
  return sx_protect(runtime, new_libraries, 0, runtime->shared.arguments.count, 1);
}

static int open_libraries(lua_State *L) {
  luaL_checkstack(L, 20, NULL);
  lua_settop(L, 0);
  sx_show_modes(L);
  replace_globals(L);
  open(L, inner);
  open(L, outer);
  guard(L);
  sx_add_print(L);
  return 1;
}

bool sx_open_libraries(sx_runtime *runtime) {
  return sx_protect(runtime, open_libraries, 0, runtime->shared.arguments.count, 1);
}
