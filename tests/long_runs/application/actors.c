/* SPDX-License-Identifier: Apache-2.0 */
#include "actors.h"

#include <df/df.h>
#include <inttypes.h>
#include <stdio.h>

static const uint64_t factor = UINT64_C(11400714819323198485);

void count(int words, uint64_t *next, uint64_t *out)
{
    uint64_t period = (uint64_t)words * PERIOD_ITERATIONS;
    for (int i = 0; i < words; i++)
        out[i] = (*next)++ % period * factor;
}

/* Writes into every fourth page of its input, after it has read it. */
void touch(int words, uint64_t *in, uint64_t *out)
{
    for (int i = 0; i < words; i++)
        out[i] = in[i] ^ 1;
    for (int i = 0; i < words; i += 2048)
        in[i] = 7;
}

void change(int words, uint64_t *in, uint64_t *out)
{
    for (int i = 0; i < words; i++)
        out[i] = in[i] += 3;
}

/* Each period is the same as the second one: the first still has the tokens that a delay began with. */
void check(int words, struct seen *seen, const uint64_t *plain, const uint64_t *touched,
           const uint64_t *changed, const uint64_t *late)
{
    const uint64_t *windows[] = {plain, touched, changed, late};
    uint64_t digest = 1;
    for (int i = 0; i < words; i++)
        for (int window = 0; window < 4; window++)
            digest = (digest ^ windows[window][i]) * factor;
    uint64_t *known = &seen->digests[seen->iterations % PERIOD_ITERATIONS];
    if (seen->iterations < 2 * PERIOD_ITERATIONS)
        *known = digest;
    else if (*known != digest)
        df_fail("iteration %" PRIu64 " is not as those before it", seen->iterations);
    seen->iterations++;
}

void tell(const struct seen *seen)
{
    uint64_t digest = 1;
    for (int i = 0; i < PERIOD_ITERATIONS; i++)
        digest = (digest ^ seen->digests[i]) * factor;
    printf("%" PRIu64 " %016" PRIx64 "\n", seen->iterations, digest);
}
