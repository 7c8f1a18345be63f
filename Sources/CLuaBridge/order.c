// Traversal in a fixed order: numbers ascending, then strings by their bytes, then false and true,
// then whatever else is a key, as Lua has it. Lua's own order depends on addresses and the time.
#include <math.h>
#include <stdlib.h>

#include "runtime.h"

// Beyond that, keys go to a table: a closure has room for 255 values.
enum { KEYS_IN_CLOSURE = 200 };

// An integer against a float that no integer equals: as keys they would be one key then.
static int compare_integer(lua_Integer integer, lua_Number number) {
  if (number >= 9223372036854775808.0) return -1;
  if (number < -9223372036854775808.0) return 1;
  return integer <= (lua_Integer)floor(number) ? -1 : 1;
}

// A float key has an integer of 0 and a number; an integer key has a number of 0.
static int compare_numbers(const sx_entry *left, const sx_entry *right) {
  bool left_float = left->number != 0, right_float = right->number != 0;
  if (left_float && right_float) {
    return left->number < right->number ? -1 : left->number > right->number;
  }
  if (left_float) return -compare_integer(right->integer, left->number);
  if (right_float) return compare_integer(left->integer, right->number);
  return left->integer < right->integer ? -1 : left->integer > right->integer;
}

int sx_compare_entries(const void *left_entry, const void *right_entry) {
  const sx_entry *left = left_entry, *right = right_entry;
  if (left->rank != right->rank) return left->rank < right->rank ? -1 : 1;
  if (left->rank == SX_RANK_STRING) {
    size_t shared = left->size < right->size ? left->size : right->size;
    int order = shared ? memcmp(left->name, right->name, shared) : 0;
    if (order != 0) return order;
    return left->size < right->size ? -1 : left->size > right->size;
  }
  if (left->rank == SX_RANK_OTHER) {
    return left->start < right->start ? -1 : left->start > right->start;
  }
  return compare_numbers(left, right);
}

void sx_describe_key(lua_State *L, int index, sx_entry *entry) {
  *entry = (sx_entry){.rank = SX_RANK_OTHER};
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      entry->rank = SX_RANK_NUMBER;
      if (lua_isinteger(L, index)) {
        entry->integer = lua_tointeger(L, index);
      } else {
        entry->number = lua_tonumber(L, index);
      }
      break;
    case LUA_TSTRING:
      entry->rank = SX_RANK_STRING;
      entry->name = lua_tolstring(L, index, &entry->size);
      break;
    case LUA_TBOOLEAN:
      entry->rank = SX_RANK_BOOLEAN;
      entry->integer = lua_toboolean(L, index);
      break;
  }
}

void sx_sort_entries(sx_entry *items, size_t count) {
  if (count > 8) {
    qsort(items, count, sizeof *items, sx_compare_entries);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    sx_entry entry = items[i];
    size_t at = i;
    for (; at > 0 && sx_compare_entries(&items[at - 1], &entry) > 0; at--) {
      items[at] = items[at - 1];
    }
    items[at] = entry;
  }
}

// Pushes the keys of the raw table in order: as they are if they are few, else in one table.
// Answers their number. The descriptions point into strings that the table keeps alive.
size_t sx_push_keys(lua_State *L, int table, bool *in_table) {
  sx_entries *entries = &sx_runtime_of(L)->keys;
  entries->count = 0;
  int first = lua_gettop(L) + 1;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_islightuserdata(L, -1)) continue;
    sx_entry *entry = sx_add_entry(entries);
    if (!entry) sx_starve(L);
    sx_describe_key(L, -1, entry);
    entry->start = entries->count - 1;
    if (entries->count <= KEYS_IN_CLOSURE) {
      if (entries->count % 16 == 1) luaL_checkstack(L, 24, NULL);
      lua_pushvalue(L, -1);  // one stays, one is for the traversal
    }
  }
  size_t count = entries->count;
  sx_charge(L, count);
  sx_sort_entries(entries->items, count);
  *in_table = count > KEYS_IN_CLOSURE;
  if (!*in_table) {
    luaL_checkstack(L, (int)count + 4, NULL);
    for (size_t i = 0; i < count; i++) lua_pushvalue(L, first + (int)entries->items[i].start);
    return count;
  }
  lua_settop(L, first - 1);
  lua_createtable(L, (int)count, 0);
  lua_pushnil(L);
  for (lua_Integer found = 0; lua_next(L, table); ) {
    lua_pop(L, 1);
    if (lua_islightuserdata(L, -1)) continue;
    lua_pushvalue(L, -1);
    lua_rawseti(L, first, ++found);
  }
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, first, (lua_Integer)entries->items[i].start + 1);
    lua_rawseti(L, first + 1, (lua_Integer)i + 1);
  }
  lua_remove(L, first);
  return count;
}

// Pushes an array of the keys of the table at `table`, which may be a state table.
int sx_ordered_keys(lua_State *L, int table) {
  if (!sx_push_raw(L, table)) lua_pushvalue(L, table);
  bool in_table;
  int raw = lua_gettop(L);
  size_t count = sx_push_keys(L, raw, &in_table);
  if (!in_table) {
    lua_createtable(L, (int)count, 0);
    int keys = lua_gettop(L);
    for (size_t i = 0; i < count; i++) {
      lua_pushvalue(L, keys - (int)count + (int)i);
      lua_rawseti(L, keys, (lua_Integer)i + 1);
    }
  }
  lua_replace(L, raw);
  lua_settop(L, raw);
  return 1;
}
