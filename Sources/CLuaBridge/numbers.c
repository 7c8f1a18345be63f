// math.random over xoshiro256**, as Lua 5.4 has it, from a state that the host seeds and can save.
#include "runtime.h"

static uint64_t rotate(uint64_t word, int by) { return (word << by) | (word >> (64 - by)); }

static uint64_t next_random(uint64_t *s) {
  uint64_t result = rotate(s[1] * 5, 7) * 9;
  uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate(s[3], 45);
  return result;
}

// Uniform in 0...limit: by the smallest mask that covers it, as often as it takes.
static uint64_t project(uint64_t *state, uint64_t value, uint64_t limit) {
  uint64_t mask = limit;
  for (int shift = 1; shift <= 32; shift *= 2) mask |= mask >> shift;
  while ((value &= mask) > limit) value = next_random(state);
  return value;
}

static int lib_random(lua_State *L) {
  uint64_t *state = sx_runtime_of(L)->random;
  uint64_t value = next_random(state);
  lua_Integer low = 1, high;
  switch (lua_gettop(L)) {
    case 0:
      lua_pushnumber(L, (double)(value >> 11) * 0x1p-53);
      return 1;
    case 1:
      high = luaL_checkinteger(L, 1);
      if (high == 0) {
        lua_pushinteger(L, (lua_Integer)value);
        return 1;
      }
      break;
    case 2:
      low = luaL_checkinteger(L, 1);
      high = luaL_checkinteger(L, 2);
      break;
    default: return luaL_error(L, "wrong number of arguments");
  }
  luaL_argcheck(L, low <= high, lua_gettop(L), "interval is empty");
  uint64_t offset = project(state, value, (uint64_t)high - (uint64_t)low);
  lua_pushinteger(L, (lua_Integer)(offset + (uint64_t)low));
  return 1;
}

// The host seeds: what a script asks for here would change what a trace replays.
static int lib_randomseed(lua_State *L) {
  (void)L;
  return 0;
}

void sx_add_numbers(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"random", lib_random}, {"randomseed", lib_randomseed}, {0}};
  luaL_setfuncs(L, functions, 0);
}
