/* SPDX-License-Identifier: Apache-2.0 */
/* Copying and filling past the caches, inside the runtime: whole cache lines are written with the widest
 * non-temporal stores that the processor has, what is left before and after them in the ordinary way.
 *
 * To add an instruction set: write its kernel in src/stream_<processor>.c and put it into the list of
 * src/stream.c; the tests walk that list. */
#ifndef DF_STREAM_H
#define DF_STREAM_H

#include <stdbool.h>
#include <stddef.h>

enum {
    DF__STREAM_LINE_BYTES = 64,
    DF__STREAM_BYTES_MIN =
        4096 /* below, waiting until the stores are done takes longer than the copy itself */
};

/* One instruction set. The functions get a target that starts on a line and a multiple of lines, and leave
 * stores that a later release makes visible as it does ordinary ones. */
typedef struct df__stream_kernel {
    const char *name;
    bool (*is_here)(void); /* can this processor run it? */
    void (*copy_lines)(char *target, const char *source, size_t bytes);
    void (*fill_lines)(char *target, int byte, size_t bytes);
} df__stream_kernel;

/* Those that were compiled in, the widest first, then null. The last is always here. */
extern const df__stream_kernel *const df__stream_kernels[];

#if defined(__x86_64__) || defined(__i386__)
extern const df__stream_kernel df__stream_avx512, df__stream_avx2, df__stream_sse2; /* src/stream_x86.c */
#elif defined(__aarch64__)
extern const df__stream_kernel df__stream_neon; /* src/stream_neon.c */
#endif
extern const df__stream_kernel df__stream_plain; /* src/stream_plain.c */

/* The first kernel that this processor can run; the plain one where there are too few bytes to gain. */
const df__stream_kernel *df__stream_choose(size_t bytes);

/* Any alignment and length; source and target must not overlap. All bytes are written when it returns, and a
 * release by the calling thread makes them visible. */
void df__stream_copy(const df__stream_kernel *kernel, void *target, const void *source, size_t bytes);
void df__stream_fill(const df__stream_kernel *kernel, void *target, int byte, size_t bytes);

#endif
