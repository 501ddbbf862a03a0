/* SPDX-License-Identifier: Apache-2.0 */
/* The two files that a traced program writes when it ends: `--trace FILE` in the format of Chrome and Perfetto, and
 * `--profile FILE`, which `dfgen profile` reads. Where there are several nodes, the first one writes what all have seen:
 * into the trace each as a process of it, into the profile its own and, as "nodes", that of each.
 *
 * The profile, in nanoseconds: {"schema", "program", "iterations", "elapsed_ns", "engines_busy_ns",
 *   "clock", "resident_bytes",
 *   "engine_events_lost", "engine_events": [[core, began_ns, ended_ns, KiB], ...],
 *   "cores": [{"core", "wall_ns", "sleeps", "wakes", "page_faults_minor", "page_faults_major", "events_lost",
 *     "points": [{"kind", "name", "detail", "peer", "ns", "asleep_ns", "count", "singles", "blocks", "least_ns", "most_ns",
 *                "histogram": [[from_ns, to_ns, count], ...]}],
 *     "engine_copies": [{"fifo", "engine", "engine_bytes", "taken_over_bytes", "busy_ns", "taken_over_ns"}],
 *     "events": [[point, began_ns, ended_ns, count], ...]}],
 *   "copies": [{"actor", "bytes"}]} */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "df/internal.h"
#include "df/parts.h"
#include "df/trace_state.h"

enum { SCHEMA = 1 };

static df__output chrome_file, profile_file;
static FILE *chrome;
static FILE *profile;
static FILE *taking; /* what comes from other nodes */

static const char *const kind_names[] = {"runtime", "actor", "routing", "move",  "tail",
                                         "wait",    "sleep", "faults",  "copies"};

/* What else is to be in that file; null: nothing. */
static const char *also_in(const df__output *output)
{
    if (df__report_is_in(output))
        return "figures";
    return output != &chrome_file && df__output_is_same(output, &chrome_file) ? chrome_file.what : NULL;
}

static bool open_one(const char *path, const char *what, df__output *output, FILE **file)
{
    if (path == NULL || !df__output_open(path, what, output))
        return path == NULL;
    const char *other = also_in(output);
    *file = output->file;
    if (other == NULL)
        return true;
    fprintf(stderr, "error: %s: the %s and the %s cannot be in one file: name two files\n", path, what,
            other);
    df__output_drop(output);
    return false;
}

bool df__trace_files_open(void)
{
    const df__arguments *arguments = &df__run()->arguments;
    if (!open_one(arguments->trace, "trace", &chrome_file, &chrome))
        return false;
    if (open_one(arguments->profile, "profile", &profile_file, &profile))
        return true;
    if (chrome != NULL)
        df__output_drop(&chrome_file);
    return false;
}

/* --- times ---------------------------------------- */

/* One clock for all cores: ticks are counted from the moment at which all of them began. */
static struct {
    uint64_t zero;
    double ns_per_tick;
    uint64_t began_ns; /* in the trace, which begins at one moment for all nodes */
} scale;

static void find_scale(void)
{
    const df__core_trace *first = &df__traces[0];
    scale.zero = first->began;
    scale.ns_per_tick = 1;
    scale.began_ns = &df__network != NULL ? first->began_ns - df__network.zero_ns() : 0;
    if (df__trace_reads_counter && first->last > first->began)
        scale.ns_per_tick =
            (double)(first->ended_ns - first->began_ns) / (double)(first->last - first->began);
}

/* The run is over for all when it is for core 0, which takes its time. Others learn of it a little earlier or later, but
 * not before all have left their loops: what they are before or behind is time in which they had nothing to do, and
 * which DF_TRACE_ENDS has had whole. */
static void end_together(void)
{
    uint64_t end = df__traces[0].last;
    for (uint32_t core = 1; core < df__run()->program->cores; core++) {
        df__core_trace *trace = &df__traces[core];
        trace->tallies[DF_TRACE_ENDS].ticks += end - trace->last; /* modulo 2^64, so it may be less */
        trace->last = end;
    }
}

static double length_ns(uint64_t ticks)
{
    return (double)ticks * scale.ns_per_tick;
}

static double sample_ns(uint64_t sample)
{
    return length_ns(sample) / DF__TRACE_FRACTION;
}

