/* SPDX-License-Identifier: Apache-2.0 */
/* In the place of the recorder's: each thread has an L1 of its own, of 32 KiB in 8 ways, through which its accesses go as
 * it makes them. What another thread has written since is out of date. */
#ifndef DF_RECORD_RECORD_H
#define DF_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern _Thread_local bool df__record_is_on; /* but not in copies that are counted whole */
extern _Thread_local uint64_t df__record_accesses;

void df__record_access(uintptr_t address, bool writes); /* counts within an actor's call */
void df__record_reach(uintptr_t address, bool writes);
void df__record_range(const void *start, size_t bytes, bool writes);
void df__record_copy(const void *target, const void *source, size_t bytes);
void df__record_streamed(const void *start, size_t bytes);

#endif
