# SPDX-License-Identifier: Apache-2.0
"""Programs on several nodes: how many iterations every sink sees, whoever ends the program and wherever it is, and that
nothing is left of them whatever happens to a node."""

from __future__ import annotations

import itertools
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.harness import PLAIN, Workbench, clean_environment
from tests.apps.nodes import SECONDS, complete, processes, program, run, started, started_whole, until
from tests.apps.promised import FEEDBACK, SEVERAL, UPSTREAM, Shape, command_line, expected, recorded
from tests.messages import Messages, needs_mpi

pytestmark = needs_mpi

COPIED = """\
graph copied {
    include "pass.h";
    actor read @node(NODE) = file_source(block = 64);
    actor pass @node(OTHER) { fire pass(i, o); in i : uint8[64]; out o : uint8[64]; }
    actor write = file_sink(block = 64);
    read.data -> pass.i;
    pass.o -> write.data;
    read.size -> write.size;
}
"""
PASS = """\
#include <stdint.h>
static inline void pass(const uint8_t *i, uint8_t *o)
{
    for (int k = 0; k < 64; k++)
        o[k] = i[k];
}
"""
WIDE = """\
graph wide {
    include "pass.h";
    actor read @node(0) = file_source(block = 64);
    actor pass @node(0) { fire pass(i, o); in i : uint8[64]; out o : uint8[64]; }
    actor first @node(1) @core(0) = file_sink(block = 64);
    actor second @node(1) @core(1) = file_sink(block = 64);
    read.data -> pass.i;
    pass.o -> first.data;
    pass.o -> second.data;
    read.size -> first.size;
    read.size -> second.size;
}
"""
SINGLE = """\
#include <mpi.h>
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    (void)required;
    return PMPI_Init_thread(argc, argv, MPI_THREAD_SINGLE, provided);
}
"""
CASES = [
    pytest.param(graph, nodes, seed, id=f"{graph.stem}-{nodes}-{seed}")
    for graph, nodes, seed in ((SEVERAL, 2, 1), (SEVERAL, 4, 2), (SEVERAL, 3, 3), (UPSTREAM, 2, 4), (FEEDBACK, 2, 5))
]
SHAPES = (Shape(1, None, None, "auto"), Shape(2, 2, 1), Shape(2, None, None, "staged"))
CASES_IN_SHAPES = [
    pytest.param(*case.values, shape, id=f"{case.id}-{shape}")
    for case, shape in zip(CASES, (*SHAPES, *SHAPES), strict=False)
]


@pytest.mark.parametrize(("graph", "nodes", "seed", "shape"), CASES_IN_SHAPES)
def test_n_counts_iterations_at_every_sink(
    graph: Path, nodes: int, seed: int, shape: Shape, bench: Workbench, messages: Messages, tmp_path: Path
) -> None:
    command = program(bench, messages, graph, nodes, seed, shape)
    for iterations in (0, 1, 1025):
        result = run(command, tmp_path, *command_line(graph, "-n", str(iterations)))
        assert result.returncode == 0, result.stderr
        assert recorded(graph, tmp_path) == expected(graph, iterations)


