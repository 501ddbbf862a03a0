/* SPDX-License-Identifier: Apache-2.0 */
/* What nodes know of a run comes together at the first one when it is over: a text of each, one node after the other. And
 * one moment that all know by their own clocks, so that traces of all have one time. */
#include <stdlib.h>

#include "network_state.h"

enum { TAG_FIGURES = 1, TAG_CLOCK = 2, CLOCK_LOOKS = 16 };

static const size_t PART_BYTES_MOST = (size_t)1 << 30;

/* --- clocks ---------------------------------------- */

/* The first node answers with its time; the answer that came soonest is nearest to the middle of its way. */
static void ask_time(uint64_t zero_ns)
{
    uint64_t least_ns = UINT64_MAX, answer_ns = 0;
    for (int look = 0; look < CLOCK_LOOKS; look++) {
        uint64_t asked_ns = df__os_now_ns();
        MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_CLOCK, MPI_COMM_WORLD);
        MPI_Recv(&answer_ns, sizeof answer_ns, MPI_BYTE, 0, TAG_CLOCK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        uint64_t took_ns = df__os_now_ns() - asked_ns;
        if (took_ns >= least_ns)
            continue;
        least_ns = took_ns;
        df__net.zero_ns = asked_ns + took_ns / 2 - (answer_ns - zero_ns);
    }
}

static void answer_time(int node)
{
    for (int look = 0; look < CLOCK_LOOKS; look++) {
        MPI_Recv(NULL, 0, MPI_BYTE, node, TAG_CLOCK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        uint64_t now_ns = df__os_now_ns();
        MPI_Send(&now_ns, sizeof now_ns, MPI_BYTE, node, TAG_CLOCK, MPI_COMM_WORLD);
    }
}

void df__clocks_compare(void)
{
    uint64_t zero_ns = df__os_now_ns();
    MPI_Bcast(&zero_ns, sizeof zero_ns, MPI_BYTE, 0, MPI_COMM_WORLD);
    df__net.zero_ns = zero_ns;
    if (df__net.rank != 0)
        ask_time(zero_ns);
    else
        for (uint32_t node = 1; node < df__net.nodes->count; node++)
            answer_time((int)node);
}

/* --- on the main thread ---------------------------------------- */

void df__figures_exchange(const char *text, size_t bytes, void (*take)(const char *text, size_t bytes))
{
    enum { LOOK_NS = 100000 };
    df__net.exchange.text = text;
    df__net.exchange.bytes = bytes;
    df__net.exchange.take = take;
    atomic_store(&df__net.exchange.is_asked, true);
    while (atomic_load(&df__net.exchange.is_asked))
        df__post_nap(LOOK_NS);
}

/* --- on the post ---------------------------------------- */

static void await(MPI_Request request)
{
    int is_over = 0;
    while (MPI_Test(&request, &is_over, MPI_STATUS_IGNORE), !is_over)
        df__post_carry();
}

static int part_of(size_t bytes)
{
    return (int)(bytes < PART_BYTES_MOST ? bytes : PART_BYTES_MOST);
}

static void send(const void *start, size_t bytes)
{
    for (const char *part = start; bytes > 0; bytes -= (size_t)part_of(bytes), part += PART_BYTES_MOST) {
        MPI_Request request;
        MPI_Isend(part, part_of(bytes), MPI_BYTE, 0, TAG_FIGURES, df__net.notes, &request);
        await(request);
    }
}

static void receive(void *start, size_t bytes, int node)
{
    for (char *part = start; bytes > 0; bytes -= (size_t)part_of(bytes), part += PART_BYTES_MOST) {
        MPI_Request request;
        MPI_Irecv(part, part_of(bytes), MPI_BYTE, node, TAG_FIGURES, df__net.notes, &request);
        await(request);
    }
}

static void receive_from(int node)
{
    uint64_t bytes;
    receive(&bytes, sizeof bytes, node);
    char *text = malloc(bytes + 1);
    if (text == NULL)
        abort();
    receive(text, bytes, node);
    if (bytes > 0)
        df__net.exchange.take(text, bytes);
    free(text);
}

static void exchange(void)
{
    uint64_t bytes = df__net.exchange.bytes;
    if (df__net.rank == 0)
        for (uint32_t node = 1; node < df__net.nodes->count; node++)
            receive_from((int)node);
    else {
        send(&bytes, sizeof bytes);
        send(df__net.exchange.text, bytes);
    }
}

void df__figures_serve(void)
{
    while (!atomic_load(&df__net.is_over)) {
        if (atomic_load(&df__net.exchange.is_asked)) {
            exchange();
            atomic_store(&df__net.exchange.is_asked, false);
        }
        df__post_carry();
    }
}
