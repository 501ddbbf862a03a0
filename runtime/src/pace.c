/* SPDX-License-Identifier: Apache-2.0 */
/* Actors with a period: their firings wait for their times. */
#include <inttypes.h>

#include "df/internal.h"
#include "df/pace.h"
#include "df/parts.h"

/* A core sleeps until shortly before the time and looks at the clock from there on, as no wake-up is exact. Where threads
 * share CPUs it sleeps on. Naps are short beside what the system's call can take. */
enum { AWAKE_NS = 100000, NAP_NS_MAX = 250000000 };

static bool keeps_pace;

static void open_paces(void)
{
    keeps_pace = df__environment_number("DFGEN_PACE", 1) != 0;
}

/* Whoever presses Ctrl-C does not wait for times that lie ahead. */
static bool is_over(df_core *core)
{
    return !df_core_continues(core, core->pass) ||
           atomic_load_explicit(&df__run()->interrupted, memory_order_relaxed);
}

/* A ring of the core's bell ends a nap early: the end has fallen, or a signal asks for it. */
static void nap(df_core *core, uint32_t bell, uint64_t left_ns)
{
    uint64_t awake_ns = df__run()->spin_ns == 0 ? 0 : AWAKE_NS;
    if (left_ns <= awake_ns) {
        df__os_pause();
        return;
    }
    uint64_t nap_ns = left_ns - awake_ns;
    df__os_futex_wait_briefly(&core->shared->doorbells[core->index].bell, bell,
                              (uint32_t)(nap_ns < NAP_NS_MAX ? nap_ns : NAP_NS_MAX));
}

/* The time at which it returns. */
static uint64_t sit_out(df_core *core, uint64_t due_ns, uint64_t now_ns)
{
    df__worker *worker = (df__worker *)core;
    atomic_store_explicit(&worker->naps, true, memory_order_relaxed);
    while (now_ns < due_ns) {
        uint32_t bell =
            atomic_load_explicit(&core->shared->doorbells[core->index].bell, memory_order_acquire);
        if (is_over(core))
            break;
        nap(core, bell, due_ns - now_ns);
        now_ns = df__os_now_ns();
    }
    atomic_store_explicit(&worker->naps, false, memory_order_relaxed);
    return now_ns;
}

static void count(df_pace *pace, uint64_t behind_ns)
{
    pace->behind_ns += behind_ns;
    if (behind_ns > pace->behind_most_ns)
        pace->behind_most_ns = behind_ns;
}

void df_pace_await(df_core *core, df_pace *pace)
{
    if (!keeps_pace)
        return;
    uint64_t now_ns = df__os_now_ns();
    if (pace->firings++ == 0)
        pace->due_ns = now_ns;
    if (now_ns < pace->due_ns) {
        if (df__is_traced())
            df__tracing.wait_begins(core);
        now_ns = sit_out(core, pace->due_ns, now_ns);
        if (df__is_traced())
            df__tracing.napped(core);
    } else if (now_ns > pace->due_ns) {
        pace->misses++;
    }
    if (now_ns > pace->due_ns)
        count(pace, now_ns - pace->due_ns);
    pace->due_ns += pace->period_ns;
}

/* Nothing is known where no firing has waited. */
static void report_pace(FILE *report, const df_pace *pace)
{
    fputs("{\"actor\": ", report);
    df__write_text(report, pace->actor);
    fprintf(report, ", \"period_ns\": %" PRIu64 ", \"firings\": %" PRIu64, pace->period_ns, pace->firings);
    fprintf(report, ", \"misses\": %" PRIu64 ", \"jitter_ns\": ", pace->misses);
    if (pace->firings == 0)
        fputs("null", report);
    else
        fprintf(report, "%" PRIu64, pace->behind_ns / pace->firings);
    fprintf(report, ", \"jitter_most_ns\": %" PRIu64 "}", pace->behind_most_ns);
}

static void report_paces(FILE *report)
{
    const df_program *program = df__run()->program;
    fputs(", \"periods\": [", report);
    for (size_t i = 0; i < program->paces_count; i++) {
        fputs(i == 0 ? "" : ", ", report);
        report_pace(report, program->paces[i]);
    }
    fputs("]", report);
}

const df__pace_hooks df__paces = {.open = open_paces, .report = report_paces};
