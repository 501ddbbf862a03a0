/* SPDX-License-Identifier: Apache-2.0 */
/* The OS layer (df/os.h) on Linux: memory. The rest is in os_linux.c. */
#define _GNU_SOURCE
#include "df/os.h"

#include <errno.h>
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

int df__os_memory_take_twice(size_t bytes, char **writable, char **readable)
{
    int error = 0;
    int file = memfd_create("dfgen", MFD_CLOEXEC);
    if (file < 0)
        return errno;
    void *both[2] = {MAP_FAILED, MAP_FAILED};
    if (ftruncate(file, (off_t)bytes) == 0) {
        both[0] = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (both[0] != MAP_FAILED)
            both[1] = mmap(NULL, bytes, PROT_READ, MAP_SHARED, file, 0);
    }
    if (both[1] == MAP_FAILED) {
        error = errno;
        if (both[0] != MAP_FAILED)
            munmap(both[0], bytes);
    } else {
        *writable = both[0];
        *readable = both[1];
    }
    close(file); /* the mappings keep the memory */
    return error;
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

size_t df__os_memory_available_bytes(void)
{
    uint64_t system_bytes = system_available_bytes();
    uint64_t group_bytes = group_limit_bytes();
    return (size_t)(system_bytes < group_bytes ? system_bytes : group_bytes);
}

void df__os_page_faults(uint64_t *minor, uint64_t *major)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    *minor = (uint64_t)usage.ru_minflt;
    *major = (uint64_t)usage.ru_majflt;
}