static double time_ns(uint64_t ticks)
{
    return length_ns(ticks - scale.zero);
}

/* --- the ring ---------------------------------------- */

static uint64_t first_event(const df__trace_ring *ring)
{
    uint64_t places = ring->mask + 1;
    return ring->count > places ? ring->count - places : 0;
}

static const df__trace_event *event_at(const df__trace_ring *ring, uint64_t number)
{
    return &ring->events[number & ring->mask];
}

/* --- the profile ---------------------------------------- */

static void write_sample(uint64_t sample)
{
    df__write_fixed(profile, sample_ns(sample), 2);
}

static void write_histogram(const df__tally *tally)
{
    const char *separator = "";
    fputs(", \"histogram\": [", profile);
    for (uint32_t part = 0; tally->histogram != NULL && part < DF__TRACE_PARTS; part++) {
        if (tally->histogram[part] == 0)
            continue;
        fprintf(profile, "%s[", separator);
        write_sample(df__trace_part_start(part));
        fputs(", ", profile);
        write_sample(df__trace_part_start(part + 1));
        fprintf(profile, ", %" PRIu64 "]", tally->histogram[part]);
        separator = ", ";
    }
    fputc(']', profile);
}

static void write_point(const df_trace_point *point, const df__tally *tally)
{
    fprintf(profile, "{\"kind\": \"%s\", \"name\": ", kind_names[point->kind]);
    df__write_text(profile, point->name);
    fputs(", \"detail\": ", profile);
    df__write_text(profile, point->detail == NULL ? "" : point->detail);
    fprintf(profile, ", \"peer\": %" PRIu32 ", \"ns\": %.0f, \"asleep_ns\": %.0f", point->peer,
            length_ns(tally->ticks), length_ns(tally->asleep));
    fprintf(profile, ", \"count\": %" PRIu64 ", \"singles\": %" PRIu64 ", \"blocks\": %" PRIu64, tally->count,
            tally->singles, tally->blocks);
    fputs(", \"least_ns\": ", profile);
    write_sample(tally->least);
    fputs(", \"most_ns\": ", profile);
    write_sample(tally->most);
    write_histogram(tally);
    fputc('}', profile);
}

static void write_events(const df__trace_ring *ring, const char *prefix)
{
    uint64_t first = first_event(ring);
    fprintf(profile, ", \"%sevents_lost\": %" PRIu64 ", \"%sevents\": [", prefix, first, prefix);
    for (uint64_t i = first; i < ring->count; i++) {
        const df__trace_event *event = event_at(ring, i);
        fprintf(profile, "%s[%" PRIu32 ",%.0f,%.0f,%" PRIu32 "]", i == first ? "" : ",", event->point,
                time_ns(event->began), time_ns(event->ended), event->count);
    }
    fputc(']', profile);
}

/* What engines and cores have made of the copies of a point. */
static void write_account(const df__trace_account *account)
{
    fprintf(profile,
            ", \"engine_bytes\": %" PRIu64 ", \"taken_over_bytes\": %" PRIu64
            ", \"busy_ns\": %.0f, \"taken_over_ns\": %.0f}",
            atomic_load(&account->engine_bytes), atomic_load(&account->taken_over_bytes),
            length_ns(atomic_load(&account->engine_ticks)),
            length_ns(atomic_load(&account->taken_over_ticks)));
}

static void write_copies(const df__core_trace *trace)
{
    const char *before = "";
    fputs(", \"engine_copies\": [", profile);
    for (uint32_t i = 0; i < trace->table->count; i++) {
        const df_trace_point *point = &trace->table->points[i];
        if (point->kind != DF_TRACE_COPIES)
            continue;
        fprintf(profile, "%s{\"fifo\": ", before);
        df__write_text(profile, point->name);
        fputs(", \"engine\": ", profile);
        df__write_text(profile, point->detail);
        write_account(&trace->accounts[i]);
        before = ",\n  ";
    }
    fputc(']', profile);
}

