/* SPDX-License-Identifier: Apache-2.0 */
/* A link between two nodes (runtime/network), as a model for the checker spin: the core that writes and the one that
 * reads, the post of either node, and MPI, which moves a message at any time after both ends have given it. Notes between
 * posts keep their order; messages and notes do not. How cores sleep is in waiting.pml: here they wait for what they want.
 *
 *   SLOTS, PASSES      at both ends; a pass has two iterations
 *   REVERSED           node 0, which asks all nodes how far they are, is the one that reads
 *   ENDING, AT         DONE; STOP or END_OF_INPUT by the writer in iteration AT; FAIL by either in iteration AT, SIGNAL to
 *   WHO                either at any time: 0 is the writer
 *   MUTATION           NOTHING or one of the mistakes below; the checker must find each of them */
#define DONE         0
#define STOP         1
#define END_OF_INPUT 2
#define FAIL         3
#define SIGNAL       4

#define NOTHING               0
#define CREDIT_IGNORED        1
#define HOLD_IGNORED          2
#define PASS_READ_ONCE        3
#define LAST_NOT_TOLD         4
#define SENT_BEFORE_READ      5
#define NOT_GIVEN_UP          6
#define WINDOW_GIVEN_EARLY    7
#define END_NOT_TOLD          8
#define END_TAKEN_LATE        9
#define BOUND_NOT_AWAITED    10
#define NOTES_DISORDERED     11

#ifndef MUTATION
#define MUTATION NOTHING
#endif

#define WRITER 0
#define READER 1
#define FIRST  (REVERSED -> READER : WRITER)
#define LAG    (MUTATION == WINDOW_GIVEN_EARLY -> SLOTS : SLOTS - 1)
#define NONE   255

mtype = { CREDIT, CLOSED, LAST, END, FAILED, ASK, HOLD, BOUND };
chan notes[2] = [6] of { mtype, byte };

/* Of the writer's slots and the reader's, and what the writer knows of the end behind the tokens. */
byte written[SLOTS];
byte written_end[SLOTS];
byte arrived[SLOTS];
byte arrived_end[SLOTS];
byte moved; /* messages, by MPI */

byte given[2]; /* messages by the core, */
byte begun[2]; /* by the post, */
byte done[2];  /* and so many are done */

byte end[2] = 2 * PASSES; /* iterations */
bool failed[2];
byte pass[2];
byte hold[2] = NONE;
bool left[2]; /* the core has */
bool over[2]; /* the post knows of nothing more that comes */

bool signalled[2];
bool is_held;
byte fired[2]; /* iterations */

inline lower(node, value)
{
    d_step {
        if
        :: value < end[node] -> end[node] = value
        :: else
        fi
    }
}

inline fail_here(node)
{
    failed[node] = true;
    lower(node, 0)
}

/* Sets `on`. */
inline begin_pass(node, number)
{
    if
    :: number > pass[node] -> pass[node] = number
    :: else
    fi;
    if
    :: MUTATION != HOLD_IGNORED -> number < hold[node]
    :: else
    fi;
    on = 2 * number < end[node]
}

/* The iterations of a pass, each as far as the end is known then. */
inline fire(node, number)
{
    i = 2 * number;
    do
    :: i < 2 * number + 2 && i < end[node] ->
        if
        :: WHO == node && i == AT && ENDING == STOP -> lower(node, i + 1)
        :: WHO == node && i == AT && ENDING == END_OF_INPUT -> lower(node, i)
        :: WHO == node && i == AT && ENDING == FAIL -> fail_here(node)
        :: else
        fi;
        if
        :: i < end[node] -> fired[node] = i + 1; i++
        :: else -> break
        fi
    :: else -> break
    od;
    i = 0
}

proctype writer()
{
    byte p, i;
    bool on;
    do
    :: begin_pass(WRITER, p);
        if
        :: !on -> break
        :: else
        fi;
        (p < SLOTS || done[WRITER] + SLOTS > p || end[WRITER] <= 2 * p || MUTATION == SENT_BEFORE_READ);
        if
        :: p >= SLOTS && done[WRITER] + SLOTS <= p && MUTATION != SENT_BEFORE_READ -> break
        :: else
        fi;
        fire(WRITER, p);
        if
        :: end[WRITER] <= 2 * p -> break
        :: else
        fi;
        written[p % SLOTS] = p;
        written_end[p % SLOTS] = end[WRITER];
        given[WRITER]++;
        p++
    od;
    left[WRITER] = true
}

/* Receives ahead: a window is given while those of LAG passes before it are still to be read. */
proctype reader()
{
    byte p, i;
    bool on;
    do
    :: begin_pass(READER, p);
        if
        :: on -> given[READER]++
        :: else
        fi;
        if
        :: p < LAG -> skip
        :: else ->
            on = 2 * (p - LAG) < end[READER];
            if
            :: !on -> break
            :: else
            fi;
            (done[READER] > p - LAG || end[READER] <= 2 * (p - LAG));
            if
            :: done[READER] <= p - LAG -> break
            :: else
            fi;
            if
            :: 2 * (p - LAG) < end[READER] -> assert(arrived[(p - LAG) % SLOTS] == p - LAG)
            :: else
            fi;
            fire(READER, p - LAG);
            if
            :: !failed[READER] -> assert(done[READER] <= p - LAG || arrived[(p - LAG) % SLOTS] == p - LAG)
            :: else
            fi
        fi;
        p++
    od;
    left[READER] = true
}

