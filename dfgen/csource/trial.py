# SPDX-License-Identifier: Apache-2.0
"""Runs functions of actors alone, here, for those who want to see what they do before they decide.

Only functions that keep nothing and call nothing unknown (`CKnowledge.impure` has none of them), and only where the
compiler's programs run on this machine. A function that crashes, hangs or cannot be linked gives no answer, and that is
kept as answers are; but not where the machine may be the reason, as of one that got too little of a processor. All are
built into one program, as they will be in the end: most of the time of a trial is the compiler's. What the programs do,
one that fires functions and one that watches what they move, stands in `runtime/trial`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any, NamedTuple

from dfgen.csource.answers import NotNow, kept_answer
from dfgen.csource.files import as_argument
from dfgen.csource.learn import CKnowledge
from dfgen.csource.libraries import WITHOUT_INTRINSICS
from dfgen.csource.literals import number_literal
from dfgen.csource.pure_functions import COPYING_FUNCTIONS
from dfgen.csource.readonly import CODE_FLAGS
from dfgen.csource.toolchain import CompilerRun, run_compiler
from dfgen.model.actor import Actor, ArgumentKind, Call
from dfgen.model.frozen import frozen
from dfgen.paths import runtime_dir
from dfgen.processes import run_program, threads

SECONDS_MAX = 2
"""Of a processor, so that what is found does not depend on what else the machine does."""
WAITING_SECONDS_MAX = 60
"""Which the program counts itself: who waits for a program with a limit of time looks for its end only now and then.
Nothing is known of the function then: the machine has had no processor for it. Both are of one firing alone, or of two
that are compared."""
BYTES_MAX = 64 << 20

RANDOM = 256
"""From here on, fillings are the seeds of random bytes; below, they are the byte itself."""
POISONS = (0x00, 0xA5)

_OWN_ENDS = {0, *(-number for number in (signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSEGV,
                 signal.SIGTRAP, signal.SIGXCPU))}  # fmt: skip
"""How functions end the program: they crash, or compute for too long. It ends itself where it gets no memory."""

_SIDE_BY_SIDE = BoundedSemaphore(os.cpu_count() or 1)
"""No more programs: each may have much memory."""

_TABLE = """#include "{frame}"
{includes}

