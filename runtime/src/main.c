/* SPDX-License-Identifier: Apache-2.0 */
/* df_main: the order in which a program comes to life and ends. Each step is a function of the file that it
 * names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"
#include "df/parts.h"

/* A sleep takes until the system finds a CPU for the thread again: 50 us at best, but 700 us in the mean where a virtual
 * machine shares its CPUs with others. Cores that pass tokens every 100 us would be asleep most of the time. */
enum { SPIN_NS_DEFAULT = 2000000 };

static df__run_state of_process;
static atomic_bool actors_run;
static df__worker workers[DF_CORES_MAX];

/* Only a mistake of the build can break these. */
static bool fits_runtime(const df_program *program)
{
    const char *problem = NULL;
    if (program->abi != DF_RUNTIME_ABI)
        problem = "its generated code and the runtime are of different versions";
    else if (program->cores == 0 || program->cores > DF_CORES_MAX || program->iterations_per_pass == 0)
        problem = "its number of cores or of iterations per pass is out of range";
    else if (program->guard && &df__guard == NULL)
        problem = "it was generated with --guard, but guard.c was not built in";
    else if (program->trace != NULL && &df__tracing == NULL)
        problem = "it was generated with --trace, but trace.c was not built in";
    else if (program->objects != NULL && &df__object_graphs == NULL)
        problem = "its tokens are object graphs, but object_open.c was not built in";
    if (problem != NULL)
        fprintf(stderr, "error: %s: %s; compile the graph again\n", program->name, problem);
    return problem == NULL;
}

static bool is_wished(const char *variable, bool otherwise)
{
    return df__environment_number(variable, otherwise) != 0;
}

static uint32_t engine_threads(const df_program *program)
{
    uint32_t threads = 0;
    for (uint32_t i = 0; i < program->engines_count; i++)
        threads += df_engine_threads(&program->engines[i]);
    return threads;
}

/* Whether it counts where the threads of an engine run: seen from a core that stays where it is. */
static bool places_engines(const df_program *program)
{
    for (uint32_t i = 0; i < program->engines_count; i++)
        if (program->engines[i].place != DF_PLACE_ANY)
            return true;
    return false;
}

/* Of the process, but its cores; and of others that have its CPUs. */
static uint32_t more_threads(const df_program *program)
{
    return engine_threads(program) + (&df__network != NULL ? 1 + df__network.threads_beside() : 0);
}

/* Cores that share CPUs with each other do not stay on one, and no thread spins that shares its CPU. DFGEN_PIN=0,
 * DFGEN_NUMA=0 (or 1, also where there is one memory) and DFGEN_SPIN_NS=N have the last word. */
static void place_cores(const df_program *program)
{
    uint32_t cores = program->cores;
    unsigned cpus = df__os_cpus(df__run()->cpus, DF_CORES_MAX);
    df__run()->cpus_count = cpus < DF_CORES_MAX ? cpus : DF_CORES_MAX;
    bool is_alone = &df__network == NULL || df__network.threads_beside() == 0;
    df__run()->pins =
        (cores > 1 || places_engines(program)) && cpus >= cores && is_alone && is_wished("DFGEN_PIN", true);
    df__run()->places_pages = df__run()->pins && is_wished("DFGEN_NUMA", df__os_has_several_memories());
    df__run()->spin_ns = df__environment_number("DFGEN_SPIN_NS", SPIN_NS_DEFAULT);
    if (cpus < cores + more_threads(program))
        df__run()->spin_ns = 0;
}

static bool choose_transfers(void)
{
    const char *wishes = df__environment("DFGEN_TRANSFER");
    if (wishes == NULL)
        return true;
    if (&df__channels != NULL)
        return df__channels.choose(wishes);
    fprintf(stderr, "error: DFGEN_TRANSFER: this program moves bytes in one way only; compile the graph with "
                    "--transfer-candidates\n");
    return false;
}

/* A signal that came during init ends the program before its first iteration. */
static void begin_figures(void)
{
    df__figures *figures = &df__run()->figures;
    if (&df__network == NULL && atomic_load(&df__run()->signal) != 0) {
        atomic_store(&df__run()->interrupted, true);
        df__end_lower(0);
    }
    df__watchdog_start();
    df__os_page_faults(&figures->page_faults_minor, &figures->page_faults_major);
    figures->elapsed_ns = df__os_now_ns();
    if (df__is_traced())
        df__tracing.begin();
}

static void finish_figures(void)
{
    df__figures *figures = &df__run()->figures;
    uint64_t minor;
    uint64_t major;
    df__watchdog_stop();
    if (df__has_engines())
        df__offload.close();
    figures->elapsed_ns = df__os_now_ns() - figures->elapsed_ns;
    df__os_page_faults(&minor, &major);
    figures->page_faults_minor = minor - figures->page_faults_minor;
    figures->page_faults_major = major - figures->page_faults_major;
}

/* --- forks ---------------------------------------- */

static df__text forked_by; /* in a process that an actor has forked */

