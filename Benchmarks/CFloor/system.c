// What the C library has and Swift's module of it leaves out.
#define _GNU_SOURCE
#include <spawn.h>
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

int32_t cfloor_spawn_in(void *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}
