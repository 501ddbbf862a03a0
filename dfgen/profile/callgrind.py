# SPDX-License-Identifier: Apache-2.0
"""Reads what Callgrind writes: the costs of the lines of a program, and of what they call, by whose work they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from dfgen.memory.strategies import STRATEGIES
from dfgen.profile.core_source import OTHER, CoreSources, Work, is_loop_of_core

_NAME = re.compile(r"\((\d+)\)(?: (.*))?")
_USER = "user"
_OF_COPIES = {"transfer.h", "copy.h", *(header for one in STRATEGIES.values() for header in one.headers)}


@dataclass
class _Reader:
    """`costs` of the events in their order, by whose work they are."""

    sources: CoreSources
    costs: dict[Work, list[int]] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    _files: dict[str, str] = field(default_factory=dict)
    _functions: dict[str, str] = field(default_factory=dict)
    _file: str = ""
    _line: int = 0
    _callee: str = ""
    _is_call: bool = False
    _is_core: bool = False
    _last: Work = OTHER

    def read(self, lines: Iterable[str]) -> None:
        keys: dict[str, Callable[[str], None]] = {
            "events:": self._take_events, "fl=": self._take_file, "fi=": self._take_file, "fe=": self._take_file,
            "fn=": self._take_function, "cfn=": self._take_callee, "cfi=": self._name_file, "cfl=": self._name_file,
            "calls=": self._take_calls,
        }  # fmt: skip
        for line in lines:
            if line[:1].isdigit() or line[:1] in "+-*":
                self._take_costs(line.split())
                continue
            key = line.split(" ", 1)[0] if line.startswith("events:") else line.split("=", 1)[0] + "="
            if key in keys:
                keys[key](line[len(key) :].strip())

    def _take_events(self, text: str) -> None:
        self.events = text.split()

    def _name_file(self, text: str) -> None:
        _named(self._files, text)

    def _take_file(self, text: str) -> None:
        self._file = _named(self._files, text)

    def _take_function(self, text: str) -> None:
        self._is_core = is_loop_of_core(_named(self._functions, text))
        self._last = OTHER

    def _take_callee(self, text: str) -> None:
        self._callee = _named(self._functions, text)

    def _take_calls(self, _: str) -> None:
        self._is_call = True

    def _take_costs(self, words: Sequence[str]) -> None:
        """A line of costs; that of a call has all that the callee came to."""
        position = words[0]
        if position[0] in "+-":
            self._line += int(position)
        elif position != "*":
            self._line = int(position)
        is_call, self._is_call = self._is_call, False
        if not self._is_core or (is_call and is_loop_of_core(self._callee)):
            return
        total = self.costs.setdefault(self._work(), [0] * len(self.events))
        for index, cost in enumerate(words[1:]):
            total[index] += int(cost)

    def _work(self) -> Work:
        """Lines of headers that were inlined belong to the actor or the copy around them."""
        found = self.sources.work(self._file, self._line)
        if found is not None:
            self._last = found
            return found
        path = PurePosixPath(self._file)
        is_around = _USER in path.parts if self._last.kind == "actor" else path.name in _OF_COPIES
        return self._last if is_around else OTHER


def read_costs(lines: Iterable[str], sources: CoreSources) -> dict[Work, dict[str, int]]:
    """The costs of a program's cores by event, such as `Ir` and `DLmr`."""
    reader = _Reader(sources)
    reader.read(lines)
    return {work: dict(zip(reader.events, costs)) for work, costs in reader.costs.items()}


def _named(names: dict[str, str], text: str) -> str:
    """Names are given once, with a number, and then by that number."""
    found = _NAME.fullmatch(text)
    if found is None:
        return text
    if found[2] is not None:
        names[found[1]] = found[2]
    return names.get(found[1], "")
