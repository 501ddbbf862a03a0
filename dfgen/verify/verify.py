# SPDX-License-Identifier: Apache-2.0
"""The proof of a program, in the order of its parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dfgen.model.program import Program
from dfgen.verify.addresses import address_problems
from dfgen.verify.coverage import coverage_problems
from dfgen.verify.ends import end_problems
from dfgen.verify.files import file_problems
from dfgen.verify.helped import helped_problems
from dfgen.verify.lengths import length_problems
from dfgen.verify.margins import clear_problems, cleared, clears_of
from dfgen.verify.needs import Needs
from dfgen.verify.nodes import Stuck, node_problems
from dfgen.verify.order import order_problems
from dfgen.verify.steps import steps_of
from dfgen.verify.structure import structure_problems
from dfgen.verify.tokens import Tokens
from dfgen.verify.uses import WrongProgram, uses_of

TOLD = 20


class InvalidProgram(Exception):
    """The program is wrong: a bug of dfgen, never of its user."""


def verify(program: Program) -> None:
    """Returns if the program is right; raises `InvalidProgram` with what is wrong."""
    try:
        problems = list(dict.fromkeys(_problems(program)))
    except WrongProgram as error:
        problems = [str(error)]
    if problems:
        raise InvalidProgram("; ".join(problems[:TOLD]))


def nodes_wait(programs: Sequence[Program]) -> bool:
    """Whether the programs of several nodes, each of which is right by itself, may wait for each other for ever, so
    that they cannot be used. Raises `InvalidProgram` where their links do not fit together."""
    problems = list(node_problems(programs))
    if any(not isinstance(problem, Stuck) for problem in problems):
        raise InvalidProgram("; ".join(problems[:TOLD]))
    return bool(problems)


def verify_nodes(programs: Sequence[Program]) -> None:
    """The same of the programs of several nodes, each of which is right, together."""
    problems = list(node_problems(programs))
    if problems:
        raise InvalidProgram("; ".join(problems[:TOLD]))


def _problems(program: Program) -> Iterator[str]:
    broken = list(structure_problems(program))
    if broken:
        yield from broken
        return  # nothing can be asked of names that lead nowhere
    steps = steps_of(program)
    missing = list(coverage_problems(steps))
    if missing:
        yield from missing
        return  # what the firings use can be told only if they are those of the graph
    uses = list(uses_of(steps))
    yield from length_problems(uses, program)
    tokens = Tokens(steps, uses)
    yield from tokens.problems()
    needs = Needs(steps, uses, tokens)
    yield from needs.problems
    yield from order_problems(steps, needs.crossing)
    yield from end_problems(steps)
    yield from file_problems(steps, uses)
    yield from helped_problems(steps, uses)
    clears = clears_of(steps)
    yield from clear_problems(clears, uses, needs.lasting)
    lasting = needs.lasting | (tokens.zeros - cleared(clears, uses))
    yield from address_problems(steps, uses, lasting, needs.rings, needs.in_turns, clears)
