/* SPDX-License-Identifier: Apache-2.0 */
/* The transfer strategies that move bytes: one function and one source file `src/transfer_<name>.c` each.
 *
 * Every strategy leaves `bytes` bytes of the source window in the target window before it returns, or before
 * the counter of its engine says so. `memcpy` is always legal and is what every other strategy is compared
 * with. */
#ifndef DF_TRANSFER_H
#define DF_TRANSFER_H

#include <stddef.h>

void df_transfer_memcpy(void *target, const void *source, size_t bytes);
void df_transfer_stream(void *target, const void *source, size_t bytes);

#endif
