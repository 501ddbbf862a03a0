/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries whose cores run by themselves: one thread pushes the inputs of iterations, one pulls the outputs.
 *
 * Each port has a ring of iterations. Who calls and the core that fires the port's actor tell each other of whole blocks, as
 * many iterations as a pass has: cores need all of a block anyway, and nobody is woken for less. A core waits for its caller
 * as for any other core; callers sleep on doorbells of their own, by the rule of df/counter.h. */
#include <stdlib.h>

#include "df/internal.h"
#include "df/library.h"
#include "df/parts.h"

/* One direction of the ports. `moved`: iterations that the caller has pushed or pulled, in whole blocks. */
typedef struct side {
    df_counter moved;
    df__doorbell bell;
    alignas(DF_CACHE_LINE_BYTES) uint64_t count; /* those in fact; the caller's own */
    uint64_t seen;                               /* that all ports had done when it looked last */
    df__habit habit;                             /* of the caller, too */
    _Atomic uint32_t inside;                     /* calls */
    bool is_input;
} side;

/* What the core writes at each firing has cache lines of its own: the caller reads the rest all the time that it waits. */
typedef struct port {
    df_counter done; /* firings, in whole blocks until the core leaves */
    df_gate gate;    /* of the core, to `moved` */
    uint64_t fired;  /* the core's own */
    alignas(DF_CACHE_LINE_BYTES) char *ring;
    const df_library_port *about;
    side *side;
} port;

typedef struct df__stream {
    side pushed;
    side pulled;
    df__run_state *run;
    uint64_t block;  /* iterations of a pass */
    uint64_t room;   /* iterations in a ring */
    uint64_t length; /* of the stream, once `pushed` shows NO_MORE */
    bool is_flushed;
    _Atomic uint32_t left; /* cores that have */
    port ports[];
} df__stream;

#define NO_MORE UINT64_MAX

enum { PAUSES = 32, LONGEST_SLEEP_NS = 1000000000, NAP_NS = 50000 };

static df__stream *stream_of(const df_library *library)
{
    return ((const df__run_state *)library)->stream; /* its first member */
}

static uint32_t ports_count(const df__stream *stream)
{
    return stream->run->program->library->ports_count;
}

static char *place(const df__stream *stream, const port *own, uint64_t iteration)
{
    return own->ring + iteration % stream->room * own->about->bytes;
}

/* What must have left a ring before all of the block of this iteration fits in. */
static uint64_t needed_for(const df__stream *stream, uint64_t iteration)
{
    uint64_t end = iteration - iteration % stream->block + stream->block;
    return end > stream->room ? end - stream->room : 0;
}

/* --- on the threads of cores ---------------------------------------- */

static void wake(side *who)
{
    if (atomic_load_explicit(&who->bell.asleep, memory_order_seq_cst) != 0)
        df__ring_doorbell(&who->bell);
}

static void tell_done(port *own)
{
    atomic_exchange_explicit(&own->done.value, own->fired, memory_order_seq_cst);
    wake(own->side);
}

static void count_firing(const df__stream *stream, port *own)
{
    own->fired++;
    if (own->fired % stream->block == 0)
        tell_done(own);
}

/* The run ends before this pass: nothing that follows in it may see a window that holds nothing. */
static void await_or_leave(port *own, uint64_t target)
{
    if (df_wait(&df__self->core, &own->gate, target))
        return;
    df__self->can_escape = false;
    longjmp(df__self->escape, 1);
}

static void take(uint64_t number, size_t bytes, void *window)
{
    df__stream *stream = df__run()->stream;
    port *own = &stream->ports[number];
    await_or_leave(own, own->fired + 1);
    if (own->gate.seen == NO_MORE && own->fired >= stream->length) {
        df__end_lower(stream->length);
        return;
    }
    df_copy_disjoint(window, place(stream, own, own->fired), bytes);
    count_firing(stream, own);
}

static void give(uint64_t number, size_t bytes, const void *window)
{
    df__stream *stream = df__run()->stream;
    port *own = &stream->ports[number];
    await_or_leave(own, needed_for(stream, own->fired));
    df_copy_disjoint(place(stream, own, own->fired), window, bytes);
    count_firing(stream, own);
}

