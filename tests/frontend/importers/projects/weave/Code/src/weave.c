/* SPDX-License-Identifier: Apache-2.0 */
#include "preesm.h"
#include <stdio.h>

static int next_number;
static int next_weight;

void countFrom(int first)
{
    next_number = first;
}

void count(int length, OUT int *o)
{
    for (int i = 0; i < length; i++)
        o[i] = next_number++;
}

void weight(OUT int *w)
{
    *w = ++next_weight % 7;
}

void times(IN int *x, IN int *w, IN int *sum, OUT int *y, OUT int *next, OUT int *total)
{
    *y = *x * *w;
    *next = *sum + *y;
    *total = *next;
}

void mix(int n, int extra, IN int *gathered, IN int *folded, IN int *past, OUT int *mixed)
{
    for (int i = 0; i < n; i++)
        mixed[i] = (gathered[i] + 3 * folded[i] + past[n - 1 - i] + extra) % 1000;
    folded[0] = -1;
}

void remember(IN int total, OUT int *fifo)
{
    for (int i = 0; i < total; i++)
        fifo[i] = 100 + i;
}

void start(IN int *x, OUT long *first)
{
    first[0] = x[0];
    first[1] = -x[0];
}

void step(IN int *x, IN long *before, OUT long *after)
{
    *after = *before * 2 % 100003 + *x;
}

void finish(IN long *last)
{
    printf("finish %ld %ld\n", last[0], last[1]);
}

void add(IN int *x, IN int *sum, OUT int *y, OUT int *next)
{
    *next = (*sum + *x) % 1009;
    *y = *next;
}

/* One call writes the line: `finish` may print from another core between two calls. */
void show(int n, IN int *x, IN int *last)
{
    char line[1024];
    size_t length = 0;
    for (int i = 0; i < n + 3; i++)
        length += (size_t)snprintf(line + length, sizeof line - length, " %d", x[i]);
    printf("show%s last %d\n", line, *last);
}
