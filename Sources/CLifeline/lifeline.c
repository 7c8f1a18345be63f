// In C, because the thread must not touch Swift's runtime. In a copy of a process the first thread goes by
// the number that it had in the original, and where it and another thread want one of the runtime's locks
// at a time, each waits for ever: the system does not know that owner. With no other thread in Swift, no
// lock is ever waited for.
#include "CLifeline.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

static void *wait_for_end(void *context) {
  int descriptor = (int)(intptr_t)context;
  char byte;
  ssize_t count;
  do count = read(descriptor, &byte, 1);
  while (count > 0 || (count < 0 && errno == EINTR));
  if (getpgrp() == getpid()) kill(0, SIGKILL);
  _exit(1);
}

bool sx_hold_lifeline(int descriptor) {
  // Signals are for the threads that they were for before.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  bool done = pthread_create(&thread, NULL, wait_for_end, (void *)(intptr_t)descriptor) == 0;
  if (done) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return done;
}
