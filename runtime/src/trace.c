/* SPDX-License-Identifier: Apache-2.0 */
/* Tracing (df/trace.h): the marks, the sums that they go into, and the ring of events. */
#include "df/trace.h"

#include <stdlib.h>
#include <string.h>

#include "df/internal.h"
#include "df/parts.h"
#include "df/pending.h"
#include "df/trace_state.h"

df__core_trace df__traces[DF_CORES_MAX];

/* When the run began, for all cores. */
static struct {
    uint64_t ticks;
    uint64_t ns;
} start;

bool df__trace_reads_counter;
_Atomic uint64_t df__trace_engines_ticks;
df__trace_ring df__trace_copies;
static atomic_flag copies_taken = ATOMIC_FLAG_INIT; /* by the thread that adds one */
static _Atomic uint64_t
    last_copied[DF_CORES_MAX]; /* for each core, by an engine that does one after the other */

/* So often a core asks for its page faults at most. The system tells them in 0.4 us. */
enum { LOOK_NS = 200000, CLOCKS_COMPARED_NS = 50000 };
static uint64_t look_ticks;

/* --- sums ---------------------------------------- */

/* The part of a histogram that a value belongs to: exact below 16, then eight parts to each power of two. */
static uint32_t part_of(uint64_t value)
{
    if (value < 16)
        return (uint32_t)value;
    uint32_t power = 63 - (uint32_t)__builtin_clzll(value);
    uint32_t part = (power - 2) * 8 + (uint32_t)(value >> (power - 3) & 7);
    return part < DF__TRACE_PARTS ? part : DF__TRACE_PARTS - 1;
}

uint64_t df__trace_part_start(uint32_t part)
{
    return part < 16 ? part : (uint64_t)(8 + part % 8) << (part / 8 - 1);
}

/* Samples are in sixteenths of a tick, so that means over blocks of short firings are told apart. */
static void add_sample(df__tally *tally, uint64_t sample, uint64_t times)
{
    if (tally->count == 0 || sample < tally->least)
        tally->least = sample;
    if (sample > tally->most)
        tally->most = sample;
    if (tally->histogram != NULL)
        tally->histogram[part_of(sample)] += times;
    tally->count += times;
}

static void add_event(df__trace_ring *ring, df__trace_event event)
{
    ring->events[ring->count++ & ring->mask] = event;
}

