/* SPDX-License-Identifier: Apache-2.0 */
/* Cores that wait help those for which they wait.
 *
 * Each core counts the firings of all its blocks: `open` of them may be begun, `begun` are. Both only grow, and each core
 * takes the next firing by raising `begun`; so a number is taken once, whenever the others look, and belongs to the block
 * that is open, as no block ends before all its firings are begun. What the block is, is written before `open` and read
 * behind it. */
#include "df/internal.h"
#include "df/parts.h"

enum { NAP_NS = 100000 };

static bool take(df__helped *helped, uint64_t *number)
{
    uint64_t next = atomic_load_explicit(&helped->begun, memory_order_relaxed);
    do {
        if (next >= atomic_load_explicit(&helped->open, memory_order_seq_cst))
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&helped->begun, &next, next + 1, memory_order_acq_rel,
                                                    memory_order_relaxed));
    *number = next;
    return true;
}

static void fire(df_core *core, const df__helped *helped, uint64_t number)
{
    helped->block->fire(core, helped->values, number - helped->first + helped->start);
}

/* --- the core whose block it is ---------------------------------------- */

/* Whether who waits at that gate waits for the core, or for one that waits for it, and so on. */
static bool leads_to(const df_gate *gate, uint32_t core_index)
{
    df__run_state *run = df__run();
    for (uint32_t hops = 0; gate != NULL && hops < run->program->cores; hops++) {
        if (gate->peer == core_index)
            return true;
        gate = atomic_load_explicit(&run->workers[gate->peer].core.waiting, memory_order_acquire);
    }
    return false;
}

/* Who sleeps in a wait for this core. The exchange that opened the block stands between that and these loads, as one does
 * between what the sleeper sets and its last look. Who sleeps in a wait for a third one that comes to wait only later may
 * sleep on: that third one helps. */
static void wake_waiters(df_core *core)
{
    df__run_state *run = df__run();
    for (uint32_t i = 0; i < run->program->cores; i++) {
        df__doorbell *doorbell = &core->shared->doorbells[i];
        if (i == core->index || atomic_load_explicit(&doorbell->asleep, memory_order_seq_cst) == 0)
            continue;
        const df_gate *gate = atomic_load_explicit(&run->workers[i].core.waiting, memory_order_acquire);
        if (leads_to(gate, core->index))
            df__ring_doorbell(doorbell);
    }
}

static void open_block(df_core *core, df__helped *helped, uint64_t count)
{
    helped->first = atomic_load_explicit(&helped->open, memory_order_relaxed);
    atomic_exchange_explicit(&helped->open, helped->first + count, memory_order_seq_cst);
    wake_waiters(core);
}

bool df_run_helped(df_core *core, const df_helped_block *block, const uint64_t *values, uint64_t start,
                   uint64_t stop)
{
    df__helped *helped = &((df__worker *)core)->helped;
    if (stop <= start)
        return true;
    helped->block = block;
    helped->start = start;
    for (uint32_t i = 0; i < block->values; i++)
        helped->values[i] = values[i];
    open_block(core, helped, stop - start);
    for (uint64_t number; take(helped, &number); helped->own++)
        fire(core, helped, number);
    uint64_t others = helped->first + (stop - start) - helped->own;
    if (atomic_load_explicit(&helped->ended.value, memory_order_acquire) >= others)
        return true;
    helped->gate.fifo = block->waits;
    helped->gate.point = block->point;
    return df_wait(core, &helped->gate, others);
}

/* --- the cores that wait for it ---------------------------------------- */

/* It stays at its gate meanwhile, so that who waits for it finds the same block. What generated code has told of the core's
 * own actor it need not tell again. */
static void run_for(df_core *core, const df_gate *gate, df__helped *helped, uint64_t number)
{
    df__worker *worker = (df__worker *)core;
    const df_actor *actor = core->actor;
    uint64_t firing = core->firing, firings = core->firings, iteration = core->iteration;
    if (df__is_traced())
        df__tracing.wait_ends(core, gate);
    atomic_store_explicit(&worker->helps, true, memory_order_relaxed);
    fire(core, helped, number);
    atomic_fetch_add_explicit(&helped->ended.value, 1, memory_order_seq_cst);
    df__wake_waiters(core->shared, helped->ended.waiters);
    df_fires_some(core, actor, firing, firings);
    core->iteration = iteration;
    atomic_store_explicit(&worker->helps, false, memory_order_relaxed);
    if (df__is_traced())
        df__tracing.wait_begins(core);
}

/* The core that it waits for may itself wait for another one, or for those that help it. */
static bool help(df_core *core, const df_gate *gate)
{
    df__run_state *run = df__run();
    const df_gate *next = gate;
    uint32_t last = core->index;
    for (uint32_t hops = 0; next != NULL && hops < run->program->cores; hops++) {
        df__worker *peer = &run->workers[next->peer];
        uint64_t number;
        if (next->peer == core->index || next->peer == last)
            return false;
        last = next->peer;
        if (take(&peer->helped, &number)) {
            run_for(core, gate, &peer->helped, number);
            return true;
        }
        next = atomic_load_explicit(&peer->core.waiting, memory_order_acquire);
    }
    return false;
}

/* --- cores that are through ---------------------------------------- */

/* It waits for no counter that a block's opening could ring for, so it naps. */
static void help_until_left(df_core *core, df__worker *peer)
{
    df_gate gate = {.counter = &peer->helped.left, .peer = peer->core.index, .point = DF_TRACE_ENDS};
    df__doorbell *doorbell = &core->shared->doorbells[core->index];
    for (;;) {
        uint32_t bell = atomic_load_explicit(&doorbell->bell, memory_order_acquire);
        atomic_exchange_explicit(&doorbell->asleep, 1, memory_order_seq_cst);
        if (atomic_load_explicit(&peer->helped.left.value, memory_order_seq_cst) != 0)
            break;
        if (!help(core, &gate))
            df__os_futex_wait_briefly(&doorbell->bell, bell, NAP_NS);
    }
    atomic_store_explicit(&doorbell->asleep, 0, memory_order_relaxed);
}

static void stay(df_core *core)
{
    df__run_state *run = df__run();
    df__raise(core->shared, &((df__worker *)core)->helped.left, 1);
    for (uint32_t i = 0; i < run->program->cores; i++)
        if (i != core->index)
            help_until_left(core, &run->workers[i]);
}

const df__helping_hooks df__helping = {help, stay};
