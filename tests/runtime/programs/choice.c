/* SPDX-License-Identifier: Apache-2.0 */
/* Which way a core takes with the lines that it has read, by times that are made up: how much of what the faster way
 * does in a second gets done. A line a case: its name and that share in percent. */
#include "check.h"
#include "df/runtime.h"

enum { SECOND_NS = 1000000000, SLOTS = 3 };

/* What a pass takes if the slot was taken over, or left, before. */
typedef struct {
    uint32_t taken_ns;
    uint32_t left_ns;
} costs;

typedef struct {
    const char *name;
    uint32_t cores;
    uint32_t phase_ms;   /* how long both costs last, then the other ones; 0: for ever */
    uint32_t late_every; /* so many passes one is late */
    costs costs[2];
} trial;

static const trial trials[] = {
    {"far", 1, 0, 0, {{170000, 1000000}}},
    {"near", 1, 0, 0, {{50000, 30000}}},
    {"short", 1, 0, 0, {{150, 1000}}},
    {"short near", 2, 0, 0, {{200, 150}}},
    {"many cores", 64, 0, 0, {{170000, 1000000}}},
    {"moves", 1, 1000, 0, {{170000, 1000000}, {50000, 30000}}},
    {"late", 1, 0, 997, {{170000, 1000000}}},
    {"late near", 1, 0, 997, {{50000, 30000}}},
    {"fickle", 1, 30, 0, {{700000, 1000000}, {3000000, 1000000}}},
    {"fickle later", 1, 300, 0, {{700000, 1000000}, {3000000, 1000000}}},
};

static uint32_t least(costs both)
{
    return both.taken_ns < both.left_ns ? both.taken_ns : both.left_ns;
}

/* The share, in percent, of what the faster way would have done. */
static uint32_t share_of(const trial *of, uint64_t until_ns)
{
    df__choice choice = {0};
    bool left[SLOTS] = {false};
    uint64_t now_ns = 1, useful_ns = 0;
    for (uint64_t pass = 0; now_ns < until_ns; pass++) {
        uint64_t phase = of->phase_ms == 0 ? 0 : now_ns / 1000000 / of->phase_ms % 2;
        costs both = of->costs[phase];
        if (choice.left-- == 0)
            df__choice_sampled(&choice, now_ns, of->cores);
        now_ns += left[pass % SLOTS] ? both.left_ns : both.taken_ns;
        useful_ns += least(both);
        if (of->late_every != 0 && pass % of->late_every == of->late_every / 2) {
            now_ns += 10000000;
            useful_ns += 10000000;
        }
        left[pass % SLOTS] = choice.other;
    }
    return (uint32_t)(100 * useful_ns / now_ns);
}

int main(void)
{
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
        printf("%s: %" PRIu32 "\n", trials[i].name, share_of(&trials[i], 10ull * SECOND_NS));
    return 0;
}
