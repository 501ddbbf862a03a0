/* SPDX-License-Identifier: Apache-2.0 */
/* Copies by an engine (df/pending.h, engine_pending.c, engine_failure.c), as a model for the checker spin.
 *
 * A giver puts jobs into the pending table, each followed by its publication, and reuses places once `done` has passed
 * them; it waits for the copy of SLOTS jobs ago before it writes a source again. An engine begins free jobs, in any
 * order, and completes them. A waiter waits for each publication, takes over what is free, and checks the bytes. The steps
 * are those of the C code, one atomic access each; memory is sequentially consistent, as all of those accesses are.
 *
 *   JOBS, SLOTS     how many copies, and windows at either end
 *   PLACES          of the table, 2 or 4: a job or two, each with its publication
 *   RUNS            the engine has a CPU
 *   HELPS           the waiter takes over
 *   FAILING         the engine may fall silent with a job in hand; the waiter then stops it, unless it goes on first
 *   MUTATION        NOTHING or one of the mistakes below; the checker must find each of them */
#define NOTHING                     0
#define CLAIM_IN_TWO_STEPS          1
#define RAISED_BY_STORE             2
#define DONE_NOT_READ_AGAIN         3
#define DONE_NOT_LOOKED_AT_AFTER    4
#define NOT_WOKEN_BY_PUBLICATION    5
#define TAKEN_OVER_BEFORE_STOP      6
#define PLACE_REUSED_EARLY          7
#define PUBLISHED_OUT_OF_ORDER      8
#define NOT_SETTLED_BY_GIVER        9
#define STOP_LOOKS_UP_TO_GIVEN     10

#ifndef MUTATION
#define MUTATION NOTHING
#endif

#define PLACE(number) ((number) % PLACES)
mtype = { DONE, FREE, ENGINE, CORE };

mtype claim[PLACES] = DONE;
byte job[PLACES];   /* its number, from 1; 0: a publication */
byte value[PLACES]; /* of a publication */
byte given;         /* entries */
byte done;          /* the leading run */
byte counter;       /* what the waiter waits for: jobs */

byte source[SLOTS];
byte target[SLOTS];
byte released; /* jobs whose target the waiter has read */

bool asleep;
byte bell;
bool in_futex;

bool silent;  /* the engine does not go on */
bool stopped; /* and never will */
byte left = 2;

/* One step here: waiting.pml has all of them. */
inline wake()
{
    d_step {
        if
        :: asleep ->
            asleep = false;
            bell++;
            in_futex = false
        :: else
        fi
    }
}

inline raise_counter(to)
{
    if
    :: MUTATION == RAISED_BY_STORE -> counter = to; raised = true
    :: else ->
        d_step {
            raised = to > counter;
            if
            :: raised -> counter = to
            :: else
            fi
        }
    fi;
    if
    :: raised -> wake()
    :: else
    fi
}

/* Raises `done` over all that is done, and the counter on the way. */
inline settle()
{
    do
    :: true ->
        at = done;
        if
        :: at == given -> break
        :: else
        fi;
        if
        :: claim[PLACE(at)] != DONE -> break
        :: else
        fi;
        is_job = job[PLACE(at)] != 0;
        found = value[PLACE(at)];
        if
        :: done != at && MUTATION != DONE_NOT_READ_AGAIN -> skip
        :: else ->
            if
            :: !is_job -> raise_counter(found)
            :: else
            fi;
            if
            :: MUTATION == RAISED_BY_STORE -> done = at + 1
            :: else ->
                d_step {
                    if
                    :: done < at + 1 -> done = at + 1
                    :: else
                    fi
                }
            fi
        fi
    od;
    skip;
    d_step { /* what is known no more makes no state */
        at = 0;
        found = 0;
        is_job = false;
        raised = false
    }
}

/* Sets `what` and `word`. Nobody else touches these while the job is begun. */
inline read_source()
{
    d_step {
        what = job[PLACE(mine)];
        word = source[(what - 1) % SLOTS]
    }
}

inline write_target()
{
    target[(what - 1) % SLOTS] = word;
    if
    :: MUTATION == PUBLISHED_OUT_OF_ORDER -> raise_counter(what)
    :: else
    fi;
    if
    :: MUTATION == DONE_NOT_LOOKED_AT_AFTER -> settle(); claim[PLACE(mine)] = DONE
    :: else -> claim[PLACE(mine)] = DONE; settle()
    fi;
    d_step {
        what = 0;
        word = 0;
        mine = 0
    }
}

