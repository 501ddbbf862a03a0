/* SPDX-License-Identifier: Apache-2.0 */
/* A program that tells how functions of actors move bytes that they do not look at; dfgen writes the table of them. Its
 * command line is a NUMBER. It prints a line for each stretch of bytes, in the order of the copies,
 *
 *   OUTPUT FIRST-BYTE INPUT FIRST-BYTE BYTES
 *
 * and then "all", where that is all that a firing does: nobody may read or write the windows, so it has called nothing
 * but memcpy and memmove there, which do not copy here. What it has copied then cannot depend on what it reads. They
 * come to it as the linker wraps them.
 */
#include "trial.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOVES_MAX = 4096 };

/* `from` and `to`: numbers of windows. */
typedef struct {
    int from, to;
    size_t from_byte, to_byte, bytes;
} move;

static const df_trial *watched;
static char **windows;
static move moves[MOVES_MAX];
static int count;

void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__real_memmove(void *to, const void *from, size_t bytes);
void *__wrap_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memmove(void *to, const void *from, size_t bytes);

/* It does more than to move bytes, or moves them in too many stretches. */
static void give_up(void)
{
    _exit(0);
}

static void give_up_at_access(int signal)
{
    (void)signal;
    give_up();
}

/* The window that has these bytes, and where they begin in it; -1: they are elsewhere. */
static int window_of(const char *start, size_t bytes, size_t *first)
{
    for (int i = 0; i < watched->windows; i++) {
        if (start < windows[i] || start >= windows[i] + watched->sizes[i])
            continue;
        *first = (size_t)(start - windows[i]);
        if (bytes > watched->sizes[i] - *first)
            give_up();
        return i;
    }
    return -1;
}

static void add(move next)
{
    move *last = &moves[count - 1];
    if (count > 0 && last->from == next.from && last->to == next.to &&
        last->from_byte + last->bytes == next.from_byte && last->to_byte + last->bytes == next.to_byte) {
        last->bytes += next.bytes;
        return;
    }
    if (count == MOVES_MAX)
        give_up();
    moves[count++] = next;
}

/* Whether the copy is one of windows. */
static bool is_noted(const void *to, const void *from, size_t bytes)
{
    move next = {.bytes = bytes};
    if (watched == NULL)
        return false;
    if (bytes == 0)
        return true;
    next.from = window_of(from, bytes, &next.from_byte);
    next.to = window_of(to, bytes, &next.to_byte);
    if (next.from < 0 && next.to < 0)
        return false;
    if (next.from < 0 || next.from >= watched->inputs || next.to < watched->inputs)
        give_up();
    add(next);
    return true;
}

void *__wrap_memcpy(void *to, const void *from, size_t bytes)
{
    return is_noted(to, from, bytes) ? to : __real_memcpy(to, from, bytes);
}

void *__wrap_memmove(void *to, const void *from, size_t bytes)
{
    return is_noted(to, from, bytes) ? to : __real_memmove(to, from, bytes);
}

int main(int words, char **word)
{
    if (words != 2)
        return 2;
    const df_trial *trial = &df_trials[atoi(word[1])];
    windows = calloc((size_t)trial->windows + 1, sizeof *windows);
    for (int i = 0; i < trial->windows; i++) {
        /* One byte more, as there is no mapping of none. */
        void *window =
            mmap(NULL, trial->sizes[i] + 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (windows == NULL || window == MAP_FAILED)
            return 1;
        windows[i] = window;
    }
    df_trial_limit_time();
    signal(SIGSEGV, give_up_at_access);
    signal(SIGBUS, give_up_at_access);
    watched = trial;
    trial->call(windows);
    watched = NULL;
    for (int i = 0; i < count; i++)
        printf("%d %zu %d %zu %zu\n", moves[i].to - trial->inputs, moves[i].to_byte, moves[i].from,
               moves[i].from_byte, moves[i].bytes);
    puts("all");
    return 0;
}
