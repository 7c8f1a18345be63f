// The bridge between Swift and Lua: the only frames that a Lua error may cross.
//
// A Lua error is a longjmp, and over a Swift frame it is undefined. So Swift calls only what this
// header declares, and nothing here raises: what may raise runs in protected mode and answers with
// a status. Swift code that Lua calls returns a status too, and the C frame that called it raises,
// yields or pushes the results once Swift has returned.
//
// Values go to Lua as bytes, put into one buffer a state and decoded in protected mode; they are
// read from Lua's stack in place, by functions that allocate nothing.
#ifndef SX_BRIDGE_H
#define SX_BRIDGE_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct sx_runtime sx_runtime;

// The index of a value that Swift keeps alive. 0 is none.
typedef uint32_t sx_reference;

// MARK: Values for Lua

// A stack of bytes: who puts values remembers `count` before, and whoever decodes them takes the
// count back to there. So encoding may be interrupted by other calls that encode.
typedef struct sx_buffer {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
  bool failed;  // memory ran out while putting; decoding raises that, until all is taken back
} sx_buffer;

// The tags of the packed form (PackedValue), and those that only travel between Swift and C.
enum sx_tag {
  SX_NULL, SX_FALSE, SX_TRUE, SX_INTEGER, SX_NUMBER, SX_STRING, SX_ARRAY, SX_OBJECT, SX_MAP,
  SX_REFERENCE, SX_POINTER,
  SX_REFUSED,  // a string, of why the value could not be put; decoding raises it
};

bool sx_grow(sx_buffer *buffer, size_t more);

// Takes back what was put from `base` on.
static inline void sx_take_back(sx_buffer *buffer, size_t base) {
  buffer->count = base;
  if (base == 0) buffer->failed = false;
}

static inline uint8_t *sx_put(sx_buffer *buffer, size_t size) {
  if (buffer->capacity - buffer->count < size && !sx_grow(buffer, size)) return NULL;
  uint8_t *at = buffer->bytes + buffer->count;
  buffer->count += size;
  return at;
}

static inline void sx_put_tag(sx_buffer *buffer, uint8_t tag) {
  uint8_t *at = sx_put(buffer, 1);
  if (at) *at = tag;
}

static inline void sx_put_word(sx_buffer *buffer, uint8_t tag, const void *word) {
  uint8_t *at = sx_put(buffer, 9);
  if (!at) return;
  *at = tag;
  memcpy(at + 1, word, 8);
}

static inline void sx_put_integer(sx_buffer *buffer, int64_t value) {
  sx_put_word(buffer, SX_INTEGER, &value);
}

static inline void sx_put_number(sx_buffer *buffer, double value) {
  sx_put_word(buffer, SX_NUMBER, &value);
}

static inline void sx_put_count(sx_buffer *buffer, uint8_t tag, uint32_t count) {
  uint8_t *at = sx_put(buffer, 5);
  if (!at) return;
  *at = tag;
  memcpy(at + 1, &count, 4);
}

static inline void sx_put_reference(sx_buffer *buffer, sx_reference reference) {
  sx_put_count(buffer, SX_REFERENCE, reference);
}

static inline void sx_put_raw(sx_buffer *buffer, const void *bytes, size_t size) {
  uint8_t *at = sx_put(buffer, size);
  if (at && size > 0) memcpy(at, bytes, size);
}

void sx_put_string(sx_buffer *buffer, const void *bytes, size_t size);
void sx_put_refusal(sx_buffer *buffer, const void *bytes, size_t size);

// MARK: The state

// What Swift provides. None of these may let anything escape, neither a Swift error nor a Lua one.
typedef struct sx_host {
  void *owner;
  // A call from Lua: `context` is the closure, `object` the receiver or NULL, and the arguments
  // are `count` slots of `L` from `first` on.
  int32_t (*call)(
    void *owner, void *context, void *object, lua_State *L, int32_t first, int32_t count);
  double (*clock)(void *owner);
  void (*print)(void *owner, const char *text, size_t size);
} sx_host;

// What sx_host.call answers: how many results it put into the buffer, or one of these.
enum sx_answer {
  SX_RAISES = -1,    // a string in the buffer is the error
  SX_SUSPENDS = -2,  // the coroutine is to wait for the host
};

