/* SPDX-License-Identifier: Apache-2.0 */
/* The life of the cores (runtime/src/life.c) as a model for the checker spin: init functions one at a time in order,
 * a meeting, the run, a meeting, end functions in reverse order. The lock makes each look at the trip one step.
 *
 *   CORES, ACTORS, STEP   actor i belongs to core (i * STEP) % CORES
 *   FAILING               the actor whose init fails; ACTORS if none does
 *   MUTATION              NOTHING or one of the mistakes below; the checker must find each of them */
#define NOTHING               0
#define TRIP_STOPS_AT_FAIL    1
#define ENDS_WITHOUT_INIT     2
#define LAST_TURN_UNAWAITED   3
#define NO_MEETING_AT_END     4

#ifndef MUTATION
#define MUTATION NOTHING
#endif

byte trip;
byte initialised;
byte arrived;
bool failed;

bool alive[ACTORS]; /* init has returned, end was not called */
byte in_init;
byte in_end;
byte running;
byte gone;

inline await_trip(wanted)
{
    trip == wanted
}

inline meet(meetings)
{
    arrived++;
    arrived >= meetings * CORES
}

inline initialise_in_trip()
{
    i = 0;
    do
    :: i < ACTORS && (i * STEP) % CORES == me ->
        await_trip(i);
        if
        :: !failed ->
            in_init++;
            assert(in_init == 1 && running == 0 && trip == i);
            if
            :: i == FAILING -> failed = true
            :: else -> alive[i] = true; initialised = i + 1
            fi;
            in_init--
        :: else
        fi;
        if
        :: MUTATION == TRIP_STOPS_AT_FAIL && failed -> break
        :: else -> trip = i + 1
        fi;
        i++
    :: i < ACTORS && (i * STEP) % CORES != me -> i++
    :: i == ACTORS -> break
    od;
    if
    :: MUTATION != LAST_TURN_UNAWAITED -> await_trip(ACTORS)
    :: else
    fi
}

inline end_in_trip()
{
    i = ACTORS;
    do
    :: i > 0 && ((i - 1) * STEP) % CORES == me ->
        await_trip(i);
        if
        :: i <= initialised || MUTATION == ENDS_WITHOUT_INIT ->
            in_end++;
            assert(in_end == 1 && running == 0 && alive[i - 1]);
            alive[i - 1] = false;
            in_end--
        :: else
        fi;
        trip = i - 1;
        i--
    :: i > 0 && ((i - 1) * STEP) % CORES != me -> i--
    :: i == 0 -> break
    od
}

proctype core(byte me)
{
    byte i;
    initialise_in_trip();
    if
    :: MUTATION != LAST_TURN_UNAWAITED -> meet(1)
    :: else -> arrived++
    fi;
    running++;
    assert(in_init == 0 && in_end == 0 && (failed || initialised == ACTORS));
    running--;
    if
    :: MUTATION != NO_MEETING_AT_END -> meet(2)
    :: else
    fi;
    end_in_trip();
    gone++
}

init
{
    byte started = 0;
    atomic {
        do
        :: started < CORES -> run core(started); started++
        :: else -> break
        od
    };
    gone == CORES;
    byte actor = 0;
    do
    :: actor < ACTORS -> assert(!alive[actor]); actor++
    :: else -> break
    od;
    assert(initialised == (FAILING < ACTORS -> FAILING : ACTORS))
}
