/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that run on several nodes, one process on each: what generated code calls. Only such programs include it, and
 * only they need MPI. A link takes the tokens of a pass as one message from the node that writes them to one that reads
 * them; `link` is its place in the table of the node's program. */
#ifndef DF_NETWORK_H
#define DF_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "df/copy.h"
#include "df/counter.h"
#include "df/program.h"

typedef struct df_node {
    const char *name;
    const char *host;        /* empty where any will do */
    const char *lacks_cores; /* how a line begins that tells of too few CPUs */
} df_node;

/* What all processes have in common. `plan_hash` tells programs apart. */
typedef struct df_nodes {
    uint32_t count;
    uint32_t links; /* in all */
    uint64_t plan_hash;
    const df_node *nodes;
    const df_program *const *programs;
    /* How lines begin that tell of a wrong number of processes, of processes of unlike programs, and of an MPI that
     * programs with threads cannot use. */
    const char *wrong_count;
    const char *unlike;
    const char *without_threads;
} df_nodes;

/* The whole life of the process that runs the program of its node. Returns its exit status. Called once. */
int df_main_of_nodes(int argc, char **argv, const df_nodes *nodes);

/* Waits until a place for the message of this pass is free; false where df_wait would say so. */
bool df_network_begin(df_core *core, uint32_t link);

/* The window of one firing belongs to the message of this pass; the windows of a message come in the order of firings. */
void df_network_piece(df_core *core, uint32_t link, const void *window, size_t bytes);

/* The message is to be sent once the reader has room for it, or is to come into its windows. Both return at once. */
void df_network_send(df_core *core, uint32_t link);
void df_network_receive(df_core *core, uint32_t link);

/* Fires an actor that copies what a link takes or brings, where it cannot lie in the windows of others. */
static inline void df_network_copy(const void *in, void *out, uint64_t bytes)
{
    df_copy_disjoint(out, in, bytes);
}

/* Whose message is sent, or has come, is told by this counter: it shows of how many passes that is. */
void df_network_publish(df_core *core, uint32_t link, df_counter *counter);

/* Waits until all messages that were given are sent, or have come; false where df_wait would say so. */
bool df_network_finish(df_core *core, uint32_t link);

#endif
