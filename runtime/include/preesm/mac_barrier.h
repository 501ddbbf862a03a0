/* SPDX-License-Identifier: Apache-2.0 */
/* Where PREESM has barriers for systems without them. Here no core waits at a barrier; see communication.h. */
#ifndef DF_PREESM_MAC_BARRIER_H
#define DF_PREESM_MAC_BARRIER_H

#include <pthread.h>

#endif
