/* SPDX-License-Identifier: Apache-2.0 */
/* Which of two ways to do the same in each pass is the faster one: found out as the program runs, for that depends on
 * how far apart two CPUs are, and a virtual CPU may lie next to its peer now and in another part of the machine a second
 * later. */
#ifndef DF_CHOICE_H
#define DF_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

/* All zero at first. A sample is the time of some passes. */
typedef struct df__choice {
    bool other;        /* the other way than the first one */
    bool tries;        /* that is a trial; else the way that was faster when both were tried */
    bool is_slow;      /* the last sample, or the sample before the trial, took longer than the other way */
    bool settles;      /* the sample shows what was done before: it does not count */
    uint32_t left;     /* passes of the sample that are still to come */
    uint32_t passes;   /* of a sample */
    uint64_t since_ns; /* when the sample began, */
    uint64_t tried_ns; /* and the trial */
    uint64_t usual_ns; /* of the sample before the trial */
    uint64_t left_ns;  /* of the way that is not taken, when it was tried */
    uint64_t next_ns;  /* no trial before that */
} df__choice;

/* src/choice.c: a sample has ended. `choosers`: so many choices of the program are tried. */
void df__choice_sampled(df__choice *choice, uint64_t now_ns, uint32_t choosers);
void df__choice_look(df__choice *choice, uint32_t choosers);

/* Another pass begins. */
static inline void df__choice_pass(df__choice *choice, uint32_t choosers)
{
    if (choice->left-- == 0)
        df__choice_look(choice, choosers);
}

#endif
