# SPDX-License-Identifier: Apache-2.0
"""The FM receiver as a program that is fed by a file or a pipe, as a target of a CMake project, and from Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import dfgen
from dfgen.build.toolchain import find_tools
from dfgen.checking import check_graph
from dfgen.paths import PACKAGE
from dfgen.pipeline import CompileOptions
from tests.apps.applications import APPS, FM, HAS_CPP
from tests.apps.harness import Workbench

pytestmark = pytest.mark.skipif(not HAS_CPP, reason="there is no C++ compiler")
RECEIVER = APPS / "fm/receiver.sdf"
BLOCK, AUDIO = 2400, 48
SCRIPT = """\
import sys
import numpy
rate, count = 1200000, int(sys.argv[1])
time = numpy.arange(count) / rate
angle = 2 * numpy.pi * (100000 * time + 37500 / 500 * numpy.sin(2 * numpy.pi * 500 * time) / (2 * numpy.pi))
samples = numpy.stack([numpy.cos(angle), numpy.sin(angle)], axis=1)
sys.stdout.buffer.write((127.5 + 100 * samples + 0.5).astype(numpy.uint8).tobytes())
"""
"""A station at 100 kHz with a tone of 500 Hz, made by other means."""


def transmitted(count: int) -> bytes:
    return subprocess.run([sys.executable, "-c", SCRIPT, str(count)], stdout=subprocess.PIPE, check=True).stdout


def verdict(output: Path, *arguments: str) -> str:
    """What the checker says."""
    command = [sys.executable, str(APPS / "fm/check.py"), str(output), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return ended.stdout + ended.stderr


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Workbench(tmp_path_factory.mktemp("fm")).program(FM.graph, CompileOptions(cores=2))


def run(program: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [program, "-q", *arguments]
    return subprocess.run(command, cwd=program.parent, input=stdin, capture_output=True, check=False, timeout=60)


def test_stations_are_told_apart_while_it_runs(program: Path) -> None:
    assert run(program, "seconds=0.4", "frequency=-300000@200").returncode == 0
    output = program.parent / "fm-out.wav"
    assert verdict(output, "--end", "0.19").startswith("right: 1000.0 Hz")
    assert verdict(output, "--begin", "0.21", "--tone", "3000").startswith("right: 3000.0 Hz")
    assert "the strongest tone is at 3000.0 Hz, expected 1000 Hz" in verdict(output, "--begin", "0.21")
    assert "expected -12 dBFS" in verdict(output, "--end", "0.19", "--level", "-12")


def test_files_and_pipes_come_in_and_pipes_go_out(program: Path, tmp_path: Path) -> None:
    samples = transmitted(300000 + 17)  # the last block is not whole
    (tmp_path / "iq").write_bytes(samples)
    given = ("frequency=100000", "output=-")
    by_file = run(program, f"input={tmp_path / 'iq'}", *given)
    by_pipe = run(program, "input=-", *given, stdin=samples)
    assert (by_file.returncode, by_file.stderr) == (0, b"")
    assert by_file.stdout == by_pipe.stdout
    assert len(by_pipe.stdout) == 44 + 2 * 250 * AUDIO
    # A tone that is not emphasised comes out lower: by 0.1 dB at 500 Hz. A pipe does not learn of its length.
    (tmp_path / "pipe.wav").write_bytes(by_pipe.stdout)
    assert "the header says" in verdict(tmp_path / "pipe.wav")
    assert run(program, f"input={tmp_path / 'iq'}", "frequency=100000").returncode == 0
    assert verdict(program.parent / "fm-out.wav", "--tone", "500", "--level", "-6.13").startswith("right: 500.0 Hz")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("input=missing",), "cannot open input missing: No such file or directory"),
        (("seconds=none",), "seconds=none is not a number above 0 and below 1e6"),
        (("seconds=1", "input=-"), "seconds= is for stations that are generated; leave it out beside input="),
        (("output=none/out.wav",), "cannot create none/out.wav: No such file or directory"),
    ],
)
def test_wrong_options_are_told(arguments: tuple[str, ...], said: str, program: Path) -> None:
    ended = run(program, *arguments)
    assert (ended.returncode, said in ended.stderr.decode()) == (1, True), ended.stderr


def test_it_is_a_function_of_arrays(program: Path, tmp_path: Path) -> None:
    """Step by step and pipelined, with the bytes that the program writes."""
    samples = numpy.frombuffer(transmitted(120000), numpy.uint8).reshape(-1, BLOCK)
    (tmp_path / "iq").write_bytes(samples.tobytes())
    ended = run(program, f"input={tmp_path / 'iq'}", "frequency=100000", "volume=0.5@50", "output=-")
    wanted = numpy.frombuffer(ended.stdout[44:], "<i2")
    with dfgen.load(RECEIVER, cores=2, options={"frequency": 100000}) as receiver:
        first = receiver(samples[:50])
        receiver.volume = 0.5
        stepped = numpy.concatenate([first, receiver(iq=samples[50:])]).ravel()
    given = {"frequency": 100000, "volume": "0.5@50"}
    with dfgen.load(RECEIVER, pipelined=True, cores=2, options=given) as receiver:
        streamed = numpy.concatenate(list(receiver.stream(samples)))
    numpy.testing.assert_array_equal(stepped, streamed)
    # Optimised for another machine, libm's functions and the compiler's vectors give the same to a rounding.
    assert numpy.max(numpy.abs(numpy.rint(stepped * 32768) - wanted)) <= 1


PROJECT = """\
cmake_minimum_required(VERSION 3.16)
project(listening C)
find_package(dfgen REQUIRED)
dfgen_add_library(receiver {graph} CORES 2)
add_executable(listening main.c)
target_link_libraries(listening PRIVATE receiver)
"""
MAIN_C = """\
#include <receiver.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments)
{
    static uint8_t iq[2400];
    static float audio[48];
    receiver *radio = receiver_open(NULL, NULL, 0);
    if (radio == NULL || count != 2)
        return 1;
    receiver_set_frequency(radio, atoi(arguments[1]));
    while (fread(iq, sizeof iq, 1, stdin) == 1) {
        if (receiver_step(radio, iq, audio) != RECEIVER_DONE)
            return 2;
        fwrite(audio, sizeof audio, 1, stdout);
    }
    receiver_close(radio);
    return 0;
}
"""


def test_it_is_a_library_of_a_project_in_c(program: Path, tmp_path: Path) -> None:
    """Whose project has no C++ of its own."""
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.format(graph=RECEIVER))
    (tmp_path / "main.c").write_text(MAIN_C)
    tools = find_tools()
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    options = [f"-DCMAKE_MAKE_PROGRAM={tools.ninja}", f"-Ddfgen_DIR={PACKAGE / 'cmake'}", "-DCMAKE_BUILD_TYPE=Release"]
    for command in (
        [tools.cmake, "-G", "Ninja", "-S", ".", "-B", "build", *options],
        [tools.cmake, "--build", "build"],
    ):
        environment = {**os.environ, "PATH": path}
        ended = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    samples = transmitted(60000)
    listened = subprocess.run([tmp_path / "build/listening", "100000"], input=samples, capture_output=True, check=True)
    audio = numpy.frombuffer(listened.stdout, numpy.float32)
    ended_program = run(program, "input=-", "frequency=100000", "output=-", stdin=samples)
    wanted = numpy.frombuffer(ended_program.stdout[44:], "<i2")
    assert len(audio) == len(wanted) == 50 * AUDIO
    assert numpy.max(numpy.abs(numpy.rint(audio * 32768) - wanted)) <= 1


def test_all_its_graphs_are_right() -> None:
    assert check_graph(FM.graph, {}) is not None
    assert check_graph(RECEIVER, {}) is not None
