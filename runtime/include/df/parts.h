/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the runtime that a program or library has only if it needs them, as the rest of the runtime calls them: of
 * each a table of functions, whose address is null where the part is not linked. */
#ifndef DF_PARTS_H
#define DF_PARTS_H

#include "df/internal.h"

/* What a program does around its run and a library does not. src/main.c defines it. */
typedef struct df__program_hooks {
    void (*begin)(void);
    void (*finish)(void);
    void (*returned)(void); /* from functions of the program: ends a process that one of them has forked */
} df__program_hooks;

extern const df__program_hooks df__program_life __attribute__((weak));

/* The part of libraries that the rest of the runtime calls. src/library.c defines it; programs do not have it. */
typedef struct df__library_hooks {
    void (*fail_all)(const char *message); /* on a thread of no instance */
} df__library_hooks;

extern const df__library_hooks df__libraries __attribute__((weak));

/* The part of libraries whose cores run by themselves that the rest of the runtime calls. src/pipelined.c defines it; other
 * libraries, and programs, do not have it. */
typedef struct df__pipelined_hooks {
    bool (*open)(void); /* false, after a message, when there is no memory for it */
    void (*take)(uint64_t port, size_t bytes, void *window);
    void (*give)(uint64_t port, size_t bytes, const void *window);
    void (*left)(df_core *core); /* the core has left its loop */
    bool (*ends_alone)(void);    /* all input has come, and nobody needs to take outputs */
    void (*close)(void);         /* all cores have left; waits for calls that are still inside */
    void (*disown)(void);        /* in a forked process: nobody waits for cores, which are not here */
} df__pipelined_hooks;

extern const df__pipelined_hooks df__pipelined __attribute__((weak));

/* The part of tracing that the rest of the runtime calls, each function on the thread of the core. src/trace.c defines it;
 * programs without tracing do not have it. */
typedef struct df__trace_hooks {
    bool (*open)(void);                /* false, after a message, when there is no memory or no file for it */
    void (*begin)(void);               /* the run begins, on the thread of core 0 */
    void (*run_begins)(df_core *core); /* and the core has learned so */
    void (*run_left)(df_core *core);   /* the core has left its loop */
    void (*run_ends)(df_core *core);   /* and so have all others */
    void (*wait_begins)(df_core *core);
    void (*wait_ends)(df_core *core, const df_gate *gate);
    void (*sleep_begins)(df_core *core);
    void (*sleep_ends)(df_core *core);
    void (*rang)(df_core *core); /* it has woken another core */
    uint64_t (*now)(void);       /* for what follows */
    /* On any thread: an engine has copied what it began at `began`; a core has copied what no engine had begun. */
    void (*engine_copied)(const struct df_job *job);
    void (*taken_over)(const struct df_job *job);
    void (*napped)(df_core *core); /* a wait for a time is over */
    bool (*write)(void);
} df__trace_hooks;

extern const df__trace_hooks df__tracing __attribute__((weak));

/* Engines that are used without a program are not. */
static inline bool df__is_traced(void)
{
    return &df__tracing != NULL && df__run() != NULL && df__run()->program != NULL &&
           df__run()->program->trace != NULL;
}

/* The part of live parameters that the rest of the runtime calls. src/live.c defines it; programs without such parameters
 * do not have it. */
typedef struct df__live_hooks {
    bool (*open)(
        void); /* false, after a message, where a value that was given is wrong, or there is no memory */
    void (*close)(void);
    /* From the next iteration that no core has begun on, the parameters of the mask have the values of that record. On any
     * thread. False: one of them is NaN or infinite, or there is no memory. */
    bool (*set)(struct df__live_state *state, uint64_t mask, const void *values);
} df__live_hooks;

extern const df__live_hooks df__live __attribute__((weak));

/* The part of them that other processes set. src/live_control.c defines it; libraries do not have it. */
typedef struct df__live_control_hooks {
    bool (*open)(void); /* false, after a message, where there can be no socket */
    void (*close)(void);
} df__live_control_hooks;

extern const df__live_control_hooks df__live_control __attribute__((weak));

