/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of distributed algorithms after IMSuite (Gupta and Nandivada, JPDC 2015), with code of their own. The nodes of a
 * network are spread over places; a firing of a place is a round: every node takes the letters that were written to it in
 * the round before, and writes new ones. All letters from one place to another in a round are one message. */
#ifndef IMSUITE_H
#define IMSUITE_H

#include <stdbool.h>
#include <stdint.h>

#include <df/df.h>
#include <df/object.h>

enum { NODES_MAX = 128, PLACES_MAX = 16, LETTERS_MAX = 8192 };

/* --- messages ---------------------------------------- */

struct letter {
    struct letter *next;
    int32_t to;
    int32_t from;
    int32_t kind; /* of the kernel's */
    int32_t value;
    int64_t key;
};

/* What X10 puts into a message beside what is asked for: all that the code at the other place may look at. */
struct handle {
    struct handle *next;
    struct region *region; /* shared by all */
    int64_t numbers[5];
};

struct region {
    int32_t first_node;
    int32_t past_node;
    int32_t places;
    int32_t nodes;
};

struct closure {
    struct region *region;
    struct handle *handles;
    int32_t *matrix; /* matrix[cells]: of the network; of a ring, the numbers of its nodes */
    int32_t cells;
    int32_t round;
};

struct message {
    struct letter *letters;
    struct closure *closure; /* null where closures are not asked for */
    int32_t letter_count;
    bool is_active; /* a node of the sender waits for no letter to go on */
    bool begins;    /* the kernel, once more, with this round */
};

DF_OBJECT(letter);
DF_OBJECT(handle);
DF_OBJECT(region);
DF_OBJECT(closure);
DF_OBJECT(message);

/* --- places ---------------------------------------- */

enum kernel_number { LCR, HS, BF, BY, MIS, MST, KERNELS };

/* The network: a ring, or edges with weights; 0 means that there is none. */
typedef struct network {
    int32_t nodes;
    int32_t weight[NODES_MAX][NODES_MAX];
    int32_t ids[NODES_MAX]; /* unique, in an order of their own */
    int32_t root;           /* where a search begins */
    int32_t votes[NODES_MAX];
    bool traitors[NODES_MAX];
} network;

typedef struct post {
    int32_t to;
    int32_t from;
    int32_t kind;
    int32_t value;
    int64_t key;
} post;

/* What a node knows; each kernel uses what it needs. */
typedef struct node {
    int32_t number;
    int32_t result;
    int32_t parent;
    int32_t stage;
    int32_t count;
    int32_t fragment;
    int64_t best;
    int64_t draw;
    uint64_t random;
    bool done;
    bool tree[NODES_MAX];    /* by other node: a tree edge leads there */
    bool gone[NODES_MAX];    /* it takes part no more */
    int32_t seen[NODES_MAX]; /* what it said last */
} node;

typedef struct place {
    network net;
    int32_t kernel;
    int32_t me;
    int32_t places;
    int32_t first; /* node, */
    int32_t past;
    bool closures;
    int64_t round;
    int64_t repeats; /* still to come */
    bool begins;
    bool is_active;
    node nodes[NODES_MAX];      /* those of this place, from 0 on */
    post local[2][LETTERS_MAX]; /* to nodes of this place, in this round and the next one */
    int32_t local_count[2];
    df_ref *const *out; /* of the firing at hand */
    struct letter *last[PLACES_MAX];
    int64_t letters_sent;
} place;

typedef struct kernel {
    const char *name;
    bool on_a_ring;
    int closure_handles;
    void (*begin)(place *here, node *self);
    void (*take)(place *here, node *self, const post *letter);
    void (*go_on)(place *here, node *self); /* after all letters of the round */
} kernel;

extern const kernel lcr, hs, bf, by, mis, mst;

/* The actor: init, a round, and the results to the standard output. `in` and `out` are tokens from and to the other
 * places, in their order; write_graph.py writes functions with a parameter for each. */
void open_place(int kernel, int me, int places, int nodes, int closure, place *here);
void fire_place(place *here, const df_ref *const *in, df_ref *const *out);
void close_place(place *here);

/* --- for kernels ---------------------------------------- */

/* Writes a letter, which comes in the next round. */
void write_letter(place *here, const node *self, int32_t to, int32_t kind, int32_t value, int64_t key);

/* The same to every neighbour for which skip is false; skip may be null. */
void write_to_neighbours(place *here, const node *self, const bool *skip, int32_t kind, int32_t value,
                         int64_t key);

/* The node goes on in the next round, whether letters come or not. */
void stay_active(place *here);

uint64_t next_random(uint64_t *state);

/* network.c: of the file that option `input` names, or by option `seed`; and an edge, in both directions. */
void make_network(network *net, int32_t number, int32_t nodes);
void add_edge(network *net, int32_t a, int32_t b, int32_t weight);

/* input.c: ends the program for a file that is about something else. */
void read_network(network *net, int32_t kernel, const char *path);

#endif
