/* SPDX-License-Identifier: Apache-2.0 */
/* What messages cost between machines: nodes SECONDS, one process on each of them. Pairs take turns. Prints a line of JSON
 * for each round: what a message takes in ns, its bytes, and what was measured between which processes: "latency" of
 * small messages one after the other, "message" of small ones in windows, "window" of large ones in windows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "messages.h"

enum { ROUNDS_LEAST = 3, SMALL_BYTES = 8, LARGE_BYTES = 1 << 20, GO_ON_TAG = 3, NAP_NS = 1000000 };

typedef struct kind {
    const char *name;
    int bytes;
    uint64_t count; /* of a round */
    void (*run)(const messages *, uint64_t count);
} kind;

static const kind kinds[] = {{"latency", SMALL_BYTES, 128, messages_there_and_back},
                             {"message", SMALL_BYTES, 16 * MESSAGES_WINDOW, messages_in_windows},
                             {"window", LARGE_BYTES, MESSAGES_WINDOW, messages_in_windows}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* The leader says whether there is another round. */
static bool goes_on(const messages *m, bool wanted)
{
    int word = wanted;
    if (m->leads)
        MPI_Send(&word, 1, MPI_INT, m->peer, GO_ON_TAG, MPI_COMM_WORLD);
    else
        MPI_Recv(&word, 1, MPI_INT, m->peer, GO_ON_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return word != 0;
}

/* The first round, in which connections are made, does not count. */
static void measure(const messages *m, const kind *what, int rank, double seconds)
{
    double began_ns = now_ns();
    for (int round = 0; goes_on(m, round <= ROUNDS_LEAST || now_ns() - began_ns < seconds * 1e9); round++) {
        double round_ns = now_ns();
        what->run(m, what->count);
        double took_ns = (now_ns() - round_ns) / (double)what->count;
        if (m->leads && round > 0)
            printf("{\"name\": \"%s %d %d\", \"bytes\": %d, \"ns\": %.1f}\n", what->name, rank, m->peer,
                   what->bytes, took_ns);
    }
    fflush(stdout);
}

/* Who waits leaves its CPU to those that are measured. */
static void meet(void)
{
    MPI_Request request;
    int have_all = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    while (MPI_Test(&request, &have_all, MPI_STATUS_IGNORE), !have_all)
        nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
}

int main(int argc, char **argv)
{
    int rank, size, pair = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int pairs = size * (size - 1) / 2;
    char *buffer = calloc(1, LARGE_BYTES);
    if (argc != 2 || pairs == 0 || buffer == NULL)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int one = 0; one < size; one++)
        for (int other = one + 1; other < size; other++) {
            messages m = {.peer = rank == one ? other : one, .leads = rank == one, .buffer = buffer};
            for (size_t i = 0; i < KINDS && (rank == one || rank == other); i++) {
                m.bytes = kinds[i].bytes;
                measure(&m, &kinds[i], rank, atof(argv[1]) / pairs / KINDS);
            }
            meet();
            if (rank == 0)
                printf("{\"progress\": %.3f}\n", (double)++pair / pairs);
        }
    free(buffer);
    MPI_Finalize();
    return 0;
}
