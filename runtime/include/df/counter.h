/* SPDX-License-Identifier: Apache-2.0 */
/* Counters between cores, and how a core waits for one.
 *
 * A counter has one writer and only grows; the completion counters of copies alone have several (df/pending.h), who raise
 * them by compare-exchange. Its reader keeps a gate: the value that it saw last, so that most
 * waits touch no foreign cache line. A core sleeps on its own doorbell, never on a counter:
 *   - the publisher writes the counter, then loads `asleep` of each possible waiter and rings where it is set;
 *   - the sleeper reads its bell, exchanges `asleep`, reads the counter and the end again, then sleeps on the
 *     bell that it read.
 * One of the two must see the other's write, or a wake-up is lost. So each executes a full fence between its write and its
 * read. The sleeper's is its exchange. The publisher's is one of two:
 *   - It writes the counter by an exchange, and loads `asleep` sequentially consistent.
 *   - Where limits.sleepers_fence is set, the sleeper provides it. Between its exchange and its reads it calls
 *     df__os_fence_all, by which each other thread executes a full fence at some point of its program. If that point lies
 *     before the publisher's load of `asleep`, the load sees the sleeper's write; else it lies behind the publisher's
 *     store, and the sleeper sees the counter. The publisher needs no instruction, only a compiler that keeps the store
 *     before the load. The exchange would wait until the counter's cache line comes back from its reader: 175 ns in place
 *     of 40 ns (tests/runtime/programs/wait_cost.c, on a virtual machine of x86-64).
 * A sleeper that could not fence naps: it looks again soon.
 *
 * df_publish alone relies on sleepers. Others who wake them have a fence of their own before they load `asleep`
 * (df__raise, engines, callers of a library), or ring without that load (the end that falls, signal handlers). Nor does
 * anything else need df_publish to be a full fence. Readers of a counter, and of the end that it brings along, need a
 * release; live.c and network.c order their own words; streaming stores have a fence behind them (stream_x86.c).
 *
 * Counters, passes, firings and iterations have 64 bits and start at 0: at one in a nanosecond, more than any core does,
 * 2^64 is 584 years away, so none comes round and values compare as they are. A bell has 32 bits and may come round: who
 * sleeps asks only whether it rang since it was read, and 2^32 rings, each a system call, do not fit in between.
 *
 * Rules for generated code:
 *   - counters are published per pass (or block), also when the pass was cut short by the end;
 *   - the end is looked at after each wait, and after each firing of an actor that may let it fall: no firing then begins
 *     of an iteration that the core knows to be behind the end. An acquired counter brings along every fall that its
 *     writer knew of, so no reader runs an iteration that its producer left out. Where passes have one iteration df_wait
 *     looks by itself; in longer ones df_iterations is asked again, outside of loops that several cores share. */
#ifndef DF_COUNTER_H
#define DF_COUNTER_H

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "df/choice.h"
#include "df/program.h"

#define DF_CACHE_LINE_BYTES 64

/* `waiters`: bit mask of the cores that ever wait for it; constant. `lane`: what an engine has to do for it (df/pending.h);
 * null until that was given. */
typedef struct df_counter {
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t value;
    uint64_t waiters;
    _Atomic(struct df__lane *) lane;
} df_counter;

/* The reader's side of a counter, used by one core only. */
typedef struct df_gate {
    alignas(DF_CACHE_LINE_BYTES) df_counter *counter;
    uint64_t seen;
    const char *fifo; /* what is waited for, in messages */
    uint32_t peer;    /* the core that publishes */
    uint32_t point;   /* traced programs: where time spent here is counted (df/trace.h) */
} df_gate;

typedef struct df__doorbell {
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint32_t bell; /* changes with every ring; what the core sleeps on */
    _Atomic uint32_t asleep;
    _Atomic uint64_t rung_ns; /* when it rang last */
} df__doorbell;

