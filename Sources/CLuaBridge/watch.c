// Late counting: a hook that counts instructions costs about as much again as the instructions, so
// it is not there until a turn has run for some hundredths of a second.
//
// A thread of its own looks at all states every hundredth of a second. A budget that it sees twice is
// sent a signal, on the thread that runs it, whose handler arms the hook; the hook then decides by what
// it counts, and by processor time. Nothing is ever stopped because of the signal itself: a turn whose
// thread was only kept waiting is slower from then on, and that is all. While no state runs anything the
// thread sleeps, and it is there only once something has run.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "runtime.h"

// A state is looked at so often, in nanoseconds; after so many looks at nothing the thread sleeps.
enum { PERIOD = 10000000, PATIENCE = 20 };

static struct {
  pthread_mutex_t lock;  // of the list, and of what follows
  pthread_cond_t wake;
  sx_runtime *first;
  bool has_thread, has_handler;
  atomic_bool asleep;
  atomic_int signal;
} watch = {
  .lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER, .asleep = true,
  .signal = SIGURG};

static _Thread_local sx_runtime *current;  // whose budget is in force on this thread
static _Thread_local sx_thread_id this_thread;

// MARK: The handler

// Whoever was there before is called too.
static struct sigaction former;

static void pass_on(int number, siginfo_t *info, void *context) {
  if (former.sa_flags & SA_SIGINFO) {
    if (former.sa_sigaction) former.sa_sigaction(number, info, context);
  } else if (former.sa_handler != SIG_DFL && former.sa_handler != SIG_IGN) {
    former.sa_handler(number);
  }
}

// Runs on the thread that runs the state, between two of its instructions. `lua_sethook` may be called
// from a handler (the reference manual, section 4.7).
static void on_alarm(int number, siginfo_t *info, void *context) {
  int error = errno;
  sx_runtime *runtime = current;
  // One that comes late would be another's.
  if (runtime && atomic_load_explicit(&runtime->alarm, memory_order_relaxed)
      == atomic_load_explicit(&runtime->beat, memory_order_relaxed)) {
    runtime->counting = true;
    sx_set_interval(runtime);
  } else {
    pass_on(number, info, context);
  }
  errno = error;
}

// Also where somebody has put in a handler of their own since.
static void install_handler(void) {
  int number = atomic_load(&watch.signal);
  struct sigaction now;
  if (sigaction(number, NULL, &now) != 0) return;
  if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_alarm) return;
  former = now;
  struct sigaction ours = {0};
  ours.sa_sigaction = on_alarm;
  ours.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  sigaction(number, &ours, NULL);
}

// MARK: The thread that looks

static void alarm_thread(sx_thread_id thread) {
  int number = atomic_load(&watch.signal);
#ifdef __linux__
  // A thread that has ended meanwhile is none, which a `pthread_t` could not tell.
  syscall(SYS_tgkill, getpid(), thread, number);
#else
  pthread_kill(thread, number);
#endif
}

// Looks at a state. Answers whether it runs, or has run since.
static bool look(sx_runtime *runtime) {
  uint64_t beat = atomic_load_explicit(&runtime->beat, memory_order_acquire);
  bool is_running = beat & 1, is_same = beat == runtime->seen;
  runtime->seen = beat;
  if (!is_running || !is_same) return is_running || !is_same;
  // What waits in Swift is not to be disturbed: only Lua's instructions are counted.
  if (__atomic_load_n(&runtime->outside, __ATOMIC_RELAXED)
    == __atomic_load_n(&runtime->depth, __ATOMIC_RELAXED)) return true;
  atomic_store_explicit(&runtime->alarm, beat, memory_order_relaxed);
  alarm_thread(runtime->thread_id);
  return true;
}

