/* SPDX-License-Identifier: Apache-2.0 */
#include "scribbler.h"

#include <df/df.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int shall(const struct worker *worker, const char *what)
{
    const char *asked = df_option("do");
    return worker->firing == 5 && asked != NULL && strcmp(asked, what) == 0;
}

void produce(int bytes, struct worker *worker, uint8_t *out)
{
    memset(out, (int)worker->firing++, (size_t)bytes);
}

void work_freely(int bytes, struct worker *worker, uint8_t *in, uint8_t *out)
{
    int gap = shall(worker, "leave_gap") ? 3 : 0;
    for (int i = gap; i < bytes; i++)
        out[i] = (uint8_t)(in[i] + 1);
    if (shall(worker, "write_input"))
        in[37] = 99;
    if (shall(worker, "overrun"))
        *(volatile uint8_t *)(out + bytes) = 1;
    if (shall(worker, "read_beyond"))
        out[0] = *(const volatile uint8_t *)(in + bytes);
    worker->firing++;
}

void work(int bytes, struct worker *worker, const uint8_t *in, uint8_t *out)
{
    work_freely(bytes, worker, (uint8_t *)(uintptr_t)in, out);
}

void show(int bytes, const uint8_t *original, const uint8_t *worked)
{
    uint64_t sum = 0;
    for (int i = 0; i < bytes; i++)
        sum += original[i] + 1000 * worked[i];
    printf("%" PRIu64 "\n", sum);
}
