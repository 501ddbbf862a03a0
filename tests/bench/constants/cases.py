# SPDX-License-Identifier: Apache-2.0
"""The cases: graphs in which one constant of the mapping or another decides something."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from dfgen.pipeline import CompileOptions

HERE = Path(__file__).resolve().parent
BESIDE = tuple(HERE / name for name in ("work.h", "work.c", "links.h", "links.c"))
ROUND_NS = 1.5
FILE_BYTES = 64 << 20


@dataclass(frozen=True)
class Case:
    """`body`: what stands in the graph. `code`: the names of its header and source. `file_bytes`: of the file that its
    actor `read` reads. `platform`: the text of a file that describes the machines, where there may be several."""

    name: str
    body: str
    options: CompileOptions = field(default_factory=lambda: CompileOptions(cores=2))
    file_bytes: int = 0
    platform: str = ""
    code: str = "work"

    @property
    def has_nodes(self) -> bool:
        return "[[nodes]]" in self.platform

    @property
    def text(self) -> str:
        return f'graph transfers {{\n    include "{self.code}.h"; source "{self.code}.c";\n{self.body}}}\n'


def actor(name: str, rounds: int, ins: int = 0, outs: int = 0, *, how: str = "", timed: bool = True) -> str:
    """An actor that reads so many bytes a firing and writes so many; `how`: `state;`, or nothing."""
    sizes = "".join(f", {size}" for size in (ins, outs) if size)
    ports = "".join(f", {port}" for port, size in (("i", ins), ("o", outs)) if size)
    declared = (f" in i : uint8[{ins}];" if ins else "") + (f" out o : uint8[{outs}];" if outs else "")
    time = f" time {round(rounds * ROUND_NS)}ns;" if timed else ""
    function = f"work{int(ins > 0)}{int(outs > 0)}"
    return f"    actor {name} {{ fire {function}({rounds}{sizes}{ports}); {how}{time}{declared} }}\n"


def edges(*names: str) -> str:
    return "".join(f"    {one}.o -> {other}.i;\n" for one, other in pairwise(names))


def chain(size_bytes: int, rounds: Mapping[str, int], *, keep: str = "state;", timed: bool = True) -> str:
    """Actors with these rounds, one behind the other."""
    names = list(rounds)
    body = actor(names[0], rounds[names[0]], 0, size_bytes, how="state;", timed=timed)
    body += "".join(actor(name, rounds[name], size_bytes, size_bytes, how=keep, timed=timed) for name in names[1:-1])
    body += actor(names[-1], rounds[names[-1]], size_bytes, 0, how="state;", timed=timed)
    return body + edges(*names)


def turns(size_bytes: int, rounds: int) -> str:
    """Actors that keep nothing and work in place, between ends with a state."""
    body = actor("first", 20, 0, size_bytes, how="state;") + actor("last", 20, size_bytes, 0, how="state;")
    between = (actor(name, rounds, size_bytes, size_bytes) for name in ("a", "b"))
    body += "".join(
        text.replace(f"out o : uint8[{size_bytes}]", f"out o : uint8[{size_bytes}] overlays i") for text in between
    )
    return body + edges("first", "a", "b", "last")


def uneven(seed: int, count: int, *, size_bytes: int = 256, soft: float = 0.3, firings: int = 16) -> str:
    """A chain of actors of random times, of which some have no state, so that cores can share them."""
    rng = random.Random(seed)
    names = [f"a{k}" for k in range(count)]
    total = size_bytes * firings
    body = actor(names[0], rng.randint(200, 2000), 0, total, how="state;")
    for name in names[1:-1]:
        body += (
            actor(name, rng.randint(20, 200), size_bytes, size_bytes)
            if rng.random() < soft
            else actor(name, rng.randint(200, 4000), total, total, how="state;")
        )
    body += actor(names[-1], rng.randint(200, 2000), total, 0, how="state;")
    return body + edges(*names)


def half_as_long(rounds: int, *, times: int = 2, count: int = 64, size_bytes: int = 64) -> str:
    """An actor of which each core has half of the firings, while those of the first half take so many times as long."""
    total = count * size_bytes
    body = f"    actor first {{ fire uneven01({times}, {count}, {size_bytes}, o); state; time 1us; "
    body += f"out o : uint8[{total}]; }}\n"
    body += f"    actor half {{ fire uneven11({rounds}, {size_bytes}, i, o); time {round(rounds * ROUND_NS)}ns; "
    body += f"in i : uint8[{size_bytes}]; out o : uint8[{size_bytes}]; }}\n"
    return body + actor("last", 20, total, 0, how="state;") + edges("first", "half", "last")


def nested(outer: int, size_bytes: int, light: int = 0) -> str:
    """A large FIFO between a source and a sink, cut into windows that actors without state work on one by one; with
    `light` rounds, one with state between them."""
    total = outer * size_bytes
    body = actor("first", 100, 0, total, how="state;") + actor("b", 900, size_bytes, size_bytes)
    body += actor("light", light, size_bytes, size_bytes, how="state;") if light else ""
    body += actor("c", 1300, size_bytes, size_bytes) + actor("last", 100, total, 0, how="state;")
    return body + edges("first", "b", *(["light"] if light else []), "c", "last")


def gathered(size_bytes: int, rounds: int) -> str:
    """Bytes that one actor reads where they lie, and another one twice: once they are copied, while the first works."""
    body = actor("first", 100, 0, size_bytes, how="state;") + actor("near", rounds, size_bytes, 0, how="state;")
    body += actor("both", 100, 2 * size_bytes, 0, how="state;")
    ports = f"in a : uint8[{size_bytes}]; in b : uint8[{size_bytes}]; out o : uint8[{2 * size_bytes}];"
    body += f"    join gather {{ {ports} }}\n    first.o -> {{ near.i, gather.a, gather.b }};\n"
    return body + "    gather.o -> both.i;\n"


def handed(outer: int, size_bytes: int) -> str:
    """The same with a source so heavy that cores have unequal shares of the windows."""
    total = outer * size_bytes
    body = actor("first", 30_000, 0, total, how="state;") + actor("b", 900, size_bytes, size_bytes)
    body += actor("c", 1300, size_bytes, size_bytes) + actor("last", 100, total, 0, how="state;")
    return body + edges("first", "b", "c", "last")


def round_trip(trips: int, delay: int, soft: int, hard: int) -> str:
    """Candidates of which some may be on their way between an actor without state and one that compares them."""
    body = actor("first", 20, 0, trips, how="state;") + actor("last", 20, trips, 0, how="state;")
    body += f"    actor cost {{ fire work21({soft}, 1, 8, i, free, o); time {round(soft * ROUND_NS)}ns; "
    body += "in i : uint8[1]; in free : uint8[1]; out o : uint8[8]; }\n"
    body += f"    actor best {{ fire work12({hard}, 8, 1, i, o, free); state; time {round(hard * ROUND_NS)}ns; "
    body += "in i : uint8[8]; out o : uint8[1]; out free : uint8[1]; }\n"
    return body + edges("first", "cost", "best", "last") + f"    best.free -> cost.free delay {delay};\n"


def changed(size_bytes: int, access: str, readers: int = 1, *, apart: bool = False, pieces: str = "") -> str:
    """Bytes that some actors are to change in their first tenth, and that another one reads; `apart`: on another core
    than the one that writes them. `pieces`: what stands between, and is called `cut`."""
    names = [f"changes{k}" for k in range(readers)]
    far, near = ("@core(1) ", "@core(0) ") if apart else ("", "")
    body = near + actor("first", 20, 0, size_bytes, how="state;").lstrip()
    ports = f"in i : uint8[{size_bytes}] {access};"
    body += "".join(f"    {far}actor {n} {{ fire change10({size_bytes // 10}, i); state; {ports} }}\n" for n in names)
    body += f"    {far}" + actor("last", 20, size_bytes, 0, how="state;").lstrip()
    return f"    {body}    first.o -> {{ {', '.join(f'{name}.i' for name in [*names, 'last'])} }};\n"


def in_pieces(count: int, piece_bytes: int) -> str:
    """Bytes that an actor has by itself without a few behind every piece, so that the pieces are copied."""
    step = piece_bytes + 8
    body = actor("first", 20, 0, count * step, how="state;") + actor("last", 20, count * piece_bytes, 0, how="state;")
    body += (
        f"    slice cut {{ in i : uint8[{count * step}]; out o : uint8[{count}][{piece_bytes}] from 0 step {step}; }}\n"
    )
    return body + "    first.o -> cut.i;\n    cut.o -> last.i;\n"


def in_bulk(size_bytes: int) -> str:
    """An actor whose bytes an engine copies."""
    body = actor("first", 2000, 0, size_bytes, how="state;") + actor("last", 2000, size_bytes, 0, how="state;")
    body += f"    actor lift {{ fire lift11({size_bytes}, i, o); state; time 1us; in i : uint8[{size_bytes}]; "
    body += f"out o : uint8[{size_bytes}] @by(engine = thread, threshold = 1000); }}\n"
    return body + edges("first", "lift", "last")


def delayed(size_bytes: int, delay: int) -> str:
    """A pair with tokens between them from the start on."""
    body = actor("first", 20, 0, size_bytes, how="state;") + actor("last", 20, size_bytes, 0, how="state;")
    return body + f"    first.o -> last.i delay {delay};\n"


def ring(count: int, size_bytes: int, trips: int) -> str:
    """Actors around a delay of one window, which must follow each other in every trip."""
    names, total = [f"b{k}" for k in range(count)], trips * size_bytes
    window = f"uint8[{size_bytes}]"
    body = actor("first", 20, 0, total, how="state;") + actor("last", 20, total, 0, how="state;")
    body += f"    actor begin {{ fire work21(5, {size_bytes}, {size_bytes}, i, back, o); "
    body += f"in i : {window}; in back : {window}; out o : {window}; }}\n"
    body += "".join(actor(name, 5, size_bytes, size_bytes, timed=False) for name in names)
    body += f"    actor end {{ fire work12(5, {size_bytes}, {size_bytes}, i, o, back); "
    body += f"in i : {window}; out o : {window}; out back : {window}; }}\n"
    return body + edges("first", "begin", *names, "end", "last") + f"    end.back -> begin.back delay {size_bytes};\n"


LITTLE_TOKENS = (
    "    actor first { fire little01(o); state; out o : float[1]; }\n"
    "    actor last { fire little10(i); state; in i : float[1]; }\n" + edges("first", "last")
)


def little(count: int) -> str:
    """Actors of little code that follow each other."""
    names = [f"b{k}" for k in range(count)]
    body = "    actor first { fire littles01(o); state; out o : float[4096]; }\n"
    body += "".join(f"    actor {n} {{ fire little11(i, o); in i : float[1]; out o : float[1]; }}\n" for n in names)
    body += "    actor last { fire littles10(i); state; in i : float[4096]; }\n"
    return body + edges("first", *names, "last")


def handed_on(count: int) -> str:
    """The same, half of them on another core."""
    names = [f"b{k}" for k in range(count)]
    body = "    actor first @core(0) { fire littles01(o); state; out o : float[4096]; }\n"
    for number, name in enumerate(names):
        core = f"@core({2 * number // count})"
        body += f"    actor {name} {core} {{ fire little11(i, o); in i : float[1]; out o : float[1]; }}\n"
    body += "    actor last @core(1) { fire littles10(i); state; in i : float[4096]; }\n"
    return body + edges("first", *names, "last")


def vectors(count: int, samples: int, function: str = "vector11") -> str:
    """The same where each firing is a vector already."""
    names = [f"b{k}" for k in range(count)]
    ports = f"in i : float[{samples}]; out o : float[{samples}];"
    body = "    actor first { fire littles01(o); state; out o : float[4096]; }\n"
    body += "".join(f"    actor {n} {{ fire {function}({samples}, i, o); {ports} }}\n" for n in names)
    body += "    actor last { fire littles10(i); state; in i : float[4096]; }\n"
    return body + edges("first", *names, "last")


def steady(count: int, samples: int, function: str = "weighed11") -> str:
    """The same between two cores, by factors that an actor keeps."""
    names = [f"b{k}" for k in range(count)]
    window = f"float[{samples}]"
    body = f"    actor first @core(0) {{ fire vector01({samples}, o); out o : {window}; }}\n"
    body += "".join(
        f"    actor {n} @core(0) {{ state s : struct factors; init factors_open(s);"
        f" fire {function}({samples}, s, i, o); in i : {window}; out o : {window}; }}\n"
        for n in names
    )
    body += f"    actor last @core(1) {{ fire vector10({samples}, i); state; in i : {window}; }}\n"
    return body + edges("first", *names, "last")


def windows(count: int, samples: int) -> str:
    """A chain in which a window is an iteration, and each actor has one core."""
    window = f"float[{samples}]"
    names = [f"b{k}" for k in range(count)]
    body = f"    actor first {{ fire vector01({samples}, o); state; out o : {window}; }}\n"
    body += "".join(
        f"    actor {n} {{ fire vector11({samples}, i, o); state; in i : {window}; out o : {window}; }}\n"
        for n in names
    )
    body += f"    actor last {{ fire vector10({samples}, i); state; in i : {window}; }}\n"
    return body + edges("first", *names, "last")


def tight_cycle(one: int, other: int) -> str:
    """One whose firings must be listed."""
    body = f"    actor a {{ fire work11(10, {one}, {one}, i, o); state; in i : uint8[{one}]; out o : uint8[{one}]; }}\n"
    body += f"    actor b {{ fire work11(10, {other}, {other}, i, o); state; in i : uint8[{other}]; "
    return body + f"out o : uint8[{other}]; }}\n    a.o -> b.i;\n    b.o -> a.i delay {one + other};\n"


def returning(size_bytes: int) -> str:
    """A window that returns to its own actor, which fires many times an iteration."""
    body = actor("first", 20, 0, 64, how="state;") + actor("last", 20, 64, 0, how="state;")
    body += f"    actor back {{ fire again(50, {size_bytes}, old, i, next, o); state; in i : uint8[1]; "
    body += f"in old : uint8[{size_bytes}]; out next : uint8[{size_bytes}]; out o : uint8[1]; }}\n"
    return body + edges("first", "back", "last") + f"    back.next -> back.old delay {size_bytes};\n"


def web(seed: int, count: int, size_bytes: int = 64, most: int = 2000) -> str:
    """Actors of random times that read what two of the twenty before them wrote."""
    rng = random.Random(seed)
    body = actor("a0", 100, 0, size_bytes, how="state;") + actor("a1", 100, 0, size_bytes, how="state;")
    for k in range(2, count):
        rounds = rng.randint(20, most)
        body += f"    actor a{k} {{ fire work21({rounds}, {size_bytes}, {size_bytes}, i, j, o); state; "
        body += f"time {round(rounds * ROUND_NS)}ns; in i : uint8[{size_bytes}]; in j : uint8[{size_bytes}]; "
        body += f"out o : uint8[{size_bytes}] unused; }}\n"
        one, other = rng.sample(range(max(0, k - 20), k), 2)
        body += f"    a{one}.o -> a{k}.i;\n    a{other}.o -> a{k}.j;\n"
    return body


def alternating(count: int) -> str:
    """A chain that goes to and fro between two cores."""
    return in_turns(chain(256, {f"a{k}": 400 + 37 * k for k in range(count)}), "core")


def in_turns(body: str, place: str) -> str:
    """With its actors on two cores, or nodes, in turns."""
    lines = body.splitlines(keepends=True)
    actors = [line for line in lines if line.startswith("    actor")]
    placed = [f"    @{place}({k % 2}) {line.lstrip()}" for k, line in enumerate(actors)]
    return "".join([*placed, *(line for line in lines if line not in actors)])


def rates(first: int, taken: int, given: int, last: int) -> str:
    """Three actors whose firings have no short order."""
    body = actor("a", 5, 0, first, how="state;") + actor("b", 5, taken, given, how="state;")
    return body + actor("c", 5, last, 0, how="state;") + edges("a", "b", "c")


def beside_many(count: int) -> str:
    """A pair worth a loop of its own, where the first of the two has very many others behind it, too."""
    window, total = 16384, 64 * 16384
    names = [f"c{k}" for k in range(count)]
    body = actor("a", 100, 0, window) + actor("b", 100, window, window) + actor("last", 20, total, 0, how="state;")
    body += actor("c0", 20, total, 64) + "".join(actor(name, 20, 64, 64) for name in names[1:-1])
    return body + actor(names[-1], 20, 64, 0, how="state;") + edges("a", "b", "last") + edges("a", *names)


def files(block: int, work_ns: int, how: str = "auto") -> str:
    """A file through an actor that works so long on a block."""
    body = f"    actor read = file_source(block = {block}) @file(scheme = {how});\n"
    body += f"    actor write = file_sink(block = {block}) @file(scheme = {how.split(',')[0]});\n"
    body += actor("work", round(work_ns / ROUND_NS), block, block, how="state;")
    return body + "    read.data -> work.i;\n    work.o -> write.data;\n"


def linked(name: str, strategy: str, count: int = 1000, up_to_bytes: int = 32_000) -> Case:
    """Lists of 16 bytes an element between two cores, by a strategy."""
    body = "    actor make @core(0) {\n"
    body += f"        state s : uint64; fire make_links({count}, s, o); time 2us;\n"
    body += f"        out o : object struct link[1] up to {up_to_bytes};\n    }}\n"
    body += (
        "    actor take @core(1) { state s : uint64; fire take_links(s, i); time 2us; in i : object struct link[1]; }\n"
    )
    body += f"    make.o -> take.i @transfer({strategy});\n"
    return Case(name, body, code="links")


TWO_NODES = """\
[[nodes]]
name = "node"
count = 2

