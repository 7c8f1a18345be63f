// Traversal in a fixed order: numbers ascending, then strings by their bytes, then false and true,
// then whatever else is a key, as Lua has it. Lua's own order depends on addresses and the time.
#include <math.h>
#include <stdlib.h>

#include "runtime.h"

enum { RANK_NUMBER, RANK_STRING, RANK_BOOLEAN, RANK_OTHER };

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

static int compare_entries(const void *left_entry, const void *right_entry) {
  const sx_entry *left = left_entry, *right = right_entry;
  if (left->rank != right->rank) return left->rank < right->rank ? -1 : 1;
  if (left->rank == RANK_STRING) {
    size_t shared = left->size < right->size ? left->size : right->size;
    int order = shared ? memcmp(left->name, right->name, shared) : 0;
    if (order != 0) return order;
    return left->size < right->size ? -1 : left->size > right->size;
  }
  if (left->rank == RANK_OTHER) return left->start < right->start ? -1 : left->start > right->start;
  return compare_numbers(left, right);
}

static void describe_key(lua_State *L, int index, sx_entry *entry) {
  *entry = (sx_entry){.rank = RANK_OTHER};
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      entry->rank = RANK_NUMBER;
      if (lua_isinteger(L, index)) {
        entry->integer = lua_tointeger(L, index);
      } else {
        entry->number = lua_tonumber(L, index);
      }
      break;
    case LUA_TSTRING:
      entry->rank = RANK_STRING;
      entry->name = lua_tolstring(L, index, &entry->size);
      break;
    case LUA_TBOOLEAN:
      entry->rank = RANK_BOOLEAN;
      entry->integer = lua_toboolean(L, index);
      break;
  }
}

void sx_sort_entries(sx_entry *items, size_t count) {
  if (count > 8) {
    qsort(items, count, sizeof *items, compare_entries);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    sx_entry entry = items[i];
    size_t at = i;
    for (; at > 0 && compare_entries(&items[at - 1], &entry) > 0; at--) items[at] = items[at - 1];
    items[at] = entry;
  }
}

// How many keys 1, 2, 3 … a traversal gives; -1 if there are others.
static lua_Integer sequence_length(lua_State *L, int table) {
  lua_Integer count = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (!lua_isinteger(L, -1) || lua_tointeger(L, -1) != count + 1) {
      lua_pop(L, 1);
      return -1;
    }
    count++;
  }
  sx_charge(L, (uint64_t)count);
  return count;
}

// Pushes the keys of the raw table in order: as they are if they are few, else in one table.
// Answers their number. The descriptions point into strings that the table keeps alive.
static size_t push_keys(lua_State *L, int table, bool *in_table) {
  sx_entries *entries = &sx_runtime_of(L)->keys;
  entries->count = 0;
  int first = lua_gettop(L) + 1;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_islightuserdata(L, -1)) continue;
    sx_entry *entry = sx_add_entry(entries);
    if (!entry) luaL_error(L, "not enough memory");
    describe_key(L, -1, entry);
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
  size_t count = push_keys(L, raw, &in_table);
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

// MARK: Iterators. The raw table is their first upvalue; what a script passes for it is ignored.

enum { UPVALUE_TABLE = 1, UPVALUE_STATE, UPVALUE_POSITION, UPVALUE_KEYS };

static int found(lua_State *L) {
  if (lua_toboolean(L, lua_upvalueindex(UPVALUE_STATE))) sx_wrap(L);
  return 2;
}

static int at_end(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

// Of a table that had the keys 1 to n: the control value is the position.
static int next_element(lua_State *L) {
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(UPVALUE_POSITION));
  lua_Integer index = lua_tointeger(L, 2);
  while (++index <= last) {
    lua_pushinteger(L, index);
    if (lua_rawgeti(L, lua_upvalueindex(UPVALUE_TABLE), index) != LUA_TNIL) return found(L);
    lua_pop(L, 2);
    sx_charge(L, 1);
  }
  return at_end(L);
}

static lua_Integer position(lua_State *L) {
  return lua_isnil(L, 2) ? 0 : lua_tointeger(L, lua_upvalueindex(UPVALUE_POSITION));
}

// The value of the key on top, and what the iterator answers; 0 if the key has gone meanwhile.
static int value_of_key(lua_State *L, lua_Integer position) {
  lua_pushvalue(L, -1);
  if (lua_rawget(L, lua_upvalueindex(UPVALUE_TABLE)) == LUA_TNIL) {
    lua_pop(L, 2);
    return 0;
  }
  lua_pushinteger(L, position);
  lua_replace(L, lua_upvalueindex(UPVALUE_POSITION));
  return found(L);
}

