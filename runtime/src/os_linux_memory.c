/* SPDX-License-Identifier: Apache-2.0 */
/* The OS layer (df/os.h) on Linux: memory. Pages of views are in os_linux_pages.c, the rest in
 * os_linux.c. */
#define _GNU_SOURCE
#include "df/os.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#if !defined(MFD_HUGE_2MB)
#define MFD_HUGETLB  4U
#define MFD_HUGE_2MB (21U << 26)
#endif
#if !defined(MADV_POPULATE_WRITE)
#define MADV_POPULATE_WRITE 23 /* Linux 5.14; older kernels answer EINVAL, then pages come at first use */
#endif

size_t df__os_page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static int unmapped(int error, void *start, size_t bytes)
{
    munmap(start, bytes);
    return error;
}

int df__os_memory_map(size_t bytes, size_t alignment, char **memory)
{
    size_t mapped_bytes = bytes + alignment - df__os_page_bytes();
    char *mapped = mmap(NULL, mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return errno;
    size_t before_bytes = -(uintptr_t)mapped & (alignment - 1);
    size_t after_bytes = mapped_bytes - before_bytes - bytes;
    if (before_bytes > 0)
        munmap(mapped, before_bytes);
    if (after_bytes > 0)
        munmap(mapped + before_bytes + bytes, after_bytes);
    *memory = mapped + before_bytes;
    if (bytes >= DF__OS_HUGE_PAGE_BYTES)
        madvise(*memory, bytes, MADV_HUGEPAGE); /* a wish: systems without huge pages refuse it */
    return 0;
}

int df__os_memory_make_present(char *start, size_t bytes)
{
    return madvise(start, bytes, MADV_POPULATE_WRITE) == 0 ? 0 : errno;
}

int df__os_memory_take(size_t bytes, char **memory)
{
    int error = df__os_memory_map(bytes, df__os_page_bytes(), memory);
    if (error != 0)
        return error;
    error = df__os_memory_make_present(*memory, bytes);
    return error == 0 || error == EINVAL ? 0 : unmapped(error, *memory, bytes);
}

static int make_file(unsigned flags, size_t bytes, int *file)
{
    int created = memfd_create("dfgen", MFD_CLOEXEC | flags);
    if (created < 0)
        return errno;
    if (ftruncate(created, (off_t)bytes) != 0) {
        int error = errno;
        close(created);
        return error;
    }
    *file = created;
    return 0;
}

int df__os_file_make(size_t bytes, int *file)
{
    return make_file(0, bytes, file);
}

int df__os_huge_file_make(size_t bytes, int *file)
{
    int made = -1;
    int error = make_file(MFD_HUGETLB | MFD_HUGE_2MB, bytes, &made);
    if (error != 0)
        return error;
    error = df__os_file_take_pages(made, 0, bytes);
    if (error == 0)
        *file = made;
    else
        close(made);
    return error;
}

int df__os_file_take_pages(int file, size_t offset, size_t bytes)
{
    return posix_fallocate(file, (off_t)offset, (off_t)bytes);
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

int df__os_file_map_over(int file, size_t offset, size_t bytes, char *memory)
{
    void *start = mmap(memory, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, (off_t)offset);
    return start == MAP_FAILED ? errno : 0;
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

/* What a control group counts, and the files that tell its limit and its use: in the controller's own
 * hierarchy of version 1, and in the one hierarchy of version 2. */
typedef struct group_files {
    const char *controller;
    const char *limit[2];
    const char *use[2];
    const char *reclaimable[2]; /* in memory.stat: file pages that the group can give back */
} group_files;

static const group_files memory_files = {
    .controller = "memory",
    .limit = {"memory.limit_in_bytes", "memory.max"},
    .use = {"memory.usage_in_bytes", "memory.current"},
    .reclaimable = {"total_inactive_file", "inactive_file"},
};
static const group_files huge_files = {
    .controller = "hugetlb",
    .limit = {"hugetlb.2MB.limit_in_bytes", "hugetlb.2MB.max"},
    .use = {"hugetlb.2MB.usage_in_bytes", "hugetlb.2MB.current"},
};

/* `unknown` where there is no such file or no number in it: "max". */
static uint64_t read_number(const char *folder, const char *name, uint64_t unknown)
{
    char path[PATH_MAX];
    uint64_t number = unknown;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return unknown;
    if (fscanf(file, "%" SCNu64, &number) != 1)
        number = unknown;
    fclose(file);
    return number;
}

static uint64_t read_statistic(const char *folder, const char *name)
{
    char path[PATH_MAX];
    char line[128];
    char word[64];
    uint64_t number;
    uint64_t found = 0;
    snprintf(path, sizeof path, "%s/memory.stat", folder);
    FILE *file = name == NULL ? NULL : fopen(path, "r");
    if (file == NULL)
        return 0;
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "%63s %" SCNu64, word, &number) == 2 && strcmp(word, name) == 0)
            found = number;
    fclose(file);
    return found;
}

/* What the group and those above it leave. Inside of a container the path may be one of the machine outside:
 * the group is then at the root. */
static uint64_t group_left_bytes(const group_files *files, const char *root, char *group, int version)
{
    uint64_t least = UINT64_MAX;
    for (;;) {
        char folder[PATH_MAX / 2];
        snprintf(folder, sizeof folder, "%s%s", root, group);
        uint64_t limit = read_number(folder, files->limit[version - 1], UINT64_MAX);
        if (limit != UINT64_MAX) {
            uint64_t use = read_number(folder, files->use[version - 1], 0);
            uint64_t reclaimable = read_statistic(folder, files->reclaimable[version - 1]);
            use = use > reclaimable ? use - reclaimable : 0;
            uint64_t left = limit > use ? limit - use : 0;
            least = left < least ? left : least;
        }
        char *last_part = strrchr(group, '/');
        if (last_part == NULL)
            return least;
        *last_part = '\0';
    }
}

static uint64_t least_of_groups(const group_files *files)
{
    char line[1024];
    char controllers[256];
    char group[768];
    char root[280];
    uint64_t least = UINT64_MAX;
    FILE *file = fopen("/proc/self/cgroup", "r");
    if (file == NULL)
        return least;
    while (fgets(line, sizeof line, file) != NULL) {
        int version = 1;
        if (sscanf(line, "0::%767[^\n]", group) == 1)
            version = 2;
        else if (sscanf(line, "%*u:%255[^:]:%767[^\n]", controllers, group) != 2 ||
                 strcmp(controllers, files->controller) != 0)
            continue;
        snprintf(root, sizeof root, "/sys/fs/cgroup%s%s", version == 1 ? "/" : "",
                 version == 1 ? files->controller : "");
        uint64_t left = group_left_bytes(files, root, group, version);
        least = left < least ? left : least;
    }
    fclose(file);
    return least;
}

size_t df__os_memory_available_bytes(void)
{
    uint64_t system_bytes = system_available_bytes();
    uint64_t group_bytes = least_of_groups(&memory_files);
    return (size_t)(system_bytes < group_bytes ? system_bytes : group_bytes);
}

size_t df__os_huge_pages_free(void)
{
    static const char folder[] = "/sys/kernel/mm/hugepages/hugepages-2048kB";
    uint64_t unused = read_number(folder, "free_hugepages", 0);
    uint64_t promised = read_number(folder, "resv_hugepages", 0);
    uint64_t group_pages = least_of_groups(&huge_files) / DF__OS_HUGE_PAGE_BYTES;
    uint64_t pages = unused > promised ? unused - promised : 0;
    return (size_t)(pages < group_pages ? pages : group_pages);
}

static void page_faults_of(int who, uint64_t *minor, uint64_t *major)
{
    struct rusage usage;
    getrusage(who, &usage);
    *minor = (uint64_t)usage.ru_minflt;
    *major = (uint64_t)usage.ru_majflt;
}

void df__os_page_faults(uint64_t *minor, uint64_t *major)
{
    page_faults_of(RUSAGE_SELF, minor, major);
}

void df__os_thread_page_faults(uint64_t *minor, uint64_t *major)
{
    page_faults_of(RUSAGE_THREAD, minor, major);
}

size_t df__os_resident_bytes(void)
{
    char line[128];
    size_t kib = 0;
    FILE *file =
        fopen("/proc/self/status", "r"); /* getrusage tells of the process that started this one, too */
    while (file != NULL && kib == 0 && fgets(line, sizeof line, file) != NULL)
        (void)sscanf(line, "VmHWM: %zu", &kib);
    if (file != NULL)
        fclose(file);
    return kib * 1024;
}
