/* SPDX-License-Identifier: Apache-2.0 */
/* Where PREESM has the queues of its delays. Here a delay is a place in a buffer; see communication.h. */
#ifndef DF_PREESM_FIFO_H
#define DF_PREESM_FIFO_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#endif
