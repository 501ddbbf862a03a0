/* SPDX-License-Identifier: Apache-2.0 */
/* Instances of a library: each has a run of its own. Who calls one is its core 0, step by step; the threads of the other
 * cores sleep between steps. If it is pipelined, all cores have threads and run by themselves (pipelined.c). The process,
 * its signals and its outputs belong to the caller. */
#include "df/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"
#include "df/live.h"
#include "df/parts.h"

/* `begun`: steps that core 0 has begun; `done`, by core: those that the others have done. */
struct df_library {
    df__run_state run; /* first, so that the run of a thread is its library */
    df__told told;
    df__told warned;
    df_counter begun;
    df_counter done[DF_CORES_MAX];
    df_gate gates[DF_CORES_MAX]; /* of core 0 to those; of the others to `begun` */
    df_gate done_gates[DF_CORES_MAX];
    uint64_t pass;
    bool over;
    bool has_arena;
    size_t channels_open; /* the first so many of them are */
    char **values;
    void *own;
    long process;     /* that has opened it */
    df_library *next; /* of those that are open */
};

static _Atomic uint32_t instances;
static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER;
static df_library *open_ones;

/* What a thread was doing that calls a library: it may be an actor of another one. */
typedef struct caller {
    df__run_state *run;
    df__worker *self;
} caller;

static caller enter(df_library *library)
{
    caller before = {df__run_here, df__self};
    df__run_here = &library->run;
    df__self = library->run.own_threads ? NULL : library->run.workers;
    return before;
}

static void leave(caller before)
{
    df__run_here = before.run;
    df__self = before.self;
}

/* --- threads that actors started ---------------------------------------- */

static void enlist(df_library *library)
{
    pthread_mutex_lock(&open_lock);
    library->next = open_ones;
    open_ones = library;
    pthread_mutex_unlock(&open_lock);
}

static void delist(df_library *library)
{
    pthread_mutex_lock(&open_lock);
    df_library **place = &open_ones;
    while (*place != library)
        place = &(*place)->next;
    *place = library->next;
    pthread_mutex_unlock(&open_lock);
}

/* Nothing tells which instance a thread belongs to that an actor started: if there are several, all of them fail. */
static void fail_all(const char *message)
{
    pthread_mutex_lock(&open_lock);
    for (df_library *library = open_ones; library != NULL; library = library->next) {
        df__run_here = &library->run;
        df__tell_error("a thread that an actor started: %s", message);
        df__abort();
    }
    df__run_here = NULL;
    pthread_mutex_unlock(&open_lock);
}

const df__library_hooks df__libraries = {.fail_all = fail_all};

static df_library *current(void)
{
    return (df_library *)df__run();
}

/* --- forks ---------------------------------------- */

static pthread_once_t forks_told = PTHREAD_ONCE_INIT;

static void hold_open_ones(void)
{
    pthread_mutex_lock(&open_lock);
}

static void let_open_ones_go(void)
{
    pthread_mutex_unlock(&open_lock);
}

/* In a forked process, which has none of the cores' threads, nor those that held a lock: calls would wait for ever. */
static void disown_all(void)
{
    for (df_library *library = open_ones; library != NULL; library = library->next) {
        caller before = enter(library);
        pthread_mutex_init(&library->told.lock, NULL);
        df__tell_error("this instance belongs to the process that opened it: a forked one opens its own");
        df__abort();
        if (&df__pipelined != NULL)
            df__pipelined.disown();
        leave(before);
    }
    open_ones = NULL;
    atomic_store(&instances, 0);
    let_open_ones_go();
}

static void tell_of_forks(void)
{
    pthread_atfork(hold_open_ones, let_open_ones_go, disown_all);
}

/* --- steps ---------------------------------------- */

/* On the threads of all cores but core 0. */
static void serve(df_core *core)
{
    df_library *library = current();
    bool (*run_pass)(df_core *, uint64_t) = library->run.program->library->pass[core->index];
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        if (!df_wait(core, &library->gates[core->index], pass + 1) || !run_pass(core, pass))
            return;
        df_publish(core, &library->done[core->index], pass + 1);
    }
}

/* The others have done their pass, too: what follows may change what all of them read. */
static bool meet_others(df_core *core, uint64_t pass)
{
    df_library *library = current();
    for (uint32_t i = 1; i < library->run.program->cores; i++)
        if (!df_wait(core, &library->done_gates[i], pass + 1))
            return false;
    return true;
}

