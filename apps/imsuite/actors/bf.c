/* SPDX-License-Identifier: Apache-2.0 */
/* Breadth-first search by Bellman and Ford: who learns of a shorter way tells its neighbours. */
#include "imsuite.h"

static void begin(place *here, node *self)
{
    self->result = self->number == here->net.root ? 0 : INT32_MAX;
    self->parent = self->number == here->net.root ? self->number : -1;
    if (self->number == here->net.root)
        write_to_neighbours(here, self, NULL, 0, 1, 0);
}

/* Of several parents at the same distance the one with the smallest number, in whatever order letters come. */
static void take(place *here, node *self, const post *letter)
{
    (void)here;
    if (letter->value < self->result) {
        self->result = letter->value;
        self->parent = letter->from;
        self->stage = 1;
    } else if (letter->value == self->result && letter->from < self->parent) {
        self->parent = letter->from;
    }
}

static void go_on(place *here, node *self)
{
    if (self->stage == 1)
        write_to_neighbours(here, self, NULL, 0, self->result + 1, 0);
    self->stage = 0;
}

const kernel bf = {"BF", false, 5, begin, take, go_on};
