/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of a run as JSON (`--json`). Where there are several nodes, the first one has the figures of all. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"
#include "df/parts.h"

enum { SCHEMA = 1 };

static df__output output;
static FILE *report;

bool df__report_open(void)
{
    const char *path = df__run()->arguments.json;
    df__run()->measures_views = df__environment_number("DFGEN_MEASURE", 0) == 1;
    if (path == NULL)
        return true;
    if (strcmp(path, "-") == 0 && !df__hands_on())
        output = (df__output){.path = path, .what = "figures", .file = stdout};
    else if (!df__output_open(path, "figures", &output))
        return false;
    report = output.file;
    return true;
}

bool df__report_is_in(const df__output *other)
{
    return df__output_is_same(&output, other);
}

static const char *status(void)
{
    if (atomic_load(&df__run()->failed))
        return "failed";
    if (atomic_load(&df__run()->interrupted))
        return "interrupted";
    return atomic_load(&df__run()->stopped) ? "stopped" : "done";
}

/* After a failure: those that every core has completed. */
uint64_t df__report_iterations(void)
{
    uint64_t iterations = df__run()->end_asked;
    if (!atomic_load(&df__run()->failed))
        return atomic_load(&df__run()->shared.limits.end);
    for (uint32_t i = 0; i < df__run()->program->cores; i++) {
        const df_core *core = &df__run()->workers[i].core;
        uint64_t completed = core->pass * core->iterations_per_pass;
        iterations = completed < iterations ? completed : iterations;
    }
    return iterations;
}

/* Whose names are any text of the user's. */
static void write_node(void)
{
    fputs(", \"node\": ", report);
    df__write_text(report, df__network.node_name());
    fputs(", \"host\": ", report);
    df__write_text(report, df__network.node_host());
}

/* All but the braces. */
static void write_figures(void)
{
    uint64_t iterations = df__report_iterations();
    const df__figures *figures = &df__run()->figures;
    fprintf(report, "\"schema\": %d, \"program\": ", SCHEMA);
    df__write_text(report, df__run()->program->name);
    fprintf(report, ", \"status\": \"%s\", \"iterations\": %" PRIu64, status(), iterations);
    fprintf(report, ", \"elapsed_ns\": %" PRIu64 ", \"iteration_ns\": ", figures->elapsed_ns);
    if (iterations == 0)
        fputs("null", report);
    else
        fprintf(report, "%" PRIu64, (figures->elapsed_ns + iterations / 2) / iterations);
    fprintf(report, ", \"cores\": %u, \"arena_bytes\": %zu", (unsigned)df__run()->program->cores,
            df__run()->program->arena_bytes);
    fprintf(report, ", \"page_faults_minor\": %" PRIu64 ", \"page_faults_major\": %" PRIu64,
            figures->page_faults_minor, figures->page_faults_major);
    if (&df__views != NULL)
        df__views.report(report);
    else
        fputs(", \"cow_worst_bytes\": 0, \"fifos\": []", report);
    if (&df__offload != NULL)
        df__offload.report(report);
    else
        fputs(", \"engines\": []", report);
    if (&df__files != NULL)
        df__files.report(report);
    if (df__has_objects())
        df__object_graphs.report(report);
    if (&df__paces != NULL)
        df__paces.report(report);
    if (&df__network != NULL)
        write_node();
}

static void take(const char *figures, size_t bytes)
{
    if (report == NULL)
        return;
    fputs(",\n {", report);
    fwrite(figures, 1, bytes, report);
    fputc('}', report);
}

static bool hand_on(void)
{
    if (report != NULL) {
        write_figures();
        fclose(report);
    }
    df__network.exchange(output.text, output.bytes, take);
    free(output.text);
    return true;
}

static void write_nodes(void)
{
    if (report != NULL) {
        fputs(", \"nodes\": [\n {", report);
        write_figures();
        fputc('}', report);
    }
    df__network.exchange("", 0, take);
    if (report != NULL)
        fputc(']', report);
}

bool df__report_write(void)
{
    if (df__hands_on())
        return hand_on();
    if (report != NULL) {
        fputc('{', report);
        write_figures();
    }
    if (&df__network != NULL)
        write_nodes();
    if (report == NULL)
        return true;
    fputs("}\n", report);
    return df__output_end(&output);
}