static void left(df_core *core)
{
    df__stream *stream = df__run()->stream;
    for (uint32_t i = 0; i < ports_count(stream); i++)
        if (stream->ports[i].about->core == core->index)
            tell_done(&stream->ports[i]);
    if (atomic_fetch_add(&stream->left, 1) + 1 < stream->run->program->cores)
        return;
    wake(&stream->pushed);
    wake(&stream->pulled);
}

/* --- on the threads of callers ---------------------------------------- */

/* Whether all ports of this direction have come so far. */
static bool has_come(df__stream *stream, side *own, uint64_t target)
{
    if (own->seen >= target)
        return true;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < ports_count(stream); i++) {
        const port *other = &stream->ports[i];
        uint64_t done = atomic_load_explicit(&other->done.value, memory_order_seq_cst);
        if (other->side == own && done < least)
            least = done;
    }
    own->seen = least;
    return least >= target;
}

static bool all_left(df__stream *stream)
{
    return atomic_load(&stream->left) == stream->run->program->cores;
}

static int end_status(df__stream *stream)
{
    return atomic_load(&stream->run->failed) ? DF_LIBRARY_FAILED : DF_LIBRARY_ENDED;
}

/* What cores do before they leave counts. */
static int look(df__stream *stream, side *own, uint64_t target)
{
    bool is_over = all_left(stream);
    if (has_come(stream, own, target))
        return DF_LIBRARY_DONE;
    return is_over ? end_status(stream) : DF_LIBRARY_LATER;
}

static int spin(df__stream *stream, side *own, uint64_t target, uint64_t until_ns)
{
    int seen = DF_LIBRARY_LATER;
    while (seen == DF_LIBRARY_LATER && df__os_now_ns() < until_ns)
        for (int pause = 0; pause < PAUSES && seen == DF_LIBRARY_LATER; pause++) {
            df__os_pause();
            seen = look(stream, own, target);
        }
    return seen;
}

static int sleep_until(df__stream *stream, side *own, uint64_t target, uint64_t until_ns)
{
    for (;;) {
        uint32_t bell = atomic_load_explicit(&own->bell.bell, memory_order_acquire);
        atomic_exchange_explicit(&own->bell.asleep, 1, memory_order_seq_cst);
        int seen = look(stream, own, target);
        uint64_t now_ns = df__os_now_ns();
        if (seen != DF_LIBRARY_LATER || now_ns >= until_ns) {
            atomic_store_explicit(&own->bell.asleep, 0, memory_order_relaxed);
            return seen;
        }
        uint64_t left_ns = until_ns - now_ns;
        uint64_t most_ns = left_ns < LONGEST_SLEEP_NS ? left_ns : LONGEST_SLEEP_NS;
        df__habit_sleep(&own->habit, &own->bell, bell, most_ns);
    }
}

static int await(df__stream *stream, side *own, uint64_t target, uint64_t timeout_ns)
{
    int seen = look(stream, own, target);
    if (seen != DF_LIBRARY_LATER || timeout_ns == 0)
        return seen;
    df__habit *habit = &own->habit;
    uint64_t begun_ns = df__os_now_ns(), spin_ns = habit->spin_ns;
    uint64_t until_ns = timeout_ns > UINT64_MAX - begun_ns ? UINT64_MAX : begun_ns + timeout_ns;
    habit->rung_ns = 0;
    seen = spin(stream, own, target, spin_ns < timeout_ns ? begun_ns + spin_ns : until_ns);
    if (seen == DF_LIBRARY_LATER)
        seen = sleep_until(stream, own, target, until_ns);
    if (seen == DF_LIBRARY_DONE)
        df__habit_learn(habit, (habit->rung_ns != 0 ? habit->rung_ns : df__os_now_ns()) - begun_ns);
    return seen;
}

static void tell_moved(df__stream *stream, side *own, uint64_t count)
{
    atomic_exchange_explicit(&own->moved.value, count, memory_order_seq_cst);
    df__wake_waiters(&stream->run->shared, own->moved.waiters);
}

static void move(df__stream *stream, side *own, const void *const *windows)
{
    for (uint32_t i = 0; i < ports_count(stream); i++) {
        const port *one = &stream->ports[i];
        char *ring = place(stream, one, own->count);
        if (one->side == own && own->is_input)
            df_copy_disjoint(ring, windows[i], one->about->bytes);
        else if (one->side == own)
            df_copy_disjoint((void *)(uintptr_t)windows[i], ring, one->about->bytes);
    }
    own->count++;
    if (own->count % stream->block == 0)
        tell_moved(stream, own, own->count);
}

