/* SPDX-License-Identifier: Apache-2.0 */
/* What engines of devices have in common. */
#include "df/device.h"

#include <string.h>

#include "df/sanitizers.h"

static uint64_t difference_in(const df_region *regions, const df_job *job, uint32_t first)
{
    uint64_t at = (uint64_t)first * DF__DEVICE_ALIGN;
    const char *one = regions[job->to_region].start + job->to;
    const char *other = regions[job->from_region].start + job->from;
    if (first == UINT32_MAX)
        return job->bytes;
    while (at < job->bytes && one[at] == other[at])
        at++;
    return at;
}

/* The sanitizers have not seen what the device did. */
void df__device_finish(const df_region *regions, df_job *job, uint32_t first)
{
    if (job->operation == DF_OPERATION_COMPARE)
        job->difference = difference_in(regions, job, first);
    else
        df__tell_write(regions[job->to_region].start + job->to, (size_t)job->bytes);
    if (job->operation != DF_OPERATION_FILL)
        df__tell_read(regions[job->from_region].start + job->from, (size_t)job->bytes);
    df_job_done(job);
}

uint32_t df__device_lanes(const df_engine_setup *setup)
{
    return setup->lanes != 0 && setup->lanes < setup->cores ? setup->lanes : setup->cores;
}

/* Twice, so that what the device keeps of the first time is found out. */
const char *df__device_try(void *state, const char *(*copy)(void *state, df_job *job), char *memory)
{
    df_job job = {
        .operation = DF_OPERATION_COPY, .to = DF__DEVICE_TRIAL_BYTES, .bytes = DF__DEVICE_TRIAL_BYTES};
    for (int trial = 1; trial <= 2; trial++) {
        memset(memory, trial, DF__DEVICE_TRIAL_BYTES);
        const char *problem = copy(state, &job);
        if (problem != NULL)
            return problem;
        if (memcmp(memory, memory + DF__DEVICE_TRIAL_BYTES, DF__DEVICE_TRIAL_BYTES) != 0)
            return "what the device copies does not arrive in the memory of the processor";
    }
    return NULL;
}
