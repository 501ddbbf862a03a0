/* SPDX-License-Identifier: Apache-2.0 */
/* What the source files for several nodes share.
 *
 * One thread, the *post*, makes all calls of MPI. Cores put messages into rings and the post sends or receives them:
 *   - a receiver's message is posted as soon as the core has given its windows, which are free then; the sender is told
 *     how many messages have room (a credit), and begins no other one. So no message ever comes unexpected, and MPI
 *     has nothing to keep;
 *   - requests are persistent: the message in a place of the ring has the same windows each time;
 *   - where actors may stop the program, a message has behind its tokens what its sender knows of the end: the receiver
 *     takes that over before it tells that the tokens are there.
 *
 * What is no token goes as notes (df__note) between posts, which also tell that a node is alive.
 *
 * The end falls where an actor stops the program, and the others are told. Where a signal asks for it, node 0 asks all
 * nodes how far they may be by now; each promises not to begin a pass behind that until the end is known; and the end is
 * the furthest of all answers.
 *
 * Figures and traces are texts that the first node gets from the others once all is over, and writes into one file. */
#ifndef DF_NETWORK_STATE_H
#define DF_NETWORK_STATE_H

#include <mpi.h>

#include "df/internal.h"
#include "df/network.h"
#include "df/parts.h"

/* One note. `value` depends on the kind. */
typedef enum df__note_kind {
    DF__NOTE_CREDIT = 1, /* of `link`: so many messages have room in all */
    DF__NOTE_CLOSED,     /* of `link`: no more of them will have room */
    DF__NOTE_LAST,       /* of `link`: so many messages were sent in all, and no more will be */
    DF__NOTE_END,        /* the iterations to run; `flags` says why */
    DF__NOTE_ASK,        /* to node 0: a signal came */
    DF__NOTE_HOLD,       /* from node 0: how far may you be? */
    DF__NOTE_BOUND,      /* so many iterations */
    DF__NOTE_TURN,       /* the next node may call its init functions */
    DF__NOTE_BEGIN,      /* all have been called */
    DF__NOTE_TURN_BACK,  /* the node before may call its end functions */
    DF__NOTE_ALIVE,
    DF__NOTE_GOING,     /* to node 0: `value` is what the watchdog sees */
    DF__NOTE_STUCK,     /* from node 0: so it is on all nodes. Tell what your cores do */
    DF__NOTE_STUCK_TOLD /* to node 0: that is told */
} df__note_kind;

enum { DF__FLAG_FAILED = 1, DF__FLAG_STOPPED = 2, DF__FLAG_INTERRUPTED = 4 };

typedef struct df__note {
    uint32_t kind;
    uint32_t link;
    uint64_t value;
    uint32_t flags;
    uint32_t signal;
    uint64_t reserved;
} df__note;

typedef struct df__piece {
    const char *start;
    size_t bytes;
} df__piece;

/* A place of a ring. */
typedef struct df__message {
    df__piece *pieces;
    uint32_t count;
    df__piece *made_pieces; /* those of the request */
    uint32_t made_count;
    bool is_made;
    bool is_over;
    uint64_t end; /* behind the tokens */
    MPI_Request request;
} df__message;

/* The end of a link on this node. */
typedef struct df__link_end {
    const df_link *link;
    df__message *ring;
    uint32_t places;
    int *sizes; /* of pieces, and where they start, for MPI */
    MPI_Aint *starts;
    _Atomic uint64_t given; /* messages by the core, */
    uint64_t begun;         /* by the post, */
    df_counter done;        /* and so many are done */
    df_gate gate;
    _Atomic(df_counter *) counter;
    uint64_t credit; /* of a sender: messages that have room; of a receiver: those that were told to have */
    uint64_t last;   /* of a receiver: so many come in all; UINT64_MAX: not known */
    bool is_closed;  /* of a sender: no more messages will have room */
    bool told_last;
} df__link_end;

/* One text of each node, which the main thread asks for and the post moves. */
typedef struct df__exchange {
    const char *text;
    size_t bytes;
    void (*take)(const char *text, size_t bytes);
    _Atomic bool is_asked;
} df__exchange;

enum { DF__HAS_NO_STATUS = -1 };

