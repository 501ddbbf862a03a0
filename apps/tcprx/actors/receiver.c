/* SPDX-License-Identifier: Apache-2.0 */
/* lwIP by its raw interface, on the thread of the core: no thread of its own, no timers, no device. A card splits frames:
 * their headers are copied, their payload stays where the peer has put it until the user's copy. */
#include "tcprx.h"

#include <df/df.h>
#include <lwip/init.h>
#include <lwip/ip4.h>
#include <lwip/netif.h>
#include <lwip/prot/tcp.h>
#include <lwip/tcp.h>
#include <stdlib.h>
#include <string.h>

#include "checksum.h"

enum { PORT_OF_RECEIVER = 5001, TCP_AT = 20, SEQUENCE_AT = 24, SEEN_AT = 28, FLAGS_AT = 33, SUM_AT = 36 };

static uint32_t get16(const uint8_t *at)
{
    return (uint32_t)at[0] << 8 | at[1];
}

static uint32_t get32(const uint8_t *at)
{
    return get16(at) << 16 | get16(at + 2);
}

static void put16(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

/* Adds to a field of 32 bits and mends the checksum of the segment (RFC 1624, equation 3). */
static void add32(uint8_t *headers, int field, uint32_t more)
{
    uint32_t value = get32(headers + field) + more;
    uint32_t sum = ~get16(headers + SUM_AT) & 0xffff;
    for (int half = 0; half < 2; half++) {
        uint32_t now = half == 0 ? value >> 16 : value & 0xffff;
        sum += (~get16(headers + field + 2 * half) & 0xffff) + now;
        put16(headers + field + 2 * half, now);
    }
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    put16(headers + SUM_AT, ~sum);
}

/* As the driver of a card does it: headers in memory of the stack, payload by reference. */
static void deliver(struct receiver *self, const uint8_t *headers, uint32_t base, const uint8_t *payload)
{
    struct pbuf *frame = pbuf_alloc(PBUF_RAW, HEADER_BYTES, PBUF_RAM);
    uint32_t bytes = get16(headers + 2) - HEADER_BYTES;
    if (frame == NULL)
        df_fail("lwIP has no memory for a frame");
    memcpy(frame->payload, headers, HEADER_BYTES);
    add32(frame->payload, SEQUENCE_AT, base);
    add32(frame->payload, SEEN_AT, self->seen);
    if (bytes > 0) {
        struct pbuf *rest = pbuf_alloc_reference((void *)(uintptr_t)payload, (u16_t)bytes, PBUF_REF);
        if (rest == NULL)
            df_fail("lwIP has no memory for a frame");
        pbuf_cat(frame, rest);
    }
    self->card->input(frame, self->card);
}

/* What the stack sends only acknowledges; of its first segment the peer learns where its numbers begin. */
static err_t transmit(struct netif *card, struct pbuf *segment, const ip4_addr_t *to)
{
    struct receiver *self = card->state;
    const uint8_t *headers = segment->payload;
    (void)to;
    if (segment->len >= HEADER_BYTES && (headers[FLAGS_AT] & TCP_SYN) != 0)
        self->seen = get32(headers + SEQUENCE_AT) + 1;
    return ERR_OK;
}

static err_t take_in_order(void *context, struct tcp_pcb *connection, struct pbuf *segments, err_t error)
{
    struct receiver *self = context;
    (void)error;
    if (segments == NULL)
        return ERR_OK;
    for (const struct pbuf *part = segments; part != NULL; part = part->next) {
        if (part->len > self->left)
            df_fail("a batch brings more than its frames carry");
        if (part->len > 0)
            df_bulk_copy(self->into, part->payload, part->len);
        self->into += part->len;
        self->left -= part->len;
    }
    tcp_recved(connection, segments->tot_len);
    pbuf_free(segments);
    return ERR_OK;
}

static err_t accept_connection(void *context, struct tcp_pcb *connection, err_t error)
{
    struct receiver *self = context;
    if (error != ERR_OK)
        return error;
    self->connection = connection;
    tcp_arg(connection, self);
    tcp_recv(connection, take_in_order);
    return ERR_OK;
}

static err_t begin_card(struct netif *card)
{
    card->output = transmit;
    card->mtu = 1500;
    return ERR_OK;
}

/* A segment without payload, as the peer opens the connection: the byte before its stream is the SYN. */
static void send_opening(struct receiver *self, uint8_t flags, uint32_t sequence)
{
    uint8_t headers[HEADER_BYTES] = {
        0x45,
        0,
        0,
        HEADER_BYTES,
        0,
        0,
        0x40,
        0,
        64,
        6,
        0,
        0,
        10,
        0,
        0,
        2,
        10,
        0,
        0,
        1, /* IPv4 */
        40000 >> 8,
        40000 & 0xff,
        PORT_OF_RECEIVER >> 8,
        PORT_OF_RECEIVER & 0xff, /* ports */
        [32] = 0x50,
        [33] = flags,
        [34] = 0xff,
        [35] = 0xff,
    };
    bool by_card = checksums_by_card;
    checksums_by_card = true; /* these two are for setting up */
    deliver(self, headers, sequence, NULL);
    checksums_by_card = by_card;
}

void open_receiver(int nic, struct receiver *self)
{
    ip4_addr_t own, mask, gateway;
    checksums_by_card = nic != 0;
    lwip_init();
    self->card = calloc(1, sizeof *self->card);
    IP4_ADDR(&own, 10, 0, 0, 1);
    IP4_ADDR(&mask, 255, 255, 255, 0);
    IP4_ADDR(&gateway, 10, 0, 0, 2);
    if (self->card == NULL ||
        netif_add(self->card, &own, &mask, &gateway, self, begin_card, ip4_input) == NULL)
        df_fail("lwIP takes no network card");
    netif_set_default(self->card);
    netif_set_link_up(self->card);
    netif_set_up(self->card);

    struct tcp_pcb *bound = tcp_new_ip_type(IPADDR_TYPE_V4);
    if (bound == NULL || tcp_bind(bound, IP4_ADDR_ANY, PORT_OF_RECEIVER) != ERR_OK)
        df_fail("lwIP gives no connection");
    self->listener = tcp_listen(bound);
    tcp_arg(self->listener, self);
    tcp_accept(self->listener, accept_connection);
    send_opening(self, TCP_SYN, UINT32_MAX);
    send_opening(self, TCP_ACK, 0);
    if (self->connection == NULL)
        df_fail("lwIP does not accept the connection");
}

void receive(int batch, int bytes, struct receiver *self, const uint8_t *arrived, const uint32_t *base,
             uint8_t *payload, int32_t *count)
{
    size_t frame_bytes = SLOT_BYTES + ((size_t)bytes + 63) / 64 * 64;
    self->into = payload;
    self->left = (size_t)batch * (size_t)bytes;
    for (int i = 0; i < batch; i++) {
        const uint8_t *frame = arrived + buffer_of(i, batch) * frame_bytes;
        deliver(self, frame, *base, frame + SLOT_BYTES);
    }
    *count = (int32_t)(self->into - payload);
}

void close_receiver(struct receiver *self)
{
    if (self->connection != NULL)
        tcp_abort(self->connection);
    if (self->listener != NULL)
        tcp_close(self->listener);
    if (self->card != NULL)
        netif_remove(self->card);
    free(self->card);
}
