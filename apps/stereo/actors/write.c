/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <df/df.h>

#include "files.h"
#include "pair.h"
#include "scene.h"

#define WRONG_FROM 2.0f /* pixels of disparity; more is counted as wrong */

/* Writes the true disparity of the built-in scene to the file named by truth=, if any. */
static void write_truth(const struct scene *scene, float lowest, float highest)
{
    const char *path = df_option("truth");
    if (path == NULL)
        return;
    float *truth = malloc(sizeof *truth * (size_t)scene->width * (size_t)scene->height);
    if (truth == NULL)
        df_fail("no memory for the true disparity");
    for (int y = 0; y < scene->height; y++)
        for (int x = 0; x < scene->width; x++)
            truth[(size_t)y * (size_t)scene->width + (size_t)x] = scene_disparity(scene, x, y);
    write_map(path, scene->width, scene->height, lowest, highest, truth);
    free(truth);
}

static double share_of_wrong_pixels(const struct scene *scene, const float *disparity)
{
    size_t wrong = 0;
    for (int y = 0; y < scene->height; y++)
        for (int x = 0; x < scene->width; x++) {
            float found = disparity[(size_t)y * (size_t)scene->width + (size_t)x];
            wrong += fabsf(found - scene_disparity(scene, x, y)) > WRONG_FROM;
        }
    return (double)wrong / ((double)scene->width * scene->height);
}

/* One line that tells where the map is and how it came out. */
static void print_summary(const char *where, const struct scene *scene, int is_scene, const float *disparity)
{
    float lowest = disparity[0], highest = disparity[0];
    for (size_t i = 1; i < (size_t)scene->width * (size_t)scene->height; i++) {
        lowest = disparity[i] < lowest ? disparity[i] : lowest;
        highest = disparity[i] > highest ? disparity[i] : highest;
    }
    printf("wrote %s: disparity %g to %g pixels", where, (double)lowest, (double)highest);
    if (is_scene)
        printf(", %.2f %% of the pixels wrong by more than %g", 100 * share_of_wrong_pixels(scene, disparity),
               (double)WRONG_FROM);
    printf("\n");
    fflush(stdout);
}

void write_disparity(int width, int height, int disparities, int min_disparity,
                     struct disparity_writer *writer, const float *disparity)
{
    const struct scene scene = {width, height, disparities, min_disparity};
    const float lowest = (float)min_disparity, highest = (float)(min_disparity + disparities - 1);
    const char *path = df_option("disparity");
    int is_scene = df_option("left") == NULL;

    if (path != NULL) {
        write_map(path, width, height, lowest, highest, disparity);
    } else {
        write_map("stereo-disparity.pgm", width, height, lowest, highest, disparity);
        write_map("stereo-disparity.pfm", width, height, lowest, highest, disparity);
    }
    if (writer->maps_written == 0) { /* later pairs replace the file; once is enough to know where it is */
        if (is_scene)
            write_truth(&scene, lowest, highest);
        else if (df_option("truth") != NULL)
            df_fail("truth= is known for the built-in scene only; leave out truth=, or left= and right=");
        print_summary(path != NULL ? path : "stereo-disparity.pgm and stereo-disparity.pfm", &scene, is_scene,
                      disparity);
    }
    writer->maps_written++;
}
