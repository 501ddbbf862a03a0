/* SPDX-License-Identifier: Apache-2.0 */
/* The bulk operations of actors (df/df.h): by an engine where the firing has one (engine_bulk.c), else by the core. */
#include <string.h>

#include "df/internal.h"
#include "df/parts.h"

enum { STEP_BYTES = 512 };

size_t df__first_difference(const char *one, const char *other, size_t bytes)
{
    size_t i = 0;
    while (bytes - i >= STEP_BYTES && memcmp(one + i, other + i, STEP_BYTES) == 0)
        i += STEP_BYTES;
    while (i < bytes && one[i] == other[i])
        i++;
    return i;
}

/* The core whose firing on this thread has an engine; else null. */
static df_core *core_with_engine(void)
{
    df__worker *worker = df__self;
    bool has_one = &df__bulk != NULL && worker != NULL && worker->phase == DF__PHASE_FIRE &&
                   worker->core.bulk_engine != 0;
    return has_one ? &worker->core : NULL;
}

void df_bulk_copy(void *target, const void *source, size_t bytes)
{
    df_core *core = core_with_engine();
    if (core == NULL || !df__bulk.copy(core, target, source, bytes))
        df_copy(target, source, bytes, DF_COPY_REUSED);
}

void df_bulk_fill(void *target, int byte, size_t bytes)
{
    df_core *core = core_with_engine();
    if (core == NULL || !df__bulk.fill(core, target, byte, bytes))
        df_fill(target, byte, bytes, DF_COPY_REUSED);
}

size_t df_bulk_compare(const void *one, const void *other, size_t bytes)
{
    df_core *core = core_with_engine();
    return core != NULL ? df__bulk.compare(core, one, other, bytes) : df__first_difference(one, other, bytes);
}
