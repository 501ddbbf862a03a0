/* SPDX-License-Identifier: Apache-2.0 */
/* The copy wrapper: the only place of the runtime and of generated code where bytes are copied by libc.
 *
 * df_check_disjoint: stops the process when source and target overlap and DF_DEBUG is defined.
 * df_copy_disjoint:  source and target must not overlap (checked likewise).
 * df_move:           source and target may overlap; the target gets what the source held before.
 * df_clear:          zeroes the target.
 * df_set_ones:       sets all bits of the target.
 *
 * Generated code sees no header that declares functions of libc beside the user's: `index` may be one of theirs. */
#ifndef DF_COPY_H
#define DF_COPY_H

#include <stdbool.h>
#include <stddef.h>

/* copy.c: prints what overlaps and aborts the process. */
_Noreturn void df__copy_overlaps(const void *target, const void *source, size_t bytes);

/* The calls that are counted are those of actors (trace_copies.c). */
#if defined(DF_COUNTS_COPIES)
void *__real_memcpy(void *target, const void *source, size_t bytes);
void *__real_memmove(void *target, const void *source, size_t bytes);
void df__trace_copied(size_t bytes); /* an actor has had so much copied by df_copy */
#define DF__MEMCPY  __real_memcpy
#define DF__MEMMOVE __real_memmove
#else
#define DF__MEMCPY  __builtin_memcpy
#define DF__MEMMOVE __builtin_memmove
#endif

static inline void df_check_disjoint(const void *target, const void *source, size_t bytes)
{
#if defined(DF_DEBUG)
    const char *target_start = target;
    const char *source_start = source;
    if (target_start < source_start + bytes && source_start < target_start + bytes)
        df__copy_overlaps(target, source, bytes);
#else
    (void)target, (void)source, (void)bytes;
#endif
}

/* A page and more libc may copy by REP MOVSB. Where the target lies up to 31 bytes farther into its page than the source
 * into its own, that takes 25 times as long on AMD's Zen 3, where glibc 2.36 takes it. Pieces of this size are copied by
 * vectors. */
enum { DF__COPY_PIECE_BYTES = 2048 };

static inline bool df__copy_wants_pieces(const void *target, const void *source, size_t bytes)
{
#if defined(__x86_64__)
    return bytes > DF__COPY_PIECE_BYTES && ((size_t)target - (size_t)source) % 4096 - 1 < 31;
#else
    (void)target, (void)source, (void)bytes;
    return false;
#endif
}

/* copy.c: from the first byte on. Where source and target overlap, the target is the first. */
void df__copy_in_pieces(void *target, const void *source, size_t bytes);

static inline void df_copy_disjoint(void *target, const void *source, size_t bytes)
{
    df_check_disjoint(target, source, bytes);
    if (df__copy_wants_pieces(target, source, bytes))
        df__copy_in_pieces(target, source, bytes);
    else
        DF__MEMCPY(target, source, bytes);
}

static inline void df_move(void *target, const void *source, size_t bytes)
{
    if ((size_t)target < (size_t)source && df__copy_wants_pieces(target, source, bytes))
        df__copy_in_pieces(target, source, bytes);
    else
        DF__MEMMOVE(target, source, bytes);
}

static inline void df_clear(void *target, size_t bytes)
{
    __builtin_memset(target, 0, bytes);
}

static inline void df_set_ones(void *target, size_t bytes)
{
    __builtin_memset(target, 0xFF, bytes);
}

#endif
