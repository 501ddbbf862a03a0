/* SPDX-License-Identifier: Apache-2.0 */
/* Links: the rings between cores and the post, and their messages in MPI (network_state.h). */
#include <stdlib.h>
#include <string.h>

#include "network_state.h"

df__link_end *df__link_end_of(uint32_t number)
{
    return &df__net.ends[df__net.end_of[number]];
}

/* What no piece is longer than, for MPI counts bytes by int. */
static const size_t PIECE_BYTES_MOST = (size_t)1 << 30;

static bool open_end(df__link_end *end, const df_link *link)
{
    size_t pieces = link->pieces + link->bytes / PIECE_BYTES_MOST + 1;
    end->link = link;
    end->places = link->slots;
    end->last = UINT64_MAX;
    end->done.waiters = UINT64_C(1) << link->core;
    end->gate = (df_gate){.counter = &end->done, .fifo = link->fifo, .peer = link->core};
    end->ring = calloc(end->places, sizeof *end->ring);
    end->sizes = calloc(pieces + 1, sizeof *end->sizes);
    end->starts = calloc(pieces + 1, sizeof *end->starts);
    for (uint32_t i = 0; end->ring != NULL && i < end->places; i++) {
        df__message *message = &end->ring[i];
        message->request = MPI_REQUEST_NULL;
        message->pieces = calloc(2 * pieces, sizeof *message->pieces);
        if (message->pieces == NULL)
            return false;
        message->made_pieces = message->pieces + pieces;
    }
    return end->ring != NULL && end->sizes != NULL && end->starts != NULL;
}

bool df__links_open(void)
{
    const df_program *program = df__net.program;
    df__net.ends = aligned_alloc(DF_CACHE_LINE_BYTES, (program->links_count + 1) * sizeof *df__net.ends);
    df__net.end_of = calloc(df__net.nodes->links + 1, sizeof *df__net.end_of);
    if (df__net.ends == NULL || df__net.end_of == NULL)
        return false;
    memset(df__net.ends, 0, program->links_count * sizeof *df__net.ends);
    for (uint32_t i = 0; i < program->links_count; i++) {
        df__net.end_of[program->links[i].number] = i;
        if (!open_end(&df__net.ends[i], &program->links[i]))
            return false;
    }
    return true;
}

/* --- on cores ---------------------------------------- */

static df__message *place_of(df__link_end *end, uint64_t number)
{
    return &end->ring[number % end->places];
}

bool df_network_begin(df_core *core, uint32_t link)
{
    df__link_end *end = &df__net.ends[link];
    uint64_t given = atomic_load_explicit(&end->given, memory_order_relaxed);
    return given < end->places || df_wait(core, &end->gate, given + 1 - end->places);
}

/* Windows that adjoin are one piece. */
void df_network_piece(df_core *core, uint32_t link, const void *window, size_t bytes)
{
    (void)core;
    df__link_end *end = &df__net.ends[link];
    df__message *message = place_of(end, atomic_load_explicit(&end->given, memory_order_relaxed));
    const char *start = window;
    while (bytes > 0) {
        df__piece *last = message->count > 0 ? &message->pieces[message->count - 1] : NULL;
        if (last == NULL || last->start + last->bytes != start || last->bytes == PIECE_BYTES_MOST) {
            last = &message->pieces[message->count++];
            *last = (df__piece){.start = start};
        }
        size_t room = PIECE_BYTES_MOST - last->bytes, more = bytes < room ? bytes : room;
        last->bytes += more;
        start += more;
        bytes -= more;
    }
}

static void give(uint32_t link)
{
    df__link_end *end = &df__net.ends[link];
    df__message *message = place_of(end, atomic_load_explicit(&end->given, memory_order_relaxed));
    uint64_t end_now = atomic_load_explicit(&df__run()->shared.limits.end, memory_order_acquire);
    if (!end->link->receives)
        message->end = end_now;
    atomic_fetch_add_explicit(&end->given, 1, memory_order_seq_cst);
    df__post_stir();
}

void df_network_send(df_core *core, uint32_t link)
{
    (void)core;
    give(link);
}

