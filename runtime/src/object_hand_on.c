/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens that an actor hands on. */
#include "df/object_hand_on.h"

void df_objects_hand_on(df_core *core, df_ref *tokens, const df_ref *sources, size_t count, char *arenas,
                        size_t stride_bytes)
{
    if (tokens != sources)
        df_objects_copy(tokens, sources, count, arenas, stride_bytes);
    for (size_t i = 0; i < count; i++) {
        if (tokens[i].arena == NULL) /* one that nobody has written: an initial token */
            df_objects_begin(core, &tokens[i], 1, arenas + i * stride_bytes, stride_bytes);
    }
}
