/* SPDX-License-Identifier: Apache-2.0 */
/* Files that are in the page cache: what a call of the system takes, and what each byte adds to that. */
#include "calibrate.h"

#include "df/os_file.h"

enum { CALLS = 50, SMALL_BYTES = 1, LARGE_BYTES = 1 << 20 };

static uint64_t read_ns(df__os_open *file, char *to, size_t bytes, int times)
{
    size_t done;
    uint64_t begin_ns = clock_ns(bytes);
    for (int i = 0; i < times; i++)
        if (df__os_read(file, to, bytes, 0, &done) != 0 || done < bytes)
            df_fail("a file in memory cannot be read");
    return clock_ns(bytes) - begin_ns;
}

void measure_files(const bench *on)
{
    size_t large_bytes = LARGE_BYTES < on->bytes_max ? LARGE_BYTES : on->bytes_max;
    sample calls = {.count = 0}, reads = {.count = 0};
    df__os_open file = {.align = 1};
    char *memory;
    if (df__os_file_make(large_bytes, &file.file) != 0)
        return;
    if (df__os_file_map(file.file, 0, large_bytes, DF__OS_MAP_SHARED, &memory) == 0) {
        write_all(memory, large_bytes);
        df__os_memory_release(memory, large_bytes);
        read_ns(&file, on->target, large_bytes, 1);
        while (sample_goes_on(&calls, CALLS)) {
            sample_add(&calls, read_ns(&file, on->target, SMALL_BYTES, CALLS) / CALLS);
            sample_add(&reads, read_ns(&file, on->target, large_bytes, 1));
        }
        print_figure("file call", 0, sample_median(&calls));
        print_figure("file read", large_bytes, sample_median(&reads));
    }
    df__os_file_close(file.file);
}
