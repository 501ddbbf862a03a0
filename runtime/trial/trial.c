/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "trial.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    WORDS = 8,    /* of a comparison */
    RANDOM = 256, /* from here on, fillings are the seeds of random bytes; below, they are the byte itself */
    DRAWN_BYTES = 19 << 16, /* whole pages, whatever their size */
    /* Of the ranges that differ: what they are made of, what may lie between two, and how many are told apart. */
    BLOCK_BYTES = 64,
    GAP_BYTES_MAX = 256,
    RANGES_MAX = 8,
};

typedef struct {
    unsigned filling;
    int poison, again, over, under, tolerated, margin;
    const char *given;
} comparison;

static comparison read_comparison(char **words)
{
    int value[WORDS - 1];
    for (int i = 0; i < WORDS - 1; i++)
        value[i] = atoi(words[i]);
    return (comparison){(unsigned)value[0], value[1], value[2], value[3],
                        value[4],           value[5], value[6], words[WORDS - 1]};
}

/* The bytes of a filling. Large windows show them again and again, after a distance that no code has, which takes them
 * no memory, if there is a `file` of them. All inputs begin alike. */
static struct {
    unsigned filling;
    int file;
    char *bytes;
} drawn = {.file = -1};

static void draw_bytes(unsigned filling, char *bytes, size_t count)
{
    unsigned long long word = filling * 0x9E3779B97F4A7C15ULL;
    if (filling < RANDOM) {
        memset(bytes, (int)filling, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        bytes[i] = (char)(word >> 24);
    }
}

static size_t largest_input(const df_trial *trial)
{
    size_t most = 0;
    for (int i = 0; i < trial->inputs; i++)
        most = trial->sizes[i] > most ? trial->sizes[i] : most;
    return most;
}

/* What windows show of an earlier filling stays. */
static void draw(unsigned filling, const df_trial *trial)
{
    static char own[DRAWN_BYTES];
    size_t most = largest_input(trial);
    if (drawn.bytes != NULL && drawn.filling == filling)
        return;
    if (drawn.file >= 0) {
        munmap(drawn.bytes, DRAWN_BYTES);
        close(drawn.file);
    }
    drawn.filling = filling;
    drawn.bytes = own;
    drawn.file = most > DRAWN_BYTES ? memfd_create("filling", MFD_CLOEXEC) : -1;
    if (drawn.file >= 0) {
        char *shown = MAP_FAILED;
        if (ftruncate(drawn.file, DRAWN_BYTES) == 0)
            shown = mmap(NULL, DRAWN_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, drawn.file, 0);
        if (shown != MAP_FAILED) {
            drawn.bytes = shown;
        } else {
            close(drawn.file);
            drawn.file = -1;
        }
    }
    draw_bytes(filling, drawn.bytes, most < DRAWN_BYTES ? most : DRAWN_BYTES);
}

/* `window` begins with a page, and shares none with another one. */
static void repeat(char *window, size_t size)
{
    for (size_t i = 0; i < size; i += DRAWN_BYTES) {
        size_t left = size - i < DRAWN_BYTES ? size - i : DRAWN_BYTES;
        void *shown = MAP_FAILED;
        if (size > DRAWN_BYTES && drawn.file >= 0)
            shown = mmap(window + i, left, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, drawn.file, 0);
        if (shown == MAP_FAILED)
            memcpy(window + i, drawn.bytes, left);
    }
}

/* What lies before and behind a window, which begins with a page: a page of this system. */
static size_t margin_bytes;

static void surround(char *window, size_t size, int margin)
{
    memset(window - margin_bytes, margin, margin_bytes);
    memset(window + size, margin, margin_bytes);
}

/* "0=0a00,3=ff": the bytes of these inputs, as far as they are said. */
static void give(const df_trial *trial, char **window, const char *given)
{
    while (*given >= '0' && *given <= '9') {
        char *at;
        long input = strtol(given, &at, 10);
        unsigned byte;
        at++;
        for (size_t i = 0; input < trial->inputs && i < trial->sizes[input] && sscanf(at, "%2x", &byte) == 1;
             i++) {
            window[input][i] = (char)byte;
            at += 2;
        }
        given = *at == ',' ? at + 1 : at;
    }
}

static bool is_given(int input, const char *given)
{
    while (*given >= '0' && *given <= '9') {
        char *at;
        if (strtol(given, &at, 10) == input)
            return true;
        at += strcspn(at, ",");
        given = *at == ',' ? at + 1 : at;
    }
    return false;
}

/* The inputs as they are before each firing with this filling. To fill them takes as long as many functions take, so it is
 * done again only if somebody has written there or beside them, which nobody may: who does makes them `is_changed`. */
static struct {
    const df_trial *trial;
    char **window;
    unsigned filling;
    int margin;
    const char *given;
    volatile bool is_changed;
} filled = {.is_changed = true};

static void allow(int access)
{
    for (int i = 0; i < filled.trial->inputs; i++) {
        size_t pages = (filled.trial->sizes[i] + margin_bytes - 1) / margin_bytes;
        mprotect(filled.window[i] - margin_bytes, (pages + 2) * margin_bytes, access);
    }
}

static void go_on_if_input(int number, siginfo_t *info, void *context)
{
    const char *at = info->si_addr;
    (void)context;
    for (int i = 0; !filled.is_changed && i < filled.trial->inputs; i++) {
        const char *window = filled.window[i];
        if (at >= window - margin_bytes && at < window + filled.trial->sizes[i] + 2 * margin_bytes) {
            filled.is_changed = true;
            allow(PROT_READ | PROT_WRITE);
            return;
        }
    }
    signal(number, SIG_DFL); /* it comes again, and ends the program */
}

static void catch_writers(const df_trial *trial, char **window)
{
    struct sigaction action = {.sa_sigaction = go_on_if_input, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, NULL);
    filled.trial = trial;
    filled.window = window;
}

static void fill_inputs(const comparison *of, int margin)
{
    const df_trial *trial = filled.trial;
    bool is_filled = !filled.is_changed && filled.filling == of->filling;
    bool is_same = is_filled && strcmp(filled.given, of->given) == 0;
    if (is_same && filled.margin == margin)
        return;
    if (!filled.is_changed)
        allow(PROT_READ | PROT_WRITE);
    draw(of->filling, trial);
    for (int i = 0; i < trial->inputs; i++) {
        if (!is_same && (!is_filled || is_given(i, filled.given)))
            repeat(filled.window[i], trial->sizes[i]);
        surround(filled.window[i], trial->sizes[i], margin);
    }
    if (!is_same)
        give(trial, filled.window, of->given);
    filled.filling = of->filling;
    filled.given = of->given;
    filled.margin = margin;
    allow(PROT_READ);
    filled.is_changed = false;
}

static void fill_outputs(const df_trial *trial, char **window, int poison, int margin)
{
    for (int i = trial->inputs; i < trial->windows; i++) {
        surround(window[i], trial->sizes[i], margin);
        memset(window[i], poison, trial->sizes[i]);
    }
}

static bool differs(const char *one, const char *other, size_t size, int tolerated)
{
    if (memcmp(one, other, size) == 0)
        return false;
    for (size_t i = 0; i < size; i++)
        if (one[i] != other[i] && (tolerated < 0 || (unsigned char)one[i] != tolerated))
            return true;
    return false;
}

/* "64-128,512-576", in bytes, or "-". */
static void tell_differing(const char *one, const char *other, size_t size, int tolerated)
{
    size_t start = 0, end = 0;
    for (size_t at = 0, told = 1; at < size; at += BLOCK_BYTES) {
        size_t bytes = size - at < BLOCK_BYTES ? size - at : BLOCK_BYTES;
        if (!differs(one + at, other + at, bytes, tolerated))
            continue;
        if (end == 0) {
            start = at;
        } else if (at - end > GAP_BYTES_MAX && told < RANGES_MAX) {
            printf("%zu-%zu,", start, end);
            start = at;
            told++;
        }
        end = at + bytes;
    }
    if (end == 0)
        putchar('-');
    else
        printf("%zu-%zu", start, end);
}

/* `first`: the outputs of the first firing, `is_known` from the comparison before. */
static int compare(const df_trial *trial, char **window, comparison of, char **first, bool is_known)
{
    if (!is_known) {
        fill_inputs(&of, 0);
        fill_outputs(trial, first, of.poison, 0);
        trial->call(first);
    }
    char *laid[trial->windows + 1];
    memcpy(laid, window, sizeof laid);
    fill_inputs(&of, of.margin);
    fill_outputs(trial, window, of.again, of.margin);
    if (of.over >= 0)
        laid[of.over] = window[of.under];
    trial->call(laid);
    for (int i = trial->inputs; i < trial->windows; i++) {
        tell_differing(first[i], laid[i], trial->sizes[i], of.tolerated);
        putchar(' ');
    }
    putchar('\n');
    return fflush(stdout);
}

/* NULL if there is no memory for it. */
static char *new_window(size_t size)
{
    size_t pages = (size + margin_bytes - 1) / margin_bytes + 2;
    char *start =
        mmap(NULL, pages * margin_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    /* In large pages, where there are any: to get small ones takes as long as to fill them. */
    madvise(start, pages * margin_bytes, MADV_HUGEPAGE);
    return start + margin_bytes;
}

/* What the window has to hold: also the outputs that are laid over it. */
static size_t room_of(const df_trial *trial, int number, int count, char **words)
{
    size_t room = trial->sizes[number];
    for (int i = 0; i + WORDS <= count; i += WORDS) {
        comparison of = read_comparison(words + i);
        if (of.over >= 0 && of.under == number && trial->sizes[of.over] > room)
            room = trial->sizes[of.over];
    }
    return room;
}

/* A filling makes floats that are near the smallest, and of these functions make smaller ones, for which x86 processors
 * take a hundred times as long. Here they become zero, in both firings that are compared. */
static void flush_small_floats(void)
{
#if defined(__SSE2__)
    enum { SMALL_RESULTS = 0x8000, SMALL_OPERANDS = 0x40 };
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | SMALL_RESULTS | SMALL_OPERANDS);
#endif
}

static int compare_all(const df_trial *trial, char **window, int count, char **words)
{
    flush_small_floats();
    char *first[trial->windows + 1];
    memcpy(first, window, sizeof first);
    for (int i = trial->inputs; i < trial->windows; i++)
        if ((first[i] = new_window(trial->sizes[i])) == NULL)
            return 1;
    catch_writers(trial, window);
    comparison before = {.given = ""};
    for (int i = 0; i + WORDS <= count; i += WORDS) {
        comparison of = read_comparison(words + i);
        df_trial_limit_time();
        if (compare(trial, window, of, first,
                    i > 0 && of.filling == before.filling && of.poison == before.poison &&
                        strcmp(of.given, before.given) == 0))
            return 1;
        before = of;
    }
    return 0;
}

static int show(const df_trial *trial, char **window, int poison)
{
    for (int i = 0; i < trial->windows; i++) {
        memset(window[i], poison, trial->sizes[i]);
        if (i < trial->inputs && fread(window[i], 1, trial->sizes[i], stdin) != trial->sizes[i])
            return 1;
    }
    trial->call(window);
    for (int i = 0; i < trial->windows; i++)
        if (fwrite(window[i], 1, trial->sizes[i], stdout) != trial->sizes[i])
            return 1;
    return fflush(stdout);
}

int main(int count, char **words)
{
    if (count < 3)
        return 2;
    const df_trial *trial = &df_trials[atoi(words[1])];
    char **window = calloc((size_t)trial->windows + 1, sizeof *window);
    margin_bytes = (size_t)sysconf(_SC_PAGESIZE);
    df_trial_limit_time();
    for (int i = 0; i < trial->windows; i++) {
        size_t room = room_of(trial, i, count - 2, words + 2);
        if (window == NULL || (window[i] = new_window(room)) == NULL)
            return 1;
    }
    if (count == 3)
        return show(trial, window, atoi(words[2]));
    return compare_all(trial, window, count - 2, words + 2);
}