static void write_core(uint32_t core)
{
    const df__core_trace *trace = &df__traces[core];
    fprintf(profile,
            "{\"core\": %" PRIu32 ", \"wall_ns\": %.0f, \"sleeps\": %" PRIu64 ", \"wakes\": %" PRIu64, core,
            length_ns(trace->last - trace->began), trace->sleeps, trace->wakes);
    fprintf(profile,
            ", \"page_faults_minor\": %" PRIu64 ", \"page_faults_major\": %" PRIu64 ", \"points\": [",
            trace->faults_minor - trace->faults_minor_first, trace->faults_major - trace->faults_major_first);
    for (uint32_t point = 0; point < trace->table->count; point++) {
        if (point > 0)
            fputs(",\n  ", profile);
        write_point(&trace->table->points[point], &trace->tallies[point]);
    }
    fputc(']', profile);
    write_copies(trace);
    write_events(&trace->ring, "");
    fputc('}', profile);
}

static void write_profile(void)
{
    fprintf(profile, "\"schema\": %d, \"program\": ", SCHEMA);
    df__write_text(profile, df__run()->program->name);
    fprintf(profile, ", \"iterations\": %" PRIu64 ", \"elapsed_ns\": %" PRIu64, df__report_iterations(),
            df__run()->figures.elapsed_ns);
    fprintf(profile, ", \"engines_busy_ns\": %.0f", length_ns(atomic_load(&df__trace_engines_ticks)));
    fprintf(profile, ", \"clock\": \"%s\", \"resident_bytes\": %zu",
            df__trace_reads_counter ? "counter" : "system", df__os_resident_bytes());
    write_events(&df__trace_copies, "engine_");
    fputs(",\n \"cores\": [", profile);
    for (uint32_t core = 0; core < df__run()->program->cores; core++) {
        if (core > 0)
            fputs(",\n ", profile);
        write_core(core);
    }
    fputc(']', profile);
    df__trace_copies_write(profile);
}

static void write_own_profile(void)
{
    fputc('{', profile);
    write_profile();
    fputc('}', profile);
}

/* --- Chrome's format ---------------------------------------- */

static uint32_t process_number(void)
{
    return &df__network != NULL ? df__network.node() + 1 : 1;
}

/* Perfetto takes thread 0 for no thread at all and gives its events to the main one, whose number is the process's. So
 * core 0 is thread 1 of process 1, and so on where there are more nodes. */
static void write_chrome_begin(const char *phase, const char *name, uint32_t lane)
{
    fprintf(chrome, ",\n{\"ph\": \"%s\", \"pid\": %" PRIu32 ", \"tid\": %" PRIu32 ", \"name\": ", phase,
            process_number(), lane + 1);
    df__write_text(chrome, name);
}

static void write_chrome_us(const char *key, uint64_t ns)
{
    fprintf(chrome, ", \"%s\": %" PRIu64 ".%03u", key, ns / 1000, (unsigned)(ns % 1000));
}

static uint64_t whole_ns(uint64_t ticks)
{
    return scale.began_ns + (uint64_t)(time_ns(ticks) + 0.5);
}

/* Both ends are rounded, not the length: Perfetto drops a block that reaches into the next one by a nanosecond. */
static void write_chrome_span(const df__trace_event *event)
{
    uint64_t began = whole_ns(event->began);
    write_chrome_us("ts", began);
    write_chrome_us("dur", whole_ns(event->ended) - began);
    fputs(", \"args\": {", chrome);
}

/* Faults came at any time since the look before, so they are a mark in time, not a span. */
static void write_chrome_faults(uint32_t core, const df_trace_point *point, const df__trace_event *event)
{
    write_chrome_begin("i", point->name, core);
    fprintf(chrome, ", \"s\": \"t\", \"cat\": \"%s\"", kind_names[point->kind]);
    write_chrome_us("ts", whole_ns(event->ended));
    fprintf(chrome, ", \"args\": {\"page faults\": %" PRIu32 ", \"in the last us\": ", event->count);
    df__write_fixed(chrome, length_ns(event->ended - event->began) / 1000, 3);
    fputs("}}", chrome);
}

