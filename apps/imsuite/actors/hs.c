/* SPDX-License-Identifier: Apache-2.0 */
/* Leader election in a ring by Hirschberg and Sinclair: in phase p a candidate sends its id 2^p nodes far both ways; who has
 * a larger one swallows it, the last one on the way sends it back. A candidate whose ids both came back goes on. */
#include "imsuite.h"

enum { OUTWARD, HOMEWARD, LEADER };

/* Letters say in `key` which way they go: with two nodes both neighbours are the same. */
static int32_t neighbour(const place *here, const node *self, int64_t way)
{
    return (int32_t)((self->number + here->net.nodes + way) % here->net.nodes);
}

static void send_out(place *here, node *self)
{
    int64_t hops = INT64_C(1) << self->stage;
    for (int64_t way = -1; way <= 1; way += 2)
        write_letter(here, self, neighbour(here, self, way), OUTWARD, here->net.ids[self->number],
                     hops * 2 + (way > 0));
}

static void begin(place *here, node *self)
{
    self->result = -1;
    send_out(here, self);
}

static void take_outward(place *here, node *self, const post *letter)
{
    int32_t own = here->net.ids[self->number];
    int64_t hops = letter->key / 2, way = letter->key % 2 != 0 ? 1 : -1;
    if (letter->value == own) {
        bool is_new = self->result != own; /* it comes from both sides */
        self->result = own;
        if (is_new)
            write_letter(here, self, neighbour(here, self, 1), LEADER, own, 0);
    } else if (letter->value > own && hops > 1) {
        write_letter(here, self, neighbour(here, self, way), OUTWARD, letter->value,
                     (hops - 1) * 2 + (way > 0));
    } else if (letter->value > own) {
        write_letter(here, self, neighbour(here, self, -way), HOMEWARD, letter->value, way < 0);
    }
}

static void take(place *here, node *self, const post *letter)
{
    int32_t own = here->net.ids[self->number];
    if (letter->kind == OUTWARD) {
        take_outward(here, self, letter);
    } else if (letter->kind == LEADER) {
        bool passes = self->result != letter->value;
        self->result = letter->value;
        if (passes)
            write_letter(here, self, neighbour(here, self, 1), LEADER, letter->value, 0);
    } else if (letter->value != own) {
        write_letter(here, self, neighbour(here, self, letter->key != 0 ? 1 : -1), HOMEWARD, letter->value,
                     letter->key);
    } else if (++self->count == 2) {
        self->count = 0;
        self->stage++;
        send_out(here, self);
    }
}

static void go_on(place *here, node *self)
{
    (void)here, (void)self;
}

const kernel hs = {"HS", true, 7, begin, take, go_on};
