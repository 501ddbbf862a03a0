/* SPDX-License-Identifier: Apache-2.0 */
#include <df/df.h>

#include "stabilization.h"

void open_output(struct video_writer *writer)
{
    const char *name = df_option("output");
    file_begin(&writer->output, name != NULL ? name : "stabilization-out.yuv");
}

void write_plane(int phase, int width, int height, struct video_writer *writer, const uint8_t *y,
                 const uint8_t *u, const uint8_t *v)
{
    size_t luma_bytes = (size_t)width * (size_t)height;
    const uint8_t *plane = phase == 0 ? y : phase == 1 ? u : v;
    file_append(&writer->output, plane, phase == 0 ? luma_bytes : luma_bytes / 4);
    writer->frame += phase == 2;
}

void close_output(struct video_writer *writer)
{
    if (file_finish(&writer->output))
        printf("stabilization: %lld frames written to %s\n", (long long)writer->frame, writer->output.name);
}

void open_log(struct motion_log *log)
{
    static const char head[] =
        "# frame, then x and y in pixels and roll in degrees of the motion since the frame "
        "before, of the path, and of the smoothed path\n";
    const char *name = df_option("motion");
    if (name == NULL)
        return;
    file_begin(&log->file, name);
    file_append(&log->file, head, sizeof head - 1);
}

void log_motion(struct motion_log *log, const struct pose *motion, const struct pose *path,
                const struct smoother *smoothed)
{
    if (log->file.file == NULL)
        return;
    char number[32];
    int length = snprintf(number, sizeof number, "%lld", (long long)log->frame++);
    file_append(&log->file, number, (size_t)length);
    file_append_pose(&log->file, motion);
    file_append_pose(&log->file, path);
    file_append_pose(&log->file, &smoothed->pose);
    file_append(&log->file, "\n", 1);
}

void close_log(struct motion_log *log)
{
    file_finish(&log->file);
}
