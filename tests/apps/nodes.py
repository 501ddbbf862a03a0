# SPDX-License-Identifier: Apache-2.0
"""The promised graphs on several nodes: what runs one, and how to get at its processes while it does."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from tests.apps.harness import PLAIN, Toolchain, Workbench, clean_environment
from tests.apps.promised import SEVERAL, Shape, command_line
from tests.messages import Messages, nodes_at_random

SECONDS = 60
LOOK_S = 0.02


def program(
    bench: Workbench, messages: Messages, graph: Path, nodes: int, seed: int, shape: Shape, toolchain: Toolchain = PLAIN
) -> list[str]:
    """The command that runs it."""
    options = replace(shape.options, nodes=nodes, search_s=float(seed))  # only to tell programs apart
    with nodes_at_random(seed):
        compiled = bench.compile(graph, options)
        path = bench.program(graph, options, messages.toolchain_like(toolchain))
    return messages.command([str(path)], compiled)


def run(
    command: Sequence[str], folder: Path, *arguments: str, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*command, *arguments], cwd=folder, env=clean_environment(environment), capture_output=True, text=True,
        timeout=SECONDS, check=False,
    )  # fmt: skip


def complete(command: Sequence[str], *arguments: str) -> list[str]:
    """What starts the program so that it runs for long."""
    return [*command, *command_line(SEVERAL, "doze_us=100", *arguments)]


@contextmanager
def started(command: Sequence[str], folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Under way: the sinks have got something."""
    with started_whole(complete(command, *arguments), folder) as process:
        yield process


@contextmanager
def started_whole(
    command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command, cwd=folder, env=clean_environment(environment), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    )  # fmt: skip
    try:
        sinks = [folder / f"out{number}.bin" for number in (4, 5)]
        until(lambda: all(sink.is_file() and sink.stat().st_size for sink in sinks))
        yield process
    finally:
        for pid in processes(command):
            with suppress(ProcessLookupError):  # it may just end by itself
                os.kill(pid, signal.SIGKILL)
        process.kill()
        process.wait()


def until(condition: Callable[[], bool], seconds: float = SECONDS) -> None:
    """Counted in looks: while the whole machine stands still, no time passes for the program either."""
    assert comes(condition, seconds), "it did not come to that"


def comes(condition: Callable[[], bool], seconds: float) -> bool:
    for _ in range(round(seconds / LOOK_S)):
        if condition():
            return True
        time.sleep(LOOK_S)
    return condition()


def processes(command: Sequence[str]) -> list[int]:
    """Those that run the program, without the launcher."""
    path = next(word for word in reversed(command) if word.startswith("/")).encode()
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "cmdline").read_bytes().split(b"\0")[0] == path:
                found.append(int(entry.name))
        except OSError:
            continue
    return sorted(found)