/* Sets `claimed`. */
inline begin(who)
{
    if
    :: MUTATION == CLAIM_IN_TWO_STEPS ->
        claimed = claim[PLACE(mine)] == FREE;
        if
        :: claimed -> claim[PLACE(mine)] = who
        :: else
        fi
    :: else ->
        d_step {
            claimed = claim[PLACE(mine)] == FREE;
            if
            :: claimed -> claim[PLACE(mine)] = who
            :: else
            fi
        }
    fi
}

proctype giver()
{
    byte number = 1;
    byte at, found;
    bool is_job, raised;
    do
    :: number > JOBS -> break
    :: else ->
        /* The source of so many jobs ago was copied, the target read, and two places are there. */
        (number <= SLOTS || (counter >= number - SLOTS && released >= number - SLOTS));
        (given + 2 - done <= PLACES || MUTATION == PLACE_REUSED_EARLY);
        d_step {
            source[(number - 1) % SLOTS] = number;
            job[PLACE(given)] = number
        };
        claim[PLACE(given)] = FREE;
        given++;
        job[PLACE(given)] = 0;
        value[PLACE(given)] = number;
        given++;
        if
        :: MUTATION != NOT_SETTLED_BY_GIVER -> settle()
        :: else
        fi;
        if
        :: counter < number && MUTATION != NOT_WOKEN_BY_PUBLICATION -> wake()
        :: else
        fi;
        number++
    od;
    left--
}

inline try()
{
    begin(ENGINE);
    if
    :: claimed ->
        claimed = false;
        read_source();
        if
        :: FAILING ->
            silent = true;
            if
            :: stopped -> goto over
            :: atomic { !stopped -> silent = false }
            fi
        :: true
        fi;
        write_target()
    :: else
    fi
}

/* It looks at any job, as devices do that complete out of order, and at places that it has known for long. */
proctype engine()
{
    byte at, found, mine, what, word;
    bool is_job, raised, claimed;
    do
    :: stopped || left == 0 -> break
    :: !stopped && claim[0] == FREE -> mine = 0; try()
    :: !stopped && PLACES > 2 && claim[PLACE(2)] == FREE -> mine = PLACE(2); try()
    od;
over:
    skip
}

inline take_over()
{
    took = false;
    mine = done;
    do
    :: mine >= given -> break
    :: claim[PLACE(mine)] == FREE ->
        begin(CORE);
        if
        :: claimed -> claimed = false; read_source(); write_target(); took = true; break
        :: else
        fi;
        mine++
    :: else -> mine++
    od;
    mine = 0
}

/* Only after it was stopped, what the engine had begun is free again. */
inline stop_engine()
{
    atomic {
        if
        :: silent && MUTATION != TAKEN_OVER_BEFORE_STOP -> stopped = true
        :: else
        fi
    };
    mine = 0;
    do
    :: mine == PLACES || !(stopped || MUTATION == TAKEN_OVER_BEFORE_STOP) -> break
    :: MUTATION == STOP_LOOKS_UP_TO_GIVEN && mine == given -> break
    :: else ->
        d_step {
            if
            :: claim[PLACE(mine)] == ENGINE -> claim[PLACE(mine)] = FREE
            :: else
            fi
        };
        mine++
    od;
    mine = 0
}

proctype waiter()
{
    byte number = 1;
    byte at, found, mine, heard, what, word;
    bool is_job, raised, claimed, took;
    do
    :: number > JOBS -> break
    :: number <= JOBS && counter >= number ->
        assert(target[(number - 1) % SLOTS] == number);
        assert(target[(number - 1) % SLOTS] == number);
        released = number;
        number++
    :: number <= JOBS && counter < number ->
        heard = bell;
        asleep = true;
        if
        :: counter >= number -> asleep = false
        :: else ->
            took = false;
            if
            :: HELPS || stopped -> take_over()
            :: else
            fi;
            if
            :: !took && silent && !stopped && done < given && claim[PLACE(done)] == ENGINE -> stop_engine()
            :: !took && !(silent && !stopped && done < given && claim[PLACE(done)] == ENGINE) ->
                atomic {
                    if
                    :: bell == heard && counter < number -> in_futex = true
                    :: else
                    fi
                };
                (!in_futex || (silent && !stopped && done < given && claim[PLACE(done)] == ENGINE));
                in_futex = false
            :: took
            fi
        fi
    od;
    left--
}

init
{
    atomic {
        run giver();
        if
        :: RUNS -> run engine()
        :: else
        fi;
        run waiter()
    };
    left == 0;
    assert(counter == JOBS && released == JOBS)
}
