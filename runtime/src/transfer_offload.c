/* SPDX-License-Identifier: Apache-2.0 */
/* Transfer strategy `offload`: an engine (df/engine.h) copies while the core goes on. Its twin is
 * dfgen/memory/strategies/offload.py.
 *
 * A core never waits for an engine to take a copy: where the pending table is full it copies that chunk itself. Jobs fill
 * half of a lane's places at most, so that publications find one; where they do not, the core waits for the oldest.
 *
 * DFGEN_ENGINE_PLACES=N sets how many places a lane has, rounded up to a power of two from 2 to PLACES_MAX;
 * DFGEN_ENGINE_TIMEOUT=N after how many milliseconds without an answer an engine is given up. */
#include "df/offload.h"
#include "df/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "df/pending.h"

enum {
    PLACES_DEFAULT = 256,
    PLACES_MAX = 4096,
    TIMEOUT_MS_DEFAULT = 2000,
    NS_PER_MS = 1000000,
    LEAVE_NAP_NS = 20000
};

static const char *const fate_names[DF__FATES] = {"engine_bytes",    "taken_over_bytes", "too_small_bytes",
                                                  "lane_full_bytes", "not_open_bytes",   "unfit_bytes"};

static df__lane *lane_of(const df_core *core, uint32_t engine)
{
    return &core->engines->engines[engine].lanes[core->index];
}

static void look_after(df_core *core)
{
    core->attends = 0;
    for (uint32_t i = 0; i < core->engines->count; i++)
        core->attends |= df__engine_wants_attention(lane_of(core, i));
}

static void attend(df_core *core)
{
    for (uint32_t i = 0; i < core->engines->count; i++)
        df__engine_attend(lane_of(core, i));
    look_after(core);
}

static bool is_empty(const df__lane *lane)
{
    return atomic_load(&lane->done.value) == atomic_load(&lane->given);
}

static void flush_files(df__lane *lane)
{
    if (lane->engine->functions->moves_files)
        df__file_engine.flush(lane);
}

/* The core has left its loop: others may still wait for what its copies publish. */
static void leave(df_core *core)
{
    df__doorbell *doorbell = &core->shared->doorbells[core->index];
    for (uint32_t i = 0; i < core->engines->count; i++) {
        df__lane *lane = lane_of(core, i);
        uint64_t given = atomic_load(&lane->given);
        flush_files(lane);
        bool drains = lane->engine->functions->moves_files;
        while (!is_empty(lane) && (drains || !atomic_load(&df__run()->failed))) {
            uint32_t bell = atomic_load_explicit(&doorbell->bell, memory_order_acquire);
            if (df__engine_help(core, &lane->gate, given) != 0)
                df__os_futex_wait_briefly(&doorbell->bell, bell, LEAVE_NAP_NS);
        }
    }
    core->attends = 0;
}

/* --- what generated code calls ---------------------------------------- */

static void copy_here(df__lane *lane, df__fate reason, void *target, const void *source, size_t bytes)
{
    lane->bytes[reason] += bytes;
    df_copy_disjoint(target, source, bytes);
}

bool df__offload_locate(const df_core *core, const void *memory, size_t bytes, uint64_t *offset)
{
    const df_region *arena = &core->engines->regions[DF__REGION_ARENA];
    *offset = (uint64_t)((uintptr_t)memory - (uintptr_t)arena->start);
    if (*offset >= arena->bytes)
        *offset = (uint64_t)((uintptr_t)memory - (uintptr_t)core->arena_read);
    return *offset < arena->bytes && bytes <= arena->bytes - *offset;
}

/* No larger than the engine takes, and whole units of what it can address. 0: as large as may be. */
static size_t fitting_chunk(uint64_t wanted_bytes, const df_engine_facts *facts)
{
    uint64_t chunk = wanted_bytes;
    if (chunk == 0 || (facts->max_bytes != 0 && chunk > facts->max_bytes))
        chunk = facts->max_bytes != 0 ? facts->max_bytes : SIZE_MAX;
    chunk -= chunk % facts->align;
    return (size_t)(chunk == 0 ? facts->align : chunk);
}

/* Gives the job in chunks; what finds no place, the core does. */
static void give_chunks(df__lane *lane, df_job job, size_t bytes, size_t chunk_bytes)
{
    uint64_t limit = lane->engine->entries;
    for (size_t rest = bytes; rest > 0; rest -= job.bytes) {
        job.bytes = rest < chunk_bytes ? rest : chunk_bytes;
        if (df__pending_held(lane, limit) < limit) {
            df__pending_add_job(lane, &job);
            lane->bytes[DF__BY_ENGINE] += job.bytes;
        } else {
            lane->bytes[DF__LANE_FULL] += job.bytes;
            df_job_make(&job, lane->engine->setup.regions);
        }
        job.to += job.bytes;
        job.from += job.bytes;
    }
}

