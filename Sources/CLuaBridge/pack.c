// Plain data from Lua's stack to packed bytes: checked and copied in one pass. It allocates
// nothing in Lua and runs no metamethod, so it cannot raise.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime.h"

enum { MAX_DEPTH = 100 };

typedef struct step {
  const char *name;  // NULL for an integer key
  size_t size;
  lua_Integer index;
} step;

typedef struct packer {
  sx_runtime *runtime;
  lua_State *L;
  sx_buffer *out;
  size_t limit;
  const char *label;
  size_t label_size;
  int depth;
  const void *tables[MAX_DEPTH + 1];  // that are being packed, outermost first
  step path[MAX_DEPTH + 1];
} packer;

// MARK: Saying what is wrong

static bool is_identifier(const step *step) {
  if (step->size == 0 || step->size > 60) return false;
  for (size_t at = 0; at < step->size; at++) {
    char c = step->name[at];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && !(at > 0 && c >= '0' && c <= '9')) return false;
  }
  return true;
}

static size_t write_path(const packer *packer, char *text, size_t room) {
  int shown = packer->label_size < room ? (int)packer->label_size : (int)room - 1;
  size_t size = (size_t)snprintf(text, room, "%.*s", shown, packer->label);
  for (int depth = 0; depth < packer->depth && size < room; depth++) {
    const step *step = &packer->path[depth];
    size_t left = room - size;
    if (!step->name) {
      size += (size_t)snprintf(text + size, left, "[" LUA_INTEGER_FMT "]", step->index);
    } else if (is_identifier(step)) {
      const char *dot = size > 0 ? "." : "";
      size += (size_t)snprintf(text + size, left, "%s%.*s", dot, (int)step->size, step->name);
    } else {
      int shown = step->size < 60 ? (int)step->size : 60;
      size += (size_t)snprintf(text + size, left, "[\"%.*s\"]", shown, step->name);
    }
  }
  return size < room ? size : room - 1;
}

__attribute__((format(printf, 2, 3)))
static bool refuse(packer *packer, const char *format, ...) {
  char *text = packer->runtime->pack_error;
  size_t room = sizeof packer->runtime->pack_error;
  size_t size = write_path(packer, text, room - 120);
  va_list values;
  va_start(values, format);
  vsnprintf(text + size, room - size, format, values);
  va_end(values);
  return false;
}

static bool pack_value(packer *packer, int index);

static bool too_large(packer *packer) {
  packer->depth = 0;
  return refuse(packer, " is larger than %d bytes", SX_MOST_DATA);
}

static bool out_of_memory(packer *packer) {
  packer->depth = 0;
  packer->runtime->starved = true;
  return refuse(packer, " cannot be copied: not enough memory");
}

// MARK: Tables

// The elements of a table that Lua traverses as 1, 2, 3 and so on; `sequence` says if it did so
// to the end.
static bool pack_sequence(packer *packer, int table, uint32_t *count, bool *sequence) {
  lua_State *L = packer->L;
  *count = 0;
  *sequence = true;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (!lua_isinteger(L, -2) || lua_tointeger(L, -2) != (lua_Integer)*count + 1) {
      lua_pop(L, 2);
      *sequence = false;
      return true;
    }
    *count += 1;
    packer->path[packer->depth - 1] = (step){NULL, 0, (lua_Integer)*count};
    bool packed = pack_value(packer, lua_gettop(L));
    lua_pop(L, 1);
    if (!packed) {
      lua_pop(L, 1);
      return false;
    }
  }
  return true;
}

// The key below the top of the stack, as an entry with nothing packed yet.
static bool take_key(packer *packer, sx_entry *entry) {
  lua_State *L = packer->L;
  entry->name = NULL;
  entry->size = 0;
  entry->integer = 0;
  entry->number = 0;
  switch (lua_type(L, -2)) {
    case LUA_TSTRING:
      entry->name = lua_tolstring(L, -2, &entry->size);
      entry->rank = SX_RANK_STRING;
      return true;
    case LUA_TNUMBER:
      if (lua_isinteger(L, -2)) {
        entry->integer = lua_tointeger(L, -2);
        entry->rank = SX_RANK_NUMBER;
        return true;
      }
      packer->depth--;
      return refuse(packer, " has a key that is a float (%g)", lua_tonumber(L, -2));
    default:
      packer->depth--;
      return refuse(packer, " has a key that is a %s", sx_type_name(L, -2));
  }
}

static bool pack_entries(packer *packer, int table, bool *only_names) {
  lua_State *L = packer->L;
  sx_entries *entries = &packer->runtime->entries;
  *only_names = true;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (lua_islightuserdata(L, -2)) {  // a state table's link to its proxy
      lua_pop(L, 1);
      continue;
    }
    sx_entry entry;
    bool good = take_key(packer, &entry);
    if (good) {
      entry.start = packer->out->count;
      if (entry.name) {
        sx_put_string(packer->out, entry.name, entry.size);
        if (*only_names) *only_names = sx_is_utf8(entry.name, entry.size);
      } else {
        sx_put_integer(packer->out, entry.integer);
        *only_names = false;
      }
      packer->path[packer->depth - 1] = (step){entry.name, entry.size, entry.integer};
      good = pack_value(packer, lua_gettop(L));
      entry.end = packer->out->count;
      sx_entry *kept = good ? sx_add_entry(entries) : NULL;
      if (kept) *kept = entry;
      if (good && !kept) good = out_of_memory(packer);
    }
    lua_pop(L, 1);
    if (!good) {
      lua_pop(L, 1);
      return false;
    }
  }
  return true;
}