/* What all cores read in every pass and what hardly ever changes. */
typedef struct df__limits {
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t end; /* iterations to run; only falls; 0 after a failure */
    _Atomic bool signalled; /* a signal asks for the end and core 0 has not seen it */
    bool sleepers_fence;    /* who falls asleep provides the fences of publishers; constant while cores run */
} df__limits;

/* What all cores of a running program share. */
typedef struct df__shared {
    df__limits limits;
    df__doorbell doorbells[DF_CORES_MAX];
} df__shared;

/* Memory of the actor that fires which no engine does bulk operations on. */
typedef struct df_bulk_own {
    const void *start;
    size_t bytes;
} df_bulk_own;

/* One core of the program. Generated code writes the first four, reads the rest. */
struct df_core {
    alignas(DF_CACHE_LINE_BYTES) const df_actor *volatile actor; /* the actor that fires now */
    volatile uint64_t firing;                                    /* its firing, counted from the start, */
    volatile uint64_t firings;                                   /* or one of so many from there on */
    uint64_t iteration;                                          /* the graph iteration of that firing */
    uint64_t pass;
    uint64_t iterations_per_pass;
    char *arena;
    const char *arena_read; /* guard mode: the same memory, mapped read-only; else the arena */
    uint32_t index;
    df__shared *shared;
    void *own;                   /* of a library: what its generated code keeps for each instance */
    struct df_live *live;        /* null: no parameter may be set while the program runs */
    uint32_t attends;            /* engines have jobs of this core and must be asked or given more */
    struct df__engines *engines; /* null if the program has none */
    uint32_t bulk_engine;        /* that does bulk operations of the actor that fires, plus 1; 0: the core */
    size_t bulk_least;           /* bytes that it does them from; 0: from as many as are worth it */
    const df_bulk_own *bulk_own; /* what it must not touch */
    uint32_t bulk_own_count;
    _Atomic(const df_gate *) waiting; /* the gate at which the core spins or sleeps, */
    _Atomic uint64_t wanted;          /* until its counter shows this */
    volatile uint64_t beats;          /* programs compiled with --watchdog: firings so far */
    df__choice leaves_lines;          /* of programs in which it takes over lines: the other way */
};

bool df__wait_slowly(df_core *core, df_gate *gate, uint64_t target);
void df__ring_doorbell(
    df__doorbell *doorbell); /* wakes who sleeps there, for publishers whose write came before */
void df__take_signal(df_core *core);
void df__attend_engines(df_core *core);

/* The actor fires now, in one of some firings from `firing` on: who looks, as a signal handler does at any instruction,
 * sees that. The fences are no instructions. They keep compilers from moving what actors do past these writes, which are
 * volatile so that none is left out. */
static inline void df_fires_some(df_core *core, const df_actor *actor, uint64_t firing, uint64_t firings)
{
    atomic_signal_fence(memory_order_seq_cst);
    core->actor = actor;
    core->firing = firing;
    core->firings = firings;
    atomic_signal_fence(memory_order_seq_cst);
}

static inline void df_fires(df_core *core, const df_actor *actor, uint64_t firing)
{
    df_fires_some(core, actor, firing, 1);
}

/* Firings of the same numbers as those of the actor before. */
static inline void df_fires_too(df_core *core, const df_actor *actor)
{
    atomic_signal_fence(memory_order_seq_cst);
    core->actor = actor;
    atomic_signal_fence(memory_order_seq_cst);
}

/* Another firing of the same actor, which was told alone. */
static inline void df_fires_again(df_core *core, uint64_t firing)
{
    atomic_signal_fence(memory_order_seq_cst);
    core->firing = firing;
    atomic_signal_fence(memory_order_seq_cst);
}

/* For publishers that exchanged or compare-exchanged a word that the sleeper reads. */
static inline void df__wake_waiters(df__shared *shared, uint64_t waiters)
{
    for (uint64_t rest = waiters; rest != 0; rest &= rest - 1) {
        df__doorbell *doorbell = &shared->doorbells[__builtin_ctzll(rest)];
        if (atomic_load_explicit(&doorbell->asleep, memory_order_seq_cst) != 0)
            df__ring_doorbell(doorbell);
    }
}

