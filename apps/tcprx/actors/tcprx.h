/* SPDX-License-Identifier: Apache-2.0 */
/* The receive side of a TCP connection: what a network card has put into memory, brought to the user by lwIP. */
#ifndef TCPRX_H
#define TCPRX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HEADER_BYTES = 40,
    SLOT_BYTES = 64
}; /* IPv4 and TCP without options; a frame begins with a slot for them */

/* Buffers of a card come back in the order in which their last frames were done with, and not side by side: frame `i` of a
 * batch lies in this one of its buffers. 97 is a prime: each is used once, unless the batch is a multiple. */
static inline size_t buffer_of(int i, int batch)
{
    return (size_t)i * 97 % (size_t)batch;
}

/* The other end, which has one trace of frames and sends it round after round. */
struct peer {
    uint32_t rounds;
    uint32_t round;
    uint32_t sent;        /* frames of the round */
    uint32_t round_bytes; /* of the stream */
};

struct netif;
struct tcp_pcb;

struct receiver {
    struct netif *card;
    struct tcp_pcb *listener;
    struct tcp_pcb *connection;
    uint32_t seen; /* what the peer's frames say that it has seen of this side */
    uint8_t *into; /* where the next bytes of the stream go, in the window of the firing */
    size_t left;   /* bytes, there */
};

struct hash {
    uint64_t sum;
    uint64_t bytes;
    uint64_t frames;
};

/* Reads `rounds=` (1), and of a hundred frames `swapped=` (0) that change places with the next one, and `twice=` (0) that
 * are sent again. */
void open_peer(int frames, int bytes, int batch, struct peer *self);
/* Writes all frames of a round: a slot with the headers, and the payload, which begins a cache line. */
void write_trace(int frames, int bytes, int batch, uint8_t *trace);
/* Gives the sequence number that the batch counts from; stops after the last round. */
void send_batch(int frames, int batch, struct peer *self, uint8_t *trace, uint32_t *base);

/* Brings up lwIP with one connection. `nic`: the card has checked the checksums, and the stack does not. */
void open_receiver(int nic, struct receiver *self);
/* Hands frames to the stack, and what that brings in order to the user. `count`: bytes of the payload. */
void receive(int batch, int bytes, struct receiver *self, const uint8_t *arrived, const uint32_t *base,
             uint8_t *payload, int32_t *count);
void close_receiver(struct receiver *self);

/* Sums the 64-bit words of the stream, each times an odd number that tells its place. */
void add_to_hash(int batch, struct hash *self, const uint8_t *payload, const int32_t *count);
void print_hash(struct hash *self);

#endif