static void step(df_core *core)
{
    df_library *library = current();
    uint64_t pass = library->pass;
    library->over = true;
    if (!df_core_continues(core, pass))
        return;
    df_publish(core, &library->begun, pass + 1);
    if (!library->run.program->library->pass[0](core, pass) || !meet_others(core, pass))
        return;
    library->over = !df__pass_counts(core);
    library->pass = pass + 1;
}

int df_library_step(df_library *library, const void *const *ports)
{
    caller before = enter(library);
    library->run.ports = ports;
    df__call(&library->run.workers[0], step);
    leave(before);
    if (!library->over)
        return DF_LIBRARY_DONE;
    return atomic_load(&library->run.failed) ? DF_LIBRARY_FAILED : DF_LIBRARY_ENDED;
}

void df_port_take(uint64_t port, uint64_t bytes, void *window)
{
    if (&df__pipelined != NULL)
        df__pipelined.take(port, bytes, window);
    else
        df_copy_disjoint(window, df__run()->ports[port], bytes);
}

void df_port_give(uint64_t port, uint64_t bytes, const void *window)
{
    if (&df__pipelined != NULL)
        df__pipelined.give(port, bytes, window);
    else
        df_copy_disjoint((void *)(uintptr_t)df__run()->ports[port], window, bytes);
}

void df_library_stop(df_library *library)
{
    caller before = {df__run_here, df__self};
    df__run_here = &library->run;
    df__end_lower(0);
    leave(before);
}

int df_library_set(df_library *library, const void *values, uint64_t mask)
{
    const df_live_table *table = library->run.program->live;
    if (atomic_load(&library->run.failed))
        return DF_LIBRARY_FAILED;
    uint64_t known = UINT64_MAX >> (DF_LIVE_MAX - table->count);
    return df__live.set(library->run.live, mask & known, values) ? DF_LIBRARY_DONE : DF_LIBRARY_FAILED;
}

const char *df_library_error(const df_library *library)
{
    return library->told.text;
}

const char *df_library_warning(const df_library *library)
{
    return library->warned.text;
}

/* --- life ---------------------------------------- */

/* Threads of the caller are left where they are, and those of the cores, too. */
static void place_cores(df__run_state *run)
{
    enum { SPIN_NS = 100000 };
    run->cpus_count = df__os_cpus(run->cpus, DF_CORES_MAX);
    run->spin_ns = run->cpus_count < run->program->cores ? 0 : SPIN_NS;
}

static void connect_cores(df_library *library)
{
    uint32_t cores = library->run.program->cores;
    for (uint32_t i = 1; i < cores; i++) {
        library->begun.waiters |= UINT64_C(1) << i;
        library->done[i].waiters = 1;
        library->gates[i] = (df_gate){.counter = &library->begun, .fifo = "the next step"};
        library->done_gates[i] =
            (df_gate){.counter = &library->done[i], .fifo = "the end of the step", .peer = i};
    }
    for (uint32_t i = 0; i < cores; i++)
        library->run.workers[i].core.own = library->own;
}

/* --- channels ---------------------------------------- */

static df_channel *channel_of(df_library *library, size_t number)
{
    return (df_channel *)((char *)library->own +
                          library->run.program->library->channels[number].offset_bytes);
}

static void open_channels_of(df_core *core)
{
    df_library *library = current();
    const df_program *program = library->run.program;
    for (size_t *next = &library->channels_open; *next < program->channels_count; ++*next) {
        if (program->library->channels[*next].core != core->index)
            return;
        df__channels.open(core, channel_of(library, *next));
    }
}

/* Not on the threads of the cores, which a failure leaves without a way back to what is open. False, after a message, where
 * there is no memory. */
static bool open_channels(df_library *library)
{
    df__worker *before = df__self;
    bool are_open = true;
    for (uint32_t i = 0; i < library->run.program->cores && are_open; i++) {
        df__self = &library->run.workers[i];
        are_open = df__call(df__self, open_channels_of);
    }
    df__self = before;
    return are_open;
}

static void close_channels(df_library *library)
{
    while (library->channels_open > 0)
        df__channels.close(channel_of(library, --library->channels_open));
}

/* --- opening and closing ---------------------------------------- */

/* False, after a message. */
static bool is_option(const char *text)
{
    const char *equals = text == NULL ? NULL : strchr(text, '=');
    bool is = equals != NULL && equals != text;
    if (!is)
        df__tell_error("%s: an option is NAME=VALUE", text == NULL ? "a null pointer" : text);
    return is;
}

