/* SPDX-License-Identifier: Apache-2.0 */
/* Whether an engine saves time. A thread may lose its CPU with a job in hand, and the core that waits for that job can do
 * nothing but wait: far longer, at times, than it would have copied. So cores that wait keep an account of each lane: what
 * the engine has copied since they looked last would have taken them so long, and they have waited so long for it alone.
 * Where the account is negative the engine rests for many times what it has lost, and longer where it loses again: it is
 * not given the copies of that time, and cores take them over as they need them. So it loses a tenth of the time at most.
 *
 * DFGEN_ENGINE_RESTS=0 gives an engine all copies, whatever they cost. */
#include "df/pending.h"

enum {
    REST = 10,           /* times what it has lost, */
    REST_GROWTH = 2,     /* and so many times that for each loss before, */
    ROW_MOST = 4,        /* of which so many count */
    NS_PER_MIB = 200000, /* until cores have copied themselves */
    FORGETTING = 2,      /* the account halves with each wait */
};

static uint64_t copy_ns(const df__patience *patience, uint64_t bytes)
{
    uint64_t per_mib_ns = patience->per_mib_ns != 0 ? patience->per_mib_ns : NS_PER_MIB;
    return bytes * (per_mib_ns / 1024) / 1024;
}

void df__engine_learn_speed(df_core *core, uint64_t bytes, uint64_t took_ns)
{
    df__patience *patience = &((df__worker *)core)->patience;
    uint64_t known_ns = patience->per_mib_ns != 0 ? patience->per_mib_ns : NS_PER_MIB;
    uint64_t new_ns = took_ns * 1024 / (bytes / 1024 + 1);
    if (new_ns > 2 * known_ns)
        new_ns = 2 * known_ns; /* the core has lost its CPU on the way */
    patience->per_mib_ns = known_ns - known_ns / 8 + new_ns / 8;
}

static void judge(df__lane *lane, int64_t balance_ns)
{
    uint32_t row = atomic_load_explicit(&lane->lost_in_a_row, memory_order_relaxed);
    if (balance_ns >= 0) {
        row = row == 0 ? 0 : row - 1;
    } else {
        uint64_t rest_ns = REST * (uint64_t)-balance_ns;
        for (uint32_t i = 0; i < row; i++)
            rest_ns *= REST_GROWTH;
        row = row < ROW_MOST ? row + 1 : row;
        balance_ns = 0;
        atomic_store_explicit(&lane->rests_until_ns, df__os_now_ns() + rest_ns, memory_order_relaxed);
    }
    atomic_store_explicit(&lane->lost_in_a_row, row, memory_order_relaxed);
    atomic_store_explicit(&lane->balance_ns, balance_ns, memory_order_relaxed);
}

/* The wait is over: for how long all that was left of it was with the engine. */
static uint64_t end_alone(df__patience *patience)
{
    if (patience->alone_looked_ns == 0)
        return 0;
    uint64_t alone_ns = patience->alone_ns + df__engine_ran_ns(&patience->alone_looked_ns);
    patience->alone_looked_ns = patience->alone_ns = 0;
    return alone_ns;
}

void df__engine_waited(df_core *core, const df_gate *gate)
{
    df__patience *patience = &((df__worker *)core)->patience;
    df__lane *lane = atomic_load_explicit(&gate->counter->lane, memory_order_relaxed);
    uint64_t alone_ns = end_alone(patience);
    if (lane != NULL && lane->engine->functions->moves_files)
        atomic_fetch_add_explicit(&lane->waited_ns, alone_ns, memory_order_relaxed);
    if (lane == NULL || !lane->engine->may_rest)
        return;
    uint64_t bytes = atomic_exchange_explicit(&lane->unjudged_bytes, 0, memory_order_relaxed);
    if (bytes == 0 && alone_ns == 0)
        return;
    int64_t balance_ns = atomic_load_explicit(&lane->balance_ns, memory_order_relaxed) / FORGETTING +
                         (int64_t)copy_ns(patience, bytes) - (int64_t)alone_ns;
    judge(lane, balance_ns);
}

bool df__engine_rests(df__lane *lane)
{
    if (lane->copies_itself.other)
        return true;
    uint64_t until_ns = atomic_load_explicit(&lane->rests_until_ns, memory_order_relaxed);
    if (until_ns == 0)
        return false;
    if (df__os_now_ns() < until_ns)
        return true;
    atomic_compare_exchange_strong_explicit(&lane->rests_until_ns, &until_ns, 0, memory_order_relaxed,
                                            memory_order_relaxed);
    return false;
}
