/* SPDX-License-Identifier: Apache-2.0 */
/* What sources of PREESM projects take for granted: the system's headers, and its preesm.h. */
#ifndef DF_PREESM_GEN_H
#define DF_PREESM_GEN_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "communication.h"
#include "dump.h"
#include "fifo.h"
#include "mac_barrier.h"
#include "preesm_md5.h"

/* In angle brackets: the one beside this file is the last choice. */
#include <preesm.h>

#endif
