/* SPDX-License-Identifier: Apache-2.0 */
/* What engines of devices have in common (df/engine.h). */
#ifndef DF_DEVICE_H
#define DF_DEVICE_H

#include "df/engine.h"

enum { DF__DEVICE_ALIGN = 16, DF__DEVICE_TRIAL_BYTES = 4096 };

/* Kernels move words of DF__DEVICE_ALIGN bytes. How many each item of a job's kernel moves: of copies, as the user wants
 * it. */
static inline uint64_t df__device_stride(const df_job *job, uint64_t usual_bytes)
{
    bool is_given = job->operation == DF_OPERATION_COPY && job->pattern >= DF__DEVICE_ALIGN;
    return (is_given ? job->pattern : usual_bytes) / DF__DEVICE_ALIGN;
}

/* The device has done the job. `first` of a compared one: the word in which it differs, or UINT32_MAX. */
void df__device_finish(const df_region *regions, df_job *job, uint32_t first);

/* As many lanes as cores, unless the user wants fewer. */
uint32_t df__device_lanes(const df_engine_setup *setup);

/* Whether the device works on the memory of the processor: `copy` has it make a job and waits for it, or says what went
 * wrong. The job is about region 0, which is `memory`: DF__DEVICE_TRIAL_BYTES twice. Null, or what is wrong. */
const char *df__device_try(void *state, const char *(*copy)(void *state, df_job *job), char *memory);

#endif
