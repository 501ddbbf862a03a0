/* SPDX-License-Identifier: Apache-2.0 */
/* A program that fires functions of actors alone, to see what they do; dfgen writes the table of them. Its command line:
 *
 *   NUMBER POISON        a firing: inputs come from stdin, and all windows go to stdout
 *   NUMBER (FILLING POISON POISON OVER UNDER TOLERATED MARGIN GIVEN) ...
 *                        comparisons of two firings: a line for each, with a word for each output: the ranges of
 *                        bytes that differ, "64-128,512-576", or "-"
 *
 * In a comparison the windows of the first firing lie apart, and between zeros. In the second, output OVER lies over
 * input UNDER (-1: none), and around all windows lies MARGIN. Outputs are full of one POISON before the first firing and
 * of the other before the second. A byte TOLERATED of the first firing differs from none. GIVEN: bytes of some inputs in
 * place of the filling, "0=0a00,3=ff", or "-".
 */
#ifndef DF_TRIAL_H
#define DF_TRIAL_H

#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

/* Windows of `sizes` bytes, first those of the inputs. */
typedef struct {
    int inputs, windows;
    const size_t *sizes;
    void (*call)(char **window);
} df_trial;

extern const df_trial df_trials[];

/* Of a firing alone, or of two that are compared: of a processor, and in all. */
extern const unsigned df_trial_seconds_max, df_trial_waiting_seconds_max;

/* Sets both limits, from now on. */
static inline void df_trial_limit_time(void)
{
    struct rusage used;
    struct rlimit limit;
    getrusage(RUSAGE_SELF, &used);
    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + df_trial_seconds_max;
    setrlimit(RLIMIT_CPU, &limit);
    alarm(df_trial_waiting_seconds_max);
}

#endif
