/* SPDX-License-Identifier: Apache-2.0 */
/* An engine by itself: jobs that lie in no pending table, of a lane that publishes nothing. It is opened TIMES, one after
 * the other.
 *
 * ENGINE, DEVICE, STRIDE (bytes), SEED, DFGEN_ENGINE_TIMEOUT (ms). MODE is
 *   operations   copies, fills and compares of random places and sizes, as the engine says that it can; ROUNDS of them
 *   giving       what giving a job costs, of BATCH at once, beside what a core pays for a copy of as many bytes
 *   speed        BYTES copied by the engine, and by one core, in turns
 *
 * Status 77: the engine cannot be used. */
#include <time.h>

#include "check.h"
#include "df/copy.h"
#include "df/pending.h"
#include "offload_engines.h"

enum { UNUSABLE = 77, PLACES = 64, TURNS = 7, BATCHES = 2000, SLOTS = 3, PLACE_BYTES = 1 << 20 };

static df_region region = {.kind = DF_REGION_MEMORY};
static df_engine_facts facts;
static df__channel channel;
static df__engine engine = {.channels = &channel, .setup.places = PLACES};
static df__entry entries[PLACES];
static df__lane lane = {.engine = &engine, .entries = entries};
static const df_engine *functions;
static void *state;
static char *model;
static uint64_t dice;

static uint64_t roll(uint64_t sides)
{
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return dice % sides;
}

