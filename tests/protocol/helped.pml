/* SPDX-License-Identifier: Apache-2.0 */
/* Cores that wait run firings of the core for which they wait (df/helped.h, helped.c, wait.c), as a model for the checker
 * spin.
 *
 * Core 0 opens blocks of firings, one after the other, and publishes each pass of BLOCKS of them. The others wait for that,
 * look whether everything is there, publish in turn, and stay behind their last pass. The steps are those of the C code,
 * one atomic access each. Memory is sequentially consistent: `open`, `asleep`, `ended` and `left` are written by atomic
 * read-modify-writes and read, where a wake-up depends on it, by loads that are all sequentially consistent, so that one of
 * the sleeper and of who wakes it sees the other's write. `waiting` is written before the sleeper's exchange of `asleep`;
 * what a block is, before the exchange of `open`; what a firing writes, before `ended` is raised; and each is read behind
 * these. Publishers whose fences sleepers provide are in waiting.pml. Who spins only looks more often than who does not,
 * which is left out here. A bell is whether it rang since it was read, as the sleeper asks no more.
 *
 *   CORES, PASSES, BLOCKS, FIRINGS   the shape
 *   CHAIN                            each core waits for the one before it, not for core 0
 *   LEAVES                           the other cores have no passes
 *   STAYS                            cores stay behind their last pass; else they are gone
 *   GROUPED                          no firing of a block ends before all have begun: with CORES firings each core must
 *                                    run one, whoever slept when the block opened
 *   FAILING                          the firing that fails, whoever runs it; NONE
 *   MUTATION                         NOTHING or one of the mistakes below; the checker must find each of them */
#define NOTHING                  0
#define ASLEEP_READ_BEFORE_OPEN  1
#define OPENED_BEFORE_WRITTEN    2
#define TAKEN_BY_STORE           3
#define ENDED_BEFORE_WRITE       4
#define BEGUN_SET_BACK           5
#define ENDED_NOT_AWAITED        6
#define OPEN_READ_BEFORE_ASLEEP  7
#define OWNER_NOT_RUNG           8
#define ENDED_NOT_READ_AGAIN     9
#define BELL_READ_LATE          10
#define ONLY_DIRECT_RUNG        11
#define ONLY_DIRECT_HELPED      12
#define WAITING_SET_LATE        13
#define STAYS_WITHOUT_NAPS      14
#define LEFT_TOLD_LATE          15

#ifndef MUTATION
#define MUTATION NOTHING
#endif

#define NONE 255
#define ALL  (PASSES * BLOCKS * FIRINGS)

/* Of core 0. */
byte begun;
byte open;
byte ended;
byte block; /* stands for its values: which one it is */
byte start;
byte first;

byte done[CORES]; /* passes published */
bool left[CORES];
byte waiting[CORES] = NONE; /* the peer of the gate */

bool rang[CORES]; /* since the core read its bell */
bool asleep[CORES];
bool in_futex[CORES];

bool failed; /* the end fell to 0 */
bool fired[ALL];
bool written[ALL];
byte running = CORES;

#define START(block) (3 + (block))

inline ring(who) { rang[who] = true; in_futex[who] = false }

inline ring_sleeper(who)
{
    d_step {
        was = asleep[who];
        asleep[who] = false
    };
    if :: was -> was = false; ring(who) :: else fi
}

inline wake(start_at, stop_at)
{
    i = start_at;
    do
    :: i < stop_at ->
        if :: asleep[i] -> ring_sleeper(i) :: else fi;
        i++
    :: else -> break od;
    i = 0
}

inline fail_here()
{
    failed = true;
    i = 0;
    do
    :: i < CORES -> ring(i); i++
    :: else -> break od;
    i = 0
}

/* Sets `taken` and `number`. */
inline take()
{
    number = begun;
    do
    :: number >= open -> number = 0; break
    :: else ->
        if
        :: MUTATION == TAKEN_BY_STORE -> begun = number + 1; taken = true
        :: else ->
            d_step {
                taken = begun == number;
                if
                :: taken -> begun++
                :: else -> number = begun
                fi
            }
        fi;
        if :: taken -> break :: else fi
    od
}

