/* SPDX-License-Identifier: Apache-2.0 */
/* The life of files: opened in the init functions of their actors, ended when all is over. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/file_state.h"
#include "df/parts.h"
#include "df/sanitizers.h"

#define NOBODY "/dev/null"

static df__file *take_file(uint64_t block_bytes, int scheme, int flags)
{
    const df_actor *actor = df__self->core.actor;
    df__file *file = calloc(1, sizeof *file);
    if (file == NULL)
        df_fail("there is no memory for a file");
    file->actor = actor;
    file->block_bytes = block_bytes;
    file->scheme = scheme;
    file->flags = flags;
    file->iteration = UINT64_MAX;
    file->name = df_option(actor->name);
    return file;
}

static bool has_name(const df__file *file)
{
    return file->name != NULL && file->name[0] != '\0';
}

_Noreturn static void ask_for_name(df__file *file, const char *standard)
{
    const char *name = file->actor->name, *nearest = file->name == NULL ? df__options_nearest(name) : NULL;
    free(file);
    if (nearest != NULL)
        df_fail("no file is named: say %s=FILE behind --, and not %s", name, nearest);
    df_fail("no file is named: say %s=FILE behind --, or %s=- for the standard %s", name, name, standard);
}

static void enlist(df__file *file, df_file *state)
{
    file->next = df__run()->files;
    df__run()->files = file;
    state->opened = file;
}

static void warn_of_cache(df__file *file, const char *why)
{
    if (!atomic_exchange(&file->has_told, true) && !df__run()->arguments.quiet)
        fprintf(stderr, "warning: actor '%s' (%s): %s: the page cache is used: %s\n", file->actor->name,
                file->actor->place, file->name, why);
}

void df__file_look_at_cache(df__file *file)
{
    if (file->open.has_direct && atomic_load(&file->open.refuses))
        warn_of_cache(file, "windows or places in the file are not aligned, or the file system wants it");
}

static void go_past_cache(df__file *file)
{
    if ((file->flags & DF_FILE_PAST_CACHE) == 0)
        return;
    if (file->open.is_stream) {
        warn_of_cache(file, "it is a stream or a device");
        return;
    }
    char why[128];
    int error = df__os_past_cache(&file->open, !file->is_source);
    if (error != 0) {
        snprintf(why, sizeof why, "the file system refuses to go past it (%s)", strerror(error));
        warn_of_cache(file, why);
    } else if (file->block_bytes % file->open.align != 0) {
        snprintf(why, sizeof why, "blocks of %" PRIu64 " bytes are not a multiple of %u", file->block_bytes,
                 (unsigned)file->open.align);
        atomic_store(&file->open.refuses, true);
        warn_of_cache(file, why);
    }
}

/* A stream has no positions that blocks could be moved from in any order. */
static void prepare(df__file *file)
{
    file->whole_bytes = UINT64_MAX;
    go_past_cache(file);
    if (file->scheme == DF_FILE_SIGNALLED && file->open.is_stream)
        df__streams.join(file);
    else if (file->scheme == DF_FILE_SIGNALLED)
        df__file_engine.join(file);
}

/* It is the part that cannot be opened, where a sink has one: its name may be in a folder that nobody may write to. */
_Noreturn static void refuse(df__file *file, int error)
{
    const char *name = file->name;
    bool has_part = file->part != NULL;
    char part[4096];
    snprintf(part, sizeof part, "%s", has_part ? file->part : "");
    free(file->target);
    free(file->part);
    free(file);
    if (error == EBUSY)
        df_fail("%s: another program is writing this file; wait for its end, or name another file", name);
    if (has_part)
        df_fail("%s: it is written to %s first, which cannot be opened: %s", name, part, strerror(error));
    df_fail("%s: it cannot be opened: %s", name, strerror(error));
}

/* Launchers give their own to the first process alone; the others would find an empty one. */
_Noreturn static void refuse_standard_input(df__file *file)
{
    free(file);
    df_fail("-: node '%s' has no standard input, which is the first node's: pin this actor by @node(0)",
            df__network.node_name());
}

/* Two would each get some of its bytes, and which ones would be chance. Of a file that stands behind it all get all. */
static void refuse_second_standard(df__file *file, const char *does)
{
    for (const df__file *other = df__run()->files; other != NULL; other = other->next) {
        bool is_same_way = other->is_source == file->is_source && strcmp(other->name, "-") == 0;
        if (!is_same_way || strcmp(file->name, "-") != 0 || (file->is_source && !file->open.is_stream))
            continue;
        free(file);
        df_fail("-: actor '%s' %s, too: name a file for one of them", other->actor->name, does);
    }
}

static df__file *open_source(df_file *state, uint64_t block_bytes, int scheme, int flags, uint64_t slot_bytes)
{
    df__file *file = take_file(block_bytes, scheme, flags);
    file->slot_bytes = slot_bytes;
    if (!has_name(file))
        ask_for_name(file, "input");
    if (strcmp(file->name, "-") == 0 && &df__network != NULL && df__network.node() != 0)
        refuse_standard_input(file);
    int error = df__os_source_open(file->name, &file->open);
    if (error != 0)
        refuse(file, error);
    file->is_source = true;
    refuse_second_standard(file, "reads the standard input");
    enlist(file, state);
    uint64_t began_ns = df__os_now_ns();
    df__file_get_ahead(file);
    file->ahead_ns = df__os_now_ns() - began_ns;
    prepare(file);
    return file;
}

