/* SPDX-License-Identifier: Apache-2.0 */
/* A guarded producer and consumer on two cores that share one slot. With EARLY the consumer publishes the
 * release before it has read: the thread sanitizer must report that, though both cores use different
 * addresses. */
#include <unistd.h>

#include "check.h"
#include "df/runtime.h"

enum { TOKEN_BYTES = 256 };

static df_counter produced = {.waiters = 0x2};
static df_counter released = {.waiters = 0x1};
static df_gate produced_gate = {.counter = &produced, .fifo = "a.out:b.in", .peer = 0};
static df_gate released_gate = {.counter = &released, .fifo = "a.out:b.in", .peer = 1};
static const df_actor actors[] = {{.name = "a", .place = "early.sdf:1:5", .core = 0},
                                  {.name = "b", .place = "early.sdf:2:5", .core = 1}};
static df_buffer buffers[] = {{.name = "a.out", .slot_bytes = TOKEN_BYTES, .slots = 1}};
static bool early;
static uint64_t sum;

static void run_producer(df_core *core)
{
    unsigned char *out = (unsigned char *)core->arena + buffers[0].offset_bytes;
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        if (!df_wait(core, &released_gate, pass))
            break;
        core->actor = &actors[0];
        core->firing = pass;
        df_guard_window(core, 0, "out", out, TOKEN_BYTES, false);
        memset(out, (int)(pass & 0x7F), TOKEN_BYTES);
        df_guard_done(core);
        df_publish(core, &produced, pass + 1);
    }
}

static void run_consumer(df_core *core)
{
    const unsigned char *in = (const unsigned char *)core->arena_read + buffers[0].offset_bytes;
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        if (!df_wait(core, &produced_gate, pass + 1))
            break;
        core->actor = &actors[1];
        core->firing = pass;
        df_guard_window(core, 0, "in", in, TOKEN_BYTES, true);
        if (early)
            df_publish(core, &released, pass + 1);
        for (int i = 0; i < TOKEN_BYTES; i++)
            sum += in[i];
        df_guard_done(core);
        if (!early)
            df_publish(core, &released, pass + 1);
    }
}

int main(int argc, char **argv)
{
    static void (*const runs[])(df_core *) = {run_producer, run_consumer};
    size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    early = shape("EARLY", 0) != 0;
    buffers[0].offset_bytes = page_bytes - TOKEN_BYTES;
    buffers[0].stride_bytes = page_bytes;
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "early_release",
        .cores = 2,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .arena_bytes = 2 * page_bytes,
        .buffers = buffers,
        .buffers_count = 1,
        .actors = actors,
        .actors_count = 2,
        .run = runs,
        .guard = true,
        .default_iterations = 200,
    };
    int status = df_main(argc, argv, &program);
    printf("sum %" PRIu64 "\n", sum);
    return status;
}
