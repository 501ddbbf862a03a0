/* SPDX-License-Identifier: Apache-2.0 */
/* What each core does or waits for: printed on SIGQUIT, at a second interrupt, and by the watchdog (`--watchdog 5s`), a
 * thread that ends the program when nothing has happened for that long.
 *
 * That something happens is seen by what cores write anyway: their pass, their actor, the counter that they wait for. In
 * programs compiled with --watchdog every firing counts; in others an actor may have to fire for long in one pass.
 *
 * What lies between two looks counts as two of their intervals at most: time in which the process did not run (Ctrl-Z, a
 * debugger) is nobody's fault.
 *
 * The same thread tells once where a pass of many iterations holds back what its actors have written: a source reads a
 * pipe or a terminal, or takes long. */
#include <string.h>

#include "df/internal.h"
#include "df/parts.h"
#include "df/sanitizers.h"

enum { LOOKS = 20, LOOK_NS_MAX = 250000000, LOOK_NS_MIN = 100000, HELD_NS = 1000000000 };

/* --- what cores do ---------------------------------------- */

static void add_turns(df__text *text, const df_gate *gate, uint64_t wanted)
{
    df__text_add(text, " (");
    df__text_add_number(text, atomic_load_explicit(&gate->counter->value, memory_order_relaxed));
    df__text_add(text, " done, ");
    df__text_add_number(text, wanted);
    df__text_add(text, " needed)");
}

static bool waits_for_file(const df_gate *gate, df__text *text)
{
    return &df__file_engine != NULL && df__file_engine.describe(gate, text);
}

static bool waits_in_firing(const df__worker *worker, const df_actor *actor, df__text *text)
{
    return &df__files != NULL && worker->phase == DF__PHASE_FIRE && df__files.describe(actor, text);
}

static bool waits_for_node(const df_gate *gate, df__text *text)
{
    return &df__network != NULL && df__network.describe(gate, text);
}

/* The gate at which the core does nothing but wait; null where it is at none. */
static const df_gate *idle_at(const df__worker *worker)
{
    bool helps = atomic_load_explicit(&worker->helps, memory_order_relaxed);
    return helps ? NULL : atomic_load_explicit(&worker->core.waiting, memory_order_relaxed);
}

DF__UNWATCHED static void add_peer(df__text *text, const df__worker *worker, const df_gate *gate)
{
    if (gate == &worker->helped.gate) {
        df__text_add(text, ": waits for those who run its firings: ");
    } else {
        df__text_add(text, ": waits for core ");
        df__text_add_number(text, gate->peer);
        df__text_add(text, ": ");
    }
    df__text_add(text, gate->fifo == NULL ? "a counter" : gate->fifo);
}

DF__UNWATCHED static void print_state(const df__worker *worker)
{
    const df_core *core = &worker->core;
    const df_gate *gate = idle_at(worker);
    const df_actor *actor = core->actor;
    df__text text = {.length = 0};
    df__text_add(&text, "  core ");
    df__text_add_number(&text, core->index);
    df__text_add(&text, ", pass ");
    df__text_add_number(&text, core->pass);
    if (gate != NULL && (waits_for_file(gate, &text) || waits_for_node(gate, &text))) {
        add_turns(&text, gate, atomic_load_explicit(&core->wanted, memory_order_relaxed));
    } else if (gate != NULL) {
        add_peer(&text, worker, gate);
        add_turns(&text, gate, atomic_load_explicit(&core->wanted, memory_order_relaxed));
    } else if (actor != NULL && !waits_in_firing(worker, actor, &text)) {
        bool naps = atomic_load_explicit(&worker->naps, memory_order_relaxed);
        df__text_add(&text, naps                              ? ": waits for the time of "
                            : worker->phase == DF__PHASE_FIRE ? ": runs "
                                                              : ": begins or ends ");
        df__text_add_named(&text, actor);
    } else if (actor == NULL)
        df__text_add(&text, ": runs no actor");
    df__text_write(&text);
}

DF__UNWATCHED static bool is_busy(const df__worker *worker)
{
    return worker->core.actor != NULL && idle_at(worker) == NULL;
}

