/* SPDX-License-Identifier: Apache-2.0 */
/* The description of a program that generated code hands to df_main: constant data and the functions of its
 * cores. */
#ifndef DF_PROGRAM_H
#define DF_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DF_CORES_MAX 64

typedef struct df_core df_core;

/* One actor instance. init and end may be null. */
typedef struct df_actor {
    const char *name;
    const char *place; /* "edges.sdf:12:5" */
    uint32_t core;     /* the core on whose thread init and end run */
    bool stops;        /* may call df_stop and df_end_of_input */
    void (*init)(df_core *core);
    void (*end)(df_core *core);
    uint64_t firings; /* in an iteration, of one that reads or writes a file */
} df_actor;

/* The end of a link to another node (df/network.h). */
typedef struct df_link {
    const char *fifo;
    uint32_t number; /* among those of all nodes */
    uint32_t peer;   /* the node at the other end */
    bool receives;
    bool tells_end;  /* a message has behind its tokens what the sender knows of the end */
    uint64_t bytes;  /* of the tokens of a message, */
    uint32_t pieces; /* which are in so many pieces at most */
    uint32_t slots;  /* messages that may be on their way */
    uint32_t core;   /* that gives them */
    uint64_t way_ns; /* what a message should take by the network of the platform */
} df_link;

/* The slots of one FIFO buffer: slot i covers [offset_bytes + i * stride_bytes, + slot_bytes) of the arena.
 * `core` writes it, or writes first. */
typedef struct df_buffer {
    const char *name;
    size_t offset_bytes;
    size_t slot_bytes;
    size_t stride_bytes;
    uint32_t slots;
    uint32_t core;
} df_buffer;

typedef struct df_program {
    uint32_t abi; /* DF_RUNTIME_ABI of the header that the generated code was compiled with */
    const char *name;
    uint32_t cores;               /* 1 .. DF_CORES_MAX; core 0 is the main thread */
    uint64_t iterations_per_pass; /* V >= 1 */
    uint64_t depth_passes;        /* no core starts a pass more than this ahead of core 0 */
    size_t arena_bytes;
    size_t state_bytes; /* at its start: what actors keep from firing to firing */
    const df_buffer *buffers;
    size_t buffers_count;
    const df_actor *actors; /* in topological order */
    size_t actors_count;
    void (*const *run)(df_core *core); /* one function a core: its loop over passes */
    void (*fill)(char *arena);         /* writes the initial tokens; may be null */
    bool end_of_input_allowed;         /* df_end_of_input can be kept for every actor with effects */
    bool guard;                        /* generated with --guard: needs src/guard.c */
    uint64_t default_iterations;       /* without -n; 0 runs until stopped */
    bool arena_file; /* it has views (df/view.h): of the buffers of its channels that start as
                                           `cow`, of the whole arena if it has no channels */
    struct df_channel *const *channels; /* all of them (df/transfer.h) */
    size_t channels_count;
    const struct df_engine_use *engines; /* that copy for it (df/engine.h) */
    uint32_t engines_count;
    uint32_t files_count; /* of actors that read or write files (df/file.h) */
    const struct df_trace_table
        *trace;           /* one a core: generated with --trace, needs src/trace.c and trace_file.c */
    uint64_t watchdog_ns; /* without --watchdog; 0: none watches */
    const char *const
        *options; /* the names that actors ask df_option for, ended by null; null: any may be asked for */
    const df_link *links; /* to other nodes */
    uint32_t links_count;
    const struct df_objects *objects;      /* null: no tokens are object graphs (df/object_type.h) */
    const struct df_library_part *library; /* null: it has a main of its own (df/library.h) */
    const struct df_live_table *live;      /* null: no parameter may be set while it runs (df/live.h) */
    struct df_pace *const *paces;          /* of the actors with a period (df/pace.h) */
    size_t paces_count;
} df_program;

/* The whole life of the program: arguments, memory, init, run, end. Returns the exit status of the process.
 * Called once. */
int df_main(int argc, char **argv, const df_program *program);

#endif
