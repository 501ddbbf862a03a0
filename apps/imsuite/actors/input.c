/* SPDX-License-Identifier: Apache-2.0 */
/* Networks from IMSuite's input files. The first line has the number of nodes; then come
 *   LCR, HS   an id a line, in the order of the ring;
 *   BF        the node where the search begins, and the rows of the matrix;
 *   MIS       the rows;
 *   BY        the rows, a line with a blank, a row with everybody's first vote, a line with a blank, a traitor a line;
 *   MST       the rows, a line with a blank, and a weight a line, row by row.
 * A row is a digit for each node, 0 where no edge leads there. */
#include "imsuite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct input {
    const char *path;
    FILE *file;
    int line;
    char text[NODES_MAX + 8];
} input;

/* The next line that is not blank, without its end; false behind the last one. */
static bool next_line(input *in)
{
    while (fgets(in->text, sizeof in->text, in->file) != NULL) {
        in->line++;
        in->text[strcspn(in->text, "\r\n")] = '\0';
        if (in->text[strspn(in->text, " \t")] != '\0')
            return true;
    }
    return false;
}

static int32_t number_of(const input *in, int32_t least, int32_t most, const char *what)
{
    char *end;
    long long number = strtoll(in->text, &end, 10);
    if (end[strspn(end, " \t")] != '\0' || number < least || number > most)
        df_fail("%s:%d: '%s' is not %s (%" PRId32 " to %" PRId32 ")", in->path, in->line, in->text, what,
                least, most);
    return (int32_t)number;
}

static int32_t next_number(input *in, int32_t least, int32_t most, const char *what)
{
    if (!next_line(in))
        df_fail("%s:%d: the file ends before %s", in->path, in->line, what);
    return number_of(in, least, most, what);
}

/* A row of digits. */
static void next_row(input *in, int32_t nodes, const char *what)
{
    if (!next_line(in))
        df_fail("%s:%d: the file ends before %s", in->path, in->line, what);
    if (strspn(in->text, "01") != (size_t)nodes || in->text[nodes] != '\0')
        df_fail("%s:%d: %s wants %" PRId32 " digits, each 0 or 1", in->path, in->line, what, nodes);
}

static void read_ids(input *in, network *net)
{
    for (int32_t i = 0; i < net->nodes; i++) {
        net->ids[i] = next_number(in, 0, INT32_MAX, "the id of a node");
        for (int32_t before = 0; before < i; before++) {
            if (net->ids[before] == net->ids[i])
                df_fail("%s:%d: two nodes have the id %" PRId32, in->path, in->line, net->ids[i]);
        }
    }
}

static void read_rows(input *in, network *net)
{
    for (int32_t a = 0; a < net->nodes; a++) {
        next_row(in, net->nodes, "a row of the network");
        for (int32_t b = 0; b < net->nodes; b++) {
            if (in->text[b] == '1' && a != b)
                add_edge(net, a, b, 1);
        }
    }
}

static void read_votes(input *in, network *net)
{
    next_row(in, net->nodes, "the row of votes");
    for (int32_t i = 0; i < net->nodes; i++)
        net->votes[i] = in->text[i] - '0';
    int32_t traitors = 0;
    memset(net->traitors, 0, sizeof net->traitors);
    while (next_line(in)) {
        net->traitors[number_of(in, 0, net->nodes - 1, "the number of a traitor")] = true;
        if (++traitors > (net->nodes - 1) / 4)
            df_fail("%s:%d: a quarter of the nodes are traitors: no agreement is possible", in->path,
                    in->line);
    }
}

static void read_weights(input *in, network *net)
{
    for (int32_t a = 0; a < net->nodes; a++) {
        for (int32_t b = 0; b < net->nodes; b++) {
            int32_t weight = next_number(in, 0, INT32_MAX, "a weight");
            if (net->weight[a][b] != 0)
                add_edge(net, a, b, weight > 0 ? weight : 1);
        }
    }
}

void read_network(network *net, int32_t kernel, const char *path)
{
    input in = {.path = path, .file = fopen(path, "r")};
    if (in.file == NULL)
        df_fail("cannot read '%s'", path);
    int32_t nodes = next_number(&in, 1, INT32_MAX, "the number of nodes");
    if (nodes != net->nodes)
        df_fail("'%s' is about %" PRId32 " nodes, the program about %" PRId32
                ": compile it with -p nodes=%" PRId32,
                path, nodes, net->nodes, nodes);
    if (kernel == BF)
        net->root = next_number(&in, 0, nodes - 1, "the node where the search begins");
    if (kernel == LCR || kernel == HS)
        read_ids(&in, net);
    else
        read_rows(&in, net);
    if (kernel == BY)
        read_votes(&in, net);
    if (kernel == MST)
        read_weights(&in, net);
    fclose(in.file);
}
