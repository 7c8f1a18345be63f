// What the bridge keeps for each Lua state, and what its files share.
#ifndef SX_RUNTIME_H
#define SX_RUNTIME_H

#include <lauxlib.h>
#include <stdatomic.h>
#include <pthread.h>

#include "CLuaBridge.h"
#include "pool.h"

// Coroutines that are running, innermost first.
typedef struct sx_link {
  lua_State *thread;
  struct sx_link *outer;
} sx_link;

// An entry of a table that is being packed, or a key that is being ordered.
typedef struct sx_entry {
  const char *name;  // NULL for a key that is not a string
  size_t size;
  lua_Integer integer;
  lua_Number number;
  uint8_t rank;
  size_t start, end;  // packing: of its bytes. Ordering: `start` is where the key was found.
} sx_entry;

typedef struct sx_entries {
  sx_entry *items;
  size_t count, capacity;
} sx_entries;

// Where a Swift object is that Lua owns, and the next place in the list that this one is in. Places
// are numbered from 1; 0 is none.
typedef struct sx_place {
  void *object;  // NULL of a free one
  uint32_t next;
} sx_place;

typedef struct sx_owned {
  sx_place *places;
  uint32_t count, capacity;
  uint32_t free, garbage;  // lists: of places with nothing, and of what Lua has let go of
} sx_owned;

#ifdef __linux__
typedef pid_t sx_thread_id;
#else
typedef pthread_t sx_thread_id;
#endif

struct sx_runtime {
  sx_shared shared;
  sx_host host;
  lua_State *main;
  sx_link *running;

  // Memory
  sx_pool blocks;
  size_t in_use;
  size_t collects_at;  // what has to be in use before garbage is collected; 0 where it is already
  bool closing;        // small blocks go all at once
  bool unlimited;      // while undoing, and while the state is set up
  bool over;           // the soft limit was passed; the hook decides
  bool starved;        // the system had no more memory, in the budget in force
  sx_faults *faults;   // NULL but in tests
  char *mode_name;     // the text of the string that Lua looks for a table's mode by
  sx_owned owned;

  // Budget
  sx_limits limits;  // the default
  sx_budget budget;
  int interval;         // of instructions at which the hook is to look; 0 is never
  lua_State *armed;     // the coroutine whose hook was set last
  int armed_interval;
  int pace;             // the interval of late budgets while they are counted
  double looked;        // the processor time when the hook looked last, of those
  atomic_int depth;     // of calls from Swift; written by the thread that runs the state alone

  // Late counting
  // Written by the thread that runs the state alone, its handler included; read by others. Only `samples`
  // is written by two.
  atomic_bool counting;        // of late budgets: a sample is being taken, or there are none
  bool has_samples;            // false where a late budget is counted from its beginning
  double signalled, began;     // processor time when the sample was asked for, and when the hook was set
  double rested;               // processor time at the end of the sample before
  uint64_t sampled;            // instructions in it
  _Atomic uint64_t samples;    // that were taken; one that met Swift is of nothing
  atomic_int outside;          // the depth at which Swift has been called, and has not returned
  _Atomic uint64_t beat;       // odd while a budget is in force
  _Atomic uint64_t alarm;      // the beat that a signal was sent for
  uint64_t seen;               // the beat at the last look
  _Atomic sx_thread_id thread_id;  // that runs the budget in force
  sx_runtime *surrounding;     // whose budget was in force on that thread before
  sx_runtime *next, *previous;  // of all states that are looked at

  struct sx_line_counter *lines;  // NULL where lines are not counted

  // References: free slots of the registry
  sx_reference *free;
  size_t free_count, free_capacity;
  sx_reference next_reference;

  // Idle coroutines of runs
  sx_run pool[64];
  size_t pooled;
  bool suspending;  // a host's suspension is on its way out through the coroutines
  bool raising;     // an error of the host's is on its way in, to the call that waits

  // The last error
  sx_frame frames[SX_FRAMES];
  int32_t frame_count;
  bool frames_cut, frames_fixed;
  sx_error_info error;
  sx_limits error_limits;  // that were in force
  sx_buffer message;

  // Packing
  sx_buffer spare;
  sx_entries entries, keys;
  char pack_error[512];

