/* SPDX-License-Identifier: Apache-2.0 */
/* How cores wait for each other (df/counter.h, wait.c, stop.c, signals.c), as a model for the checker spin.
 *
 * A chain of CORES cores: each waits for the tokens of the one before and for room in the FIFO to the one behind, of
 * SLOTS slots, and no core runs more than DEPTH passes ahead of core 0. The steps are those of the C code, one
 * atomic access each; memory is sequentially consistent, as the accesses that matter here are. UNFENCED alone puts a
 * store of a counter into a buffer of its core, from which it may come into memory as late as before the next full fence of
 * that core: atomic read-modify-writes, and what a sleeper provides. A buffer holds one store, and who has another one
 * to make waits.
 *
 *   CORES, SLOTS, DEPTH, PASSES   the shape; a pass is an iteration
 *   REVERSED                      core 0 is the end of the chain, not its start
 *   UNFENCED                      publishers store and leave it to sleepers to fence them
 *   ENDING, WHO, AT               DONE, STOP, END_OF_INPUT or FAIL by the core at place WHO of the chain in its pass
 *                                 AT, or SIGNAL at any time
 *   MUTATION                      NOTHING or one of the mistakes below; the checker must find each of them */
#define DONE         0
#define STOP         1
#define END_OF_INPUT 2
#define FAIL         3
#define SIGNAL       4

#define NOTHING                      0
#define ASLEEP_READ_BEFORE_PUBLISH   1
#define COUNTER_NOT_READ_AGAIN       2
#define BELL_READ_LATE               3
#define BELL_NOT_RUNG_AT_THE_END     4
#define BELL_NOT_CHANGED             5
#define RELEASED_BEFORE_READ         6
#define PUBLISHED_BEFORE_WRITTEN     7
#define NO_WAIT_FOR_ROOM             8
#define NO_PACE                      9
#define ASLEEP_SET_LATE             10
#define END_NOT_READ_BEFORE_SLEEP   11
#define END_NOT_READ_AFTER_WAITS    12
#define NOBODY_FENCES               13
#define FENCED_BEFORE_ASLEEP        14

#ifndef MUTATION
#define MUTATION NOTHING
#endif

#define INDEX(place) (REVERSED -> CORES - 1 - (place) : (place))

byte produced[CORES]; /* by the core at that place: passes whose tokens are there */
byte released[CORES]; /* passes whose slots it has left */
byte pace;            /* passes that core 0 is through */
byte slots[CORES * SLOTS];

byte bell[CORES];
bool asleep[CORES];
bool in_futex[CORES];

byte end = PASSES;
bool signalled;
bool failed;

byte fired[CORES]; /* by place */
byte running = CORES;

#define NONE     0
#define PRODUCED 1
#define RELEASED 2
#define PACE     3

byte stored[CORES]; /* by core: the counter in its store buffer, */
byte stored_value[CORES];

/* What a core does next comes behind all that it has stored. */
inline full_fence(who)
{
    stored[who] == NONE
}

/* Every other core has had an empty buffer at some time in between. */
inline fence_all()
{
    byte fenced = 0;
    do
    :: fenced < CORES ->
        if
        :: fenced != me -> full_fence(fenced)
        :: else
        fi;
        fenced++
    :: else -> break
    od
}

inline store(which, counter, value)
{
    if
    :: UNFENCED ->
        full_fence(me);
        d_step {
            stored[me] = which;
            stored_value[me] = value
        }
    :: else -> counter = value
    fi
}

/* The store buffer of a core. */
proctype buffer(byte place)
{
    byte me = INDEX(place);
end_idle:
    do
    :: d_step {
        stored[me] != NONE ->
        if
        :: stored[me] == PRODUCED -> produced[place] = stored_value[me]
        :: stored[me] == RELEASED -> released[place] = stored_value[me]
        :: stored[me] == PACE -> pace = stored_value[me]
        fi;
        stored[me] = NONE
    }
    od
}

inline futex_wake(who)
{
    in_futex[who] = false
}

inline ring(who)
{
    if
    :: MUTATION != BELL_NOT_CHANGED -> bell[who]++
    :: else
    fi;
    futex_wake(who)
}

inline ring_sleeper(who)
{
    bool was;
    full_fence(me);
    d_step {
        was = asleep[who];
        asleep[who] = false
    };
    if
    :: was -> ring(who)
    :: else
    fi
}

inline publish(which, counter, value, waiter)
{
    if
    :: MUTATION == ASLEEP_READ_BEFORE_PUBLISH ->
        bool seen_asleep = asleep[waiter];
        store(which, counter, value);
        if
        :: seen_asleep -> ring_sleeper(waiter)
        :: else
        fi
    :: else ->
        store(which, counter, value);
        if
        :: asleep[waiter] -> ring_sleeper(waiter)
        :: else
        fi
    fi
}

inline lower_end(value)
{
    bool fell = false;
    full_fence(me);
    d_step {
        if
        :: value < end -> end = value; fell = true
        :: else
        fi
    };
    if
    :: fell && MUTATION != BELL_NOT_RUNG_AT_THE_END ->
        byte rung = 0;
        do
        :: rung < CORES -> ring(rung); rung++
        :: else -> break
        od
    :: else
    fi
}

/* Sets `on`: the pass goes on. Core 0 takes a signal here. */
inline continues()
{
    if
    :: me == 0 && signalled ->
        signalled = false;
        lower_end(pass + DEPTH + 1)
    :: else
    fi;
    on = pass < end
}

/* Sets `reached` and `on`, the counter first. */
inline look_at(counter, target)
{
    reached = counter >= target;
    if
    :: reached -> on = true
    :: else -> continues()
    fi
}

