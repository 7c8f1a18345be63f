#include "pool.h"

#include <stdlib.h>

#include "runtime.h"

// The first page is little, for states that hold little.
enum { FIRST_PAGE = 16 << 10, LARGEST_PAGE = 64 << 10, HEADING = SX_POOL_GRAIN };

// What is left of the page before is given out in the largest blocks that it has room for.
static void use_rest(sx_pool *pool) {
  size_t rest = (size_t)(pool->end - pool->at);
  while (rest >= SX_POOL_GRAIN) {
    size_t size = rest < SX_POOL_LARGEST ? rest : SX_POOL_LARGEST;
    sx_pool_give(pool, pool->at, size);
    pool->at += size;
    rest -= size;
  }
}

void *sx_pool_grow(sx_pool *pool, size_t size) {
  size_t page_size = pool->page_size == 0 ? FIRST_PAGE : pool->page_size;
  char *page = sx_resize(NULL, page_size);
  if (!page) return NULL;
  use_rest(pool);
  *(void **)page = pool->pages;
  pool->pages = page;
  pool->page_size = page_size < LARGEST_PAGE ? 2 * page_size : page_size;
  pool->at = page + HEADING + size;
  pool->end = page + page_size;
  return page + HEADING;
}

void sx_pool_release(sx_pool *pool) {
  for (void *page = pool->pages; page;) {
    void *next = *(void **)page;
    free(page);
    page = next;
  }
  *pool = (sx_pool){0};
}
