# SPDX-License-Identifier: Apache-2.0
"""The cases: programs in which one constant of the runtime or another decides something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dfgen.pipeline import CompileOptions
from tests.bench.constants.cases import (
    FILE_BYTES,
    TRACED,
    Case,
    actor,
    chain,
    changed,
    edges,
    gathered,
    handed_on,
    linked,
)

ON_1 = CompileOptions(cores=1)
MIB = 1 << 20
PAGE = 4096
USED = '    include "used.h"; source "used.c";\n'
ITERATION, WHOLE, JITTER = "iteration", "whole run", "jitter"
FROM_PIPE = ("sh", "-c", 'cat source | "$0" "$@"')


@dataclass(frozen=True)
class Use:
    """`shown`: what is compared, of an iteration, of the process with all before the first iteration, or how late
    firings begin. `iterations`: of a run; 0: so many as take long enough. `read`: what the file of `case.file_bytes` is
    to the program. `is_busy`: other processes have its CPUs, too. `caller`: the main function around a library."""

    case: Case
    shown: str = ITERATION
    iterations: int = 0
    environment: Mapping[str, str] = field(default_factory=dict)
    read: str = "file"
    is_busy: bool = False
    caller: str = ""


def begin(size_bytes: int, filled: int = 1, place: str = "@core(0)") -> str:
    return (
        f"    actor first {place} {{ state n : uint64; fire begin01({filled}, n, o); time 1us; "
        f"out o : uint8[{size_bytes}]; }}\n"
    )


def told(size_bytes: int, step: int, place: str = "@core(0)") -> str:
    """An actor that prints at the end what came."""
    return (
        f"    actor last {place} {{ state s : uint64; fire add10({size_bytes}, {step}, s, i); end tell10(s); "
        f"time 1us; in i : uint8[{size_bytes}]; }}\n"
    )


def turns_taken(*rounds: tuple[int, int]) -> str:
    """Two cores that wait for each other all the time: on one an actor computes so long, on the other one the next."""
    names = [f"{letter}{k}" for k in range(len(rounds)) for letter in "ab"]
    body = USED
    for k, (one, other) in enumerate(rounds):
        for name, core, how_long in ((f"a{k}", 0, one), (f"b{k}", 1, other)):
            body += actor(name, how_long, 8, 8, how="state;").replace(f"actor {name}", f"actor {name} @core({core})")
    body += told(8, 1) + edges(*names)
    return body + f"    b{len(rounds) - 1}.o -> a0.i delay 8;\n    {names[-1]}.o -> last.i;\n"


def round_of(cores: int, rounds: int) -> str:
    """As many cores, of which all but one wait for their turn."""
    names = [f"a{k}" for k in range(cores)]
    places = (actor(n, rounds, 8, 8, how="state;").replace(f"r {n}", f"r {n} @core({k})") for k, n in enumerate(names))
    body = USED + "".join(places) + told(8, 1) + edges(*names)
    return body + f"    {names[-1]}.o -> a0.i delay 8;\n    {names[-1]}.o -> last.i;\n"


def seen(size_bytes: int, *wanderers: str, beside: str = "") -> str:
    """Views of bytes, one for each of these actors; `beside`: what reads them too, under the name `faults`."""
    names = [f"use{k}" for k in range(len(wanderers))]
    body = USED + begin(size_bytes) + told(size_bytes, size_bytes // 4) + "".join(wanderers) + beside
    readers = ", ".join(f"{name}.i" for name in [*names, *(["faults"] if beside else []), "last"])
    return body + f"    first.o -> {{ {readers} }};\n"


def wanders(number: int, size_bytes: int, pages: int, step: int = 1, stay: int = 1 << 40, written: str = "") -> str:
    """One that writes into so many pages of its view; `written`: the share of them that the graph tells of."""
    access = f"read_mostly(written = {written})" if written else "read_mostly"
    call = f"wander({size_bytes}, {pages}, {step}, {stay}, s, i)"
    return (
        f"    actor use{number} @core(0) {{ state s : struct wanderer; fire {call}; end tell_found(s); time 1us; "
        f"in i : uint8[{size_bytes}] {access}; }}\n"
    )


def stumbles(size_bytes: int, pages: int, step: int) -> str:
    """It has a page fault in each firing, so that the view asks each time which of its pages were written."""
    return wanders(0, size_bytes, pages, step).replace("fire wander", "fire stumble")


def faulting(every: int, size_bytes: int) -> str:
    return (
        f"    actor faults @core(0) {{ state n : uint64; fire fault10({every}, n, i); time 1us; "
        f"in i : uint8[{size_bytes}]; }}\n"
    )


def by_cow(*names: str) -> CompileOptions:
    return CompileOptions(cores=1, transfers=tuple(f"first.o:{name}.i=cow" for name in names))


def by_engine(size_bytes: int, options: str = "") -> Case:
    """A copy by a thread, with work on the core meanwhile that takes about as long."""
    text = gathered(size_bytes, size_bytes // 3)
    return Case("", text, CompileOptions(cores=1, transfers=(f"gather.o:both.i=offload(engine=thread{options})",)))


def paced(period_us: int) -> str:
    """An actor that fires by the clock."""
    body = USED + begin(8).replace("time 1us;", f"time 1us; period {period_us}us;") + told(8, 1)
    return body + edges("first", "last")


def alike(size_bytes: int) -> str:
    """Bytes that are copied and compared."""
    body = begin(size_bytes, size_bytes, "") + told(size_bytes, PAGE, "")
    body += f"    actor alike {{ fire alike11({size_bytes}, i, o); state; time 1us; in i : uint8[{size_bytes}]; "
    return body + f"out o : uint8[{size_bytes}]; }}\n" + edges("first", "alike", "last")


def framed(size_bytes: int) -> str:
    """Bytes that are copied a little farther into their pages."""
    body = begin(8) + f"    actor frame {{ fire frame10({size_bytes}, s, i); state s : uint8[{2 * size_bytes + PAGE}]; "
    return body + "time 1us; in i : uint8[8]; }\n" + edges("first", "frame")


def on_one_core(case: Case) -> Case:
    return replace(case, body=case.body.replace("@core(1)", "@core(0)"), options=ON_1)


def two_lists(one: int, other: int) -> str:
    """Lists of so many elements, copied by what can be reached."""
    body = ""
    for k, count in enumerate((one, other)):
        body += f"    actor make{k} @core(0) {{ state s : uint64; fire make_links({count}, s, o); time 100ns; "
        body += f"out o : object struct link[1] up to {16 * count}; }}\n"
        body += f"    actor take{k} @core(1) {{ state s : uint64; fire take_links(s, i); time 100ns; "
        body += f"in i : object struct link[1]; }}\n    make{k}.o -> take{k}.i @transfer(graphcopy);\n"
    return body


def of_blocks(block: int, count: int, how: str = "signalled") -> str:
    """A file that is read in blocks, and used so many at a time."""
    body = USED + f"    actor read = file_source(block = {block}) @file(scheme = {how});\n"
    body += told(block * count, 512).replace("@core(0) ", "")
    return body + "    read.data -> last.i;\n"


STEPS = (
    "    in x : uint8[8];\n    out y : uint8[8];\n"
    + actor("a", 1000, 8, 8, how="state;").replace("actor a", "actor a @core(0)")
    + actor("b", 1000, 8, 8, how="state;").replace("actor b", "actor b @core(1)")
    + "    x -> a.i;\n    a.o -> b.i;\n    b.o -> y;\n"
)
CALLER = """\
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <transfers.h>