static inline bool df__has_live(void)
{
    return &df__live != NULL && df__run()->program->live != NULL;
}

/* The part of periods that the rest of the runtime calls. src/pace.c defines it; programs without periods do not have it. */
typedef struct df__pace_hooks {
    void (*open)(void);
    void (*report)(FILE *report); /* one more member of the JSON object */
} df__pace_hooks;

extern const df__pace_hooks df__paces __attribute__((weak));

/* The part of helped blocks that waits call. src/helped.c defines it; programs without such blocks do not have it. */
typedef struct df__helping_hooks {
    bool (*help)(df_core *core, const df_gate *gate); /* true: it has run a firing for whom it waits for */
    void (*stay)(df_core *core); /* behind its last pass, until all cores are: helps those that are not */
} df__helping_hooks;

extern const df__helping_hooks df__helping __attribute__((weak));

/* The part of guard mode that the rest of the runtime calls. src/guard.c defines it; other programs do not
 * have it. */
typedef struct df__guard_hooks {
    int (*arena_map)(int file, size_t bytes, char **writable, char **readable);
    void (*explain)(const df__worker *worker, const df__os_fault *fault); /* prints and does not return */
} df__guard_hooks;

extern const df__guard_hooks df__guard __attribute__((weak));

/* The part of views that the rest of the runtime calls. src/view_list.c defines it; programs without views do
 * not have it. */
typedef struct df__view_hooks {
    bool (*mend)(const df__os_fault *fault); /* true: the access may be tried again */
    int (*lay_files)(const df_program *program, char *arena, size_t bytes); /* where views will be */
    void (*close_files)(void);
    void (*report)(FILE *report); /* two more members of the JSON object */
} df__view_hooks;

extern const df__view_hooks df__views __attribute__((weak));

/* The part of channels that the rest of the runtime calls. src/channel.c defines it; programs without channels do not have
 * it. Those of a library are opened and closed with its instance. */
typedef struct df__channel_hooks {
    bool (*choose)(const char *wishes); /* as a program starts; prints and returns false when it cannot be */
    void (*open)(df_core *core, df_channel *channel);
    void (*close)(df_channel *channel);
} df__channel_hooks;

extern const df__channel_hooks df__channels __attribute__((weak));

/* The part of engines that the rest of the runtime calls. src/transfer_offload.c defines it; programs without engines do
 * not have it. */
typedef struct df__offload_hooks {
    bool (*open)(void);            /* false, after a message, when there is no memory for it */
    void (*enter)(df_core *core);  /* on the thread of the core, before its first pass */
    void (*attend)(df_core *core); /* the core has jobs with engines that must be asked, or given more */
    /* The core waits for a counter of copies. Does what it can and returns for how long the core may sleep; 0: not at
     * all, for the counter may have come. */
    uint64_t (*help)(df_core *core, df_gate *gate, uint64_t target);
    void (*waited)(df_core *core, const df_gate *gate); /* and the wait is over */
    void (*leave)(df_core *core);                       /* the core gives nothing more */
    void (*close)(void);                                /* all cores have left */
    void (*report)(FILE *report);                       /* one more member of the JSON object */
} df__offload_hooks;

extern const df__offload_hooks df__offload __attribute__((weak));

/* The part of bulk operations (df/df.h) that engines do: for firings of which an output is published by an engine, on the
 * thread of the core. src/engine_bulk.c defines it; programs without such outputs do not have it. */
typedef struct df__bulk_hooks {
    bool (*copy)(df_core *core, void *target, const void *source, size_t bytes); /* false: the core must */
    bool (*fill)(df_core *core, void *target, int byte, size_t bytes);           /* likewise */
    size_t (*compare)(df_core *core, const char *one, const char *other, size_t bytes);
} df__bulk_hooks;

extern const df__bulk_hooks df__bulk __attribute__((weak));

static inline bool df__has_engines(void)
{
    return df__run()->engines != NULL;
}

/* The part of object graphs that the rest of the runtime calls. src/object_open.c defines it; programs whose tokens are all
 * plain do not have it. */