proctype mpi()
{
    do
    :: atomic { moved < begun[WRITER] ->
        assert(moved < begun[READER]);
        arrived[moved % SLOTS] = written[moved % SLOTS];
        arrived_end[moved % SLOTS] = written_end[moved % SLOTS];
        moved++ }
    :: over[WRITER] && over[READER] && moved == begun[WRITER] -> break
    od
}

/* Sets `value`: how many iterations may be under way here, now that the core begins no pass from `hold` on. */
inline find_bound(node)
{
    value = pass[node] + 1;
    hold[node] = value;
    do
    :: MUTATION == PASS_READ_ONCE || pass[node] < value -> break
    :: else -> value++; hold[node] = value
    od;
    value = 2 * value
}

/* On the first node. */
inline collect(node)
{
    furthest = (value > furthest -> value : furthest);
    bounds++;
    if
    :: bounds == 2 || MUTATION == BOUND_NOT_AWAITED ->
        notes[1 - node] ! END, furthest;
        take_end(node, furthest);
        bounds = 2
    :: else
    fi
}

inline take_end(node, iterations)
{
    told_end = (iterations < told_end -> iterations : told_end);
    lower(node, iterations);
    hold[node] = NONE
}

inline ask_all(node)
{
    if
    :: !is_held ->
        is_held = true;
        notes[1 - node] ! HOLD, 0;
        find_bound(node);
        collect(node)
    :: else
    fi
}

/* What asks how far the core is takes steps between which it goes on. */
inline take_note(node)
{
    if
    :: kind == ASK -> ask_all(node)
    :: kind == HOLD -> find_bound(node); notes[1 - node] ! BOUND, value
    :: else ->
        atomic {
            if
            :: kind == CREDIT -> credit = value
            :: kind == CLOSED -> closed = true
            :: kind == LAST -> last = value
            :: kind == END -> take_end(node, value)
            :: kind == FAILED -> told_failed = true; fail_here(node); hold[node] = NONE
            :: kind == BOUND -> collect(node)
            fi
        }
    fi;
    value = 0
}

proctype post(byte node)
{
    mtype kind;
    byte value, furthest, bounds, credit;
    byte last = NONE, told_end = 2 * PASSES;
    bool told_failed, told_last, closed, asked;
    do
    :: notes[node] ? kind, value -> take_note(node)
    :: atomic { MUTATION == NOTES_DISORDERED && len(notes[node]) > 1 ->
        notes[node] ? kind, value;
        notes[node] ! kind, value;
        value = 0 }
    :: atomic { failed[node] && !told_failed -> told_failed = true; told_end = 0; notes[1 - node] ! FAILED, 0 }
    :: atomic { !failed[node] && end[node] < told_end ->
        told_end = end[node];
        if
        :: MUTATION != END_NOT_TOLD -> notes[1 - node] ! END, told_end
        :: else
        fi }
    :: signalled[node] && !asked ->
        asked = true;
        if
        :: node == FIRST -> ask_all(node)
        :: else -> notes[1 - node] ! ASK, 0
        fi;
        value = 0

    /* Messages begin, */
    :: node == WRITER && !told_last && !failed[node] && begun[node] < given[node] &&
       (begun[node] < credit || MUTATION == CREDIT_IGNORED) ->
        atomic { begun[node]++; assert(begun[node] <= begun[READER]) }
    :: node == READER && !told_last && begun[node] < given[node] && begun[node] < last ->
        atomic { begun[node]++; notes[1 - node] ! CREDIT, begun[node] }

    /* and end. */
    :: node == WRITER && done[node] < moved -> done[node]++
    :: node == READER && done[node] < moved ->
        value = arrived_end[done[node] % SLOTS];
        if
        :: MUTATION == END_TAKEN_LATE -> done[node]++; lower(node, value)
        :: else -> lower(node, value); done[node]++
        fi;
        told_end = (value < told_end -> value : told_end);
        value = 0

    /* At the end. */
    :: node == WRITER && left[node] && !told_last && (closed || failed[node] || begun[node] == given[node]) ->
        atomic {
            told_last = true;
            if
            :: MUTATION != LAST_NOT_TOLD -> notes[1 - node] ! LAST, begun[node]
            :: else
            fi
        }
    :: atomic { node == READER && left[node] && !told_last -> told_last = true; notes[1 - node] ! CLOSED, 0 }
    :: node == READER && told_last && last != NONE && begun[node] > last && begun[node] > done[node] &&
       MUTATION != NOT_GIVEN_UP ->
        atomic { assert(moved < begun[node]); begun[node]-- }
    :: left[node] && told_last && done[node] == begun[node] && (node == WRITER || last != NONE) &&
       failed[node] == told_failed && !over[node] ->
        over[node] = true
    :: over[WRITER] && over[READER] && empty(notes[node]) -> break
    od
}

proctype signals()
{
    signalled[WHO] = true
}

init
{
    atomic {
        run writer();
        run reader();
        run mpi();
        run post(WRITER);
        run post(READER);
        if
        :: ENDING == SIGNAL -> run signals()
        :: else
        fi
    };
    _nr_pr == 1;
    assert(end[WRITER] == end[READER]);
    if
    :: ENDING == FAIL -> assert(fired[WHO] <= AT && failed[WRITER] && failed[READER])
    :: ENDING == STOP -> assert(fired[WRITER] == AT + 1 && fired[READER] == AT + 1)
    :: ENDING == END_OF_INPUT -> assert(fired[WRITER] == AT && fired[READER] == AT)
    :: else -> assert(fired[WRITER] == end[WRITER] && fired[READER] == end[WRITER])
    fi
}
