/* SPDX-License-Identifier: Apache-2.0 */
/* The OS layer (df/os.h) on Linux: which pages of a private mapping are its own. The ioctl PAGEMAP_SCAN
 * tells that in one call (Linux 6.7); before, /proc/self/pagemap is read, 8 bytes a page. DFGEN_PAGE_SCAN
 * chooses the way for tests: scan, read or none; else it is the first that gives right answers. */
#define _GNU_SOURCE
#include "df/os.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

/* As in <linux/fs.h> since 6.7, which the machine that compiles may not have. */
typedef struct page_region {
    uint64_t start;
    uint64_t end;
    uint64_t categories;
} page_region;

typedef struct scan_argument {
    uint64_t size_bytes;
    uint64_t flags;
    uint64_t start;
    uint64_t end;
    uint64_t walked_to;
    uint64_t regions;
    uint64_t regions_capacity;
    uint64_t pages_max;
    uint64_t category_inverted;
    uint64_t category_mask;
    uint64_t category_any_of;
    uint64_t return_mask;
} scan_argument;

#define SCAN_REQUEST _IOWR('f', 16, scan_argument)

enum {
    CATEGORY_FILE = 1 << 2,
    CATEGORY_PRESENT = 1 << 3,
    CATEGORY_SWAPPED = 1 << 4,
    REGIONS_PER_CALL = 256,
    ENTRIES_PER_READ = 1024
};

/* One entry of /proc/self/pagemap. */
static const uint64_t ENTRY_PRESENT = (uint64_t)1 << 63;
static const uint64_t ENTRY_SWAPPED = (uint64_t)1 << 62;
static const uint64_t ENTRY_FILE = (uint64_t)1 << 61;

typedef size_t find_function(const char *start, size_t bytes, size_t page_bytes, unsigned char *pages);

static pthread_mutex_t probe_lock = PTHREAD_MUTEX_INITIALIZER;
static size_t users; /* a process that forks from this one without any asks for itself */
static int pagemap = -1;
static find_function *find;
static bool counts_faults;

static size_t set(unsigned char *pages, size_t first, size_t past)
{
    size_t found = 0;
    for (size_t page = first; page < past; page++) {
        found += pages[page] == 0;
        pages[page] = pages[page] == 0 ? 1 : pages[page];
    }
    return found;
}

static size_t find_by_scan(const char *start, size_t bytes, size_t page_bytes, unsigned char *pages)
{
    page_region regions[REGIONS_PER_CALL];
    size_t found = 0;
    scan_argument argument = {
        .size_bytes = sizeof argument,
        .start = (uintptr_t)start,
        .end = (uintptr_t)start + bytes,
        .regions = (uintptr_t)regions,
        .regions_capacity = REGIONS_PER_CALL,
        .category_inverted = CATEGORY_FILE,
        .category_mask = CATEGORY_FILE,
        .category_any_of = CATEGORY_PRESENT | CATEGORY_SWAPPED,
        .return_mask = CATEGORY_PRESENT | CATEGORY_SWAPPED,
    };
    while (argument.start < argument.end) {
        int count = ioctl(pagemap, SCAN_REQUEST, &argument);
        if (count < 0 || argument.walked_to <= argument.start)
            return SIZE_MAX;
        for (int i = 0; i < count; i++)
            found += set(pages, (size_t)(regions[i].start - (uintptr_t)start) / page_bytes,
                         (size_t)(regions[i].end - (uintptr_t)start) / page_bytes);
        argument.start = argument.walked_to;
    }
    return found;
}

static bool is_own(uint64_t entry)
{
    return (entry & (ENTRY_PRESENT | ENTRY_SWAPPED)) != 0 && (entry & ENTRY_FILE) == 0;
}

/* The entries are those of small pages; the first one tells of the whole page. */
static size_t find_by_reading(const char *start, size_t bytes, size_t page_bytes, unsigned char *pages)
{
    uint64_t entries[ENTRIES_PER_READ];
    size_t small_bytes = df__os_page_bytes();
    size_t step = page_bytes / small_bytes;
    size_t count = bytes / small_bytes;
    size_t found = 0;
    for (size_t first = 0; first < count; first += ENTRIES_PER_READ) {
        size_t wanted = count - first < ENTRIES_PER_READ ? count - first : ENTRIES_PER_READ;
        off_t place = (off_t)(((uintptr_t)start / small_bytes + first) * sizeof entries[0]);
        if (pread(pagemap, entries, wanted * sizeof entries[0], place) !=
            (ssize_t)(wanted * sizeof entries[0]))
            return SIZE_MAX;
        for (size_t i = 0; i < wanted; i++)
            if ((first + i) % step == 0 && is_own(entries[i]))
                found += set(pages, (first + i) / step, (first + i) / step + 1);
    }
    return found;
}

/* Of this thread, as others have faults meanwhile. */
static uint64_t faults(void)
{
    uint64_t minor;
    uint64_t major;
    df__os_thread_page_faults(&minor, &major);
    return minor + major;
}

/* Does the way see that a page becomes the mapping's own, and only then? */
static bool answers_rightly(find_function *way, char *page)
{
    size_t page_bytes = df__os_page_bytes();
    unsigned char mark = 0;
    volatile char *byte = page;
    char value = *byte; /* the page is present from here on */
    if (way(page, page_bytes, page_bytes, &mark) != 0 || mark != 0)
        return false;
    uint64_t faults_before = faults();
    *byte = value;
    counts_faults = faults() > faults_before;
    bool seen = way(page, page_bytes, page_bytes, &mark) == 1 && mark == 1;
    return df__os_memory_drop(page, page_bytes) == 0 && seen;
}

static find_function *choose(int file)
{
    static const struct {
        const char *name;
        find_function *function;
    } ways[] = {{"scan", find_by_scan}, {"read", find_by_reading}};
    const char *asked = getenv("DFGEN_PAGE_SCAN");
    find_function *chosen = NULL;
    size_t page_bytes = df__os_page_bytes();
    char *page;
    pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (pagemap < 0 || df__os_file_map(file, 0, page_bytes, DF__OS_MAP_PRIVATE, &page) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0] && chosen == NULL; i++)
        if ((asked == NULL || asked[0] == '\0' || strcmp(asked, ways[i].name) == 0) &&
            answers_rightly(ways[i].function, page))
            chosen = ways[i].function;
    df__os_memory_release(page, page_bytes);
    return chosen;
}

bool df__os_own_pages_open(int file)
{
    pthread_mutex_lock(&probe_lock);
    if (users++ == 0)
        find = choose(file);
    bool known = find != NULL;
    pthread_mutex_unlock(&probe_lock);
    return known;
}

void df__os_own_pages_close(void)
{
    pthread_mutex_lock(&probe_lock);
    if (--users == 0 && pagemap >= 0) {
        close(pagemap);
        pagemap = -1;
    }
    pthread_mutex_unlock(&probe_lock);
}

bool df__os_counts_own_pages(void)
{
    return counts_faults;
}

size_t df__os_find_own_pages(const char *start, size_t bytes, size_t page_bytes, unsigned char *pages)
{
    return find(start, bytes, page_bytes, pages);
}