/* `index`: of the firing, by what the block says while it runs. Others run between its parts. */
inline fire(is_others)
{
    d_step {
        mine = block;
        assert(start == START(mine) && number >= first && number - first < FIRINGS);
        index = mine * FIRINGS + number - first;
        assert(!fired[index]);
        fired[index] = true
    };
    if
    :: GROUPED -> (begun == open || failed)
    :: else fi;
    if
    :: index == FAILING -> fail_here(); goto escape
    :: else fi;
    if
    :: is_others && MUTATION == ENDED_BEFORE_WRITE -> raise_ended()
    :: else fi;
    d_step {
        assert(block == mine && start == START(mine) && number >= first && number - first < FIRINGS);
        written[index] = true;
        index = 0;
        number = 0;
        mine = 0
    }
}

inline raise_ended()
{
    ended++;
    if
    :: MUTATION != OWNER_NOT_RUNG -> wake(0, 1)
    :: else fi
}

/* Sets `taken` where it has run a firing of whom it waits for. */
inline help(peer)
{
    d_step {
        taken = false;
        at = peer;
        last = me
    };
    do
    :: hops == CORES || at == NONE || at == me || at == last -> break
    :: else ->
        d_step {
            last = at;
            hops++
        };
        if
        :: at == 0 -> take()
        :: else fi;
        if
        :: taken || MUTATION == ONLY_DIRECT_HELPED -> break
        :: else -> at = waiting[at]
        fi
    od;
    at = 0;
    d_step {
        last = 0;
        hops = 0
    };
    if
    :: taken ->
        fire(true);
        if
        :: MUTATION != ENDED_BEFORE_WRITE -> raise_ended()
        :: else fi
    :: else fi
}

inline fall_asleep()
{
    atomic {
        if
        :: !rang[me] -> in_futex[me] = true
        :: else fi
    }
}

/* Sets `on`: false where the program fails before the counter is there, or has failed since. */
inline wait_for(counter, target, peer)
{
    reached = counter >= target;
    if
    :: !reached && MUTATION != WAITING_SET_LATE -> waiting[me] = peer
    :: else fi;
    do
    :: reached || !on -> break
    :: else ->
        if
        :: MUTATION != BELL_READ_LATE -> rang[me] = false
        :: else fi;
        if
        :: MUTATION == OPEN_READ_BEFORE_ASLEEP -> help(peer)
        :: else fi;
        asleep[me] = true;
        if
        :: MUTATION == WAITING_SET_LATE -> help(peer); waiting[me] = peer
        :: else fi;
        if
        :: me == 0 && MUTATION == ENDED_NOT_READ_AGAIN
        :: else -> reached = counter >= target
        fi;
        if
        :: !reached -> on = !failed
        :: else fi;
        if
        :: !reached && on && MUTATION != OPEN_READ_BEFORE_ASLEEP && MUTATION != WAITING_SET_LATE -> help(peer)
        :: else fi;
        if
        :: reached || !on
        :: else ->
            if
            :: taken -> taken = false; asleep[me] = false
            :: else ->
                if
                :: MUTATION == BELL_READ_LATE -> rang[me] = false
                :: else fi;
                fall_asleep();
                !in_futex[me];
                reached = counter >= target
            fi
        fi
    od;
    asleep[me] = false;
    waiting[me] = NONE;
    reached = false;
    on = !failed
}

/* --- core 0 ------------------------------------------------------------ */

/* Sleepers that wait for core 0, or for a core that does, and so on. */
inline wake_waiters()
{
    i = 1;
    do
    :: i < CORES ->
        if
        :: MUTATION == ASLEEP_READ_BEFORE_OPEN -> was = slept[i]; slept[i] = false
        :: else -> was = asleep[i]
        fi;
        if
        :: was ->
            at = waiting[i];
            hops = 0;
            do
            :: at == 0 -> ring_sleeper(i); break
            :: at != 0 && (at == NONE || hops == CORES || MUTATION == ONLY_DIRECT_RUNG) -> break
            :: else -> at = waiting[at]; hops++
            od;
            at = 0;
            d_step {
                was = false;
                hops = 0
            }
        :: else fi;
        i++
    :: else -> break od;
    i = 0
}

inline write_block()
{
    d_step {
        block = number_of_block;
        start = START(number_of_block)
    }
}

inline look_who_sleeps()
{
    d_step {
        i = 1;
        do
        :: i < CORES -> slept[i] = asleep[i]; i++
        :: else -> break od;
        i = 0
    }
}

inline open_block()
{
    if
    :: MUTATION == ASLEEP_READ_BEFORE_OPEN -> look_who_sleeps()
    :: else fi;
    if
    :: MUTATION != OPENED_BEFORE_WRITTEN -> write_block()
    :: else fi;
    if
    :: MUTATION == BEGUN_SET_BACK -> open = FIRINGS; begun = 0
    :: else -> first = open; open = first + FIRINGS
    fi;
    if
    :: MUTATION == OPENED_BEFORE_WRITTEN -> write_block()
    :: else fi;
    wake_waiters()
}

