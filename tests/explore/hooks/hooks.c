/* SPDX-License-Identifier: Apache-2.0 */
/* One access of each sort a line: the line is its number in the test. */
#include "hooks.h"

#include <df/df.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

typedef struct packed {
    uint8_t odd;
    uint64_t value;
} __attribute__((packed)) packed;

typedef struct large {
    uint8_t bytes[40];
} large;

static _Atomic uint32_t seen;

void fill(uint8_t *out)
{
    for (int i = 0; i < 16384; i++)
        out[i] = (uint8_t)(i % 251);
}

static void touch_sizes(const uint8_t *in, uint8_t *out)
{
    out[0] = in[0];
    *(uint16_t *)(out + LINE) = *(const uint16_t *)(in + LINE);
    *(uint32_t *)(out + 2 * LINE) = *(const uint32_t *)(in + 2 * LINE);
    *(uint64_t *)(out + 3 * LINE) = *(const uint64_t *)(in + 3 * LINE);
    *(unsigned __int128 *)(out + 4 * LINE) = *(const unsigned __int128 *)(in + 4 * LINE);
}

static void touch_atomics(uint8_t *out)
{
    atomic_store((_Atomic uint8_t *)(out + 10 * LINE), 1);
    atomic_fetch_add((_Atomic uint16_t *)(out + 11 * LINE), 1);
    atomic_exchange((_Atomic uint32_t *)(out + 12 * LINE), 1);
    uint64_t expected = 0;
    atomic_compare_exchange_strong((_Atomic uint64_t *)(out + 13 * LINE), &expected, 1);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_fetch_or(&seen, 1);
}

void touch(const uint8_t *in, uint8_t *out)
{
    volatile size_t some = 200; /* so that calls stay calls */
    memset(out, 0, 16384);
    touch_sizes(in, out);
    ((packed *)(out + 6 * LINE - 4))->value = ((const packed *)(in + 6 * LINE - 4))->value; /* of two lines */
    *(large *)(out + 8 * LINE) = *(const large *)(in + 8 * LINE);
    touch_atomics(out);
    memcpy(out + 16 * LINE, in + 16 * LINE, some);
    memmove(out + 20 * LINE, in + 21 * LINE, some);
    df_copy(out + 26 * LINE, in + 26 * LINE, some, DF_COPY_REUSED);
    df_copy(out + 64 * LINE, in + 64 * LINE, 24 * some, DF_COPY_STREAMED);
    df_fill(out + 40 * LINE, 7, some, DF_COPY_REUSED);
    df_fill(out + 144 * LINE, 7, 24 * some, DF_COPY_STREAMED);
    uint8_t *other = malloc(LINE);
    other[some % LINE] = in[60 * LINE];
    out[60 * LINE] = other[some % LINE];
    free(other);
}

void check(const uint8_t *in)
{
    if (in[0] != 0 || in[40 * LINE] != 7 || in[144 * LINE] != 7 || in[13 * LINE] != 1 ||
        in[20 * LINE] != 21 * LINE % 251)
        abort();
}
