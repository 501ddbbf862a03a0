/* SPDX-License-Identifier: Apache-2.0 */
/* Agreement of all honest nodes although fewer than a quarter are traitors, by the phase king algorithm of Berman and Garay:
 * in each phase everybody tells everybody his value, then the king of the phase the most frequent one that he heard; who
 * heard his own value too seldom takes the king's. There is one phase more than there are traitors. */
#include "imsuite.h"

enum { VALUE, KING };

static int32_t traitors(const place *here)
{
    return (here->net.nodes - 1) / 4;
}

/* A traitor says everybody something else. */
static void tell_all(place *here, node *self, int32_t kind, int32_t value)
{
    for (int32_t to = 0; to < here->net.nodes; to++) {
        int32_t said = here->net.traitors[self->number] ? (int32_t)(next_random(&self->random) & 1) : value;
        if (to != self->number)
            write_letter(here, self, to, kind, said, 0);
    }
}

static void begin(place *here, node *self)
{
    self->random = (uint64_t)self->number + 77;
    self->result = here->net.votes[self->number];
    self->parent = here->net.traitors[self->number];
    tell_all(here, self, VALUE, self->result);
    stay_active(here);
}

static void take(place *here, node *self, const post *letter)
{
    (void)here;
    if (letter->kind == VALUE)
        self->seen[letter->value]++;
    else
        self->fragment = letter->value;
}

/* Half a phase: all values have come. */
static void hear_values(place *here, node *self)
{
    int32_t phase = self->stage / 2;
    self->seen[self->result]++;
    int32_t most = self->seen[1] > self->seen[0];
    self->count = self->seen[most];
    self->result = most;
    self->seen[0] = self->seen[1] = 0;
    self->fragment = most; /* what a king tells himself */
    if (self->number == phase)
        tell_all(here, self, KING, most);
}

static void go_on(place *here, node *self)
{
    if (self->done)
        return;
    if (self->stage % 2 == 0) {
        hear_values(here, self);
    } else {
        if (self->count <= here->net.nodes / 2 + traitors(here))
            self->result = self->fragment;
        self->done = self->stage / 2 == traitors(here);
        if (!self->done)
            tell_all(here, self, VALUE, self->result);
    }
    self->stage++;
    if (!self->done)
        stay_active(here);
}

const kernel by = {"BY", false, 10, begin, take, go_on};