typedef struct df__object_hooks {
    bool (*open)(void);                 /* false, after a message, when there is no memory for it */
    void (*enter)(const df_core *core); /* on the thread of the core, before its actors */
    void (*close)(void);                /* the program's memory is about to be released */
    void (*report)(FILE *report);       /* one more member of the JSON object */
    const char *(*buffer_at)(const char *address); /* the buffer with an arena there, or null */
} df__object_hooks;

extern const df__object_hooks df__object_graphs __attribute__((weak));

static inline bool df__has_objects(void)
{
    return &df__object_graphs != NULL && df__run()->program->objects != NULL;
}

/* Whether anything happens on a node: it may go on, stand still for as long as the watchdog allows, or be through. */
typedef enum df__going { DF__GOES_ON, DF__STANDS_STILL, DF__IS_THROUGH } df__going;

/* The part of programs on several nodes that the rest of the runtime calls. network/network.c defines it; other
 * programs do not have it. */
typedef struct df__network_hooks {
    /* The first node reads its command line first. False on the others where it ends for that, with the same status. */
    bool (*may_read)(int *status);
    void (*has_read)(bool goes_on, int status);
    bool (*open)(void);                /* false, after a message, when there is no memory for it */
    void (*take_turn)(void);           /* on core 0: waits until this node may call its init functions, */
    void (*give_turn)(void);           /* has called them, and waits until all nodes have, */
    void (*take_turn_back)(void);      /* waits until this node may call its end functions, */
    void (*give_turn_back)(void);      /* and has called them */
    void (*begin_pass)(df_core *core); /* core 0, which may have to wait for the end to be known */
    void (*stir)(void);                /* a core waits, perhaps for a message */
    /* What the gate waits for at another node; false if it waits for nothing there. */
    bool (*describe)(const df_gate *gate, struct df__text *text);
    void (*tell_going)(df__going going); /* as the watchdog sees it */
    uint32_t (*threads_beside)(void);    /* of other nodes that have this one's CPUs */
    uint32_t (*node)(void);              /* this one's number, */
    const char *(*node_name)(void);
    const char *(*node_host)(void);
    /* After give_turn_back, on all nodes: the first node's `take` gets the texts of the others in their order. */
    void (*exchange)(const char *text, size_t bytes, void (*take)(const char *text, size_t bytes));
    uint64_t (*zero_ns)(void); /* one moment for all nodes, by the clock of each, where programs are traced */
} df__network_hooks;

extern const df__network_hooks df__network __attribute__((weak));

/* Whether what this node has seen is written by another one. */
static inline bool df__hands_on(void)
{
    return &df__network != NULL && df__network.node() != 0;
}

/* The part of files that the rest of the runtime calls. src/file.c defines it; programs without file actors do not have
 * it. */
typedef struct df__file_hooks {
    bool (*mend)(const df__os_fault *fault); /* true: the access may be tried again */
    void (*end)(void);                       /* all cores have left, and it is known how */
    void (*report)(FILE *report);            /* one more member of the JSON object */
    /* "block 17 of read", if that is what the actor fires for; on any thread */
    bool (*describe)(const df_actor *actor, struct df__text *text);
} df__file_hooks;

extern const df__file_hooks df__files __attribute__((weak));

/* The same of files whose blocks an engine moves. src/file_engine.c defines it; programs without such files do not have
 * it. */
typedef struct df__file_engine_hooks {
    void (*join)(struct df__file *file); /* it is open, and nobody has given jobs for it */
    /* "block 17 of read", where a core waits for that; safe in signal handlers */
    bool (*describe)(const df_gate *gate, struct df__text *text);
    void (*flush)(struct df__lane *lane); /* gives what was held back */
    void (*give_read)(struct df__file *file, void *to, size_t bytes);
    void (*give_write)(struct df__file *file, const void *from, size_t bytes);
    void (*move)(struct df_job *job, const struct df_region *regions); /* on any thread */
} df__file_engine_hooks;

extern const df__file_engine_hooks df__file_engine __attribute__((weak));

#endif
