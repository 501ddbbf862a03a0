/* SPDX-License-Identifier: Apache-2.0 */
/* The slow half of waiting: spin for a while, then sleep on the core's doorbell. df/counter.h tells why no
 * wake-up is lost; this file keeps the sleeper's side of that rule. */
#include "df/internal.h"
#include "df/parts.h"

enum {
    PAUSES_PER_CLOCK_READING = 32,
    ATTEND_AGAIN_NS = 20000,
    UNFENCED_NAP_NS = 1000000,
    SPIN_LEAST_NS = 50000,
    SPIN_ALONE_NS = 100000,
    SPIN_GROWTH = 10
};

typedef enum look { NOT_YET, REACHED, NEVER } look;

/* Reads the counter first: what was published before the end fell still counts, if the pass does. */
static look look_at(df_core *core, df_gate *gate, uint64_t target)
{
    gate->seen = atomic_load_explicit(&gate->counter->value, memory_order_seq_cst);
    if (gate->seen >= target)
        return REACHED;
    return df_core_continues(core, core->pass) ? NOT_YET : NEVER;
}

/* A counter of copies: the core makes those that the engine has not begun. Returns for how long it may sleep; 0: it shall
 * look again. */
static uint64_t help(df_core *core, df_gate *gate, uint64_t target)
{
    if (!df__has_engines())
        return UINT64_MAX;
    uint64_t sleep_ns = df__offload.help(core, gate, target);
    return core->attends != 0 && sleep_ns > ATTEND_AGAIN_NS ? ATTEND_AGAIN_NS : sleep_ns;
}

/* Runs a firing of whom it waits for; false: there is none. */
static bool work_for_peers(df_core *core, df_gate *gate)
{
    return &df__helping != NULL && df__helping.help(core, gate);
}

/* What is worth sitting out: a wait that is no longer than a wake-up would take, as some take where a virtual machine's
 * CPU sleeps with its thread. Threads that sleep in such waits hold each other up, until all of them sleep in each. */
static uint64_t worth_ns(const df__habit *habit)
{
    uint64_t least_ns = habit->first_ns, most_ns = SPIN_GROWTH * least_ns, wake_ns = 2 * habit->wake_ns;
    return wake_ns < least_ns ? least_ns : wake_ns < most_ns ? wake_ns : most_ns;
}

void df__habit_begin(df__habit *habit, uint64_t first_ns)
{
    *habit = (df__habit){.first_ns = first_ns, .spin_ns = first_ns};
}

/* Who waits long, as behind a slow device or for a thread whose CPU others have, soon spins for SPIN_LEAST_NS only; one
 * whose waits are worth sitting out learns to do so. */
void df__habit_learn(df__habit *habit, uint64_t waited_ns)
{
    if (waited_ns < SPIN_LEAST_NS || habit->first_ns < SPIN_LEAST_NS)
        return;
    uint64_t most_ns = worth_ns(habit);
    if (waited_ns >= most_ns)
        habit->spin_ns = habit->spin_ns / 2 > SPIN_LEAST_NS ? habit->spin_ns / 2 : SPIN_LEAST_NS;
    else
        habit->spin_ns = habit->spin_ns * 2 < most_ns ? habit->spin_ns * 2 : most_ns;
}

/* A slow wake-up counts at once, a fast one by and by. */
void df__habit_sleep(df__habit *habit, df__doorbell *doorbell, uint32_t bell, uint64_t most_ns)
{
    uint64_t asleep_ns = df__os_now_ns();
    if (most_ns == UINT64_MAX)
        df__os_futex_wait(&doorbell->bell, bell);
    else
        df__os_futex_wait_briefly(&doorbell->bell, bell, (uint32_t)most_ns);
    uint64_t rung_ns = atomic_load_explicit(&doorbell->rung_ns, memory_order_relaxed);
    if (rung_ns < asleep_ns)
        return;
    uint64_t took_ns = df__os_now_ns() - rung_ns;
    habit->rung_ns = rung_ns;
    habit->wake_ns -= habit->wake_ns / 8;
    habit->wake_ns = took_ns > habit->wake_ns ? took_ns : habit->wake_ns;
}

/* An engine that keeps a core waiting for longer than a job takes has lost its CPU, perhaps to this core. */
static bool waits_for_lost_thread(const df__patience *patience)
{
    return patience->alone_ns > SPIN_ALONE_NS;
}

/* Where it has worked for others its wait begins anew. */
static look spin(df_core *core, df_gate *gate, uint64_t target, uint64_t *begun_ns)
{
    df__worker *worker = (df__worker *)core;
    uint64_t now_ns = *begun_ns;
    do {
        for (int pause = 0; pause < PAUSES_PER_CLOCK_READING; pause++) {
            look seen = look_at(core, gate, target);
            if (seen != NOT_YET) {
                df__habit_learn(&worker->habit, now_ns - *begun_ns);
                return seen;
            }
            if (work_for_peers(core, gate))
                *begun_ns = now_ns = df__os_now_ns();
            else
                df__os_pause();
        }
        help(core, gate, target);
        now_ns = df__os_now_ns();
    } while (now_ns - *begun_ns < worker->habit.spin_ns && !waits_for_lost_thread(&worker->patience));
    return NOT_YET;
}

