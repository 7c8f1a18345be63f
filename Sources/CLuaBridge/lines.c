// Counting how often lines run: of the chunks that the host names, in whatever coroutine.
//
// As long as none is named the hook does not ask for lines, so that this costs nothing.
#include "lines.h"

#include <stdlib.h>

enum { CACHED = 64, MOST_LINES = 1 << 22 };

// Where a source was found last. Sources are looked up by address first: the address of one that
// was freed may be another's, so what is found is compared, and what was not found is forgotten
// when a chunk is named.
typedef struct place {
  const char *source;
  sx_lines *lines;  // NULL of one that is not counted
} place;

struct sx_line_counter {
  sx_lines **chunks;
  size_t count, capacity;
  place cache[CACHED];
};

static bool make_room(sx_lines *lines, size_t line) {
  if (line < lines->capacity) return true;
  if (line >= MOST_LINES) return false;
  size_t capacity = lines->capacity ? lines->capacity : 64;
  while (capacity <= line) capacity *= 2;
  uint32_t *counts = sx_resize(lines->counts, capacity * sizeof *counts);
  if (!counts) return false;
  lines->counts = counts;
  uint8_t *active = sx_resize(lines->active, capacity);
  if (!active) return false;
  lines->active = active;
  memset(counts + lines->capacity, 0, (capacity - lines->capacity) * sizeof *counts);
  memset(active + lines->capacity, 0, capacity - lines->capacity);
  lines->capacity = capacity;
  return true;
}

void sx_lines_add(sx_lines *lines, int64_t line) {
  if (line <= 0) return;
  if (make_room(lines, (size_t)line)) {
    lines->active[line] = 1;
  } else {
    lines->failed = true;
  }
}

static sx_lines *find(struct sx_line_counter *counter, const char *source) {
  for (size_t index = 0; index < counter->count; index++) {
    if (strcmp(counter->chunks[index]->source, source) == 0) return counter->chunks[index];
  }
  return NULL;
}

static sx_lines *look_up(struct sx_line_counter *counter, const char *source) {
  place *place = &counter->cache[((uintptr_t)source >> 4) % CACHED];
  bool is_known = place->source == source
    && (!place->lines || strcmp(place->lines->source, source) == 0);
  if (!is_known) {
    place->source = source;
    place->lines = find(counter, source);
  }
  return place->lines;
}

void sx_count_line(lua_State *L, lua_Debug *record) {
  struct sx_line_counter *counter = sx_runtime_of(L)->lines;
  if (!counter || record->currentline <= 0 || !lua_getinfo(L, "S", record)) return;
  sx_lines *lines = look_up(counter, record->source);
  size_t line = (size_t)record->currentline;
  if (!lines || !make_room(lines, line)) return;
  if (lines->counts[line] < UINT32_MAX) lines->counts[line]++;
}

// MARK: Naming chunks

static sx_lines *add(struct sx_line_counter *counter, const char *source) {
  if (counter->count == counter->capacity) {
    size_t capacity = counter->capacity ? 2 * counter->capacity : 16;
    sx_lines **chunks = sx_resize(counter->chunks, capacity * sizeof *chunks);
    if (!chunks) return NULL;
    counter->chunks = chunks;
    counter->capacity = capacity;
  }
  size_t size = strlen(source) + 1;
  sx_lines *lines = sx_resize(NULL, sizeof *lines);
  char *name = sx_resize(NULL, size);
  if (!lines || !name) {
    free(lines);
    free(name);
    return NULL;
  }
  *lines = (sx_lines){.source = memcpy(name, source, size)};
  counter->chunks[counter->count++] = lines;
  return lines;
}

bool sx_count_lines(sx_runtime *runtime, sx_reference function) {
  const char *source = sx_info(runtime, function).source;
  if (!source) return true;  // a host's function has no lines
  if (!runtime->lines) {
    runtime->lines = sx_resize(NULL, sizeof *runtime->lines);
    if (!runtime->lines) return false;
    memset(runtime->lines, 0, sizeof *runtime->lines);
    runtime->armed = NULL;
    sx_arm(runtime, runtime->shared.thread);
  }
  struct sx_line_counter *counter = runtime->lines;
  memset(counter->cache, 0, sizeof counter->cache);
  sx_lines *lines = find(counter, source);
  if (!lines) lines = add(counter, source);
  if (!lines) return false;
  sx_buffer dumped = {0};
  bool done = sx_dump(runtime, function, &dumped);
  // Where a Lua writes it in another way, the lines with code are those that have run.
  if (done) sx_active_lines(dumped.bytes, dumped.count, lines);
  free(dumped.bytes);
  return done && !lines->failed;
}

// MARK: Reading

size_t sx_counted_chunks(const sx_runtime *runtime) {
  return runtime->lines ? runtime->lines->count : 0;
}

sx_line_counts sx_counted_chunk(const sx_runtime *runtime, size_t index) {
  const sx_lines *lines = runtime->lines->chunks[index];
  return (sx_line_counts){lines->source, lines->counts, lines->active, lines->capacity};
}

void sx_free_lines(sx_runtime *runtime) {
  struct sx_line_counter *counter = runtime->lines;
  if (!counter) return;
  for (size_t index = 0; index < counter->count; index++) {
    free(counter->chunks[index]->source);
    free(counter->chunks[index]->counts);
    free(counter->chunks[index]->active);
    free(counter->chunks[index]);
  }
  free(counter->chunks);
  free(counter);
  runtime->lines = NULL;
}
