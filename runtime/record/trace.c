/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a recording: `traces`, the entries of all traces one after the other, equal ones once; `firings`, whose
 * traces these are; `actors`, their names; `starts`, which entries each trace has; `memory`, how much there is of static
 * data and of other memory. */
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SPOOL = 1 << 16, NO_ROOM = 28 };

typedef struct known_trace {
    uint64_t first; /* entry of the file */
    uint64_t count;
    uint64_t hash[2];
} known_trace;

static const char *folder_name;
static int traces_file;
static FILE *firings_file;

/* The trace of the firing: what has gone to the file already, then what is here. */
static uint64_t spool[SPOOL];
static size_t spooled;
static uint64_t written;
static uint64_t hash[2];

static known_trace *traces;
static size_t traces_count;
static size_t traces_capacity;
static uint64_t *by_hash; /* numbers of traces, plus 1 */
static size_t by_hash_capacity;
static uint64_t file_entries;

/* What is said may go to a file of the same disk, for which the recording makes room. */
static void fail(const char *name)
{
    const char *why = strerror(errno);
    bool has_room = traces_file <= 0 || ftruncate(traces_file, 0) == 0;
    fprintf(stderr, "error: cannot write the recording%s: %s/%s: %s\n", has_room ? "" : " or drop it",
            folder_name, name, why);
    _exit(NO_ROOM);
}

static void *grown(void *memory, size_t count, size_t bytes)
{
    void *found = realloc(memory, count * bytes);
    if (found == NULL)
        fail("traces");
    return found;
}

static FILE *opened(const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder_name, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        fail(name);
    return file;
}

void df__record_traces_open(const char *folder)
{
    folder_name = folder;
    char path[4096];
    snprintf(path, sizeof path, "%s/traces", folder);
    traces_file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (traces_file < 0)
        fail("traces");
    firings_file = opened("firings");
    by_hash_capacity = 1 << 12;
    by_hash = calloc(by_hash_capacity, sizeof *by_hash);
    if (by_hash == NULL)
        fail("traces");
}

static void flush_spool(void)
{
    const char *from = (const char *)spool;
    size_t bytes = spooled * sizeof *spool;
    while (bytes > 0) {
        ssize_t done = write(traces_file, from, bytes);
        if (done < 0 && errno != EINTR)
            fail("traces");
        if (done > 0) {
            from += done;
            bytes -= (size_t)done;
        }
    }
    written += spooled;
    spooled = 0;
}

void df__record_entry(uint64_t entry)
{
    hash[0] = (hash[0] ^ entry) * 0x9e3779b97f4a7c15u;
    hash[1] = (hash[1] << 23 | hash[1] >> 41) + (entry ^ hash[0] >> 29);
    spool[spooled++] = entry;
    if (spooled == SPOOL)
        flush_spool();
}

static uint64_t *place_by_hash(const known_trace *wanted)
{
    size_t slot = (size_t)wanted->hash[0] & (by_hash_capacity - 1);
    for (; by_hash[slot] != 0; slot = (slot + 1) & (by_hash_capacity - 1)) {
        const known_trace *each = &traces[by_hash[slot] - 1];
        if (each->count == wanted->count && memcmp(each->hash, wanted->hash, sizeof hash) == 0)
            break;
    }
    return &by_hash[slot];
}

static void add(const known_trace *trace)
{
    if (traces_count == traces_capacity) {
        traces_capacity = traces_capacity == 0 ? 1024 : 2 * traces_capacity;
        traces = grown(traces, traces_capacity, sizeof *traces);
    }
    traces[traces_count++] = *trace;
    *place_by_hash(trace) = traces_count;
    if (2 * traces_count < by_hash_capacity)
        return;
    by_hash_capacity *= 2;
    by_hash = grown(by_hash, by_hash_capacity, sizeof *by_hash);
    memset(by_hash, 0, by_hash_capacity * sizeof *by_hash);
    for (size_t i = 0; i < traces_count; i++)
        *place_by_hash(&traces[i]) = i + 1;
}

uint64_t df__record_trace_end(void)
{
    known_trace trace = {.first = file_entries, .count = written + spooled, .hash = {hash[0], hash[1]}};
    uint64_t found = *place_by_hash(&trace);
    if (found != 0) {
        if (written > 0 && lseek(traces_file, (off_t)(file_entries * sizeof *spool), SEEK_SET) < 0)
            fail("traces");
    } else {
        flush_spool();
        file_entries += trace.count;
        add(&trace);
        found = traces_count;
    }
    spooled = 0;
    written = 0;
    memset(hash, 0, sizeof hash);
    return found - 1;
}

void df__record_index(const record_firing *firing)
{
    if (fwrite(firing, sizeof *firing, 1, firings_file) != 1)
        fail("firings");
}

void df__record_traces_close(const char *const *actors, size_t count)
{
    FILE *starts = opened("starts");
    for (size_t i = 0; i < traces_count; i++)
        if (fwrite(&traces[i].first, 2 * sizeof traces[i].first, 1, starts) != 1)
            fail("starts");
    FILE *names = opened("actors");
    for (size_t i = 0; i < count; i++)
        if (fprintf(names, "%s\n", actors[i]) < 0)
            fail("actors");
    FILE *memory = opened("memory");
    if (fprintf(memory, "%zu %zu\n", df__record_static_bytes(),
                df__record_other_pages() * RECORD_PAGE_BYTES) < 0 ||
        fclose(memory) != 0)
        fail("memory");
    if (ftruncate(traces_file, (off_t)(file_entries * sizeof *spool)) != 0 || close(traces_file) != 0)
        fail("traces");
    if (fclose(firings_file) != 0 || fclose(starts) != 0 || fclose(names) != 0)
        fail("firings");
}
