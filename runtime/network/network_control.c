/* SPDX-License-Identifier: Apache-2.0 */
/* Notes between posts: the end, turns, and who is alive (network_state.h). All runs on the post. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "network_state.h"

enum {
    NOTES_COMING = 16,
    NOTES_GOING = 64,
    SIGNS_IN_TIMEOUT = 4,
    LAUNCHER_KEPT_MS = 400, /* for cores to come to the end of a firing, and for end functions */
    ANSWERS_MOST_MS = 2000, /* then who has not answered is gone: the thread for messages does nothing else */
    MS_PER_S = 1000,
    NS_PER_MS = 1000000
};

static struct {
    df__note coming[NOTES_COMING];
    MPI_Request coming_requests[NOTES_COMING];
    uint32_t oldest; /* of those that wait */
    df__note going[NOTES_GOING];
    MPI_Request going_requests[NOTES_GOING];
    uint32_t next;
} notes;

static bool is_first(void)
{
    return df__net.rank == 0;
}

static int nodes_count(void)
{
    return (int)df__net.nodes->count;
}

void df__notes_open(void)
{
    for (int i = 0; i < NOTES_COMING; i++) {
        MPI_Recv_init(&notes.coming[i], sizeof notes.coming[i], MPI_BYTE, MPI_ANY_SOURCE, 0, df__net.notes,
                      &notes.coming_requests[i]);
        MPI_Start(&notes.coming_requests[i]);
    }
    for (int i = 0; i < NOTES_GOING; i++)
        notes.going_requests[i] = MPI_REQUEST_NULL;
}

/* Notes are so short that MPI takes them at once; a place is hardly ever waited for. */
void df__note_send(int node, df__note note)
{
    int is_sent = 0;
    uint32_t place = notes.next++ % NOTES_GOING;
    while (MPI_Test(&notes.going_requests[place], &is_sent, MPI_STATUS_IGNORE), !is_sent)
        df__os_pause();
    notes.going[place] = note;
    MPI_Isend(&notes.going[place], sizeof note, MPI_BYTE, node, 0, df__net.notes,
              &notes.going_requests[place]);
}

void df__note_send_all(df__note note)
{
    for (int node = 0; node < nodes_count(); node++)
        if (node != df__net.rank)
            df__note_send(node, note);
}

bool df__notes_are_sent(void)
{
    int are_sent = 1;
    for (int i = 0; i < NOTES_GOING && are_sent; i++)
        MPI_Test(&notes.going_requests[i], &are_sent, MPI_STATUS_IGNORE);
    return are_sent != 0;
}

void df__notes_close(void)
{
    for (int i = 0; i < NOTES_COMING; i++) {
        MPI_Cancel(&notes.coming_requests[i]);
        MPI_Wait(&notes.coming_requests[i], MPI_STATUS_IGNORE);
        MPI_Request_free(&notes.coming_requests[i]);
    }
}

/* --- the end ---------------------------------------- */

static void take_end(uint64_t end, uint32_t flags, uint32_t signal)
{
    if (end < df__net.told_end)
        df__net.told_end = end;
    if ((flags & DF__FLAG_STOPPED) != 0)
        atomic_store(&df__run()->stopped, true);
    if ((flags & DF__FLAG_INTERRUPTED) != 0) {
        atomic_store(&df__run()->signal, (int)signal);
        atomic_store(&df__run()->interrupted, true);
    }
    if ((flags & DF__FLAG_FAILED) != 0) {
        df__net.told_failed = true;
        df__abort();
    } else
        df__end_lower(end);
    atomic_store(&df__net.hold, UINT64_MAX);
}

/* How many iterations may be under way here, now that core 0 begins no pass from `hold` on: those of the passes before
 * it, and of as many more as other cores may be ahead. */
static uint64_t bound(void)
{
    uint64_t hold = atomic_load(&df__net.pass), pass;
    do {
        atomic_store(&df__net.hold, ++hold);
        pass = atomic_load(&df__net.pass);
    } while (pass >= hold);
    return (hold + df__net.program->depth_passes) * df__net.program->iterations_per_pass;
}

/* On node 0, when one more node has told how far it may be. */
static void collect(uint64_t iterations)
{
    df__net.furthest = iterations > df__net.furthest ? iterations : df__net.furthest;
    if (++df__net.bounds < df__net.nodes->count)
        return;
    df__note end = {.kind = DF__NOTE_END,
                    .value = df__net.furthest,
                    .flags = DF__FLAG_INTERRUPTED,
                    .signal = df__net.signal};
    df__note_send_all(end);
    take_end(end.value, end.flags, end.signal);
}

/* On node 0, for the first signal that any node got. */
static void ask_all(uint32_t signal)
{
    if (df__net.is_held)
        return;
    df__net.is_held = true;
    df__net.signal = signal;
    df__note_send_all((df__note){.kind = DF__NOTE_HOLD});
    collect(bound());
}

