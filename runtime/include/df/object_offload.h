/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of object graphs that an engine makes while the core goes on. */
#ifndef DF_OBJECT_OFFLOAD_H
#define DF_OBJECT_OFFLOAD_H

#include "df/object_type.h"
#include "df/offload.h"

/* As df_objects_copy, and as df_offload_copy: both ends stay untouched until the completion was seen. The core
 * copies tokens itself of which less than min_bytes are used; 0: as the engine has it. */
void df_offload_objects(df_core *core, uint32_t engine, size_t min_bytes, df_ref *targets,
                        const df_ref *sources, size_t count, char *arenas, size_t stride_bytes);

#endif