/* What the caller does between two calls. */
static void work_ns(long ns)
{{
    struct timespec begun, now;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - begun.tv_sec) * 1000000000 + now.tv_nsec - begun.tv_nsec < ns);
}}

int main(int count, char **arguments)
{{
    uint8_t x[8] = {{1}}, y[8] = {{0}};
    uint64_t sum = 0;
    long wanted = atol(arguments[count - 1]);
    transfers *opened = transfers_open(NULL, NULL, 0);
    {loop}
    transfers_close(opened);
    printf("%" PRIu64 "\\n", sum);
    return 0;
}}
"""
STEPPING = CALLER.format(
    loop="""for (long i = 0; i < wanted; i++) {
        work_ns(70000);
        transfers_step(opened, x, y);
        sum += y[0];
    }"""
)
PUSHING = CALLER.format(
    loop="""long ahead = (long)transfers_block(opened);
    for (long i = 0; i < wanted + ahead; i++) {
        work_ns(0);
        if (i < wanted)
            transfers_push(opened, x);
        else if (i == wanted)
            transfers_flush(opened);
        if (i >= ahead && transfers_pull(opened, y) == TRANSFERS_DONE)
            sum += y[0];
    }"""
)

WINDOW, LARGE = 4 * MIB, 16 * MIB
FEW = 256 << 10
VIEWS = by_cow("use0", "use1", "use2", "use3")

USES = (
    Use(Case("long waits", turns_taken((1_000_000, 1_000_000)))),
    Use(Case("long and short waits", turns_taken((1, 180_000), (1, 28_000))), environment={"DFGEN_SPIN_NS": "100000"}),
    Use(Case("long for few", turns_taken((40_000, 80_000))), environment={"DFGEN_SPIN_NS": "50000"}),
    Use(Case("short waits", turns_taken((100, 100)))),
    Use(Case("many cores", round_of(12, 40_000), CompileOptions(cores=12))),
    Use(Case("read lines", USED + begin(MIB, MIB) + told(MIB, 64, "@core(1)") + edges("first", "last"))),
    Use(Case("read samples", handed_on(6), CompileOptions(cores=2, latency_iterations=1))),
    Use(
        Case(
            "large arena", USED + begin(64 * MIB, PAGE) + told(64 * MIB, 64 * MIB, "@core(1)") + edges("first", "last")
        ),
        WHOLE,
        iterations=1,
    ),
    Use(Case("period", paced(1000), ON_1), JITTER),
    Use(Case("wanders", seen(LARGE, wanders(0, LARGE, 64, stay=80)), by_cow("use0")), iterations=5000),
    Use(Case("comes back", seen(MIB, wanders(0, MIB, 16, stay=80)), by_cow("use0")), iterations=3000),
    Use(Case("writes some", seen(MIB, wanders(0, MIB, 100)), by_cow("use0"))),
    Use(
        Case(
            "begins to write",
            seen(FEW, *(wanders(k, FEW, FEW // PAGE) for k in range(8))),
            by_cow(*(f"use{k}" for k in range(8))),
        ),
        iterations=400,
    ),
    Use(
        Case(
            "half and more",
            seen(MIB, wanders(0, MIB, 100, written="40%"), wanders(1, MIB, 180, written="70%")),
            by_cow("use0", "use1"),
        )
    ),
    Use(Case("others fault", seen(FEW, *(wanders(k, FEW, 2) for k in range(4)), beside=faulting(100, FEW)), VIEWS)),
    Use(Case("pages apart", seen(WINDOW, stumbles(WINDOW, 500, 2)), by_cow("use0"))),
    Use(
        Case("pages apart, read", seen(WINDOW, stumbles(WINDOW, 16, 2)), by_cow("use0")),
        environment={"DFGEN_PAGE_SCAN": "read"},
    ),
    Use(replace(by_engine(48 << 10), name="middling copies")),
    Use(replace(by_engine(4 * MIB), name="large copies")),
    Use(replace(by_engine(4 * MIB, ", chunk = 4096"), name="small chunks")),
    Use(replace(by_engine(4 * MIB, ", chunk = 1MiB"), name="large chunks")),
    Use(replace(by_engine(4 * MIB, ", chunk = 4MiB"), name="busy"), is_busy=True),
    Use(Case("blocks", of_blocks(16 << 10, 256), ON_1, FILE_BYTES)),
    Use(Case("blocks by io_uring", of_blocks(MIB, 16, "signalled, backend = uring"), ON_1, FILE_BYTES)),
    Use(Case("blocks by threads", of_blocks(128 << 10, 32, "signalled, backend = thread"), ON_1, FILE_BYTES)),
    Use(Case("pipe", of_blocks(4096, 1), ON_1, FILE_BYTES), WHOLE, read="pipe"),
    Use(Case("pipe of large blocks", of_blocks(MIB, 1), ON_1, FILE_BYTES), WHOLE, read="pipe"),
    Use(Case("ahead", of_blocks(MIB, 1, "prefetch"), ON_1, FILE_BYTES), WHOLE),
    Use(Case("staged", of_blocks(MIB, 1, "staged"), ON_1, FILE_BYTES), WHOLE, read="pipe"),
    Use(Case("alike", USED + alike(64 << 10), ON_1)),
    Use(Case("framed", USED + framed(64 << 10), ON_1)),
    Use(on_one_core(linked("lists moved", "memcpy", count=4000, up_to_bytes=64_000))),
    Use(on_one_core(Case("short lists", two_lists(6, 12), code="links"))),
    Use(Case("traced", chain(64, {"a": 20, "b": 20}), TRACED)),
    Use(Case("steps", STEPS, CompileOptions(cores=2, library=True)), WHOLE, caller=STEPPING),
    Use(
        Case("pushes", STEPS, CompileOptions(cores=2, library=True, pipelined=True, latency_iterations=8)),
        WHOLE,
        caller=PUSHING,
    ),
    Use(
        Case(
            "past the caches",
            changed(2048, "read_write", apart=True),
            CompileOptions(cores=2, transfers=("first.o:changes0.i=stream",)),
        )
    ),
)