static void *look_on(void *context) {
  (void)context;
  int quiet = 0;
  pthread_mutex_lock(&watch.lock);
  for (;;) {
    pthread_mutex_unlock(&watch.lock);
    nanosleep(&(struct timespec){.tv_nsec = PERIOD}, NULL);
    pthread_mutex_lock(&watch.lock);
    bool has_run = false;
    for (sx_runtime *runtime = watch.first; runtime; runtime = runtime->next) {
      if (look(runtime)) has_run = true;
    }
    quiet = has_run ? 0 : quiet + 1;
    if (has_run) {
      install_handler();
      atomic_store(&watch.asleep, false);
    }
    // Said one look before: one that began meanwhile, and saw it awake, is found by that.
    if (quiet == PATIENCE) atomic_store(&watch.asleep, true);
    if (quiet <= PATIENCE) continue;
    quiet = 0;
    while (atomic_load(&watch.asleep)) pthread_cond_wait(&watch.wake, &watch.lock);
  }
  return NULL;
}

// A process that was forked has none of the threads.
static void begin_in_child(void) {
  pthread_mutex_init(&watch.lock, NULL);
  pthread_cond_init(&watch.wake, NULL);
  watch.has_thread = false;
  atomic_store(&watch.asleep, true);
  this_thread = 0;
}

static void lock(void) { pthread_mutex_lock(&watch.lock); }
static void unlock(void) { pthread_mutex_unlock(&watch.lock); }

// No signal is for it.
static bool start_thread(void) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_t thread;
  bool done = false;
  if (pthread_attr_init(&attributes) == 0) {
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 128 << 10);
    done = pthread_create(&thread, &attributes, look_on, NULL) == 0;
    pthread_attr_destroy(&attributes);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return done;
}

// False where there is no thread to be had.
static bool wake_up(void) {
  lock();
  if (!watch.has_handler) {
    pthread_atfork(lock, unlock, begin_in_child);
    install_handler();
    watch.has_handler = true;
  }
  if (!watch.has_thread) watch.has_thread = start_thread();
  bool done = watch.has_thread;
  if (done) {
    atomic_store(&watch.asleep, false);
    pthread_cond_signal(&watch.wake);
  }
  unlock();
  return done;
}

// MARK: States and budgets

void sx_watch_signal(int32_t number) { atomic_store(&watch.signal, number); }

void sx_watch(sx_runtime *runtime) {
  lock();
  runtime->next = watch.first;
  if (watch.first) watch.first->previous = runtime;
  watch.first = runtime;
  unlock();
}

void sx_unwatch(sx_runtime *runtime) {
  lock();
  if (runtime->next) runtime->next->previous = runtime->previous;
  if (runtime->previous) runtime->previous->next = runtime->next;
  if (watch.first == runtime) watch.first = runtime->next;
  unlock();
}

// Once a thread: the signal may be blocked, as it is on the threads of dispatch queues.
static void note_thread(void) {
#ifdef __linux__
  this_thread = (sx_thread_id)syscall(SYS_gettid);
#else
  this_thread = pthread_self();
#endif
  sigset_t ours;
  sigemptyset(&ours);
  sigaddset(&ours, atomic_load(&watch.signal));
  pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
}

bool sx_is_watched(const sx_runtime *runtime) {
  return atomic_load_explicit(&runtime->beat, memory_order_relaxed) & 1;
}

void sx_watch_begin(sx_runtime *runtime) {
  if (!this_thread) note_thread();
  runtime->thread_id = this_thread;
  runtime->surrounding = current;
  // Nobody else writes it.
  uint64_t beat = atomic_load_explicit(&runtime->beat, memory_order_relaxed);
  atomic_store_explicit(&runtime->beat, beat + 1, memory_order_release);
  current = runtime;
  if (atomic_load_explicit(&watch.asleep, memory_order_relaxed) && !wake_up()) {
    runtime->counting = true;  // nobody would say when
  }
}

void sx_watch_end(sx_runtime *runtime) {
  uint64_t beat = atomic_load_explicit(&runtime->beat, memory_order_relaxed);
  atomic_store_explicit(&runtime->beat, beat + 1, memory_order_release);
  current = runtime->surrounding;
  runtime->counting = false;
}
