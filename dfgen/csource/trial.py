# SPDX-License-Identifier: Apache-2.0
"""Runs an actor's function once, alone, here, for those who want to see what it does before they decide.

Only for functions that keep nothing and call nothing unknown (`CKnowledge.impure` has none of them), and only where the
compiler's programs run on this machine. A function that crashes, hangs or cannot be linked gives no answer.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dfgen.csource.learn import CKnowledge
from dfgen.csource.toolchain import run_compiler
from dfgen.model.graph import Actor, ArgumentKind, Call

SECONDS_MAX = 10
BYTES_MAX = 64 << 20

_PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
{includes}
int main(int count, char **words)
{{
    size_t in_bytes = {in_bytes}, out_bytes = {out_bytes};
    char *in = aligned_alloc(64, (in_bytes + 127) / 64 * 64);
    char *out = aligned_alloc(64, (out_bytes + 127) / 64 * 64);
    if (count != 2 || in == NULL || out == NULL || fread(in, 1, in_bytes, stdin) != in_bytes)
        return 1;
    memset(out, atoi(words[1]), out_bytes);
    {call};
    return fwrite(in, 1, in_bytes, stdout) != in_bytes || fwrite(out, 1, out_bytes, stdout) != out_bytes;
}}
"""


@dataclass(frozen=True)
class Trial:
    """A program that calls the function of an actor of one input and one output."""

    program: Path
    in_bytes: int
    out_bytes: int

    def run(self, given: bytes, poison: int) -> tuple[bytes, bytes] | None:
        """Input and output after a firing; the output was full of `poison` before. None if it does not return."""
        try:
            done = subprocess.run(
                [str(self.program), str(poison)],
                input=given,
                capture_output=True,
                timeout=SECONDS_MAX,
                cwd=self.program.parent,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        if done.returncode != 0 or len(done.stdout) != self.in_bytes + self.out_bytes:
            return None
        return done.stdout[: self.in_bytes], done.stdout[self.in_bytes :]


@contextmanager
def trial_of(actor: Actor, known: CKnowledge) -> Iterator[Trial | None]:
    """A program for trials of `actor` that exists inside of the `with`; None if there is none."""
    source, target = actor.inputs[0], actor.outputs[0]
    in_bytes, out_bytes = source.rate(0) * source.type.size_bytes, target.rate(0) * target.type.size_bytes
    with tempfile.TemporaryDirectory(prefix="dfgen-") as name:
        folder = Path(name)
        if actor.fire is None or max(in_bytes, out_bytes) > BYTES_MAX:
            yield None
            return
        text = _PROGRAM.format(
            includes="\n".join(f'#include "{header}"' for header in known.graph.includes),
            in_bytes=in_bytes,
            out_bytes=out_bytes,
            call=_call_text(actor.fire, source.name),
        )
        (folder / "trial.c").write_text(text)
        built = _built(folder, [Path(known.graph.base, s) for s in _sources(actor.fire.function, known)], known)
        yield Trial(folder / "trial", in_bytes, out_bytes) if built else None


def _call_text(call: Call, input: str) -> str:
    def text(kind: ArgumentKind, value: int, port: str) -> str:
        if kind is ArgumentKind.PARAMETER:
            return f"{value}ll"
        return f"(void *){'in' if port == input else 'out'}" if kind is ArgumentKind.PORT else "0"

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
    """Names that stay open belong to functions that this one does not call."""
    flags = [*(known.project.cflags if known.project else ()), *(f"-I{each}" for each in known.include_dirs)]
    objects = []
    for number, source in enumerate([folder / "trial.c", *sources]):
        made = folder / f"{number}.o"
        renamed = [] if number == 0 else ["-Dmain=dfgen_other_main"]
        options = ["-O1", "-w", "-fcommon", "-ffunction-sections", *flags, *renamed]
        if not run_compiler(known.compiler, [*options, "-c", str(source), "-o", str(made)]).succeeded:
            return False
        objects.append(str(made))
    linking = ["-Wl,--gc-sections", "-Wl,--unresolved-symbols=ignore-all", "-lm", "-o", str(folder / "trial")]
    return run_compiler(known.compiler, [*objects, *linking]).succeeded
