/* SPDX-License-Identifier: Apache-2.0 */
/* Streamed copies gone wrong, each by the kernel named first, for the sanitizers and DF_DEBUG to report:
 * a source or a target that is too short, windows that overlap, a race with a thread that reads the target. */
#include <pthread.h>

#include "check.h"
#include "df/stream.h"

enum { BYTES = 4096 };

static const df__stream_kernel *kernel_named(const char *name)
{
    const df__stream_kernel *const *kernel = df__stream_kernels;
    while (*kernel != NULL && strcmp((*kernel)->name, name) != 0)
        kernel++;
    CHECK(*kernel != NULL);
    return *kernel;
}

static void *sum_up(void *window)
{
    volatile const char *bytes = window;
    int sum = 0;
    for (int i = 0; i < BYTES; i++)
        sum += bytes[i];
    printf("sum %d\n", sum);
    return NULL;
}

int main(int argc, char **argv)
{
    CHECK(argc == 3);
    const df__stream_kernel *kernel = kernel_named(argv[1]);
    const char *mistake = argv[2];
    bool short_source = strcmp(mistake, "short_source") == 0,
         short_target = strcmp(mistake, "short_target") == 0;
    char *source = aligned_alloc(64, short_source ? BYTES - 64 : BYTES);
    char *target = aligned_alloc(64, short_target ? BYTES - 64 : BYTES);
    CHECK(source != NULL && target != NULL);
    memset(source, 1, short_source ? BYTES - 64 : BYTES);
    memset(target, 0, short_target ? BYTES - 64 : BYTES);
    pthread_t reader;
    if (strcmp(mistake, "race") == 0)
        CHECK(pthread_create(&reader, NULL, sum_up, target) == 0);
    if (strcmp(mistake, "overlap") == 0)
        df__stream_copy(kernel, source + 64, source, BYTES - 64);
    else if (strcmp(mistake, "short_fill") == 0)
        df__stream_fill(kernel, target + 64, 1, BYTES);
    else
        df__stream_copy(kernel, target, source, BYTES);
    if (strcmp(mistake, "race") == 0)
        CHECK(pthread_join(reader, NULL) == 0);
    free(source), free(target);
    puts("not seen");
    return 0;
}
