/* SPDX-License-Identifier: Apache-2.0 */
/* What a core knows of how lines of windows best get back to who writes them (df/own.h). */
#ifndef DF_OWN_STATE_H
#define DF_OWN_STATE_H

#include <stdbool.h>
#include <stdint.h>

/* All zero at first. A sample is the time of some passes. */
typedef struct df__owner {
    bool leaves;       /* the lines are left as they are */
    bool tries;        /* that is a trial; else the way that was faster when both were tried */
    bool settles;      /* the sample shows what was done before: it does not count */
    uint32_t left;     /* passes of the sample that are still to come */
    uint32_t passes;   /* of a sample */
    uint64_t since_ns; /* when the sample began, */
    uint64_t tried_ns; /* and the trial */
    uint64_t usual_ns; /* of the sample before the trial */
    uint64_t next_ns;  /* no trial before that */
} df__owner;

#endif
