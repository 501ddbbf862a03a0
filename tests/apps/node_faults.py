# SPDX-License-Identifier: Apache-2.0
"""What happens to nodes at random times, and what must hold after it: no process is left, and each sink has a prefix of
what it would have got; after a signal all have the same iterations. As a campaign, by every MPI that is here:

    python -m tests.apps.node_faults [--each 200] [--seed N]
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from tests.apps.harness import Workbench
from tests.apps.nodes import comes, complete, processes, program, started_whole
from tests.apps.promised import SEVERAL, Shape, expected, recorded
from tests.bench.network.wires import END, NoWireError, limited
from tests.messages import Messages, implementations

SHAPE = Shape(1, None, 64)

PATIENCE = ("--peer-timeout", "1s")
END_MOST_S = 20
"""Ten times what is promised for so short a timeout: machines may be busy."""
ACTS_MOST_S = 0.4

Act = Callable[[Sequence[str], int], None]


def _sent(number: signal.Signals) -> Act:
    def act(command: Sequence[str], which: int) -> None:
        here = processes(command)
        if here:
            os.kill(here[which % len(here)], number)

    return act


ACTS: Mapping[str, Act] = {
    "SIGKILL": _sent(signal.SIGKILL),
    "SIGSTOP": _sent(signal.SIGSTOP),
    "SIGINT": _sent(signal.SIGINT),
}


def problem_after(
    name: str, act: Act, command: Sequence[str], folder: Path, seed: int, environment: Mapping[str, str] | None = None
) -> str:
    """Start the program, do so to one of its nodes after a while, and say what is wrong then; empty: nothing is."""
    rng = random.Random(f"{name} {seed}")
    with started_whole(command, folder, environment) as process:
        time.sleep(rng.uniform(0, ACTS_MOST_S))
        act(command, rng.randrange(1000))
        waits = name in ACTS  # Open MPI's launcher waits for a cable for ever
        if waits and not comes(lambda: process.poll() is not None, END_MOST_S):
            return f"it still runs {END_MOST_S} s after {name}"
        if not comes(lambda: not processes(command), END_MOST_S):
            return f"processes are left after {name}"
        status = process.returncode if waits else 1
    return _problem_of_outputs(name, status, recorded(SEVERAL, folder))


def _problem_of_outputs(name: str, status: int, contents: Mapping[int, list[int]]) -> str:
    if name == "SIGINT":
        whole = expected(SEVERAL, len(contents[5]) // 2)
        return "" if status == 130 and contents == whole else f"status {status}, or sinks that differ"
    for number, tokens in contents.items():
        if tokens != expected(SEVERAL, len(tokens))[number][: len(tokens)]:
            return f"sink {number} holds what it should not"
    return "" if status != 0 else "it ends as if nothing had happened"


def _end_launchers(space: str) -> None:
    """On both hosts."""
    for each in (space, space[:-1] + "b"):
        found = subprocess.run(["ip", "netns", "pids", each], capture_output=True, text=True, check=False)
        for pid in found.stdout.split():
            os.kill(int(pid), signal.SIGKILL)


def problem_after_cut(bench: Workbench, messages: Messages, folder: Path, seed: int) -> str:
    """The same, where the cable between two network namespaces is taken out. Raises `NoWireError`."""
    *_, path = program(bench, messages, SEVERAL, 2, 1, SHAPE)
    with limited(folder) as wire:

        def act(_: Sequence[str], __: int) -> None:
            subprocess.run(["ip", "-n", wire.before[-1], "link", "set", END, "down"], check=True)

        command = wire.command(messages.launcher, complete([path], *PATIENCE))
        try:
            return problem_after("link down", act, command, folder, seed, wire.environment)
        finally:
            _end_launchers(wire.before[-1])


def problem_after_act(bench: Workbench, messages: Messages, name: str, folder: Path, seed: int) -> str:
    command = complete(program(bench, messages, SEVERAL, 2, 1, SHAPE), *PATIENCE)
    return problem_after(name, ACTS[name], command, folder, seed)


def problems(each: int, first: int, folder: Path, *, has_wire: bool) -> Iterator[tuple[str, str]]:
    """Of each case its name, and what is wrong."""
    bench = Workbench(folder)
    for messages in implementations():
        for seed in range(first, first + each):
            for name in ACTS:
                yield f"{messages.name}, {name}, seed {seed}", problem_after_act(bench, messages, name, folder, seed)
            if has_wire and messages.launcher.is_open:  # MPICH's build sees that both namespaces are on one machine
                yield f"{messages.name}, link down, seed {seed}", problem_after_cut(bench, messages, folder, seed)


def _has_wire(folder: Path) -> bool:
    try:
        with limited(folder):
            return True
    except NoWireError as error:
        print(f"skipped: link down: no network namespaces: {error}")
        return False


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.apps.node_faults", description=__doc__)
    parser.add_argument("--each", type=int, default=200, metavar="N", help="so many of each (default: 200)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first seed (default: 0)")
    given = parser.parse_args()
    tried = failed = 0
    with tempfile.TemporaryDirectory(prefix="dfgen-faults-") as folder:
        has_wire = _has_wire(Path(folder))
        for name, problem in problems(given.each, given.seed, Path(folder), has_wire=has_wire):
            tried += 1
            failed += bool(problem)
            if problem:
                print(f"{name}: {problem}", flush=True)
    print(f"{tried} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
