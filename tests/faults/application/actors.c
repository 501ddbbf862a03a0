/* SPDX-License-Identifier: Apache-2.0 */
#include "actors.h"

#include <df/df.h>

void give(int words, uint64_t *next, uint32_t *out)
{
    for (int i = 0; i < words; i++)
        out[i] = (uint32_t)(*next)++ * UINT32_C(2654435761);
}

/* Writes into every fourth page of its input, after it has read it. */
void touch(int words, uint32_t *in, uint32_t *out)
{
    for (int i = 0; i < words; i++)
        out[i] = in[i] ^ 1;
    for (int i = 0; i < words; i += 4096)
        in[i] = 7;
}

void change(int words, uint32_t *in, uint32_t *out)
{
    for (int i = 0; i < words; i++)
        out[i] = in[i] += 3;
}

void open_sink(struct sink *sink)
{
    const char *path = df_option("file");
    sink->file = path == NULL ? NULL : fopen(path, "wb");
    if (sink->file == NULL)
        df_fail("cannot open the output file");
}

void keep(int words, struct sink *sink, const uint32_t *plain, const uint32_t *touched,
          const uint32_t *changed)
{
    const uint32_t *windows[] = {plain, touched, changed};
    for (int i = 0; i < 3; i++)
        if (fwrite(windows[i], sizeof **windows, (size_t)words, sink->file) != (size_t)words)
            df_fail("cannot write the output file");
}

void close_sink(struct sink *sink)
{
    if (fclose(sink->file) != 0)
        df_fail("cannot finish the output file");
}
