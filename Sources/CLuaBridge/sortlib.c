// table.sort: a merge sort. It is stable, ends after n log n comparisons whatever the comparison
// answers, and counts them; Lua's own picks pivots by the clock.
#include "runtime.h"

enum { TABLE = 1, COMPARE = 2, ITEMS = 3, SPARE = 4 };

typedef struct sorter {
  lua_State *L;
  bool compares, state;
} sorter;

// Whether item `left` of the table at `items` has to come after item `right`.
static bool is_after(const sorter *sorter, int items, lua_Integer left, lua_Integer right) {
  lua_State *L = sorter->L;
  sx_charge(L, 1);
  if (sorter->compares) lua_pushvalue(L, COMPARE);
  lua_rawgeti(L, items, right);
  if (sorter->state) sx_wrap(L);
  lua_rawgeti(L, items, left);
  if (sorter->state) sx_wrap(L);
  bool after;
  if (sorter->compares) {
    lua_call(L, 2, 1);
    after = lua_toboolean(L, -1);
    lua_pop(L, 1);
  } else {
    after = lua_compare(L, -2, -1, LUA_OPLT);
    lua_pop(L, 2);
  }
  return after;
}

static void move(lua_State *L, int from, lua_Integer at, int to, lua_Integer place) {
  lua_rawgeti(L, from, at);
  lua_rawseti(L, to, place);
}

// Merges runs of `width` from one table to the other.
static void merge_runs(
  const sorter *sorter, int from, int to, lua_Integer count, lua_Integer width) {
  lua_State *L = sorter->L;
  for (lua_Integer start = 1; start <= count; start += 2 * width) {
    lua_Integer left = start, middle = start + width, right = middle;
    lua_Integer end = start + 2 * width;
    if (middle > count + 1) middle = right = count + 1;
    if (end > count + 1) end = count + 1;
    for (lua_Integer place = start; place < end; place++) {
      bool take_right = left >= middle
        || (right < end && is_after(sorter, from, left, right));
      move(L, from, take_right ? right++ : left++, to, place);
    }
  }
}

static int lib_sort(lua_State *L) {
  sorter sorter = {L, !lua_isnoneornil(L, 2), false};
  luaL_checktype(L, 1, LUA_TTABLE);
  if (sorter.compares) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_Integer count = luaL_len(L, 1);
  lua_settop(L, 2);
  if (count < 2) return 0;
  luaL_argcheck(L, count < INT32_MAX, 1, "array too big");
  sorter.state = sx_push_raw(L, 1);
  if (sorter.state) {
    sx_check_writable(L, lua_gettop(L));
    lua_replace(L, TABLE);
  }
  lua_newtable(L);
  lua_newtable(L);
  for (lua_Integer index = 1; index <= count; index++) {
    sx_charge(L, 1);
    if (sorter.state) {
      lua_rawgeti(L, TABLE, index);
    } else {
      lua_geti(L, TABLE, index);
    }
    lua_rawseti(L, ITEMS, index);
  }
  int from = ITEMS, to = SPARE;
  for (lua_Integer width = 1; width < count; width *= 2) {
    merge_runs(&sorter, from, to, count, width);
    int other = from;
    from = to;
    to = other;
  }
  for (lua_Integer index = 1; index <= count; index++) {
    sx_charge(L, 1);
    lua_rawgeti(L, from, index);
    if (sorter.state) {
      lua_pushinteger(L, index);
      sx_journal_move(L, TABLE, 6, 5);
      lua_settop(L, 4);
    } else {
      lua_seti(L, TABLE, index);
    }
  }
  return 0;
}

void sx_add_sort(lua_State *L) {
  lua_pushcfunction(L, lib_sort);
  lua_setfield(L, -2, "sort");
}
