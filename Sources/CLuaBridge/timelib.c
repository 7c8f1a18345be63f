// os.time, date, clock and difftime on the host's clock, in UTC: so they say the same on replay,
// wherever that is.
#include <time.h>

#include "runtime.h"

static double host_clock(lua_State *L) {
  sx_runtime *runtime = sx_runtime_of(L);
  return runtime->host.clock(runtime->host.owner);
}

static lua_Integer host_seconds(lua_State *L) {
  double now = host_clock(L);
  return now > -9e15 && now < 9e15 ? (lua_Integer)now : 0;
}

static int field(lua_State *L, const char *name, int missing, int offset) {
  int exact;
  lua_getfield(L, 1, name);
  lua_Integer value = lua_tointegerx(L, -1, &exact);
  if (!exact) {
    if (!lua_isnil(L, -1)) return luaL_error(L, "field '%s' is not an integer", name);
    if (missing < 0) return luaL_error(L, "field '%s' missing in date table", name);
    value = missing + offset;
  }
  lua_pop(L, 1);
  if (value < INT32_MIN / 2 || value > INT32_MAX / 2) {
    return luaL_error(L, "field '%s' is out-of-bound", name);
  }
  return (int)value - offset;
}

static void set_field(lua_State *L, const char *name, int value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, name);
}

static void set_fields(lua_State *L, const struct tm *date) {
  set_field(L, "year", date->tm_year + 1900);
  set_field(L, "month", date->tm_mon + 1);
  set_field(L, "day", date->tm_mday);
  set_field(L, "hour", date->tm_hour);
  set_field(L, "min", date->tm_min);
  set_field(L, "sec", date->tm_sec);
  set_field(L, "yday", date->tm_yday + 1);
  set_field(L, "wday", date->tm_wday + 1);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "isdst");
}

static int lib_time(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    lua_pushinteger(L, host_seconds(L));
    return 1;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  struct tm date = {0};
  date.tm_year = field(L, "year", -1, 1900);
  date.tm_mon = field(L, "month", -1, 1);
  date.tm_mday = field(L, "day", -1, 0);
  date.tm_hour = field(L, "hour", 12, 0);
  date.tm_min = field(L, "min", 0, 0);
  date.tm_sec = field(L, "sec", 0, 0);
  time_t seconds = timegm(&date);
  set_fields(L, &date);
  lua_pushinteger(L, (lua_Integer)seconds);
  return 1;
}

static int lib_date(lua_State *L) {
  size_t size;
  const char *format = luaL_optlstring(L, 1, "%c", &size);
  time_t seconds = (time_t)(lua_isnoneornil(L, 2) ? host_seconds(L) : luaL_checkinteger(L, 2));
  if (*format == '!') format++;
  struct tm date;
  if (!gmtime_r(&seconds, &date)) {
    return luaL_error(L, "date result cannot be represented in this installation");
  }
  if (strncmp(format, "*t", 2) == 0) {
    lua_createtable(L, 0, 9);
    set_fields(L, &date);
    return 1;
  }
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (; *format; format++) {
    if (*format != '%') {
      luaL_addchar(&buffer, *format);
      continue;
    }
    char piece[] = {'%', *++format, 0}, text[250];
    // Of the conversions that C has, those that say the same everywhere.
    if (!*format || !strchr("aAbBcdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%", *format)) {
      return luaL_error(L, "invalid conversion specifier '%%%s'", piece + 1);
    }
    luaL_addlstring(&buffer, text, strftime(text, sizeof text, piece, &date));
  }
  luaL_pushresult(&buffer);
  return 1;
}

static int lib_clock(lua_State *L) {
  lua_pushnumber(L, host_clock(L));
  return 1;
}

static int lib_difftime(lua_State *L) {
  lua_pushnumber(L, (double)luaL_checkinteger(L, 1) - (double)luaL_optinteger(L, 2, 0));
  return 1;
}

void sx_add_time(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"time", lib_time}, {"date", lib_date}, {"clock", lib_clock}, {"difftime", lib_difftime},
    {0}};
  luaL_setfuncs(L, functions, 0);
}
