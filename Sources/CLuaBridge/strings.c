// The string functions that differ from Lua's: they look at the memory limit before they build,
// and show no addresses.
#include "runtime.h"

static int lib_rep(lua_State *L) {
  size_t size, gap;
  const char *text = luaL_checklstring(L, 1, &size);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &gap);
  if (count <= 0 || size + gap == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  size_t most = SIZE_MAX / 4;
  if (size + gap > most / (size_t)count) return luaL_error(L, "resulting string too large");
  size_t total = (size_t)count * size + (size_t)(count - 1) * gap;
  sx_reserve(L, 2 * total);  // once in the buffer and once as a string
  sx_charge(L, total / 64);
  luaL_Buffer buffer;
  char *at = luaL_buffinitsize(L, &buffer, total);
  while (count-- > 0) {
    memcpy(at, text, size);
    at += size;
    if (count > 0) memcpy(at, separator, gap);
    if (count > 0) at += gap;
  }
  luaL_pushresultsize(&buffer, total);
  return 1;
}

// Makes the arguments such that Lua's own format shows no address: %p becomes %s of a type's name,
// and what %s shows becomes a string.
static int lib_format(lua_State *L) {
  size_t size;
  const char *format = luaL_checklstring(L, 1, &size);
  const char *end = format + size;
  sx_charge(L, size / 16);
  int argument = 1;
  for (const char *at = format; at < end; at++) {
    if (*at != '%') continue;
    if (++at < end && *at == '%') continue;
    while (at < end && strchr("-+ #0123456789.", *at) && *at) at++;
    if (at == end) break;
    argument++;
    if (*at == 's' && !lua_isnone(L, argument) && lua_type(L, argument) != LUA_TSTRING) {
      sx_lib_text(L, argument, NULL);
      lua_replace(L, argument);
    } else if (*at == 'p' && !lua_isnone(L, argument)) {
      // Copies the format, which may be looked at by others.
      luaL_Buffer buffer;
      size_t offset = (size_t)(at - format);
      lua_pushstring(L, luaL_typename(L, argument));
      lua_replace(L, argument);
      char *copy = luaL_buffinitsize(L, &buffer, size);
      memcpy(copy, format, size);
      copy[offset] = 's';
      luaL_pushresultsize(&buffer, size);
      lua_replace(L, 1);
      format = lua_tolstring(L, 1, &size);
      at = format + offset;
      end = format + size;
    }
  }
  return lua_tocfunction(L, lua_upvalueindex(1))(L);  // finds its arguments where they are
}

// The table on top gets them, in which Lua's own `format` is already.
void sx_add_strings(lua_State *L) {
  lua_pushcfunction(L, lib_rep);
  lua_setfield(L, -2, "rep");
  lua_getfield(L, -1, "format");
  lua_pushcclosure(L, lib_format, 1);
  lua_setfield(L, -2, "format");
}
