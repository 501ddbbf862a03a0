/* SPDX-License-Identifier: Apache-2.0 */
/* From core to core, spinning and sleeping. */
#include "calibrate.h"

enum { CROSSINGS = 20, WAKE_UPS = 10, SETTLE_NS = 200 * 1000 };

static void stay_ns(uint64_t ns)
{
    uint64_t begin_ns = df__os_now_ns();
    while (df__os_now_ns() - begin_ns < ns)
        df__os_pause();
}

static double wake_up_ns(void)
{
    sample repeats = {.count = 0};
    while (sample_goes_on(&repeats, WAKE_UPS)) {
        neighbour_send(SLEEP, NULL, 0);
        stay_ns(SETTLE_NS);
        uint64_t begin_ns = df__os_now_ns();
        neighbour_wake();
        neighbour_await();
        sample_add(&repeats, df__os_now_ns() - begin_ns);
    }
    return sample_quarter(&repeats);
}

void measure_cores(const bench *on)
{
    if (!on->has_neighbour)
        return;
    sample repeats = {.count = 0};
    while (sample_goes_on(&repeats, REPEATS_MAX)) {
        uint64_t begin_ns = df__os_now_ns();
        for (int k = 0; k < CROSSINGS; k++)
            neighbour_do(NOTHING, NULL, 0);
        sample_add(&repeats, (df__os_now_ns() - begin_ns) / (2 * CROSSINGS));
    }
    print_figure("crossing", 0, sample_quarter(&repeats));
    print_figure("wake-up", 0, wake_up_ns());
}