static uint32_t at_most_32_bits(uint64_t count)
{
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

/* Of what ended at the last mark. */
static void add_span(df__core_trace *trace, uint32_t point, uint64_t began, uint64_t count)
{
    add_event(&trace->ring, (df__trace_event){
                                .began = began,
                                .ended = trace->last,
                                .point = point,
                                .count = at_most_32_bits(count),
                            });
}

/* Gives the time since the last mark to a point. */
static uint64_t mark(df__core_trace *trace, uint32_t point)
{
    uint64_t now = df__trace_now();
    uint64_t ticks = now - trace->last;
    trace->last = now;
    trace->tallies[point].ticks += ticks;
    return ticks;
}

static void add_faults(df__core_trace *trace, uint32_t point, uint64_t faults)
{
    if (faults == 0)
        return;
    trace->tallies[point].count += faults;
    trace->tallies[point].blocks++;
    add_span(trace, point, trace->looked, faults);
}

/* Page faults since the last look become events. */
static void look_for_faults(df__core_trace *trace)
{
    uint64_t minor;
    uint64_t major;
    df__os_thread_page_faults(&minor, &major);
    add_faults(trace, DF_TRACE_MINOR, minor - trace->faults_minor);
    add_faults(trace, DF_TRACE_MAJOR, major - trace->faults_major);
    trace->faults_minor = minor;
    trace->faults_major = major;
    mark(trace, DF_TRACE_OTHER);
    trace->looked = trace->last;
}

static void look_for_faults_now_and_then(df__core_trace *trace)
{
    if (trace->last - trace->looked >= look_ticks)
        look_for_faults(trace);
}

/* --- what generated code calls ---------------------------------------- */

void df_traced_block(df_core *core, uint32_t point, uint64_t firings)
{
    df__core_trace *trace = &df__traces[core->index];
    uint64_t began = trace->last;
    uint64_t ticks = mark(trace, point);
    if (firings == 0)
        return;
    add_sample(&trace->tallies[point], ticks * DF__TRACE_FRACTION / firings, firings);
    trace->tallies[point].blocks++;
    add_span(trace, point, began, firings);
    look_for_faults_now_and_then(trace);
}

void df_trace_begin(df_core *core)
{
    df__core_trace *trace = &df__traces[core->index];
    trace->block_began = trace->last;
    trace->block_firings = 0;
}

void df_traced_firing(df_core *core, uint32_t point)
{
    df__core_trace *trace = &df__traces[core->index];
    add_sample(&trace->tallies[point], mark(trace, point) * DF__TRACE_FRACTION, 1);
    trace->tallies[point].singles++;
    trace->block_firings++;
    look_for_faults_now_and_then(trace);
}

void df_traced_move(df_core *core, uint32_t point)
{
    df__core_trace *trace = &df__traces[core->index];
    uint64_t began = trace->last;
    add_sample(&trace->tallies[point], mark(trace, point) * DF__TRACE_FRACTION, 1);
    trace->tallies[point].blocks++;
    add_span(trace, point, began, 1);
    look_for_faults_now_and_then(trace);
}

void df_trace_finish(df_core *core, uint32_t point)
{
    df__core_trace *trace = &df__traces[core->index];
    if (trace->block_firings == 0)
        return;
    trace->tallies[point].blocks++;
    add_span(trace, point, trace->block_began, trace->block_firings);
}

/* --- what the rest of the runtime calls ---------------------------------------- */

static void wait_begins(df_core *core)
{
    mark(&df__traces[core->index], DF_TRACE_OTHER);
}

static void wait_ends(df_core *core, const df_gate *gate)
{
    df__core_trace *trace = &df__traces[core->index];
    uint32_t point = gate->point != 0 ? gate->point : DF_TRACE_ENGINE;
    uint64_t began = trace->last;
    add_sample(&trace->tallies[point], mark(trace, point) * DF__TRACE_FRACTION, 1);
    trace->tallies[point].asleep += trace->asleep;
    trace->tallies[point].blocks++;
    trace->asleep = 0;
    add_span(trace, point, began, 1);
    look_for_faults_now_and_then(trace);
}

/* The core has nothing to do, as before its first pass and after its last. */
static void napped(df_core *core)
{
    mark(&df__traces[core->index], DF_TRACE_ENDS);
}

static void sleep_begins(df_core *core)
{
    df__core_trace *trace = &df__traces[core->index];
    trace->slept = df__trace_now();
    trace->sleeps++;
}

static void sleep_ends(df_core *core)
{
    df__core_trace *trace = &df__traces[core->index];
    uint64_t now = df__trace_now();
    trace->asleep += now - trace->slept;
    trace->tallies[DF_TRACE_ASLEEP].count++;
    trace->tallies[DF_TRACE_ASLEEP].blocks++;
    add_event(&trace->ring,
              (df__trace_event){.began = trace->slept, .ended = now, .point = DF_TRACE_ASLEEP, .count = 1});
}

/* Waking a thread takes the system some microseconds, which the next block shall not pay. */
static void rang(df_core *core)
{
    df__core_trace *trace = &df__traces[core->index];
    mark(trace, DF_TRACE_OTHER);
    trace->wakes++;
}

static void begin(void)
{
    start.ns = df__os_now_ns();
    start.ticks = df__trace_now();
}

static void run_begins(df_core *core)
{
    df__core_trace *trace = &df__traces[core->index];
    df__os_thread_page_faults(&trace->faults_minor, &trace->faults_major);
    trace->faults_minor_first = trace->faults_minor;
    trace->faults_major_first = trace->faults_major;
    trace->began = start.ticks;
    trace->began_ns = start.ns;
    trace->last = start.ticks;
    trace->looked = start.ticks;
    mark(trace, DF_TRACE_ENDS);
}

static void run_left(df_core *core)
{
    look_for_faults(&df__traces[core->index]);
}

static void run_ends(df_core *core)
{
    df__core_trace *trace = &df__traces[core->index];
    mark(trace, DF_TRACE_ENDS);
    trace->ended_ns = df__os_now_ns();
}

static uint64_t now(void)
{
    return df__trace_now();
}

/* A device holds several jobs, of which it is said to work on one at a time. */
static uint64_t really_began(const df_job *job, uint64_t ended)
{
    uint64_t last = atomic_exchange_explicit(&last_copied[job->lane->core], ended, memory_order_relaxed);
    return job->lane->engine->facts.claims || last < job->began ? job->began : last < ended ? last : ended;
}

static void engine_copied(const df_job *job)
{
    uint64_t ended = df__trace_now();
    uint64_t began = really_began(job, ended);
    df__trace_account *account = &df__traces[job->lane->core].accounts[job->point];
    atomic_fetch_add_explicit(&df__trace_engines_ticks, ended - began, memory_order_relaxed);
    atomic_fetch_add_explicit(&account->engine_ticks, ended - began, memory_order_relaxed);
    atomic_fetch_add_explicit(&account->engine_bytes, job->bytes, memory_order_relaxed);
    df__trace_event copy = {.began = began,
                            .ended = ended,
                            .point = job->lane->core,
                            .count = at_most_32_bits(job->bytes / 1024)};
    while (atomic_flag_test_and_set_explicit(&copies_taken, memory_order_acquire))
        df__os_pause();
    add_event(&df__trace_copies, copy);
    atomic_flag_clear_explicit(&copies_taken, memory_order_release);
}

static void taken_over(const df_job *job)
{
    df__trace_account *account = &df__traces[job->lane->core].accounts[job->point];
    atomic_fetch_add_explicit(&account->taken_over_ticks, df__trace_now() - job->began, memory_order_relaxed);
    atomic_fetch_add_explicit(&account->taken_over_bytes, job->bytes, memory_order_relaxed);
}

static void *take(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL)
        fprintf(stderr, "error: there is no memory for the trace; --trace-events N keeps fewer events\n");
    return memory;
}