// 0 is no limit.
typedef struct sx_limits {
  uint64_t instructions;
  double seconds;  // of the thread's processor time
  size_t bytes;    // of the whole state
  int32_t depth;   // of calls from Swift to Lua within each other
  bool late;       // count in samples, once it has run for some hundredths of a second
  // For doing again what was stopped by a limit that depends on the machine: time is not looked at,
  // and at that use the budget is stopped as by that limit; SX_LIMIT_NONE stops at none.
  bool replaying;
  uint64_t stop_at;
  int32_t stop_limit;
} sx_limits;

enum sx_limit {
  SX_LIMIT_NONE, SX_LIMIT_INSTRUCTIONS, SX_LIMIT_SECONDS, SX_LIMIT_MEMORY, SX_LIMIT_DEPTH,
  SX_LIMIT_HOST,  // one of the host's own
};

// What Swift looks at so often that it reads it in place.
typedef struct sx_shared {
  lua_State *thread;    // the coroutine that runs: where calls go to and results are read from
  sx_buffer arguments;  // values on their way to Lua
  uint8_t attention;    // whether something waits for Swift; set on any thread
} sx_shared;

static inline bool sx_needs_attention(const sx_shared *shared) {
  return __atomic_load_n(&shared->attention, __ATOMIC_RELAXED) != 0;
}

static inline void sx_set_attention(sx_shared *shared, bool needed) {
  __atomic_store_n(&shared->attention, needed, __ATOMIC_RELAXED);
}

static inline sx_buffer *sx_arguments(sx_shared *shared) { return &shared->arguments; }
sx_shared *sx_shared_of(sx_runtime *runtime);
sx_runtime *sx_open(const sx_host *host, const sx_limits *limits, uint64_t seed);
void sx_set_owner(sx_runtime *runtime, void *owner);
// Closing leaves garbage to be fetched; freeing ends it.
void sx_close(sx_runtime *runtime);
void sx_free(sx_runtime *runtime);

size_t sx_memory(const sx_runtime *runtime);
void sx_collect(sx_runtime *runtime);
// `math.random` begins anew from there.
void sx_seed_random(sx_runtime *runtime, uint64_t state);
// No garbage is collected before so many bytes are in use.
void sx_put_off_collecting(sx_runtime *runtime, size_t until);
uint64_t *sx_random_state(sx_runtime *runtime);  // four words

// Swift objects that a collection found unreachable, given out one by one. No Swift code runs
// inside a collection; it is Swift that comes for them.
void *sx_next_garbage(sx_runtime *runtime);

// MARK: Faults

// Whose: a state's objects, or what the bridge keeps beside them (the pages of its pool, buffers,
// lists).
enum sx_memory_owner { SX_MEMORY_OF_LUA = 1, SX_MEMORY_OF_BRIDGE = 2 };

// Which allocations fail, counted from 1 over all states that were opened under the plan.
typedef struct sx_faults {
  uint32_t whose;        // sx_memory_owner, one or both: others neither count nor fail
  uint64_t first, last;  // none where `last` is below `first`
  uint64_t asked;        // for how many has been asked
  uint64_t failed;       // how many have failed
} sx_faults;

// For tests: states that this thread opens from now on follow the plan, which outlives them, and
// which may be changed while they live; the bridge, whatever it does on this thread. NULL ends
// that. Other states do not know of it.
void sx_plan_faults(sx_faults *faults);

// MARK: Budgets

typedef struct sx_budget {
  sx_limits limits;
  uint64_t used;      // instructions, and steps of library loops
  uint64_t check_at;  // the use at which limits are looked at again
  double started;     // processor time at the first look, negative before
  int32_t exceeded;   // a limit once it is exceeded, for good
  bool active;        // false of what is there between budgets
  bool watched;       // whether late counting began with it
  // Of a late budget, its last sample (watch.c): its number, instructions a second in it, processor time
  // at its end.
  uint64_t sample;
  double rate, rated;
} sx_budget;

// Begins a budget; what was in force is given out, to be put back at the end.
sx_budget sx_budget_begin(sx_runtime *runtime, const sx_limits *limits);
void sx_budget_end(sx_runtime *runtime, const sx_budget *outer);
int32_t sx_depth(const sx_runtime *runtime);  // of calls from Swift that are under way
bool sx_has_budget(const sx_runtime *runtime);
// Stops the budget in force as a limit of the host's; false where there is none, or one has done so.
bool sx_halt(sx_runtime *runtime);
// The limit that has stopped the budget in force, and what it had used by then.
int32_t sx_budget_stop(const sx_runtime *runtime, uint64_t *used);
// The signal that late counting uses; to be said before anything has run.
void sx_watch_signal(int32_t number);
double sx_processor_time(void);  // of the thread, in seconds
sx_limits sx_own_limits(const sx_runtime *runtime);    // the state's
sx_limits sx_error_limits(const sx_runtime *runtime);  // that were in force at the last failure

