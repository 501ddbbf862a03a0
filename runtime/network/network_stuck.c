/* SPDX-License-Identifier: Apache-2.0 */
/* The watchdog of a program on several nodes: that nothing happens on one of them means nothing, for it may wait for
 * another one. Each tells the first node when its own cores have stood still for too long, and when they go on; where all
 * stand still that are not through, each says what its cores do, and the program ends. All but df__going_tell runs on the post. */
#include <stdlib.h>

#include "network_state.h"

/* How long the first node waits for what the others say: the launcher ends them when it ends. */
enum { TOLD_MOST_NS = 1000000000, TOLD_NAP_NS = 1000000 };

void df__going_tell(df__going going)
{
    if (atomic_exchange(&df__net.going, going) != going)
        df__post_stir();
}

static _Noreturn void end_all(void)
{
    df__text text = {.length = 0};
    df__text_add(&text, "error: ");
    df__text_add(&text, df__run()->program->name);
    df__text_add(&text, " is stuck: for ");
    df__text_add_number(&text, df__run()->arguments.watchdog_ns / 1000000);
    df__text_add(&text, " ms nothing has happened on any of its ");
    df__text_add_number(&text, df__net.nodes->count);
    df__text_add(&text, " nodes");
    df__text_write(&text);
    df__states_print();
    df__note_send_all((df__note){.kind = DF__NOTE_STUCK});
    uint64_t since_ns = df__os_now_ns();
    while (df__net.stuck_told + 1 < df__net.nodes->count && df__os_now_ns() - since_ns < TOLD_MOST_NS)
        if (!df__notes_take())
            df__post_nap(TOLD_NAP_NS);
    MPI_Abort(MPI_COMM_WORLD, DF__EXIT_STUCK); /* so that the launcher returns this */
    df__os_exit(DF__EXIT_STUCK);
}

static bool are_stuck(void)
{
    bool stand_still = false;
    for (uint32_t node = 0; node < df__net.nodes->count; node++) {
        if (df__net.going_of[node] == DF__GOES_ON)
            return false;
        stand_still |= df__net.going_of[node] == DF__STANDS_STILL;
    }
    return stand_still;
}

void df__going_take(int node, df__going going)
{
    df__net.going_of[node] = going;
    if (are_stuck())
        end_all();
}

/* Who has told leaves last: the launcher takes the end of any process for that of all. */
void df__stuck_take(void)
{
    df__states_print();
    df__note_send(0, (df__note){.kind = DF__NOTE_STUCK_TOLD});
    uint64_t since_ns = df__os_now_ns();
    while (!df__notes_are_sent() || df__os_now_ns() - since_ns < 2 * (uint64_t)TOLD_MOST_NS)
        df__post_nap(TOLD_NAP_NS);
    df__os_exit(DF__EXIT_STUCK);
}

void df__stuck_told(void)
{
    df__net.stuck_told++;
}

void df__going_look(void)
{
    df__going going = atomic_load(&df__net.going);
    if (going == df__net.told_going)
        return;
    df__net.told_going = going;
    if (df__net.rank == 0)
        df__going_take(0, going);
    else
        df__note_send(0, (df__note){.kind = DF__NOTE_GOING, .value = going});
}
