/* SPDX-License-Identifier: Apache-2.0 */
/* The scene is described in the left view: each surface has an outline and a plane of disparities there. A
 * pixel of the right view is traced back to each surface; planes allow that exactly, so both views are. */
#include "scene.h"

#include <math.h>
#include <stddef.h>

enum outline { EVERYWHERE, RECTANGLE, DISC };

/* Places are fractions of width (u) and height (v); disparity = constant + along_u * u + along_v * v, as a
 * fraction of the disparities the scene may use. Of several surfaces at a pixel the one of largest disparity
 * is seen. */
struct surface {
    enum outline outline;
    double u_first, v_first, u_last, v_last; /* bounding box */
    double constant, along_u, along_v;
    float colour[3], accent[3];
};

static const struct surface surfaces[] = {
    {EVERYWHERE, 0, 0, 1, 1, 0.10, 0.08, 0.00, {96, 122, 150}, {186, 196, 190}},           /* wall */
    {RECTANGLE, 0, 0.62, 1, 1, -0.98, 0.00, 1.82, {120, 92, 66}, {190, 160, 118}},         /* floor */
    {RECTANGLE, 0.07, 0.16, 0.36, 0.66, 0.26, 0.35, 0.00, {176, 84, 62}, {232, 186, 120}}, /* card, turned */
    {DISC, 0.46, 0.14, 0.72, 0.56, 0.36, 0.00, 0.22, {62, 132, 92}, {196, 214, 120}},      /* disc, tilted */
    {RECTANGLE, 0.43, 0.06, 0.462, 0.92, 0.74, 0.00, 0.00, {70, 66, 84}, {206, 198, 214}}, /* pole */
    {RECTANGLE, 0.74, 0.44, 0.93, 0.84, 0.80, -0.20, 0.00, {112, 84, 150}, {226, 176, 206}}, /* box, turned */
};
enum { SURFACES = sizeof surfaces / sizeof surfaces[0] };

/* A surface's disparity in pixels: at_origin + slope * x in line y. */
struct line_plane {
    double at_origin, slope;
};

static struct line_plane plane_in_line(const struct scene *scene, const struct surface *surface, int y)
{
    double range = scene->disparities - 1;
    double v = (double)y / scene->height;
    return (struct line_plane){
        .at_origin = scene->min_disparity + range * (surface->constant + surface->along_v * v),
        .slope = range * surface->along_u / scene->width,
    };
}

static int is_covered(const struct scene *scene, const struct surface *surface, double x, int y)
{
    double u = x / scene->width, v = (double)y / scene->height;
    if (surface->outline == EVERYWHERE)
        return 1;
    if (u < surface->u_first || u >= surface->u_last || v < surface->v_first || v >= surface->v_last)
        return 0;
    if (surface->outline == RECTANGLE)
        return 1;
    double across = (2 * u - surface->u_first - surface->u_last) / (surface->u_last - surface->u_first);
    double down = (2 * v - surface->v_first - surface->v_last) / (surface->v_last - surface->v_first);
    return across * across + down * down < 1;
}

/* A pseudo-random number in 0..1 for a point of a grid. */
static float grid_noise(int x, int y, uint32_t seed)
{
    uint32_t hash = (uint32_t)x * 0x8da6b343u ^ (uint32_t)y * 0xd8163841u ^ seed * 0xcb1ab31fu;
    hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
    hash = (hash ^ hash >> 12) * 0x297a2d39u;
    return (float)((hash ^ hash >> 15) >> 8) / (float)0xffffff;
}

/* Noise interpolated between grid points `cell` pixels apart. */
static float smooth_noise(double x, int y, double cell, uint32_t seed)
{
    double column = floor(x / cell), row = floor(y / cell);
    float across = (float)(x / cell - column), down = (float)(y / cell - row);
    int i = (int)column, j = (int)row;
    float upper = grid_noise(i, j, seed) * (1 - across) + grid_noise(i + 1, j, seed) * across;
    float lower = grid_noise(i, j + 1, seed) * (1 - across) + grid_noise(i + 1, j + 1, seed) * across;
    return upper * (1 - down) + lower * down;
}

/* Large patches blend the surface's two colours, finer noise lightens and darkens them. */
static void paint(const struct surface *surface, double x, int y, uint8_t *rgb)
{
    uint32_t seed = 8 * (uint32_t)(surface - surfaces);
    float patches = smooth_noise(x, y, 21, seed) + 0.6f * smooth_noise(x, y, 8, seed + 1) - 0.3f;
    float blend = patches < 0 ? 0 : patches > 1 ? 1 : patches;
    float light = 0.54f + 0.40f * smooth_noise(x, y, 4, seed + 2) + 0.32f * smooth_noise(x, y, 1.9, seed + 3);
    for (int c = 0; c < 3; c++) {
        float value = light * (surface->colour[c] + blend * (surface->accent[c] - surface->colour[c]));
        rgb[c] = (uint8_t)(value > 255 ? 255 : value);
    }
}

/* Finds what is seen at x, y: of the left view, or with `is_right` of the right one. Returns the surface, and
 * in left_x and disparity where in the left view that point is, and its disparity. */
static const struct surface *trace(const struct scene *scene, int x, int y, int is_right, double *left_x,
                                   double *disparity)
{
    const struct surface *seen = NULL;
    for (const struct surface *surface = surfaces; surface < surfaces + SURFACES; surface++) {
        struct line_plane plane = plane_in_line(scene, surface, y);
        double place = is_right ? (x + plane.at_origin) / (1 - plane.slope) : x;
        double depth = plane.at_origin + plane.slope * place;
        if (is_covered(scene, surface, place, y) && (seen == NULL || depth > *disparity)) {
            seen = surface;
            *left_x = place;
            *disparity = depth;
        }
    }
    return seen;
}

void scene_render(const struct scene *scene, int is_right, uint8_t *rgb)
{
    for (int y = 0; y < scene->height; y++)
        for (int x = 0; x < scene->width; x++) {
            size_t pixel = 3 * ((size_t)y * (size_t)scene->width + (size_t)x);
            double left_x = 0, disparity = 0;
            const struct surface *seen = trace(scene, x, y, is_right, &left_x, &disparity);
            paint(seen, left_x, y, rgb + pixel);
        }
}

float scene_disparity(const struct scene *scene, int x, int y)
{
    double left_x = 0, disparity = 0;
    trace(scene, x, y, 0, &left_x, &disparity);
    return (float)disparity;
}
