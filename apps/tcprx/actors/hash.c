/* SPDX-License-Identifier: Apache-2.0 */
/* The user of the stream. */
#include "tcprx.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void add_to_hash(int batch, struct hash *self, const uint8_t *payload, const int32_t *count)
{
    uint64_t sum = 0, place = self->bytes / 8 * 2 + 1;
    for (int32_t at = 0; at < *count; at += 8, place += 2) {
        uint64_t word;
        memcpy(&word, payload + at, sizeof word);
        sum += word * place;
    }
    self->sum += sum;
    self->bytes += (uint64_t)*count;
    self->frames += (uint64_t)batch;
}

void print_hash(struct hash *self)
{
    printf("%" PRIu64 " frames, %" PRIu64 " bytes of the stream, hash %016" PRIx64 "\n", self->frames,
           self->bytes, self->sum);
}
