/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a core takes over the lines that it has read.
 *
 * The times of passes tell: those of all cores are alike once the FIFOs between them are full or empty. A trial of the
 * other way takes two samples, of which the first one still shows the lines of the slots before. If it is no faster, there
 * is none for so long that all trials together hardly take any time; if it is faster, it becomes the usual way, and the
 * other one is tried again at once, as the sample before may have been late for another reason. */
#include "df/own.h"

#include "df/os.h"

enum {
    PASSES_LEAST = 8,   /* of a sample: more than a buffer has slots */
    SAMPLE_NS = 100000, /* shorter ones do not tell how long a pass takes */
    REST = 32,          /* times what a trial took, for each core that tries */
    GAIN_PART = 20,     /* a way is faster if it takes less by such a part */
};

static void turn_over(df__owner *owner)
{
    owner->leaves = !owner->leaves;
    owner->settles = true;
}

static void begin_trial(df__owner *owner, uint64_t usual_ns, uint64_t now_ns)
{
    turn_over(owner);
    owner->tries = true;
    owner->usual_ns = usual_ns;
    owner->tried_ns = now_ns;
}

static void end_trial(df__owner *owner, uint64_t took_ns, uint64_t now_ns, uint32_t cores)
{
    owner->tries = false;
    if (took_ns + took_ns / GAIN_PART < owner->usual_ns)
        return;
    turn_over(owner);
    owner->next_ns = now_ns + (now_ns - owner->tried_ns) * REST * cores;
}

void df__own_sampled(df__owner *owner, uint64_t now_ns, uint32_t cores)
{
    uint64_t took_ns = now_ns - owner->since_ns;
    owner->since_ns = now_ns;
    if (owner->passes == 0)
        owner->passes = PASSES_LEAST;
    else if (owner->settles)
        owner->settles = false;
    else if (owner->tries)
        end_trial(owner, took_ns, now_ns, cores);
    else if (took_ns < SAMPLE_NS)
        owner->passes *= 2;
    else if (now_ns >= owner->next_ns)
        begin_trial(owner, took_ns, now_ns);
    owner->left = owner->passes - 1;
}

void df__own_look(df_core *core, uint32_t cores)
{
    df__own_sampled(&core->owner, df__os_now_ns(), cores);
}
