# SPDX-License-Identifier: Apache-2.0
"""What a user is told: places in files, diagnostics with stable ids, and the error that carries them.

Every stage collects `Diagnostic`s and raises one `UserError` with all of them. The table `IDS` lists every id; a test
walks it and fails for an id that no test provokes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from dfgen.model.frozen import frozen

IDS: dict[str, str] = {
    # reading graph files
    "file-unreadable": "a file cannot be opened or is not text",
    "file-too-large": "a file is larger than those that dfgen reads",
    "syntax": "the text is not in the language",
    # names, expressions and shapes of a graph file
    "name-unknown": "an expression names something that is not a parameter",
    "name-duplicate": "a name is used twice",
    "name-invalid": "a word that cannot be a name in this place",
    "name-ambiguous": "a name means two things in one call",
    "function-unknown": "an expression uses a function that does not exist",
    "function-arguments": "a function of an expression has wrong arguments",
    "division-by-zero": "an expression divides by zero",
    "division-remainder": "a rate or size is a division that leaves a remainder",
    "number-too-large": "a number, rate or time is larger than dfgen can hold",
    "number-not-integer": "a fraction or decimal stands where a whole number must be",
    "size-invalid": "an array, state or run of phases has an impossible size",
    "type-unknown": "no token type of that name is declared",
    "parameter-unknown": "a value is given for a parameter that does not exist",
    "parameter-missing": "a parameter without a default has no value",
    "template-unknown": "an instance names no graph or actor template of the file",
    "actor-unknown": "an edge names an actor that does not exist",
    "port-unknown": "an edge or a clause names a port that the actor does not have",
    "overlay-invalid": "an output cannot lie over what its clause names",
    "port-connected-twice": "two edges enter one port",
    "port-unconnected": "no edge reaches a port",
    "port-not-passed": "a port is not among the arguments of fire",
    "edge-direction": "an edge starts at an input or ends at an output",
    "edge-types": "the two ends of an edge have different token types",
    "rate-negative": "a rate is below zero",
    "rate-zero": "a port never carries a token",
    "rate-empty": "a port has no rate",
    "phases-too-many": "an actor has more phases than dfgen counts",
    "routing-shape": "the ports or rates of a routing actor do not suit its kind",
    "delay-size": "a delay is negative or beyond all memory",
    "object-size": "an output of objects does not say how large a token may be",
    "initial-count": "the number of initial values is not that of the tokens",
    "initial-range": "an initial value does not fit the token type",
    "annotation-unknown": "there is no such annotation here",
    "annotation-arguments": "an annotation has wrong arguments",
    "file-option": "a file actor cannot do what its annotation asks for",
    "argument-invalid": "an argument of a call means nothing there",
    "clause-invalid": "a word is repeated, misplaced or contradicts another one",
    "time-unit": "a time has no unit, or an unknown one",
    "live-parameter": "a parameter to be set while the program runs that cannot be one",
    "live-constant": "a place that needs a constant names a parameter that may be set while the program runs",
    "path-missing": "a file that is included, imported or listed as a source does not exist",
    "import-circular": "graph files import each other in a circle",
    "graph-missing": "the file has no graph",
    "graph-empty": "a graph has no actors",
    "graph-interface": "an interface that the graph cannot have",
    "graph-too-large": "more actors or levels of hierarchy than dfgen handles",
    "hierarchy-recursive": "a graph contains itself",
    "hierarchy-total": "an interface's rate does not divide what the graph inside makes or takes",
    "hierarchy-detached": "the flat graph would not keep the proportions of the hierarchy",
    "hierarchy-reset": "a delay cannot be reset at each firing",
    # graph files of other tools
    "format-element": "an element of a foreign file lacks something, or holds what means nothing there",
    "format-unsupported": "a foreign file uses something that dfgen does not do",
    "hierarchy-interface": "a refined actor and the graph inside disagree about a port",
    "script-syntax": "a memory script holds something that such scripts do not have",
    "script-name": "a memory script uses a name that means nothing there",
    "script-range": "a memory script computes or matches what cannot be",
    "script-endless": "a memory script does not end",
    # analysis of the whole graph
    "inconsistent": "the rates along a cycle of FIFOs do not balance: no number of firings fits",
    "iteration-too-long": "an iteration takes more firings than a 64-bit counter holds",
    "deadlock": "the initial tokens do not suffice for one iteration",
    "liveness-undecided": "whether the initial tokens suffice takes too long to find out",
    "throughput-endless": "buffers for the highest throughput are asked for, and there is no highest",
    "period-mismatch": "the periods of two actors ask for different times of an iteration",
    "period-unkept": "an actor has a period in a program that cannot keep it",
    "period-unreachable": "no buffers are large enough for the period asked for",
    "buffers-invalid": "a file of buffer sizes does not say them for this graph",
    "buffers-too-many-firings": "the smallest buffers are asked for where an iteration has too many firings",
    "throughput-undecided": "the exact throughput takes too long to find out",
    "division-cut": "warning: a rate or size is computed with a quotient that has lost its remainder",
    "actor-never-fires": "warning: an actor has no firing in an iteration",
    "port-dead": "warning: the rate of a port is always zero",
    "core-type-unknown": "warning: a sidecar states a time for a type of core that the platform does not have",
    "delay-unread": "warning: initial tokens that nobody ever reads",
    "option-unknown": "an option has a value that dfgen does not know",
    # mapping and scheduling
    "cycle-too-long": "a cycle can be ordered only by a list that is too long to write out",
    "core-out-of-range": "@core names a core that the platform does not have",
    "core-conflict": "the actors of a cycle are placed on different cores and no delay lets them overlap",
    "fixed-without-core": "the mapper 'fixed' needs @core on every actor",
    "exact-missing": "the mapper 'exact' needs a solver that is not installed",
    "cores-lacking": "warning: a program on several nodes finds fewer CPUs on one of them than it has cores",
    "processes-wrong": "a program on several nodes is started with another number of processes",
    "processes-unlike": "the processes of a program on several nodes are not of the same program",
    "mpi-threads": "an MPI cannot be used by programs with threads, or not be initialised",
    "nodes-invalid": "a platform or host file describes nodes or a network that cannot be",
    "node-unknown": "@node names a node that the platform does not have",
    "node-conflict": "actors that cannot be apart are placed on different nodes",
    "node-external": "an external pointer in a token of objects would cross from node to node",
    "node-pointers": "tokens that hold pointers would cross from node to node",
    "exact-too-large": "the mapper 'exact' does not get through a graph of so many actors",
    # editing
    "annotation-without-effect": "something else in the file overrules the annotation that is asked for",
    "file-changed": "a file has changed between reading and writing it",
    "output-changed": "values of parameters that are to be written change what the program prints",
    # the machine that dfgen runs on
    "machine-short": "the system does not give the memory, files or threads that dfgen needs",
    # building
    "folder-foreign": "the output folder holds what dfgen did not write",
    "folder-unfinished": "a generated folder was not written to its end",
    "folder-name": "a program cannot be built in a folder of that name",
    "file-unwritable": "a file or folder cannot be written",
    "choices-too-many": "more combinations of values than are tried",
    "hosts-too-few": "a host file names no host, or fewer than two where a network is to be measured",
    "toolchain-invalid": "a toolchain file of CMake that names no usable C compiler",
    "launch-failed": "a program for several machines could not be started on all of them, or lost a process",
    "tool-missing": "a program needed for building is not installed",
    # caches that are simulated
    "caches-invalid": "a platform file describes caches or a memory that cannot be",
    "caches-cores": "so many cores have a cache or a controller in common that they do not come out even",
    "caches-missing": "a platform is to be explored whose file says nothing of its caches",
    "record-compiler": "the C compiler cannot make programs that record their memory accesses",
    "record-room": "there is no room for the recording of a program's memory accesses",
    "record-threads": "an actor starts threads, whose memory accesses cannot be recorded",
    "explore-engine": "a program that leaves copies to an engine is to be explored",
    "explore-objects": "a program whose tokens are object graphs is to be explored",
    "explore-large": "a program does too much, or has too much memory, to be explored",
    # libraries
    "library-needed": "a graph with ports is to be a program",
    "library-option": "an option that only programs can have is given for a library",
    "library-actor": "a library is made of a graph with actors that only programs can have",
    "library-name": "the C of the actors has a name that the library needs",
    "library-transfer": "a transfer is asked for that a library cannot do",
    # running programs
    "live-set": "live parameters of a running program that cannot be set",
    # measuring
    "not-traced": "a compiled program to be profiled was not compiled with --trace",
    "run-failed": "a program that is to be measured fails",
    "run-too-long": "a program that is to be measured does not end in time",
    # memory
    "transfer-unknown": "a strategy of that name does not exist",
    "transfer-option": "a strategy has no such option, or not that value of it",
    "transfer-no-match": "a pattern names no FIFO",
    "bulk-engine": "an output is to be written by an engine that does not exist, or by two",
    "bulk-illegal": "no engine can write the output that it is to write",
    "transfer-illegal": "the demanded strategy is not legal on this FIFO",
    "latency-unknown": "a latency in seconds needs the times of all actors",
    "memory-exceeded": "the plan needs more memory than allowed",
    # the user's C: files, headers, types, functions
    "actor-without-fire": "a graph is compiled of which an actor has no code to fire",
    "c-compiler": "no usable C compiler was found",
    "c-file-missing": "a header or source does not exist",
    "c-file-name": "a header or source has a name that C cannot include, or CMake not build",
    "cpp-ambiguous": "a call in C++ fits several overloads",
    "cpp-call": "C++ refuses a call, or the making of a state",
    "cpp-token": "tokens of a type that C++ cannot move byte by byte",
    "c-is-cpp": "a header is C++ and has a name of C, or a project that lists no sources has C++",
    "c-header": "a header does not parse",
    "c-type": "a token or state type is unknown, incomplete or without size in C",
    "c-compile": "a source does not compile",
    "library-missing": "a library that a graph names is not on this machine",
    "c-undefined": "no source of a project defines a function that an actor calls",
    "c-duplicate": "two sources of a project that are both needed define one function",
    "c-reserved": "a header or source uses a name that the runtime has, or the C library that it calls",
    "object-type": "a token of objects is not a complete struct, or its description names no field of it",
    "object-pointer": "a field of an object does not say what it leads to",
    "object-count": "the number of elements that a field leads to is not an integer of its struct",
    "object-root": "a token of objects has no room for its root, or for what is handed on",
    "token-pointers": "warning: a plain token has pointers, which are copied as numbers",
    "call-unknown": "no header declares the called function",
    "call-unsupported": "the prototype has an argument or form that no actor can be called with",
    "call-count": "call and prototype differ in the number of arguments",
    "call-restrict": "restrict forbids two pointers into one window",
    "call-kind": "a value stands where the prototype has a pointer, or the other way round",
    "call-type": "token or state type and prototype differ",
    "call-const": "the prototype's const contradicts the port's direction or access",
    "call-range": "a parameter does not fit the prototype's integer type",
}


@frozen
class Span:
    """A stretch of a file: 1-based line and column of its first character, and of one past its last."""

    file: str
    line: int
    column: int
    end_line: int = 0
    end_column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@frozen
class Note:
    """A second place that belongs to a diagnostic, and why."""

    message: str
    span: Span | None = None


@frozen
class Diagnostic:
    """One thing that is wrong. `message` says what, `hint` says what to do."""

    id: str
    message: str
    span: Span | None = None
    hint: str = ""
    notes: tuple[Note, ...] = field(default=())

    def __post_init__(self) -> None:
        assert self.id in IDS, f"unlisted diagnostic id {self.id!r}"


class UserError(Exception):
    """The user's mistake: one or more diagnostics. The command line prints them and exits with 1."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        assert self.diagnostics, "an error without a diagnostic"
        super().__init__("; ".join(d.message for d in self.diagnostics))


def fail(id: str, message: str, span: Span | None = None, hint: str = "", notes: Iterable[Note] = ()) -> UserError:
    """A `UserError` with a single diagnostic, to be raised by the caller."""
    return UserError([Diagnostic(id, message, span, hint, tuple(notes))])


def some_of(names: Sequence[str], most: int = 5) -> str:
    """The first of them, and how many there are besides."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def once_round(names: Sequence[str], most: int = 30) -> str:
    """A cycle, back to its first name; of a long one its begin."""
    left = len(names) - most
    shown = names if left <= 0 else [*names[:most], f"({left} more)"]
    return " -> ".join((*shown, names[0]))


def raise_if_any(diagnostics: Iterable[Diagnostic]) -> None:
    """Raise a `UserError` with all of `diagnostics`, each once, unless there are none."""
    collected = tuple(dict.fromkeys(diagnostics))
    if collected:
        raise UserError(collected)
