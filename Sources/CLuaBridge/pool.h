// Memory for small blocks: a state's objects come and go by the thousand, and all go with it.
#ifndef SX_POOL_H
#define SX_POOL_H

#include <stddef.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

// Blocks are handed out in sizes of whole grains. What is larger is the system's; under
// AddressSanitizer all is, which then sees when one is used after it was freed.
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { SX_POOL_GRAIN = 16, SX_POOL_LARGEST = 0 };
#else
enum { SX_POOL_GRAIN = 16, SX_POOL_LARGEST = 256 };
#endif

typedef struct sx_pool {
  void *free[SX_POOL_LARGEST / SX_POOL_GRAIN + 1];  // by size in grains; each names the next
  char *at, *end;                                   // what nothing has had yet
  void *pages;                                      // each names the next
  size_t page_size;
} sx_pool;

// Gets new pages; NULL where there is no memory.
void *sx_pool_grow(sx_pool *pool, size_t size);
void sx_pool_release(sx_pool *pool);

static inline size_t sx_pool_grains(size_t size) {
  return (size + SX_POOL_GRAIN - 1) / SX_POOL_GRAIN;
}

static inline void *sx_pool_take(sx_pool *pool, size_t size) {
  size_t grains = sx_pool_grains(size);
  void *block = pool->free[grains];
  if (block) {
    pool->free[grains] = *(void **)block;
    return block;
  }
  size = grains * SX_POOL_GRAIN;
  if ((size_t)(pool->end - pool->at) < size) return sx_pool_grow(pool, size);
  block = pool->at;
  pool->at += size;
  return block;
}

// A block of that size, wherever it came from.
static inline void sx_pool_give(sx_pool *pool, void *block, size_t size) {
  void **list = &pool->free[sx_pool_grains(size)];
  *(void **)block = *list;
  *list = block;
}

#endif
