/* SPDX-License-Identifier: Apache-2.0 */
/* The OS layer (df/os.h) on Linux: memory. Pages of views are in os_linux_pages.c, the rest in
 * os_linux.c. */
#define _GNU_SOURCE
#include "df/os.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#if !defined(MADV_POPULATE_WRITE)
#define MADV_POPULATE_WRITE 23 /* Linux 5.14; older kernels answer EINVAL, then pages come at first use */
#endif

enum { HUGE_PAGE_BYTES = 2 * 1024 * 1024 };

size_t df__os_page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

int df__os_memory_take(size_t bytes, char **memory)
{
    void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return errno;
    if (bytes >= HUGE_PAGE_BYTES)
        madvise(start, bytes, MADV_HUGEPAGE); /* a wish: systems without huge pages refuse it */
    if (madvise(start, bytes, MADV_POPULATE_WRITE) != 0 && errno != EINVAL) {
        int error = errno;
        munmap(start, bytes);
        return error;
    }
    *memory = start;
    return 0;
}

int df__os_file_take(size_t bytes, bool present, int *file)
{
    int error = 0;
    int created = memfd_create("dfgen", MFD_CLOEXEC);
    if (created < 0)
        return errno;
    if (ftruncate(created, (off_t)bytes) != 0)
        error = errno;
    else if (present)
        error = posix_fallocate(created, 0, (off_t)bytes);
    if (error != 0)
        close(created);
    else
        *file = created;
    return error;
}

void df__os_file_close(int file)
{
    close(file);
}

int df__os_file_map(int file, size_t offset, size_t bytes, df__os_mapping mapping, char **memory)
{
    int protection = mapping == DF__OS_MAP_SHARED_READ_ONLY ? PROT_READ : PROT_READ | PROT_WRITE;
    int flags = mapping == DF__OS_MAP_PRIVATE ? MAP_PRIVATE : MAP_SHARED;
    void *start = mmap(NULL, bytes, protection, flags, file, (off_t)offset);
    if (start == MAP_FAILED)
        return errno;
    *memory = start;
    return 0;
}

int df__os_memory_drop(char *start, size_t bytes)
{
    return madvise(start, bytes, MADV_DONTNEED) == 0 ? 0 : errno;
}

int df__os_memory_set_writable(char *start, size_t bytes, bool writable)
{
    return mprotect(start, bytes, writable ? PROT_READ | PROT_WRITE : PROT_READ) == 0 ? 0 : errno;
}

int df__os_memory_forbid(char *start, size_t bytes)
{
    return mprotect(start, bytes, PROT_NONE) == 0 ? 0 : errno;
}

void df__os_memory_release(char *memory, size_t bytes)
{
    munmap(memory, bytes);
}

/* Sums the fields of /proc/meminfo (in KiB) that tell what can be had without pushing others out. */
static uint64_t system_available_bytes(void)
{
    char line[128];
    uint64_t sum_kib = 0;
    bool known = false;
    FILE *file = fopen("/proc/meminfo", "r");
    if (file == NULL)
        return SIZE_MAX;
    while (fgets(line, sizeof line, file) != NULL) {
        uint64_t kib;
        if (sscanf(line, "MemAvailable: %" SCNu64, &kib) == 1) {
            sum_kib += kib;
            known = true;
        } else if (sscanf(line, "SwapFree: %" SCNu64, &kib) == 1) {
            sum_kib += kib;
        }
    }
    fclose(file);
    return known ? sum_kib * 1024 : SIZE_MAX;
}

static uint64_t read_limit(const char *group)
{
    char path[640];
    uint64_t limit = SIZE_MAX;
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.max", group);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return SIZE_MAX;
    if (fscanf(file, "%" SCNu64, &limit) != 1)
        limit = SIZE_MAX; /* "max" */
    fclose(file);
    return limit;
}

/* The lowest memory limit of this process's control group and those above it. */
static uint64_t group_limit_bytes(void)
{
    char group[512] = "";
    char line[520];
    uint64_t lowest = SIZE_MAX;
    FILE *file = fopen("/proc/self/cgroup", "r");
    if (file == NULL)
        return SIZE_MAX;
    while (fgets(line, sizeof line, file) != NULL)
        sscanf(line, "0::%511[^\n]", group);
    fclose(file);
    for (;;) {
        uint64_t limit = read_limit(group);
        char *last_part = strrchr(group, '/');
        lowest = limit < lowest ? limit : lowest;
        if (last_part == NULL)
            return lowest;
        *last_part = '\0';
    }
}

size_t df__os_memory_available_bytes(size_t taken_bytes)
{
    uint64_t system_bytes = system_available_bytes();
    uint64_t group_bytes = group_limit_bytes();
    group_bytes = group_bytes > taken_bytes ? group_bytes - taken_bytes : 0;
    return (size_t)(system_bytes < group_bytes ? system_bytes : group_bytes);
}

void df__os_page_faults(uint64_t *minor, uint64_t *major)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    *minor = (uint64_t)usage.ru_minflt;
    *major = (uint64_t)usage.ru_majflt;
}
