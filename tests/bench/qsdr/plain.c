/* SPDX-License-Identifier: Apache-2.0 */
/* What a hand writes. Arguments: items of a window, windows of a thread, blocks, threads. Each thread runs the blocks
 * over a window of its own in the nearest cache, then waits until the windows before this one are done, whichever
 * thread had them: the ends of the chain see all in order. Prints the items a second of all, then an item. With one
 * block on one thread that is the ideal. */
#include "saxpy.c"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS_MAX = 64 };

typedef struct {
    _Alignas(128) _Atomic int64_t done;
    int number;
    float last;
    double begun, ended; /* seconds */
} worker;

static int64_t items, windows;
static int blocks, threads;
static worker workers[THREADS_MAX];
static pthread_barrier_t barrier;

static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void run_blocks(const struct saxpy *states, float *window)
{
    for (int i = 0; i < blocks; i++) {
        saxpy(items, &states[i], window, window);
        __asm__ volatile("" ::: "memory"); /* else compilers take several windows, or blocks, in one loop */
    }
}

static void *run_windows(void *given)
{
    worker *own = given;
    const worker *before = &workers[(own->number + threads - 1) % threads];
    int64_t behind = own->number == 0; /* the window before the first thread's is of the round before */
    struct saxpy states[blocks];
    size_t bytes = ((size_t)items * sizeof(float) + 63) / 64 * 64;
    float *window = aligned_alloc(64, bytes);
    if (window == NULL)
        abort();
    for (int i = 0; i < blocks; i++)
        saxpy_open(i, &states[i]);
    for (int64_t i = 0; i < items; i++)
        window[i] = 1.0F;
    (void)pthread_barrier_wait(&barrier);
    own->begun = seconds();
    for (int64_t i = 0; i < windows; i++) {
        run_blocks(states, window);
        while (threads > 1 && atomic_load_explicit(&before->done, memory_order_acquire) <= i - behind)
            ;
        atomic_store_explicit(&own->done, i + 1, memory_order_release);
    }
    own->ended = seconds();
    own->last = window[items - 1];
    free(window);
    return NULL;
}

int main(int count, char **arguments)
{
    if (count != 5)
        return 1;
    items = atoll(arguments[1]), windows = atoll(arguments[2]);
    blocks = atoi(arguments[3]), threads = atoi(arguments[4]);
    if (items < 1 || blocks < 1 || threads < 1 || threads > THREADS_MAX)
        return 1;
    if (pthread_barrier_init(&barrier, NULL, (unsigned)threads) != 0)
        return 1;
    pthread_t running[THREADS_MAX];
    for (int i = 0; i < threads; i++) {
        workers[i].number = i;
        if (pthread_create(&running[i], NULL, run_windows, &workers[i]) != 0)
            return 1;
    }
    for (int i = 0; i < threads; i++)
        (void)pthread_join(running[i], NULL);
    /* Not by this thread, which comes late where the others have all processors. */
    double begun = workers[0].begun;
    double ended = workers[0].ended;
    for (int i = 1; i < threads; i++) {
        begun = workers[i].begun < begun ? workers[i].begun : begun;
        ended = workers[i].ended > ended ? workers[i].ended : ended;
    }
    printf("%.17g %g\n", (double)items * (double)windows * threads / (ended - begun),
           (double)workers[0].last);
    return 0;
}