static void write_chrome_event(uint32_t core, const df_trace_point *point, const df__trace_event *event)
{
    if (point->kind == DF_TRACE_FAULTS) {
        write_chrome_faults(core, point, event);
        return;
    }
    write_chrome_begin("X", point->name, core);
    fprintf(chrome, ", \"cat\": \"%s\"", kind_names[point->kind]);
    write_chrome_span(event);
    if (point->kind == DF_TRACE_WAIT)
        fprintf(chrome, "\"for core\": %" PRIu32, point->peer);
    else if (point->kind == DF_TRACE_MOVE) {
        fputs("\"transfer\": ", chrome);
        df__write_text(chrome, point->detail);
        if (point->bytes > 0)
            fprintf(chrome, ", \"bytes\": %" PRIu64, point->bytes);
    } else if (point->kind != DF_TRACE_SLEEP)
        fprintf(chrome, "\"firings\": %" PRIu32, event->count);
    fputs("}}", chrome);
}

static void write_chrome_lane(uint32_t lane, const char *name)
{
    write_chrome_begin("M", "thread_name", lane);
    fputs(", \"args\": {\"name\": ", chrome);
    df__write_text(chrome, name);
    fputs("}}", chrome);
}

static void write_chrome_core(uint32_t core)
{
    const df__core_trace *trace = &df__traces[core];
    char name[32];
    snprintf(name, sizeof name, "core %" PRIu32, core);
    write_chrome_lane(core, name);
    for (uint64_t i = first_event(&trace->ring); i < trace->ring.count; i++) {
        const df__trace_event *event = event_at(&trace->ring, i);
        write_chrome_event(core, &trace->table->points[event->point], event);
    }
}

/* The thread of the engine stands below the cores. */
static void write_chrome_copies(void)
{
    if (df__trace_copies.count == 0)
        return;
    uint32_t lane = df__run()->program->cores;
    write_chrome_lane(lane, "copy thread");
    for (uint64_t i = first_event(&df__trace_copies); i < df__trace_copies.count; i++) {
        const df__trace_event *event = event_at(&df__trace_copies, i);
        write_chrome_begin("X", "copy", lane);
        fputs(", \"cat\": \"engine\"", chrome);
        write_chrome_span(event);
        fprintf(chrome, "\"for core\": %" PRIu32 ", \"KiB\": %" PRIu32 "}}", event->point, event->count);
    }
}

/* One process of the trace. */
static void write_chrome_process(void)
{
    fprintf(chrome, "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": %" PRIu32 ", \"args\": {\"name\": ",
            process_number());
    df__write_text(chrome, &df__network != NULL ? df__network.node_name() : df__run()->program->name);
    fputs("}}", chrome);
    for (uint32_t core = 0; core < df__run()->program->cores; core++)
        write_chrome_core(core);
    write_chrome_copies();
}

/* --- several nodes ---------------------------------------- */

static void take(const char *text, size_t bytes)
{
    if (taking == NULL)
        return;
    fputs(",\n", taking);
    fwrite(text, 1, bytes, taking);
}

static void hand_on(FILE **file, df__output *output)
{
    if (*file != NULL)
        fclose(*file);
    *file = NULL;
    df__network.exchange(output->text, output->bytes, take);
    free(output->text);
    *output = (df__output){.file = NULL};
}

static void take_others(FILE *file)
{
    taking = file;
    df__network.exchange("", 0, take);
}

static void hand_all_on(void)
{
    if (profile != NULL)
        write_own_profile();
    hand_on(&profile, &profile_file);
    if (chrome != NULL)
        write_chrome_process();
    hand_on(&chrome, &chrome_file);
}

/* --- both ---------------------------------------- */

static void write_profile_file(void)
{
    if (profile != NULL) {
        fputc('{', profile);
        write_profile();
    }
    if (&df__network != NULL) {
        if (profile != NULL) {
            fputs(",\n\"nodes\": [\n", profile);
            write_own_profile();
        }
        take_others(profile);
        if (profile != NULL)
            fputc(']', profile);
    }
    if (profile != NULL)
        fputs("}\n", profile);
}

static void write_chrome_file(void)
{
    if (chrome != NULL) {
        fputs("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n", chrome);
        write_chrome_process();
    }
    if (&df__network != NULL)
        take_others(chrome);
    if (chrome != NULL)
        fputs("\n]}\n", chrome);
}

static bool close_one(df__output *output)
{
    return output->file == NULL || df__output_end(output);
}

bool df__trace_files_write(void)
{
    find_scale();
    end_together();
    if (df__hands_on())
        hand_all_on();
    else {
        write_profile_file();
        write_chrome_file();
    }
    bool written = close_one(&profile_file);
    return close_one(&chrome_file) && written;
}
