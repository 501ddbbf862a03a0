/* SPDX-License-Identifier: Apache-2.0 */
/* The environment variables of programs: all that there are, in one table, and what may stand there. An empty one is
 * as good as none. DFGEN_TRANSFER has a grammar of its own (channel.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"
#include "df/parts.h"

static const struct {
    const char *name;
    const char *words; /* one of them, each between spaces; or null for a whole number */
    const char *meaning;
} variables[] = {
    {"DFGEN_PIN", " 0 1 ", "0 lets the system move cores from CPU to CPU, 1 keeps each on its own"},
    {"DFGEN_NUMA", " 0 1 ", "1 puts the pages of a core into the memory next to it, 0 does not"},
    {"DFGEN_SPIN_NS", NULL, "for how many nanoseconds a core looks at a counter before it sleeps"},
    {"DFGEN_PACE", " 0 1 ", "0 lets actors with a period fire as soon as they can"},
    {"DFGEN_MEASURE", " 0 1 ", "1 measures how much of their windows readers write"},
    {"DFGEN_PAGE_SCAN", " scan read none ", "how written pages of views are found"},
    {"DFGEN_ENGINE_PLACES", NULL, "how many copies may wait for an engine"},
    {"DFGEN_ENGINE_RESTS", " 0 1 ", "0 gives an engine all copies, 1 none for a while where that loses time"},
    {"DFGEN_ENGINE_TIMEOUT", NULL, "after how many milliseconds without an answer an engine is given up"},
};

const char *df__environment(const char *name)
{
    const char *value = getenv(name);
    return value == NULL || value[0] == '\0' ? NULL : value;
}

uint64_t df__environment_number(const char *name, uint64_t otherwise)
{
    const char *value = df__environment(name);
    uint64_t number = otherwise;
    return value != NULL && df__number_read(value, UINT64_MAX, &number) ? number : otherwise;
}

static bool is_word_of(const char *words, const char *value)
{
    size_t length = strlen(value);
    for (const char *at = strstr(words, value); at != NULL; at = strstr(at + 1, value))
        if (at > words && at[-1] == ' ' && at[length] == ' ')
            return strchr(value, ' ') == NULL;
    return false;
}

static void complain(const char *name, const char *value, const char *words, const char *meaning)
{
    fprintf(stderr, "error: %s='%s' is not ", name, value);
    if (words == NULL)
        fputs("a whole number", stderr);
    else
        fprintf(stderr, "one of%.*s", (int)strlen(words) - 1, words);
    fprintf(stderr, ": it says %s\n", meaning);
}

void df__environment_print(void)
{
    puts("\nEnvironment:");
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        printf("  %-20s  %s\n", variables[i].name, variables[i].meaning);
    if (&df__channels != NULL)
        printf("  %-20s  %s\n", "DFGEN_TRANSFER",
               "'FIFO=STRATEGY;...', chosen among those that the graph was compiled with");
}

bool df__environment_check(void)
{
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = df__environment(variables[i].name), *words = variables[i].words;
        uint64_t number;
        if (value == NULL ||
            (words == NULL ? df__number_read(value, UINT64_MAX, &number) : is_word_of(words, value)))
            continue;
        complain(variables[i].name, value, words, variables[i].meaning);
        return false;
    }
    return true;
}
