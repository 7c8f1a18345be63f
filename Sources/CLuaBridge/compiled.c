// Compiled chunks: of the host's own Lua alone, as bytecode can do anything.
#include "runtime.h"

static int append(lua_State *L, const void *bytes, size_t size, void *context) {
  (void)L;
  sx_put_raw(context, bytes, size);
  return ((sx_buffer *)context)->failed;
}

bool sx_dump(sx_runtime *runtime, sx_reference function, sx_buffer *into) {
  lua_State *L = runtime->shared.thread;
  if (!lua_checkstack(L, 2)) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  // Line numbers and names stay, for tracebacks.
  bool dumped = !lua_iscfunction(L, -1) && lua_dump(L, append, into, 0) == 0;
  lua_pop(L, 1);
  return dumped;
}

typedef struct chunk {
  const char *bytes;
  size_t size;
} chunk;

static const char *read_chunk(lua_State *L, void *context, size_t *size) {
  (void)L;
  chunk *chunk = context;
  *size = chunk->size;
  chunk->size = 0;
  return *size > 0 ? chunk->bytes : NULL;
}

bool sx_load_compiled(
  sx_runtime *runtime, const char *bytes, size_t size, sx_reference environment) {
  if (!sx_enter(runtime)) return false;
  lua_State *L = runtime->shared.thread;
  runtime->frame_count = 0;
  chunk chunk = {bytes, size};
  lua_pushnil(L);  // where sx_pop expects a message handler
  int status = lua_load(L, read_chunk, &chunk, "=compiled", "b");
  if (status == LUA_OK) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, environment);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  } else {
    sx_take_error(runtime, L, status);
    lua_pop(L, 1);
  }
  sx_leave(runtime);
  return status == LUA_OK;
}
