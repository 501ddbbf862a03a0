/* SPDX-License-Identifier: Apache-2.0 */
#include "edges.h"
#include "output.h"

#include <df/df.h>

#include <stdlib.h>

void open_output(int width, int height, struct video_writer *writer)
{
    const char *name = df_option("output");
    writer->width = width;
    writer->height = height;
    writer->chroma = grey_bytes((size_t)width * (size_t)height / 2);
    output_begin(&writer->output, name != NULL ? name : "edges-out.yuv");
}

void write_frame(int width, int height, struct video_writer *writer, const uint8_t *y)
{
    size_t luma_bytes = (size_t)width * (size_t)height;
    output_append(&writer->output, y, luma_bytes);
    output_append(&writer->output, writer->chroma, luma_bytes / 2);
    writer->frame_count++;
}

void close_output(struct video_writer *writer)
{
    int complete = writer->output.file != NULL;
    output_finish(&writer->output);
    if (complete)
        printf("edges: %lld frames of %dx%d written to %s\n", (long long)writer->frame_count, writer->width,
               writer->height, writer->output.name);
    output_forget(&writer->output);
    free(writer->chroma);
}