void df_network_receive(df_core *core, uint32_t link)
{
    (void)core;
    give(link);
}

bool df_network_finish(df_core *core, uint32_t link)
{
    df__link_end *end = &df__net.ends[link];
    return df_wait(core, &end->gate, atomic_load_explicit(&end->given, memory_order_relaxed));
}

void df_network_publish(df_core *core, uint32_t link, df_counter *counter)
{
    (void)core;
    df__link_end *end = &df__net.ends[link];
    if (atomic_load_explicit(&end->counter, memory_order_relaxed) != NULL)
        return;
    atomic_store_explicit(&end->counter, counter, memory_order_seq_cst);
    df__raise(&df__run()->shared, counter, atomic_load_explicit(&end->done.value, memory_order_seq_cst));
}

/* --- on the watchdog's thread ---------------------------------------- */

bool df__links_describe(const df_gate *gate, df__text *text)
{
    for (uint32_t i = 0; i < df__net.program->links_count; i++) {
        const df__link_end *end = &df__net.ends[i];
        if (gate->counter != &end->done && gate->counter != atomic_load(&end->counter))
            continue;
        df__text_add(text, ": waits for node '");
        df__text_add(text, df__net.nodes->nodes[end->link->peer].name);
        df__text_add(text, "': ");
        df__text_add(text, gate->fifo);
        return true;
    }
    return false;
}

/* --- on the post ---------------------------------------- */

static bool has_same_pieces(const df__message *message)
{
    return message->is_made && message->made_count == message->count &&
           memcmp(message->made_pieces, message->pieces, message->count * sizeof *message->pieces) == 0;
}

