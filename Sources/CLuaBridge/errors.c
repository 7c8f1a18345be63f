// What is known of a failure, taken down where it happens and without running a script.
#include <stdio.h>
#include <stdlib.h>

#include "runtime.h"

static void copy_text(char *to, size_t room, const char *from) {
  size_t size = strlen(from);
  if (size >= room) {  // never a cut inside a character
    size = room - 1;
    while (size > 0 && ((unsigned char)from[size] & 0xc0) == 0x80) size--;
  }
  memcpy(to, from, size);
  to[size] = 0;
}

// Lua text only: frames of C are the host's or the library's and say nothing to a script's author.
void sx_capture_frames(sx_runtime *runtime, lua_State *L) {
  if (runtime->frames_fixed) return;
  runtime->frame_count = 0;
  runtime->frames_cut = false;
  lua_Debug record;
  for (int level = 0; lua_getstack(L, level, &record); level++) {
    // A recursion that fills the stack is not walked to its end.
    if (runtime->frame_count == SX_FRAMES || level == 200) {
      runtime->frames_cut = true;
      return;
    }
    lua_getinfo(L, "Snl", &record);
    if (*record.what == 'C') continue;
    sx_frame *frame = &runtime->frames[runtime->frame_count++];
    const char *name = record.name;
    if (*record.what == 'm') name = "main chunk";
    copy_text(frame->name, sizeof frame->name, name ? name : "function");
    const char *source = record.source;
    bool named = *source == '=' || *source == '@';
    copy_text(frame->source, sizeof frame->source, named ? source + 1 : record.short_src);
    frame->line = record.currentline;
  }
}

// Errors of memory, and those in error handling, do not come by here: for these the frames are
// those that sx_error has left behind, none.
int sx_message_handler(lua_State *L) {
  sx_capture_frames(sx_runtime_of(L), L);
  return 1;
}

// A script may raise a string as long as its memory: nobody reads that far.
enum { LONGEST_MESSAGE = 64 << 10 };

static void set_message(sx_runtime *runtime, const char *bytes, size_t size) {
  static const char nothing[] = "an error, and not enough memory for its message";
  if (size > LONGEST_MESSAGE) size = LONGEST_MESSAGE;
  sx_take_back(&runtime->message, 0);
  sx_put_raw(&runtime->message, bytes, size);
  bool failed = runtime->message.failed;
  runtime->error.message = failed ? nothing : (const char *)runtime->message.bytes;
  runtime->error.size = failed ? sizeof nothing - 1 : size;
}

void sx_set_error(sx_runtime *runtime, int32_t limit, const char *message) {
  runtime->frame_count = 0;
  runtime->error = (sx_error_info){.limit = limit};
  set_message(runtime, message, strlen(message));
}

// A message for an error value that is not a string and cannot speak for itself.
const char *sx_describe_error(lua_State *L, int index, size_t *size, char *text) {
  switch (lua_type(L, index)) {
    case LUA_TSTRING: return lua_tolstring(L, index, size);
    case LUA_TNUMBER:
      *size = sx_number_text(L, index, text);
      return text;
    case LUA_TNIL: strcpy(text, "nil was raised as an error"); break;
    case LUA_TBOOLEAN:
      sprintf(text, "%s was raised as an error", lua_toboolean(L, index) ? "true" : "false");
      break;
    default:
      snprintf(text, 64, "a %.30s was raised as an error", sx_type_name(L, index));
  }
  *size = strlen(text);
  return text;
}

static int speak(lua_State *L) {
  luaL_checkstack(L, 8, NULL);
  if (luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    if (lua_type(L, -1) == LUA_TSTRING) return 1;
  } else if (lua_istable(L, 1) && !lua_getmetatable(L, 1)) {
    lua_pushliteral(L, "message");
    if (lua_rawget(L, 1) == LUA_TSTRING) return 1;
  }
  return 0;
}

// The error value is on top of the stack and is popped.
void sx_take_error(sx_runtime *runtime, lua_State *L, int status) {
  char text[64];
  size_t size;
  runtime->error = (sx_error_info){
    .limit = runtime->budget.exceeded,
    .memory = status == LUA_ERRMEM,
    .starved = runtime->starved,
    .syntax = status == LUA_ERRSYNTAX,
  };
  runtime->error_limits = runtime->budget.limits;
  int type = lua_type(L, -1);
  if (runtime->error.limit == SX_LIMIT_NONE && (type == LUA_TTABLE || type == LUA_TUSERDATA)
    && lua_checkstack(L, 4)) {
    // Asking it runs a script, whose own failure must not stand in for this one's.
    runtime->frames_fixed = true;
    lua_pushcfunction(L, speak);
    lua_pushvalue(L, -2);
    bool spoke = lua_pcall(L, 1, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING;
    runtime->frames_fixed = runtime->budget.exceeded != SX_LIMIT_NONE;
    if (spoke) {
      lua_replace(L, -2);
    } else {
      lua_pop(L, 1);
    }
    runtime->error.limit = runtime->budget.exceeded;
  }
  const char *message = sx_describe_error(L, -1, &size, text);
  set_message(runtime, message, size);
  lua_pop(L, 1);
}

sx_error_info sx_error(sx_runtime *runtime) {
  sx_error_info error = runtime->error;
  error.frames = runtime->frames;
  error.count = runtime->frame_count;
  error.cut = runtime->frames_cut;
  runtime->frame_count = 0;
  return error;
}

bool sx_caller(lua_State *L, const char **source, char *shown, int32_t *line) {
  lua_Debug record;
  if (!lua_getstack(L, 1, &record)) return false;
  lua_getinfo(L, "Sl", &record);
  if (record.currentline <= 0) return false;
  *source = record.source;
  memcpy(shown, record.short_src, SX_SHOWN);
  *line = record.currentline;
  return true;
}
