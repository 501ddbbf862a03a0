/* SPDX-License-Identifier: Apache-2.0 */
#include "trial.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    MARGIN_BYTES = 4096,
    WORDS = 8,    /* of a comparison */
    RANDOM = 256, /* from here on, fillings are the seeds of random bytes; below, they are the byte itself */
    DRAWN_BYTES = 1048573,
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

/* To draw a byte takes many times as long as to copy one, so large windows repeat what is drawn, after a prime number: at
 * no distance that code has. All inputs begin alike. */
static void draw(unsigned seed, const df_trial *trial, char *drawn)
{
    unsigned long long word = seed * 0x9E3779B97F4A7C15ULL;
    size_t size = 0;
    for (int i = 0; i < trial->inputs; i++)
        size = trial->sizes[i] > size ? trial->sizes[i] : size;
    for (size_t i = 0; i < size && i < DRAWN_BYTES; i++) {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        drawn[i] = (char)(word >> 24);
    }
}

static void repeat(const char *drawn, char *window, size_t size)
{
    for (size_t i = 0; i < size; i += DRAWN_BYTES)
        memcpy(window + i, drawn, size - i < DRAWN_BYTES ? size - i : DRAWN_BYTES);
}

/* Of inputs and outputs as they are before a firing. `drawn`: instead of the filling, if not NULL. */
static void fill(const df_trial *trial, char **window, unsigned filling, const char *drawn, int poison,
                 int margin)
{
    for (int i = 0; i < trial->windows; i++) {
        size_t size = trial->sizes[i];
        memset(window[i] - MARGIN_BYTES, margin, MARGIN_BYTES);
        memset(window[i] + size, margin, MARGIN_BYTES);
        if (i < trial->inputs && drawn)
            repeat(drawn, window[i], size);
        else
            memset(window[i], i < trial->inputs ? (int)filling : poison, size);
    }
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

/* `kept`: outputs of the first firing, `is_known` from the comparison before. */
static int compare(const df_trial *trial, char **window, comparison of, char **kept, bool is_known)
{
    static char bytes[DRAWN_BYTES];
    const char *drawn = of.filling < RANDOM ? NULL : bytes;
    if (drawn)
        draw(of.filling, trial, bytes);
    if (!is_known) {
        fill(trial, window, of.filling, drawn, of.poison, 0);
        give(trial, window, of.given);
        trial->call(window);
        for (int i = trial->inputs; i < trial->windows; i++)
            memcpy(kept[i], window[i], trial->sizes[i]);
    }
    char *laid[trial->windows + 1];
    memcpy(laid, window, sizeof laid);
    fill(trial, window, of.filling, drawn, of.again, of.margin);
    give(trial, window, of.given);
    if (of.over >= 0)
        laid[of.over] = window[of.under];
    trial->call(laid);
    for (int i = trial->inputs; i < trial->windows; i++) {
        tell_differing(kept[i], laid[i], trial->sizes[i], of.tolerated);
        putchar(' ');
    }
    putchar('\n');
    return fflush(stdout);
}

/* From now on. */
static void limit_time(void)
{
    struct rusage used;
    struct rlimit limit;
    getrusage(RUSAGE_SELF, &used);
    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + df_trial_seconds_max;
    setrlimit(RLIMIT_CPU, &limit);
    alarm(df_trial_waiting_seconds_max);
}

static int compare_all(const df_trial *trial, char **window, int count, char **words)
{
    char **kept = calloc((size_t)trial->windows + 1, sizeof *kept);
    for (int i = trial->inputs; i < trial->windows; i++)
        if (kept == NULL || (kept[i] = malloc(trial->sizes[i] + 1)) == NULL)
            return 1;
    comparison before = {.given = ""};
    for (int i = 0; i + WORDS <= count; i += WORDS) {
        comparison of = read_comparison(words + i);
        limit_time();
        if (compare(trial, window, of, kept,
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
    limit_time();
    for (int i = 0; i < trial->windows; i++) {
        if (window == NULL || (window[i] = aligned_alloc(64, trial->room + 2 * MARGIN_BYTES)) == NULL)
            return 1;
        window[i] += MARGIN_BYTES;
    }
    if (count == 3)
        return show(trial, window, atoi(words[2]));
    return compare_all(trial, window, count - 2, words + 2);
}