/* For publishers whose fences sleepers provide. On ARM64 a stronger load would wait for the store before it. */
static inline void df__wake_fencing_waiters(df__shared *shared, uint64_t waiters)
{
    atomic_signal_fence(memory_order_seq_cst);
    for (uint64_t rest = waiters; rest != 0; rest &= rest - 1) {
        df__doorbell *doorbell = &shared->doorbells[__builtin_ctzll(rest)];
        if (atomic_load_explicit(&doorbell->asleep, memory_order_relaxed) != 0)
            df__ring_doorbell(doorbell);
    }
}

/* Whether an iteration of the core's pass is to be run, as known now. */
static inline bool df__pass_counts(const df_core *core)
{
    return core->pass * core->iterations_per_pass <
           atomic_load_explicit(&core->shared->limits.end, memory_order_acquire);
}

/* Begins a pass. False when the program ends before it. */
static inline bool df_core_continues(df_core *core, uint64_t pass)
{
    core->pass = pass;
    if (core->attends != 0)
        df__attend_engines(core);
    if (core->index == 0 && atomic_load_explicit(&core->shared->limits.signalled, memory_order_relaxed))
        df__take_signal(core);
    return df__pass_counts(core);
}

/* How many iterations of this pass are to be run, as known now: later calls may return less, never more. */
static inline uint64_t df_iterations(const df_core *core, uint64_t pass)
{
    uint64_t first = pass * core->iterations_per_pass;
    uint64_t end = atomic_load_explicit(&core->shared->limits.end, memory_order_acquire);
    uint64_t left = end > first ? end - first : 0;
    return left < core->iterations_per_pass ? left : core->iterations_per_pass;
}

/* Returns true once the counter has reached the target; false when the program failed or ends before the core's current
 * pass, whether or not the counter reaches it. The core then leaves its loop. */
static inline bool df_wait(df_core *core, df_gate *gate, uint64_t target)
{
    if (gate->seen < target) {
        gate->seen = atomic_load_explicit(&gate->counter->value, memory_order_acquire);
        if (gate->seen < target && !df__wait_slowly(core, gate, target))
            return false;
    }
    return df__pass_counts(core);
}

/* Brings the counter to the core that is going to publish it when it has done something else: else what it stores after
 * that waits until the counter comes from its reader. (Compilers take the instruction only where all CPUs of a family
 * have it; those of x86-64 that do not, do nothing.) */
static inline void df_will_publish(df_counter *counter)
{
#ifdef __x86_64__
    __asm__ volatile("prefetchw %0" : : "m"(counter->value));
#else
    __builtin_prefetch(&counter->value, 1);
#endif
}

/* Sets the counter, called by its one writer only; everything written before is seen by whoever waits for the
 * value. */
static inline void df_publish(df_core *core, df_counter *counter, uint64_t value)
{
    if (core->attends != 0)
        df__attend_engines(core);
    if (counter->waiters == 0 || core->shared->limits.sleepers_fence) {
        atomic_store_explicit(&counter->value, value, memory_order_release);
        df__wake_fencing_waiters(core->shared, counter->waiters);
        return;
    }
    atomic_exchange_explicit(&counter->value, value, memory_order_seq_cst);
    df__wake_waiters(core->shared, counter->waiters);
}

/* Sets a counter that has several writers, unless one of them has set it that high. */
static inline void df__raise(df__shared *shared, df_counter *counter, uint64_t value)
{
    uint64_t current = atomic_load_explicit(&counter->value, memory_order_seq_cst);
    do {
        if (current >= value)
            return;
    } while (!atomic_compare_exchange_weak_explicit(&counter->value, &current, value, memory_order_seq_cst,
                                                    memory_order_seq_cst));
    df__wake_waiters(shared, counter->waiters);
}

#endif
