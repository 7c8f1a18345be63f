// The floor: what C needs on the same liblua to do what a flow does, and no more than that. No turn is
// undone, nothing is recorded, nothing is checked but what could crash.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A flow of one coordinator, a script of the form that Sextant takes, whose router is an array.
typedef struct cfloor_flow cfloor_flow;

// Runs the script and its `start`. NULL where that fails, with the reason in `problem`.
cfloor_flow *cfloor_flow_open(const char *script, char *problem, size_t size);
// Calls the method that `transitions` names of the top screen's event, with the payload `{ id = id }`.
// False where there is none or it fails.
bool cfloor_flow_send(cfloor_flow *flow, const char *event, int64_t id);
size_t cfloor_flow_depth(const cfloor_flow *flow);
// How many screens were pushed so far, and the sum of their ids.
uint64_t cfloor_flow_pushes(const cfloor_flow *flow);
int64_t cfloor_flow_sum(const cfloor_flow *flow);
void cfloor_flow_close(cfloor_flow *flow);

// Calls between C and Lua: each runs `count` of them and returns the last result, which is `count`.
typedef struct cfloor_calls cfloor_calls;

cfloor_calls *cfloor_calls_open(void);
// C calls a Lua function of an integer.
int64_t cfloor_call_function(cfloor_calls *calls, int64_t count);
// A loop in Lua calls a C closure of an integer.
int64_t cfloor_call_closure(cfloor_calls *calls, int64_t count);
// A loop in Lua calls a method of an object that C has.
int64_t cfloor_call_method(cfloor_calls *calls, int64_t count);
void cfloor_calls_close(cfloor_calls *calls);

// Bytes that the allocator has given out and not got back; -1 where it does not say.
int64_t cfloor_allocated(void);
// Has what is spawned with these `posix_spawn_file_actions_t` begin in that folder. An errno, or 0.
int32_t cfloor_spawn_in(void *actions, const char *folder);
