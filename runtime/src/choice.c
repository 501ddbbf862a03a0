/* SPDX-License-Identifier: Apache-2.0 */
/* Which of two ways is the faster one.
 *
 * The times of passes tell: those of all cores are alike once the FIFOs between them are full or empty. A trial of the
 * other way takes two samples, of which the first one still shows what was done before. If it is no faster, there is
 * none for so long that all trials together hardly take any time; if it is faster, it becomes the usual way, and the
 * other one is tried again at once, as the sample before may have been late for another reason. */
#include "df/choice.h"

#include "df/os.h"

enum {
    PASSES_LEAST = 8,   /* of a sample: more than a buffer has slots */
    SAMPLE_NS = 100000, /* shorter ones do not tell how long a pass takes */
    REST = 32,          /* times what a trial took, for each choice that is tried */
    GAIN_PART = 20,     /* a way is faster if it takes less by such a part */
};

static void turn_over(df__choice *choice)
{
    choice->other = !choice->other;
    choice->settles = true;
}

static void begin_trial(df__choice *choice, uint64_t usual_ns, uint64_t now_ns)
{
    turn_over(choice);
    choice->tries = true;
    choice->usual_ns = usual_ns;
    choice->tried_ns = now_ns;
}

static void end_trial(df__choice *choice, uint64_t took_ns, uint64_t now_ns, uint32_t choosers)
{
    choice->tries = false;
    if (took_ns + took_ns / GAIN_PART < choice->usual_ns)
        return;
    turn_over(choice);
    choice->next_ns = now_ns + (now_ns - choice->tried_ns) * REST * choosers;
}

void df__choice_sampled(df__choice *choice, uint64_t now_ns, uint32_t choosers)
{
    uint64_t took_ns = now_ns - choice->since_ns;
    choice->since_ns = now_ns;
    if (choice->passes == 0)
        choice->passes = PASSES_LEAST;
    else if (choice->settles)
        choice->settles = false;
    else if (choice->tries)
        end_trial(choice, took_ns, now_ns, choosers);
    else if (took_ns < SAMPLE_NS)
        choice->passes *= 2;
    else if (now_ns >= choice->next_ns)
        begin_trial(choice, took_ns, now_ns);
    choice->left = choice->passes - 1;
}

void df__choice_look(df__choice *choice, uint32_t choosers)
{
    df__choice_sampled(choice, df__os_now_ns(), choosers);
}
