/* SPDX-License-Identifier: Apache-2.0 */
#include "stabilization.h"

void follow_path(const struct pose *motion, const struct pose *previous, struct pose *path)
{
    struct pose step = turned(*motion, turn_by(previous->roll));
    *path = (struct pose){previous->x + step.x, previous->y + step.y, previous->roll + step.roll};
}

/* One coordinate: where it goes on its own, then a share of what is missing. The shares make the spring and the
 * damper just so strong that it never swings. */
static void step(int64_t target, int64_t leash, int64_t frames, int64_t *position, int64_t *velocity)
{
    int64_t square = frames * frames;
    int64_t expected = *position + *velocity, missing = target - expected;
    int64_t reached = expected + missing * (4 * frames - 4) / square;
    *velocity += missing * 4 / square;
    *position = reached < target - leash   ? target - leash
                : reached > target + leash ? target + leash
                                           : reached;
}

void smooth_path(int width, int smoothing, int margin, const struct pose *path,
                 const struct smoother *previous, struct smoother *smoothed)
{
    struct smoother next = *previous;
    int64_t leash = margin * ONE;
    step(path->x, leash, smoothing, &next.pose.x, &next.velocity.x);
    step(path->y, leash, smoothing, &next.pose.y, &next.velocity.y);
    /* a turn that moves the left and right border by the margin */
    step(path->roll, 2 * leash / width, smoothing, &next.pose.roll, &next.velocity.roll);
    *smoothed = next;
}

void correct_pose(const struct pose *path, const struct smoother *smoothed, struct pose *correction)
{
    struct pose away = {smoothed->pose.x - path->x, smoothed->pose.y - path->y,
                        smoothed->pose.roll - path->roll};
    *correction = turned(away, turn_by(-path->roll));
}
