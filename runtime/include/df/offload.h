/* SPDX-License-Identifier: Apache-2.0 */
/* Copies that an engine makes while the core goes on. `engine` is an index into the program's engines; what one core
 * gives to one engine is done in order. */
#ifndef DF_OFFLOAD_H
#define DF_OFFLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "df/counter.h"
#include "df/engine.h"

/* src/engine_thread.c: a thread that copies. */
extern const df_engine df_engine_thread;

/* src/engine_opencl.c: a device of OpenCL that shares memory with the processor. */
extern const df_engine df_engine_opencl;

/* src/engine_dpdk.c: a DMA device that DPDK drives. */
extern const df_engine df_engine_dpdk;

/* src/engine_cuda.c: a GPU of NVIDIA. */
extern const df_engine df_engine_cuda;

/* src/engine_file_thread.c: threads that read and write files. */
extern const df_engine df_engine_file_thread;

/* src/engine_file_uring.c: the kernel does so. */
extern const df_engine df_engine_file_uring;

/* Has bytes copied. Target and source do not overlap; both stay untouched until the completion was seen. */
void df_offload_copy(df_core *core, uint32_t engine, void *target, const void *source, size_t bytes);

/* The same, cut as the user wants. */
void df_offload_copy_cut(df_core *core, uint32_t engine, const df_cut *cut, void *target, const void *source,
                         size_t bytes);

/* Sets the counter, as df_publish does, once all is done that this core gave to the engine so far. */
void df_offload_publish(df_core *core, uint32_t engine, df_counter *counter, uint64_t value);

/* Waits until all is done that this core gave to the engine. False where df_wait would say so: the core then leaves
 * its loop. */
bool df_offload_finish(df_core *core, uint32_t engine);

/* From now on the engine does the bulk operations of firings (df/df.h), from so many bytes on; 0: from as many as are
 * worth it. `own`, which lives until the end of these firings: scratch memory, where the next firing writes at once. */
static inline void df_bulk_begin(df_core *core, uint32_t engine, size_t least, const df_bulk_own *own,
                                 uint32_t count)
{
    core->bulk_engine = engine + 1;
    core->bulk_least = least;
    core->bulk_own = own;
    core->bulk_own_count = count;
}

/* From now on the core does. */
static inline void df_bulk_end(df_core *core)
{
    core->bulk_engine = 0;
}

#endif
