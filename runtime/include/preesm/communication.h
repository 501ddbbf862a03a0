/* SPDX-License-Identifier: Apache-2.0 */
/* Where PREESM's generated code has its semaphores. Here cores wait for counters, and actors have nothing to call:
 * the header is there because projects include it. */
#ifndef DF_PREESM_COMMUNICATION_H
#define DF_PREESM_COMMUNICATION_H

#include <pthread.h>
#include <semaphore.h>

#endif