static uint64_t now_ns(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static bool is_done(df_job *job)
{
    return atomic_load(&job->claim) == DF_CLAIM_DONE;
}

static void give_all(df_job *jobs, uint32_t count)
{
    df_job *list[PLACES];
    for (uint32_t i = 0; i < count; i++) {
        list[i] = &jobs[i];
        jobs[i].lane = &lane;
        atomic_store(&jobs[i].claim, facts.claims ? DF_CLAIM_FREE : DF_CLAIM_ENGINE);
    }
    CHECK(functions->give(state, 0, list, count) == count);
}

static void ring_and_await(df_job *jobs, uint32_t count)
{
    if (functions->ring != NULL)
        functions->ring(state, 0);
    for (uint32_t i = 0; i < count; i++) {
        while (!is_done(&jobs[i])) {
            const char *problem = functions->poll == NULL ? NULL : functions->poll(state, 0);
            if (problem != NULL)
                fprintf(stderr, "%s\n", problem);
            CHECK(problem == NULL);
        }
    }
}

/* --- operations ---------------------------------------- */

static uint8_t roll_operation(void)
{
    static const uint8_t operations[] = {DF_OPERATION_COPY, DF_OPERATION_FILL, DF_OPERATION_COMPARE};
    uint8_t operation;
    do
        operation = operations[roll(3)];
    while ((facts.operations & operation) == 0);
    return operation;
}

/* What the job should come to, in the model. */
static uint64_t expect(const df_job *job)
{
    if (job->operation == DF_OPERATION_COPY)
        memcpy(model + job->to, model + job->from, (size_t)job->bytes);
    for (uint64_t i = 0; job->operation == DF_OPERATION_FILL && i < job->bytes; i++)
        model[job->to + i] = (char)(job->pattern >> (i % 8 * 8));
    uint64_t same = 0;
    while (job->operation == DF_OPERATION_COMPARE && same < job->bytes &&
           model[job->to + same] == model[job->from + same])
        same++;
    return same;
}

static df_job roll_job(uint32_t third)
{
    uint64_t align = facts.align == 0 ? 1 : facts.align;
    uint64_t bytes = (roll(4) == 0 ? 1 + roll(64) : 1 + roll(PLACE_BYTES / 4) / align) * align;
    uint64_t room = PLACE_BYTES / 2 - (bytes < PLACE_BYTES / 2 ? bytes : (bytes = PLACE_BYTES / 2 - align));
    uint64_t start = (uint64_t)third * PLACE_BYTES;
    return (df_job){.operation = roll_operation(),
                    .to = start + roll(room / align + 1) * align,
                    .from = start + PLACE_BYTES / 2 + roll(room / align + 1) * align,
                    .bytes = bytes,
                    .pattern = roll(UINT64_MAX)};
}

/* Jobs that are given together have places of their own. Half of the compared places are equal but for one byte. */
static void test_operations(uint64_t rounds)
{
    for (uint64_t round = 0; round < rounds; round++) {
        df_job jobs[SLOTS];
        uint64_t same[SLOTS];
        for (uint32_t i = 0; i < SLOTS; i++) {
            jobs[i] = roll_job(i);
            if (jobs[i].operation == DF_OPERATION_COMPARE && roll(2) == 0) {
                memcpy(region.start + jobs[i].to, region.start + jobs[i].from, (size_t)jobs[i].bytes);
                memcpy(model + jobs[i].to, model + jobs[i].from, (size_t)jobs[i].bytes);
                uint64_t at = jobs[i].to + roll(jobs[i].bytes);
                model[at] = region.start[at] = (char)roll(256);
            }
            same[i] = expect(&jobs[i]);
        }
        give_all(jobs, SLOTS);
        ring_and_await(jobs, SLOTS);
        for (uint32_t i = 0; i < SLOTS; i++)
            CHECK(jobs[i].operation != DF_OPERATION_COMPARE || jobs[i].difference == same[i]);
        CHECK(memcmp(model, region.start, SLOTS * PLACE_BYTES) == 0);
        uint64_t at = roll(SLOTS * PLACE_BYTES);
        model[at] = region.start[at] = (char)round;
    }
}

/* --- times ---------------------------------------- */

static int by_size(const void *one, const void *other)
{
    const uint64_t *a = one, *b = other;
    return (*a > *b) - (*a < *b);
}

static void show_giving(uint32_t batch)
{
    uint64_t took_ns[BATCHES];
    static df_job jobs[PLACES];
    uint32_t most = facts.depth != 0 && facts.depth < batch ? facts.depth : batch;
    for (uint32_t turn = 0; turn < BATCHES; turn++) {
        for (uint32_t i = 0; i < most; i++)
            jobs[i] = (df_job){.operation = DF_OPERATION_COPY,
                               .to = (uint64_t)i * 4096,
                               .from = region.bytes / 2 + (uint64_t)i * 4096,
                               .bytes = 4096};
        uint64_t began = now_ns();
        give_all(jobs, most);
        if (functions->ring != NULL)
            functions->ring(state, 0);
        took_ns[turn] = now_ns() - began;
        ring_and_await(jobs, most);
    }
    qsort(took_ns, BATCHES, sizeof took_ns[0], by_size);
    printf("batch %u giving_ns %.1f\n", most, (double)took_ns[BATCHES / 2] / most);
}

static uint64_t time_engine(uint64_t bytes)
{
    static df_job jobs[PLACES];
    uint64_t chunk = facts.chunk_bytes != 0 ? facts.chunk_bytes : bytes, began = now_ns();
    uint32_t depth = facts.depth != 0 && facts.depth < PLACES ? facts.depth : PLACES;
    for (uint64_t at = 0; at < bytes;) {
        uint32_t count = 0;
        for (; count < depth && at < bytes; count++, at += chunk)
            jobs[count] = (df_job){.operation = DF_OPERATION_COPY,
                                   .to = at,
                                   .pattern = shape("STRIDE", 0),
                                   .from = region.bytes / 2 + at,
                                   .bytes = bytes - at < chunk ? bytes - at : chunk};
        give_all(jobs, count);
        ring_and_await(jobs, count);
    }
    return now_ns() - began;
}

static uint64_t time_core(uint64_t bytes)
{
    uint64_t began = now_ns();
    df_copy_disjoint(region.start, region.start + region.bytes / 2, (size_t)bytes);
    return now_ns() - began;
}

static void show_speed(uint64_t bytes)
{
    uint64_t engine_ns[TURNS], core_ns[TURNS];
    time_engine(bytes), time_core(bytes);
    for (int turn = 0; turn < TURNS; turn++) {
        engine_ns[turn] = time_engine(bytes);
        core_ns[turn] = time_core(bytes);
    }
    qsort(engine_ns, TURNS, sizeof engine_ns[0], by_size);
    qsort(core_ns, TURNS, sizeof core_ns[0], by_size);
    printf("bytes %" PRIu64 " engine_us %.1f core_us %.1f times %.2f\n", bytes,
           (double)engine_ns[TURNS / 2] / 1e3, (double)core_ns[TURNS / 2] / 1e3,
           (double)core_ns[TURNS / 2] / (double)engine_ns[TURNS / 2]);
}

/* --- */

static const char *open_engine(void)
{
    static df_engine_setup setup;
    setup = (df_engine_setup){.cores = 1,
                              .places = PLACES,
                              .regions = &region,
                              .regions_count = 1,
                              .options = device_options(),
                              .timeout_ns = shape("DFGEN_ENGINE_TIMEOUT", 2000) * 1000000u};
    const char *problem = functions->open(&setup, &facts, &state);
    if (problem == NULL && functions->attach != NULL)
        problem = functions->attach(state, 0, &region);
    engine.facts = facts;
    return problem != NULL || functions->enter == NULL ? problem : functions->enter(state, 0);
}

int main(void)
{
    const char *mode = getenv("MODE");
    uint64_t bytes = shape("BYTES", 16 << 20);
    dice = shape("SEED", 1) * 0x9E3779B97F4A7C15u;
    region.bytes = 2 * (bytes > SLOTS * PLACE_BYTES ? bytes : SLOTS * PLACE_BYTES);
    region.start = aligned_alloc(4096, (size_t)region.bytes);
    model = calloc(1, SLOTS * PLACE_BYTES);
    CHECK(region.start != NULL && model != NULL && mode != NULL);
    memset(region.start, 0, (size_t)region.bytes);
    static df__run_state run;
    df__run_of_process = &run;
    run.cpus_count = df__os_cpus(run.cpus, DF_CORES_MAX);
    functions = test_engine(getenv("ENGINE"));
    for (uint64_t times = shape("TIMES", 1); times > 0; times--) {
        const char *problem = open_engine();
        if (problem != NULL) {
            puts(problem);
            return UNUSABLE;
        }
        if (strcmp(mode, "operations") == 0)
            test_operations(shape("ROUNDS", 200));
        else if (strcmp(mode, "giving") == 0)
            show_giving((uint32_t)shape("BATCH", 32));
        else
            show_speed(bytes);
        functions->close(state);
    }
    free(region.start);
    free(model);
    return 0;
}