{calls}
const df_trial df_trials[] = {{ {trials} }};
const unsigned df_trial_seconds_max = {seconds}, df_trial_waiting_seconds_max = {waiting};
"""

_CALL = """static const size_t df_sizes_{number}[] = {{ {sizes} }};
static void df_call_{number}(char **window)
{{
    (void)window;
    {call};
}}
"""


Given = tuple[tuple[str, bytes], ...]
"""Ports and the bytes of their windows."""

Ranges = tuple[tuple[int, int], ...]
"""First bytes and ends; a few, so that some hold bytes between them, too."""


@frozen
class Comparison:
    """Of two firings with inputs full of `filling`, whose outputs were full of `poisons` before. In the second one the
    first of `over` lies over the other, an input, and what lies near the windows is full of `margin`. A byte
    `tolerated` of the first firing's outputs differs from none. `given`: the bytes of some inputs in place of the
    filling."""

    filling: int
    poisons: tuple[int, int]
    over: tuple[str, str] | None = None
    tolerated: int = -1
    margin: int = 0
    given: Given = ()

    def words(self, windows: Sequence[str]) -> tuple[int | str, ...]:
        """As the program reads it."""
        over, under = map(windows.index, self.over) if self.over else (-1, -1)
        given = ",".join(f"{windows.index(port)}={content.hex()}" for port, content in self.given)
        return (self.filling, *self.poisons, over, under, self.tolerated, self.margin, given or "-")


def of_unwritten(filling: int, given: Given = ()) -> Comparison:
    """Outputs whose bytes after a firing depend on those before it."""
    return Comparison(filling, POISONS, given=given)


def of_reading_outside(filling: int, given: Given = ()) -> Comparison:
    """Outputs whose bytes depend on what lies near the windows."""
    return Comparison(filling, (POISONS[0], POISONS[0]), margin=POISONS[1], given=given)


def of_changed(filling: int, poison: int, over: tuple[str, str]) -> Comparison:
    """Outputs that are others where the first of `over` lies over the second, but for bytes that the function leaves
    full of `poison`."""
    return Comparison(filling, (poison, poison), over, tolerated=poison)


class Move(NamedTuple):
    """`size_bytes` bytes of an input's window that a firing copies to an output's."""

    output: str
    output_byte: int
    input: str
    input_byte: int
    size_bytes: int


@frozen
class Frame:
    """What the functions are built into: a source of `runtime/trial`, and what its linker has to know. `bytes_max`:
    windows of functions that may be tried so."""

    source: str
    linking: tuple[str, ...]
    bytes_max: float


FIRING = Frame("trial.c", (), BYTES_MAX)
MOVING = Frame("moves.c", tuple(f"-Wl,--wrap={name}" for name in sorted(COPYING_FUNCTIONS)), inf)


@frozen
class Trial:
    """The function of an actor, which is that `number` of a program. Windows of inputs and of outputs are joined, in
    their order."""

    program: Path
    number: int
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    in_bytes: int
    out_bytes: int

    def run(self, given: bytes, poison: int) -> tuple[bytes, bytes] | None:
        """Inputs and outputs after a firing; the outputs were full of `poison` before. None if it does not return."""
        after = self._answer([poison], given)
        if len(after) != self.in_bytes + self.out_bytes:
            return None
        return after[: self.in_bytes], after[self.in_bytes :]

    def compared(self, *comparisons: Comparison) -> list[dict[str, Ranges] | None]:
        """By comparison, the outputs that differ, and where; None if the function does not return."""
        found: list[dict[str, Ranges] | None] = []
        while len(found) < len(comparisons):
            found += self._compared(comparisons[len(found) :])
            if len(found) < len(comparisons):
                found.append(None)
        return found

    def _compared(self, comparisons: Sequence[Comparison]) -> list[dict[str, Ranges]]:
        """Of those up to the one that the program does not survive. It makes all, for it takes time to start and to get
        its memory."""
        windows = (*self.inputs, *self.outputs)
        answer = self._answer([word for each in comparisons for word in each.words(windows)], b"")
        lines = answer.decode().split("\n")[:-1]
        told = (zip(self.outputs, line.split(), strict=True) for line in lines)
        return [{name: _ranges(word) for name, word in words if word != "-"} for words in told]

    def moves(self) -> list[Move] | None:
        """What a firing copies, in its order; None if it looks at a byte, or does more. Of a program that watches."""
        *lines, end = self._answer([], b"").decode().splitlines() or [""]
        if end != "all":
            return None
        numbers = [tuple(map(int, line.split())) for line in lines]
        return [Move(self.outputs[to], at, self.inputs[of], first, size) for to, at, of, first, size in numbers]

    def _answer(self, words: Sequence[int | str], given: bytes) -> bytes:
        """What it has printed, up to its end. Raises `NotNow`."""
        with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as made:
            source.write(given)
            source.seek(0)
            command = [str(self.program), *map(str, [self.number, *words])]
            folder, nothing = self.program.parent, subprocess.DEVNULL
            try:
                with _SIDE_BY_SIDE:
                    ended = run_program(command, stdin=source, stdout=made, stderr=nothing, cwd=folder)
            except OSError as error:
                raise NotNow from error
            if ended.returncode not in _OWN_ENDS:
                raise NotNow
            made.seek(0)
            return made.read()


def _ranges(word: str) -> Ranges:
    pairs = (pair.split("-") for pair in word.split(","))
    return tuple((int(start), int(end)) for start, end in pairs)


def call_of(actor: Actor) -> tuple[object, ...]:
    """The same for actors that do the same."""
    return actor.fire, tuple((port.rates, port.type) for port in actor.ports)


Ask = Callable[[Actor, str, Callable[[Trial | None], Any]], Any]
"""What is found out about an actor, a JSON value, by trials; they are None where it cannot be tried. The question, a
text, says all on which the answer depends besides the actor's code."""


@contextmanager
def asking(known: CKnowledge, frame: Frame = FIRING, actors: Sequence[Actor] | None = None) -> Iterator[Ask]:
    """Asks about the graph's actors, or some of them, inside of the `with`, from any thread. Answers are kept for the
    next time."""
    with tempfile.TemporaryDirectory(prefix="dfgen-") as folder:
        trials = _Trials(known, Path(folder), frame, known.graph.actors if actors is None else actors)

        def ask(actor: Actor, question: str, find: Callable[[Trial | None], Any]) -> Any:
            inputs = trials.inputs_of(actor)
            try:
                if inputs is None:
                    return find(trials.of(actor))
                return kept_answer("trials", [question.encode(), *inputs], lambda: find(trials.of(actor)))
            except NotNow:
                return find(None)

        yield ask


