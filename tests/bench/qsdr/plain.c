/* SPDX-License-Identifier: Apache-2.0 */
/* The ideal: items a second of a loop of one block over data in the nearest cache. Arguments: items of a window,
 * windows. */
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
    if (count != 3)
        return 1;
    int64_t items = atoll(arguments[1]), windows = atoll(arguments[2]);
    size_t bytes = ((size_t)items * sizeof(float) + 63) / 64 * 64;
    float *window = aligned_alloc(64, bytes);
    if (window == NULL)
        return 1;
    struct saxpy state;
    saxpy_open(0, &state);
    for (int64_t i = 0; i < items; i++)
        window[i] = 1.0F;
    double begun = seconds();
    for (int64_t i = 0; i < windows; i++) {
        saxpy(items, &state, window, window);
        __asm__ volatile("" ::: "memory"); /* else compilers take several windows, or blocks, in one loop */
    }
    double took = seconds() - begun;
    printf("%.17g %g\n", (double)items * (double)windows / took, (double)window[0]);
    free(window);
    return 0;
}