void df_file_open_source(df_file *state, uint64_t block_bytes, int scheme, int flags)
{
    open_source(state, block_bytes, scheme, flags, 0);
}

void df_file_open_views(df_file *state, uint64_t block_bytes, int scheme, int flags, uint64_t slots,
                        uint64_t slot_bytes)
{
    df__file_give_views(open_source(state, block_bytes, scheme, flags, slot_bytes), state, slots);
}

/* Iterations that the sources which are open have bytes for; UINT64_MAX if that is not known. */
static uint64_t iterations_known(void)
{
    uint64_t known = df__run()->end_asked;
    for (const df__file *file = df__run()->files; file != NULL; file = file->next) {
        uint64_t bytes = file->block_bytes * file->actor->firings;
        bool has_more = file->open.bytes % bytes != 0 || (file->flags & DF_FILE_ENDS_SHORT) != 0;
        uint64_t own = file->open.bytes / bytes + has_more;
        if (file->is_source && !file->open.is_stream && own < known)
            known = own;
    }
    return known;
}

/* Room for all that will come, so that it lies side by side. A disk that is too small is told when it is full. */
static void allocate(const df__file *file)
{
    uint64_t bytes;
    if (file->part != NULL &&
        !__builtin_mul_overflow(iterations_known(), file->block_bytes * file->actor->firings, &bytes) &&
        bytes > 0 && bytes <= INT64_MAX)
        df__os_part_allocate(file->open.file, bytes);
}

static bool is_same(const char *one, const char *other)
{
    return one != NULL && other != NULL && strcmp(one, other) == 0;
}

/* Before the part is made, in place of which there may be a file of the user's. */
static void refuse_second_sink(df__file *file)
{
    for (const df__file *other = df__run()->files; other != NULL; other = other->next) {
        bool has_target = is_same(other->target, file->target);
        if (!has_target && !is_same(other->part, file->target) && !is_same(other->target, file->part))
            continue;
        const char *name = file->name;
        free(file->target);
        free(file->part);
        free(file);
        if (has_target)
            df_fail("%s: actor '%s' writes this file, too", name, other->actor->name);
        df_fail("%s: actor '%s' writes %s, and one is written under the name of the other first; "
                "name another file",
                name, other->actor->name, other->name);
    }
}

/* A pipe that nobody reads yet is waited for. A signal ends that: the program runs nothing then, and nobody ever reads. */
static int open_when_read(df__file *file)
{
    const char *name = file->name;
    int error = df__os_sink_find(name, &file->target, &file->part);
    refuse_second_sink(file);
    if (error != 0)
        return error;
    do {
        error = df__os_sink_open(name, file->part, &file->open);
        if (error == EAGAIN && atomic_load(&df__run()->signal) != 0)
            name = NOBODY;
    } while (error == EAGAIN && !atomic_load(&df__run()->failed));
    return error;
}

void df_file_open_sink(df_file *state, uint64_t block_bytes, int scheme, int flags)
{
    df__file *file = take_file(block_bytes, scheme, flags);
    if (!has_name(file))
        ask_for_name(file, "output");
    refuse_second_standard(file, "writes to the standard output");
    int error = open_when_read(file);
    if (error != 0)
        refuse(file, error);
    allocate(file);
    enlist(file, state);
    prepare(file);
}

void df__file_fail(const df__file *file, const char *what, int error)
{
    df_fail("%s: it cannot be %s at byte %" PRIu64 ": %s", file->name, what, file->position, strerror(error));
}

void df__file_failed(const df__file *file, const char *what, int error)
{
    fprintf(stderr, "error: actor '%s' (%s): %s: it cannot be %s after %" PRIu64 " bytes: %s\n",
            file->actor->name, file->actor->place, file->name, what, file->position, strerror(error));
    df__abort();
}

bool df__file_breaks(df__file *file)
{
    df__abort();
    return !atomic_exchange(&file->is_broken, true);
}

void df__file_broke(df__file *file, uint64_t offset, const char *what, int error)
{
    if (df__file_breaks(file))
        fprintf(stderr,
                "error: actor '%s' (%s), block %" PRIu64 ": %s: it cannot be %s at byte %" PRIu64 ": %s\n",
                file->actor->name, file->actor->place, offset / file->block_bytes, file->name, what, offset,
                strerror(error));
}

/* --- the end ---------------------------------------- */

