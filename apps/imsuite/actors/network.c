/* SPDX-License-Identifier: Apache-2.0 */
/* Networks: rings, sparse ones with n log n edges of random weights, or those of files (input.c). */
#include "imsuite.h"

#include <stdlib.h>

uint64_t next_random(uint64_t *state)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t mixed = (*state ^ *state >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ mixed >> 31;
}

static int32_t below(uint64_t *random, int32_t limit)
{
    return (int32_t)(next_random(random) % (uint64_t)limit);
}

void add_edge(network *net, int32_t a, int32_t b, int32_t weight)
{
    net->weight[a][b] = weight;
    net->weight[b][a] = weight;
}

static void make_ring(network *net)
{
    for (int32_t i = 0; i < net->nodes; i++)
        add_edge(net, i, (i + 1) % net->nodes, 1);
}

/* A random tree, so that all nodes are reached, and random edges up to n log2 n. */
static void make_sparse(network *net, uint64_t *random)
{
    int32_t nodes = net->nodes, most = nodes * (nodes - 1) / 2, edges = nodes - 1, wanted = 0;
    for (int32_t n = 1; n < nodes; n *= 2)
        wanted += nodes;
    for (int32_t i = 1; i < nodes; i++)
        add_edge(net, i, below(random, i), 1 + below(random, 1000));
    while (edges < (wanted < most ? wanted : most)) {
        int32_t a = below(random, nodes), b = below(random, nodes);
        if (a == b || net->weight[a][b] != 0)
            continue;
        add_edge(net, a, b, 1 + below(random, 1000));
        edges++;
    }
}

static void shuffle_ids(network *net, uint64_t *random)
{
    for (int32_t i = 0; i < net->nodes; i++)
        net->ids[i] = i;
    for (int32_t i = net->nodes - 1; i > 0; i--) {
        int32_t other = below(random, i + 1), id = net->ids[i];
        net->ids[i] = net->ids[other];
        net->ids[other] = id;
    }
}

/* Every fourth node is a traitor, so that kings are among them: fewer than a quarter of all. */
static void make_votes(network *net)
{
    for (int32_t i = 0; i < net->nodes; i++) {
        uint64_t random = (uint64_t)i + 77;
        net->votes[i] = (int32_t)(next_random(&random) & 1);
        net->traitors[i] = i % 4 == 1 && i / 4 < (net->nodes - 1) / 4;
    }
}

void make_network(network *net, int32_t number, int32_t nodes)
{
    const char *seed = df_option("seed"), *input = df_option("input");
    uint64_t random = seed == NULL ? 1 : strtoull(seed, NULL, 10);
    *net = (network){.nodes = nodes};
    shuffle_ids(net, &random);
    make_votes(net);
    bool is_ring = number == LCR || number == HS;
    if (is_ring)
        make_ring(net);
    else if (input == NULL)
        make_sparse(net, &random);
    if (input != NULL)
        read_network(net, number, input);
}
