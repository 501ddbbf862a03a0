/* SPDX-License-Identifier: Apache-2.0 */
/* The ideal: items a second of a loop of these blocks over data in the nearest cache. Arguments: blocks, items of a
 * window, windows. */
#include "saxpy.c"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int count, char **arguments)
{
    if (count != 4)
        return 1;
    int64_t blocks = atoll(arguments[1]), items = atoll(arguments[2]), windows = atoll(arguments[3]);
    size_t bytes = ((size_t)items * sizeof(float) + 63) / 64 * 64;
    float *window = aligned_alloc(64, bytes);
    struct saxpy *states = calloc((size_t)blocks, sizeof *states);
    if (window == NULL || states == NULL)
        return 1;
    for (int64_t i = 0; i < items; i++)
        window[i] = 1.0F;
    for (int64_t i = 0; i < blocks; i++)
        saxpy_open(i, &states[i]);
    double begun = seconds();
    for (int64_t i = 0; i < windows; i++) {
        for (int64_t k = 0; k < blocks; k++)
            saxpy(items, &states[k], window, window);
    }
    double took = seconds() - begun;
    printf("%.17g %g\n", (double)items * (double)windows / took, (double)window[0]);
    free(states);
    free(window);
    return 0;
}
