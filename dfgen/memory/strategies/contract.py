# SPDX-License-Identifier: Apache-2.0
"""What a transfer strategy has to say for itself. Whoever chooses, copies, predicts, measures, tunes, colours or
explains goes over the table of strategies and asks here; nobody else knows one by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from dfgen.machine.constants import Constant
from dfgen.memory.case import Case
from dfgen.memory.cost import Use
from dfgen.model.costs import Costs, Curve
from dfgen.model.frozen import frozen
from dfgen.model.movement import HowToMove, Moving, Way
from dfgen.model.objects import ObjectCopy
from dfgen.model.options import NO_OPTIONS, Option
from dfgen.model.platform import Platform
from dfgen.model.port import TokenType

Options = tuple[tuple[str, str], ...]


@frozen
class Offer:
    """A strategy may be taken though nobody asks: with these options, if it costs least. `at_once`: whatever it costs,
    for the reason that it gives."""

    options: Options = ()
    at_once: str = ""


@frozen
class Figure:
    """A measured cost as `dfgen calibrate` shows it: by the size of a window, `ns` and the curve's times the size."""

    title: str
    curve: Curve
    ns: int = 0


@frozen
class Colours:
    """In the report, on light and on dark ground."""

    light: str
    dark: str


NOT_OBJECTS = "its tokens are not object graphs"
NO_COPY_ACTOR = "no copy actor can stand there"


def always(case: Case) -> str:
    return ""


def if_cheapest(case: Case) -> Offer | None:
    return Offer()


def never(case: Case) -> Offer | None:
    return None


def nothing_measured(costs: Costs) -> Iterable[Figure]:
    return ()


@frozen
class Strategy(Moving):
    """What every strategy says:

    - `summary`: what it does, in a sentence without its end; `done`: the participle that says what a FIFO cannot be.
    - `way`: who moves what. Its C twin (`df/transfer.h`) is called accordingly: a copy as
      `function(target, source, size_bytes)`, with windows that do not overlap; a private view through a channel, which
      hands out a view of the writer's slots before a firing and ends it after; an engine as `function(core, engine,
      target, source, size_bytes)` by an actor of its own, and its completion is awaited by counters.
    - `legal(case)`: why it cannot serve a reader; nothing if it can. A copy must be legal everywhere: it serves
      routing actors, too, which are no readers.
    - `estimate(use, platform)`: the ns that it adds to each firing of its reader, over reading in place. Where options
      that nobody gave are a matter of cost, `variants(use, platform)` has the ns by these options.
    - `offer(case)`: whether and how it is taken where nobody asks; asked only where it is legal.
    - `rank`: the order in which they are tried. `gain`: what comes later must win over what was found so far by this
      factor, for estimates may be wrong; `because` says why it did, with the `written` share of a window's pages.
    - `fallback`: legal everywhere, and taken where nothing else is; one of the table is.
    - `options` are those of `@transfer(name, option = value)`; `options_given`: where they depend on each other, those
      that go with the ones given. `settle` lets them change how bytes move.
    - `uncaught`: the options, in place of those given, with which it needs no program that can catch writes.
    - `runtime_files` are needed in a program that uses it; `symbols` and `headers` are the prefixes of C functions and
      the headers with inline functions by which a profile knows its work.
    - `kernel`: the copy of platform files that its estimate takes; `figures(costs)` what calibration tells of it.
    - `tells_written`: the running program can say how much of their windows readers write.
    - `objects`: how it copies tokens that are object graphs; `no_objects`: why it cannot serve these. `only_objects`:
      it serves nothing else.
    """

    name: str
    summary: str
    way: Way
    rank: int
    estimate: Callable[[Use, Platform], float]
    colours: Colours
    legal: Callable[[Case], str] = always
    offer: Callable[[Case], Offer | None] = if_cheapest
    gain: Constant[float] | float = 1.0
    variants: Callable[[Use, Platform], Mapping[Options, float]] | None = None
    because: str = ""
    done: str = ""
    fallback: bool = False
    function: str = ""
    options: Mapping[str, Option] = field(default_factory=lambda: NO_OPTIONS)
    options_given: Callable[[Mapping[str, str]], Mapping[str, Option]] | None = None
    settle: Callable[[Mapping[str, str], HowToMove], HowToMove] | None = None
    uncaught: Options = ()
    runtime_files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    kernel: str = ""
    figures: Callable[[Costs], Iterable[Figure]] = nothing_measured
    tells_written: bool = False
    objects: ObjectCopy | None = None
    no_objects: str = ""
    only_objects: bool = False

    def obstacle(self, case: Case) -> str:
        """Why it cannot serve a reader; nothing if it can."""
        obstacle = self.obstacle_of(case.reading.port.type)
        return obstacle or self.legal(case)

    def obstacle_of(self, type: TokenType) -> str:
        """Why it cannot move tokens of a type; nothing if it can."""
        if type.objects:
            return self.no_objects
        return NOT_OBJECTS if self.only_objects else ""

    def cheapest(self, given: Options, use: Use, platform: Platform) -> tuple[Options, float]:
        """The options given, with those that are a matter of cost, and the ns by these."""
        if use.window_bytes == 0:  # nothing is moved
            return given, 0.0
        if self.variants is None:
            return given, self.estimate(use, platform)
        known = dict(given)
        possible = {
            options: ns
            for options, ns in self.variants(use, platform).items()
            if all(known.get(name, value) == value for name, value in options)
        }
        best = min(possible, key=lambda options: possible[options])
        return tuple((dict(best) | known).items()), possible[best]

    @property
    def least_gain(self) -> float:
        return self.gain.value if isinstance(self.gain, Constant) else self.gain

    @property
    def table(self) -> str:
        """The C object that holds its functions."""
        return f"df_strategy_{self.name}" if self.moves else ""

    @property
    def may_be_candidate(self) -> bool:
        """Whether a program may be compiled with it besides others, to choose from as it starts."""
        return self.moves

    @property
    def chosen_at_start(self) -> bool:
        """Whether a program that was compiled for it can take it or leave it as it starts."""
        return self.may_be_candidate and not self.by_engine

    def all_options(self, given: Options) -> Options:
        """Those given, and the others by their default; what has none is left out."""
        known = self.options_beside(given).items()
        return tuple(({name: option.default for name, option in known if option.default} | dict(given)).items())

    def options_beside(self, given: Options) -> Mapping[str, Option]:
        """The options that go with those given."""
        return self.options if self.options_given is None else self.options_given(dict(given))

    def how(self, given: Options = ()) -> HowToMove:
        """How bytes move by it: what all stages behind the plan go by."""
        plain = HowToMove(self.name, self.way, self.table, self.function, self.runtime_files, objects=self.objects)
        return self.settle(dict(self.all_options(given)), plain) if self.settle is not None else plain


def figures_of_copies(title: str, kernel: str) -> Callable[[Costs], Iterable[Figure]]:
    """What is told of a kernel that copies."""

    def figures(costs: Costs) -> Iterable[Figure]:
        copy = costs.copy(kernel)
        yield Figure(f"{title}, all is read next", copy.near_read)
        yield Figure(f"{title}, nothing is", copy.near_unread)
        yield Figure(f"{title} from another core", copy.far_read)

    return figures