void df__states_print_busy(void)
{
    for (uint32_t i = 0; i < df__run()->program->cores; i++)
        if (is_busy(&df__run()->workers[i]))
            print_state(&df__run()->workers[i]);
}

void df__states_print(void)
{
    df__text text = {.length = 0};
    df__text_add(&text, "what the cores of ");
    df__text_add(&text, df__run()->program->name);
    if (&df__network != NULL) {
        df__text_add(&text, " on node '");
        df__text_add(&text, df__network.node_name());
        df__text_add(&text, "'");
    }
    df__text_add(&text, " do:");
    df__text_write(&text);
    for (uint32_t i = 0; i < df__run()->program->cores; i++)
        print_state(&df__run()->workers[i]);
}

/* --- the watchdog ---------------------------------------- */

/* What changes on a core that goes on. */
typedef struct signs {
    uint64_t pass;
    uint64_t beats;
    uint64_t seen;
    const df_actor *actor;
    const df_gate *gate;
} signs;

static struct {
    df__os_thread thread;
    bool runs;
    bool looks_for_held;
    _Atomic uint32_t stopping;
    signs last[DF_CORES_MAX];
    uint64_t pass_ns[DF_CORES_MAX]; /* since when that pass has run */
} watchdog;

DF__UNWATCHED static signs signs_of(const df__worker *worker)
{
    const df_core *core = &worker->core;
    const df_gate *gate = idle_at(worker);
    return (signs){
        .pass = core->pass,
        .beats = core->beats,
        .seen = gate == NULL ? 0 : atomic_load_explicit(&gate->counter->value, memory_order_relaxed),
        .actor = core->actor,
        .gate = gate,
    };
}

static bool is_same(const signs *one, const signs *other)
{
    return one->pass == other->pass && one->beats == other->beats && one->seen == other->seen &&
           one->actor == other->actor && one->gate == other->gate;
}

static bool something_happened(uint64_t now_ns)
{
    bool changed = false;
    for (uint32_t i = 0; i < df__run()->program->cores; i++) {
        signs now = signs_of(&df__run()->workers[i]);
        bool naps = atomic_load_explicit(&df__run()->workers[i].naps, memory_order_relaxed);
        changed = changed || naps || !is_same(&now, &watchdog.last[i]);
        if (now.pass != watchdog.last[i].pass)
            watchdog.pass_ns[i] = now_ns;
        watchdog.last[i] = now;
    }
    return changed;
}

/* How many iterations the pass runs. */
static uint64_t iterations_of(uint64_t pass)
{
    uint64_t most = df__run()->program->iterations_per_pass;
    uint64_t end = atomic_load_explicit(&df__run()->shared.limits.end, memory_order_acquire);
    uint64_t left = end > pass * most ? end - pass * most : 0;
    return left < most ? left : most;
}

static void tell_input(const df_actor *actor, uint64_t iterations)
{
    df__text text = {.length = 0};
    df__text_add(&text, "note: ");
    df__text_add_named(&text, actor);
    df__text_add(&text, " waits for input: what it reads goes on once ");
    df__text_add_number(&text, iterations);
    df__text_add(&text, " iterations are read; compiled with --latency 1, each goes on at once");
    df__text_write(&text);
}

static void tell_long_pass(const df_actor *actor, uint64_t iterations)
{
    df__text text = {.length = 0};
    df__text_add(&text, "note: a pass of ");
    df__text_add_number(&text, iterations);
    df__text_add(&text, " iterations takes more than a second, now in ");
    df__text_add_named(&text, actor);
    df__text_add(
        &text, ": what an actor writes goes on once it has fired for all of them; where the graph states its "
               "'time', passes are shorter, and compiled with --latency 1, each iteration goes on at once");
    df__text_write(&text);
}

DF__UNWATCHED static bool fires(const df__worker *worker, const signs *last)
{
    return last->actor != NULL && last->gate == NULL && worker->phase == DF__PHASE_FIRE &&
           !atomic_load_explicit(&worker->naps, memory_order_relaxed);
}

