# SPDX-License-Identifier: Apache-2.0
"""Counters and doorbells on machines whose memory is weaker than a PC's: what compilers make of their accesses for
ARM64, as litmus tests that herd7 runs by ARM's own model. Threads with a mistake in them must show what may not happen.

Where a sleeper provides the publisher's fence, an interrupt does that, which may come at each of three places.

Where herd7 is not there, the instructions are at least looked at: ARM64 keeps a store before a later load of another
word only if the one releases (`stlxr`, `swpal`) and the other acquires as `ldar` does; that of `ldapr` is too weak.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.arm64 import COMPILER
from tests.probing import cannot_compile, require

SOURCE = Path(__file__).parent / "orders.c"
ROOT = SOURCE.parents[2]
ARCHITECTURES = ("armv8-a", "armv8.1-a", "armv8.3-a")
"""Exchanges by pairs of exclusive accesses, by one instruction, and with the weaker loads that acquire (`ldapr`)."""
COMPILERS = {
    "gcc": (COMPILER, "-mno-outline-atomics"),
    "clang": ("clang", "--target=aarch64-linux-gnu", "-mno-outline-atomics"),
}
needs_herd = pytest.mark.skipif(shutil.which("herd7") is None, reason="herd7 is not installed (herdtools7)")


@dataclass(frozen=True)
class Litmus:
    """Two functions of orders.c on two threads. `locations`: their types and first values, in the order in which all
    functions take them, before the value 1; `forbidden`: what must not be seen."""

    threads: tuple[str, str]
    locations: tuple[tuple[str, str, int], ...]
    forbidden: str

    def text(self, codes: dict[str, list[str]]) -> str:
        init = [f"{kind} {name}={value};" for name, kind, value in self.locations]
        for thread in (0, 1):
            init += [f"{thread}:X{i}={name};" for i, (name, _, _) in enumerate(self.locations)]
            init.append(f"{thread}:X{len(self.locations)}=1;")
        bodies = [codes[name] for name in self.threads]
        rows = [
            " | ".join(body[line] if line < len(body) else "" for body in bodies) + " ;"
            for line in range(max(map(len, bodies)))
        ]
        return "\n".join(["AArch64 one", "{", *init, "}", " P0 | P1 ;", *rows, f"exists ({self.forbidden})", ""])


COUNTER, ASLEEP = ("counter", "uint64_t", 0), ("asleep", "uint32_t", 0)
CALL = ("call", "uint64_t", 0)
TOKEN, BELL, END = ("token", "uint64_t", 0), ("bell", "uint32_t", 0), ("end", "uint64_t", 1)
BOTH_MISS = r"0:X0=0 /\ 1:X0=0"
BOTH_MISS_AFTER_THE_CALL = r"0:X0=0 /\ 1:X0=4"
PLACES = ("before", "between", "after")
"""Where the fence that a sleeper provides may come among the two accesses of a publisher: an interrupt, which
`is_interrupted` of orders.c stands for. Executions in which it was not asked for, or had not answered, do not count."""


def interrupted(place: str, sleeper: str) -> Litmus:
    publisher = f"publishes_interrupted_{place}"
    return Litmus((publisher, sleeper), (CALL, COUNTER, ASLEEP), BOTH_MISS_AFTER_THE_CALL)


RIGHT = {
    "no wake-up is lost": Litmus(("publishes", "falls_asleep"), (COUNTER, ASLEEP), BOTH_MISS),
    "who sees the counter sees the token": Litmus(("writes", "reads"), (COUNTER, TOKEN), "1:X0=2"),
    "also of an exchange": Litmus(("writes_and_exchanges", "reads"), (COUNTER, TOKEN), "1:X0=2"),
    "who hears the bell sees the end": Litmus(("ends", "looks"), (END, BELL), "1:X0=3"),
    **{f"fenced {place} by the sleeper": interrupted(place, "falls_asleep_and_fences") for place in PLACES},
}
WRONG = {
    "a weak publisher": Litmus(("publishes_too_weakly", "falls_asleep"), (COUNTER, ASLEEP), BOTH_MISS),
    "a publisher that nobody fences": Litmus(("publishes_unfenced", "falls_asleep"), (COUNTER, ASLEEP), BOTH_MISS),
    "a fence before the core is asleep": interrupted("before", "falls_asleep_and_fences_too_early"),
    "a weak reader": Litmus(("writes", "reads_too_weakly"), (COUNTER, TOKEN), "1:X0=2"),
}


def functions(compiler: str, architecture: str) -> dict[str, list[str]]:
    """The instructions of each function, labels of their own lines."""
    command = [*COMPILERS[compiler], f"-march={architecture}", "-O2", "-S", "-o", "-", str(SOURCE)]
    made = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[str, list[str]] = {}
    for line in re.sub(r"\s*//.*", "", made).splitlines():
        begin = re.match(r"(\w+):$", line)
        text = " ".join(line.replace("\t", " ").split())
        if begin and not line.startswith("."):
            found[begin[1]] = []
        elif found and re.match(r"\.L\w+:$", text) and not re.match(r"\.L(fe|func|FB|FE)", text, re.IGNORECASE):
            found[list(found)[-1]].append(text.lstrip("."))
        elif found and text and not text.startswith(".") and text != "ret":
            found[list(found)[-1]] += in_words_of_herd(text)
    return found


def in_words_of_herd(instruction: str) -> list[str]:
    """It knows no labels that begin with a dot, and some instructions by one of their names alone. That an exclusive
    access was given up may be left out: more happens without."""
    instruction = re.sub(r"\.(L\w+)$", r"\1", instruction)
    instruction = re.sub(r"^b(eq|ne) ", r"b.\1 ", instruction)
    instruction = re.sub(r"^uxtw x(\d+), (w\d+)$", r"mov w\1, \2", instruction)
    return [instruction] if instruction != "clrex" else []


@pytest.fixture(scope="module")
def codes() -> dict[str, dict[str, list[str]]]:
    """By compiler and architecture."""
    there = [name for name, command in COMPILERS.items() if not cannot_compile(*command)]
    if not there:
        pytest.skip("there is no compiler for ARM64")
    return {f"{name} {architecture}": functions(name, architecture) for name in there for architecture in ARCHITECTURES}


def allowed(litmus: Litmus, codes: dict[str, list[str]], folder: Path) -> bool:
    """Whether herd7 finds an execution in which that happens."""
    file = folder / "one.litmus"
    file.write_text(litmus.text(codes))
    ended = subprocess.run(["herd7", str(file)], capture_output=True, text=True, timeout=300, check=False)
    answer = re.search(r"^Observation \w+ (Always|Sometimes|Never)", ended.stdout, re.MULTILINE)
    assert answer is not None, ended.stdout + ended.stderr + file.read_text()
    return answer[1] != "Never"


@needs_herd
def test_what_may_not_happen_does_not(codes: dict[str, dict[str, list[str]]], tmp_path: Path) -> None:
    for made_by, code in codes.items():
        for name, litmus in RIGHT.items():
            assert not allowed(litmus, code, tmp_path), f"{name}: {made_by}"


@needs_herd
def test_mistakes_are_seen(codes: dict[str, dict[str, list[str]]], tmp_path: Path) -> None:
    for made_by, code in codes.items():
        for name, litmus in WRONG.items():
            assert allowed(litmus, code, tmp_path), f"{name}: {made_by}"


RELEASING = r"(stlx?r|swpa?l|casa?l|ldadda?l)\b"


TOO_WEAK = ("publishes_too_weakly", "publishes_unfenced")


@pytest.mark.parametrize("name", ["publishes", "falls_asleep", *TOO_WEAK])
def test_stores_stay_before_loads(name: str, codes: dict[str, dict[str, list[str]]]) -> None:
    """Also where herd7 is not there."""
    for made_by, code in codes.items():
        memory = [line for line in code[name] if re.match(r"(ld|st|swp|cas)", line)]
        before, last = memory[:-1], memory[-1]
        in_order = any(re.match(RELEASING, line) for line in before) and re.match(r"ldar\b", last) is not None
        assert in_order == (name not in TOO_WEAK), (made_by, code[name])


@pytest.mark.parametrize("name", ["publishes_unfenced", "publishes_interrupted_after"])
def test_the_compiler_keeps_an_unfenced_store_before_the_load(
    name: str, codes: dict[str, dict[str, list[str]]]
) -> None:
    """And the load is one that does not wait for the store."""
    for made_by, code in codes.items():
        memory = [line.split()[0] for line in code[name] if re.match(r"(ld|st|swp|cas|dmb)", line)]
        assert memory[:2] == ["stlr", "ldr"], (made_by, code[name])


@pytest.mark.skipif(platform.machine() != "x86_64", reason="it looks for the locked instructions of x86-64")
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_publication_locks_nothing_where_sleepers_fence(compiler: str) -> None:
    require(compiler)
    made = subprocess.run([compiler, "-O2", "-S", "-o", "-", str(SOURCE)], capture_output=True, text=True, check=True)
    bodies = dict(re.findall(r"^(\w+):.*\n((?:.*\n)*?)\tret", made.stdout, re.MULTILINE))
    assert [bool(re.search(r"\t(xchg|lock|mfence)", bodies[f"publishes{how}"])) for how in ("", "_unfenced")] == [
        True,
        False,
    ]


def test_the_accesses_are_those_of_the_runtime() -> None:
    text = " ".join(
        " ".join((ROOT / "runtime" / name).read_text(encoding="utf-8").split())
        for name in ("include/df/counter.h", "src/wait.c", "src/stop.c")
    )
    for call in (
        "atomic_exchange_explicit(&counter->value, value, memory_order_seq_cst)",
        "atomic_load_explicit(&doorbell->asleep, memory_order_seq_cst)",
        "atomic_load_explicit(&doorbell->asleep, memory_order_relaxed)",
        "atomic_signal_fence(memory_order_seq_cst)",
        "atomic_exchange_explicit(&doorbell->asleep, 1, memory_order_seq_cst)",
        "atomic_load_explicit(&gate->counter->value, memory_order_seq_cst)",
        "atomic_store_explicit(&counter->value, value, memory_order_release)",
        "atomic_load_explicit(&gate->counter->value, memory_order_acquire)",
        "atomic_fetch_add_explicit(&doorbell->bell, 1, memory_order_release)",
        "atomic_load_explicit(&doorbell->bell, memory_order_acquire)",
        "atomic_load_explicit(&core->shared->limits.end, memory_order_acquire)",
        "atomic_load_explicit(&df__run()->shared.limits.end, memory_order_seq_cst)",
    ):
        assert call in text, call
        here = " ".join(SOURCE.read_text(encoding="utf-8").split())
        word = call.replace("gate->counter->value", "counter->value").replace("core->shared->limits.end", "end->value")
        assert word.replace("df__run()->shared.limits.end", "end->value") in here, call