  // The journal
  lua_State *journal;
  const void *proxy_metatable;
  bool owes_undo;    // a rollback had no memory: to that mark, before anything else is done
  size_t undo_mark;
  int protected_calls;  // of scripts, within each other
  bool read_only;
  char read_only_reason[256];

  uint64_t random[4];
};

// The bytes of one value of plain data.
enum { SX_MOST_DATA = 16 << 20 };

// The low bits of a coroutine's extra space say what the host does with it; new coroutines copy
// the main thread's, where they are 0.
enum { SX_THREAD_RUN = 1, SX_THREAD_WAITS = 2, SX_THREAD_STOPPED = 4, SX_THREAD_BITS = 15 };

static inline uintptr_t *sx_thread_word(lua_State *L) { return (uintptr_t *)lua_getextraspace(L); }
static inline sx_runtime *sx_runtime_of(lua_State *L) {
  return (sx_runtime *)(*sx_thread_word(L) & ~(uintptr_t)SX_THREAD_BITS);
}
static inline bool sx_thread_is(lua_State *L, uintptr_t bits) {
  return (*sx_thread_word(L) & bits) != 0;
}

// The registry's slots that have names.
enum {
  SX_SLOT_TEMPLATE = 8,   // the sandbox that environments are copied from
  SX_SLOT_PROXY,          // the metatable of state tables
  SX_SLOT_BOX,            // the metatable of boxed closures
  SX_SLOT_JOURNAL,        // the undo log's thread
  SX_SLOT_FIRST_FREE = 16,
};

// limits.c
void sx_set_interval(sx_runtime *runtime);  // to be called when what it depends on has changed
void sx_set_hook(sx_runtime *runtime, lua_State *L);
void sx_begin_sample(sx_runtime *runtime);  // for the handler of a signal
_Noreturn void sx_stop(lua_State *L);                   // raises the exceeded limit
_Noreturn void sx_exceed(lua_State *L, int32_t limit);  // the same, of a new one
void sx_check(lua_State *L);
void sx_reserve(lua_State *L, size_t bytes);  // raises if that many more would pass the limit

// watch.c
void sx_watch(sx_runtime *runtime);
void sx_unwatch(sx_runtime *runtime);
bool sx_is_watched(const sx_runtime *runtime);
void sx_watch_begin(sx_runtime *runtime);
void sx_watch_end(sx_runtime *runtime);

// To be called around every call of Swift: what that was before goes back at the end.
static inline int32_t sx_go_outside(sx_runtime *runtime) {
  int32_t outer = atomic_load_explicit(&runtime->outside, memory_order_relaxed);
  int32_t depth = atomic_load_explicit(&runtime->depth, memory_order_relaxed);
  atomic_store_explicit(&runtime->outside, depth, memory_order_relaxed);
  return outer;
}
static inline void sx_come_back(sx_runtime *runtime, int32_t outer) {
  atomic_store_explicit(&runtime->outside, outer, memory_order_relaxed);
}

// lines.c
void sx_count_line(lua_State *L, lua_Debug *record);  // for the hook: a line begins
void sx_free_lines(sx_runtime *runtime);

// To be called by everything that switches to another coroutine.
static inline void sx_arm(sx_runtime *runtime, lua_State *L) {
  if (runtime->armed == L && runtime->armed_interval == runtime->interval) return;
  sx_set_hook(runtime, L);
}

// To be called by everything that loops: `steps` of about an instruction each.
static inline void sx_charge(lua_State *L, uint64_t steps) {
  sx_budget *budget = &sx_runtime_of(L)->budget;
  budget->used += steps;
  if (budget->used >= budget->check_at || budget->exceeded) sx_check(L);
}

// state.c
void *sx_allocate(void *runtime, void *block, size_t old_size, size_t new_size);

// modes.c
void sx_hide_modes(lua_State *L);  // of a state that is new
void sx_show_modes(lua_State *L);  // of one in which nothing has run

// faults.c
sx_faults *sx_planned_faults(void);
void *sx_allocate_or_fail(void *runtime, void *block, size_t old_size, size_t new_size);
// Memory of the bridge's own, as realloc gives it: NULL where there is none.
void *sx_resize(void *block, size_t size);
_Noreturn void sx_starve(lua_State *L);  // raises that there is none

