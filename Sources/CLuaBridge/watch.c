// Late counting: a hook that counts instructions costs more than the instructions themselves, so it is
// not there but for samples.
//
// A thread of its own looks at all states every hundredth of a second. A budget that it saw the last time
// too is sent a signal, on the thread that runs it, whose handler arms the hook: the very next instruction
// looks at processor time. Then instructions are counted for a fifth of a millisecond, and the hook is
// off until the next signal. What has run between two samples is taken to be what would have at the
// lower of their rates (limits.c). Nothing is ever stopped because of the signal itself: a turn whose
// thread was only kept waiting has one more sample taken, and that is all. While no state runs anything
// the thread sleeps, and it is there only once something has run.
//
// The handler may come in the middle of any change of the interval, or of the hook. What is changed then
// may be finished with what was wanted before, and the hook be off although a sample has begun. Each
// signal sets both again, whatever is believed to be armed, so what is lost is a period or two. While a hook
// is being armed the handler wants it armed too, so that no half of one stays. What a sample has counted
// the handler writes only while none is being taken, and the hook only while one is.
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

// What is known of this thread: whose budget is in force, and what it is called. A handler may run on any
// thread, so getting it must not ask for memory.
typedef struct sx_thread {
  sx_runtime *current;
  sx_thread_id id;
  bool is_deaf;    // signals do not reach it
  bool passing_on; // the handler runs one that was there before
} sx_thread;

#ifdef __APPLE__
static pthread_key_t thread_key;
static pthread_once_t thread_key_once = PTHREAD_ONCE_INIT;
static void make_thread_key(void) { pthread_key_create(&thread_key, free); }
static sx_thread *known_thread(void) { return pthread_getspecific(thread_key); }
static sx_thread *this_thread(void) {
  pthread_once(&thread_key_once, make_thread_key);
  sx_thread *thread = known_thread();
  if (thread) return thread;
  thread = calloc(1, sizeof *thread);
  if (thread) pthread_setspecific(thread_key, thread);
  return thread;
}
#else
// In the part of a thread's memory that is there from its beginning.
static _Thread_local sx_thread here __attribute__((tls_model("initial-exec")));
static sx_thread *known_thread(void) { return &here; }
static sx_thread *this_thread(void) { return &here; }
#endif

// MARK: The handler

// Whoever was there before is called too.
static struct {
  _Atomic(void *) handler;
  atomic_int flags;
} former;

static void pass_on(int number, siginfo_t *info, void *context) {
  void *handler = atomic_load(&former.handler);
  if (!handler) return;
  if (atomic_load(&former.flags) & SA_SIGINFO) {
    ((void (*)(int, siginfo_t *, void *))handler)(number, info, context);
  } else {
    ((void (*)(int))handler)(number);
  }
}

// Runs on the thread that runs the state, in the middle of anything. `lua_sethook` may be called from a
// handler (the reference manual, section 4.7).
static void on_alarm(int number, siginfo_t *info, void *context) {
  int error = errno;
  sx_thread *thread = known_thread();
  sx_runtime *runtime = thread ? thread->current : NULL;
  // One that comes late would be another's.
  if (runtime && atomic_load_explicit(&runtime->alarm, memory_order_relaxed)
      == atomic_load_explicit(&runtime->beat, memory_order_relaxed)) {
    sx_begin_sample(runtime);
  } else if (!thread) {
    pass_on(number, info, context);
  } else if (!thread->passing_on) {
    // One that was set later may pass on to this one.
    thread->passing_on = true;
    pass_on(number, info, context);
    thread->passing_on = false;
  }
  errno = error;
}

// Also where somebody has put in a handler of their own since.
static void install_handler(void) {
  int number = atomic_load(&watch.signal);
  struct sigaction now;
  if (sigaction(number, NULL, &now) != 0) return;
  if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_alarm) return;
  bool has_info = now.sa_flags & SA_SIGINFO;
  void *handler = has_info ? (void *)now.sa_sigaction : (void *)now.sa_handler;
  bool is_none = !has_info && (now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN);
  atomic_store(&former.handler, is_none ? NULL : handler);
  atomic_store(&former.flags, now.sa_flags);
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
  // What waits in Swift is not to be disturbed: only Lua's instructions are counted. That is a sample
  // too: no instructions are taken to have run from the one before it to the one after it.
  if (atomic_load_explicit(&runtime->outside, memory_order_relaxed)
    == atomic_load_explicit(&runtime->depth, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&runtime->samples, 1, memory_order_relaxed);
    return true;
  }
  atomic_store_explicit(&runtime->alarm, beat, memory_order_relaxed);
  alarm_thread(atomic_load_explicit(&runtime->thread_id, memory_order_relaxed));
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
  sx_thread *thread = known_thread();
  if (thread) thread->id = 0;
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

// Once a thread. The signal may be blocked there, as it is on the threads of dispatch queues; and to those
// of Darwin no signal can be sent at all.
static void note_thread(sx_thread *thread) {
#ifdef __linux__
  thread->id = (sx_thread_id)syscall(SYS_gettid);
#else
  thread->id = pthread_self();
  thread->is_deaf = pthread_kill(thread->id, 0) != 0;
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
  sx_thread *thread = this_thread();
  bool is_deaf = !thread;
  if (thread) {
    if (!thread->id) note_thread(thread);
    is_deaf = thread->is_deaf;
    atomic_store_explicit(&runtime->thread_id, thread->id, memory_order_relaxed);
    runtime->surrounding = thread->current;
  }
  runtime->has_samples = true;
  // Nobody else writes it.
  uint64_t beat = atomic_load_explicit(&runtime->beat, memory_order_relaxed);
  atomic_store_explicit(&runtime->beat, beat + 1, memory_order_release);
  if (thread) thread->current = runtime;
  bool is_asleep = atomic_load_explicit(&watch.asleep, memory_order_relaxed);
  // Where nobody could say when, it is from the beginning, and to the end.
  if (is_deaf || (is_asleep && !wake_up())) {
    runtime->has_samples = false;
    atomic_store_explicit(&runtime->counting, true, memory_order_relaxed);
  }
}

void sx_watch_end(sx_runtime *runtime) {
  uint64_t beat = atomic_load_explicit(&runtime->beat, memory_order_relaxed);
  atomic_store_explicit(&runtime->beat, beat + 1, memory_order_release);
  sx_thread *thread = known_thread();
  if (thread) thread->current = runtime->surrounding;
  atomic_store_explicit(&runtime->counting, false, memory_order_relaxed);
}
