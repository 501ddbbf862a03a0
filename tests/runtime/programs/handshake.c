/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs of cores hand a turn to and fro, one counter each way, -n times. A lost wake-up hangs it. With FAN
 * each counter of core 0 is awaited by all others, which answers the mask with several waiters. CORES chooses
 * how many there are. With JITTER pairs take up to so many pauses before they publish, so that some publish while the other
 * falls asleep. */
#include "check.h"
#include "df/os.h"
#include "df/runtime.h"

static df_counter counters[DF_CORES_MAX];
static df_gate gates[DF_CORES_MAX];
static df_gate answers[DF_CORES_MAX];
static uint64_t turns[DF_CORES_MAX];
static uint32_t cores;
static bool fan;
static uint64_t jitter;

static void publish_late(df_core *core, uint64_t pass)
{
    uint64_t pauses = jitter == 0 ? 0 : (pass + core->index) * UINT64_C(0x9E3779B97F4A7C15) % jitter;
    for (uint64_t i = 0; i < pauses; i++)
        df__os_pause();
    df_publish(core, &counters[core->index], pass + 1);
}

static void run_pair(df_core *core)
{
    uint32_t me = core->index;
    bool leads = me % 2 == 0;
    if (me == 0)
        printf("sleepers fence: %s\n", core->shared->limits.sleepers_fence ? "yes" : "no");
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        if (leads)
            publish_late(core, pass);
        if (!df_wait(core, &gates[me], pass + 1))
            break;
        if (!leads)
            publish_late(core, pass);
        turns[me]++;
    }
}

static void run_fan(df_core *core)
{
    uint32_t me = core->index;
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        if (me == 0) {
            df_publish(core, &counters[0], pass + 1);
            for (uint32_t i = 1; i < cores; i++)
                if (!df_wait(core, &answers[i], pass + 1))
                    return;
        } else {
            if (!df_wait(core, &gates[me], pass + 1))
                return;
            df_publish(core, &counters[me], pass + 1);
        }
        turns[me]++;
    }
}

static void run_core(df_core *core)
{
    if (fan)
        run_fan(core);
    else
        run_pair(core);
}

int main(int argc, char **argv)
{
    void (*run[DF_CORES_MAX])(df_core *);
    cores = (uint32_t)shape("CORES", 2);
    fan = shape("FAN", 0) != 0;
    jitter = shape("JITTER", 0);
    for (uint32_t i = 0; i < cores; i++) {
        uint32_t peer = fan ? 0 : i ^ 1;
        uint64_t everybody = (cores == DF_CORES_MAX ? UINT64_MAX : ((uint64_t)1 << cores) - 1);
        run[i] = run_core;
        counters[i].waiters = fan && i == 0 ? everybody & ~(uint64_t)1 : (uint64_t)1 << peer;
        gates[i] = (df_gate){.counter = &counters[peer], .fifo = "turn", .peer = peer};
        answers[i] = (df_gate){.counter = &counters[i], .fifo = "answer", .peer = i};
    }
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "handshake",
        .cores = cores,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .run = run,
        .default_iterations = 1000,
    };
    int status = df_main(argc, argv, &program);
    for (uint32_t i = 1; i < cores; i++)
        CHECK(turns[i] == turns[0]);
    printf("turns %" PRIu64 "\n", turns[0]);
    return status;
}
