/* SPDX-License-Identifier: Apache-2.0 */
/* Random words with random marks (SEED, ROUNDS), moved in each way that this processor has: marked words but null by the
 * distance, others as they are, nothing behind the last one, and a pointer that leads out is told wherever it is. Prints the
 * ways. */
#include "df/object_relocate.h"
#include "object_types.h"

enum { WORDS_MOST = 1200, BASE = 4096 };

static df__word objects[WORDS_MOST], target[WORDS_MOST + 8];
static uint64_t pointers[WORDS_MOST / 64 + 1];

static bool is_pointer(size_t word)
{
    return df__bit(pointers, word) && objects[word] != 0;
}

/* All words, or, for what copies long runs of data, only those of the first half are marked. */
static void make_words(uint64_t *random, size_t words)
{
    size_t marked = below(random, 2) == 0 ? words : words / 2;
    memset(pointers, 0, sizeof pointers);
    for (size_t i = 0; i < words; i++) {
        objects[i] = next_random(random);
        if (i < marked && below(random, 3) != 0) {
            df__set_bit(pointers, i);
            objects[i] = below(random, 4) == 0 ? 0 : (uint64_t)objects + below(random, (uint32_t)words * 8);
        }
    }
}

static void check_moved(const df__relocator *by, const df__relocation *from)
{
    size_t words = from->bytes / 8;
    memset(target, 0x5A, sizeof target);
    CHECK(by == NULL ? df__relocate((char *)target, from) : by->move(from, target, 0, words));
    for (size_t i = 0; i < words; i++)
        CHECK(target[i] == (is_pointer(i) ? objects[i] - from->start + from->base : objects[i]));
    for (size_t i = words; i < words + 8; i++)
        CHECK(target[i] == UINT64_C(0x5A5A5A5A5A5A5A5A));
}

static void check_leaving(const df__relocator *by, const df__relocation *from, size_t word)
{
    const uint64_t outside[] = {from->start - 1, from->start + from->bytes, 1, UINT64_MAX};
    df__word kept = objects[word];
    for (size_t i = 0; i < 4 && is_pointer(word); i++) {
        objects[word] = outside[i];
        CHECK(
            !(by == NULL ? df__relocate((char *)target, from) : by->move(from, target, 0, from->bytes / 8)));
        objects[word] = kept;
    }
}

int main(void)
{
    uint64_t random = shape("SEED", 1), rounds = shape("ROUNDS", 20);
    for (uint64_t round = 0; round < rounds; round++) {
        size_t words = 1 + below(&random, WORDS_MOST);
        df__relocation from = {(const char *)objects, pointers, words * 8, (uint64_t)objects, BASE};
        make_words(&random, words);
        check_moved(NULL, &from);
        check_leaving(NULL, &from, below(&random, (uint32_t)words));
        for (size_t i = 0; i < df__relocators_count; i++) {
            if (!df__relocators[i].is_there())
                continue;
            check_moved(&df__relocators[i], &from);
            check_leaving(&df__relocators[i], &from, below(&random, (uint32_t)words));
        }
    }
    for (size_t i = 0; i < df__relocators_count; i++)
        printf("%s\n", df__relocators[i].is_there() ? df__relocators[i].name : "-");
    return 0;
}
