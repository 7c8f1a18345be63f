// What classes and the metamethods of their objects share.
#ifndef SX_OBJECTS_H
#define SX_OBJECTS_H

#include "runtime.h"

struct sx_class {
  const void *metatable;
  int cached;  // how many user values after the fallback keep properties
  char name[48];
};

// A property: which Swift closure gives it, and which user value keeps it (0: none).
typedef struct sx_member {
  void *context;
  int slot;
} sx_member;

// The upvalues of __index; the other metamethods have the class and their closure's box.
enum { SX_INDEX_CLASS = 1, SX_INDEX_MEMBERS, SX_INDEX_DYNAMIC };

int sx_method(lua_State *L);
int sx_object_index(lua_State *L);
int sx_object_newindex(lua_State *L);
int sx_object_forward(lua_State *L);
int sx_object_pairs(lua_State *L);
int sx_object_equal(lua_State *L);
int sx_object_release(lua_State *L);

#endif
