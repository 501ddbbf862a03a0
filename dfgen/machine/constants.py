# SPDX-License-Identifier: Apache-2.0
"""What dfgen takes for granted of any machine: one table of all its gains, guesses and bounds.

What differs from machine to machine is no row: that comes from the Platform (`dfgen/machine/machine.py`). Each row
names the case of `python -m tests.bench.constants` that shows what it does: there its graph is compiled and run with
the constant at half, at its value and doubled. A number that makes no program better or worse stands beside its code,
with a docstring whose first word says what it is:

- Effort: keeps the compiler's own time finite;
- Form: of what is written or read;
- Mark: stands for something and is no amount;
- Rounding: no result depends on it;
- Runtime: as the generated program or its system has it;
- Shown: how much a note or a message tells, and when.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

T = TypeVar("T", int, float, Fraction)


@dataclass
class Constant(Generic[T]):
    """`case`: of the bench. `base`: what half of it and twice of it count from, 1 of a factor that is a little more.
    Nothing but the bench and tests changes `value`."""

    value: T
    unit: str
    case: str
    why: str
    base: int = 0

    def times(self, factor: Fraction) -> T:
        """Half of it, or twice."""
        part: Any = self.base + (self.value - self.base) * factor
        return type(self.value)(max(part, 1) if isinstance(self.value, int) else part)


# --- guesses: what a graph does not say ------------------------------------------------------------------------------

CALL_NS = Constant(20, "ns", "calls", "a firing of unknown time: its call, and what it does besides its windows")
BYTE_NS = Constant(
    Fraction(1, 4), "ns a byte", "calls", "a firing of unknown time touches each byte of its windows once"
)
LIGHT_BYTE_NS = Constant(
    Fraction(1, 50), "ns a byte", "light", "the same of code that goes over its windows once, as vectors mostly"
)
SMALL_BYTE_NS = Constant(
    Fraction(1, 100),
    "ns a byte",
    "guesses",
    "what an actor of little code takes at best: too long an estimate would make its FIFOs too small",
)

MOSTLY_WRITTEN = Constant(
    0.1, "of its pages", "changed in places", "a reader writes that is declared read_mostly without a number"
)
COPY_CALL_NS = Constant(4, "ns", "pieces", "calling a copy, and finding out how to copy")
VIEW_ASKING = Constant(
    0.5,
    "of its fixed cost",
    "seen together",
    "a use of a view asks the system whether there were faults: views that a core uses one after the other ask once",
)
VIEW_USES = Constant(256, "uses", "seen seldom", "of each page of a view, over which its first faults are spread")

OBJECTS_USED = Constant(
    Fraction(1, 2),
    "of `up to`",
    "objects",
    "a token of objects takes so much of its arena where the graph says the most alone, and no run has shown more",
)
OBJECT_BYTES = Constant(24, "bytes", "objects", "an object of unknown size: a token has so many as fit in")
RELOCATED_NS = Constant(
    Fraction(1, 2),
    "ns",
    "objects",
    "an object, beside the copy of its bytes: its pointers are moved by a copy in one pass",
)
GRAPHCOPY_NS = Constant(3, "ns", "objects one by one", "the same, where it is found out first what can be reached")
HASHED_NS = Constant(8, "ns", "objects by hashing", "the same with a hash table")
WALKED_NS = Constant(6, "ns", "objects by search", "the same from pointer to pointer, where a list is searched")
SEARCHED_NS = Constant(
    Fraction(1, 4), "ns", "objects by search", "each pair of objects of a token: a search passes those met before"
)
SERIALIZED_NS = Constant(
    10, "ns", "objects in messages", "an object that is made a part of a message, which is copied, and an object again"
)

FILE_SUBMIT_NS = Constant(2_000, "ns", "files", "giving a block of a file to an engine, and seeing that it is done")
FILE_BYTE_NS = Constant(
    Fraction(1, 2),
    "ns a byte",
    "files",
    "of a file, if the page cache takes no longer: a disk of 2 GB/s, for nobody knows which one it will be on",
)
FILES_AT_A_TIME = Constant(2, "blocks", "disk", "that get on at a time, of those that an engine has in flight")

# --- what follows from a platform ------------------------------------------------------------------------------------

PUBLISHED_BYTES = Constant(
    80, "bytes a ns", "depth", "for each ns of a crossing a core publishes so much: less, and counters cost more"
)
TRIP_CROSSINGS = Constant(
    5, "crossings", "cycle", "what cores need in a trip of a loop to see that the others are done"
)
TURN_CROSSINGS = Constant(
    50, "crossings", "long turns", "what a core does in a pass for each turn of it: then what that costs is little"
)
OVERLAP_CROSSINGS = Constant(
    1000,
    "crossings",
    "depth",
    "what overlapping passes take from first to last: more brings the tokens out of the cores' own caches",
)
STREAM_FETCHES = Constant(
    4, "fetches", "lines", "cores that take less time for a byte between them wait for bytes, not for results"
)
NEAR_OF_L1 = Constant(
    Fraction(1, 2), "of an L1", "little", "all FIFOs of a fused loop: the rest is for states and code"
)
TURN_OF_L1 = Constant(
    Fraction(1, 3), "of an L1", "turns", "of windows that a core fires in a pass for each actor that takes turns in it"
)
BLOCK_OF_L2 = Constant(
    Fraction(1, 4), "of an L2", "heavy", "a FIFO that carries more in a block is worth a loop of smaller blocks"
)
OWN_OF_L2 = Constant(
    Fraction(1, 2), "of an L2", "windows", "what is larger is in no core's own cache when it is read, whoever wrote it"
)
STREAMED_L2 = Constant(
    4, "of an L2", "tokens", "all FIFOs between cores: their bytes then wait in the cache that cores share"
)

PAST_CACHES_BYTES = Constant(
    16 << 10,
    "bytes",
    "short pieces",
    "shorter copies past the caches take longer than ordinary ones, by the wait for their stores, which calibration's "
    "loops do not show: what they compare with waits, too, as it reads at once what it wrote",
)
WORTH_HUGE_BYTES = Constant(8 << 20, "bytes", "huge", "a slot that is only read gains some percent by huge pages")
UNLINKED_NS = Constant(50_000, "ns", "long firings", "a call is nothing to a firing that takes so long")

# --- gains: what must be better by so much, as times are no better known ---------------------------------------------

VIEW_GAIN = Constant(
    0.8,
    "of the copy",
    "little changed",
    "a view that nobody asked for: its memory must be promised for the worst case",
    base=1,
)
PAST_CACHES_GAIN = Constant(
    0.85,
    "of the copy",
    "large pieces",
    "a copy past the caches: copies for several readers follow each other into one place, which ordinary ones leave in "
    "the cache",
    base=1,
)
STEP_GAIN = Constant(1.01, "of the period", "steps", "a step of the search: what moves has to be fetched", base=1)
MAPPER_GAIN = Constant(1.02, "of the period", "mappers", "a mapper that comes later in the list", base=1)
STAGES_GAIN = Constant(
    1.05, "of the period", "staged", "stages: they take memory, and time from input to output", base=1
)
CORES_GAIN = Constant(
    Fraction(102, 100), "of the period", "cores", "more cores: they take memory, and what else runs has fewer", base=1
)
SHARED_GAIN = Constant(
    Fraction(11, 10),
    "of the period",
    "brief",
    "a loop of several cores: they wait for each other more often than it seems",
    base=1,
)
MORE_GAIN = Constant(
    Fraction(103, 100),
    "of the period",
    "cycle",
    "more iterations of such a loop at a time: they take more memory",
    base=1,
)
NODES_GAIN = Constant(
    1.05, "of the period", "nodes", "more nodes: each is a machine that others cannot have meanwhile", base=1
)
FILES_GAIN = Constant(
    Fraction(10, 9),
    "of the period",
    "files",
    "engines for files: their threads take memory, and CPUs that the work could have",
    base=1,
)
ENGINES_GAIN = Constant(
    1.1,
    "of the period",
    "engines",
    "engines that copy, which nobody asked for: they take memory, and CPUs that others could have",
    base=1,
)
ORDERED_GAIN = Constant(
    Fraction(1), "of the period", "relay", "what goes round in a loop that cores share anyway: it takes less memory"
)
EVEN_SLACK = Constant(
    Fraction(103, 100), "of an exact share", "trips", "a trip is long enough when no core has more of it", base=1
)
TRIP_SHARES_MAX = Constant(
    8, "iterations a core", "trips", "a trip of a loop has no more, however much more even longer ones would be"
)
CACHED_SLACK = Constant(
    Fraction(115, 100),
    "of an exact share",
    "handed",
    "the same while a trip's bytes still lie in a core's cache",
    base=1,
)
GROUP_SLACK = Constant(
    Fraction(6, 5),
    "of an equal share",
    "guesses",
    "so heavy may actors grow together that share bytes (`footprint`)",
    base=1,
)
HEAVY = Constant(Fraction(3, 100), "of what a core does", "staged", "units that take so much are worth a stage")

# --- bounds: of what is generated ------------------------------------------------------------------------------------

PASS_ITERATIONS_MAX = Constant(4096, "iterations", "bytes", "a pass holds no more, however small its tokens are")
MESSAGE_BYTES = Constant(
    128 << 10,
    "bytes",
    "messages",
    "of a message at least, where a pass can be so long: then what each one costs, its answers included, is little",
)
MESSAGE_BYTES_MAX = Constant(
    8 << 20, "bytes", "unequal links", "of a message, beyond which none is made longer for the sake of another one"
)
PASS_NS = Constant(
    4_000_000,
    "ns",
    "slow messages",
    "of a pass, beside which messages and waits cost nothing: what has begun at a signal is completed",
)
TRIP_ITERATIONS_MAX = Constant(
    4096, "iterations", "long", "of a loop of several cores at a time: trips are long enough then"
)
PASSES_MIN = Constant(2, "passes", "tokens", "so many overlap: one is written, the other one read")
STAGES_MAX = Constant(8, "stages", "alternating", "each stage more takes the memory of a pass, and its time")
LINK_PASSES = Constant(
    2, "passes", "slow messages", "between a message and its use: one is on its way while another one waits to be used"
)
BULK_PASSES = Constant(
    1, "passes", "in bulk", "between bulk operations and the use of what they make: an engine has that time for them"
)
TAIL_TRIPS = Constant(
    4,
    "trips",
    "carried",
    "where FIFOs are to hold little, one core copies what a delay keeps from trip to trip, unless it is of so many: "
    "that takes up to twice as long",
)
UNITS_BETWEEN = Constant(
    64, "lines or pages", "long delay", "between slots that begin on whole ones, in all: else they lie close together"
)
VIEW_BYTES_MIN = Constant(
    256 << 10,
    "bytes",
    "changed in places",
    "no smaller window is given a view where a copy would do: what could be gained are microseconds",
)
VIEW_PAGES_MIN = Constant(
    16, "pages", "few pages", "the same where the graph says how much is written, so that the gain is more certain"
)
LOCAL_BYTES = Constant(1024, "bytes", "local", "larger buffers of a trip of an inner loop are in the arena")
LOCAL_IN_LOOP_BYTES = Constant(
    64 << 10, "bytes", "many local", "of one loop: they stand on a stack where the compiler cannot do better"
)
APART_BYTES = Constant(
    8 << 10, "bytes", "turns", "between the parts that cores have of a buffer: their caches fetch so far ahead"
)
LARGE_BYTES = Constant(64 << 10, "bytes", "fewer slots", "a plan is not made anew to save less in slots")
HELPED_NS = Constant(
    5_000, "ns", "helped", "shorter firings are not worth what it takes that cores which wait can run some of them"
)
TRACED_NS = Constant(5_000, "ns", "traced", "shorter firings are traced together: an event takes some 20 ns")
TRACED_WINDOWS_BYTES = Constant(
    64 << 10, "bytes", "traced untimed", "the same of windows of firings whose time nobody states"
)
TRACED_MOVE_BYTES = Constant(16 << 10, "bytes", "traced copies", "the same of copies")
AHEAD_BYTES = Constant(2 << 20, "bytes", "ahead", "of a file are read ahead of the work: what a disk needs to be busy")
AHEAD_PASSES_MIN = Constant(2, "passes", "large", "of a file are read ahead: one is used, another one comes")
BEHIND_PASSES = Constant(
    2, "passes", "large", "more overlap where an engine writes a file: it has two blocks at a time"
)
ALTERNATE_BYTES = Constant(
    4096, "bytes", "returning", "a window of this size that returns to its own actor alternates between slots"
)
COPIED_BYTES = Constant(
    16 << 20,
    "bytes",
    "copied",
    "that an engine copies before the first of them is read: of more, each trip of a loop has its own copied",
)
REGISTERS_BYTES = Constant(1024, "bytes", "registers", "windows of a firing that fit into a few dozen vector registers")
FUSED_WINDOW_BYTES = Constant(4096, "bytes", "near", "larger windows gain nothing from turns in one loop")
FUSED_BYTES = Constant(1024, "bytes", "little", "of one FIFO, in a trip of a fused loop")
BATCHED_BYTES = Constant(64, "bytes", "vectors", "larger windows are computed as vectors firing by firing")
STEADY_BYTES = Constant(
    32,
    "bytes",
    "steady",
    "with larger windows, states that turns only read are variables beside their loop: half the time for sums and "
    "products of 48 and 64 bytes. Of smaller ones, what adds up a window takes up to twice as long that way",
)
STEADY_TOKENS_BYTES = Constant(
    16,
    "bytes",
    "steady tokens",
    "the same of code that adds up nothing: windows of 24 and 32 bytes take 0.7 to 1.0 of the time",
)
UNROLLED_BYTES = Constant(
    128,
    "bytes",
    "known sizes",
    "what gcc copies or clears itself where their number is known; more than that is for the C library, as the string "
    "instructions that gcc would take for any x86-64 take up to eight times as long, for up to 8 KB",
)
OWN_STRIP_BYTES = Constant(
    1024, "bytes", "owned", "that a core has read are taken over together, while they are in its nearest cache"
)
FUSED_ACTORS_MAX = Constant(32, "actors", "little", "each further actor in a loop body takes more of the nearest cache")
TURNS_MAX = Constant(
    6, "actors", "little", "that take turns firing by firing: each waits for the one before, and few turns overlap"
)
LISTED_RUNS_MAX = Constant(1000, "runs", "listed", "a listing of the least memory is written out in the program")
CYCLE_RUNS_MAX = Constant(
    20_000,
    "runs",
    "tight",
    "a cycle that no loop can order is written out, too: longer ones are refused",
)

# --- bounds: of the time that a search takes -------------------------------------------------------------------------

LOOKS_MAX = Constant(60_000, "units", "pairs", "looked at by `improved`: beyond some hundred units it tries nothing")
FEW_CORES = Constant(8, "cores", "web", "with more of them a look takes longer, by the third power")
FINENESS = Constant(8, "steps", "web", "into which a core's part of a divided unit is cut")
CUTS_MAX = Constant(3, "stages", "steps", "that are cut one by one")
CUTS_TRIED = Constant(4, "cuts", "steps", "of a stage that are improved: those that are the best as they are")
CUT_UNITS_MAX = Constant(200, "units", "pairs", "of a graph whose cuts can all be tried in a moment")
RHYTHM_STEPS_MAX = Constant(200_000, "steps", "thousands", "run until cores that wait for each other have their rhythm")
REACH_MAX = Constant(4096, "visits", "beside", "to tell whether a merge would close a cycle")
EXACT_UNITS_MAX = Constant(40, "units", "proof", "the solver rarely gets through more of them in a minute")
EXACT_LEAN_S = Constant(3.0, "s", "proof", "to look for fewer bytes between cores once the period is known")
DEPTH_STEPS_MAX = Constant(10_000, "steps", "thousands", "of overlapping passes: every compile runs them all")


def table() -> Iterator[tuple[str, Constant[Any]]]:
    """All rows by name."""
    yield from ((name, row) for name, row in globals().items() if isinstance(row, Constant))
