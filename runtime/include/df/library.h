/* SPDX-License-Identifier: Apache-2.0 */
/* What the generated code of a library calls: the life of its instances, and the ports of its graph. */
#ifndef DF_LIBRARY_H
#define DF_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#include "df/program.h"

/* A port of a pipelined library, by whose number its actor calls. */
typedef struct df_library_port {
    size_t bytes; /* of an iteration */
    uint32_t core;
    bool is_input;
} df_library_port;

/* Where an instance keeps a channel of the program, and the core that uses it. */
typedef struct df_library_channel {
    size_t offset_bytes;
    uint32_t core;
} df_library_channel;

/* What a program has that is a library. `pass` runs one pass of a core: false when the instance ends before it; of pipelined
 * ones the program has functions that run all. A pass that is to end needs `late_passes` more to begin. `own_bytes` of memory are for what the generated code keeps of each instance; `prepare` sets that up. */
typedef struct df_library_part {
    bool (*const *pass)(df_core *core, uint64_t pass);
    size_t own_bytes;
    void (*prepare)(void *own);
    const df_library_port *ports;
    uint32_t ports_count;
    uint64_t late_passes;
    const df_library_channel *channels; /* one for each of the program, in the order of cores */
    const char *static_data;            /* what instances would have in common; null: nothing */
} df_library_part;

enum { DF_LIBRARY_DONE = 0, DF_LIBRARY_ENDED = 1, DF_LIBRARY_LATER = 2, DF_LIBRARY_FAILED = -1 };

typedef struct df_library df_library;

/* `values` are NAME=VALUE texts, which actors read as options. Null, and a text in `error`, where it cannot be. */
df_library *df_library_open(const df_program *program, const char *const *values, size_t values_count,
                            char *error, size_t error_bytes);
/* Whether the caller was compiled with the library's header; if not, `error` says so. */
bool df_library_is_of(uint32_t given, uint32_t own, const char *name, char *error, size_t error_bytes);
void df_library_close(df_library *library);

/* Runs one iteration with these windows, by number of the port. */
int df_library_step(df_library *library, const void *const *ports);

/* pipelined.c: hands over the inputs of an iteration, or gets the outputs of one: DF_LIBRARY_LATER if there is no room, or
 * nothing, for so long. Windows by number of the port; those of the other direction are not looked at. One thread may push
 * while another one pulls. */
int df_library_push(df_library *library, const void *const *ports, uint64_t timeout_ns);
int df_library_pull(df_library *library, const void *const *ports, uint64_t timeout_ns);
/* On the thread that pushes: no more input comes. */
void df_library_flush(df_library *library);
/* Iterations that are to be pushed before the first can be pulled. */
uint64_t df_library_block(const df_library *library);

/* Ends what runs, on any thread. */
void df_library_stop(df_library *library);

/* Sets the live parameters of the mask to those of the record `values`. On any thread. */
int df_library_set(df_library *library, const void *values, uint64_t mask);

/* What went wrong; empty if nothing did. */
const char *df_library_error(const df_library *library);

/* What is not as planned although nothing went wrong; empty if nothing is. */
const char *df_library_warning(const df_library *library);

/* The firings of the actors that stand for ports: take what comes from outside, give what goes there. */
void df_port_take(uint64_t port, uint64_t bytes, void *window);
void df_port_give(uint64_t port, uint64_t bytes, const void *window);

#endif