inline run_block()
{
    open_block();
    taken = false;
    do
    :: true ->
        take();
        if
        :: taken -> taken = false; fire(false); own++
        :: else -> break
        fi
    od;
    if
    :: MUTATION != ENDED_NOT_AWAITED -> wait_for(ended, (number_of_block + 1) * FIRINGS - own, 0)
    :: else fi;
    d_step {
        i = 0;
        do
        :: i < FIRINGS && on -> assert(written[number_of_block * FIRINGS + i]); i++
        :: else -> break od;
        i = 0
    }
}

/* Who comes to wait for core 0 only once a block is open helps there, but who sleeps in a wait for that one sleeps on. */
inline await_chain()
{
    if
    :: CHAIN && GROUPED ->
        i = 1;
        do
        :: i < CORES -> (waiting[i] != NONE || failed); i++
        :: else -> break od;
        i = 0
    :: else fi
}

proctype owner()
{
    byte me = 0;
    byte number_of_block, own, pass, other;
    byte i, number, index, mine, at, last, hops;
    bool was, taken, reached, on = true;
    bool slept[CORES];
    do
    :: pass < PASSES && on ->
        await_chain();
        do
        :: number_of_block < (pass + 1) * BLOCKS && on -> run_block(); number_of_block++
        :: else -> break od;
        pass++;
        if
        :: on -> done[0] = pass; wake(1, (CHAIN -> 2 : CORES))
        :: else fi;
        other = 1;
        do
        :: other < CORES && on && pass < PASSES && !LEAVES -> wait_for(done[other], pass, other); other++
        :: else -> break od
    :: else -> break od;
escape:
    if
    :: STAYS -> run stays(me)
    :: else -> running--
    fi
}

/* --- the others -------------------------------------------------------- */

proctype helper(byte me)
{
    byte pass, before;
    byte i, number, index, mine, at, last, hops;
    bool was, taken, reached, on = true;
    before = (CHAIN -> me - 1 : 0);
    do
    :: pass < PASSES && on && !LEAVES ->
        pass++;
        wait_for(done[before], pass, before);
        d_step {
            i = 0;
            do
            :: i < pass * BLOCKS * FIRINGS && on -> assert(fired[i] && written[i]); i++
            :: else -> break od;
            i = 0
        };
        if
        :: on ->
            done[me] = pass;
            wake(0, 1);
            if
            :: CHAIN && me + 1 < CORES -> wake(me + 1, me + 2)
            :: else fi
        :: else fi
    :: else -> break od;
escape:
    if
    :: STAYS -> run stays(me)
    :: else -> running--
    fi
}

/* --- behind the last pass ---------------------------------------------- */

#define HELPS(peer) (me != 0 && begun < open && (peer == 0 || waiting[peer] == 0))

inline tell_left()
{
    left[me] = true;
    wake(0, CORES)
}

/* A nap ends by itself. Where nothing is new then, it begins again: that makes no state. */
inline help_until_left(peer)
{
    do
    :: true ->
        rang[me] = false;
        asleep[me] = true;
        if
        :: left[peer] -> break
        :: else fi;
        help(peer);
        if
        :: taken -> taken = false
        :: else ->
            fall_asleep();
            (!in_futex[me] || (MUTATION != STAYS_WITHOUT_NAPS && (left[peer] || HELPS(peer))));
            in_futex[me] = false
        fi
    od;
    asleep[me] = false
}

proctype stays(byte me)
{
    byte other;
    byte i, number, index, mine, at, last, hops;
    bool was, taken;
    if
    :: MUTATION != LEFT_TOLD_LATE -> tell_left()
    :: else fi;
    do
    :: other < CORES && other != me -> help_until_left(other); other++
    :: other == me -> other++
    :: other == CORES -> break
    od;
escape:
    if
    :: MUTATION == LEFT_TOLD_LATE -> tell_left()
    :: else fi;
    running--
}

init
{
    byte i;
    atomic {
        run owner();
        i = 1;
        do
        :: i < CORES -> run helper(i); i++
        :: else -> break od
    };
    running == 0;
    d_step {
        i = 0;
        do
        :: i < ALL -> assert(failed || (fired[i] && written[i])); i++
        :: else -> break od
    };
    assert(failed == (FAILING != NONE) && (failed || begun == ALL || MUTATION == BEGUN_SET_BACK))
}