// MARK: References

// Keeps the value on top of the stack and pops it. 0 when memory has run out.
sx_reference sx_keep(sx_runtime *runtime, lua_State *L);
sx_reference sx_keep_at(sx_runtime *runtime, lua_State *L, int32_t index);
void sx_let_go(sx_runtime *runtime, sx_reference reference);
bool sx_same(sx_runtime *runtime, sx_reference left, sx_reference right);

// MARK: Calls

// Each decodes the values in the buffer from `base` on as its arguments, and takes the buffer back
// to `base`. On success its results lie on top of the stack, for Swift to read, and then to
// sx_pop or sx_keep_result. On failure nothing lies there, and sx_error says what happened.
bool sx_call(sx_runtime *runtime, sx_reference function, size_t base, int32_t results);
void sx_pop(sx_runtime *runtime, int32_t results);
sx_reference sx_keep_result(sx_runtime *runtime);  // of a call with one; 0 without memory

bool sx_new_value(sx_runtime *runtime, size_t base);  // the decoded value itself
bool sx_new_environment(sx_runtime *runtime);
bool sx_new_libraries(sx_runtime *runtime);   // Lua's own, but for those of the system: 1 result
bool sx_open_libraries(sx_runtime *runtime);  // all, as the state's globals: 1 result
bool sx_new_state_table(sx_runtime *runtime, size_t base);  // initial contents
bool sx_new_function(sx_runtime *runtime, void *context);   // owns the context if it succeeds
bool sx_load(
  sx_runtime *runtime, const char *source, size_t size, const char *name,
  sx_reference environment);
// What a Lua function compiles to, appended. Such bytes are loaded only if they are the host's own.
bool sx_dump(sx_runtime *runtime, sx_reference function, sx_buffer *into);
// Takes the names of locals and upvalues out of it.
void sx_leave_out_names(sx_buffer *dumped);
bool sx_load_compiled(
  sx_runtime *runtime, const char *bytes, size_t size, sx_reference environment);
bool sx_table_get(sx_runtime *runtime, sx_reference table, size_t base);   // key: 1 result
bool sx_table_set(sx_runtime *runtime, sx_reference table, size_t base);   // key, value: none
bool sx_table_keys(sx_runtime *runtime, sx_reference table, size_t base);  // an array, ordered
bool sx_table_replace(sx_runtime *runtime, sx_reference table, size_t base);  // contents: none
int64_t sx_table_length(sx_runtime *runtime, sx_reference table);
// The one argument in the buffer is the error of who tries to write to it.
bool sx_new_alias(sx_runtime *runtime);  // 1 result
bool sx_alias_set(sx_runtime *runtime, sx_reference alias, sx_reference table);
bool sx_table_freeze(sx_runtime *runtime, sx_reference table, size_t base);
bool sx_is_state_table(sx_runtime *runtime, sx_reference table);

typedef struct sx_function_info {
  const char *source;  // valid while the function lives
  int32_t line;        // where it is defined, -1 for a host's
  int32_t parameters;
  bool variadic;
} sx_function_info;
sx_function_info sx_info(sx_runtime *runtime, sx_reference function);

// MARK: Line counts

// From now on counts how often the lines of the chunk run that the function is in: to be called
// once it is loaded, before it runs. False when memory has run out.
bool sx_count_lines(sx_runtime *runtime, sx_reference function);

typedef struct sx_line_counts {
  const char *source;
  const uint32_t *counts;  // by line, from 0, which none is
  const uint8_t *active;   // by line: whether it has code
  size_t size;             // of both
} sx_line_counts;
size_t sx_counted_chunks(const sx_runtime *runtime);
sx_line_counts sx_counted_chunk(const sx_runtime *runtime, size_t index);

// MARK: Runs

// A call in a coroutine of its own, which the host may suspend.
typedef struct sx_run {
  lua_State *thread;
  sx_reference reference;
  int32_t results;  // on the thread's stack, once it has returned
} sx_run;

enum sx_run_status { SX_FAILED, SX_RETURNED, SX_SUSPENDED };

