/* SPDX-License-Identifier: Apache-2.0 */
/* Strategy `offload` for tokens that are object graphs: the engine copies what an arena has in use and moves the pointers
 * in it, one job a token. Small ones the core copies itself, as it does bytes. */
#include "df/object_offload.h"

#include "df/object_state.h"
#include "df/pending.h"

void df__offload_make_objects(const df_job *job, const df_region *regions)
{
    df_ref *target = (df_ref *)(void *)(regions[job->to_region].start + job->to);
    const df_ref *source = (const df_ref *)(void *)(regions[job->from_region].start + job->from);
    df_objects_copy(target, source, 1, regions[job->to_region].start + job->pattern, 0);
}

/* Gives the token to the engine; false where the core had better copy it. */
static bool give(df_core *core, df__lane *lane, df_job *job, const df_ref *source, size_t min_bytes)
{
    const df__engine *engine = lane->engine;
    uint64_t limit = engine->entries;
    df__fate fate = DF__BY_ENGINE;
    job->bytes = source->root == NULL ? 0 : source->arena->used;
    if (!df__engine_works(engine))
        fate = DF__NOT_OPEN;
    else if ((engine->facts.operations & DF_OPERATION_OBJECTS) == 0 ||
             !df__offload_locate(core, source, sizeof *source, &job->from))
        fate = DF__UNFIT;
    else if (job->bytes == 0 || job->bytes < (min_bytes != 0 ? min_bytes : engine->min_bytes))
        fate = DF__TOO_SMALL;
    else if (lane->copies_itself.other)
        fate = DF__TAKEN_OVER;
    else if (df__pending_held(lane, limit) >= limit)
        fate = DF__LANE_FULL;
    lane->bytes[fate] += job->bytes;
    if (fate == DF__BY_ENGINE)
        df__pending_add_job(lane, job);
    return fate == DF__BY_ENGINE;
}

void df_offload_objects(df_core *core, uint32_t engine, size_t min_bytes, df_ref *targets,
                        const df_ref *sources, size_t count, char *arenas, size_t stride_bytes)
{
    df__lane *lane = &core->engines->engines[engine].lanes[core->index];
    const df_region *arena = &core->engines->regions[DF__REGION_ARENA];
    lane->copies++;
    for (size_t i = 0; i < count; i++) {
        df_job job = {.operation = DF_OPERATION_OBJECTS,
                      .to_region = DF__REGION_ARENA,
                      .from_region = DF__REGION_ARENA,
                      .to = (uint64_t)((char *)&targets[i] - arena->start),
                      .pattern = (uint64_t)(arenas + i * stride_bytes - arena->start)};
        if (!give(core, lane, &job, &sources[i], min_bytes))
            df_objects_copy(&targets[i], &sources[i], 1, arenas + i * stride_bytes, stride_bytes);
    }
    core->attends = 1;
}