static void sleep_once(df_core *core, uint32_t bell, uint64_t most_ns)
{
    if (df__is_traced())
        df__tracing.sleep_begins(core);
    df__habit_sleep(&((df__worker *)core)->habit, &core->shared->doorbells[core->index], bell, most_ns);
    if (df__is_traced())
        df__tracing.sleep_ends(core);
}

/* Provides the fences of publishers that rely on it, and returns for how long the core may sleep. Where it could not, as
 * after an actor has given up the right to this call, the core naps, and what it missed it sees by its next look. A core
 * that attends to engines naps for ATTEND_AGAIN_NS at most: it need not interrupt the others each time. */
static uint64_t fence_publishers(const df_core *core)
{
    if (!core->shared->limits.sleepers_fence)
        return UINT64_MAX;
    return core->attends == 0 && df__os_fence_all() ? UINT64_MAX : UNFENCED_NAP_NS;
}

/* Looks again before it sets `asleep` again: most who wake up find what they waited for. NOT_YET: it has worked for others,
 * and what is left of the wait may be short. */
static look sleep_until_known(df_core *core, df_gate *gate, uint64_t target)
{
    df__doorbell *doorbell = &core->shared->doorbells[core->index];
    look seen = NOT_YET;
    while (seen == NOT_YET) {
        uint32_t bell = atomic_load_explicit(&doorbell->bell, memory_order_acquire);
        atomic_exchange_explicit(&doorbell->asleep, 1, memory_order_seq_cst);
        uint64_t most_ns = fence_publishers(core);
        seen = look_at(core, gate, target);
        if (seen == NOT_YET && work_for_peers(core, gate))
            break;
        uint64_t sleep_ns = seen == NOT_YET ? help(core, gate, target) : 0;
        if (sleep_ns != 0) {
            sleep_once(core, bell, sleep_ns < most_ns ? sleep_ns : most_ns);
            seen = look_at(core, gate, target);
        }
    }
    atomic_store_explicit(&doorbell->asleep, 0, memory_order_relaxed);
    return seen;
}

static look spin_then_sleep(df_core *core, df_gate *gate, uint64_t target)
{
    if (df__run()->spin_ns == 0)
        return sleep_until_known(core, gate, target);
    df__habit *habit = &((df__worker *)core)->habit;
    uint64_t begun_ns = df__os_now_ns();
    look seen = spin(core, gate, target, &begun_ns);
    if (seen == NOT_YET) {
        habit->rung_ns = 0;
        seen = sleep_until_known(core, gate, target);
        df__habit_learn(habit, (habit->rung_ns != 0 ? habit->rung_ns : df__os_now_ns()) - begun_ns);
    }
    return seen;
}

bool df__wait_slowly(df_core *core, df_gate *gate, uint64_t target)
{
    if (df__is_traced())
        df__tracing.wait_begins(core);
    atomic_store_explicit(&core->wanted, target, memory_order_relaxed);
    atomic_store_explicit(&core->waiting, gate, memory_order_seq_cst);
    if (&df__network != NULL)
        df__network.stir();
    help(core, gate, target);
    look seen = NOT_YET;
    while (seen == NOT_YET)
        seen = spin_then_sleep(core, gate, target);
    if (df__has_engines())
        df__offload.waited(core, gate);
    atomic_store_explicit(&core->waiting, NULL, memory_order_relaxed);
    if (df__is_traced())
        df__tracing.wait_ends(core, gate);
    return seen == REACHED;
}

static void ring(df__doorbell *doorbell)
{
    atomic_store_explicit(&doorbell->rung_ns, df__os_now_ns(), memory_order_relaxed);
    atomic_fetch_add_explicit(&doorbell->bell, 1, memory_order_release);
    df__os_futex_wake(&doorbell->bell);
}

void df__ring(uint32_t core_index)
{
    ring(&df__run()->shared.doorbells[core_index]);
}

void df__ring_doorbell(df__doorbell *doorbell)
{
    /* Of several publishers only one rings. The others' counters are seen all the same: the sleeper reads its
     * counter after it has set `asleep` anew, which follows this exchange. */
    if (atomic_exchange_explicit(&doorbell->asleep, 0, memory_order_seq_cst) == 0)
        return;
    ring(doorbell);
    if (df__self != NULL && df__is_traced())
        df__tracing.rang(&df__self->core);
}

void df__attend_engines(df_core *core)
{
    df__offload.attend(core);
}