static bool has_histogram(df_trace_kind kind)
{
    return kind == DF_TRACE_ACTOR || kind == DF_TRACE_MOVE;
}

/* Its pages are there before the run. */
static bool open_ring(df__trace_ring *ring, uint64_t events)
{
    uint64_t places = 1;
    while (places < events)
        places *= 2;
    ring->count = 0;
    ring->mask = places - 1;
    ring->events = take(places, sizeof *ring->events);
    if (ring->events != NULL)
        memset(ring->events, 0xff, places * sizeof *ring->events);
    return ring->events != NULL;
}

static bool open_core(df__core_trace *trace, const df_trace_table *table, uint64_t events)
{
    trace->table = table;
    trace->tallies = take(table->count, sizeof *trace->tallies);
    trace->accounts = take(table->count, sizeof *trace->accounts);
    if (!open_ring(&trace->ring, events) || trace->tallies == NULL || trace->accounts == NULL)
        return false;
    for (uint32_t point = 0; point < table->count; point++) {
        if (!has_histogram(table->points[point].kind))
            continue;
        trace->tallies[point].histogram = take(DF__TRACE_PARTS, sizeof *trace->tallies[point].histogram);
        if (trace->tallies[point].histogram == NULL)
            return false;
    }
    return true;
}

/* Ticks by the system's clock, roughly: it is only told how often to look. */
static uint64_t ticks_of(uint64_t ns)
{
    uint64_t began_ns = df__os_now_ns();
    uint64_t began = df__trace_now();
    uint64_t passed_ns;
    do
        passed_ns = df__os_now_ns() - began_ns;
    while (passed_ns < CLOCKS_COMPARED_NS);
    return (df__trace_now() - began) * ns / passed_ns;
}

static bool open_all(void)
{
    const df_program *program = df__run()->program;
    df__trace_reads_counter = df__trace_counter_is_steady();
    look_ticks = ticks_of(LOOK_NS);
    if (!df__trace_files_open() || !df__trace_copies_open())
        return false;
    for (uint32_t i = 0; i < program->cores; i++)
        if (!open_core(&df__traces[i], &program->trace[i], df__run()->arguments.trace_events))
            return false;
    return program->engines_count == 0 || open_ring(&df__trace_copies, df__run()->arguments.trace_events);
}

static void close_all(void)
{
    for (uint32_t i = 0; i < df__run()->program->cores; i++) {
        df__core_trace *trace = &df__traces[i];
        for (uint32_t point = 0; point < trace->table->count; point++)
            free(trace->tallies[point].histogram);
        free(trace->tallies);
        free(trace->accounts);
        free(trace->ring.events);
    }
    free(df__trace_copies.events);
}

static bool write_all(void)
{
    bool written = df__trace_files_write();
    df__trace_copies_close();
    close_all();
    return written;
}

const df__trace_hooks df__tracing = {
    .open = open_all,
    .begin = begin,
    .run_begins = run_begins,
    .run_left = run_left,
    .run_ends = run_ends,
    .wait_begins = wait_begins,
    .wait_ends = wait_ends,
    .sleep_begins = sleep_begins,
    .sleep_ends = sleep_ends,
    .rang = rang,
    .now = now,
    .engine_copied = engine_copied,
    .taken_over = taken_over,
    .napped = napped,
    .write = write_all,
};
