/* SPDX-License-Identifier: Apache-2.0 */
/* Streamed copies and fills of any alignment and length (df/stream.h). Only whole lines are streamed: a
 * non-temporal store to a part of a line costs more than an ordinary one. */
#include "df/stream.h"

#include <stdint.h>
#include <string.h>

#include "df/copy.h"
#include "df/sanitizers.h"

const df__stream_kernel *const df__stream_kernels[] = {
#if defined(__x86_64__) || defined(__i386__)
    &df__stream_avx512, &df__stream_avx2,
    &df__stream_sse2,
#elif defined(__aarch64__)
    &df__stream_neon,
#endif
    &df__stream_plain,  NULL,
};

const df__stream_kernel *df__stream_choose(size_t bytes)
{
    const df__stream_kernel *const *kernel = df__stream_kernels;
    if (bytes < DF__STREAM_BYTES_MIN)
        return &df__stream_plain;
    while (!(*kernel)->is_here())
        kernel++;
    return *kernel;
}

/* A window as the bytes before its first whole line, its whole lines, and the rest. */
typedef struct split {
    size_t head_bytes;
    size_t lines_bytes;
    size_t tail_bytes;
} split;

static split split_lines(const void *target, size_t bytes)
{
    size_t head = (0 - (uintptr_t)target) % DF__STREAM_LINE_BYTES;
    if (head > bytes)
        head = bytes;
    size_t tail = (bytes - head) % DF__STREAM_LINE_BYTES;
    return (split){.head_bytes = head, .lines_bytes = bytes - head - tail, .tail_bytes = tail};
}

void df__stream_copy(const df__stream_kernel *kernel, void *target, const void *source, size_t bytes)
{
    split parts = split_lines(target, bytes);
    char *to = target;
    const char *from = source;
    df_check_disjoint(target, source, bytes);
    df_copy_disjoint(to, from, parts.head_bytes);
    to += parts.head_bytes;
    from += parts.head_bytes;
    if (parts.lines_bytes > 0) {
        df__tell_read(from, parts.lines_bytes);
        df__tell_write(to, parts.lines_bytes);
        kernel->copy_lines(to, from, parts.lines_bytes);
    }
    df_copy_disjoint(to + parts.lines_bytes, from + parts.lines_bytes, parts.tail_bytes);
}

void df__stream_fill(const df__stream_kernel *kernel, void *target, int byte, size_t bytes)
{
    split parts = split_lines(target, bytes);
    char *to = target;
    memset(to, byte, parts.head_bytes);
    to += parts.head_bytes;
    if (parts.lines_bytes > 0) {
        df__tell_write(to, parts.lines_bytes);
        kernel->fill_lines(to, byte, parts.lines_bytes);
    }
    memset(to + parts.lines_bytes, byte, parts.tail_bytes);
}
