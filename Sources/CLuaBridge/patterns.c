#include "runtime.h"
#include <lualib.h>
// find, match, gmatch, gsub: Lua's own for now.
void sx_add_patterns(lua_State *L) {
  static const char *const names[] = {"find", "match", "gmatch", "gsub", NULL};
  lua_pushliteral(L, "");
  luaL_getmetafield(L, -1, "__index");
  for (int i = 0; names[i]; i++) {
    lua_getfield(L, -1, names[i]);
    lua_setfield(L, -4, names[i]);
  }
  lua_pop(L, 2);
}
