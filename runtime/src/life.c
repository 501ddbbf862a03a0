/* SPDX-License-Identifier: Apache-2.0 */
/* The life of the cores: init functions one at a time in order, the run, end functions in reverse order; each
 * actor's init and end on the thread of its core. Here all is cold, so one lock and one condition order
 * everything. */
#include <string.h>

#include "df/internal.h"
#include "df/parts.h"

enum { FENCED_CORES_MOST = 16 };

static bool is_program(void)
{
    return &df__program_life != NULL;
}

void df__life_prepare(void)
{
    df__life *life = &df__run()->life;
    pthread_mutex_init(&life->lock, NULL);
    pthread_cond_init(&life->changed, NULL);
    pthread_mutex_init(&df__run()->asked_lock, NULL);
}

void df__life_forget(void)
{
    df__life *life = &df__run()->life;
    pthread_mutex_destroy(&life->lock);
    pthread_cond_destroy(&life->changed);
    pthread_mutex_destroy(&df__run()->asked_lock);
}

/* Whether sleepers fence publishers (df/counter.h). A sleep then interrupts all cores that run, for 0.6 to 1.2 us each on a
 * virtual machine (tests/runtime/programs/wait_cost.c). So waits must spin before cores sleep, and the cores be few: up to
 * FENCED_CORES_MOST, the interrupts for a sleep take less time of all CPUs together than the 50 us or more that the core
 * has spun before. */
static bool sleepers_fence(const df__run_state *state)
{
    uint32_t cores = state->program->cores;
    return cores > 1 && cores <= FENCED_CORES_MOST && state->spin_ns != 0 && df__os_fence_all_open();
}

void df__cores_prepare(df__worker *workers, uint64_t iterations)
{
    df__run_state *state = df__run();
    for (uint32_t i = 0; i < state->program->cores; i++) {
        df_core *core = &workers[i].core;
        workers[i].run = state;
        core->index = i;
        core->iterations_per_pass = state->program->iterations_per_pass;
        core->arena = state->arena;
        core->arena_read = state->arena_read;
        core->shared = &state->shared;
        workers[i].helped.ended.waiters = 1ull << i;
        workers[i].helped.left.waiters = UINT64_MAX;
        workers[i].helped.gate = (df_gate){.counter = &workers[i].helped.ended, .peer = i};
    }
    state->workers = workers;
    state->end_asked = iterations;
    atomic_store(&state->shared.limits.end, iterations);
    state->shared.limits.sleepers_fence = sleepers_fence(state);
}

static void await_turn(size_t turn)
{
    df__life *life = &df__run()->life;
    pthread_mutex_lock(&life->lock);
    while (life->turn != turn)
        pthread_cond_wait(&life->changed, &life->lock);
    pthread_mutex_unlock(&life->lock);
}

static void give_turn(size_t turn)
{
    df__life *life = &df__run()->life;
    pthread_mutex_lock(&life->lock);
    life->turn = turn;
    pthread_cond_broadcast(&life->changed);
    pthread_mutex_unlock(&life->lock);
}

/* Waits until all cores have come to a meeting; `meetings` counts this one. Who is a core arrives there itself. */
static void await_meeting(uint32_t meetings, uint32_t arrives)
{
    df__life *life = &df__run()->life;
    pthread_mutex_lock(&life->lock);
    life->arrived += arrives;
    pthread_cond_broadcast(&life->changed);
    while (life->arrived < meetings * df__run()->program->cores)
        pthread_cond_wait(&life->changed, &life->lock);
    pthread_mutex_unlock(&life->lock);
}

bool df__call(df__worker *worker, void (*function)(df_core *core))
{
    if (setjmp(worker->escape) != 0)
        return false;
    worker->can_escape = true;
    function(&worker->core);
    worker->can_escape = false;
    return true;
}

static void meet(uint32_t meetings)
{
    await_meeting(meetings, 1);
}

/* Functions of the program. */
static bool call_own(df__worker *worker, void (*function)(df_core *core))
{
    bool returned = df__call(worker, function);
    if (is_program())
        df__program_life.returned();
    return returned;
}

static bool call_for_actor(df__worker *worker, const df_actor *actor, df__phase phase)
{
    void (*function)(df_core *core) = phase == DF__PHASE_INIT ? actor->init : actor->end;
    if (function == NULL)
        return true;
    worker->phase = phase;
    worker->core.iteration = 0;
    df_fires(&worker->core, actor, 0);
    bool returned = call_own(worker, function);
    worker->phase = DF__PHASE_FIRE;
    df_fires(&worker->core, NULL, 0);
    return returned;
}

/* After a failure or a signal the turn still goes round, but no further init is called. */
static void initialise_in_turn(df__worker *worker)
{
    const df_program *program = df__run()->program;
    if (&df__network != NULL && worker->core.index == 0) {
        df__network.take_turn();
        give_turn(0);
    }
    for (size_t i = 0; i < program->actors_count; i++) {
        const df_actor *actor = &program->actors[i];
        if (actor->core != worker->core.index)
            continue;
        await_turn(i);
        bool goes_on = !atomic_load(&df__run()->failed) && atomic_load(&df__run()->signal) == 0;
        if (goes_on && call_for_actor(worker, actor, DF__PHASE_INIT))
            df__run()->life.initialised = i + 1;
        give_turn(i + 1);
    }
    await_turn(program->actors_count);
    if (&df__network != NULL && worker->core.index == 0)
        df__network.give_turn();
}

