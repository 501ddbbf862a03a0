// SPDX-License-Identifier: Apache-2.0
// oneTBB parallel_pipeline: filters in order, tokens in place in a ring of slots, blocks of at least 16 KiB.
#include <oneapi/tbb/parallel_pipeline.h>
#include <vector>

#include "peer.h"

static const size_t in_flight = 16;

static int fifo(uint64_t bytes, uint64_t tokens)
{
    const uint64_t words = bytes / 8, block = bytes < PUBLISHED_BYTES ? PUBLISHED_BYTES / bytes : 1;
    uint64_t *slots = (uint64_t *)memory(in_flight * block * bytes);
    uint64_t next = 0;
    giver first{};
    taker last{};
    struct piece {
        uint64_t *slot;
        uint64_t count;
    };
    uint64_t begin_ns = now_ns();
    tbb::parallel_pipeline(
        in_flight,
        tbb::make_filter<void, piece>(tbb::filter_mode::serial_in_order,
                                      [&](tbb::flow_control &control) -> piece {
                                          if (next >= tokens) {
                                              control.stop();
                                              return {nullptr, 0};
                                          }
                                          uint64_t here = next + block < tokens ? block : tokens - next;
                                          uint64_t *slot = slots + next / block % in_flight * block * words;
                                          for (uint64_t k = 0; k < here; k++)
                                              give((int64_t)words, &first, slot + k * words);
                                          next += here;
                                          return {slot, here};
                                      }) &
            tbb::make_filter<piece, void>(tbb::filter_mode::serial_in_order, [&](piece given) {
                for (uint64_t k = 0; k < given.count; k++)
                    take((int64_t)words, &last, given.slot + k * words);
            }));
    return finish(begin_ns, &last);
}

// Its own best: blocks of 4096 samples, which the filters of the stages share out.
static int chain(uint64_t items)
{
    const uint64_t block = 4096;
    std::vector<float> slots(in_flight * block);
    uint64_t next = 0;
    giver first{};
    taker last{};
    struct piece {
        float *slot;
        int64_t count;
    };
    auto stage = [](int k) {
        return tbb::make_filter<piece, piece>(tbb::filter_mode::parallel, [k](piece given) {
            chain_stage(given.count, k, given.slot, given.slot);
            return given;
        });
    };
    uint64_t begin_ns = now_ns();
    tbb::parallel_pipeline(
        in_flight,
        tbb::make_filter<void, piece>(tbb::filter_mode::serial_in_order,
                                      [&](tbb::flow_control &control) -> piece {
                                          if (next >= items) {
                                              control.stop();
                                              return {nullptr, 0};
                                          }
                                          int64_t here =
                                              (int64_t)(next + block < items ? block : items - next);
                                          float *slot = slots.data() + next / block % in_flight * block;
                                          chain_give(here, &first, slot);
                                          next += (uint64_t)here;
                                          return {slot, here};
                                      }) &
            stage(1) & stage(2) & stage(3) & stage(4) & stage(5) & stage(6) &
            tbb::make_filter<piece, void>(tbb::filter_mode::serial_in_order,
                                          [&](piece given) { chain_take(given.count, &last, given.slot); }));
    return finish(begin_ns, &last);
}

int main(int count, char **words)
{
    if (count != 4)
        return 2;
    uint64_t size = strtoull(words[2], NULL, 10), number = strtoull(words[3], NULL, 10);
    return strcmp(words[1], "fifo") == 0 ? fifo(size, number) : chain(size * number);
}
