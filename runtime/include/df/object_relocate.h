/* SPDX-License-Identifier: Apache-2.0 */
/* Objects copied as they lie, with the pointers among them moved. The fastest way that the processor has is taken. */
#ifndef DF_OBJECT_RELOCATE_H
#define DF_OBJECT_RELOCATE_H

#include "df/object_state.h"

/* Objects whose pointers were made for `start`, and are to lead to the same objects at `base`. */
typedef struct df__relocation {
    const char *objects;
    const uint64_t *pointers; /* a bit a word */
    size_t bytes;             /* in whole words */
    uint64_t start;
    uint64_t base;
} df__relocation;

/* A way to do it. `move` copies the words from `at`, a multiple of 64, to `end`; false where a pointer leads out. */
typedef struct df__relocator {
    const char *name;
    bool (*is_there)(void);
    bool (*move)(const df__relocation *from, df__word *target, size_t at, size_t end);
} df__relocator;

/* Of this architecture, the fastest first; the last one is always there. */
extern const df__relocator df__relocators[];
extern const size_t df__relocators_count;

/* False where a pointer leads out of the objects. */
bool df__relocate(char *target, const df__relocation *from);

/* object_copy.c: the used bytes of an arena that is not the target, whose pointers were made for objects that begin at
 * `start`; false where one of them leads elsewhere. */
bool df__arena_copy(df_arena *arena, const df_arena *from, uint64_t start);

#endif
