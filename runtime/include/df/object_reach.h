/* SPDX-License-Identifier: Apache-2.0 */
/* Whether all that lies in an arena can be reached from a token's root. */
#ifndef DF_OBJECT_REACH_H
#define DF_OBJECT_REACH_H

#include "df/object_state.h"

/* True if the root is the first block and a pointer of an earlier block leads to each other one, or the root is the last
 * block and one of a later block does: then all blocks can be reached, as by induction those before them can. Graphs are
 * mostly made in one of these orders. False says nothing. It takes a byte a word of the calling thread's scratch. */
bool df__reaches_all(const df_ref *token);

#endif