void df__offload_give(df_core *core, df__lane *lane, df_job job, size_t bytes, size_t chunk_bytes)
{
    give_chunks(lane, job, bytes, chunk_bytes);
    if (!lane->copies_itself.other &&
        atomic_load_explicit(&lane->rests_until_ns, memory_order_relaxed) == 0 &&
        atomic_load_explicit(&lane->given, memory_order_relaxed) -
                atomic_load_explicit(&lane->fed, memory_order_relaxed) >=
            lane->engine->facts.batch)
        df__engine_attend(lane);
    core->attends = 1;
}

void df_offload_copy_cut(df_core *core, uint32_t engine, const df_cut *cut, void *target, const void *source,
                         size_t bytes)
{
    df__lane *lane = lane_of(core, engine);
    df_job job = {.operation = DF_OPERATION_COPY,
                  .hints = cut->hints,
                  .to_region = DF__REGION_ARENA,
                  .from_region = DF__REGION_ARENA,
                  .point = cut->point,
                  .pattern = cut->stride_bytes};
    df_check_disjoint(target, source, bytes);
    lane->copies++;
    bool works = df__engine_works(lane->engine);
    if (!works || !df__offload_locate(core, target, bytes, &job.to) ||
        !df__offload_locate(core, source, bytes, &job.from) || !df__is_addressed(lane->engine, job.to) ||
        !df__is_addressed(lane->engine, job.from)) {
        copy_here(lane, works ? DF__UNFIT : DF__NOT_OPEN, target, source, bytes);
        return;
    }
    size_t whole = df__is_addressed(lane->engine, bytes) ? bytes : bytes - bytes % lane->engine->facts.align;
    if (whole < (cut->min_bytes != 0 ? cut->min_bytes : lane->engine->min_bytes))
        whole = 0;
    if (whole < bytes)
        copy_here(lane, DF__TOO_SMALL, (char *)target + whole, (const char *)source + whole, bytes - whole);
    if (lane->copies_itself.other)
        copy_here(lane, DF__TAKEN_OVER, target, source, whole);
    else
        df__offload_give(core, lane, job, whole,
                         cut->chunk_bytes != 0 ? fitting_chunk(cut->chunk_bytes, &lane->engine->facts)
                                               : lane->engine->chunk_bytes);
}

void df_offload_copy(df_core *core, uint32_t engine, void *target, const void *source, size_t bytes)
{
    df_offload_copy_cut(core, engine, &(df_cut){0}, target, source, bytes);
}

/* What comes once in so many passes: `by`, the first one that did, says so. */
static void keep_time(const df_core *core, df__lane *lane, const void *by)
{
    if (lane->beat == NULL)
        lane->beat = by;
    if (lane->beat == by && lane->engine->may_rest)
        df__choice_pass(&lane->copies_itself, core->engines->engines[0].setup.cores);
}

/* Where the program ends while the core waits for a place, nobody waits for the counter any more: core and peers leave
 * their loops in this pass or an earlier one. */
void df_offload_publish(df_core *core, uint32_t engine, df_counter *counter, uint64_t value)
{
    df__lane *lane = lane_of(core, engine);
    keep_time(core, lane, counter);
    flush_files(lane);
    uint64_t given = atomic_load_explicit(&lane->given, memory_order_relaxed);
    uint32_t places = lane->engine->setup.places;
    if (df__pending_held(lane, 1) == 0)
        df__raise(&df__run()->shared, counter, value);
    else if (df_wait(core, &lane->gate, given < places ? 0 : given + 1 - places))
        df__pending_add_publication(lane, counter, value);
    df__engine_offer(lane);
    look_after(core);
}

bool df__offload_finish(df_core *core, df__lane *lane)
{
    flush_files(lane);
    df__engine_offer(lane);
    return df_wait(core, &lane->gate, atomic_load_explicit(&lane->given, memory_order_relaxed));
}

bool df_offload_finish(df_core *core, uint32_t engine)
{
    df__lane *lane = lane_of(core, engine);
    keep_time(core, lane, lane);
    return df__offload_finish(core, lane);
}

static void *begin(df_channel *channel, void *target, const void *source, size_t bytes)
{
    df_offload_copy_cut(channel->core, channel->engine, &channel->cut, target, source, bytes);
    return target;
}

const df_strategy df_strategy_offload = {.name = "offload", .begin = begin};

