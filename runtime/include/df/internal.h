/* SPDX-License-Identifier: Apache-2.0 */
/* What the source files of the runtime share and generated code does not see: the state of a running program, or of an
 * instance of a library. */
#ifndef DF_INTERNAL_H
#define DF_INTERNAL_H

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

#include "df/os.h"
#include "df/runtime.h"

/* Exit statuses; an orderly end after signal S gives 128 + S. */
enum { DF__EXIT_DONE = 0, DF__EXIT_FAILED = 1, DF__EXIT_USAGE = 2, DF__EXIT_STUCK = 4 };

typedef enum df__phase { DF__PHASE_FIRE, DF__PHASE_INIT, DF__PHASE_END } df__phase;

/* Memory in which the views of a core that are plain copies take turns. */
typedef struct df__scratch {
    char *start;
    size_t bytes;
} df__scratch;

/* For how long a core has waited for one job of an engine. */
typedef struct df__patience {
    const struct df__lane *lane;
    uint64_t front;           /* the number of the job */
    uint64_t looked_ns;       /* when it looked last */
    uint64_t waited_ns;       /* while the process ran */
    uint64_t alone_looked_ns; /* likewise, where all that is left is with the engine; 0: it is not */
    uint64_t alone_ns;        /* for how long that is so, while the process ran */
    uint64_t per_mib_ns;      /* what copying takes the core itself; 0: not known */
} df__patience;

/* How a thread waits: it spins, then sleeps, and learns for how long the one is worth it (wait.c). */
typedef struct df__habit {
    uint64_t first_ns; /* for how long it spins before it has learned; 0: it never does */
    uint64_t spin_ns;  /* and now */
    uint64_t wake_ns;  /* from the ring to the end of its sleep, at worst of late */
    uint64_t rung_ns;  /* when the ring came that ended its last sleep; 0: none did */
} df__habit;

/* The blocks of a core at which others help (helped.c). */
typedef struct df__helped {
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t begun; /* firings, of all blocks so far */
    _Atomic uint64_t open;                               /* those up to this one may be begun */
    df_counter ended;                                    /* firings that others have run */
    df_counter left;                                     /* 1: the core is behind its last pass */
    uint64_t own;                                        /* firings that the core itself has run */
    /* The block, constant while it is open: its first firing in the trip and among all. */
    const df_helped_block *block;
    uint64_t values[DF_HELPED_VALUES_MAX];
    uint64_t start, first;
    df_gate gate; /* at which the core waits for who helps it, as if for itself */
} df__helped;

/* One core as the runtime sees it. */
typedef struct df__worker {
    df_core core; /* first, so that a df_core is a df__worker */
    struct df__run_state *run;
    jmp_buf escape;
    bool can_escape;
    df__phase phase;
    df__os_thread thread;
    df__os_fault_stack fault_stack;
    long thread_number;   /* as the system counts threads */
    df__scratch *scratch; /* by number of a view (`nth`) */
    uint32_t scratch_count;
    uint32_t scratch_users;
    uint64_t faults;       /* of the process when this core asked last, for its views */
    uint64_t faults_asked; /* how often it did */
    df__habit habit;
    df__patience patience; /* with engines */
    _Atomic bool naps;     /* its actor, which has a period, waits for its time */
    df__helped helped;
    _Atomic bool helps; /* it runs a firing of another core, at the gate at which it waits */
} df__worker;

/* The parsed command line. */
typedef struct df__arguments {
    uint64_t iterations;      /* UINT64_MAX: until stopped */
    const char *json;         /* null: no figures */
    const char *trace;        /* null: no such file */
    const char *profile;      /* likewise */
    uint64_t trace_events;    /* of each core that are kept */
    uint64_t watchdog_ns;     /* 0: none watches */
    uint64_t peer_timeout_ns; /* programs on several nodes: who gives no sign of life for so long is gone */
    bool quiet;
    bool control; /* other processes may set live parameters */
    unsigned char poison;
    char **assignments; /* NAME=VALUE texts */
    int assignments_count;
} df__arguments;

typedef struct df__figures {
    uint64_t elapsed_ns;
    uint64_t page_faults_minor;
    uint64_t page_faults_major;
} df__figures;

/* How far the lives of the cores have come (life.c). */
typedef struct df__life {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t turn;        /* the actor whose init, later end, is next */
    size_t initialised; /* actors 0 .. initialised - 1 have come through init */
    uint32_t arrived;   /* cores at the next meeting, counted over all meetings */
    bool begins;        /* all threads are there */
    bool is_off;        /* they are not, and those that are leave */
} df__life;

/* What an instance of a library tells its caller in place of printing it. */
typedef struct df__told {
    pthread_mutex_t lock;
    char text[1024];
    size_t length;
} df__told;

/* What the views of a run have in common. */
typedef struct df__views_state {
    pthread_mutex_t lock;     /* of who changes one of the lists */
    _Atomic(df_view *) first; /* of all open views */
    df_view *first_reported;  /* of all that were ever open */
    struct df__piece *pieces; /* of the arena that are parts of files */
    size_t pieces_count;
    int huge_file; /* -1: no buffer has huge pages */
} df__views_state;

