# SPDX-License-Identifier: Apache-2.0
"""The generator itself: it repeats itself, loses nothing, and its C computes what the interpreter computes."""

from __future__ import annotations

import ctypes
import random
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from . import balance, c_text
from .adornments import adorned, with_more
from .application import Actor, Application
from .coverage import ALWAYS_POSSIBLE, LAST, features
from .drafts import LARGE, ODD, SMALL, Limits
from .generator import random_application, write
from .interpreter import CodeInstance, Record, Windows, interpret

STUB = """
#include <df/df.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
const char *df_option(const char *name)
{
    static char path[4096];
    snprintf(path, sizeof path, "FOLDER/%s", name);
    return path;
}
void df_bulk_copy(void *target, const void *source, size_t bytes) { memcpy(target, source, bytes); }
void df_bulk_fill(void *target, int byte, size_t bytes) { memset(target, byte, bytes); }
void df_stop(void) { }
void df_end_of_input(void) { }
_Noreturn void df_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    abort();
}
"""
NUMBER_TYPES = {
    "int": ctypes.c_int, "int64_t": ctypes.c_int64, "uint32_t": ctypes.c_uint32, "size_t": ctypes.c_size_t,
    "long": ctypes.c_long,
}  # fmt: skip


class CompiledInstance(CodeInstance):
    """A code actor whose firings run its C."""

    def __init__(self, actor: Actor, number: int, record: Record, library: ctypes.CDLL, function: str) -> None:
        super().__init__(actor, number, record)
        self.library = library
        self.function = function
        self.state = ctypes.create_string_buffer(64)
        self.identity = NUMBER_TYPES[c_text.number_type(actor)](number)
        if actor.initialised:
            getattr(self.library, f"{self.function}_init")(self.identity, self.state)

    def fire(self, inputs: Windows) -> Windows:
        windows = {name: ctypes.create_string_buffer(data, len(data) + 1) for name, data in inputs.items()}
        phase = self.fired % self.actor.phases
        sizes = {p.name: p.rate(phase) * p.kind.size for p in self.actor.outputs}
        windows.update({name: ctypes.create_string_buffer(size + 1) for name, size in sizes.items()})
        windows.update(self._in_place(windows, every=self.fired % 2 == 0))
        scratch = ctypes.create_string_buffer(4096)
        others = {"id": self.identity, "phase": ctypes.c_int(phase), "s": self.state, c_text.SCRATCH: scratch}
        others.update(self._arrays(windows))
        getattr(self.library, self.function)(*({**others, **windows}[n] for n in c_text.argument_names(self.actor)))
        self.fired += 1
        return {name: windows[name].raw[:size] for name, size in sizes.items()}

    def _in_place(self, windows: dict[str, Any], *, every: bool) -> dict[str, Any]:
        """Outputs and the inputs that they must, or may, lie over, at one address."""
        found = {}
        for port in self.actor.outputs:
            if port.overlays and (every or port.is_merged):
                below = windows[port.overlays]
                shared = ctypes.create_string_buffer(below.raw, max(len(below), len(windows[port.name])))
                found.update({port.name: shared, port.overlays: shared})
        return found

    def _arrays(self, windows: dict[str, Any]) -> dict[str, Any]:
        """Of pointers, as functions get them."""
        arrays = (port for port in self.actor.declared if port.array)
        found = {}
        for port in arrays:
            pointers = [ctypes.addressof(windows[p.name]) for p in self.actor.ports if p.stem == port.stem]
            found[port.stem] = (ctypes.c_void_p * len(pointers))(*pointers)
        return found

    def end(self) -> None:
        if self.actor.records:
            getattr(self.library, f"{self.function}_end")(self.state)


def compiled(application: Application, folder: Path, repository: Path) -> ctypes.CDLL:
    write(application, folder)
    (folder / "stub.c").write_text(STUB.replace("FOLDER", str(folder)))
    include = str(repository / "runtime" / "include")
    options = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared"]
    sources = ["actors.c", "stub.c", "-o", "actors.so"]
    subprocess.run(["gcc", *options, "-I", include, *sources], cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "actors.so"))


@pytest.mark.parametrize("seed", range(12))
def test_c_computes_what_the_interpreter_computes(seed: int, tmp_path: Path, repository: Path) -> None:
    application = adorned(random.Random(seed), random_application(seed))
    library = compiled(application, tmp_path, repository)
    functions = {n: c_text.function_name(graph, actor) for _, n, actor, graph in application.instances()}
    instances: list[CompiledInstance] = []

    def make(actor: Actor, number: int, record: Record) -> CodeInstance:
        instances.append(CompiledInstance(actor, number, record, library, functions[number]))
        return instances[-1]

    interpret(application, make=make)
    for instance in instances:
        instance.end()
    for number, expected in interpret(application).items():
        path = tmp_path / f"out_{number}"
        written = path.read_bytes() if path.exists() else b""
        if any(actor.stop and actor.stop.end_of_input for actor in application.main.actors):
            assert written.startswith(expected)
        else:
            assert written == expected


def test_same_seed_gives_the_same_text(tmp_path: Path) -> None:
    texts = []
    for folder in (tmp_path / "one", tmp_path / "other"):
        folder.mkdir()
        write(random_application(42), folder)
        texts.append({path.name: path.read_text() for path in folder.iterdir()})
    assert texts[0] == texts[1]
    assert set(texts[0]) == {"graph.sdf", "actors.c", "actors.h"}


def test_nothing_is_lost() -> None:
    seen: Counter[str] = Counter()
    for seed in range(300):
        rng, application = random.Random(seed), random_application(seed)
        seen.update(features(application) | features(with_more(rng, adorned(rng, application))))
    assert not [word for word in (*ALWAYS_POSSIBLE, *LAST) if not seen[word]]
    assert not [word for word in seen if word not in (*ALWAYS_POSSIBLE, *LAST)]


@pytest.mark.parametrize("change", [lambda a: a.seed, lambda a: sorted(balance.firings(a).values())])
def test_seeds_differ(change: Callable[[Application], object]) -> None:
    assert len({str(change(random_application(seed))) for seed in range(40)}) > 30


@pytest.mark.parametrize(("limits", "seeds"), [(SMALL, 100), (ODD, 40), (LARGE, 20)])
def test_applications_stay_within_their_limits_and_record_something(limits: Limits, seeds: int) -> None:
    silent = 0
    for seed in range(seeds):
        application = random_application(seed, limits=limits)
        assert sum(balance.firings(application).values()) <= limits.firings
        assert application.recorded()
        silent += not any(interpret(application, 8 if limits is SMALL else 1).values())
    assert silent < seeds / 10  # those that end before their first iteration


def test_size_is_obeyed() -> None:
    assert len(random_application(3, 30).main.actors) >= 20
