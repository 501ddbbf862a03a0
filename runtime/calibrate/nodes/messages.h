/* SPDX-License-Identifier: Apache-2.0 */
/* Messages between two processes, as MPI has them by hand. Both call the same function; `leads` is one of them. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

enum { MESSAGES_WINDOW = 64 };

typedef struct messages {
    int peer;
    bool leads;
    int bytes;
    char *buffer;
} messages;

/* So many at a time from the leader to the other, then an answer, as osu_bw does; the buffer holds one of them. */
static inline void messages_in_windows(const messages *m, uint64_t count)
{
    MPI_Request requests[MESSAGES_WINDOW];
    char answer = 0;
    for (uint64_t done = 0; done < count; done += MESSAGES_WINDOW) {
        for (int i = 0; i < MESSAGES_WINDOW; i++)
            if (m->leads)
                MPI_Isend(m->buffer, m->bytes, MPI_BYTE, m->peer, 1, MPI_COMM_WORLD, &requests[i]);
            else
                MPI_Irecv(m->buffer, m->bytes, MPI_BYTE, m->peer, 1, MPI_COMM_WORLD, &requests[i]);
        MPI_Waitall(MESSAGES_WINDOW, requests, MPI_STATUSES_IGNORE);
        if (m->leads)
            MPI_Recv(&answer, 1, MPI_BYTE, m->peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else
            MPI_Send(&answer, 1, MPI_BYTE, m->peer, 2, MPI_COMM_WORLD);
    }
}

/* One after the other, there and back in turn. */
static inline void messages_there_and_back(const messages *m, uint64_t count)
{
    for (uint64_t done = 0; done < count; done++)
        if (m->leads == (done % 2 == 0))
            MPI_Send(m->buffer, m->bytes, MPI_BYTE, m->peer, 1, MPI_COMM_WORLD);
        else
            MPI_Recv(m->buffer, m->bytes, MPI_BYTE, m->peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

#endif