class _Trials:
    """Builds the program when it is first asked for; whoever asks meanwhile waits."""

    def __init__(self, known: CKnowledge, folder: Path, frame: Frame, actors: Sequence[Actor]) -> None:
        self.known, self.folder, self.frame = known, folder, frame
        self.actors: dict[tuple[object, ...], Actor] = {}
        for actor in actors:
            is_pure = actor.fire is not None and actor.fire.function not in known.impure
            if is_pure and max(_sizes(actor)) <= frame.bytes_max:
                self.actors.setdefault(call_of(actor), actor)
        self.sources = {call: _sources(actor, known) for call, actor in self.actors.items()}
        self.objects: dict[Path, Path] = {}
        self.built: dict[tuple[object, ...], Trial | NotNow] | None = None
        self.lock = Lock()

    def of(self, actor: Actor) -> Trial | None:
        """None where it cannot be built. Raises `NotNow`."""
        call = call_of(actor)
        if call not in self.actors:
            return None
        with self.lock:
            if self.built is None:
                self.built = self._built()
        built = self.built.get(call)
        if isinstance(built, NotNow):
            raise NotNow from built
        return built

    def inputs_of(self, actor: Actor) -> list[bytes] | None:
        """All on which its trials depend: the text of its sources and of what they include. None where that is not
        known."""
        sources, known = self.sources.get(call_of(actor)), self.known
        if known.project is None or not sources:
            return None
        objects = {each.source: each for each in known.project.objects}
        files = sorted({*_folder().iterdir(), *(path for source in sources for path in objects[source].included)})
        compiler = (str(known.compiler.path), *known.compiler.arguments, known.compiler.version, *CODE_FLAGS)
        texts = (_table_text(known, [actor]), *compiler, *known.project.cflags, *sources, *map(str, files))
        try:
            return [*map(str.encode, texts), *(path.read_bytes() for path in files)]
        except OSError:
            return None

    def _built(self) -> dict[tuple[object, ...], Trial | NotNow]:
        """All in one program, or, where that cannot be built for one of them, in one each."""
        together = self._program(list(self.actors))
        if any(isinstance(each, Trial) for each in together.values()) or len(self.actors) == 1:
            return together
        found: dict[tuple[object, ...], Trial | NotNow] = {}
        for call in self.actors:
            found.update(self._program([call]))
        return found

    def _program(self, calls: Sequence[tuple[object, ...]]) -> dict[tuple[object, ...], Trial | NotNow]:
        """Those that cannot be built are left out."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        actors = [self.actors[call] for call in calls]
        (folder / "table.c").write_text(_table_text(self.known, actors))
        sources = dict.fromkeys(source for call in calls for source in self.sources[call])
        paths = [Path(self.known.graph.base, source) for source in sources]
        try:
            if not _is_built(folder, self.frame, paths, self.known, self.objects):
                return {}
        except NotNow as error:
            return dict.fromkeys(calls, error)
        numbered = enumerate(zip(calls, actors, strict=True))
        return {call: _trial(folder / "trial", number, actor) for number, (call, actor) in numbered}


def _trial(program: Path, number: int, actor: Actor) -> Trial:
    inputs, outputs = (tuple(port.name for port in ports) for ports in (actor.inputs, actor.outputs))
    return Trial(program, number, inputs, outputs, *_sizes(actor))


def _sizes(actor: Actor) -> tuple[int, int]:
    """Bytes of all windows of inputs, and of outputs."""
    inputs, outputs = (sum(p.window_bytes for p in ports) for ports in (actor.inputs, actor.outputs))
    return inputs, outputs


def _table_text(known: CKnowledge, actors: Sequence[Actor]) -> str:
    calls, trials = [], []
    for number, actor in enumerate(actors):
        windows = {port.name: port.window_bytes for port in (*actor.inputs, *actor.outputs)}
        sizes = ", ".join(map(str, [*windows.values(), 0]))
        assert actor.fire is not None
        calls.append(_CALL.format(number=number, sizes=sizes, call=_call_text(actor.fire, list(windows))))
        trials.append(f"{{ {len(actor.inputs)}, {len(windows)}, df_sizes_{number}, df_call_{number} }}")
    includes = "\n".join(f'#include "{header}"' for header in known.graph.includes)
    return _TABLE.format(
        frame=_folder() / "trial.h",
        includes=includes,
        calls="\n".join(calls),
        trials=", ".join(trials),
        seconds=SECONDS_MAX,
        waiting=WAITING_SECONDS_MAX,
    )


def _call_text(call: Call, windows: Sequence[str]) -> str:
    def text(kind: ArgumentKind, value: int | float, port: str) -> str:
        if kind is ArgumentKind.PARAMETER:
            return number_literal(value)
        return f"(void *)window[{windows.index(port)}]" if kind is ArgumentKind.PORT else "0"

    return f"{call.function}({', '.join(text(a.kind, a.value, a.port) for a in call.arguments)})"


def _sources(actor: Actor, known: CKnowledge) -> Sequence[str]:
    """The sources that its function needs, in the same order each time."""
    if known.project is None:
        return known.graph.sources
    function = actor.fire.function if actor.fire is not None else ""
    objects = {each.source: each for each in known.project.objects}
    place = {name: each.source for each in objects.values() for name in each.exported}
    needed = dict.fromkeys([place[function]] if function in place else [])
    for source in (waiting := list(needed)):
        for name in sorted(objects[source].undefined):
            if name in place and place[name] not in needed:
                needed[place[name]] = None
                waiting.append(place[name])
    return tuple(needed)


def _is_built(
    folder: Path, frame: Frame, sources: Sequence[Path], known: CKnowledge, objects: dict[Path, Path]
) -> bool:
    """Names that stay open belong to functions that these do not call; a `main` of the project's is another. `objects`:
    of the sources that were compiled before, to which these come. Raises `NotNow`."""
    includes = (f"-I{as_argument(each)}" for each in known.include_dirs)
    flags = [*(known.project.cflags if known.project else ()), *includes]
    table, main = folder / "table.c", _folder() / frame.source
    ahead = known.project.ahead_flags if known.project else {}
    # Of table and frame: little of a trial's time; users may name another language.
    own = {table: ("-O0",), main: ("-O0", "-std=gnu11"), **ahead}
    made_before = known.project.code if known.project else {}

    def compiled(job: tuple[int, Path]) -> list[CompilerRun]:
        """The runs that failed, if it is not compiled."""
        number, source = job
        if source in objects:
            return []
        made = folder / f"{number}.o"
        if source in made_before:
            made.write_bytes(made_before[source])
        elif failed := _failed_compilations(source, made, known, [*flags, *own.get(source, ())]):
            return failed
        objects[source] = made
        return []

    units = [main, table, *sources]
    with threads() as pool:
        failed = list(filter(None, pool.map(compiled, enumerate(units))))
    if failed:
        return _is_decided(failed)
    linking = ["-Wl,--gc-sections", "-Wl,--unresolved-symbols=ignore-all", "-Wl,--allow-multiple-definition"]
    program = ["-lm", "-o", str(folder / "trial")]
    parts = [str(objects[unit]) for unit in units]
    linked = run_compiler(known.compiler, [*parts, *linking, *frame.linking, *program], folder)
    return linked.succeeded or _is_decided([[linked]])


def _folder() -> Path:
    return runtime_dir() / "trial"


def _is_decided(failed: Sequence[Sequence[CompilerRun]]) -> bool:
    """False where one of the steps failed in all its ways for what it was given; otherwise raises `NotNow`."""
    if all(any(run.may_succeed_later for run in ways) for ways in failed):
        raise NotNow
    return False


def _failed_compilations(source: Path, made: Path, known: CKnowledge, flags: Sequence[str]) -> list[CompilerRun]:
    """None if one of the ways leads to an object."""
    options = [*CODE_FLAGS, *flags, "-c", as_argument(source), "-o", str(made)]
    failed = []
    for way in (WITHOUT_INTRINSICS, ()):  # most need no intrinsics
        run = run_compiler(known.compiler, [*way, *options])
        if run.succeeded:
            return []
        failed.append(run)
    return failed