/* The program that runs, or an instance of a library. */
typedef struct df__run_state {
    df__shared shared;
    df__life life;
    struct df__asked_name *asked_names; /* by actors, as options */
    pthread_mutex_t asked_lock;
    void (*serve)(df_core *core); /* what cores other than 0 of a library do; null in programs */
    const void *const *ports;     /* of a library: the windows of its ports in this step */
    bool own_threads;             /* core 0 has one, too: it is not who began the run */
    struct df__stream *stream;    /* of a pipelined library; null elsewhere */
    df__told *told;               /* of a library; null in programs, which print */
    df__told *warned;             /* likewise: what is not as planned, and no error */
    struct df__live_state *live;  /* null: no parameter may be set */
    const df_program *program;
    df__arguments arguments;
    df__worker *workers;
    char *arena;
    char *arena_read;
    int arena_file;          /* of guard mode, and what views map; -1 if there is none */
    int arena_file_error;    /* views want one and cannot have it: why */
    int fault_handler_error; /* why bad memory accesses come to no handler of ours; 0 if they do */
    df__views_state views;
    bool measures_views;         /* the report is to tell how much of them is written */
    unsigned cpus[DF_CORES_MAX]; /* core i runs on cpus[i] if `pins` */
    unsigned cpus_count;
    bool pins;
    bool places_pages;  /* takes each core's memory where it runs */
    uint64_t spin_ns;   /* spent in a wait before it sleeps, at first; 0 where threads share CPUs */
    uint64_t end_asked; /* the iterations to run unless something ends the program earlier */
    _Atomic bool failed;
    _Atomic bool stopped;        /* an actor made the end fall */
    _Atomic int signal;          /* the first signal that asked for the end */
    _Atomic bool interrupted;    /* core 0 took that signal: the program ends for it */
    struct df__engines *engines; /* null if there are none */
    struct df__file *files;      /* that are open, the last one first */
    df__figures figures;
} df__run_state;

/* The instance that the calling thread works for; on threads that are no core and no engine the program, and null in a
 * library. */
extern _Thread_local df__run_state *df__run_here;
extern df__run_state *df__run_of_process;
extern _Thread_local df__worker *df__self; /* null on threads that are no core of the program */

static inline df__run_state *df__run(void)
{
    return df__run_here != NULL ? df__run_here : df__run_of_process;
}

/* tell.c: a message, to the standard error output or to who has opened the library. One that is an error ends there, or
 * goes on in lines that add to it. */
void df__tell_error(const char *format, ...) DF_PRINTF_LIKE(1, 2);
void df__tell_more(const char *format, ...) DF_PRINTF_LIKE(1, 2);
void df__tell_warning(const char *format, ...) DF_PRINTF_LIKE(1, 2);

/* arguments.c: reads the command line; returns false when the process shall exit with *status. */
bool df__arguments_read(int argc, char **argv, const df_program *program, df__arguments *arguments,
                        int *status);

/* options.c: decimal digits, or 0x and hexadecimal ones, and nothing else; false where it is more than `most`. */
bool df__number_read(const char *text, uint64_t most, uint64_t *number);

/* environment.c: the value of one of the program's variables, null where there is none. The check, before anything else
 * is done, says which one has a value that means nothing. */
const char *df__environment(const char *name);
uint64_t df__environment_number(const char *name, uint64_t otherwise);
bool df__environment_check(void);
void df__environment_print(void);

/* options.c: before anything else is done, says which NAME=VALUE nobody will ask for, where that is known; and at the end,
 * which one nobody has asked for. The NAME=VALUE that nobody has asked for yet and that comes nearest to a name, or null:
 * none comes near. */
bool df__options_check(void);
void df__options_warn_unasked(void);
void df__options_forget(void);
const char *df__options_nearest(const char *name);

/* arena.c: takes the program's memory or says why it cannot. Sizes are rounded up to pages. */
bool df__arena_take(void);
void df__arena_release(void);
size_t df__whole_pages(size_t bytes); /* at least one page */

static inline size_t df__buffer_bytes(const df_buffer *buffer)
{
    return buffer->slots == 0 ? 0 : (buffer->slots - 1) * buffer->stride_bytes + buffer->slot_bytes;
}

/* pages.c: has the pages of the arena's first `bytes` there. EINVAL where pages come at their first use alone. */
int df__pages_take(const df__run_state *run, size_t bytes);

/* arena.c: why the system refused memory, which may be that of a file. */
const char *df__memory_refusal(int error);

/* life.c: once there is a run. Then threads and init of all cores; false, after a message, when threads are missing. The
 * end waits for the passes of the other cores, calls the end functions, and tells whether every actor came through its
 * init; between the two core 0 runs its passes. A program does all three at once. */
void df__life_prepare(void);
void df__life_forget(void);
bool df__life_begin(void);
bool df__life_end(void);
bool df__life_run(void);