typedef struct df__network_state {
    const df_nodes *nodes;
    const df_program *program;
    int rank;
    MPI_Comm notes;
    uint32_t threads_beside;
    df__link_end *ends;
    uint32_t *end_of; /* by the number of a link */
    df__os_thread post;
    _Atomic uint32_t bell;
    /* The life of the process, as the main thread asks for it and as the post has seen it. */
    _Atomic bool is_up;                     /* MPI runs, or cannot: then `problem` tells */
    _Atomic bool has_read;                  /* of the first node: its command line, or has ended before */
    _Atomic bool is_read;                   /* that is so, and told to all */
    int first_status;                       /* with which the first node ends for it, or DF__HAS_NO_STATUS */
    _Atomic bool is_open;                   /* the links have memory */
    _Atomic bool is_closing;                /* no core runs any more */
    _Atomic bool links_are_over;            /* and nobody uses the program's memory */
    _Atomic bool turn, began, turn_back;    /* have come */
    _Atomic bool gave_turn, gave_turn_back; /* are to be given */
    const char *problem;                    /* how its line begins; NULL: none */
    int status;                             /* of the main thread, before it closes */
    bool has_lived;                         /* it has come to its end functions */
    /* The end. */
    uint64_t told_end;
    bool told_failed, has_asked, is_held;
    bool *has_answered; /* by node: what is asked after a signal */
    uint32_t bounds;    /* of node 0: how many nodes have */
    uint64_t furthest;  /* and what */
    uint32_t signal;
    _Atomic uint64_t pass; /* that core 0 has begun */
    _Atomic uint64_t hold; /* it begins none from here on */
    /* Who is alive. */
    uint64_t timeout_ns;
    bool was_away; /* this process was stopped for so long that others may have given it up */
    /* Whether the program is stuck. */
    _Atomic(df__going) going; /* as the watchdog says */
    df__going told_going;
    df__going *going_of; /* of node 0, by node */
    uint32_t stuck_told;
    /* A launcher that has asked for the end. */
    uint64_t leaves_ns;  /* until then it lets the process do what it has begun; 0: it has not asked */
    uint64_t answers_ns; /* until then the others have answered */
    bool is_cut;         /* that was too long, or it leaves all the time */
    /* Figures, at the end. */
    df__exchange exchange;
    _Atomic bool is_over; /* the main thread has no more of them */
    uint64_t zero_ns;     /* by the own clock, when it was this moment for all */
    /* How the post rests. */
    uint64_t moved_ns; /* when it last found something */
    uint32_t nap_ns;
    uint32_t awaited_nap_ns; /* at most, while a core waits, */
    uint64_t look_on_ns;     /* and so long it does not rest at all */
    _Atomic bool naps_long;  /* until a core has something for it, or waits */
    uint64_t looked_ns, told_alive_ns;
    uint64_t *heard_ns; /* by node; 0: nobody listens for it */
} df__network_state;

extern df__network_state df__net;

/* network.c */
void df__post_stir(void); /* on cores: the post shall look now */
void df__post_carry(void);
void df__post_nap(uint32_t ns); /* of any thread, until the post's bell */

/* network_links.c */
bool df__links_open(void);
bool df__links_have_more(void); /* messages that were given and not begun */
bool df__links_move(
    void); /* gives to MPI what it has not got, and takes what is done; whether there was any */
bool df__links_are_over(void); /* nothing is on its way any more, and nothing will be */
void df__links_close(void);
df__link_end *df__link_end_of(uint32_t number);
bool df__links_describe(const df_gate *gate, df__text *text);

/* network_control.c */
void df__notes_open(void);
bool df__notes_take(void);
void df__note_send(int node, df__note note);
void df__note_send_all(df__note note);
bool df__notes_are_sent(void);
void df__notes_close(void);
bool df__launcher_ends(void); /* it has begun to end all processes, and answers no more */
void df__control_look(void);  /* at what cores and signals have done since, and at who is alive */

/* network_figures.c */
void df__clocks_compare(void);
void df__figures_exchange(const char *text, size_t bytes, void (*take)(const char *text, size_t bytes));
void df__figures_serve(void);

/* network_stuck.c */
void df__going_tell(df__going going); /* on the watchdog's thread */
void df__going_look(void);
void df__going_take(int node, df__going going);
void df__stuck_take(void);
void df__stuck_told(void);

#endif
