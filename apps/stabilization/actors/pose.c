/* SPDX-License-Identifier: Apache-2.0 */
#include "pose.h"

enum { HALF_TURN = 205887, LAST_POWER = 11 }; /* pi in 1/65536 */

/* Taylor series from the power first on: 0 gives the cosine, 1 the sine, of an angle up to a quarter turn. */
static int64_t series(int64_t angle, int first)
{
    int64_t term = first == 0 ? ONE : angle, sum = term;
    for (int power = first + 2; power <= LAST_POWER; power += 2) {
        term = -term * angle / ONE * angle / ONE / (power * (power - 1));
        sum += term;
    }
    return sum;
}

struct turn turn_by(int64_t roll)
{
    int64_t angle = roll % (2 * HALF_TURN);
    if (angle > HALF_TURN)
        angle -= 2 * HALF_TURN;
    if (angle < -HALF_TURN)
        angle += 2 * HALF_TURN;
    int is_wide = angle > HALF_TURN / 2 || angle < -HALF_TURN / 2;
    if (is_wide) /* mirrored at the vertical: same sine, opposite cosine */
        angle = (angle > 0 ? HALF_TURN : -HALF_TURN) - angle;
    int64_t cosine = series(angle, 0);
    return (struct turn){is_wide ? -cosine : cosine, series(angle, 1)};
}

struct pose turned(struct pose place, struct turn turn)
{
    return (struct pose){
        (place.x * turn.cosine - place.y * turn.sine) / ONE,
        (place.x * turn.sine + place.y * turn.cosine) / ONE,
        place.roll,
    };
}
