/* SPDX-License-Identifier: Apache-2.0 */
/* Two processes and what can be had of MPI by hand: loops WAY SIZE COUNT ROUNDS prints the ns of a message.
 *   work        no message: the rounds alone, by one process
 *   window      64 messages at a time, then an answer, as osu_bw does
 *   persistent  a persistent message each, 64 of them under way
 *   blocking    work, then MPI_Send; MPI_Recv, then work
 *   round       there and back, half of it */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../../runtime/calibrate/nodes/messages.h"
#include "work.h"

enum { WINDOW = MESSAGES_WINDOW };

typedef struct task {
    int size;
    uint64_t count, rounds;
    int rank;
    char *buffer;
    uint64_t seed;
} task;

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static messages between(const task *t)
{
    return (messages){.peer = !t->rank, .leads = t->rank == 0, .bytes = t->size, .buffer = t->buffer};
}

static void window(task *t)
{
    messages m = between(t);
    messages_in_windows(&m, t->count);
}

static void persistent(task *t)
{
    MPI_Request requests[WINDOW];
    for (int i = 0; i < WINDOW; i++) {
        char *place = t->buffer + (size_t)i * (size_t)t->size;
        if (t->rank == 0)
            MPI_Send_init(place, t->size, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[i]);
        else
            MPI_Recv_init(place, t->size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[i]);
    }
    for (uint64_t done = 0; done < t->count; done++) {
        if (done >= WINDOW)
            MPI_Wait(&requests[done % WINDOW], MPI_STATUS_IGNORE);
        MPI_Start(&requests[done % WINDOW]);
    }
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < WINDOW; i++)
        MPI_Request_free(&requests[i]);
}

static void blocking(task *t)
{
    for (uint64_t done = 0; done < t->count; done++) {
        if (t->rank == 0) {
            t->seed = worked(t->rounds, t->seed);
            MPI_Send(t->buffer, t->size, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        } else {
            MPI_Recv(t->buffer, t->size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            t->seed = worked(t->rounds, t->seed);
        }
    }
}

static void there_and_back(task *t)
{
    messages m = between(t);
    messages_there_and_back(&m, t->count);
}

static void work(task *t)
{
    for (uint64_t done = 0; done < t->count; done++)
        t->seed = worked(t->rounds, t->seed);
}

static const struct {
    const char *name;
    void (*run)(task *);
} ways[] = {{"work", work},
            {"window", window},
            {"persistent", persistent},
            {"blocking", blocking},
            {"round", there_and_back}};

static void timed(void (*run)(task *), task *t, int is_alone)
{
    if (!is_alone)
        MPI_Barrier(MPI_COMM_WORLD);
    double began = now_ns();
    run(t);
    if (!is_alone)
        MPI_Barrier(MPI_COMM_WORLD);
    if (t->rank == 0)
        printf("%.3f %d\n", (now_ns() - began) / (double)t->count, (int)(t->seed & 1));
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    task t = {
        .size = atoi(argv[2]), .count = strtoull(argv[3], NULL, 10), .rounds = strtoull(argv[4], NULL, 10)};
    size_t bytes = (size_t)t.size * WINDOW;
    t.buffer = malloc(bytes);
    if (t.buffer == NULL || t.count == 0)
        return 2;
    memset(t.buffer, 1, bytes);
    t.count = strcmp(argv[1], "work") == 0 ? t.count : (t.count + WINDOW - 1) / WINDOW * WINDOW;
    int is_alone = strcmp(argv[1], "work") == 0;
    if (!is_alone) {
        MPI_Init(NULL, NULL);
        MPI_Comm_rank(MPI_COMM_WORLD, &t.rank);
    }
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            timed(ways[i].run, &t, is_alone);
    if (!is_alone)
        MPI_Finalize();
    free(t.buffer);
    return 0;
}
