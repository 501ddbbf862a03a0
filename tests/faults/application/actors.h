/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAULTS_ACTORS_H
#define FAULTS_ACTORS_H

#include <stdint.h>
#include <stdio.h>

struct sink {
    FILE *file;
};

void give(int words, uint64_t *next, uint32_t *out);
void touch(int words, uint32_t *in, uint32_t *out);
void change(int words, uint32_t *in, uint32_t *out);
void open_sink(struct sink *sink);
void keep(int words, struct sink *sink, const uint32_t *plain, const uint32_t *touched,
          const uint32_t *changed);
void close_sink(struct sink *sink);

#endif
