# SPDX-License-Identifier: Apache-2.0
"""Variables that the statements of a generated function have in common, each declared where its trip begins, and only
if something asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dfgen.codegen.code import Line, Statement
from dfgen.codegen.expressions import Expr, add, const, div, mod, mul, name
from dfgen.codegen.naming import Names
from dfgen.model.plan import Buffer
from dfgen.model.program import ROOT, Loop, Program

PASS, ARENA = "pass", "arena"
FUTURE = -1
"""Mark: the shift of the slot of the next trip."""


def index_of(loop: Loop) -> Expr:
    """What counts a loop's iterations: a variable, unless this core has only one of them."""
    share = loop.share
    return const(share.start) if share is not None and share.stop == share.start + 1 else name(f"i{loop.id}")


class Frame:
    """What a function's statements have asked for so far."""

    def __init__(self, program: Program, names: Names, core: int) -> None:
        self.program, self.names, self.core = program, names, core
        self.has_live_values = False
        """Inside of a loop that is cut where live parameters may change: they are variables there."""
        self.own_states: frozenset[str] = frozenset()
        """Inside of a loop of turns: the actors whose states are variables there."""
        self.owns_trips = False
        """Inside of a loop of turns: what it reads is taken over behind some of them."""
        self._asked: set[str] = set()
        self._slots: dict[int, dict[str, tuple[str, Expr]]] = {}

    def arena(self) -> Expr:
        return self._variable(ARENA)

    def trip(self, loop: int) -> Expr:
        """The number of a loop's trip since the program began; the root's trips are passes."""
        return self._variable(self.names.trip(loop))

    def iterations(self) -> str:
        """Asks how many graph iterations the pass has."""
        return f"df_iterations(core, {self.trip(ROOT)})"

    def slot(self, buffer: Buffer, shift: int = 0) -> Expr:
        """Where in the arena the slot of the trip lies, or the one `shift` slots back."""
        place = name(self.names.offset(buffer.name))
        if buffer.slots == 1:
            return add(place, const(buffer.moved_bytes(self.core)))
        variable = self.names.slot(buffer.name, shift)
        step = mul(self.slot_index(buffer, shift), name(self.names.stride(buffer.name)))
        self._slots.setdefault(buffer.loop, {})[variable] = "const size_t ", add(place, step)
        return name(variable)

    def slot_of_file(self, buffer: Buffer) -> Expr:
        """A pointer to the slot of the trip of a buffer that lies in the file of a source."""
        variable = self.names.slot(buffer.name, 0)
        state = f"(const df_file *)({add(self.arena(), name(self.names.offset(buffer.file)))})"
        place = name(f"df_file_slot({state}, {self.trip(buffer.loop)})")
        self._slots.setdefault(buffer.loop, {})[variable] = "char *const ", place
        return name(variable)

    def slot_index(self, buffer: Buffer, shift: int = 0) -> Expr:
        return mod(add(self.trip(buffer.loop), const(-shift % buffer.slots)), buffer.slots)

    def local(self, buffer: Buffer) -> Expr:
        """The variable that is the buffer in a trip."""
        return self._variable(self.names.local(buffer.name))

    def uses(self, local: str) -> bool:
        """Whether anything has asked for that variable: ports that no function gets do not."""
        return self.names.local(local) in self._asked

    def of_trip(self, loops: Sequence[Loop]) -> Iterator[Statement]:
        """Declarations at the start of a trip of the innermost of `loops`. What stands there has asked already."""
        id = loops[-1].id
        if self.names.trip(id) in self._asked:
            yield Line(f"const uint64_t {self.names.trip(id)} = {self._number(loops)};")
        yield from self._declared_slots(id)

    def of_function(self) -> Iterator[Statement]:
        """Declarations at the start of the function, which has the parameter `pass`."""
        if ARENA in self._asked:
            yield Line(f"char *const {ARENA} = core->arena;")
        if PASS not in self._asked:
            yield Line(f"(void){PASS};")
        yield from self._declared_slots(ROOT)

    def _variable(self, variable: str) -> Expr:
        self._asked.add(variable)
        return name(variable)

    def _declared_slots(self, loop: int) -> Iterator[Statement]:
        for variable, (type_, place) in self._slots.pop(loop, {}).items():
            yield Line(f"{type_}{variable} = {place};")

    def _number(self, loops: Sequence[Loop]) -> Expr:
        """All passes but the last are full ones."""
        number = mul(self.trip(ROOT), const(trips_of(loops, self.program.chunk)))
        for level, loop in enumerate(loops, 1):
            inside = trips_of(loops[level:], loop.chunk)
            many, rest = divmod(inside, loop.chunk)
            begun = div(index_of(loop), loop.chunk)
            number = add(number, mul(begun, const(inside)) if rest else mul(index_of(loop), const(many)))
        return number


def trips_of(loops: Sequence[Loop], iterations: int) -> int:
    """Trips of the innermost of nested loops in so many iterations of what is around them."""
    if not loops:
        return 1
    full, rest = divmod(loops[0].count * iterations, loops[0].chunk)
    return full * trips_of(loops[1:], loops[0].chunk) + (trips_of(loops[1:], rest) if rest else 0)
