/* SPDX-License-Identifier: Apache-2.0 */
/* Where PREESM has its instrumentation. Here `dfgen profile` measures; see communication.h. */
#ifndef DF_PREESM_DUMP_H
#define DF_PREESM_DUMP_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#endif
