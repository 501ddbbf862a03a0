/* SPDX-License-Identifier: Apache-2.0 */
/* The caches beyond the L1s of several architectures that begin with the same level: where what an access misses is the
 * same, it is simulated once. The root of the tree is the L1s, whose misses are known; a node is a level, whose children
 * are the levels that lie beyond it in some architectures. */
#ifndef DF_EXPLORE_TREE_H
#define DF_EXPLORE_TREE_H

#include "timeline.h"

/* Of a slice, at a node. */
typedef struct node_counts {
    uint16_t misses;
    uint16_t writes; /* that would come to a memory behind it */
} node_counts;

typedef struct node {
    level about;
    uint32_t parent;
    uint32_t first_child; /* 0: none */
    uint32_t next_child;  /* of the parent's, 0: none */
    cache *caches;
    cache **of_core;
    cache_word *words;
    node_counts now;
    node_counts *slices; /* of all cores, one core's behind the other's */
    level_figures figures;
    uint64_t writes;
    uint64_t *owner_misses;
    uint64_t *buffer_misses; /* and behind the buffers what is elsewhere; null where no architecture ends */
} node;

/* Of a line of a page that several cores use. */
typedef struct line_use {
    uint8_t version;
    uint8_t user; /* 0: nobody, the core that alone has used it since it wrote it, plus 1, or MANY */
} line_use;

/* What comes to a cache from the one before: an entry as of a stream, with the version of the line. */
typedef struct request {
    uint32_t entry;
    uint8_t version;
    uint16_t buffer; /* of a fetch */
} request;

typedef struct tree {
    const plan *plan;
    node *nodes; /* the root first, parents before children */
    uint32_t nodes_count;
    uint16_t *past;        /* as `slices`: writes past the caches */
    uint64_t *first_slice; /* by core */
    uint64_t slices_count;
    bool is_coherent; /* a line may lie in two caches of a level */
    bool is_measured;
    line_use *uses;                    /* by line */
    uint32_t past_now;                 /* of the slice that is done now */
    request *requests[LEVELS_MAX + 1]; /* that come to each level in that slice */
    uint32_t *victims;                 /* of the cache that is passed now */
} tree;

void tree_open(tree *in, const plan *plan);

/* The node where the architecture ends, which is made if need be. All must be known before it is filled. */
uint32_t tree_add(tree *in, const architecture *on);

/* Runs the plan in the time of `on`, which ends at that node, through all its caches. */
void tree_run(tree *in, const architecture *on, uint32_t end);

/* A `timeline_counting` that tells what was found in that run. */
typedef struct tree_reading {
    const tree *from;
    uint32_t end;
} tree_reading;
void tree_read(void *reading, const timeline_core *by, uint64_t entries, slice_counts *counts);

void tree_close(tree *in);

#endif
