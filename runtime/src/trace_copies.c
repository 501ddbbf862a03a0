/* SPDX-License-Identifier: Apache-2.0 */
/* How many bytes actors copy themselves, by memcpy, memmove and df_copy. Only in programs built with DF_COUNTS_COPIES and
 * linked with --wrap=memcpy,--wrap=memmove: then the calls of actors come here, while those of the runtime and of
 * generated code, which all stand in df/copy.h, go past it. */
#include "df/internal.h"
#include "df/trace_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static _Atomic uint64_t *copied; /* by actor of the program */

bool df__trace_copies_open(void)
{
    copied = calloc(df__run()->program->actors_count + 1, sizeof *copied);
    if (copied == NULL)
        fprintf(stderr, "error: there is no memory to count the copies of %zu actors\n",
                df__run()->program->actors_count);
    return copied != NULL;
}

void df__trace_copies_write(FILE *profile)
{
    const char *separator = "";
    fputs(", \"copies\": [", profile);
    for (size_t i = 0; i < df__run()->program->actors_count; i++) {
        uint64_t bytes = atomic_load(&copied[i]);
        if (bytes == 0)
            continue;
        fprintf(profile, "%s{\"actor\": ", separator);
        df__write_text(profile, df__run()->program->actors[i].name);
        fprintf(profile, ", \"bytes\": %" PRIu64 "}", bytes);
        separator = ", ";
    }
    fputc(']', profile);
}

void df__trace_copies_close(void)
{
    free(copied);
    copied = NULL;
}

#if defined(DF_COUNTS_COPIES)

enum { BYTES_LEAST = 16 }; /* less is no token that is copied, but a value that is read */

void df__trace_copied(size_t bytes)
{
    const df__worker *worker = df__self;
    if (worker == NULL || worker->core.actor == NULL || worker->phase != DF__PHASE_FIRE ||
        bytes < BYTES_LEAST || copied == NULL)
        return;
    size_t actor = (size_t)(worker->core.actor - df__run()->program->actors);
    atomic_fetch_add_explicit(&copied[actor], bytes, memory_order_relaxed);
}

void *__wrap_memcpy(void *target, const void *source, size_t bytes);
void *__wrap_memmove(void *target, const void *source, size_t bytes);

void *__wrap_memcpy(void *target, const void *source, size_t bytes)
{
    df__trace_copied(bytes);
    return __real_memcpy(target, source, bytes);
}

void *__wrap_memmove(void *target, const void *source, size_t bytes)
{
    df__trace_copied(bytes);
    return __real_memmove(target, source, bytes);
}

#endif
