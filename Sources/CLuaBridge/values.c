// Values as bytes to Lua, and Lua values read in place.
#include <stdio.h>
#include <stdlib.h>

#include "runtime.h"

bool sx_grow(sx_buffer *buffer, size_t more) {
  size_t capacity = buffer->capacity ? buffer->capacity : 512;
  while (capacity - buffer->count < more) {
    if (capacity > SIZE_MAX / 2) break;
    capacity *= 2;
  }
  uint8_t *grown = capacity - buffer->count < more ? NULL : sx_resize(buffer->bytes, capacity);
  if (!grown) {
    buffer->failed = true;
    return false;
  }
  buffer->bytes = grown;
  buffer->capacity = capacity;
  return true;
}

void sx_put_string(sx_buffer *buffer, const void *bytes, size_t size) {
  if (size > UINT32_MAX) {
    buffer->failed = true;
    return;
  }
  sx_put_count(buffer, SX_STRING, (uint32_t)size);
  sx_put_raw(buffer, bytes, size);
}

void sx_put_refusal(sx_buffer *buffer, const void *bytes, size_t size) {
  sx_put_tag(buffer, SX_REFUSED);
  sx_put_string(buffer, bytes, size);
}

// A pointer of Swift's, for the C function that is called next.
void sx_put_pointer(sx_buffer *buffer, void *pointer) {
  uint8_t *at = sx_put(buffer, 1 + sizeof pointer);
  if (!at) return;
  *at = SX_POINTER;
  memcpy(at + 1, &pointer, sizeof pointer);
}

// MARK: To Lua

static _Noreturn void damaged(lua_State *L) {
  luaL_error(L, "damaged packed value");
  __builtin_unreachable();
}

static const uint8_t *read_count(
  lua_State *L, const uint8_t *at, const uint8_t *end, uint32_t *count) {
  if (end - at < 4) damaged(L);
  memcpy(count, at, 4);
  // Every value takes a byte at least, so a count that is larger than what is left is a lie.
  if (*count > (size_t)(end - at - 4)) damaged(L);
  return at + 4;
}

// Pushes the value at `at`, for which there is room, and answers where the next begins.
const uint8_t *sx_decode(lua_State *L, const uint8_t *at, const uint8_t *end, int depth) {
  uint32_t count;
  if (at >= end || depth > 200) damaged(L);
  uint8_t tag = *at++;
  switch (tag) {
    case SX_NULL: lua_pushnil(L); return at;
    case SX_FALSE: lua_pushboolean(L, 0); return at;
    case SX_TRUE: lua_pushboolean(L, 1); return at;
    case SX_INTEGER: {
      int64_t integer;
      if (end - at < 8) damaged(L);
      memcpy(&integer, at, 8);
      lua_pushinteger(L, integer);
      return at + 8;
    }
    case SX_NUMBER: {
      double number;
      if (end - at < 8) damaged(L);
      memcpy(&number, at, 8);
      lua_pushnumber(L, number);
      return at + 8;
    }
    case SX_STRING:
      at = read_count(L, at, end, &count);
      lua_pushlstring(L, (const char *)at, count);
      return at + count;
    case SX_ARRAY:
      at = read_count(L, at, end, &count);
      luaL_checkstack(L, 4, NULL);
      lua_createtable(L, (int)count, 0);
      for (uint32_t index = 1; index <= count; index++) {
        at = sx_decode(L, at, end, depth + 1);
        lua_rawseti(L, -2, index);
      }
      return at;
    case SX_OBJECT:
    case SX_MAP:
      at = read_count(L, at, end, &count);
      luaL_checkstack(L, 4, NULL);
      lua_createtable(L, 0, (int)count);
      for (uint32_t index = 0; index < count; index++) {
        if (at < end && *at != SX_STRING && *at != SX_INTEGER) damaged(L);
        at = sx_decode(L, at, end, depth + 1);
        at = sx_decode(L, at, end, depth + 1);
        lua_rawset(L, -3);
      }
      return at;
    case SX_REFERENCE: {
      uint32_t reference;
      if (end - at < 4) damaged(L);
      memcpy(&reference, at, 4);
      lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
      return at + 4;
    }
    case SX_POINTER: {
      void *pointer;
      if ((size_t)(end - at) < sizeof pointer) damaged(L);
      memcpy(&pointer, at, sizeof pointer);
      lua_pushlightuserdata(L, pointer);
      return at + sizeof pointer;
    }
    case SX_REFUSED:
      sx_decode(L, at, end, depth + 1);
      lua_error(L);
      return NULL;
    default: damaged(L);
  }
}

// Pushes all values from `base` on, gives the buffer back, and answers how many they were.
int sx_decode_all(lua_State *L, sx_runtime *runtime, size_t base) {
  sx_buffer *buffer = &runtime->shared.arguments;
  const uint8_t *at = buffer->bytes + base, *end = buffer->bytes + buffer->count;
  bool failed = buffer->failed;
  // Decoding runs nothing that could put more; so the bytes stay, and an error leaves it emptied.
  sx_take_back(buffer, base);
  if (failed) sx_starve(L);
  int count = 0;
  for (; at < end; count++) {
    luaL_checkstack(L, 4, NULL);
    at = sx_decode(L, at, end, 0);
  }
  return count;
}

// MARK: From Lua

const char *sx_string(lua_State *L, int32_t index, size_t *size) {
  // lua_tolstring of a number would make a string, which allocates.
  return lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, size) : NULL;
}

size_t sx_number_text(lua_State *L, int32_t index, char *text) {
  if (lua_isinteger(L, index)) {
    return (size_t)sprintf(text, LUA_INTEGER_FMT, lua_tointeger(L, index));
  }
  int size = sprintf(text, LUA_NUMBER_FMT, lua_tonumber(L, index));
  if (text[strspn(text, "-0123456789")] == 0) {  // as Lua does, so that it reads as a float
    text[size++] = '.';
    text[size++] = '0';
    text[size] = 0;
  }
  return (size_t)size;
}

bool sx_integer(lua_State *L, int32_t index, int64_t *value) {
  int exact = 0;
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  *value = lua_tointegerx(L, index, &exact);
  return exact;
}

const char *sx_type_name(lua_State *L, int32_t index) {
  int type = lua_type(L, index);
  if (type == LUA_TUSERDATA) {
    const sx_instance *instance = lua_touserdata(L, index);
    if (sx_object(L, index)) return sx_class_name(instance->type);
  }
  return type == LUA_TNONE ? "nothing" : type == LUA_TTHREAD ? "coroutine" : lua_typename(L, type);
}
