// SPDX-License-Identifier: Apache-2.0
// GNU Radio: the actors as sync blocks of a flowgraph. Buffers of 8 MiB for the FIFO; for the chain, of as many samples
// as BUFFER_ITEMS says (its own choice without).
#include <gnuradio/io_signature.h>
#include <gnuradio/sync_block.h>
#include <gnuradio/top_block.h>

#include "peer.h"

using namespace gr;

class giving : public sync_block
{
    const bool chain;
    const uint64_t words, total;
    uint64_t done = 0;
    giver state{};

  public:
    giving(bool chain, uint64_t bytes, uint64_t total)
        : sync_block("give", io_signature::make(0, 0, 0), io_signature::make(1, 1, (int)bytes)), chain(chain),
          words(bytes / 8), total(total)
    {
    }

    int work(int count, gr_vector_const_void_star &, gr_vector_void_star &out) override
    {
        uint64_t here = total - done < (uint64_t)count ? total - done : (uint64_t)count;
        if (here == 0)
            return WORK_DONE;
        if (chain)
            chain_give((int64_t)here, &state, (float *)out[0]);
        else
            for (uint64_t k = 0; k < here; k++)
                give((int64_t)words, &state, (uint64_t *)out[0] + k * words);
        done += here;
        return (int)here;
    }
};

class staging : public sync_block
{
    const int gain;

  public:
    explicit staging(int gain)
        : sync_block("stage", io_signature::make(1, 1, sizeof(float)),
                     io_signature::make(1, 1, sizeof(float))),
          gain(gain)
    {
    }

    int work(int count, gr_vector_const_void_star &in, gr_vector_void_star &out) override
    {
        chain_stage(count, gain, (const float *)in[0], (float *)out[0]);
        return count;
    }
};

class taking : public sync_block
{
    const bool chain;
    const uint64_t words;

  public:
    taker state{};

    taking(bool chain, uint64_t bytes)
        : sync_block("take", io_signature::make(1, 1, (int)bytes), io_signature::make(0, 0, 0)), chain(chain),
          words(bytes / 8)
    {
    }

    int work(int count, gr_vector_const_void_star &in, gr_vector_void_star &) override
    {
        if (chain)
            chain_take(count, &state, (const float *)in[0]);
        else
            for (int k = 0; k < count; k++)
                take((int64_t)words, &state, (const uint64_t *)in[0] + (uint64_t)k * words);
        return count;
    }
};

int main(int count, char **words)
{
    if (count != 4)
        return 2;
    uint64_t size = strtoull(words[2], NULL, 10), number = strtoull(words[3], NULL, 10);
    const bool chain = strcmp(words[1], "chain") == 0;
    const uint64_t bytes = chain ? sizeof(float) : size;
    const char *wish = getenv("BUFFER_ITEMS");
    long buffer =
        chain ? (wish != NULL ? atol(wish) : 0) : (long)(DEEP_BYTES / bytes > 2 ? DEEP_BYTES / bytes : 2);
    auto top = make_top_block("peer");
    auto first = gnuradio::make_block_sptr<giving>(chain, bytes, chain ? size * number : number);
    auto last = gnuradio::make_block_sptr<taking>(chain, bytes);
    basic_block_sptr before = first;
    if (buffer > 0)
        first->set_min_output_buffer(buffer);
    for (int k = 1; chain && k <= STAGES; k++) {
        auto stage = gnuradio::make_block_sptr<staging>(k);
        if (buffer > 0)
            stage->set_min_output_buffer(buffer);
        top->connect(before, 0, stage, 0);
        before = stage;
    }
    top->connect(before, 0, last, 0);
    uint64_t begin_ns = now_ns();
    top->run();
    return finish(begin_ns, &last->state);
}