/* Sets `on`: false when the counter never reaches the target, or the program ends before this pass. */
inline wait_for(counter, target)
{
    reached = counter >= target;
    on = true;
    do
    :: reached || !on -> break
    :: else ->
        if
        :: MUTATION != BELL_READ_LATE -> heard = bell[me]
        :: else
        fi;
        if
        :: UNFENCED && MUTATION == FENCED_BEFORE_ASLEEP -> fence_all()
        :: else
        fi;
        if
        :: MUTATION != ASLEEP_SET_LATE -> full_fence(me); asleep[me] = true
        :: else
        fi;
        if
        :: UNFENCED && MUTATION != NOBODY_FENCES && MUTATION != FENCED_BEFORE_ASLEEP -> fence_all()
        :: else
        fi;
        if
        :: MUTATION == COUNTER_NOT_READ_AGAIN -> continues()
        :: MUTATION == END_NOT_READ_BEFORE_SLEEP -> reached = counter >= target
        :: else -> look_at(counter, target)
        fi;
        if
        :: reached || !on -> asleep[me] = false
        :: else ->
            if
            :: MUTATION == ASLEEP_SET_LATE -> asleep[me] = true
            :: MUTATION == BELL_READ_LATE -> heard = bell[me]
            :: else
            fi;
            atomic {
                if
                :: bell[me] == heard -> in_futex[me] = true
                :: else
                fi
            };
            !in_futex[me];
            reached = counter >= target
        fi
    od;
    if
    :: on && MUTATION != END_NOT_READ_AFTER_WAITS -> on = pass < end
    :: else
    fi
}

inline write_slot()
{
    slots[place * SLOTS + pass % SLOTS] = pass + 1
}

inline read_slot()
{
    assert(slots[(place - 1) * SLOTS + pass % SLOTS] == pass + 1)
}

inline wait_for_trip()
{
    if
    :: me != 0 && pass > DEPTH && MUTATION != NO_PACE -> wait_for(pace, pass - DEPTH)
    :: else -> on = true
    fi;
    if
    :: on && place > 0 -> wait_for(produced[place - 1], pass + 1)
    :: else
    fi;
    if
    :: on && place < CORES - 1 && pass >= SLOTS && MUTATION != NO_WAIT_FOR_ROOM ->
        wait_for(released[place + 1], pass + 1 - SLOTS)
    :: else
    fi
}

/* The firing, between which others may run: what it reads must stay. Who may end the program then looks
 * whether it has, and leaves (`on`) or, as where a pass has several iterations, goes through the rest of the pass. */
inline fire()
{
    if
    :: place > 0 ->
        read_slot();
        if
        :: MUTATION == RELEASED_BEFORE_READ -> publish(RELEASED, released[place], pass + 1, INDEX(place - 1))
        :: else
        fi;
        read_slot()
    :: else
    fi;
    if
    :: place < CORES - 1 ->
        if
        :: MUTATION == PUBLISHED_BEFORE_WRITTEN ->
            publish(PRODUCED, produced[place], pass + 1, INDEX(place + 1));
            write_slot()
        :: else -> write_slot()
        fi
    :: else
    fi;
    if
    :: ENDING == STOP && place == WHO && pass == AT -> lower_end(pass + 1)
    :: ENDING == END_OF_INPUT && place == WHO && pass == AT -> lower_end(pass)
    :: ENDING == FAIL && place == WHO && pass == AT -> failed = true; lower_end(0); goto left
    :: else
    fi;
    fired[place] = pass + 1;
    if
    :: place == WHO -> on = pass < end
    :: true
    fi
}

inline publish_pass()
{
    if
    :: place < CORES - 1 -> publish(PRODUCED, produced[place], pass + 1, INDEX(place + 1))
    :: else
    fi;
    if
    :: place > 0 -> publish(RELEASED, released[place], pass + 1, INDEX(place - 1))
    :: else
    fi;
    if
    :: me == 0 ->
        byte other = 1;
        store(PACE, pace, pass + 1);
        do
        :: other < CORES ->
            if
            :: asleep[other] -> ring_sleeper(other)
            :: else
            fi;
            other++
        :: else -> break
        od
    :: else
    fi
}

proctype core(byte place)
{
    byte me = INDEX(place);
    byte pass = 0;
    byte heard;
    bool on;
    bool reached;
    do
    :: true ->
        continues();
        if
        :: !on -> break
        :: else
        fi;
        wait_for_trip();
        if
        :: !on -> break
        :: else
        fi;
        fire();
        if
        :: !on -> break
        :: else
        fi;
        publish_pass();
        pass++
    od;
left:
    running--
}

/* The handler of the first signal: it only tells core 0, which takes it in its own time. */
proctype interrupt()
{
    signalled = true;
    ring(0)
}

init
{
    byte started = 0;
    atomic {
        do
        :: started < CORES ->
            run core(started);
            if
            :: UNFENCED -> run buffer(started)
            :: else
            fi;
            started++
        :: else -> break
        od;
        if
        :: ENDING == SIGNAL -> run interrupt()
        :: else
        fi
    };
    running == 0;
    /* The end of the chain has done exactly the iterations asked for, or a prefix after a failure. */
    if
    :: ENDING == FAIL -> assert(failed && fired[CORES - 1] <= AT + 1)
    :: ENDING == STOP -> assert(end == AT + 1 && fired[CORES - 1] == end)
    :: ENDING == END_OF_INPUT -> assert(end == AT && fired[CORES - 1] == end)
    :: ENDING == DONE -> assert(end == PASSES && fired[CORES - 1] == end)
    :: ENDING == SIGNAL ->
        byte one = 0;
        do
        :: one < CORES -> assert(fired[one] == end); one++
        :: else -> break
        od
    fi
}