/* --- notes that come ---------------------------------------- */

static void take_turn(const df__note *note, _Atomic bool *turn)
{
    if ((note->flags & (DF__FLAG_FAILED | DF__FLAG_INTERRUPTED)) != 0)
        take_end(0, note->flags, note->signal);
    atomic_store(turn, true);
}

static void take(int node, const df__note *note)
{
    if (df__net.heard_ns[node] != 0)
        df__net.heard_ns[node] = df__os_now_ns();
    switch (note->kind) {
    case DF__NOTE_CREDIT:
        df__link_end_of(note->link)->credit = note->value;
        break;
    case DF__NOTE_CLOSED:
        df__link_end_of(note->link)->is_closed = true;
        break;
    case DF__NOTE_LAST:
        df__link_end_of(note->link)->last = note->value;
        break;
    case DF__NOTE_END:
        df__net.has_answered[node] = true;
        take_end(note->value, note->flags, note->signal);
        break;
    case DF__NOTE_ASK:
        ask_all(note->signal);
        break;
    case DF__NOTE_HOLD:
        df__net.has_answered[node] = true;
        df__note_send(0, (df__note){.kind = DF__NOTE_BOUND, .value = bound()});
        break;
    case DF__NOTE_BOUND:
        df__net.has_answered[node] = true;
        collect(note->value);
        break;
    case DF__NOTE_TURN:
        take_turn(note, &df__net.turn);
        break;
    case DF__NOTE_BEGIN:
        take_turn(note, &df__net.began);
        break;
    case DF__NOTE_TURN_BACK:
        take_turn(note, &df__net.turn_back);
        break;
    case DF__NOTE_GOING:
        df__going_take(node, (df__going)note->value);
        break;
    case DF__NOTE_STUCK:
        df__stuck_take();
        break;
    case DF__NOTE_STUCK_TOLD:
        df__stuck_told();
        break;
    default:
        break;
    }
}

/* In the order in which the places were offered, for that is how MPI fills them: of two notes from one node the later one
 * is what counts. MPI_Testsome would tell by the number of the place, and the order goes round. */
bool df__notes_take(void)
{
    bool has_taken = false;
    for (;;) {
        MPI_Status state;
        int has_come = 0;
        MPI_Test(&notes.coming_requests[notes.oldest], &has_come, &state);
        if (!has_come)
            return has_taken;
        df__note note = notes.coming[notes.oldest];
        MPI_Start(&notes.coming_requests[notes.oldest]);
        notes.oldest = (notes.oldest + 1) % NOTES_COMING;
        take(state.MPI_SOURCE, &note);
        has_taken = true;
    }
}

/* --- what happens here ---------------------------------------- */

static void give_turn(df__note_kind kind, int node, _Atomic bool *given)
{
    if (!atomic_exchange(given, false))
        return;
    bool has_failed = atomic_load(&df__run()->failed);
    int signal = atomic_load(&df__run()->signal);
    uint32_t flags = has_failed ? DF__FLAG_FAILED : 0;
    if (kind == DF__NOTE_TURN && signal != 0)
        flags |= DF__FLAG_INTERRUPTED;
    df__note note = {.kind = (uint32_t)kind, .flags = flags, .signal = (uint32_t)signal};
    if (kind == DF__NOTE_TURN && node == nodes_count()) {
        note.kind = DF__NOTE_BEGIN;
        df__note_send_all(note);
        take_turn(&note, &df__net.began);
    } else if (node >= 0)
        df__note_send(node, note);
}

static void look_at_end(void)
{
    uint64_t end = atomic_load(&df__run()->shared.limits.end);
    bool has_failed = atomic_load(&df__run()->failed);
    if (end < df__net.told_end || has_failed != df__net.told_failed) {
        uint32_t flags = has_failed ? DF__FLAG_FAILED : 0;
        flags |= atomic_load(&df__run()->stopped) ? DF__FLAG_STOPPED : 0;
        df__net.told_end = end;
        df__net.told_failed = has_failed;
        df__note_send_all((df__note){.kind = DF__NOTE_END, .value = end, .flags = flags});
    }
    int signal = atomic_load(&df__run()->signal);
    if (signal == 0 || df__net.has_asked || !atomic_load(&df__net.began))
        return;
    df__net.has_asked = true;
    if (is_first())
        ask_all((uint32_t)signal);
    else
        df__note_send(0, (df__note){.kind = DF__NOTE_ASK, .signal = (uint32_t)signal});
}

/* Open MPI's launcher ends a process by force so many seconds after it has asked it to end, however much it would write. Asked
 * by others, and by MPICH's, it has all the time that it takes. */
static uint64_t launcher_leaves_ns(void)
{
    const char *timeout = getenv("OMPI_MCA_odls_base_sigkill_timeout");
    if (getenv("OMPI_COMM_WORLD_SIZE") == NULL)
        return 0;
    uint64_t seconds = timeout != NULL ? strtoull(timeout, NULL, 10) : 1;
    return seconds > 0 ? (seconds * MS_PER_S - LAUNCHER_KEPT_MS) * NS_PER_MS : 1;
}