/* It has none of the threads of the other cores. Nothing more is begun where the function of the actor returns. */
static void begin_fork(void)
{
    if (!atomic_exchange(&actors_run, false))
        return;
    df__text_add(&forked_by, "error: ");
    df__text_add_actor(&forked_by, df__self);
    df__abort();
}

/* At once: what is in buffers of files, the first process writes. */
static void end_fork(void)
{
    if (forked_by.length == 0)
        return;
    df__text_add(&forked_by,
                 ": a process that it has forked returns from it, as only the first one may: it has to call "
                 "_exit() or become another program");
    df__text_write(&forked_by);
    df__os_exit(DF__EXIT_FAILED);
}

const df__program_hooks df__program_life = {
    .begin = begin_figures, .finish = finish_figures, .returned = end_fork};

static bool flush_output(void)
{
    int error = df__end_file(stdout);
    if (error != 0)
        fprintf(stderr, "error: the standard output cannot be written: %s\n", strerror(error));
    return error == 0;
}

/* Said without printf, which needs more than that. */
static bool has_stack(void)
{
    enum { STACK_BYTES_MIN = 64 * 1024 };
    size_t bytes = df__os_stack_bytes();
    if (bytes >= STACK_BYTES_MIN)
        return true;
    df__text text = {.length = 0};
    df__text_add(&text, "error: the stack may have ");
    df__text_add_number(&text, bytes / 1024);
    df__text_add(&text, " KiB, and the program needs ");
    df__text_add_number(&text, STACK_BYTES_MIN / 1024);
    df__text_add(&text, " KiB or more: raise the limit (ulimit -s)");
    df__text_write(&text);
    return false;
}

/* exit() in an actor: the other cores are in the middle of something. */
static void tell_of_exit(void)
{
    if (!atomic_load(&actors_run))
        return;
    df__text where = {.length = 0};
    df__text_add_actor(&where, df__self);
    df__tell_warning(
        "%.*s: it calls exit(), which ends the program before the other actors have ended and written "
        "their last bytes: df_stop() ends it in order, df_fail() with a message",
        (int)where.length, where.bytes);
}

static bool run_actors(void)
{
    atexit(tell_of_exit); /* without it the program only ends without a word */
    pthread_atfork(NULL, NULL, begin_fork);
    atomic_store(&actors_run, true);
    bool all_began = df__life_run();
    atomic_store(&actors_run, false);
    return all_began;
}

static bool read_own_command(int argc, char **argv, const df_program *program, int *status)
{
    if (!df__arguments_read(argc, argv, program, &df__run()->arguments, status))
        return false;
    *status = DF__EXIT_FAILED;
    return df__environment_check() && df__options_check();
}

/* The environment, too. False: the program ends with that status. */
static bool read_command(int argc, char **argv, const df_program *program, int *status)
{
    if (&df__network == NULL)
        return read_own_command(argc, argv, program, status);
    if (!df__network.may_read(status))
        return false;
    bool goes_on = read_own_command(argc, argv, program, status);
    df__network.has_read(goes_on, *status);
    return goes_on;
}

int df_main(int argc, char **argv, const df_program *program)
{
    int status;
    if (!has_stack() || !fits_runtime(program))
        return DF__EXIT_FAILED;
    df__run_of_process = &of_process;
    df__run()->program = program;
    df__life_prepare();
    df__file_limit_survive();
    if (!read_command(argc, argv, program, &status))
        return status;
    place_cores(program);
    if (!choose_transfers() || !df__report_open() || !df__arena_take())
        return DF__EXIT_FAILED;
    df__cores_prepare(workers, df__run()->arguments.iterations);
    if (&df__paces != NULL)
        df__paces.open();
    if (df__has_live() && !df__live.open())
        return DF__EXIT_FAILED;
    if (&df__offload != NULL && !df__offload.open())
        return DF__EXIT_FAILED;
    if (&df__network != NULL && !df__network.open())
        return DF__EXIT_FAILED;
    if (df__is_traced() && !df__tracing.open())
        return DF__EXIT_FAILED;
    if (df__run()->arguments.control && !df__live_control.open())
        return DF__EXIT_FAILED;
    df__signals_catch();

    df__file_limit_tell(true);
    bool all_began = run_actors();
    df__file_limit_tell(false);
    if (&df__files != NULL)
        df__files.end();

    df__arena_release();
    if (df__run()->arguments.control)
        df__live_control.close();
    if (df__has_live())
        df__live.close();
    if (all_began && !df__run()->arguments.quiet && &df__network == NULL)
        df__options_warn_unasked(); /* on one of several nodes most options are for others */
    df__options_forget();
    bool written = df__report_write();
    if (df__is_traced())
        written = df__tracing.write() && written;
    written = flush_output() && written;
    if (!written || atomic_load(&df__run()->failed))
        return DF__EXIT_FAILED;
    return atomic_load(&df__run()->interrupted) ? 128 + atomic_load(&df__run()->signal) : DF__EXIT_DONE;
}