static int next_key(lua_State *L) {
  int index = (int)position(L);
  for (;;) {
    int upvalue = lua_upvalueindex(UPVALUE_KEYS + index++);
    if (lua_type(L, upvalue) == LUA_TNONE) return at_end(L);
    lua_pushvalue(L, upvalue);
    int results = value_of_key(L, index);
    if (results > 0) return results;
  }
}

static int next_listed_key(lua_State *L) {
  lua_Integer index = position(L);
  while (lua_rawgeti(L, lua_upvalueindex(UPVALUE_KEYS), ++index) != LUA_TNIL) {
    int results = value_of_key(L, index);
    if (results > 0) return results;
    sx_charge(L, 1);
  }
  return at_end(L);
}

static int finish_pairs(lua_State *L, int status, lua_KContext context) {
  (void)L, (void)status, (void)context;
  return 3;
}

static int call_pairs(lua_State *L) {
  lua_settop(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") == LUA_TNIL) return 0;
  lua_pushvalue(L, 1);
  lua_callk(L, 1, 3, 0, finish_pairs);
  return 3;
}

// Leaves the iterator on top of the raw table.
static void push_iterator(lua_State *L, int raw, bool state) {
  lua_Integer length = sequence_length(L, raw);
  lua_pushvalue(L, raw);
  lua_pushboolean(L, state);
  lua_pushinteger(L, length > 0 ? length : 0);
  if (length >= 0) {
    lua_pushcclosure(L, next_element, 3);
    return;
  }
  bool in_table;
  size_t count = push_keys(L, raw, &in_table);
  if (in_table) {
    lua_pushcclosure(L, next_listed_key, 4);
    return;
  }
  // Between the three values and the keys in order lie the keys as they were found.
  int first = lua_gettop(L) - 2 * (int)count + 1;
  for (size_t i = 0; i < count; i++) {
    lua_copy(L, first + (int)(count + i), first + (int)i);
  }
  lua_settop(L, first + (int)count - 1);
  lua_pushcclosure(L, next_key, 3 + (int)count);
}

int sx_lib_pairs(lua_State *L) {
  bool state = false;
  if (lua_type(L, 1) == LUA_TTABLE && !lua_getmetatable(L, 1)) {
    lua_settop(L, 1);
    lua_pushvalue(L, 1);
  } else {
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    state = sx_push_raw(L, 1);
    if (!state) {
      int results = call_pairs(L);
      if (results > 0) return results;
      luaL_checktype(L, 1, LUA_TTABLE);
      lua_pushvalue(L, 1);
    }
  }
  push_iterator(L, 2, state);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// MARK: next

// Pushes the smallest key above the one at `key` (nil: of all) and its value. A traversal with
// `next` costs the table's size at each step, where `pairs` costs it once; over an array it does
// not.
static int successor(lua_State *L, int table, int key) {
  sx_entry after, best, entry;
  bool first = lua_isnil(L, key), found = false, passed = false;
  if (!first) describe_key(L, key, &after);
  lua_pushnil(L);  // the best key so far
  int kept = lua_gettop(L);
  uint64_t steps = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    steps++;
    if (lua_islightuserdata(L, -1)) continue;
    describe_key(L, -1, &entry);
    entry.start = (size_t)steps;
    if (!first && entry.rank == RANK_OTHER && after.rank == RANK_OTHER) {
      if (lua_rawequal(L, -1, key)) {
        passed = true;
        continue;
      }
      if (!passed) continue;
    } else if (!first && compare_entries(&entry, &after) <= 0) {
      continue;
    }
    if (found && compare_entries(&entry, &best) >= 0) continue;
    best = entry;
    found = true;
    lua_copy(L, -1, kept);
  }
  sx_charge(L, steps);
  if (!found) return 1;  // the nil
  lua_pushvalue(L, kept);
  lua_rawget(L, table);
  return 2;
}

int sx_lib_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  bool state = sx_push_raw(L, 1);
  if (!state) lua_pushvalue(L, 1);
  if (lua_isinteger(L, 2)) {
    lua_Integer key = lua_tointeger(L, 2);
    if (key < LUA_MAXINTEGER && lua_rawgeti(L, 3, key + 1) != LUA_TNIL) {
      lua_pushinteger(L, key + 1);
      lua_insert(L, -2);
      if (state) sx_wrap(L);
      return 2;
    }
    lua_settop(L, 3);
  }
  int count = successor(L, 3, 2);
  if (state && count == 2) sx_wrap(L);
  return count;
}
