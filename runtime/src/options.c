/* SPDX-License-Identifier: Apache-2.0 */
/* NAME=VALUE options: actors ask for them by name. What nobody asks for is told with the nearest name: at the start, if
 * the compiler has seen all names that are asked for, else at the end. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"
#include "df/live.h"

/* A name that an actor asked for; kept once. */
typedef struct df__asked_name {
    struct df__asked_name *next;
    char text[];
} df__asked_name;

bool df__number_read(const char *text, uint64_t most, uint64_t *number)
{
    bool is_hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = is_hexadecimal ? text + 2 : text;
    if (*digits == '\0' ||
        strspn(digits, is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789") != strlen(digits))
        return false;
    errno = 0;
    *number = strtoull(digits, NULL, is_hexadecimal ? 16 : 10);
    return errno == 0 && *number <= most;
}

static size_t name_length(const char *assignment)
{
    return (size_t)(strchr(assignment, '=') - assignment);
}

static bool names(const char *assignment, const char *name)
{
    return strlen(name) == name_length(assignment) && strncmp(assignment, name, strlen(name)) == 0;
}

static void remember(const char *name)
{
    df__asked_name **end = &df__run()->asked_names;
    for (; *end != NULL; end = &(*end)->next)
        if (strcmp((*end)->text, name) == 0)
            return;
    size_t bytes = strlen(name) + 1;
    df__asked_name *asked = calloc(1, sizeof *asked + bytes);
    if (asked == NULL)
        return; /* the warning at the end then knows one name less */
    df_copy_disjoint(asked->text, name, bytes);
    *end = asked;
}

const char *df_option(const char *name)
{
    if (df__run() == NULL)
        return NULL; /* a thread that an actor of a library started */
    pthread_mutex_lock(&df__run()->asked_lock);
    remember(name);
    pthread_mutex_unlock(&df__run()->asked_lock);
    const df__arguments *arguments = &df__run()->arguments;
    for (int i = arguments->assignments_count - 1; i >= 0; i--) /* the last one given counts */
        if (names(arguments->assignments[i], name))
            return arguments->assignments[i] + name_length(arguments->assignments[i]) + 1;
    return NULL;
}

enum { COMPARED_LENGTH_MAX = 63 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters must be changed, added or left out to turn one name into the other; long names are cut. */
static size_t edits_between(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t row[COMPARED_LENGTH_MAX + 1];
    a_length = least(a_length, COMPARED_LENGTH_MAX);
    b_length = least(b_length, COMPARED_LENGTH_MAX);
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t above = row[j];
            size_t changed = diagonal + (a[i - 1] != b[j - 1]);
            row[j] = least(changed, least(above, row[j - 1]) + 1);
            diagonal = above;
        }
    }
    return row[b_length];
}

/* Farther names are no help. */
static size_t edits_most(size_t length)
{
    return length < 3 ? 1 : length / 3 + 1;
}

static const char *nearest_asked(const char *assignment)
{
    size_t length = name_length(assignment);
    size_t fewest = 1 + edits_most(length);
    const char *nearest = NULL;
    for (const df__asked_name *asked = df__run()->asked_names; asked != NULL; asked = asked->next) {
        size_t edits = edits_between(assignment, length, asked->text, strlen(asked->text));
        if (edits < fewest) {
            fewest = edits;
            nearest = asked->text;
        }
    }
    return nearest;
}

static bool was_asked(const char *assignment)
{
    for (const df__asked_name *asked = df__run()->asked_names; asked != NULL; asked = asked->next)
        if (names(assignment, asked->text))
            return true;
    return false;
}

const char *df__options_nearest(const char *name)
{
    size_t fewest = 1 + edits_most(strlen(name));
    const char *nearest = NULL;
    pthread_mutex_lock(&df__run()->asked_lock);
    for (int i = 0; i < df__run()->arguments.assignments_count; i++) {
        const char *assignment = df__run()->arguments.assignments[i];
        size_t edits = edits_between(assignment, name_length(assignment), name, strlen(name));
        if (edits < fewest && !was_asked(assignment)) {
            fewest = edits;
            nearest = assignment;
        }
    }
    pthread_mutex_unlock(&df__run()->asked_lock);
    return nearest;
}

enum { LISTED_SIZE = 256 };

/* All names that are asked for, for whom none of them is near; those that have no room are left out. */
static void list_asked(char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (const df__asked_name *asked = df__run()->asked_names; asked != NULL; asked = asked->next) {
        const char *lead = length == 0 ? "; they ask for " : ", ";
        if (length + strlen(lead) + strlen(asked->text) + sizeof "'', ..." > size) {
            snprintf(text + length, size - length, ", ...");
            return;
        }
        length += (size_t)snprintf(text + length, size - length, "%s'%s'", lead, asked->text);
    }
}

static bool tell_unasked(void (*tell)(const char *format, ...), const char *verb)
{
    bool found = false;
    for (int i = 0; i < df__run()->arguments.assignments_count; i++) {
        const char *assignment = df__run()->arguments.assignments[i];
        if (was_asked(assignment))
            continue;
        found = true;
        char listed[LISTED_SIZE] = "";
        const char *nearest = nearest_asked(assignment);
        bool is_near = nearest != NULL;
        if (!is_near)
            list_asked(listed, sizeof listed);
        tell("no actor %s for the option '%.*s'%s%s%s", verb, (int)name_length(assignment), assignment,
             is_near ? "; did you mean '" : listed, is_near ? nearest : "", is_near ? "'?" : "");
    }
    return found;
}

/* What will be asked for counts as asked, and so do live parameters. */
bool df__options_check(void)
{
    const df_live_table *live = df__run()->program->live;
    for (uint32_t i = 0; live != NULL && i < live->count; i++)
        remember(live->parameters[i].name);
    if (df__run()->program->options == NULL)
        return true;
    for (const char *const *name = df__run()->program->options; *name != NULL; name++)
        remember(*name);
    return !tell_unasked(df__tell_error, "asks");
}

void df__options_warn_unasked(void)
{
    pthread_mutex_lock(&df__run()->asked_lock);
    tell_unasked(df__tell_warning, "asked");
    pthread_mutex_unlock(&df__run()->asked_lock);
}

void df__options_forget(void)
{
    df__asked_name **first = &df__run()->asked_names;
    while (*first != NULL) {
        df__asked_name *gone = *first;
        *first = gone->next;
        free(gone);
    }
}