// owned.c
void sx_reserve_place(lua_State *L);  // for the next sx_own, which cannot fail then; may raise
uint32_t sx_own(sx_runtime *runtime, void *object);  // NULL: it is set in its place later
void sx_disown(sx_runtime *runtime, uint32_t place);
void sx_disown_all(sx_runtime *runtime);

// errors.c
int sx_message_handler(lua_State *L);
void sx_capture_frames(sx_runtime *runtime, lua_State *L);
void sx_take_error(sx_runtime *runtime, lua_State *L, int status);
void sx_set_error(sx_runtime *runtime, int32_t limit, const char *message);
const char *sx_describe_error(lua_State *L, int index, size_t *size, char *text);

// calls.c
// Runs a C function in protected mode: its arguments are what `reference` keeps, if any, and the
// values in the buffer from `base` on.
bool sx_protect(
  sx_runtime *runtime, lua_CFunction body, sx_reference reference, size_t base, int results);
bool sx_enter(sx_runtime *runtime);
void sx_leave(sx_runtime *runtime);
bool sx_decode_scalars(lua_State *L, sx_runtime *runtime, size_t base, int *count);

// values.c
const uint8_t *sx_decode(lua_State *L, const uint8_t *at, const uint8_t *end, int depth);
int sx_decode_all(lua_State *L, sx_runtime *runtime, size_t base);
void sx_put_pointer(sx_buffer *buffer, void *pointer);

// entries.c
sx_entry *sx_add_entry(sx_entries *entries);

// closures.c
int sx_answer(lua_State *L, sx_runtime *runtime, int32_t answer, size_t base);
void sx_open_boxes(lua_State *L);
typedef struct sx_box {
  void *context;
  uint32_t place;
} sx_box;
sx_box *sx_push_box(lua_State *L);  // which owns nothing yet
void sx_fill_box(sx_runtime *runtime, sx_box *box, void *context);

// runs.c
int sx_resume_thread(lua_State *from, lua_State *thread, int arguments, int *results);
int sx_reset_thread(lua_State *from, lua_State *thread);

// journal.c
void sx_open_journal(lua_State *L);
bool sx_push_raw(lua_State *L, int index);  // the raw table behind a state table
void sx_wrap(lua_State *L);                 // the raw table on top, if it is one, as a state table
void sx_journal_assign(lua_State *L, int raw, int key, int value);  // copies, logs
void sx_journal_copy(lua_State *L, int key, int value);                // copies only
void sx_journal_move(lua_State *L, int raw, int key, int value);    // logs only
int sx_state_newindex(lua_State *L);
void sx_check_writable(lua_State *L, int raw);
bool sx_journal_settle(sx_runtime *runtime);  // false where undoing has no memory still

// The keys under which raw table and proxy hold each other, and a frozen one holds its reason.
extern const char sx_raw_key, sx_proxy_key, sx_frozen_key;

// order.c
enum { SX_RANK_NUMBER, SX_RANK_STRING, SX_RANK_BOOLEAN, SX_RANK_OTHER };
int sx_compare_entries(const void *left, const void *right);
void sx_describe_key(lua_State *L, int index, sx_entry *entry);
size_t sx_push_keys(lua_State *L, int table, bool *in_table);
void sx_sort_entries(sx_entry *items, size_t count);
int sx_ordered_keys(lua_State *L, int table);

// pairs.c
int sx_lib_pairs(lua_State *L);
int sx_lib_next(lua_State *L);

// objects.c
typedef struct sx_instance {
  const sx_class *type;
  void *object;
  uint32_t place;
} sx_instance;
const char *sx_class_name(const sx_class *type);

// The sandbox's libraries: each adds its functions to the table on top.
void sx_open_template(lua_State *L);
void sx_add_base(lua_State *L);
void sx_add_print(lua_State *L);
void sx_add_protected(lua_State *L);
void sx_add_coroutines(lua_State *L);
void sx_add_tables(lua_State *L);
void sx_add_sort(lua_State *L);
void sx_add_strings(lua_State *L);
void sx_add_patterns(lua_State *L);
void sx_add_numbers(lua_State *L);
void sx_add_time(lua_State *L);
const char *sx_lib_text(lua_State *L, int index, size_t *size);  // tostring without addresses
int sx_lib_load(lua_State *L);
int sx_yield(lua_State *L);

#endif
