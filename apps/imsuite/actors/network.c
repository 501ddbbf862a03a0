/* SPDX-License-Identifier: Apache-2.0 */
/* Networks: rings, sparse ones with n log n edges of random weights, or those of a file with n rows of n numbers. */
#include "imsuite.h"

#include <stdio.h>
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

static void connect(network *net, int32_t a, int32_t b, int32_t weight)
{
    net->weight[a][b] = weight;
    net->weight[b][a] = weight;
}

static void make_ring(network *net)
{
    for (int32_t i = 0; i < net->nodes; i++)
        connect(net, i, (i + 1) % net->nodes, 1);
}

/* A random tree, so that all nodes are reached, and random edges up to n log2 n. */
static void make_sparse(network *net, uint64_t *random)
{
    int32_t nodes = net->nodes, most = nodes * (nodes - 1) / 2, edges = nodes - 1, wanted = 0;
    for (int32_t n = 1; n < nodes; n *= 2)
        wanted += nodes;
    for (int32_t i = 1; i < nodes; i++)
        connect(net, i, below(random, i), 1 + below(random, 1000));
    while (edges < (wanted < most ? wanted : most)) {
        int32_t a = below(random, nodes), b = below(random, nodes);
        if (a == b || net->weight[a][b] != 0)
            continue;
        connect(net, a, b, 1 + below(random, 1000));
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

/* A row of single digits is read as well as numbers between spaces. */
static int read_cell(FILE *file, int32_t *cell)
{
    int c = fgetc(file);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',')
        c = fgetc(file);
    if (c < '0' || c > '9')
        return 0;
    *cell = c - '0';
    return 1;
}

static int read_number(FILE *file, int32_t *cell)
{
    return fscanf(file, "%d%*[,]", cell) >= 1;
}

/* Numbers take at least a byte and what separates them; digits in a row just n bytes and the end of a line. */
static void read_matrix(network *net, const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        df_fail("cannot read '%s'", path);
    int length = 0;
    for (int c = fgetc(file); c >= '0' && c <= '9'; c = fgetc(file))
        length++;
    rewind(file);
    for (int32_t i = 0; i < net->nodes; i++) {
        for (int32_t j = 0; j < net->nodes; j++) {
            int32_t cell;
            if (!(length >= net->nodes ? read_cell : read_number)(file, &cell))
                df_fail("'%s' has no %d rows of %d numbers", path, (int)net->nodes, (int)net->nodes);
            if (cell > 0 && i != j)
                connect(net, i, j, cell);
        }
    }
    fclose(file);
}

void make_network(network *net, int32_t number, int32_t nodes)
{
    const char *seed = df_option("seed"), *input = df_option("input");
    uint64_t random = seed == NULL ? 1 : strtoull(seed, NULL, 10);
    *net = (network){.nodes = nodes};
    shuffle_ids(net, &random);
    if (number == LCR || number == HS)
        make_ring(net);
    else if (input != NULL)
        read_matrix(net, input);
    else
        make_sparse(net, &random);
}
