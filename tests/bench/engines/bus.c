/* SPDX-License-Identifier: Apache-2.0 */
#include "bus.h"

#include <stdio.h>

#include "df/cuda.h"
#include "df/os.h"

enum { IN_A_ROW = 8, REPEATS_MOST = 99 };

typedef struct bus {
    df__cuda cuda;
    df__cuda_context context;
    df__cuda_device device;
    df__cuda_stream in, out;
    df__cuda_address there; /* of twice as many bytes */
} bus;

static bool open_bus(bus *on, size_t bytes)
{
    return df__cuda_find(&on->cuda) == NULL && on->cuda.device_get(&on->device, 0) == 0 &&
           on->cuda.context_retain(&on->context, on->device) == 0 && on->cuda.context_set(on->context) == 0 &&
           on->cuda.stream_open(&on->in, DF__CUDA_STREAM_NON_BLOCKING) == 0 &&
           on->cuda.stream_open(&on->out, DF__CUDA_STREAM_NON_BLOCKING) == 0 &&
           on->cuda.memory_take(&on->there, 2 * bytes) == 0;
}

static bool is_busy(const bus *on)
{
    return on->cuda.stream_query(on->in) == DF__CUDA_NOT_READY ||
           on->cuda.stream_query(on->out) == DF__CUDA_NOT_READY;
}

static uint64_t move(const bus *on, char *memory, size_t bytes)
{
    uint64_t began_ns = df__os_now_ns();
    for (int i = 0; i < IN_A_ROW; i++)
        if (on->cuda.copy_to_device(on->there, memory, bytes, on->in) != 0 ||
            on->cuda.copy_to_host(memory + bytes, on->there + bytes, bytes, on->out) != 0)
            return 0;
    while (is_busy(on))
        df__os_pause();
    return df__os_now_ns() - began_ns;
}

void show_bus(char *memory, size_t bytes, uint32_t repeats)
{
    bus on = {.in = NULL};
    uint64_t took_ns[REPEATS_MOST];
    if (!open_bus(&on, bytes)) {
        fprintf(stderr, "there is no GPU of NVIDIA\n");
        return;
    }
    for (uint32_t turn = 0; turn < repeats; turn++)
        took_ns[turn] = move(&on, memory, bytes);
    tell("bus", took_ns, repeats, IN_A_ROW);
    on.cuda.memory_give_back(on.there);
    on.cuda.stream_close(on.in);
    on.cuda.stream_close(on.out);
    on.cuda.context_release(on.device);
}