@pytest.mark.parametrize(("graph", "nodes", "seed", "shape"), CASES_IN_SHAPES[:3])
def test_an_actor_ends_the_program_on_all_nodes(
    graph: Path, nodes: int, seed: int, shape: Shape, bench: Workbench, messages: Messages, tmp_path: Path
) -> None:
    command = program(bench, messages, graph, nodes, seed, shape)
    ways = itertools.product(((1, 1), (2, 2)), ("stop", "end"))
    for ((actor, firings), what), at in zip(ways, (0, 37, 2048, 38), strict=True):
        told = (f"who={actor}", f"what={what}", f"at={at}")
        result = run(command, tmp_path, *command_line(graph, "-n", "5000", *told))
        assert result.returncode == 0, (told, result.stderr)
        assert recorded(graph, tmp_path) == expected(graph, at // firings + (what == "stop")), told


@pytest.mark.parametrize(("graph", "nodes", "seed"), CASES[1:2])
def test_a_failure_leaves_prefixes(
    graph: Path, nodes: int, seed: int, bench: Workbench, messages: Messages, tmp_path: Path
) -> None:
    command = program(bench, messages, graph, nodes, seed, SHAPES[0])
    result = run(command, tmp_path, *command_line(graph, "-n", "5000", "who=2", "what=fail", "at=1000"))
    assert result.returncode == 1
    assert "told to fail in 2" in result.stderr
    for number, tokens in recorded(graph, tmp_path).items():
        assert tokens == expected(graph, 5000)[number][: len(tokens)]


def test_init_and_end_take_turns_over_all_nodes(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    command = program(bench, messages, SEVERAL, 3, 3, SHAPES[0])
    result = run(command, tmp_path, *command_line(SEVERAL, "-n", "1"))
    numbers = sorted(line for line in result.stdout.splitlines() if line.startswith(("init", "end")))
    assert len(numbers) == len(set(numbers))
    assert {line.partition(" ")[0] for line in numbers} == {"init", "end"}


def test_as_many_processes_as_nodes(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    *_, path = program(bench, messages, SEVERAL, 2, 1, SHAPES[0])
    result = run([path], tmp_path, *command_line(SEVERAL, "-n", "1"))
    assert result.returncode == 1
    assert ": error[processes-wrong]: the program runs on 2 nodes, and 1 process was started\n" in result.stderr
    assert "help: Use mpirun -np 2, or dfgen run." in result.stderr


@pytest.mark.parametrize(
    ("arguments", "environment", "told", "status"),
    [
        (("--no-such",), {}, "error: --no-such: there is no such flag", 2),
        (("-n", "1"), {"DFGEN_PIN": "7"}, "error: DFGEN_PIN='7' is not one of 0 1", 1),
        (("--help",), {}, "Usage: ", 0),
    ],
    ids=["flag", "environment", "help"],
)
def test_what_the_command_line_says_is_told_once(
    arguments: tuple[str, ...], environment: Mapping[str, str], told: str, status: int,
    bench: Workbench, messages: Messages, tmp_path: Path,
) -> None:  # fmt: skip
    command = program(bench, messages, SEVERAL, 2, 1, SHAPES[0])
    result = run(command, tmp_path, *arguments, environment=environment)
    assert result.returncode == status
    assert (result.stdout + result.stderr).count(told) == 1
    assert "_0" not in result.stdout
    assert "MPI_ABORT" not in result.stderr


def test_processes_of_two_programs_do_not_begin(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    *launched, one = program(bench, messages, SEVERAL, 2, 1, SHAPES[0])
    *_, other = program(bench, messages, UPSTREAM, 2, 4, SHAPES[0])
    each = launched[: launched.index("-np")]
    result = run([*each, "-np", "1", one, "-n", "1", ":", "-np", "1", other, "-n", "1"], tmp_path)
    assert result.returncode == 1
    assert ": error[processes-unlike]: the process of node " in result.stderr
    assert "is another program, or another version of it than that of node" in result.stderr
    assert "help: Build the program once, and copy it to all hosts." in result.stderr


def test_an_mpi_without_threads_is_refused(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    (tmp_path / "single.c").write_text(SINGLE)
    library = tmp_path / "single.so"
    subprocess.run(["cc", "-shared", "-fPIC", *messages.included, tmp_path / "single.c", "-o", library], check=True)
    *launched, path = program(bench, messages, SEVERAL, 2, 1, SHAPES[0])
    command = [*launched, "env", f"LD_PRELOAD={library}", path]
    result = run(command, tmp_path, *command_line(SEVERAL, "-n", "1"))
    assert result.returncode == 1
    assert result.stderr.count(": error[mpi-threads]: this MPI cannot be used by a program with threads") == 1
    assert "help: Install one that has threads" in result.stderr


def test_a_node_with_fewer_cpus_than_cores_says_so(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    cpu = min(os.sched_getaffinity(0))
    platform = tmp_path / "cluster.toml"
    platform.write_text("[[nodes]]\nname = 'one'\ncores = 1\n[[nodes]]\nname = 'other'\ncores = 2\n")
    graph = tmp_path / "copied.sdf"
    graph.write_text(WIDE)
    (tmp_path / "pass.h").write_text(PASS)
    options = CompileOptions(nodes=2, platform=str(platform))
    path = bench.program(graph, options, messages.toolchain_like(PLAIN))
    command = messages.command(["taskset", "-c", str(cpu), str(path)], bench.compile(graph, options))
    result = run(command, tmp_path, "-n", "4", "read=/dev/zero", "first=1.bin", "second=2.bin")
    assert result.returncode == 0, result.stderr
    assert f"{platform}:4:3: warning[cores-lacking]: node 'other' runs 2 cores on 1 CPU\n" in result.stderr
    assert result.stderr.count("--bind-to none") == 1


@pytest.mark.parametrize(("node", "copied"), [(0, True), (1, False)])
def test_the_first_node_alone_has_a_standard_input(
    node: int, copied: bool, bench: Workbench, messages: Messages, tmp_path: Path
) -> None:
    graph = tmp_path / "copied.sdf"
    graph.write_text(COPIED.replace("NODE", str(node)).replace("OTHER", str(1 - node)))
    (tmp_path / "pass.h").write_text(PASS)
    options = CompileOptions(nodes=2)
    path = bench.program(graph, options, messages.toolchain_like(PLAIN))
    command = messages.command([str(path), "--", "read=-", "write=out"], bench.compile(graph, options))
    result = subprocess.run(
        command, input="bytes" * 100, cwd=tmp_path, env=clean_environment(), capture_output=True, text=True,
        timeout=SECONDS, check=False,
    )  # fmt: skip
    assert (result.returncode == 0) is copied, result.stderr
    assert (tmp_path / "out").exists() is copied
    if copied:
        assert (tmp_path / "out").read_text() == "bytes" * 100
    else:
        assert "-: node 'node1' has no standard input, which is the first node's: pin this actor" in result.stderr


# --- what happens to nodes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_any_process_ends_all_in_order(
    number: signal.Signals, bench: Workbench, messages: Messages, tmp_path: Path
) -> None:
    command = program(bench, messages, SEVERAL, 2, 1, SHAPES[1])
    with started(command, tmp_path) as process:
        os.kill(processes(command)[-1], number)
        assert process.wait(SECONDS) == 128 + number
        assert not processes(command)
    contents = recorded(SEVERAL, tmp_path)
    assert contents == expected(SEVERAL, len(contents[5]) // 2)


def test_a_signal_that_dfgen_repeats_counts_once(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    """The end takes as long as another node is stopped."""
    command = program(bench, messages, SEVERAL, 2, 1, SHAPES[1])
    with started(command, tmp_path) as process:
        asked, other = processes(command)
        os.kill(other, signal.SIGSTOP)
        for _ in range(3):
            os.kill(asked, signal.SIGUSR1)
            time.sleep(0.3)  # what comes sooner would count as one in any case
        os.kill(other, signal.SIGCONT)
        assert process.wait(SECONDS) == 128 + signal.SIGINT
    contents = recorded(SEVERAL, tmp_path)
    assert contents == expected(SEVERAL, len(contents[5]) // 2)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_the_launcher_leaves_whole_outputs(
    number: signal.Signals, bench: Workbench, messages: Messages, tmp_path: Path
) -> None:
    """Passes are so short that all is written before Open MPI's launcher has no more patience."""
    command = program(bench, messages, SEVERAL, 2, 1, Shape(1, None, 16))
    with started(command, tmp_path) as process:
        process.send_signal(number)
        process.wait(SECONDS)  # launchers return what they like
        assert not processes(command)
    contents = recorded(SEVERAL, tmp_path)
    assert contents == expected(SEVERAL, len(contents[5]) // 2)


def test_what_takes_longer_than_the_launcher_waits_leaves_prefixes(
    bench: Workbench, messages: Messages, tmp_path: Path
) -> None:
    command = program(bench, messages, SEVERAL, 2, 1, SHAPES[0])
    with started(command, tmp_path, "doze_us=20000") as process:
        process.send_signal(signal.SIGTERM)
        if not messages.launcher.is_open:  # this one waits
            time.sleep(3)
            assert process.poll() is None
            return
        assert process.wait(SECONDS) == 1
        assert process.stderr is not None
        assert "error: the launcher ends processes soon after a signal" in process.stderr.read()
    for number, tokens in recorded(SEVERAL, tmp_path).items():
        assert tokens == expected(SEVERAL, len(tokens))[number][: len(tokens)]


def test_a_node_that_is_killed_ends_all(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    command = program(bench, messages, SEVERAL, 2, 1, SHAPES[1])
    patient = {"OMPI_MCA_odls_base_sigkill_timeout": "5"}  # twice what the others need to say it
    with started_whole(complete(command, "--peer-timeout", "60s"), tmp_path, patient) as process:
        os.kill(processes(command)[-1], signal.SIGKILL)
        assert process.wait(SECONDS) != 0
        assert process.stderr is not None
        told = process.stderr.read()
        if messages.launcher.is_open:  # MPICH's kills the others at once
            assert re.search(r"error: node 'node[01]' \(process of its own\) does not answer", told)
            assert "'dfgen run' leaves time" not in told
        until(lambda: not processes(command))


def test_a_node_that_is_frozen_ends_all(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    command = program(bench, messages, SEVERAL, 2, 1, SHAPES[1])
    with started(command, tmp_path, "--peer-timeout", "1s") as process:
        os.kill(processes(command)[-1], signal.SIGSTOP)
        assert process.wait(SECONDS) != 0
        assert process.stderr is not None
        told = process.stderr.read()
        assert "is gone (no sign of life for 1 s)" in told
        assert "does not answer" not in told  # from the one that wakes up
        until(lambda: not processes(command))


def test_nodes_that_are_all_stopped_go_on(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    command = program(bench, messages, SEVERAL, 2, 1, SHAPES[1])
    with started(command, tmp_path, "--peer-timeout", "3s") as process:
        for pid in processes(command):
            os.kill(pid, signal.SIGSTOP)
        time.sleep(4)
        for pid in processes(command):
            os.kill(pid, signal.SIGCONT)
        time.sleep(4)
        assert process.poll() is None
        os.kill(processes(command)[0], signal.SIGTERM)
        assert process.wait(SECONDS) == 128 + signal.SIGTERM


# --- dfgen run --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_dfgen_run_ends_all_in_order(number: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dfgen", "run", str(SEVERAL), "--nodes", "2", "-q", "-o", str(tmp_path / "out")]
    command += ["--latency", "256"]  # what is begun is completed: dozing all the while
    environment = {**clean_environment(), "DFGEN_CACHE": os.environ["DFGEN_CACHE"]}
    options = command_line(SEVERAL, "--", "doze_us=100")
    subprocess.run([*command, "-n", "1", *options], cwd=tmp_path, env=environment, check=True, timeout=300)
    recorded(SEVERAL, tmp_path)  # and gone
    process = subprocess.Popen([*command, *options], cwd=tmp_path, env=environment)
    until(lambda: (tmp_path / "out4.bin").is_file() and (tmp_path / "out4.bin").stat().st_size > 8)
    process.send_signal(number)
    assert process.wait(SECONDS) == 128 + number
    contents = recorded(SEVERAL, tmp_path)
    assert contents == expected(SEVERAL, len(contents[5]) // 2)
