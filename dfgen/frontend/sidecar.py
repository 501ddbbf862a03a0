# SPDX-License-Identifier: Apache-2.0
"""Sidecars: a file `<graph file>.fifos.toml` says about FIFOs what annotations say, for any format of graph files.

    schema = 1
    ["read.y:cut.in"]           # a FIFO, a source port (all its FIFOs), or a name pattern over either
    transfer = "cow"            # or { strategy = "offload", engine = "thread" }
    access = "read_mostly"      # what the reader does with its window
    written = "2%"
    private = true
    ["filter/*"]                # an actor, or a pattern over actors
    pure = true                 # it keeps nothing from firing to firing, whatever its C looks like
    time = "12.3us"             # of a firing on average

A later table wins over an earlier one, and every table over the graph file's annotations. `transfer = "default"` and
`access = "default"` take back what earlier tables or the graph file's annotations say.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from dfgen.frontend.annotations import AccessRequest
from dfgen.frontend.importers import format_of
from dfgen.frontend.ports import ACCESS_OF_INPUT, percentage
from dfgen.frontend.problems import Problems, Rejected, reject
from dfgen.frontend.syntax import Percent
from dfgen.frontend.times import time_of
from dfgen.model.diagnostics import Span, fail
from dfgen.model.frozen import frozen
from dfgen.model.graph import TransferRequest
from dfgen.model.input_files import read_text
from dfgen.model.likeness import nearest, suggestion
from dfgen.model.port import NOWHERE, Access
from dfgen.model.positions import Positions
from dfgen.model.toml_places import Key, toml_places

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SUFFIX = ".fifos.toml"
SCHEMA = 1
DEFAULT = "default"
BYTES_MAX = 4 << 20

KEYS = {
    "transfer": 'the name of a strategy, or a table { strategy = "NAME", OPTION = "VALUE" }',
    "access": 'an access mode such as "read_only"',
    "written": 'a percentage such as "2%"',
    "private": "true or false",
    "pure": "true or false, in a table of its own that names actors",
    "time": 'the time of a firing such as "12us", or of some by type of core, { big = "12us", little = "30us" }, in a '
    "table of its own that names actors",
}
"""What a table may say of its FIFOs, and how it is written."""

OF_ACTORS = ("pure", "time")
FIELDS = {"time": "time_ns"}

_MODES = {mode.value: mode for mode in ACCESS_OF_INPUT if mode is not Access.UNUSED}


def needs_sidecar(path: Path) -> bool:
    """Whether the format of a graph file has no annotations of its own."""
    return not format_of(path).has_annotations


def sidecar_of(path: Path) -> Path:
    """Where the sidecar of a graph file is, if there is one."""
    return Path(f"{path}{SUFFIX}")


@frozen
class Written:
    """How much of its window the reader is said to write."""

    fraction: float
    span: Span


@frozen
class Table:
    """What one table says. A field is None where it says nothing, and `DEFAULT` where it takes back what was said.
    `time_ns`: of a firing, or by type of core; `type_spans`: where these types stand; `private_span`: where `private`
    does."""

    pattern: str
    span: Span
    transfer: TransferRequest | str | None = None
    access: AccessRequest | str | None = None
    written: Written | None = None
    private: bool | None = None
    pure: bool | None = None
    time_ns: int | tuple[tuple[str, int], ...] | None = None
    type_spans: tuple[tuple[str, Span], ...] = ()
    private_span: Span = NOWHERE

    @property
    def is_about_actors(self) -> bool:
        return self.pure is not None or self.time_ns is not None


def load_sidecar(path: Path) -> tuple[Table, ...]:
    """The tables of the sidecar of a graph file, none if there is no such file. Raises `UserError`."""
    sidecar = sidecar_of(path)
    return parse_sidecar(read_sidecar(sidecar), str(sidecar)) if os.path.lexists(sidecar) else ()


def read_sidecar(sidecar: Path) -> str:
    if sidecar.is_file() and sidecar.stat().st_size > BYTES_MAX:
        size_bytes = sidecar.stat().st_size
        message = f"'{sidecar}' has {size_bytes} bytes and is too large; such files end at {BYTES_MAX >> 20} MiB"
        raise fail("file-too-large", message, Span(str(sidecar), 1, 1), "Use patterns that name many FIFOs.")
    return read_text(sidecar)


def parse_sidecar(text: str, file: str) -> tuple[Table, ...]:
    """The tables in their order; a `UserError` with all that is wrong."""
    places = toml_places(text, file)
    content = _content(text, file)
    reader = _Reader(file, places)
    tables = tuple(reader.tables(content))
    reader.problems.raise_if_any()
    return tables


def _content(text: str, file: str) -> Mapping[str, Any]:
    try:
        content: Mapping[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(found[1]), int(found[2])) if found else Positions(text).place(len(text))
        raise fail("syntax", f"not TOML: {str(error).split(' (at ')[0]}", Span(file, line, column)) from None
    except (ValueError, RecursionError) as error:
        raise fail("syntax", f"not TOML that can be read: {error}", Span(file, 1, 1)) from None
    return content


class _Reader:
    """Makes tables of what a TOML file holds, and reports what makes no sense."""

    def __init__(self, file: str, places: Mapping[Key, Span]) -> None:
        self.problems = Problems()
        self._places = places
        self._file = file

    def tables(self, content: Mapping[str, Any]) -> Iterator[Table]:
        for name, value in content.items():
            with self.problems.caught():
                if name == "schema":
                    self._check_schema(value)
                elif isinstance(value, dict):
                    yield self._table(name, value)
                else:
                    raise self._outside_tables(name)

    def _place(self, *path: str) -> Span:
        return self._places.get(path) or (self._place(*path[:-1]) if path else Span(self._file, 1, 1))

    def _outside_tables(self, name: str) -> Rejected:
        if name not in KEYS:
            hint = f'A FIFO has a table: ["{name}"], and below it such as private = true.'
            return reject("annotation-unknown", f"'{name}' is not a table", self._place(name), hint)
        what, such_as = ("actor", "filter/fir") if name in OF_ACTORS else ("FIFO", "read.y:cut.in")
        hint = f'Write it below the name of {"an" if what == "actor" else "a"} {what}, such as ["{such_as}"].'
        return reject("annotation-unknown", f"'{name}' stands in no table", self._place(name), hint)

    def _check_schema(self, value: Any) -> None:
        if value != SCHEMA or isinstance(value, bool):
            message = f"this dfgen reads sidecars of schema {SCHEMA}"
            raise reject("annotation-arguments", message, self._place("schema"), f"Write schema = {SCHEMA}.")

    def _table(self, name: str, content: Mapping[str, Any]) -> Table:
        table = Table(name, self._place(name))
        for key, value in content.items():
            with self.problems.caught():
                table = replace(table, **{FIELDS.get(self._known(name, key), key): self._value(name, key, value)})
        if isinstance(table.time_ns, tuple):
            spans = ((type, self._place(name, "time", type)) for type, _ in table.time_ns)
            table = replace(table, type_spans=tuple(spans))
        if table.private is not None:
            table = replace(table, private_span=self._place(name, "private"))
        of_actors = [key for key in content if key in OF_ACTORS]
        if of_actors and len(of_actors) < len(content):
            message = f"'{of_actors[0]}' belongs to an actor, the others to FIFOs"
            self.problems.add("annotation-arguments", message, self._place(name, of_actors[0]), "Use two tables.")
        return table

    def _known(self, name: str, key: str) -> str:
        if key not in KEYS:
            near = nearest(key, KEYS)
            hint = f"Did you mean '{near}'? It is {KEYS[near]}." if near else f"Valid here: {', '.join(KEYS)}."
            raise reject("annotation-unknown", f"there is no setting '{key}'", self._place(name, key), hint)
        return key

    def _value(self, name: str, key: str, value: Any) -> Any:
        span = self._place(name, key)
        found: Any = None
        if key == "transfer":
            found = self._transfer(value, name, span)
        elif key == "access":
            found = self._access(value, span)
        elif key == "written":
            found = self._written(value, span)
        elif key == "time":
            found = self._times_by_type(value, span) if isinstance(value, dict) else time_of(value, span)
        elif isinstance(value, bool):
            found = value
        if found is None:
            message = f"the value of '{key}' is not understood"
            raise reject("annotation-arguments", message, span, f"It is {KEYS[key]}.")
        return found

    def _times_by_type(self, value: Mapping[str, Any], span: Span) -> tuple[tuple[str, int], ...] | None:
        times = {type: time_of(text, span) for type, text in value.items()}
        known = tuple((type, time) for type, time in times.items() if time is not None)
        return known if known and len(known) == len(times) else None

    def _transfer(self, value: Any, name: str, span: Span) -> TransferRequest | str | None:
        if isinstance(value, str):
            return DEFAULT if value == DEFAULT else TransferRequest(value, span=span)
        if not isinstance(value, dict) or not isinstance(value.get("strategy"), str):
            return None
        for option, given in value.items():
            if isinstance(given, bool) or not isinstance(given, (str, int)):
                place = self._place(name, "transfer", option)
                hint = "It is a text or a whole number."
                raise reject("annotation-arguments", f"the value of '{option}' is not understood", place, hint)
            if isinstance(given, int) and given.bit_length() > 64:  # Python has its own limit of digits for a text
                place = self._place(name, "transfer", option)
                hint = "Write a smaller one; no option takes it."
                raise reject("number-too-large", f"the value of '{option}' has more than 64 bits", place, hint)
        options = tuple((option, str(given)) for option, given in value.items() if option != "strategy")
        return TransferRequest(value["strategy"], options, span)

    def _access(self, value: Any, span: Span) -> AccessRequest | str | None:
        if not isinstance(value, str):
            return None
        if value == DEFAULT:
            return DEFAULT
        if value not in _MODES:
            hint = suggestion(value, _MODES, f"Valid here: {', '.join(_MODES)}.")
            raise reject("annotation-arguments", f"there is no access mode '{value}'", span, hint)
        return AccessRequest(_MODES[value], None, span)

    def _written(self, value: Any, span: Span) -> Written | None:
        found = re.fullmatch(r"(\d+(?:\.\d+)?) ?%", value, re.ASCII) if isinstance(value, str) else None
        if found is None:
            return None
        fraction = percentage(Percent(found[1], span), self.problems)
        if fraction is None:
            raise Rejected(None)
        return Written(fraction, span)