bool df__launcher_ends(void)
{
    return df__os_was_interrupted_by_parent() && launcher_leaves_ns() != 0;
}

static const char *awaited_of(int node)
{
    for (uint32_t i = 0; i < df__net.program->links_count; i++)
        if (df__net.program->links[i].peer == (uint32_t)node)
            return df__net.program->links[i].fifo;
    return NULL;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void name_lost(int node)
{
    const df_node *lost = &df__net.nodes->nodes[node];
    fprintf(stderr, "error: node '%s' (%s%s)", lost->name, lost->host[0] != '\0' ? "host " : "process ",
            lost->host[0] != '\0' ? lost->host : "of its own");
}

static _Noreturn void leave(void)
{
    fflush(stderr);
    df__os_exit(DF__EXIT_FAILED);
}

static _Noreturn void give_up(int node)
{
    const char *fifo = awaited_of(node);
    name_lost(node);
    fprintf(stderr, " is gone (no sign of life for %" PRIu64 " s)%s%s%s\n",
            (df__net.timeout_ns + 500000000) / 1000000000, fifo != NULL ? "; FIFO " : "",
            fifo != NULL ? fifo : "", fifo != NULL ? " waited for it" : "");
    leave();
}

/* Launchers end all processes, too, when one has ended before its time: it does not answer what all ask each other after a
 * signal. The first node asks all, the others the first one. */
static void leave_if_lost(void)
{
    bool is_any_lost = false;
    if (!df__net.has_asked)
        return;
    if (df__net.was_away)
        leave(); /* the others have given this node up, and told it */
    for (int node = 0; node < (is_first() ? nodes_count() : 1); node++) {
        if (node == df__net.rank || df__net.has_answered[node])
            continue;
        is_any_lost = true;
        name_lost(node);
        fputs(" does not answer while the launcher ends all processes: its own has ended, or is stopped\n",
              stderr);
    }
    if (is_any_lost || atomic_load(&df__net.hold) != UINT64_MAX) /* then the first node tells who it is */
        leave();
}

/* Before that, what is written must be whole. */
static void look_at_launcher(uint64_t now_ns)
{
    if (!df__os_was_interrupted_by_parent() || atomic_load(&df__run()->failed) || df__net.is_cut)
        return;
    if (df__net.leaves_ns == 0) {
        uint64_t leaves_ns = launcher_leaves_ns();
        df__net.is_cut = leaves_ns == 0;
        df__net.leaves_ns = now_ns + leaves_ns;
        df__net.answers_ns = now_ns + least(leaves_ns, (uint64_t)ANSWERS_MOST_MS * NS_PER_MS);
        return;
    }
    if (now_ns >= df__net.answers_ns)
        leave_if_lost();
    if (now_ns >= df__net.leaves_ns) {
        df__net.is_cut = true;
        if (!atomic_load(&df__net.began))
            leave(); /* no output is begun, and who has failed has told why */
        df__tell_error(
            "the launcher ends processes soon after a signal, and what has begun takes longer: outputs "
            "end early, and not all in one iteration");
        df__tell_more("'dfgen run' leaves time, and so does: mpirun --mca odls_base_sigkill_timeout 60");
        df__abort();
    }
}

/* Time in which this process was stopped does not count: perhaps all were. */
static void look_who_is_alive(void)
{
    uint64_t now_ns = df__os_now_ns(), away_ns = now_ns - df__net.looked_ns;
    uint64_t often_ns = df__net.timeout_ns / SIGNS_IN_TIMEOUT;
    df__net.looked_ns = now_ns;
    df__net.was_away |= away_ns + often_ns > df__net.timeout_ns; /* its last sign may be older than that */
    for (int node = 0; node < nodes_count(); node++) {
        uint64_t *heard_ns = &df__net.heard_ns[node];
        if (*heard_ns == 0)
            continue;
        *heard_ns += away_ns > often_ns ? away_ns : 0;
        if (*heard_ns < now_ns && now_ns - *heard_ns > df__net.timeout_ns)
            give_up(node);
    }
    if (now_ns - df__net.told_alive_ns < often_ns)
        return;
    df__net.told_alive_ns = now_ns;
    for (int node = 0; node < nodes_count(); node++)
        if (df__net.heard_ns[node] != 0)
            df__note_send(node, (df__note){.kind = DF__NOTE_ALIVE});
}

void df__control_look(void)
{
    look_at_end();
    give_turn(DF__NOTE_TURN, df__net.rank + 1, &df__net.gave_turn);
    give_turn(DF__NOTE_TURN_BACK, df__net.rank - 1, &df__net.gave_turn_back);
    look_who_is_alive();
    look_at_launcher(df__net.looked_ns);
}