// Puts the entries packed from `body` on in order. They come in the order of Lua's hashing.
static bool order_entries(packer *packer, size_t first, size_t body, size_t skip) {
  sx_entries *entries = &packer->runtime->entries;
  sx_buffer *out = packer->out, *spare = &packer->runtime->spare;
  sx_entry *items = entries->items + first;
  size_t count = entries->count - first;
  bool ordered = skip == 0;
  for (size_t i = 1; i < count && ordered; i++) {
    ordered = items[i - 1].start <= items[i].start;
  }
  if (ordered) return true;
  sx_take_back(spare, 0);
  sx_put_raw(spare, out->bytes + body, out->count - body);
  if (spare->failed) return out_of_memory(packer);
  uint8_t *to = out->bytes + body;
  for (size_t i = 0; i < count; i++) {
    size_t start = items[i].start + skip;
    size_t size = items[i].end - start;
    memcpy(to, spare->bytes + (start - body), size);
    to += size;
  }
  out->count = (size_t)(to - out->bytes);
  return true;
}

static void set_head(packer *packer, size_t head, uint8_t tag, uint32_t count) {
  if (packer->out->failed) return;
  packer->out->bytes[head] = tag;
  memcpy(packer->out->bytes + head + 1, &count, 4);
}

static bool pack_contents(packer *packer, int table) {
  sx_entries *entries = &packer->runtime->entries;
  size_t head = packer->out->count, body = head + 5;
  sx_put_count(packer->out, SX_ARRAY, 0);
  uint32_t length;
  bool sequence;
  if (!pack_sequence(packer, table, &length, &sequence)) return false;
  if (sequence) {
    set_head(packer, head, length > 0 ? SX_ARRAY : SX_OBJECT, length);
    return true;
  }
  if (packer->out->failed) return out_of_memory(packer);
  packer->out->count = body;
  size_t first = entries->count;
  bool only_names;
  bool packed = pack_entries(packer, table, &only_names);
  if (packed) {
    size_t count = entries->count - first;
    sx_entry *items = entries->items + first;
    sx_sort_entries(items, count);
    bool array = count > 0 && !items[0].name && items[0].integer == 1
      && !items[count - 1].name && items[count - 1].integer == (lua_Integer)count;
    packed = order_entries(packer, first, body, array ? 9 : 0);
    uint8_t tag = array ? SX_ARRAY : only_names ? SX_OBJECT : SX_MAP;
    if (packed) set_head(packer, head, tag, (uint32_t)count);
  }
  entries->count = first;
  return packed;
}

static bool pack_table(packer *packer, int index) {
  lua_State *L = packer->L;
  if (!lua_checkstack(L, 8)) return refuse(packer, " does not fit on the stack");
  bool through = sx_push_raw(L, index);
  if (!through) {
    lua_pushvalue(L, index);
    if (lua_getmetatable(L, -1)) {
      lua_pop(L, 2);
      return refuse(packer, " is a table with a metatable");
    }
  }
  bool packed = false;
  const void *table = lua_topointer(L, -1);
  int depth = packer->depth;
  for (int outer = 0; outer < depth; outer++) {
    if (packer->tables[outer] == table) {
      refuse(packer, " contains itself");
      goto done;
    }
  }
  packer->tables[depth] = table;
  packer->depth = depth + 1;
  packed = pack_contents(packer, lua_gettop(L));
  packer->depth = depth;
done:
  lua_pop(L, 1);
  return packed;
}

static bool pack_value(packer *packer, int index) {
  lua_State *L = packer->L;
  sx_buffer *out = packer->out;
  if (packer->depth > MAX_DEPTH) {
    packer->depth = 0;
    return refuse(packer, " has tables within tables, more than %d deep", MAX_DEPTH);
  }
  switch (lua_type(L, index)) {
    case LUA_TNONE:
    case LUA_TNIL: sx_put_tag(out, SX_NULL); break;
    case LUA_TBOOLEAN: sx_put_tag(out, lua_toboolean(L, index) ? SX_TRUE : SX_FALSE); break;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        sx_put_integer(out, lua_tointeger(L, index));
      } else {
        double number = lua_tonumber(L, index);
        if (number != number) return refuse(packer, " is not a number (NaN)");
        sx_put_number(out, number);
      }
      break;
    case LUA_TSTRING: {
      size_t size;
      const char *bytes = lua_tolstring(L, index, &size);
      if (size > packer->limit) return too_large(packer);
      sx_put_string(out, bytes, size);
      break;
    }
    case LUA_TTABLE:
      if (!pack_table(packer, index)) return false;
      break;
    default: return refuse(packer, " is a %s", sx_type_name(L, index));
  }
  if (out->failed) return out_of_memory(packer);
  if (out->count > packer->limit) return too_large(packer);
  return true;
}

bool sx_pack(
  sx_runtime *runtime, lua_State *L, int32_t index, const char *label, size_t label_size) {
  sx_buffer *out = &runtime->shared.arguments;
  size_t base = out->count;
  packer packer;  // its arrays are filled as far as `depth`
  packer.runtime = runtime;
  packer.L = L;
  packer.out = out;
  packer.limit = base + SX_MOST_DATA;
  packer.label = label;
  packer.label_size = label_size;
  packer.depth = 0;
  runtime->pack_error[0] = 0;
  if (pack_value(&packer, lua_absindex(L, index))) return true;
  runtime->entries.count = 0;
  sx_take_back(out, base);
  return false;
}

const char *sx_pack_error(const sx_runtime *runtime) { return runtime->pack_error; }
