# SPDX-License-Identifier: Apache-2.0
"""What becomes of PREESM's own applications: each scenario of a checkout is compiled, built and run on some cores.

    python -m tests.bench.preesm FOLDER [--cores N ...] [-n N] [--seconds S] [--only TEXT] [--table FILE]

FOLDER is a checkout of a repository with projects of PREESM, which the programs of these change: give it a copy. They
show nothing (SDL's dummy drivers). For each scenario a line tells how far it got: it works, it is refused with a
message, it crashed, it took too long, or it gives other bytes than on one core. Bytes are those of all files that a run
writes below the folder and of all pictures that it would show; what programs print is not compared, as most print
times. The last line says how many work. A step takes too long when its processes have used S seconds of CPU time, or
none for S seconds: a machine that is busy with other work, or stops for it, ends none of them. With `--table` the lines
are kept in FILE, too, and a later run with the same file goes on where one that was broken off has ended. The projects
want libraries (Debian: libsdl2-dev, libsdl2-image-dev, libsdl2-ttf-dev) and data that are not in their repository: what
they say they cannot open has to be laid into their `Code/dat`.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

POLL = 0.25
"""Seconds between two looks at what a step has used."""
QUIET = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "DISPLAY": ""}
KIND_WIDTH = 13
PICTURES = "pictures"


@dataclass(frozen=True)
class Outcome:
    """`kind`: one word for the table; `note`: what was said; `files`: what a run wrote, by name."""

    kind: str
    note: str = ""
    files: Mapping[str, str] | None = None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.preesm", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a copy of a checkout")
    parser.add_argument("--cores", type=int, nargs="+", default=[1, 2, 4], metavar="N", help="default: 1 2 4")
    parser.add_argument("-n", type=int, default=2, metavar="N", help="iterations of a run (default: 2)")
    parser.add_argument("--seconds", type=float, default=120, metavar="S", help="CPU seconds of a step (default: 120)")
    parser.add_argument("--only", default="", metavar="TEXT", help="scenarios whose path contains it")
    parser.add_argument("--table", type=Path, metavar="FILE", help="keep the lines there; skip what it has")
    given = parser.parse_args()
    scenarios = [path for path in sorted(given.folder.resolve().rglob("*.scenario")) if given.only in str(path)]
    known = read_table(given.table)
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-") as made:
        preload = Path(made) / "shown.so"
        source = Path(__file__).with_name("shown.c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", str(source), "-o", str(preload), "-ldl"], check=True)
        for number, scenario in enumerate(scenarios, start=1):
            name = str(scenario.relative_to(given.folder.resolve()))
            line = known.get(name)
            if line is None:
                print(f"{number} of {len(scenarios)}: {name}", file=sys.stderr, flush=True)
                outcome = tried(scenario, given.folder.resolve(), Path(made), given)
                note = outcome.note.replace(f"{given.folder.resolve()}/", "")
                line = f"{outcome.kind:<{KIND_WIDTH}}{name}  {note}".rstrip()
                keep_line(given.table, line)
            found[line[:KIND_WIDTH].strip()] += 1
            print(line, flush=True)
    others = ", ".join(f"{count} {kind}" for kind, count in sorted(found.items()) if kind != "works")
    print(f"{found['works']} of {len(scenarios)} work" + (f"; {others}" if others else ""))
    return 0


def read_table(path: Path | None) -> dict[str, str]:
    """The lines of an earlier run, by scenario."""
    if path is None or not path.is_file():
        return {}
    return {line[KIND_WIDTH:].partition("  ")[0]: line for line in path.read_text().splitlines()}


def keep_line(path: Path | None, line: str) -> None:
    if path is not None:
        with path.open("a") as file:
            file.write(f"{line}\n")


def tried(scenario: Path, folder: Path, made: Path, given: argparse.Namespace) -> Outcome:
    """The worst of what happened with any number of cores."""
    first: Outcome | None = None
    for cores in given.cores:
        outcome = on_cores(scenario, folder, made, cores, given)
        if outcome.kind != "works":
            return Outcome(outcome.kind, f"{cores} cores: {outcome.note}")
        if first is not None and outcome.files != first.files:
            names = sorted({*(first.files or {}), *(outcome.files or {})})
            other = [name for name in names if (first.files or {}).get(name) != (outcome.files or {}).get(name)]
            return Outcome("other bytes", f"{cores} cores: {', '.join(other)}")
        first = first or outcome
    assert first is not None
    pictures = len((first.files or {}).get(PICTURES, "").splitlines())
    return Outcome("works", f"{len(first.files or {}) - bool(pictures)} files and {pictures} pictures compared")


def on_cores(scenario: Path, folder: Path, made: Path, cores: int, given: argparse.Namespace) -> Outcome:
    target = made / "program"
    dfgen = [sys.executable, "-m", "dfgen"]
    for kind, command in (
        ("refused", [*dfgen, "compile", str(scenario), "-o", str(target), "--cores", str(cores)]),
        ("not built", [*dfgen, "build", str(target)]),
    ):
        ended = run(command, folder, given.seconds)
        if ended.returncode == -signal.SIGKILL:
            return Outcome("too long", f"{command[3]}: more than {given.seconds:g} s")
        if ended.returncode:
            is_bug = ended.returncode not in (1, 2)
            return Outcome("failed" if is_bug else kind, first_error(ended.stderr))
    program = ended.stdout.strip().splitlines()[-1]
    before, pictures = written(folder), made / "pictures"
    pictures.unlink(missing_ok=True)
    preload = {"LD_PRELOAD": str(made / "shown.so"), "DF_SHOWN": str(pictures)}
    ended = run([program, "-n", str(given.n), "-q"], scenario.parent, given.seconds, preload)
    after = written(folder)
    if ended.returncode == -signal.SIGKILL:
        return Outcome("too long", f"run: more than {given.seconds:g} s")
    if ended.returncode:
        return Outcome("crashed" if ended.returncode not in (1, 4) else "ended", ending(ended))
    files = {name: digest(folder / name) for name in after if after[name] != before.get(name)}
    # Pictures of several windows come in any order.
    shown = {PICTURES: "\n".join(sorted(pictures.read_text().splitlines()))} if pictures.is_file() else {}
    return Outcome("works", files=files | shown)


def run(
    command: Sequence[str], folder: Path, seconds: float, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What takes longer is ended, and counts as ended by that signal."""
    with (
        tempfile.TemporaryFile("w+", errors="replace") as out,
        tempfile.TemporaryFile("w+", errors="replace") as errors,
    ):
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=errors, start_new_session=True,
            env={**os.environ, **QUIET, **(environment or {})},
        )  # fmt: skip
        watch(process, seconds)
        out.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(command, process.returncode, out.read(), errors.read())


def watch(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait for the end of a process, or end its session after `seconds` of CPU time or of doing nothing.

    Time is counted by looks and not by the clock: where the machine stops, these stop as well.
    """
    used = idle = 0.0
    while used <= seconds and idle <= seconds:
        try:
            process.wait(POLL)
        except subprocess.TimeoutExpired:
            now = cpu_seconds(process.pid)
            idle = 0.0 if now > used else idle + POLL
            used = max(used, now)
        else:
            return
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def cpu_seconds(session: int) -> float:
    """What the processes of a session, and their children that have ended, have used."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name of a program, in brackets, may hold anything.
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:  # ended since
            continue
        if int(fields[3]) == session:
            ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def ending(ended: subprocess.CompletedProcess[str]) -> str:
    by = signal.Signals(-ended.returncode).name if ended.returncode < 0 else f"status {ended.returncode}"
    return f"{by}: {first_error(ended.stderr)}"


def first_error(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), lines[-1] if lines else "")


def written(folder: Path) -> dict[str, int]:
    """When each file was written last."""
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in _files(folder)}


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != ".git"]
        yield from (path for name in names if (path := Path(place, name)).is_file())


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
