# SPDX-License-Identifier: Apache-2.0
"""Graphs as functions of NumPy arrays: compile a graph to a library, load it, call it.

fir = dfgen.load("fir.sdf", cores=2, taps=64)
y = fir(x=samples)
"""

from __future__ import annotations

import ctypes
import dataclasses
import os
from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import isfinite
from numbers import Integral, Real
from operator import index
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, overload

from dfgen.build.cache import program_folder
from dfgen.build.folder import write_folder
from dfgen.build.lock import locked
from dfgen.build.reporter import Silence
from dfgen.build.toolchain import build_folder, require_buildable
from dfgen.cli.render import render
from dfgen.live import LiveValues
from dfgen.model.diagnostics import UserError
from dfgen.opened import Instance, described_port
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.streaming import Pipelined

__all__ = ["CompileError", "Instance", "Pipelined", "load"]


class CompileError(Exception):
    """The graph, its C, or what was asked for is wrong. Prints as the command does."""


@overload
def load(graph: str | os.PathLike[str], *, pipelined: Literal[False] = False, **more: Any) -> Instance: ...
@overload
def load(graph: str | os.PathLike[str], *, pipelined: Literal[True], **more: Any) -> Pipelined: ...
def load(
    graph: str | os.PathLike[str],
    *,
    pipelined: bool = False,
    cores: int | None = None,
    latency: int | None = None,
    options: Mapping[str, object] | None = None,
    transfers: Sequence[str] = (),
    parameters: Mapping[str, int | float] | None = None,
    **more_parameters: int | float,
) -> Instance | Pipelined:
    """Compile a graph for this machine, unless that has been done, and open an instance of it, which is called step by
    step, or, if `pipelined`, pushed and pulled.

    `latency` bounds the iterations in flight; `options` are what actors read with `df_option`; `parameters` and further
    arguments by keyword are those of the graph. Raises `CompileError`, and `RuntimeError` where the instance cannot be
    opened.
    """
    _require_mapping("options", options, "{'gain': 2}")
    _require_mapping("parameters", parameters, "{'taps': 64}")
    given = {name: _number(name, value) for name, value in {**(parameters or {}), **more_parameters}.items()}
    bounds = (("cores", cores), ("latency", latency))
    own = {name: _whole_number(name, value) for name, value in bounds if value is not None}
    for name, value in own.items():
        if value < 1:
            raise ValueError(f"{name}: a whole number from 1 on is needed, not {value}")
    if isinstance(transfers, str):
        raise TypeError(f"transfers: a list of texts is needed, such as [{transfers!r}]")
    for transfer in transfers:
        if not isinstance(transfer, str):
            raise TypeError(f"transfers: a list of texts is needed, and {transfer!r} is none")
    wanted = CompileOptions(
        cores=own.get("cores"), latency_iterations=own.get("latency"), platform="host", parameters=given,
        transfers=tuple(transfers), library=True, pipelined=bool(pipelined),
    )  # fmt: skip
    reporter = _Failures()
    try:
        return _load(Path(graph), wanted, reporter, options or {})
    except UserError as error:
        told = "\n".join(render(diagnostic, "error").plain for diagnostic in error.diagnostics)
        raise CompileError("\n".join(["", *reporter.texts, told])) from None


def _require_mapping(name: str, value: object, example: str) -> None:
    needed = f"{name}: a mapping of names to values is needed, such as {example}"
    if value is not None and not isinstance(value, Mapping):
        raise TypeError(f"{needed}, not {value!r}")
    for key in value or ():
        if not isinstance(key, str):
            raise TypeError(f"{needed}, and {key!r} is no name")


def _number(name: str, value: Any) -> int | float:
    """As Python's own number: NumPy's, and True, count as well."""
    if not isinstance(value, Real):
        raise TypeError(f"{name}: a number is needed, not {value!r}")
    if isinstance(value, Integral):
        return int(value)
    if not isfinite(value):
        raise ValueError(f"{name}: a number is needed, not {value!r}")
    return float(value)


def _whole_number(name: str, value: Any) -> int:
    """As Python's own integer: NumPy's, and True, count as well."""
    try:
        return int(index(value))
    except TypeError:
        raise TypeError(f"{name}: a whole number is needed, not {value!r}") from None


def _load(
    path: Path, wanted: CompileOptions, reporter: _Failures, options: Mapping[str, object]
) -> Instance | Pipelined:
    folder = program_folder(path, dataclasses.asdict(wanted))
    require_buildable(folder)
    compiled = compile_graph(path, wanted)
    with locked(folder, reporter):
        write_folder(folder, compiled.files)
        library = _loaded(build_folder(folder, native=True, sources=compiled.inputs, reporter=reporter))
    interface = compiled.plan["library"]
    assert isinstance(interface, dict)
    ports, live = tuple(map(described_port, interface["ports"])), LiveValues(interface["live"], interface["name"])
    kind: type[Instance] | type[Pipelined] = Pipelined if wanted.pipelined else Instance
    return kind(library, interface["name"], ports, options, live, interface["abi"])


_libraries: dict[bytes, ctypes.CDLL] = {}


def _loaded(path: Path) -> ctypes.CDLL:
    """The library as it is now: a process that has loaded a file of that name before would get the old one again."""
    content = path.read_bytes()
    digest = sha256(content).digest()
    if digest not in _libraries:
        with TemporaryDirectory(dir=path.parent) as folder:
            copy = Path(folder) / path.name
            copy.write_bytes(content)
            _libraries[digest] = ctypes.CDLL(str(copy))
    return _libraries[digest]


class _Failures(Silence):
    """Keeps what programs say that fail."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def failure(self, text: str) -> None:
        self.texts.append(text.rstrip())
