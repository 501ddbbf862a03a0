// SPDX-License-Identifier: Apache-2.0
// boost::lockfree::spsc_queue of words between two pinned threads: tokens are pushed and popped in blocks, by copy.
#include <boost/lockfree/spsc_queue.hpp>
#include <thread>
#include <vector>

#include "peer.h"

static int fifo(uint64_t bytes, uint64_t tokens)
{
    const uint64_t words = bytes / 8, block = bytes < PUBLISHED_BYTES ? PUBLISHED_BYTES / bytes : 1;
    const size_t held = DEEP_BYTES / 8 > 2 * words ? DEEP_BYTES / 8 : 2 * words;
    boost::lockfree::spsc_queue<uint64_t> queue(held);
    taker last{};
    uint64_t begin_ns = now_ns();
    std::thread producer([&] {
        giver state{};
        std::vector<uint64_t> local(block * words);
        pin(1);
        for (uint64_t first = 0; first < tokens; first += block) {
            uint64_t here = first + block < tokens ? block : tokens - first;
            for (uint64_t k = 0; k < here; k++)
                give((int64_t)words, &state, local.data() + k * words);
            for (uint64_t done = 0; done < here * words;)
                done += queue.push(local.data() + done, here * words - done);
        }
    });
    pin(0); // threads inherit it, so only now
    std::vector<uint64_t> local(block * words);
    for (uint64_t first = 0; first < tokens; first += block) {
        uint64_t here = first + block < tokens ? block : tokens - first;
        for (uint64_t done = 0; done < here * words;)
            done += queue.pop(local.data() + done, here * words - done);
        for (uint64_t k = 0; k < here; k++)
            take((int64_t)words, &last, local.data() + k * words);
    }
    producer.join();
    return finish(begin_ns, &last);
}

int main(int count, char **words)
{
    return count == 4 && strcmp(words[1], "fifo") == 0
               ? fifo(strtoull(words[2], NULL, 10), strtoull(words[3], NULL, 10))
               : 2;
}
