// Images: what functions and tables keep outside any coordinator's state, that is in the locals of
// their scripts, in globals and in tables that these hold; to be compared with later, and put back.
//
// An image is a table of two lists: `cells` has a function, the number of an upvalue and its value
// for each variable that functions share; `tables` has a table, a copy of it, its metatable or
// false, and the number of its entries. Frozen tables cannot change and are only walked through.
#include "runtime.h"

enum { ROOT = 1, CELLS, TABLES, SEEN, QUEUE };

static const char absent;  // stands for nil in a list
static const char opaque_key;

static void append(lua_State *L, int list) { lua_rawseti(L, list, luaL_len(L, list) + 1); }

// Leaves the value on top to be walked, once; takes it away.
static void enqueue(lua_State *L) {
  switch (lua_type(L, -1)) {
    case LUA_TTABLE: case LUA_TFUNCTION: case LUA_TUSERDATA: case LUA_TTHREAD: break;
    default: lua_pop(L, 1); return;
  }
  lua_pushvalue(L, -1);
  if (lua_rawget(L, SEEN) != LUA_TNIL) return lua_pop(L, 2);
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  lua_pushboolean(L, 1);
  lua_rawset(L, SEEN);
  append(L, QUEUE);
}

static void walk_function(lua_State *L, int function) {
  bool is_script = !lua_iscfunction(L, function);
  for (int number = 1; lua_getupvalue(L, function, number); number++) {
    if (is_script) {
      void *cell = lua_upvalueid(L, function, number);
      if (lua_rawgetp(L, SEEN, cell) == LUA_TNIL) {
        lua_pushboolean(L, 1);
        lua_rawsetp(L, SEEN, cell);
        lua_pushvalue(L, function);
        append(L, CELLS);
        lua_pushinteger(L, number);
        append(L, CELLS);
        if (lua_isnil(L, -2)) lua_pushlightuserdata(L, (void *)&absent);
        else lua_pushvalue(L, -2);
        append(L, CELLS);
      }
      lua_pop(L, 1);
    }
    enqueue(L);
  }
}

static lua_Integer copy_entries(lua_State *L, int from, int to) {
  lua_Integer count = 0;
  lua_pushnil(L);
  while (lua_next(L, from)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, to);
    count++;
  }
  return count;
}

static void walk_entries(lua_State *L, int table) {
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pushvalue(L, -2);
    enqueue(L);
    enqueue(L);
  }
}

static void walk_table(lua_State *L, int table) {
  if (sx_push_raw(L, table)) table = lua_gettop(L);
  bool is_frozen = lua_rawgetp(L, table, &sx_frozen_key) != LUA_TNIL;
  lua_pop(L, 1);
  walk_entries(L, table);
  if (is_frozen) return;
  lua_pushvalue(L, table);
  append(L, TABLES);
  lua_newtable(L);
  lua_Integer count = copy_entries(L, table, lua_gettop(L));
  append(L, TABLES);
  if (lua_getmetatable(L, table)) {
    lua_pushvalue(L, -1);
    enqueue(L);
  } else {
    lua_pushboolean(L, 0);
  }
  append(L, TABLES);
  lua_pushinteger(L, count);
  append(L, TABLES);
}

// Whether a userdata is a host function's: such do not change.
static bool is_box(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, SX_SLOT_BOX);
  bool is = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return is;
}

static int take(lua_State *L) {
  luaL_checkstack(L, 24, NULL);
  lua_settop(L, ROOT);
  for (int slot = CELLS; slot <= QUEUE; slot++) lua_newtable(L);
  lua_pushvalue(L, ROOT);
  enqueue(L);
  bool is_opaque = false;
  for (lua_Integer next = 1; lua_rawgeti(L, QUEUE, next) != LUA_TNIL; next++) {
    int value = lua_gettop(L);
    switch (lua_type(L, value)) {
      case LUA_TFUNCTION: walk_function(L, value); break;
      case LUA_TTABLE: walk_table(L, value); break;
      // What a coroutine, or an iterator of the library's, has come to cannot be put back.
      default: is_opaque = is_opaque || !is_box(L, value);
    }
    lua_settop(L, QUEUE);
  }
  lua_createtable(L, 2, 1);
  lua_pushvalue(L, CELLS);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, TABLES);
  lua_rawseti(L, -2, 2);
  lua_pushboolean(L, is_opaque);
  lua_rawsetp(L, -2, &opaque_key);
  return 1;
}

