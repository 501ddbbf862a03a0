/* SPDX-License-Identifier: Apache-2.0 */
/* The life of the cores: init functions one at a time in order, the run, end functions in reverse order; each
 * actor's init and end on the thread of its core. Here all is cold, so one lock and one condition order
 * everything. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t turn;        /* the actor whose init, later end, is next */
    size_t initialised; /* actors 0 .. initialised - 1 have come through init */
    uint32_t arrived;   /* cores at the next meeting, counted over all meetings */
} life = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void await_turn(size_t turn)
{
    pthread_mutex_lock(&life.lock);
    while (life.turn != turn)
        pthread_cond_wait(&life.changed, &life.lock);
    pthread_mutex_unlock(&life.lock);
}

static void give_turn(size_t turn)
{
    pthread_mutex_lock(&life.lock);
    life.turn = turn;
    pthread_cond_broadcast(&life.changed);
    pthread_mutex_unlock(&life.lock);
}

/* Waits until all cores have come here; `meetings` counts this one. */
static void meet(uint32_t meetings)
{
    pthread_mutex_lock(&life.lock);
    life.arrived++;
    pthread_cond_broadcast(&life.changed);
    while (life.arrived < meetings * df__run.program->cores)
        pthread_cond_wait(&life.changed, &life.lock);
    pthread_mutex_unlock(&life.lock);
}

/* Calls code that may leave by df_fail; false when it did. */
static bool call(df__worker *worker, void (*function)(df_core *core))
{
    if (setjmp(worker->escape) != 0)
        return false;
    worker->can_escape = true;
    function(&worker->core);
    worker->can_escape = false;
    return true;
}

static bool call_for_actor(df__worker *worker, const df_actor *actor, df__phase phase)
{
    void (*function)(df_core *core) = phase == DF__PHASE_INIT ? actor->init : actor->end;
    if (function == NULL)
        return true;
    worker->phase = phase;
    worker->core.iteration = 0;
    df_fires(&worker->core, actor, 0);
    bool returned = call(worker, function);
    worker->phase = DF__PHASE_FIRE;
    df_fires(&worker->core, NULL, 0);
    return returned;
}

/* After a failure or a signal the turn still goes round, but no further init is called. */
static void initialise_in_turn(df__worker *worker)
{
    const df_program *program = df__run.program;
    if (&df__network != NULL && worker->core.index == 0) {
        df__network.take_turn();
        give_turn(0);
    }
    for (size_t i = 0; i < program->actors_count; i++) {
        const df_actor *actor = &program->actors[i];
        if (actor->core != worker->core.index)
            continue;
        await_turn(i);
        bool goes_on = !atomic_load(&df__run.failed) && atomic_load(&df__run.signal) == 0;
        if (goes_on && call_for_actor(worker, actor, DF__PHASE_INIT))
            life.initialised = i + 1;
        give_turn(i + 1);
    }
    await_turn(program->actors_count);
    if (&df__network != NULL && worker->core.index == 0)
        df__network.give_turn();
}

static void end_in_turn(df__worker *worker)
{
    const df_program *program = df__run.program;
    for (size_t i = program->actors_count; i > 0; i--) {
        const df_actor *actor = &program->actors[i - 1];
        if (actor->core != worker->core.index)
            continue;
        await_turn(i);
        if (i <= life.initialised)
            call_for_actor(worker, actor, DF__PHASE_END);
        give_turn(i - 1);
    }
}

/* A signal that came during init ends the program before its first iteration. */
static void begin_figures(void)
{
    df__figures *figures = &df__run.figures;
    if (&df__network == NULL && atomic_load(&df__run.signal) != 0) {
        atomic_store(&df__run.interrupted, true);
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
    df__figures *figures = &df__run.figures;
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

/* All passes, and the wait for the other cores to have run theirs. */
static void run(df__worker *worker)
{
    df_core *core = &worker->core;
    if (df__is_traced())
        df__tracing.run_begins(core);
    call(worker, df__run.program->run[core->index]);
    core->actor = NULL;
    if (df__is_traced())
        df__tracing.run_left(core);
    if (df__has_engines())
        df__offload.leave(core);
    if (&df__network != NULL && core->index == 0)
        df__network.take_turn_back();
    meet(2);
    if (df__is_traced())
        df__tracing.run_ends(core);
}

static void live(void *argument)
{
    df__worker *worker = argument;
    df__self = worker;
    worker->spin_ns = df__run.spin_ns;
    worker->thread_number = df__os_thread_number();
    df__os_fault_stack_enter(&worker->fault_stack);
    if (df__run.pins)
        df__os_pin(df__run.cpus[worker->core.index]);
    if (df__has_engines())
        df__offload.enter(&worker->core);
    if (df__has_objects())
        df__object_graphs.enter(&worker->core);
    initialise_in_turn(worker);
    if (worker->core.index == 0)
        begin_figures();
    meet(1);
    run(worker);
    if (worker->core.index == 0)
        finish_figures();
    end_in_turn(worker);
    df__os_fault_stack_leave(&worker->fault_stack);
    df__self = NULL;
}

bool df__life_run(void)
{
    uint32_t cores = df__run.program->cores;
    if (&df__network != NULL)
        life.turn = SIZE_MAX;
    for (uint32_t i = 1; i < cores; i++) {
        int error = df__os_thread_start(&df__run.workers[i].thread, live, &df__run.workers[i]);
        if (error != 0) {
            fprintf(
                stderr,
                "error: the thread of core %u of %u cannot be started: %s\n"
                "       limits that count: threads (ulimit -u), memory (-v), and the stack of each (-s)\n",
                (unsigned)i, (unsigned)cores, strerror(error));
            exit(DF__EXIT_FAILED); /* nothing was initialised yet: core 0 has not begun, and every turn waits
                                      for it */
        }
    }
    live(&df__run.workers[0]);
    for (uint32_t i = 1; i < cores; i++)
        df__os_thread_join(&df__run.workers[i].thread);
    if (&df__network != NULL)
        df__network.give_turn_back();
    return life.initialised == df__run.program->actors_count;
}