int32_t sx_run_start(sx_runtime *runtime, sx_reference function, size_t base, sx_run *run);
int32_t sx_run_resume(sx_runtime *runtime, sx_run *run, size_t base);
// Resumes with an error, the one value in the buffer, which the call that waits raises.
int32_t sx_run_raise(sx_runtime *runtime, sx_run *run, size_t base);
void sx_run_finish(sx_runtime *runtime, sx_run *run);  // its results have been read
// Ends a suspended run: its `__close` variables are closed. False if one of them failed.
bool sx_run_drop(sx_runtime *runtime, sx_run *run);
// Whether a call from Lua could suspend here.
bool sx_can_suspend(sx_runtime *runtime, lua_State *L);

// MARK: Errors

typedef struct sx_frame {
  char name[64];
  char source[256];
  int32_t line;
} sx_frame;

enum { SX_FRAMES = 24 };

typedef struct sx_error_info {
  int32_t limit;  // an sx_limit
  bool memory;
  bool starved;  // where the limit is of memory: the system had no more
  bool syntax;
  const char *message;
  size_t size;
  const sx_frame *frames;  // innermost first
  int32_t count;
  bool cut;  // there were more
} sx_error_info;

// The last failure, to be asked for once. Valid until the next call into the bridge.
sx_error_info sx_error(sx_runtime *runtime);

// Where the caller of the running host function is: false if that is not Lua text.
bool sx_caller(lua_State *L, const char **source, char *shown, int32_t *line);
enum { SX_SHOWN = 60 };

// MARK: Reading in place (nothing here raises or allocates in Lua)

// The bytes of a string; NULL if it is none. Valid while the string is on the stack.
const char *sx_string(lua_State *L, int32_t index, size_t *size);
// As strict as Swift, and faster than String(validating:) is about it.
bool sx_is_utf8(const char *bytes, size_t size);
// A number as Lua writes it. Returns the length; `text` has room for 64.
size_t sx_number_text(lua_State *L, int32_t index, char *text);
bool sx_integer(lua_State *L, int32_t index, int64_t *value);  // exactly an integer
const char *sx_type_name(lua_State *L, int32_t index);         // or the host class's name

// Packs what lies at `index` and appends the packed form to the buffer. On failure the buffer is
// as before and the text says what is not plain data, by its path from `label`.
bool sx_pack(
  sx_runtime *runtime, lua_State *L, int32_t index, const char *label, size_t label_size);
const char *sx_pack_error(const sx_runtime *runtime);

// Pushes what is kept, for reading; sx_pop takes it away like a result. False if there is no
// memory for it.
bool sx_push(sx_runtime *runtime, sx_reference reference);

// MARK: The journal

size_t sx_journal_mark(const sx_runtime *runtime);
void sx_journal_rollback(sx_runtime *runtime, size_t mark);
void sx_journal_commit(sx_runtime *runtime);
// While there is a reason, writing state is an error that gives it. NULL ends that.
void sx_journal_read_only(sx_runtime *runtime, const char *reason);

// MARK: Images

// What is reachable from a value and can change, frozen tables left out: 1 result.
bool sx_image_take(sx_runtime *runtime, sx_reference root);
// Whether something in it could not be put back, such as a coroutine.
bool sx_image_is_opaque(sx_runtime *runtime, sx_reference image);
bool sx_image_has_changed(sx_runtime *runtime, sx_reference image);
bool sx_image_restore(sx_runtime *runtime, sx_reference image);

// MARK: Host objects

enum sx_member_kind {
  SX_METHOD, SX_PROPERTY, SX_CACHED, SX_INDEX, SX_NEW_INDEX, SX_LENGTH, SX_PAIRS, SX_DESCRIPTION,
};

typedef struct sx_class sx_class;

// A class of host objects. Kept, as all values, by a reference; the pointer lives as long.
bool sx_new_class(sx_runtime *runtime, const char *name, int32_t cached);  // 1 result
sx_class *sx_class_at_top(sx_runtime *runtime);
// Owns the context if it succeeds. The name is of methods, properties and cached ones; the slot,
// from 2 on, of cached ones.
bool sx_class_add(
  sx_runtime *runtime, sx_reference class_reference, int32_t kind, const char *name, size_t size,
  int32_t slot, void *context);
bool sx_new_object(sx_runtime *runtime, sx_reference class_reference, void *object);  // 1 result
void *sx_object(lua_State *L, int32_t index);                           // NULL if it is none
void *sx_object_of(lua_State *L, int32_t index, const sx_class *type);  // NULL if not of it
bool sx_object_set_fallback(sx_runtime *runtime, sx_reference object, sx_reference table);
bool sx_object_fallback(sx_runtime *runtime, sx_reference object);  // 1 result

#endif
