/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "sample.h"
#include "stabilization.h"

struct plane {
    int width, height;
    const uint8_t *pixels;
};

/* From a place in the rendered plane to a place in the frame's, both in 1/65536 pixel from the upper left. */
struct mapping {
    int64_t x, y;         /* of the upper left pixel */
    int64_t cosine, sine; /* the step from one pixel to the next one on its right */
};

static struct mapping mapping_of(struct plane plane, int zoom, struct pose correction)
{
    struct turn turn = turn_by(correction.roll);
    struct mapping mapping = {0, 0, turn.cosine * 100 / (100 + zoom), turn.sine * 100 / (100 + zoom)};
    int64_t right = plane.width - 1, down = plane.height - 1; /* half pixels to the middle */
    mapping.x = correction.x + (right * ONE - right * mapping.cosine + down * mapping.sine) / 2;
    mapping.y = correction.y + (down * ONE - right * mapping.sine - down * mapping.cosine) / 2;
    return mapping;
}

static inline int32_t held_in(int32_t value, int32_t last)
{
    return value < 0 ? 0 : value > last ? last : value;
}

static void render_line(struct plane plane, struct mapping mapping, int y, uint8_t *rendered)
{
    /* the last column and line are reached as neighbours: 255/256 of the way is near enough */
    int32_t last_x = (plane.width - 1) * 65536 - 1, last_y = (plane.height - 1) * 65536 - 1;
    int32_t x_at = (int32_t)(mapping.x - y * mapping.sine), y_at = (int32_t)(mapping.y + y * mapping.cosine);
    int32_t step_x = (int32_t)mapping.cosine, step_y = (int32_t)mapping.sine;
    for (int x = 0; x < plane.width; x++) {
        int32_t from_x = held_in(x_at + x * step_x, last_x), from_y = held_in(y_at + x * step_y, last_y);
        const uint8_t *upper = plane.pixels + (ptrdiff_t)(from_y >> 16) * plane.width + (from_x >> 16);
        rendered[x] =
            between(upper, upper + plane.width, (uint32_t)from_x >> 8 & 255, (uint32_t)from_y >> 8 & 255);
    }
}

void render_luma(int width, int height, int lines, int zoom, const int32_t *band,
                 const struct pose *correction, const uint8_t *plane, uint8_t *rendered)
{
    struct plane luma = {width, height, plane};
    struct mapping mapping = mapping_of(luma, zoom, *correction);
    for (int y = 0; y < lines; y++)
        render_line(luma, mapping, band[0] * lines + y, rendered + (ptrdiff_t)y * width);
}

void render_chroma(int width, int height, int zoom, const struct pose *correction, const uint8_t *plane,
                   uint8_t *rendered)
{
    struct plane chroma = {width / 2, height / 2, plane};
    struct pose halved = {correction->x / 2, correction->y / 2, correction->roll};
    struct mapping mapping = mapping_of(chroma, zoom, halved);
    for (int y = 0; y < chroma.height; y++)
        render_line(chroma, mapping, y, rendered + (ptrdiff_t)y * chroma.width);
}