/* Whether an iteration that is pushed now would be run, as far as is known. */
static bool takes_more(df__stream *stream)
{
    return !stream->is_flushed &&
           stream->pushed.count < atomic_load_explicit(&stream->run->shared.limits.end, memory_order_acquire);
}

static int call(df__stream *stream, side *own, uint64_t target, const void *const *windows,
                uint64_t timeout_ns)
{
    atomic_fetch_add(&own->inside, 1);
    int status =
        own->is_input && !takes_more(stream) ? end_status(stream) : await(stream, own, target, timeout_ns);
    if (status == DF_LIBRARY_DONE)
        move(stream, own, windows);
    atomic_fetch_sub(&own->inside, 1);
    return status;
}

int df_library_push(df_library *library, const void *const *ports, uint64_t timeout_ns)
{
    df__stream *stream = stream_of(library);
    return call(stream, &stream->pushed, needed_for(stream, stream->pushed.count), ports, timeout_ns);
}

int df_library_pull(df_library *library, const void *const *ports, uint64_t timeout_ns)
{
    df__stream *stream = stream_of(library);
    return call(stream, &stream->pulled, stream->pulled.count + 1, ports, timeout_ns);
}

void df_library_flush(df_library *library)
{
    df__stream *stream = stream_of(library);
    if (stream->is_flushed)
        return;
    stream->length = stream->pushed.count;
    stream->is_flushed = true;
    tell_moved(stream, &stream->pushed, NO_MORE);
}

uint64_t df_library_block(const df_library *library)
{
    const df__stream *stream = stream_of(library);
    return (stream->run->program->library->late_passes + 1) * stream->block;
}

/* --- life ---------------------------------------- */

static bool connect(df__stream *stream, uint32_t number)
{
    const df_library_port *about = &stream->run->program->library->ports[number];
    port *own = &stream->ports[number];
    own->about = about;
    own->side = about->is_input ? &stream->pushed : &stream->pulled;
    own->side->moved.waiters |= UINT64_C(1) << about->core;
    own->gate = (df_gate){.counter = &own->side->moved, .fifo = "the caller"};
    own->ring = calloc(stream->room, about->bytes);
    return own->ring != NULL;
}

/* One block more than must be pushed before the first can be pulled, so that callers and cores work at the same time. */
static bool open(void)
{
    df__run_state *run = df__run();
    const df_library_part *part = run->program->library;
    df__stream *stream = df__take_zeroed(sizeof *stream + part->ports_count * sizeof stream->ports[0]);
    bool is_open = stream != NULL;
    if (is_open) {
        run->stream = stream;
        stream->run = run;
        stream->block = run->program->iterations_per_pass;
        stream->room = (part->late_passes + 2) * stream->block;
        stream->pushed.is_input = true;
        df__habit_begin(&stream->pushed.habit, run->spin_ns);
        df__habit_begin(&stream->pulled.habit, run->spin_ns);
    }
    for (uint32_t i = 0; is_open && i < part->ports_count; i++)
        is_open = connect(stream, i);
    if (!is_open)
        df__tell_error("there is no memory for an instance");
    return is_open;
}

static bool ends_alone(void)
{
    df__stream *stream = df__run()->stream;
    return stream->is_flushed && stream->pulled.moved.waiters == 0;
}

static void await_calls(side *own)
{
    while (atomic_load(&own->inside) != 0) {
        uint32_t bell = atomic_load(&own->bell.bell);
        df__os_futex_wait_briefly(&own->bell.bell, bell, NAP_NS);
    }
}

static void close(void)
{
    df__stream *stream = df__run()->stream;
    await_calls(&stream->pushed);
    await_calls(&stream->pulled);
    for (uint32_t i = 0; i < ports_count(stream); i++)
        free(stream->ports[i].ring);
    free(stream);
}

static void disown(void)
{
    df__stream *stream = df__run()->stream;
    if (stream != NULL) /* it was being opened otherwise */
        atomic_store(&stream->left, stream->run->program->cores);
}

const df__pipelined_hooks df__pipelined = {
    .open = open,
    .take = take,
    .give = give,
    .left = left,
    .ends_alone = ends_alone,
    .close = close,
    .disown = disown,
};
