/* SPDX-License-Identifier: Apache-2.0 */
/* Which of two ways is the faster one.
 *
 * The times of passes tell: those of all cores are alike once the FIFOs between them are full or empty. A trial of the
 * other way takes two samples, of which the first one still shows what was done before. If it is no faster, there is
 * none for so long that all trials together hardly take any time; if it is faster, it becomes the usual way, and the
 * other one is tried again at once, as the sample before may have been late for another reason.
 *
 * The usual way may become slow later: an engine's CPU gets other work, say. If two samples in a row take longer than the
 * other way took, that is tried before its time; and if it is faster, the one that it leaves rests. */
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

static bool is_faster(uint64_t this_ns, uint64_t that_ns)
{
    return this_ns + this_ns / GAIN_PART < that_ns;
}

static bool is_time(df__choice *choice, uint64_t took_ns, uint64_t now_ns)
{
    bool was_slow = choice->is_slow;
    choice->is_slow = is_faster(choice->left_ns, took_ns);
    return now_ns >= choice->next_ns || (was_slow && choice->is_slow);
}

static void begin_trial(df__choice *choice, uint64_t usual_ns, uint64_t now_ns)
{
    choice->is_slow = now_ns < choice->next_ns;
    turn_over(choice);
    choice->tries = true;
    choice->usual_ns = usual_ns;
    choice->tried_ns = now_ns;
}

static void end_trial(df__choice *choice, uint64_t took_ns, uint64_t now_ns, uint32_t choosers)
{
    choice->tries = false;
    choice->next_ns = now_ns + (now_ns - choice->tried_ns) * REST * choosers;
    if (is_faster(took_ns, choice->usual_ns)) {
        choice->left_ns = choice->usual_ns;
        if (!choice->is_slow)
            choice->next_ns = now_ns;
    } else {
        choice->left_ns = took_ns;
        turn_over(choice);
    }
    choice->is_slow = false;
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
    else if (is_time(choice, took_ns, now_ns))
        begin_trial(choice, took_ns, now_ns);
    choice->left = choice->passes - 1;
}

void df__choice_look(df__choice *choice, uint32_t choosers)
{
    df__choice_sampled(choice, df__os_now_ns(), choosers);
}
