/* SPDX-License-Identifier: Apache-2.0 */
/* Leader election in a ring by Le Lann, Chang and Roberts: ids go round, and a node lets only larger ones pass than its own.
 * The one that comes home is the leader's, who then tells everybody. */
#include "imsuite.h"

enum { CANDIDATE, LEADER };

static int32_t next_of(const place *here, const node *self)
{
    return (self->number + 1) % here->net.nodes;
}

static void begin(place *here, node *self)
{
    self->result = -1;
    write_letter(here, self, next_of(here, self), CANDIDATE, here->net.ids[self->number], 0);
}

static void take(place *here, node *self, const post *letter)
{
    int32_t own = here->net.ids[self->number];
    if (letter->kind == LEADER) {
        bool passes = self->result != letter->value;
        self->result = letter->value;
        if (passes)
            write_letter(here, self, next_of(here, self), LEADER, letter->value, 0);
    } else if (letter->value == own) {
        self->result = own;
        write_letter(here, self, next_of(here, self), LEADER, own, 0);
    } else if (letter->value > own) {
        write_letter(here, self, next_of(here, self), CANDIDATE, letter->value, 0);
    }
}

static void go_on(place *here, node *self)
{
    (void)here, (void)self;
}

const kernel lcr = {"LCR", true, 5, begin, take, go_on};
