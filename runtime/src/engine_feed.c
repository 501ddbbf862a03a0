/* SPDX-License-Identifier: Apache-2.0 */
/* How jobs get from the pending table to an engine, and what a core does for a counter that it waits for. */
#include "df/parts.h"
#include "df/pending.h"

enum {
    BATCH_MOST = 32,
    FILES_NS = 1000000,       /* nor than this in an engine for files, which is asked as it wakes the core */
    POLL_AGAIN_NS = 20000,    /* a core sleeps no longer while an engine has to be asked */
    LOOK_AGAIN_NS = 20000000, /* nor than this while an engine tells by itself */
};

static bool take_channel(df__channel *channel)
{
    return !atomic_exchange_explicit(&channel->taken, true, memory_order_acquire);
}

static void leave_channel(df__channel *channel)
{
    atomic_store_explicit(&channel->taken, false, memory_order_release);
}

/* Jobs that the engine has room for, as far as that is known before they are given. */
static uint32_t room_of(const df__engine *engine, const df__channel *channel)
{
    uint32_t depth = engine->facts.depth;
    uint32_t held = atomic_load_explicit(&channel->held, memory_order_relaxed);
    return depth == 0 ? BATCH_MOST : held < depth ? depth - held : 0;
}

/* Jobs that cores have taken over are passed by. */
static bool may_give(const df__engine *engine, df_job *job)
{
    if (engine->facts.claims)
        return atomic_load_explicit(&job->claim, memory_order_acquire) == DF_CLAIM_FREE;
    if (!df_job_begin(job))
        return false;
    job->began = df__is_traced() ? df__tracing.now() : 0;
    return true;
}

static void take_back(const df__engine *engine, df_job *job)
{
    if (!engine->facts.claims)
        atomic_store_explicit(&job->claim, DF_CLAIM_FREE, memory_order_seq_cst);
}

/* Gives one batch of what stands from `*next` on, and moves that on. False if the engine has no room for more. */
static bool feed_batch(df__lane *lane, df__channel *channel, uint64_t *next, uint64_t given)
{
    df__engine *engine = lane->engine;
    df_job *jobs[BATCH_MOST];
    uint64_t numbers[BATCH_MOST + 1];
    uint32_t count = 0, room = room_of(engine, channel);
    uint64_t number = *next;
    for (; number < given && count < room && count < BATCH_MOST; number++) {
        df_job *job = &df__entry_at(lane, number)->job;
        if (may_give(engine, job)) {
            jobs[count] = job;
            numbers[count++] = number;
        }
    }
    numbers[count] = number;
    if (!engine->facts.claims)
        atomic_fetch_add_explicit(&channel->held, count, memory_order_relaxed);
    uint32_t taken = count == 0 ? 0 : engine->functions->give(engine->state, lane->channel, jobs, count);
    for (uint32_t i = taken; i < count; i++)
        take_back(engine, jobs[i]);
    if (!engine->facts.claims)
        atomic_fetch_sub_explicit(&channel->held, count - taken, memory_order_relaxed);
    *next = numbers[taken];
    return taken == count && count > 0;
}

static void feed(df__lane *lane, df__channel *channel)
{
    const df_engine *functions = lane->engine->functions;
    uint64_t given = atomic_load_explicit(&lane->given, memory_order_acquire);
    uint64_t done = atomic_load_explicit(&lane->done.value, memory_order_acquire);
    uint64_t next = atomic_load_explicit(&lane->fed, memory_order_relaxed);
    if (next < done)
        next = done;
    uint64_t began = next;
    while (next < given && feed_batch(lane, channel, &next, given))
        continue;
    atomic_store_explicit(&lane->fed, next, memory_order_relaxed);
    if (next != began && functions->ring != NULL)
        functions->ring(lane->engine->state, lane->channel);
}

static bool must_be_asked(const df__lane *lane)
{
    return lane->engine->functions->poll != NULL &&
           atomic_load_explicit(&lane->done.value, memory_order_relaxed) !=
               atomic_load_explicit(&lane->given, memory_order_relaxed);
}

static bool must_be_fed(const df__lane *lane)
{
    return atomic_load_explicit(&lane->fed, memory_order_relaxed) <
           atomic_load_explicit(&lane->given, memory_order_relaxed);
}

/* Where another core has the channel, that one or a later call does it. */
void df__engine_attend(df__lane *lane)
{
    df__engine *engine = lane->engine;
    df__channel *channel = &engine->channels[lane->channel];
    const char *problem = NULL;
    if ((!must_be_fed(lane) && !must_be_asked(lane)) || !take_channel(channel))
        return;
    if (df__engine_works(engine)) {
        feed(lane, channel);
        if (engine->functions->poll != NULL)
            problem = engine->functions->poll(engine->state, lane->channel);
    }
    leave_channel(channel);
    if (problem != NULL)
        df__engine_give_up(engine, problem, NULL);
}

void df__engine_offer(df__lane *lane)
{
    df__channel *channel = &lane->engine->channels[lane->channel];
    if (df__engine_rests(lane) && take_channel(channel)) {
        atomic_store_explicit(&lane->fed, atomic_load_explicit(&lane->given, memory_order_relaxed),
                              memory_order_relaxed);
        leave_channel(channel);
    }
    df__engine_attend(lane);
}

bool df__engine_wants_attention(const df__lane *lane)
{
    return df__engine_works(lane->engine) && (must_be_fed(lane) || must_be_asked(lane));
}

/* False if the engine has no such sleep, or another core is there. */
static bool sleep_in_engine(df__lane *lane, uint64_t most_ns)
{
    const df__engine *engine = lane->engine;
    df__channel *channel = &engine->channels[lane->channel];
    if (engine->functions->wait == NULL || !take_channel(channel))
        return false;
    if (df__engine_works(engine))
        engine->functions->wait(engine->state, lane->channel, most_ns);
    leave_channel(channel);
    return true;
}

uint64_t df__engine_help(df_core *core, df_gate *gate, uint64_t target)
{
    df_counter *counter = gate->counter;
    df__lane *lane = atomic_load_explicit(&counter->lane, memory_order_seq_cst);
    if (lane == NULL)
        return UINT64_MAX;
    uint64_t needed;
    do {
        df__engine_attend(lane);
        needed = df__pending_needed(lane, counter, target);
    } while (!atomic_load_explicit(&df__run()->failed, memory_order_relaxed) &&
             df__pending_take_over(core, lane, needed));
    if (atomic_load_explicit(&counter->value, memory_order_seq_cst) >= target)
        return 0;
    if (needed == 0)
        return UINT64_MAX; /* the giver wakes whoever waits */
    df__patience *patience = &((df__worker *)core)->patience;
    if (patience->alone_looked_ns == 0)
        patience->alone_looked_ns = df__os_now_ns();
    else
        patience->alone_ns += df__engine_ran_ns(&patience->alone_looked_ns);
    df__engine_watch(core, lane, gate);
    bool moves_files = lane->engine->functions->moves_files;
    if ((moves_files || gate == &lane->gate) && sleep_in_engine(lane, moves_files ? FILES_NS : POLL_AGAIN_NS))
        return 0;
    return lane->engine->functions->poll != NULL ? POLL_AGAIN_NS : LOOK_AGAIN_NS;
}
