// What packing and ordering share: checked strings and lists of entries.
#include <stdlib.h>

#include "runtime.h"

// As strict as Swift's String(validating:): no surrogates, nothing overlong, nothing too large.
bool sx_is_utf8(const char *bytes, size_t size) {
  const unsigned char *at = (const unsigned char *)bytes, *end = at + size;
  while (at < end) {
    uint64_t word;
    if (end - at >= 8 && (memcpy(&word, at, 8), (word & 0x8080808080808080) == 0)) {
      at += 8;
      continue;
    }
    unsigned char lead = *at++;
    if (lead < 0x80) continue;
    int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc2 || lead > 0xf4 || end - at < more) return false;
    unsigned char first = *at;
    if ((lead == 0xe0 && first < 0xa0) || (lead == 0xed && first > 0x9f)
      || (lead == 0xf0 && first < 0x90) || (lead == 0xf4 && first > 0x8f)) {
      return false;
    }
    for (; more > 0; more--) {
      if ((*at++ & 0xc0) != 0x80) return false;
    }
  }
  return true;
}

sx_entry *sx_add_entry(sx_entries *entries) {
  if (entries->count == entries->capacity) {
    size_t capacity = entries->capacity ? 2 * entries->capacity : 64;
    sx_entry *grown = sx_resize(entries->items, capacity * sizeof *grown);
    if (!grown) return NULL;
    entries->items = grown;
    entries->capacity = capacity;
  }
  return &entries->items[entries->count++];
}