static void settle(df__file *file)
{
    if (!file->is_source && file->scheme == DF_FILE_STAGED && !atomic_load(&df__run()->failed))
        df__file_write_staged(file);
    df__file_leave_behind(file);
    uint64_t bytes = file->whole_bytes < file->position ? file->whole_bytes : file->position;
    int error = file->part != NULL ? df__os_part_cut(file->open.file, bytes) : 0;
    if (error != 0) /* also the room behind the end is not given back then */
        df__file_failed(file, "cut to its length", error);
    error = !file->is_source && (file->flags & DF_FILE_DURABLE) != 0 ? df__os_sync(file->open.file) : 0;
    if (error != 0)
        df__file_failed(file, "synchronised", error);
    if (file->open.has_direct)
        df__os_close(file->open.direct);
    error = file->open.is_owned ? df__os_close(file->open.file) : 0;
    if (error != 0 && !file->is_source)
        df__file_failed(file, "closed", error);
}

/* What blocks behind a failed one have left is none of what comes first. */
static void keep_part(const df__file *file)
{
    uint64_t whole = file->whole_bytes, bytes = file->position < whole ? file->position : whole;
    if (bytes == 0)
        df__os_part_remove(file->part);
    else
        fprintf(stderr, "note: %s is as it was; what was written, %" PRIu64 " bytes, is in %s\n",
                file->target, bytes, file->part);
}

static void name_part(const df__file *file)
{
    int not_durable;
    int error =
        df__os_part_rename(file->part, file->target, (file->flags & DF_FILE_DURABLE) != 0, &not_durable);
    if (error != 0)
        fprintf(stderr,
                "error: actor '%s' (%s): %s, which has what was written, cannot be renamed to %s: %s\n",
                file->actor->name, file->actor->place, file->part, file->target, strerror(error));
    else if (not_durable != 0)
        fprintf(stderr, "error: actor '%s' (%s): %s is in place, but may not survive a power cut: %s\n",
                file->actor->name, file->actor->place, file->target, strerror(not_durable));
    if (error != 0 || not_durable != 0)
        df__abort();
}

static void end_part(const df__file *file)
{
    if (atomic_load(&df__run()->failed))
        keep_part(file);
    else
        name_part(file);
    df__os_close(file->open.lock);
}

/* Bytes of a source behind the last iteration that counts, whoever has read them ahead. */
static uint64_t unused_bytes(const df__file *file)
{
    uint64_t used = atomic_load(&df__run()->shared.limits.end) * file->actor->firings * file->block_bytes;
    bool has_more = file->is_source && !file->open.is_stream && file->open.bytes > used;
    return has_more ? file->open.bytes - used : 0;
}

/* Where the end of one source has ended the program: what the others lose. */
static void note_unused(void)
{
    const df__file *ended = df__run()->files;
    while (ended != NULL && !(ended->has_no_more && unused_bytes(ended) == 0))
        ended = ended->next;
    if (ended == NULL || df__run()->arguments.quiet || atomic_load(&df__run()->failed))
        return;
    for (const df__file *file = df__run()->files; file != NULL; file = file->next) {
        if (unused_bytes(file) > 0)
            fprintf(stderr,
                    "note: the last %" PRIu64 " of %" PRIu64
                    " bytes of %s (actor '%s') are not used, as %s (actor '%s') ends earlier\n",
                    unused_bytes(file), file->open.bytes, file->name, file->actor->name, ended->name,
                    ended->actor->name);
    }
}

/* No part gets its name before all have proved to be whole. */
static void end_all(void)
{
    note_unused();
    for (df__file *file = df__run()->files; file != NULL; file = file->next)
        df__file_look_for_loss(file);
    for (df__file *file = df__run()->files; file != NULL; file = file->next) {
        uint64_t began_ns = df__os_now_ns();
        settle(file);
        file->behind_ns = df__os_now_ns() - began_ns;
    }
    for (df__file *file = df__run()->files; file != NULL; file = file->next)
        if (file->part != NULL)
            end_part(file);
}

static void report_file(FILE *report, const df__file *file)
{
    fputs("{\"actor\": ", report);
    df__write_text(report, file->actor->name);
    fprintf(report,
            ", \"blocks\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"ahead_ns\": %" PRIu64
            ", \"waited_ns\": %" PRIu64 ", \"behind_ns\": %" PRIu64 ", \"shown_bytes\": %" PRIu64
            ", \"past_cache\": %s}",
            file->block, file->position, file->ahead_ns, file->waited_ns, file->behind_ns, file->shown_bytes,
            file->open.has_direct && !atomic_load(&file->open.refuses) ? "true" : "false");
}

static void report_all(FILE *report)
{
    fputs(", \"files\": [", report);
    for (const df__file *file = df__run()->files; file != NULL; file = file->next) {
        fputs(file == df__run()->files ? "" : ", ", report);
        report_file(report, file);
    }
    fputc(']', report);
}

void df__file_describe(const df__file *file, uint64_t block, df__text *text)
{
    df__text_add(text, ": waits for block ");
    df__text_add_number(text, block);
    df__text_add(text, " of ");
    df__text_add(text, file->actor->name);
}

DF__UNWATCHED static bool describe(const df_actor *actor, df__text *text)
{
    const df__file *file = df__run()->files;
    while (file != NULL && file->actor != actor)
        file = file->next;
    if (file != NULL)
        df__file_describe(file, file->block, text);
    return file != NULL;
}

const df__file_hooks df__files = {
    .mend = df__file_mend, .end = end_all, .report = report_all, .describe = describe};