const char *df_engine_option(const df_engine_setup *setup, const char *name)
{
    const char *const *option = setup->options;
    for (; option != NULL && option[0] != NULL; option += 2)
        if (strcmp(option[0], name) == 0)
            return option[1];
    return NULL;
}

/* --- open, close, report ---------------------------------------- */

/* For twice as many entries as the user wants for one of the engines, if for any. */
static uint32_t places_wanted(const df_program *program)
{
    uint64_t wanted = df__environment_number("DFGEN_ENGINE_PLACES", PLACES_DEFAULT);
    for (uint32_t i = 0; i < program->engines_count; i++)
        wanted = wanted < 2 * program->engines[i].entries ? 2 * program->engines[i].entries : wanted;
    uint32_t places = 2;
    while (places < wanted && places < PLACES_MAX)
        places *= 2;
    return places;
}

/* One piece for all engines: lanes and channels first, which are aligned to cache lines. */
static df__engines *take_memory(const df_program *program, uint32_t places)
{
    size_t lanes = (size_t)program->engines_count * program->cores;
    size_t aligned_bytes = lanes * (sizeof(df__lane) + sizeof(df__channel) + places * sizeof(df__entry));
    size_t regions = DF__REGION_FILES + program->files_count;
    size_t bytes = df__whole_pages(aligned_bytes + sizeof(df__engines) + regions * sizeof(df_region) +
                                   program->engines_count * sizeof(df__engine));
    char *memory;
    int error = df__os_memory_take(bytes, &memory);
    if (error != 0) {
        fprintf(stderr, "error: the lanes of copy engines need %zu bytes of memory: %s\n", bytes,
                strerror(error));
        return NULL;
    }
    df__engines *all = (df__engines *)(void *)(memory + aligned_bytes);
    df__lane *lane = (df__lane *)(void *)memory;
    df__entry *entries = (df__entry *)(void *)(lane + lanes);
    df__channel *channels = (df__channel *)(void *)(entries + lanes * places);
    all->engines = (df__engine *)(void *)(all->regions + regions);
    all->count = program->engines_count;
    all->places = places;
    for (uint32_t i = 0; i < all->count; i++) {
        all->engines[i].lanes = lane + (size_t)i * program->cores;
        all->engines[i].channels = channels + (size_t)i * program->cores;
    }
    for (size_t i = 0; i < lanes; i++)
        lane[i].entries = entries + i * places;
    return all;
}

static void prepare_lane(df__engine *engine, uint32_t core)
{
    df__lane *lane = &engine->lanes[core];
    lane->engine = engine;
    lane->core = core;
    lane->channel = core % engine->facts.lanes;
    lane->gate = (df_gate){.counter = &lane->done, .fifo = "copies by an engine", .peer = core};
    lane->done.waiters = (uint64_t)1 << core;
    atomic_store(&lane->done.lane, lane);
    for (uint32_t place = 0; place < engine->setup.places; place++)
        lane->entries[place].job.lane = lane;
}

static const char *open_and_attach(df__engine *engine)
{
    const df_engine *functions = engine->functions;
    const char *problem = functions->open(&engine->setup, &engine->facts, &engine->state);
    if (problem != NULL)
        return problem;
    for (uint16_t i = 0; i < engine->setup.regions_count && functions->attach != NULL && problem == NULL; i++)
        problem = functions->attach(engine->state, i, &engine->setup.regions[i]);
    if (problem != NULL)
        functions->close(engine->state);
    return problem;
}

static const char *open_or_tell(df__engine *engine, const df_engine *functions)
{
    engine->functions = functions;
    const char *problem = open_and_attach(engine);
    if (problem != NULL && !df__run()->arguments.quiet)
        fprintf(stderr, "warning: the %s engine '%s' cannot be used (%s): %s\n",
                functions->moves_files ? "file" : "copy", functions->name, problem,
                functions->otherwise != NULL ? "another one is taken" : "the cores copy themselves");
    return problem;
}

static uint64_t at_least_one(uint64_t number)
{
    return number == 0 ? 1 : number;
}

