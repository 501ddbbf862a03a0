/* SPDX-License-Identifier: Apache-2.0 */
/* The other end of the connection. What it sends is fixed by the options; the stream is that of a generator of numbers, so
 * that whoever knows the options can tell the bytes. */
#include "tcprx.h"

#include <df/df.h>
#include <stdlib.h>
#include <string.h>

enum { PORT_OF_PEER = 40000, PORT_OF_RECEIVER = 5001, TCP = 6, ACK = 0x10 };

static uint32_t percent(const char *name, const char *otherwise)
{
    const char *text = df_option(name);
    char *end;
    long found = strtol(text != NULL ? text : otherwise, &end, 10);
    if (*end != '\0' || found < 0 || found > 100)
        df_fail("%s=%s: a number from 0 to 100 is wanted", name, text);
    return (uint32_t)found;
}

static uint32_t next_number(uint32_t *number)
{
    *number = *number * 1664525u + 1013904223u;
    return *number >> 8;
}

static size_t frame_bytes(int bytes)
{
    return SLOT_BYTES + ((size_t)bytes + 63) / 64 * 64;
}

static void put16(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

static void put32(uint8_t *at, uint32_t value)
{
    put16(at, value >> 16);
    put16(at + 2, value);
}

static uint32_t sum_of(const uint8_t *at, size_t bytes)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < bytes; i += 2)
        sum += (uint32_t)at[i] << 8 | (i + 1 < bytes ? at[i + 1] : 0u);
    return sum;
}

static uint32_t folded(uint32_t sum)
{
    while (sum >> 16 != 0)
        sum = (sum & 0xffff) + (sum >> 16);
    return ~sum & 0xffff;
}

/* Which packet each frame of a round carries. Frames change places within their batch only, for nobody may keep one that
 * has come too early for longer than that. Returns the number of packets. */
static uint32_t order_frames(int frames, int batch, uint32_t *packets)
{
    uint32_t swapped = percent("swapped", "0"), twice = percent("twice", "0"), number = 1, sent = 0;
    for (int i = 0; i < frames; i++) {
        bool again = i > 0 && next_number(&number) % 100 < twice;
        packets[i] = again ? sent - 1 : sent++;
    }
    for (int i = 0; i + 1 < frames; i++)
        if ((i + 1) % batch != 0 && next_number(&number) % 100 < swapped) {
            uint32_t first = packets[i];
            packets[i] = packets[i + 1];
            packets[++i] = first;
        }
    return sent;
}

static uint32_t *taken_order(int frames, int batch, uint32_t *sent)
{
    uint32_t *packets = malloc((size_t)frames * sizeof *packets);
    if (packets == NULL)
        df_fail("there is no memory for the order of %d frames", frames);
    *sent = order_frames(frames, batch, packets);
    return packets;
}

/* The stream's word number `index` (splitmix64, Steele, Lea, Flood 2014). */
static uint64_t word_of_stream(uint64_t index)
{
    uint64_t word = (index + 1) * 0x9e3779b97f4a7c15u;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    return word ^ (word >> 31);
}

/* Sequence numbers count from the begin of the round, and the number of what the peer has seen is still 0: the card adds
 * to both as the frame arrives. */
static void write_headers(uint8_t *frame, uint32_t sequence, int bytes)
{
    static const uint8_t addresses[8] = {10, 0, 0, 2, 10, 0, 0, 1};
    uint8_t *tcp = frame + 20;
    memset(frame, 0, HEADER_BYTES);
    frame[0] = 0x45;
    put16(frame + 2, (uint32_t)(HEADER_BYTES + bytes));
    frame[6] = 0x40;
    frame[8] = 64;
    frame[9] = TCP;
    memcpy(frame + 12, addresses, sizeof addresses);
    put16(frame + 10, folded(sum_of(frame, 20)));
    put16(tcp, PORT_OF_PEER);
    put16(tcp + 2, PORT_OF_RECEIVER);
    put32(tcp + 4, sequence);
    tcp[12] = 0x50;
    tcp[13] = ACK;
    put16(tcp + 14, 0xffff);
    uint32_t pseudo = sum_of(addresses, sizeof addresses) + TCP + 20u + (uint32_t)bytes;
    put16(tcp + 16, folded(pseudo + sum_of(tcp, 20) + sum_of(frame + SLOT_BYTES, (size_t)bytes)));
}

void open_peer(int frames, int bytes, int batch, struct peer *self)
{
    const char *text = df_option("rounds");
    char *end = NULL;
    unsigned long rounds = text == NULL ? 1 : strtoul(text, &end, 10);
    if (rounds == 0 || rounds > UINT32_MAX || (end != NULL && *end != '\0'))
        df_fail("rounds=%s: a number from 1 on is wanted", text);
    if (frames % batch != 0 || batch % 97 == 0)
        df_fail("a trace of %d frames: a multiple of the batch of %d is wanted, which is none of 97", frames,
                batch);
    uint32_t packets;
    free(taken_order(frames, batch, &packets));
    *self = (struct peer){.rounds = (uint32_t)rounds, .round_bytes = packets * (uint32_t)bytes};
}

void write_trace(int frames, int bytes, int batch, uint8_t *trace)
{
    if (bytes % 8 != 0 || bytes < 8 || bytes > 1460)
        df_fail("packets of %d bytes: a multiple of 8 up to 1460 is wanted", bytes);
    uint32_t packets;
    uint32_t *order = taken_order(frames, batch, &packets);
    for (int i = 0; i < frames; i++) {
        size_t buffer = (size_t)(i - i % batch) + buffer_of(i % batch, batch);
        uint8_t *frame = trace + buffer * frame_bytes(bytes);
        uint64_t first = (uint64_t)order[i] * (uint32_t)bytes / 8;
        for (int word = 0; word < bytes / 8; word++) {
            uint64_t value = word_of_stream(first + (uint64_t)word);
            for (int byte = 0; byte < 8; byte++)
                frame[SLOT_BYTES + 8 * word + byte] = (uint8_t)(value >> 8 * byte);
        }
        write_headers(frame, order[i] * (uint32_t)bytes, bytes);
    }
    free(order);
}

void send_batch(int frames, int batch, struct peer *self, uint8_t *trace, uint32_t *base)
{
    (void)trace; /* goes as it came */
    *base = self->round * self->round_bytes;
    self->sent += (uint32_t)batch;
    if (self->sent < (uint32_t)frames)
        return;
    self->sent = 0;
    if (++self->round == self->rounds)
        df_stop();
}