[network]
latency_ns = 2000
bytes_per_s = 10000000000
message_ns = 500
"""
A_THREAD = """\
cores = 2

[engines.thread]
give_ns = 200
first_ns = 400
cold_ns_per_byte = [[4096, 0.1]]
dirty_ns_per_byte = [[4096, 0.06]]
writer_ns_per_byte = [[65536, 0.04], [4194304, 0.004]]
reader_ns_per_byte = [[65536, 0.002]]
"""
TRACED = CompileOptions(cores=1, trace=True)
ON_1, ON_3 = CompileOptions(cores=1), CompileOptions(cores=3)

CASES = (
    Case("guesses", chain(2048, {"a": 10, "b": 40, "c": 20, "d": 30, "e": 10}, timed=False)),
    Case("calls", chain(8, {"a": 10, "b": 40, "c": 20, "d": 30, "e": 10}, timed=False), CompileOptions()),
    Case("tokens", LITTLE_TOKENS),
    Case("lines", chain(64, {"a": 10, "b": 10})),
    Case("bytes", chain(1, {"a": 100, "b": 100})),
    Case("depth", chain(4096, {"a": 3000, "b": 3000})),
    Case("heavy", nested(384, 2048)),
    Case("windows", nested(33, 131072), ON_3),
    Case("trips", nested(51, 16384)),
    Case("handed", handed(36, 65536), ON_3),
    Case("relay", nested(1024, 2048, 60)),
    Case("turns", turns(2048, 200)),
    Case("long turns", turns(1536, 400)),
    Case("cycle", round_trip(60, 8, 600, 60)),
    Case("brief", round_trip(60, 8, 217, 100)),
    Case("long", round_trip(16384, 16384, 2, 1)),
    Case("steps", uneven(17, 7), CompileOptions(cores=4)),
    Case("mappers", uneven(8, 6)),
    Case("staged", chain(256, {"a": 900, "b": 40, "c": 2000, "d": 300, "e": 700, "f": 1100})),
    Case("alternating", alternating(10)),
    Case("cores", chain(64, {"a": 2000, "b": 60}), CompileOptions()),
    Case("little", little(40), ON_1),
    Case("light", vectors(40, 4096), CompileOptions()),
    Case("vectors", vectors(8, 32), ON_1),
    Case("steady", steady(3, 12)),
    Case("steady tokens", steady(3, 6, "factors11")),
    Case("near", windows(2, 1024), CompileOptions(cores=2)),
    Case("known sizes", vectors(36, 128, "known11"), CompileOptions()),
    Case("owned", handed_on(6)),
    Case("registers", chain(1024, {"a": 30, "b": 60, "c": 50}), CompileOptions()),
    Case("copied", nested(51, 1 << 19), CompileOptions(cores=1, transfers=("first.o:b.i=offload",))),
    Case("returning", returning(4096)),
    Case("listed", rates(60, 40, 141, 80), CompileOptions(cores=1, buffers="min")),
    Case("tight", tight_cycle(6001, 6002)),
    Case("web", web(1, 40), CompileOptions(cores=16)),
    Case("pairs", web(2, 120)),
    Case("proof", web(3, 21), CompileOptions(cores=4, mapper="exact", search_s=5)),
    Case("beside", beside_many(2500), ON_1),
    Case("thousands", web(4, 2000), CompileOptions(cores=64)),
    Case("files", files(64 << 10, 540_000), ON_1, FILE_BYTES),
    Case("disk", files(64 << 10, 5_000), ON_1, FILE_BYTES),
    Case("ahead", files(512 << 10, 400_000, "signalled"), ON_1, FILE_BYTES),
    Case("messages", in_turns(chain(64, {"a": 10, "b": 10}), "node"), ON_1, platform=TWO_NODES),
    Case(
        "unequal links",
        in_turns(chain(16, {"a": 10, "b": 10}) + chain(1 << 16, {"c": 10, "d": 10}), "node"),
        ON_1,
        platform=TWO_NODES,
    ),
    Case("slow messages", in_turns(chain(1, {"a": 20_000, "b": 20_000}), "node"), ON_1, platform=TWO_NODES),
    Case("engines", gathered(4 << 20, 1_300_000), CompileOptions(cores=1, engines="auto"), platform=A_THREAD),
    Case("nodes", chain(64, {"a": 2000, "b": 70}), ON_1, platform=TWO_NODES),
    linked("objects", "memcpy"),
    linked("objects one by one", "graphcopy"),
    linked("objects by hashing", "graphcopy, map = hash"),
    linked("objects by search", "graphcopy, map = linear", count=100, up_to_bytes=3200),
    linked("objects in messages", "serialize"),
    Case("pieces", in_pieces(65536, 64), ON_1),
    Case("short pieces", in_pieces(2048, 16384), ON_1),
    Case("large pieces", changed(32 << 20, "read_write", apart=True)),
    Case("changed in places", changed(256 << 10, "read_mostly", apart=True)),
    Case("little changed", changed(64 << 10, "read_mostly(written = 10%)", apart=True)),
    Case("few pages", changed(64 << 10, "read_mostly(written = 1%)"), ON_1),
    Case("seen together", changed(64 << 10, "read_mostly(written = 14%)", 4, apart=True)),
    Case("seen seldom", changed(64 << 10, "read_mostly(written = 12%)", apart=True)),
    Case("huge", changed(8 << 20, "read_only"), ON_1),
    Case("long firings", chain(64, {"a": 40_000, "b": 40_000, "c": 40_000})),
    Case("in bulk", in_bulk(64 << 10), ON_1),
    Case("carried", delayed(512, 3700), CompileOptions(cores=1, buffers="min")),
    Case("long delay", delayed(8, 800), ON_1),
    Case("local", vectors(8, 256), CompileOptions(cores=1, fusion="all")),
    Case("many local", ring(100, 1024, 16), ON_1),
    Case(
        "fewer slots",
        in_turns(chain(64 << 10, {"a": 100, "b": 100, "c": 100}), "core"),
        CompileOptions(cores=2, depth=2),
    ),
    Case("helped", half_as_long(3400), CompileOptions(cores=2, latency_iterations=1)),
    Case("traced", chain(64, {"a": 3400, "b": 3400}), TRACED),
    Case("traced untimed", chain(32 << 10, {"a": 10, "b": 10}, timed=False), TRACED),
    Case("traced copies", changed(16 << 10, "read_write"), TRACED),
    Case("large", files(2 << 20, 1_500_000, "signalled"), ON_1, FILE_BYTES),
)