static void open_engine(const df_engine_use *use, df__engine *engine)
{
    uint32_t cores = df__run()->program->cores;
    df_engine_facts *facts = &engine->facts;
    engine->entries = use->entries != 0 ? use->entries : engine->setup.places / 2;
    engine->may_rest = !use->engine->moves_files && df__environment_number("DFGEN_ENGINE_RESTS", true) != 0;
    const char *problem = open_or_tell(engine, use->engine);
    if (problem != NULL && use->engine->otherwise != NULL)
        problem = open_or_tell(engine, use->engine->otherwise);
    facts->lanes = facts->lanes == 0 || facts->lanes > cores ? cores : facts->lanes;
    facts->batch = (uint32_t)at_least_one(facts->batch);
    facts->align = (uint32_t)at_least_one(facts->align);
    engine->min_bytes = (size_t)at_least_one(use->min_bytes != 0 ? use->min_bytes : facts->min_bytes);
    engine->chunk_bytes = fitting_chunk(use->chunk_bytes != 0 ? use->chunk_bytes : facts->chunk_bytes, facts);
    for (uint32_t core = 0; core < cores; core++)
        prepare_lane(engine, core);
    atomic_store(&engine->health, problem == NULL ? DF__ENGINE_WORKS : DF__ENGINE_ABSENT);
}

static bool open_all(void)
{
    const df_program *program = df__run()->program;
    uint32_t next_cpu = program->cores;
    if (program->engines_count == 0)
        return true;
    df__engines *all = take_memory(program, places_wanted(program));
    if (all == NULL)
        return false;
    all->regions_count = DF__REGION_FILES;
    all->regions[DF__REGION_ARENA] = (df_region){
        .kind = DF_REGION_MEMORY, .start = df__run()->arena, .bytes = df__whole_pages(program->arena_bytes)};
    for (uint32_t i = 0; i < all->count; i++) {
        const df_engine_use *use = &program->engines[i];
        df_engine_setup *setup = &all->engines[i].setup;
        *setup = (df_engine_setup){
            .cores = program->cores,
            .places = all->places,
            .regions = all->regions,
            .regions_count = all->regions_count,
            .spare_cpus = df__run()->cpus + program->cores,
            .spare_cpus_count = df__run()->pins ? df__run()->cpus_count - program->cores : 0,
            .lanes = use->lanes,
            .options = use->options,
            .spin_ns = df__run()->spin_ns,
            .timeout_ns = df__environment_number("DFGEN_ENGINE_TIMEOUT", TIMEOUT_MS_DEFAULT) * NS_PER_MS,
        };
        df__engine_choose_cpus(use, setup, &next_cpu);
        open_engine(use, &all->engines[i]);
    }
    df__run()->engines = all;
    for (uint32_t core = 0; core < program->cores; core++)
        df__run()->workers[core].core.engines = all;
    return true;
}

static void enter(df_core *core)
{
    for (uint32_t i = 0; i < core->engines->count; i++) {
        df__engine *engine = &core->engines->engines[i];
        if (!df__engine_works(engine) || engine->functions->enter == NULL)
            continue;
        const char *problem = engine->functions->enter(engine->state, core->index);
        if (problem != NULL)
            df__engine_give_up(engine, problem, NULL);
    }
}

static void close_all(void)
{
    for (uint32_t i = 0; i < df__run()->engines->count; i++) {
        df__engine *engine = &df__run()->engines->engines[i];
        if (atomic_load(&engine->health) != DF__ENGINE_ABSENT)
            engine->functions->close(engine->state);
    }
}

static void report_engine(FILE *report, const df__engine *engine)
{
    uint64_t copies = 0, waited_ns = 0;
    uint64_t bytes[DF__FATES] = {0};
    for (uint32_t core = 0; core < engine->setup.cores; core++) {
        const df__lane *lane = &engine->lanes[core];
        uint64_t taken_over = atomic_load(&lane->taken_over_bytes);
        copies += lane->copies;
        waited_ns += atomic_load(&lane->waited_ns);
        for (int i = 0; i < DF__FATES; i++)
            bytes[i] += lane->bytes[i];
        bytes[DF__BY_ENGINE] -= taken_over;
        bytes[DF__TAKEN_OVER] += taken_over;
    }
    fputs("{\"name\": ", report);
    df__write_text(report, engine->functions->name);
    fprintf(report, ", \"copies\": %" PRIu64, copies);
    for (int i = 0; i < DF__FATES; i++)
        fprintf(report, ", \"%s\": %" PRIu64, fate_names[i], bytes[i]);
    if (engine->functions->moves_files)
        fprintf(report, ", \"waited_ns\": %" PRIu64, waited_ns);
    fputc('}', report);
}

static void report_all(FILE *report)
{
    fputs(", \"engines\": [", report);
    for (uint32_t i = 0; i < df__run()->program->engines_count; i++) {
        if (i > 0)
            fputs(", ", report);
        report_engine(report, &df__run()->engines->engines[i]);
    }
    fputc(']', report);
}

const df__offload_hooks df__offload = {.open = open_all,
                                       .enter = enter,
                                       .attend = attend,
                                       .help = df__engine_help,
                                       .waited = df__engine_waited,
                                       .leave = leave,
                                       .close = close_all,
                                       .report = report_all};