/* The texts are the caller's and may go. */
static bool keep_values(df_library *library, const char *const *values, size_t count)
{
    library->values = calloc(count + 1, sizeof *library->values);
    for (size_t i = 0; library->values != NULL && i < count; i++) {
        if (!is_option(values == NULL ? NULL : values[i]))
            return false;
        size_t bytes = strlen(values[i]) + 1;
        library->values[i] = malloc(bytes);
        if (library->values[i] == NULL)
            break;
        df_copy_disjoint(library->values[i], values[i], bytes);
        library->run.arguments.assignments_count = (int)i + 1;
    }
    library->run.arguments.assignments = library->values;
    bool kept = library->values != NULL && (size_t)library->run.arguments.assignments_count == count;
    if (!kept)
        df__tell_error("there is no memory for the options");
    return kept;
}

/* False, after a message, where an instance cannot be; what it has taken then is given back with the rest. */
static bool take(df_library *library, const char *const *values, size_t count)
{
    const df_program *program = library->run.program;
    library->run.workers = df__take_zeroed(program->cores * sizeof *library->run.workers);
    library->own = df__take_zeroed(program->library->own_bytes);
    if (library->run.workers == NULL || library->own == NULL) {
        df__tell_error("there is no memory for an instance");
        return false;
    }
    library->has_arena = keep_values(library, values, count) && df__options_check() && df__arena_take();
    return library->has_arena;
}

static void release(df_library *library)
{
    df__run_state *run = &library->run;
    delist(library);
    close_channels(library);
    if (library->has_arena)
        df__arena_release();
    if (df__has_live())
        df__live.close();
    if (run->stream != NULL)
        df__pipelined.close();
    df__options_forget();
    for (size_t i = 0; library->values != NULL && library->values[i] != NULL; i++)
        free(library->values[i]);
    free(library->values);
    free(library->own);
    free(run->workers);
    df__life_forget();
    pthread_mutex_destroy(&library->told.lock);
    pthread_mutex_destroy(&library->warned.lock);
    free(library);
    atomic_fetch_sub(&instances, 1);
}

static bool begin(df_library *library)
{
    place_cores(&library->run);
    library->run.program->library->prepare(library->own);
    df__cores_prepare(library->run.workers, UINT64_MAX);
    connect_cores(library);
    if (!open_channels(library))
        return false;
    if (&df__pipelined == NULL)
        library->run.serve = serve;
    else if (!df__pipelined.open())
        return false;
    if ((df__has_live() && !df__live.open()) || !df__life_begin())
        return false;
    if (!atomic_load(&library->run.failed))
        return true;
    df__life_end();
    return false;
}

/* Instances that would write one variable cannot be side by side. */
static bool may_be(const df_program *program, char *error, size_t error_bytes)
{
    uint32_t others = atomic_fetch_add(&instances, 1);
    const char *problem = program->library->static_data;
    bool may = others == 0 || problem == NULL;
    if (!may)
        snprintf(error, error_bytes, "another instance of %s is open, and %s", program->name, problem);
    if (!may)
        atomic_fetch_sub(&instances, 1);
    return may;
}

bool df_library_is_of(uint32_t given, uint32_t own, const char *name, char *error, size_t error_bytes)
{
    if (given != own)
        snprintf(
            error, error_bytes,
            "this is a library of another ABI: compile what calls %s with the header of the library, %s.h",
            name, name);
    return given == own;
}

df_library *df_library_open(const df_program *program, const char *const *values, size_t values_count,
                            char *error, size_t error_bytes)
{
    if (!may_be(program, error, error_bytes))
        return NULL;
    df_library *library = df__take_zeroed(sizeof *library);
    if (library == NULL) {
        snprintf(error, error_bytes, "there is no memory for an instance");
        atomic_fetch_sub(&instances, 1);
        return NULL;
    }
    pthread_once(&forks_told, tell_of_forks);
    library->process = df__os_process_number();
    library->run.program = program;
    library->run.told = &library->told;
    library->run.warned = &library->warned;
    library->run.own_threads = &df__pipelined != NULL;
    pthread_mutex_init(&library->told.lock, NULL);
    pthread_mutex_init(&library->warned.lock, NULL);
    enlist(library);
    caller before = enter(library);
    df__life_prepare();
    bool is_open = take(library, values, values_count) && begin(library);
    if (!is_open) {
        snprintf(error, error_bytes, "%s", library->told.text);
        release(library);
    }
    leave(before);
    return is_open ? library : NULL;
}

void df_library_close(df_library *library)
{
    if (library == NULL || library->process != df__os_process_number())
        return; /* a fork has none of the threads that this would wait for */
    caller before = enter(library);
    if (&df__pipelined == NULL || !df__pipelined.ends_alone())
        df__end_lower(0);
    df__life_end();
    release(library);
    leave(before);
}
