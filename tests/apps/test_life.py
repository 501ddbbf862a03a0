# SPDX-License-Identifier: Apache-2.0
"""Signals, the order of init and end, and what a program leaves behind."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.harness import RUN_SECONDS_MAX, Workbench, clean_environment, run
from tests.apps.promised import FEEDBACK, SEVERAL, SINKS, UPSTREAM, Shape, command_line, ended, expected, recorded


def interrupted(
    bench: Workbench, graph: Path, shape: Shape, number: signal.Signals
) -> tuple[int, str, str, dict[int, list[int]]]:
    """Status, output, errors and records of a program that got a signal while it ran."""
    program = bench.program(graph, shape.options)
    process = subprocess.Popen(
        [str(program), *command_line(graph, "doze_us=20", "--json", "figures.json")], cwd=program.parent,
        env=clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    last = program.parent / f"out{max(SINKS[graph])}.bin"
    deadline = time.monotonic() + RUN_SECONDS_MAX
    while not (last.exists() and last.stat().st_size > 0) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(number)
    output, errors = process.communicate(timeout=RUN_SECONDS_MAX)
    return process.returncode, output, errors, recorded(graph, program.parent)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 1, 1), Shape(3, 3, 1), Shape(1, 2)], ids=str)
@pytest.mark.parametrize("graph", [SEVERAL, UPSTREAM, FEEDBACK], ids=lambda graph: graph.stem)
def test_a_signal_ends_with_the_same_whole_iterations_at_every_sink(
    graph: Path, shape: Shape, number: signal.Signals, bench: Workbench
) -> None:
    status, output, errors, contents = interrupted(bench, graph, shape, number)
    assert status == 128 + number
    assert errors.startswith("interrupted: ends in order; another signal exits at once\n")
    folder = bench.program(graph, shape.options).parent
    figures = json.loads((folder / "figures.json").read_text(encoding="utf-8"))
    assert figures["status"] == "interrupted"
    assert figures["iterations"] > 0
    assert contents == expected(graph, figures["iterations"])
    assert output.count("end ") == output.count("init ") > 0


@pytest.mark.parametrize("cores", [1, 2, 4])
def test_init_in_topological_order_and_end_in_reverse(cores: int, bench: Workbench) -> None:
    for iterations in (0, 3):
        result, _ = ended(bench, SEVERAL, Shape(cores, 2), "-n", str(iterations))
        lines = [line.split() for line in result.stdout.splitlines()]
        inits = [int(number) for word, number in lines if word == "init"]
        ends = [int(number) for word, number in lines if word == "end"]
        assert sorted(inits) == [1, 2, 4, 5, 6]
        assert ends == inits[::-1]
        assert lines[: len(inits)] == [["init", str(number)] for number in inits]
        # Source, then the middle and the sinks fed by it.
        assert inits[0] == 1
        assert inits.index(2) < inits.index(5)


@pytest.mark.parametrize("cores", [1, 2, 4])
@pytest.mark.parametrize("failing", [1, 2, 5])
def test_a_failure_in_init_ends_only_what_was_initialised(failing: int, cores: int, bench: Workbench) -> None:
    program = bench.program(SEVERAL, Shape(cores, 2).options)
    result = run(program, *command_line(SEVERAL, "-n", "9", f"fail_in_init={failing}"))
    assert result.returncode == 1
    message = "no output" if failing == 5 else "no input"
    assert result.stderr.count("error: ") == 1
    assert f", in init: {message}" in result.stderr
    lines = [line.split() for line in result.stdout.splitlines()]
    inits = [number for word, number in lines if word == "init"]
    assert str(failing) not in inits
    assert [number for word, number in lines if word == "end"] == inits[::-1]
    assert all(path.stat().st_size == 0 for path in program.parent.glob("out*.bin"))
    for path in program.parent.glob("out*.bin"):
        path.unlink()


def test_a_program_without_memory_says_which_fifo_wants_it(bench: Workbench) -> None:
    options = CompileOptions(cores=2, depth=2, parameters={"size": 10_000_000})
    program = bench.program(SEVERAL, options)
    limited = ["sh", "-c", f"ulimit -v 300000; exec {program} -n 1"]
    result = subprocess.run(
        limited, env=clean_environment(), capture_output=True, text=True, timeout=RUN_SECONDS_MAX, check=False
    )
    assert result.returncode == 1
    assert result.stdout == ""
    assert "error: the FIFOs need " in result.stderr
    assert "MiB of memory, which the system does not give" in result.stderr
    assert re.search(r"largest FIFO buffer: '\w+\.out', 305\.2 MiB \(2 x 160000000 bytes\)", result.stderr)
    assert "compile with a smaller --depth" in result.stderr


@pytest.mark.parametrize("guard", [False, True], ids=["plain", "guard"])
def test_nothing_is_left_after_a_kill(guard: bool, bench: Workbench) -> None:
    program = bench.program(SEVERAL, CompileOptions(cores=2, guard=guard))
    shared_memory = Path("/dev/shm")
    before = set(shared_memory.iterdir())
    process = subprocess.Popen(
        [str(program), *command_line(SEVERAL, "doze_us=100")], cwd=program.parent, env=clean_environment(),
        stdout=subprocess.PIPE,
    )  # fmt: skip
    while not (program.parent / "out6.bin").exists():
        time.sleep(0.02)
    mapped = Path(f"/proc/{process.pid}/maps").read_text(encoding="utf-8")
    process.kill()
    process.communicate(timeout=RUN_SECONDS_MAX)
    assert process.returncode == -signal.SIGKILL
    # Other programs come and go there; this one never had a name in it.
    assert "/dev/shm/" not in mapped
    assert not {path for path in set(shared_memory.iterdir()) - before if "df" in path.name or "several" in path.name}
    for path in program.parent.glob("out*.bin"):
        path.unlink()


def test_a_crash_names_actor_place_and_firing(bench: Workbench) -> None:
    program = bench.program(SEVERAL, Shape(2, 2).options)
    result = run(program, *command_line(SEVERAL, "-n", "5000", "who=2", "what=crash", "at=37"))
    assert result.returncode == -signal.SIGSEGV
    assert "error: actor 'middle' (several.sdf:14:11), firing 37: segmentation fault at address 0x10" in result.stderr