/* All pieces as one type, with the end behind them. */
static MPI_Datatype make_type(df__link_end *end, df__message *message, uint32_t count)
{
    MPI_Datatype type;
    for (uint32_t i = 0; i < message->count; i++) {
        MPI_Get_address(message->pieces[i].start, &end->starts[i]);
        end->sizes[i] = (int)message->pieces[i].bytes;
    }
    if (count > message->count) {
        MPI_Get_address(&message->end, &end->starts[message->count]);
        end->sizes[message->count] = (int)sizeof message->end;
    }
    MPI_Type_create_hindexed((int)count, end->sizes, end->starts, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    return type;
}

/* One piece without the end is bytes: MPI need not know more of it. */
static void make_request(df__link_end *end, df__message *message)
{
    const df_link *link = end->link;
    int peer = (int)link->peer, tag = (int)link->number;
    bool is_plain = message->count == 1 && !link->tells_end;
    MPI_Datatype type = is_plain ? MPI_BYTE : make_type(end, message, message->count + link->tells_end);
    void *start = is_plain ? (void *)(uintptr_t)message->pieces[0].start : MPI_BOTTOM;
    int items = is_plain ? (int)message->pieces[0].bytes : 1;
    if (message->is_made)
        MPI_Request_free(&message->request);
    if (link->receives)
        MPI_Recv_init(start, items, type, peer, tag, MPI_COMM_WORLD, &message->request);
    else
        MPI_Send_init(start, items, type, peer, tag, MPI_COMM_WORLD, &message->request);
    if (!is_plain)
        MPI_Type_free(&type);
    df_copy_disjoint(message->made_pieces, message->pieces, message->count * sizeof *message->pieces);
    message->made_count = message->count;
    message->is_made = true;
}

/* So many messages in all can be under way by now. */
static uint64_t may_begin(const df__link_end *end)
{
    uint64_t given = atomic_load_explicit(&end->given, memory_order_seq_cst);
    uint64_t most = end->link->receives ? end->last : end->credit;
    bool sends_no_more =
        !end->link->receives && atomic_load_explicit(&df__run()->failed, memory_order_relaxed);
    if (end->told_last || sends_no_more)
        return end->begun;
    return given < most ? given : most;
}

static bool begin_messages(df__link_end *end)
{
    const df_link *link = end->link;
    uint64_t most = may_begin(end);
    bool has_begun = false;
    for (; end->begun < most; end->begun++) {
        df__message *message = place_of(end, end->begun);
        if (!has_same_pieces(message))
            make_request(end, message);
        message->is_over = false;
        MPI_Start(&message->request);
        has_begun = true;
    }
    if (link->receives && has_begun) {
        end->credit = end->begun;
        df__note_send((int)link->peer,
                      (df__note){.kind = DF__NOTE_CREDIT, .link = link->number, .value = end->begun});
    }
    return has_begun;
}

/* The end comes before the tokens are said to be there. */
static void finish(df__link_end *end, df__message *message)
{
    if (end->link->receives && end->link->tells_end &&
        message->end < atomic_load_explicit(&df__run()->shared.limits.end, memory_order_relaxed)) {
        atomic_store_explicit(&df__run()->stopped, true, memory_order_relaxed);
        df__end_lower(message->end);
        df__net.told_end = message->end < df__net.told_end ? message->end : df__net.told_end;
    }
    message->count = 0;
}

static bool end_messages(df__link_end *end)
{
    uint64_t done = atomic_load_explicit(&end->done.value, memory_order_relaxed), before = done;
    for (uint64_t number = done; number < end->begun; number++) {
        df__message *message = place_of(end, number);
        int is_over = message->is_over;
        if (!is_over)
            MPI_Test(&message->request, &is_over, MPI_STATUS_IGNORE);
        message->is_over = is_over != 0;
        if (number == done && message->is_over) {
            finish(end, message);
            done++;
        } else if (!message->is_over)
            break;
    }
    if (done == before)
        return false;
    df__raise(&df__run()->shared, &end->done, done);
    df_counter *counter = atomic_load_explicit(&end->counter, memory_order_seq_cst);
    if (counter != NULL)
        df__raise(&df__run()->shared, counter, done);
    return true;
}

bool df__links_have_more(void)
{
    for (uint32_t i = 0; i < df__net.program->links_count; i++)
        if (df__net.ends[i].begun < may_begin(&df__net.ends[i]))
            return true;
    return false;
}

bool df__links_move(void)
{
    bool has_moved = false;
    for (uint32_t i = 0; i < df__net.program->links_count; i++) {
        has_moved |= end_messages(&df__net.ends[i]);
        has_moved |= begin_messages(&df__net.ends[i]);
    }
    return has_moved;
}

/* A sender has sent all that it was given, or nobody will have room for the rest. */
static bool has_sent(const df__link_end *end)
{
    return end->is_closed || atomic_load(&df__run()->failed) || end->begun == atomic_load(&end->given);
}

static void tell_last(df__link_end *end)
{
    uint32_t kind = end->link->receives ? DF__NOTE_CLOSED : DF__NOTE_LAST;
    df__note note = {.kind = kind, .link = end->link->number, .value = end->begun};
    df__note_send((int)end->link->peer, note);
    end->told_last = true;
}

/* Who sends tells how much; who receives gives up what does not come. */
bool df__links_are_over(void)
{
    bool are_over = true;
    for (uint32_t i = 0; i < df__net.program->links_count; i++) {
        df__link_end *end = &df__net.ends[i];
        const df_link *link = end->link;
        uint64_t done = atomic_load_explicit(&end->done.value, memory_order_relaxed);
        if (!end->told_last && (link->receives || has_sent(end)))
            tell_last(end);
        for (; link->receives && end->begun > end->last && end->begun > done; end->begun--) {
            df__message *message = place_of(end, end->begun - 1);
            MPI_Cancel(&message->request);
            MPI_Wait(&message->request, MPI_STATUS_IGNORE);
        }
        bool is_known = link->receives ? end->last != UINT64_MAX : end->told_last;
        are_over = are_over && done == end->begun && is_known;
    }
    return are_over;
}

void df__links_close(void)
{
    for (uint32_t i = 0; i < df__net.program->links_count; i++) {
        df__link_end *end = &df__net.ends[i];
        for (uint32_t place = 0; place < end->places; place++) {
            if (end->ring[place].is_made)
                MPI_Request_free(&end->ring[place].request);
            free(end->ring[place].pieces);
        }
        free(end->ring);
        free(end->sizes);
        free(end->starts);
    }
    free(df__net.ends);
    free(df__net.end_of);
}
