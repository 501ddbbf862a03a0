/* SPDX-License-Identifier: Apache-2.0 */
/* As such projects have it: what all sources share, and headers that PREESM would generate. */
#ifndef PREESM_H
#define PREESM_H

#define IN
#define OUT

#include "communication.h"
#include "dump.h"
#include "fifo.h"
#include "preesm_md5.h"

typedef unsigned char uchar;

#define FRAMES 7

int framesRead; /* in every source that includes this */

#endif
