/* SPDX-License-Identifier: Apache-2.0 */
/* Which way a core takes with the lines that it has read, by times that are made up: how much of what the faster way
 * does in a second gets done. A line a case: its name and that share in percent. */
#include "check.h"
#include "df/runtime.h"

enum { MS = 1000000, SLOTS = 3, LONG_MS = 10000 };

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
    uint32_t run_ms;  /* 0: long */
    uint32_t cold_ms; /* for so long passes take more, at first twice as long */
    uint32_t noise;   /* by up to so many percent passes take longer */
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
    {"cold, brief", 1, 0, 0, {{90000, 78000}}, 30, 5, 0},
    {"uneven, brief", 1, 0, 0, {{90000, 78000}}, 30, 0, 20},
    {"uneven", 1, 0, 0, {{90000, 78000}}, 0, 0, 20},
    {"uneven far", 1, 0, 0, {{170000, 1000000}}, 0, 0, 20},
};

static uint32_t least(costs both)
{
    return both.taken_ns < both.left_ns ? both.taken_ns : both.left_ns;
}

/* What passes take now, which is alike for both ways. */
static uint64_t drawn_out(const trial *of, uint64_t pass_ns, uint64_t pass, uint64_t now_ns)
{
    uint64_t cold_ns = (uint64_t)of->cold_ms * MS;
    if (now_ns < cold_ns)
        pass_ns += pass_ns * (cold_ns - now_ns) / cold_ns;
    uint64_t random = (pass + 1) * 6364136223846793005u >> 33;
    return of->noise == 0 ? pass_ns : pass_ns + pass_ns * (random % of->noise) / 100;
}

/* The share, in percent, of what the faster way would have done. */
static uint32_t share_of(const trial *of)
{
    df__choice choice = {0};
    bool left[SLOTS] = {false};
    uint64_t now_ns = 1, useful_ns = 0, until_ns = (uint64_t)(of->run_ms == 0 ? LONG_MS : of->run_ms) * MS;
    for (uint64_t pass = 0; now_ns < until_ns; pass++) {
        uint64_t phase = of->phase_ms == 0 ? 0 : now_ns / MS / of->phase_ms % 2;
        costs both = of->costs[phase];
        if (choice.left-- == 0)
            df__choice_sampled(&choice, now_ns, of->cores);
        uint64_t began_ns = now_ns;
        now_ns += drawn_out(of, left[pass % SLOTS] ? both.left_ns : both.taken_ns, pass, began_ns);
        useful_ns += drawn_out(of, least(both), pass, began_ns);
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
        printf("%s: %" PRIu32 "\n", trials[i].name, share_of(&trials[i]));
    return 0;
}