/* True once it is told that a pass holds back what a slow actor or slow input has given. */
static bool tell_held(uint64_t now_ns)
{
    for (uint32_t i = 0; i < df__run()->program->cores; i++) {
        const df__worker *worker = &df__run()->workers[i];
        const signs *last = &watchdog.last[i];
        uint64_t iterations = iterations_of(last->pass);
        if (iterations < 2 || !fires(worker, last) || now_ns - watchdog.pass_ns[i] < HELD_NS)
            continue;
        if (df__os_awaits_input(worker->thread_number))
            tell_input(last->actor, iterations);
        else
            tell_long_pass(last->actor, iterations);
        return true;
    }
    return false;
}

/* With their last passes, so that no core fires or waits. */
DF__UNWATCHED static bool all_are_through(void)
{
    for (uint32_t i = 0; i < df__run()->program->cores; i++)
        if (df__run()->workers[i].core.actor != NULL ||
            atomic_load_explicit(&df__run()->workers[i].core.waiting, memory_order_relaxed) != NULL)
            return false;
    return true;
}

/* On several nodes the program may go on elsewhere: they end it together. */
static void end_program(uint64_t idle_ns)
{
    if (&df__network != NULL) {
        df__network.tell_going(all_are_through() ? DF__IS_THROUGH : DF__STANDS_STILL);
        return;
    }
    df__text text = {.length = 0};
    df__text_add(&text, "error: ");
    df__text_add(&text, df__run()->program->name);
    df__text_add(&text, " is stuck: nothing has happened for ");
    df__text_add_number(&text, idle_ns / 1000000);
    df__text_add(&text, " ms");
    df__text_write(&text);
    df__states_print();
    df__os_exit(DF__EXIT_STUCK);
}

static void watch(void *argument)
{
    (void)argument;
    uint64_t limit_ns = df__run()->arguments.watchdog_ns == 0 ? UINT64_MAX : df__run()->arguments.watchdog_ns;
    uint64_t look_ns = limit_ns / LOOKS;
    look_ns = look_ns < LOOK_NS_MIN ? LOOK_NS_MIN : look_ns > LOOK_NS_MAX ? LOOK_NS_MAX : look_ns;
    uint64_t looked_ns = df__os_now_ns(), idle_ns = 0;
    for (uint32_t i = 0; i < df__run()->program->cores; i++)
        watchdog.pass_ns[i] = looked_ns;
    while (atomic_load_explicit(&watchdog.stopping, memory_order_acquire) == 0 &&
           (limit_ns != UINT64_MAX || watchdog.looks_for_held)) {
        df__os_futex_wait_briefly(&watchdog.stopping, 0, (uint32_t)look_ns);
        uint64_t now_ns = df__os_now_ns(), since_ns = now_ns - looked_ns;
        looked_ns = now_ns;
        if (something_happened(now_ns)) {
            idle_ns = 0;
            if (&df__network != NULL)
                df__network.tell_going(DF__GOES_ON);
        } else if ((idle_ns += since_ns < 2 * look_ns ? since_ns : 2 * look_ns) >= limit_ns)
            end_program(idle_ns);
        if (watchdog.looks_for_held && (atomic_load(&df__run()->signal) != 0 || tell_held(now_ns)))
            watchdog.looks_for_held = false;
    }
}

/* A second thread makes libraries lock what one alone need not lock: where a program has but one, this is worth it only
 * where input may wait. */
void df__watchdog_start(void)
{
    bool watches = df__run()->arguments.watchdog_ns != 0;
    bool is_worth_it = df__run()->program->cores > 1 || df__os_has_slow_input();
    watchdog.looks_for_held = !df__run()->arguments.quiet && iterations_of(0) > 1 && is_worth_it;
    if (!watches && !watchdog.looks_for_held)
        return;
    int error = df__os_thread_start(&watchdog.thread, watch, NULL);
    watchdog.runs = error == 0;
    if (error != 0 && watches)
        fprintf(stderr, "warning: the watchdog's thread cannot be started: %s\n", strerror(error));
}

void df__watchdog_stop(void)
{
    if (!watchdog.runs)
        return;
    atomic_store_explicit(&watchdog.stopping, 1, memory_order_release);
    df__os_futex_wake(&watchdog.stopping);
    df__os_thread_join(&watchdog.thread);
    watchdog.runs = false;
    if (&df__network != NULL)
        df__network.tell_going(DF__IS_THROUGH);
}