static void end_in_turn(df__worker *worker)
{
    const df_program *program = df__run()->program;
    for (size_t i = program->actors_count; i > 0; i--) {
        const df_actor *actor = &program->actors[i - 1];
        if (actor->core != worker->core.index)
            continue;
        await_turn(i);
        if (i <= df__run()->life.initialised)
            call_for_actor(worker, actor, DF__PHASE_END);
        give_turn(i - 1);
    }
}

/* All passes. */
static void run(df__worker *worker)
{
    df_core *core = &worker->core;
    if (df__is_traced())
        df__tracing.run_begins(core);
    call_own(worker, df__run()->serve != NULL ? df__run()->serve : df__run()->program->run[core->index]);
    core->actor = NULL;
    if (df__is_traced())
        df__tracing.run_left(core);
    if (df__run()->own_threads)
        df__pipelined.left(core);
    if (df__has_engines())
        df__offload.leave(core);
    if (&df__helping != NULL && is_program())
        df__call(worker, df__helping.stay);
}

static void enter(df__worker *worker)
{
    df__self = worker;
    df__habit_begin(&worker->habit, df__run()->spin_ns);
    worker->thread_number = df__os_thread_number();
    if (is_program())
        df__os_fault_stack_enter(&worker->fault_stack);
    if (df__run()->pins)
        df__os_pin(df__run()->cpus[worker->core.index]);
    if (df__has_engines())
        df__offload.enter(&worker->core);
    if (df__has_objects())
        df__object_graphs.enter(&worker->core);
    initialise_in_turn(worker);
}

/* Waits for the other cores to have run their passes. */
static void leave(df__worker *worker)
{
    if (&df__network != NULL && worker->core.index == 0)
        df__network.take_turn_back();
    meet(2);
    if (df__is_traced())
        df__tracing.run_ends(&worker->core);
    if (worker->core.index == 0 && is_program())
        df__program_life.finish();
    end_in_turn(worker);
    if (is_program())
        df__os_fault_stack_leave(&worker->fault_stack);
    df__self = NULL;
}

/* False: the program does not begin. */
static bool await_threads(void)
{
    df__life *life = &df__run()->life;
    pthread_mutex_lock(&life->lock);
    while (!life->begins && !life->is_off)
        pthread_cond_wait(&life->changed, &life->lock);
    bool begins = life->begins;
    pthread_mutex_unlock(&life->lock);
    return begins;
}

static void tell_threads(bool begins)
{
    df__life *life = &df__run()->life;
    pthread_mutex_lock(&life->lock);
    life->begins = begins;
    life->is_off = !begins;
    pthread_cond_broadcast(&life->changed);
    pthread_mutex_unlock(&life->lock);
}

static void live(void *argument)
{
    df__worker *worker = argument;
    df__run_here = worker->run;
    if (!await_threads())
        return;
    enter(worker);
    meet(1);
    run(worker);
    leave(worker);
}

/* The first core that has a thread of its own. */
static uint32_t first_thread(void)
{
    return df__run()->own_threads ? 0 : 1;
}

/* The core before which it has stopped, after a message where one is left. */
static uint32_t start_threads(void)
{
    const df__run_state *state = df__run();
    uint32_t cores = state->program->cores, i = first_thread();
    for (; i < cores; i++) {
        int error = df__os_thread_start(&state->workers[i].thread, live, &state->workers[i]);
        if (error == 0)
            continue;
        df__tell_error("the thread of core %u of %u cannot be started: %s", (unsigned)i, (unsigned)cores,
                       strerror(error));
        df__tell_more("limits that count: threads (ulimit -u), memory (-v), and the stack of each (-s)");
        break;
    }
    return i;
}

static void join_threads(uint32_t stop)
{
    for (uint32_t i = first_thread(); i < stop; i++)
        df__os_thread_join(&df__run()->workers[i].thread);
}

bool df__life_begin(void)
{
    uint32_t started = start_threads();
    bool begins = started == df__run()->program->cores;
    tell_threads(begins);
    if (!begins) {
        atomic_store(&df__run()->failed, true);
        join_threads(started);
        return false;
    }
    if (df__run()->own_threads) {
        await_meeting(1, 0);
        return true;
    }
    enter(&df__run()->workers[0]);
    if (is_program())
        df__program_life.begin();
    meet(1);
    return true;
}

bool df__life_end(void)
{
    if (!df__run()->own_threads)
        leave(&df__run()->workers[0]);
    join_threads(df__run()->program->cores);
    return df__run()->life.initialised == df__run()->program->actors_count;
}

bool df__life_run(void)
{
    if (&df__network != NULL)
        df__run()->life.turn = SIZE_MAX;
    if (!df__life_begin())
        return false;
    run(&df__run()->workers[0]);
    bool all_began = df__life_end();
    if (&df__network != NULL)
        df__network.give_turn_back();
    return all_began;
}
