// What the allocator has given out, which Swift cannot ask for: malloc.h is in none of its modules.
#ifdef __linux__
#include <malloc.h>
#endif

#include "cfloor.h"

int64_t cfloor_allocated(void) {
#ifdef __GLIBC__
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
#else
  return -1;
#endif
}