bool sx_image_take(sx_runtime *runtime, sx_reference root) {
  return sx_protect(runtime, take, root, runtime->shared.arguments.count, 1);
}

// MARK: Comparing

// Pushes the image's lists, at 2 and 3.
static void open_image(lua_State *L) {
  luaL_checkstack(L, 16, NULL);
  lua_settop(L, 1);
  lua_rawgeti(L, 1, 1);
  lua_rawgeti(L, 1, 2);
}

// Pushes the value that the cell has now and the one that it had, which is the same or is not.
static bool cell_is_same(lua_State *L, lua_Integer at) {
  lua_rawgeti(L, 2, at);
  lua_rawgeti(L, 2, at + 1);
  int number = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  lua_getupvalue(L, -1, number);
  lua_rawgeti(L, 2, at + 2);
  if (lua_touserdata(L, -1) == &absent) {
    lua_pop(L, 1);
    lua_pushnil(L);
  }
  return lua_rawequal(L, -1, -2);
}

static bool table_is_same(lua_State *L, lua_Integer at) {
  lua_rawgeti(L, 3, at);
  lua_rawgeti(L, 3, at + 1);
  lua_rawgeti(L, 3, at + 2);
  if (!lua_getmetatable(L, -3)) lua_pushboolean(L, 0);
  if (!lua_rawequal(L, -1, -2)) return false;
  lua_pop(L, 2);
  lua_rawgeti(L, 3, at + 3);
  lua_Integer count = lua_tointeger(L, -1);
  lua_pop(L, 1);
  int copy = lua_gettop(L), table = copy - 1;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pushvalue(L, -2);
    lua_rawget(L, copy);
    if (!lua_rawequal(L, -1, -2)) return false;
    lua_pop(L, 2);
    count--;
  }
  return count == 0;
}

static int compare(lua_State *L) {
  open_image(L);
  lua_Integer cells = luaL_len(L, 2), tables = luaL_len(L, 3);
  bool same = true;
  for (lua_Integer at = 1; same && at < cells; at += 3) {
    same = cell_is_same(L, at);
    lua_settop(L, 3);
  }
  for (lua_Integer at = 1; same && at < tables; at += 4) {
    same = table_is_same(L, at);
    lua_settop(L, 3);
  }
  lua_pushboolean(L, !same);
  return 1;
}

static int restore(lua_State *L) {
  open_image(L);
  lua_Integer cells = luaL_len(L, 2), tables = luaL_len(L, 3);
  for (lua_Integer at = 1; at < cells; at += 3) {
    if (!cell_is_same(L, at)) {
      lua_rawgeti(L, 2, at + 1);
      int number = (int)lua_tointeger(L, -1);
      lua_pop(L, 1);
      lua_setupvalue(L, 4, number);
    }
    lua_settop(L, 3);
  }
  for (lua_Integer at = 1; at < tables; at += 4) {
    if (!table_is_same(L, at)) {
      lua_settop(L, 5);
      lua_pushnil(L);
      while (lua_next(L, 4)) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, 4);
      }
      copy_entries(L, 5, 4);
      lua_rawgeti(L, 3, at + 2);
      if (!lua_istable(L, -1)) {
        lua_pop(L, 1);
        lua_pushnil(L);
      }
      lua_setmetatable(L, 4);
    }
    lua_settop(L, 3);
  }
  return 0;
}

static bool answer(sx_runtime *runtime) {
  bool is = lua_toboolean(runtime->shared.thread, -1);
  sx_pop(runtime, 1);
  return is;
}

static int is_opaque(lua_State *L) {
  lua_rawgetp(L, 1, &opaque_key);
  return 1;
}

bool sx_image_is_opaque(sx_runtime *runtime, sx_reference image) {
  size_t base = runtime->shared.arguments.count;
  return !sx_protect(runtime, is_opaque, image, base, 1) || answer(runtime);
}

bool sx_image_has_changed(sx_runtime *runtime, sx_reference image) {
  size_t base = runtime->shared.arguments.count;
  return !sx_protect(runtime, compare, image, base, 1) || answer(runtime);
}

bool sx_image_restore(sx_runtime *runtime, sx_reference image) {
  return sx_protect(runtime, restore, image, runtime->shared.arguments.count, 0);
}
