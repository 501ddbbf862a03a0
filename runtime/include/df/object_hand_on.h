/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens that an actor hands on: an output that overlays an input begins as the input's objects. */
#ifndef DF_OBJECT_HAND_ON_H
#define DF_OBJECT_HAND_ON_H

#include "df/object_type.h"

/* Before a firing: the tokens hold the objects of the sources. Where the two are in one place they do so already, and
 * only those without an arena get theirs; else these are copied. Arenas as for df_objects_begin. */
void df_objects_hand_on(df_core *core, df_ref *tokens, const df_ref *sources, size_t count, char *arenas,
                        size_t stride_bytes);

#endif
