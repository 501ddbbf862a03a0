# SPDX-License-Identifier: Apache-2.0
"""Runs an actor's function once, alone, here, for those who want to see what it does before they decide.

Only for functions that keep nothing and call nothing unknown (`CKnowledge.impure` has none of them), and only where the
compiler's programs run on this machine. A function that crashes, hangs or cannot be linked gives no answer.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dfgen.csource.files import as_argument
from dfgen.csource.learn import CKnowledge
from dfgen.csource.libraries import WITHOUT_INTRINSICS
from dfgen.csource.readonly import CODE_FLAGS
from dfgen.csource.toolchain import run_compiler
from dfgen.model.graph import Actor, ArgumentKind, Call

SECONDS_MAX = 2
BYTES_MAX = 64 << 20

_PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
{includes}
static const size_t sizes[] = {{{sizes}}};
enum {{ INPUTS = {inputs}, WINDOWS = {windows}, ROOM = {room} }};
/* POISON, and which output lies over which input, both -1 for none */
int main(int count, char **words)
{{
    char *window[WINDOWS + 1];
    for (int i = 0; i < WINDOWS; i++) {{
        window[i] = aligned_alloc(64, ROOM);
        if (count != 4 || window[i] == NULL)
            return 1;
        memset(window[i], atoi(words[1]), sizes[i]);
        if (i < INPUTS && fread(window[i], 1, sizes[i], stdin) != sizes[i])
            return 1;
    }}
    if (atoi(words[2]) >= 0)
        window[atoi(words[2])] = window[atoi(words[3])];
    {call};
    for (int i = 0; i < WINDOWS; i++)
        if (fwrite(window[i], 1, sizes[i], stdout) != sizes[i])
            return 1;
    return 0;
}}
"""


@dataclass(frozen=True)
class Trial:
    """A program that calls the function of an actor. Windows of inputs and of outputs are joined, in their order."""

    program: Path
    windows: tuple[str, ...]
    in_bytes: int
    out_bytes: int

    def run(self, given: bytes, poison: int, over: tuple[str, str] | None = None) -> tuple[bytes, bytes] | None:
        """Inputs and outputs after a firing; the outputs were full of `poison` before. None if it does not return.

        `over`: an output, and an input over whose window it lies.
        """
        pair = [self.windows.index(name) for name in over] if over else [-1, -1]
        made = self.program.with_name("made")
        self.program.with_name("given").write_bytes(given)
        try:
            with open(self.program.with_name("given"), "rb") as source, open(made, "wb") as target:
                done = subprocess.run(
                    [str(self.program), str(poison), *map(str, pair)],
                    stdin=source,
                    stdout=target,
                    stderr=subprocess.DEVNULL,
                    timeout=SECONDS_MAX,
                    cwd=self.program.parent,
                    check=False,
                )
        except (OSError, subprocess.TimeoutExpired):
            return None
        after = made.read_bytes()
        if done.returncode != 0 or len(after) != self.in_bytes + self.out_bytes:
            return None
        return after[: self.in_bytes], after[self.in_bytes :]


@contextmanager
def trial_of(actor: Actor, known: CKnowledge) -> Iterator[Trial | None]:
    """A program for trials of `actor` that exists inside of the `with`; None if there is none."""
    windows = {port.name: port.rate(0) * port.type.size_bytes for port in (*actor.inputs, *actor.outputs)}
    in_bytes = sum(windows[port.name] for port in actor.inputs)
    out_bytes = sum(windows.values()) - in_bytes
    with tempfile.TemporaryDirectory(prefix="dfgen-") as name:
        folder = Path(name)
        if actor.fire is None or max(in_bytes, out_bytes) > BYTES_MAX:
            yield None
            return
        text = _PROGRAM.format(
            includes="\n".join(f'#include "{header}"' for header in known.graph.includes),
            sizes=", ".join(map(str, [*windows.values(), 0])),
            inputs=len(actor.inputs),
            windows=len(windows),
            room=(max([*windows.values(), 0]) + 127) // 64 * 64,
            call=_call_text(actor.fire, list(windows)),
        )
        (folder / "trial.c").write_text(text)
        built = _built(folder, [Path(known.graph.base, s) for s in _sources(actor.fire.function, known)], known)
        yield Trial(folder / "trial", tuple(windows), in_bytes, out_bytes) if built else None


def _call_text(call: Call, windows: Sequence[str]) -> str:
    def text(kind: ArgumentKind, value: int, port: str) -> str:
        if kind is ArgumentKind.PARAMETER:
            return f"{value}ll"
        return f"(void *)window[{windows.index(port)}]" if kind is ArgumentKind.PORT else "0"

    return f"{call.function}({', '.join(text(a.kind, a.value, a.port) for a in call.arguments)})"


def _sources(function: str, known: CKnowledge) -> Sequence[str]:
    """The sources that `function` needs."""
    if known.project is None:
        return known.graph.sources
    objects = {each.source: each for each in known.project.objects}
    place = {name: each.source for each in objects.values() for name in each.exported}
    needed = dict.fromkeys([place[function]] if function in place else [])
    for source in (waiting := list(needed)):
        for name in objects[source].undefined:
            if name in place and place[name] not in needed:
                needed[place[name]] = None
                waiting.append(place[name])
    return tuple(needed)


def _built(folder: Path, sources: Sequence[Path], known: CKnowledge) -> bool:
    """Names that stay open belong to functions that this one does not call; a `main` of the project's is another."""
    folders = (f"-I{as_argument(each)}" for each in known.include_dirs)
    flags = [*(known.project.cflags if known.project else ()), *folders]
    made_before = known.project.code if known.project else {}

    def compiled(job: tuple[int, Path]) -> str:
        number, source = job
        made = folder / f"{number}.o"
        if source in made_before:
            made.write_bytes(made_before[source])
            return str(made)
        options = [*CODE_FLAGS, *flags, "-c", as_argument(source), "-o", str(made)]
        ways = (WITHOUT_INTRINSICS, ())  # most need none of them
        return str(made) if any(run_compiler(known.compiler, [*way, *options]).succeeded for way in ways) else ""

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compiled, enumerate([folder / "trial.c", *sources])))
    if not all(objects):
        return False
    linking = ["-Wl,--gc-sections", "-Wl,--unresolved-symbols=ignore-all", "-Wl,--allow-multiple-definition"]
    program = ["-lm", "-o", str(folder / "trial")]
    return run_compiler(known.compiler, [*objects, *linking, *program]).succeeded
