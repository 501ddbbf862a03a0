/* SPDX-License-Identifier: Apache-2.0 */
/* What sources of PREESM projects take for granted: the system's headers, and the project's own preesm.h. */
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

#if defined(__has_include)
#if __has_include("preesm.h")
#include "preesm.h"
#endif
#endif

#endif
