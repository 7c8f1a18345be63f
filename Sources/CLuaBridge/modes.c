// Tables are never weak: what a weak table still holds shows when garbage was collected, which no
// run repeats; and one with weak keys, whose values lead to each other's keys in disorder, makes one
// collection take minutes, which nothing can stop.
//
// A script may set `__mode`, as libraries do that are used here too; but Lua is not to find it. What it
// looks for is one string object, made when the state was and fixed for
// ever (luaT_init in ltm.c), and it finds a key of a short string by identity, never by its text
// (luaH_getshortstr in ltable.c). Here that object is given another text, in place. Its hash stays,
// so it is found where it lies in the table of strings when that is laid out anew, and at the end.
// A script's "__mode" has the old text: looking for that in the table of strings (internshrstr in
// lstring.c) compares lengths and texts, finds none, and makes another object, which means nothing.
//
// The new text must not be found either. Strings are looked for in the chain of their own hash, and
// it is a text whose chain is not the one that the object lies in. There are as many chains as a power
// of two, and a new state has the fewest that it will ever have (only a quarter full, it would have
// fewer, and the names of Lua itself fill more than that): what is in other chains now stays so.
// Strings from C are looked for by their address too, and compared by text (luaS_new): that would
// need one of this text, and C names nothing but a chunk by what a script has said, whose name comes
// to no script as an object.
#include "runtime.h"

#if LUA_VERSION_NUM != 504
#error "how the names of metamethods are found has to be looked at anew"
#endif

enum { SIZE = 6 };
static const char name[SIZE + 1] = "__mode";

void sx_hide_modes(lua_State *L) {
  // Written to is memory of the allocator's, which Lua calls constant and has not made so.
  char *object = (char *)lua_pushlstring(L, name, SIZE);
  for (int last = 1; last < 128; last++) {
    memcpy(object, "\x7fmode", SIZE);
    object[SIZE - 1] = (char)last;
    const char *other = lua_pushlstring(L, object, SIZE);
    lua_pop(L, 1);
    if (other == object) continue;
    sx_runtime_of(L)->mode_name = object;
    lua_pop(L, 1);
    return;
  }
  memcpy(object, name, SIZE);
  luaL_error(L, "no text is free for the name of modes");
}

void sx_show_modes(lua_State *L) {
  char *object = sx_runtime_of(L)->mode_name, hidden[SIZE];
  memcpy(hidden, object, SIZE);
  memcpy(object, name, SIZE);
  // A script that has run here has one of its own.
  if (lua_pushlstring(L, name, SIZE) != object) memcpy(object, hidden, SIZE);
  lua_pop(L, 1);
}
