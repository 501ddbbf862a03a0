/* SPDX-License-Identifier: Apache-2.0 */
/* What only this operating system gives: memory of the simulated caches in huge pages. */
#include "explore.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

cache_word *explore_lines(size_t count)
{
    enum { HUGE_BYTES = 2 << 20 };
    const size_t bytes = count * sizeof(cache_word);
    void *found = NULL;
    if (posix_memalign(&found, bytes < HUGE_BYTES ? 64 : HUGE_BYTES, bytes) != 0)
        explore_fail("there is not enough memory for the simulated caches");
#ifdef MADV_HUGEPAGE
    if (bytes >= HUGE_BYTES) /* what is next is anywhere in them; the system may decline */
        (void)madvise(found, bytes, MADV_HUGEPAGE);
#endif
    return memset(found, 0, bytes);
}
