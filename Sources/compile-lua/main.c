// Compiles Lua that is carried along, while it is built: `compile-lua OUT.swift PREFIX FILE.lua…`.
//
// OUT.swift gets an enumeration with what was compiled, by the names of chunks (the prefix and the file's
// name), and with which Lua has done
// it: what another one has compiled, a Lua must not be given. A file that is no Lua ends the build, with
// its place.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CLuaBridge.h"
#include "lauxlib.h"
#include "lua.h"

static int append(lua_State *L, const void *bytes, size_t size, void *context) {
  (void)L;
  sx_put_raw(context, bytes, size);
  return ((sx_buffer *)context)->failed;
}

static void fail(const char *file, const char *problem) {
  fprintf(stderr, "%s: error: %s\n", file, problem);
  exit(EXIT_FAILURE);
}

// The file's name without folder and ending.
static void take_name(const char *path, char name[static 64]) {
  const char *slash = strrchr(path, '/');
  const char *first = slash ? slash + 1 : path;
  const char *dot = strrchr(first, '.');
  int length = dot ? (int)(dot - first) : (int)strlen(first);
  if (length >= 48) fail(path, "its name is too long");
  snprintf(name, 64, "%.*s", length, first);
}

static void compile(lua_State *L, const char *path, const char *prefix, FILE *out) {
  char name[64], chunk_name[128];
  take_name(path, name);
  snprintf(chunk_name, sizeof chunk_name, "=%s%s", prefix, name);
  FILE *file = fopen(path, "rb");
  if (!file) fail(path, strerror(errno));
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  size_t count;
  do {
    count = fread(luaL_prepbuffer(&text), 1, LUAL_BUFFERSIZE, file);
    luaL_addsize(&text, count);
  } while (count > 0);
  fclose(file);
  luaL_pushresult(&text);
  size_t size;
  const char *bytes = lua_tolstring(L, -1, &size);
  if (luaL_loadbufferx(L, bytes, size, chunk_name, "t") != LUA_OK) fail(path, lua_tostring(L, -1));
  sx_buffer dumped = {0};
  if (lua_dump(L, append, &dumped, 0) != 0) fail(path, "there is no memory for it");
  sx_leave_out_names(&dumped);
  fprintf(out, "  private static let %s_lua: [UInt8] = [", name);
  for (size_t index = 0; index < dumped.count; index++) fprintf(out, "%d,", dumped.bytes[index]);
  fprintf(out, "]\n");
  free(dumped.bytes);
  lua_settop(L, 0);
}

int main(int count, char **words) {
  if (count < 3) {
    fprintf(stderr, "usage: compile-lua OUT.swift PREFIX FILE.lua…\n");
    return EXIT_FAILURE;
  }
  FILE *out = fopen(words[1], "wb");
  lua_State *L = luaL_newstate();
  if (!out || !L) fail(words[1], out ? "there is no memory for it" : strerror(errno));
  fprintf(out, "enum CompiledParts {\n  static let identity = #\"%s\"#\n", sx_lua_identity());
  fprintf(out, "  static func bytes(of name: String) -> [UInt8]? {\n    switch name {\n");
  for (int index = 3; index < count; index++) {
    char name[64];
    take_name(words[index], name);
    fprintf(out, "    case \"%s%s\": %s_lua\n", words[2], name, name);
  }
  fprintf(out, "    default: nil\n    }\n  }\n");
  for (int index = 3; index < count; index++) compile(L, words[index], words[2], out);
  fprintf(out, "}\n");
  lua_close(L);
  if (fclose(out) != 0) fail(words[1], strerror(errno));
  return EXIT_SUCCESS;
}