/* life.c: calls code that may leave by df_fail; false when it did. */
bool df__call(df__worker *worker, void (*function)(df_core *core));

/* life.c: sets up the cores, for so many iterations; the arena is there. */
void df__cores_prepare(df__worker *workers, uint64_t iterations);

/* stop.c */
void df__end_lower(uint64_t end);
void df__abort(void);
void df__end_of_input(void); /* what the actor that fires means by df_end_of_input */

/* wait.c: sleeps on the thread's doorbell, for so long at most (UINT64_MAX: as long as it takes); and what it waited for
 * was there after so long. */
void df__habit_begin(df__habit *habit, uint64_t first_ns);
void df__habit_sleep(df__habit *habit, df__doorbell *doorbell, uint32_t bell, uint64_t most_ns);
void df__habit_learn(df__habit *habit, uint64_t waited_ns);

/* wait.c: wakes the core even where it is only about to sleep. Safe in signal handlers. */
void df__ring(uint32_t core_index);

/* signals.c: SIGINT, SIGTERM; and what is printed when an actor's memory access fails. */
void df__signals_catch(void);

/* signals.c: writes beyond the size that files may have fail instead of ending the process; and while actors run, whose
 * writes may be meant, the program fails with them. */
void df__file_limit_survive(void);
void df__file_limit_tell(bool tells);

/* output.c: numbers of JSON, whose point is one in every locale, and texts, in quotes; and the end of a file, of the
 * standard output only what has been written so far: 0, or why not all of it could be written. */
void df__write_fixed(FILE *file, double value, unsigned decimals);
void df__write_text(FILE *file, const char *text);
int df__end_file(FILE *file);

/* A file that the user names for what the message calls `what`. It is opened before the run, so that a bad path is known
 * at once; where it cannot be opened, or not all be written, that is told, and one that was not there before is removed.
 * A node that hands on what it has to say writes `text` in its place. */
typedef struct df__output {
    const char *path;
    const char *what;
    FILE *file; /* null: there is none */
    bool is_new;
    char *text;
    size_t bytes;
} df__output;

bool df__output_open(const char *path, const char *what, df__output *output);
bool df__output_is_same(const df__output *one, const df__output *other);
void df__output_drop(df__output *output); /* nothing is to be in it */
bool df__output_end(df__output *output);

/* report.c: writes the figures of the run; false when they could not be written. */
bool df__report_open(void);
bool df__report_is_in(const df__output *other);
bool df__report_write(void);
uint64_t df__report_iterations(void); /* that were run */

/* watchdog.c: prints what each core does or waits for, or only what those do that wait for no other; safe in signal
 * handlers. And the thread that ends a program in which nothing happens any more, and tells where input waits for more
 * input. */
void df__states_print(void);
void df__states_print_busy(void);
void df__watchdog_start(void);
void df__watchdog_stop(void);

/* arena.c: memory in whole cache lines, all zeros; null if there is none. */
void *df__take_zeroed(size_t bytes);

/* view_list.c: all open views. */
void df__view_enlist(df_view *view);
void df__view_delist(df_view *view);

/* view_open.c: from now on the view is a plain copy, if there is memory for that; and where the window in use of a plain
 * copy lies, from the start of its slot. */
void df__view_become_copy(df_view *view);
char *df__view_scratch(const df_view *view);

/* transfer_cow.c: finds what the last firing wrote. */
void df__view_settle(df_view *view);

/* view_memory.c: files in place of the arena's memory, of which views can be made; and which of them holds the
 * slots of a view. False when none does. */
typedef struct df__view_memory {
    int file;
    size_t offset;
    bool huge;
} df__view_memory;

bool df__view_find_memory(const df_view *view, df__view_memory *memory);
int df__view_lay_files(const df_program *program, char *arena, size_t bytes);
void df__view_close_files(void);

/* view_figures.c: a firing is over, what has it written? And the figures of all views that were ever open. */
void df__view_measure(df_view *view, uint32_t slot, size_t first, size_t bytes);
void df__view_list_for_report(df_view *view);
void df__view_report(FILE *report);

/* actor_bulk.c: the first byte that differs, or `bytes`. */
size_t df__first_difference(const char *one, const char *other, size_t bytes);

/* text.c: lines built without libc, for signal handlers; what does not fit is dropped. */
typedef struct df__text {
    char bytes[512];
    size_t length;
} df__text;

void df__text_add(df__text *text, const char *words);
void df__text_add_number(df__text *text, uint64_t number);
void df__text_add_address(df__text *text, const void *address);
void df__text_write(df__text *text); /* to the standard error output, with an end of line */

void df__text_add_named(df__text *text, const df_actor *actor); /* "actor 'x' (edges.sdf:12:5)" */

/* text.c: "actor 'x' (edges.sdf:12:5), firing 37" or "firings 0 to 255", or "core 1", as the start of a message. */
void df__text_add_actor(df__text *text, const df__worker *worker);

#endif
