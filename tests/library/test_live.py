# SPDX-License-Identifier: Apache-2.0
"""Parameters that are set while programs and libraries run: the same bytes, however a graph is mapped."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from dfgen import control
from dfgen.build.folder import write_folder
from dfgen.mapping.fusing import FUSIONS
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.diagnostics import UserError
from dfgen.model.output_files import MANIFEST
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.oracle.building import Builder
from tests.oracle.settings import MAPPERS, Setting, compile_obeying

from .graphs import as_library, build_user
from .test_oracle import PIPE_C, PIPE_H, Ports

COUNT = 300
SETTINGS_OF_A_SEED = 3


class LivePorts(Ports):
    """The same random graphs, whose actors get a live parameter in place of a number."""

    def text(self, *, has_ports: bool) -> str:
        text = re.sub(r"fire mix\(\d+,", "fire mix(gain,", super().text(has_ports=has_ports))
        return text.replace("graph g {", "graph g {\n    param gain : int32 = 3 live;")

    def caller_that_sets(self, changes: Mapping[int, int]) -> str:
        """Some by a text at the start, some by a function just before the step."""
        early = {at: value for at, value in changes.items() if at % 2}
        sets = "".join(f" if (i == {at}) g_set_gain(opened, {v});" for at, v in changes.items() if at not in early)
        texts = ", ".join(f'"gain={value}@{at}"' for at, value in early.items())
        options = f"&(g_options){{(const char *[]){{{texts}}}, {len(early)}}}" if early else "NULL"
        text = self.caller(COUNT).replace("g_open(NULL", f"g_open({options}")
        return text.replace(f"i < {COUNT}; i++) {{", f"i < {COUNT}; i++) {{{sets}")


def write_graphs(ports: LivePorts, folder: Path, rng: random.Random) -> None:
    (folder / "pipe.h").write_text(PIPE_H)
    (folder / "pipe.c").write_text(PIPE_C)
    (folder / "by_file.sdf").write_text(ports.text(has_ports=False))
    (folder / "by_port.sdf").write_text(ports.text(has_ports=True))
    for name in ports.inputs:
        (folder / name).write_bytes(rng.randbytes(4 * ports.block * COUNT))


def run_by_file(made: Path, ports: LivePorts, changes: Mapping[int, int], suffix: str) -> None:
    files = [f"{n}={n}" if n in ports.inputs else f"{n}={n}{suffix}" for n in ports.rates]
    sets = [f"gain={value}@{at}" for at, value in changes.items()]
    subprocess.run([made, "-q", "-n", str(COUNT), *files, *sets], cwd=made.parents[1], check=True, timeout=100)


def random_setting(rng: random.Random) -> Setting:
    mapper = rng.choice(MAPPERS)
    transfers = rng.choice([(), (rng.choice([s.name for s in STRATEGIES.values() if not s.only_objects]),)])
    plain = Setting(rng.randint(1, 4), None, mapper, transfers, guard=False, latency=None, wishes=rng.getrandbits(32))
    if mapper == "staged":
        return Setting(rng.randint(2, 4), None, mapper, transfers, False, None, wishes=plain.wishes, scattered=True)
    latency, fusion = rng.choice([None, None, 1, 3]), rng.choice(FUSIONS)
    return Setting(plain.cores, rng.randint(1, 4), mapper, transfers, rng.random() < 0.2, latency, fusion=fusion)


@pytest.mark.parametrize("seed", range(3))
def test_a_change_counts_from_its_iteration_on_in_every_program(seed: int, tmp_path: Path, builder: Builder) -> None:
    rng, ports = random.Random(seed), LivePorts(seed)
    write_graphs(ports, tmp_path, rng)
    changes = {at: rng.randint(-1000, 1000) for at in sorted(rng.sample(range(COUNT), 5))}

    def compiled(options: CompileOptions) -> Compiled:
        return compile_graph(tmp_path / "by_file.sdf", options)

    plain = compiled(CompileOptions(cores=1, transfers=("memcpy",), latency_iterations=1))
    run_by_file(builder.build(tmp_path / "plain", plain.files, "pipe"), ports, changes, ".expected")
    for number in range(SETTINGS_OF_A_SEED):
        made, setting = compile_obeying(random_setting(rng), compiled)
        print(f"seed {seed}: {' '.join(setting.arguments)}")
        run_by_file(builder.build(tmp_path / f"made_{number}", made.files, "pipe"), ports, changes, "")
        assert_same(tmp_path, ports)
    library = as_library(tmp_path / "by_port.sdf", cores=1 + seed % 4)
    user = build_user(builder, tmp_path / "library", library, ports.caller_that_sets(changes), "pipe")
    subprocess.run([user], cwd=tmp_path, check=True, timeout=60)
    assert_same(tmp_path, ports)


def assert_same(folder: Path, ports: Ports) -> None:
    for name in ports.outputs:
        assert (folder / name).read_bytes() == (folder / f"{name}.expected").read_bytes(), name
        (folder / name).unlink()


SHOWN_SDF = """\
graph shown {
    include "shown.h";
    source "shown.c";
    param gain : float = 1.5 live;
    param shift : int8 = -1 live;
    param on : bool = 1 live;
    actor give { init begin(gain, shift);  state n : int32;  fire give(n, o);  out o : int32[1]; }
    actor show { fire show(gain, shift, on, i);  state;  in i : int32[1]; }
    give.o -> show.i;
}
"""
SHOWN_H = """\
#include <stdbool.h>
#include <stdint.h>
void begin(double gain, int shift);
void give(int32_t *n, int32_t *o);
void show(double gain, int shift, bool on, const int32_t *i);
"""
SHOWN_C = """\
#include <stdio.h>
#include "shown.h"
void begin(double gain, int shift) { printf("begin %g %d\\n", gain, shift); }
void give(int32_t *n, int32_t *o) { *o = (*n)++; }
void show(double gain, int shift, bool on, const int32_t *i) { printf("%d: %g %d %d\\n", *i, gain, shift, on); }
"""


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    for name, text in (("shown.sdf", SHOWN_SDF), ("shown.h", SHOWN_H), ("shown.c", SHOWN_C)):
        (tmp_path / name).write_text(text)
    return tmp_path / "shown.sdf"


@pytest.mark.parametrize("cores", [1, 2])
def test_init_sees_the_start_and_a_later_word_wins(cores: int, shown: Path, tmp_path: Path, builder: Builder) -> None:
    made = builder.build(tmp_path / "made", compile_graph(shown, CompileOptions(cores=cores)).files, "shown")
    given = ["gain=2", "gain=3", "shift=9@2", "on=false@1", "shift=-8@2", "gain=7@0", "on=1@3", "gain=0.5@3"]
    ran = subprocess.run([made, "-n", "4", *given], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["begin 3 -1", "0: 7 -1 1", "1: 7 -1 0", "2: 7 -8 0", "3: 0.5 -8 1"]
    assert ran.stderr == ""
    ran = subprocess.run([made, "-n", "4", "gian=2"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr.split(";")[1].strip()) == (1, "did you mean 'gain'?")


SELF_USER = """\
#include "../include/shown.h"
int main(void)
{
    shown *opened = shown_open(NULL, NULL, 0);
    shown_set_self(opened, 4);
    shown_set_values(opened, 5);
    int status = shown_step(opened);
    shown_close(opened);
    return status != SHOWN_DONE;
}
"""


FORKED_USER = """\
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../include/shown.h"
int main(void)
{
    shown *opened = shown_open(NULL, NULL, 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(shown_set_gain(opened, 4) == SHOWN_FAILED ? 0 : 1);
    int ended = 1;
    waitpid(child, &ended, 0);
    int status = shown_set_gain(opened, 3) != SHOWN_DONE || shown_step(opened) != SHOWN_DONE;
    shown_close(opened);
    return status || ended != 0;
}
"""


def test_a_forked_process_sets_nothing(shown: Path, tmp_path: Path, builder: Builder) -> None:
    user = build_user(builder, tmp_path / "library", as_library(shown, cores=1), FORKED_USER, "shown")
    ran = subprocess.run([user], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["begin 1.5 -1", "0: 3 -1 1"]


def test_they_may_be_called_as_setters_call_what_they_get(shown: Path, tmp_path: Path, builder: Builder) -> None:
    names = {"gain": "self", "shift": "values"}
    shown.write_text(re.sub("gain|shift", lambda found: names[found[0]], SHOWN_SDF))
    user = build_user(builder, tmp_path / "library", as_library(shown, cores=1), SELF_USER, "shown")
    ran = subprocess.run([user], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["begin 1.5 -1", "0: 4 5 1"]


COUNTER_C = """\
#include <stdio.h>
#include <unistd.h>
#include "shown.h"
void begin(double gain, int shift) { (void)gain; (void)shift; }
void give(int32_t *n, int32_t *o) { *o = (*n)++; usleep(1000); }
void show(double gain, int shift, bool on, const int32_t *i)
{
    static double before = 1.5;
    if (gain != before)
        printf("%g %d %d\\n", gain, shift, on), fflush(stdout);
    before = gain;
    (void)i;
}
"""


def set_live(*arguments: object) -> tuple[int, str]:
    command = [sys.executable, "-m", "dfgen", "set", *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return ended.returncode, ended.stderr


def test_other_processes_set_them(
    shown: Path, tmp_path: Path, builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    (tmp_path / "shown.c").write_text(COUNTER_C)
    files = compile_graph(shown, CompileOptions(cores=2)).files
    write_folder(tmp_path / "made", files)
    made = builder.build(tmp_path / "made", files, "counter")
    assert "process 1 does not listen" in set_live(1, "gain=1")[1]
    assert "no program of" in set_live(tmp_path / "made", "gain=1")[1]
    assert "is not a folder" in set_live(tmp_path / "absent", "gain=1")[1]
    command = [made, "--control"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert f"dfgen set {running.pid}" in running.stderr.readline()
        assert (runtime / "dfgen").stat().st_mode & 0o777 == 0o700
        assert set_live(running.pid, "gain=2", "shift=-3", "on=false") == (0, "")
        assert running.stdout.readline() == "2 -3 0\n"
        status, told = set_live(tmp_path / "made", "gain=4", "shift=1000")
        assert (status, "error[live-set]: shift=1000: this is not a value of type int8" in told) == (1, True)
        told = set_live(tmp_path, "gain=4")[1]
        assert f"dfgen did not write '{tmp_path}'" in told
        assert "or a folder that 'dfgen compile' wrote" in told
        assert "no program of" in set_live(tmp_path / "made" / "src", "gain=4")[1]
        (tmp_path / MANIFEST).touch()  # a generated folder around the program's own one
        assert "no program of" in set_live(tmp_path, "gain=4")[1]
        assert "gian=1: the program has no such live parameter" in set_live(running.pid, "gian=1")[1]
        assert "an iteration is only given at the start" in set_live(running.pid, "gain=1@7")[1]
        assert f"process 1 does not listen; these listen: {running.pid}\n" in set_live(1, "gain=1")[1]
        assert set_live(tmp_path / "made", "gain=5") == (0, "")
        assert running.stdout.readline() == "5 -3 0\n"
        with subprocess.Popen([made, "--control", "-q"]) as other:
            while not (runtime / "dfgen" / str(other.pid)).exists():
                time.sleep(0.01)
            assert f"{min(running.pid, other.pid)}, " in set_live(tmp_path / "made", "gain=5")[1]
            other.kill()
        running.send_signal(signal.SIGINT)
        running.wait(timeout=60)
    assert [path.name for path in (runtime / "dfgen").iterdir()] == [str(other.pid)]
    assert f"there is no process {other.pid}" in set_live(other.pid, "gain=1")[1]
    assert "there is no process 9999" in set_live("9" * 5000, "gain=1")[1]


def test_who_asks_slowly_keeps_no_program_from_its_end(
    shown: Path, tmp_path: Path, builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "shown.c").write_text(COUNTER_C)
    made = builder.build(
        tmp_path / "made", compile_graph(shown, CompileOptions(cores=2, latency_iterations=1)).files, "counter"
    )
    with subprocess.Popen([made, "--control", "-q"]) as running, socket.socket(socket.AF_UNIX) as asking:
        path = tmp_path / "dfgen" / str(running.pid)
        while asking.connect_ex(str(path)) != 0:
            time.sleep(0.01)
        asking.send(b"g")
        running.send_signal(signal.SIGINT)
        pieces = 0
        while running.poll() is None and pieces < 100:
            with suppress(BrokenPipeError):
                asking.send(b"g")
            time.sleep(0.1)
            pieces += 1
        running.kill()
    assert pieces < 100


def test_a_program_that_does_not_answer_may_have_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(control, "PATIENCE_S", 0.05)
    (tmp_path / "dfgen").mkdir()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "dfgen" / "7"))
        listening.listen()
        with pytest.raises(UserError) as told:
            control.set_parameters("7", ["gain=1"])
    (diagnostic,) = told.value.diagnostics
    assert diagnostic.message == "process 7 has not answered within 0.05 s; it may still take the values"


def test_control_is_refused_where_it_cannot_be(
    shown: Path, tmp_path: Path, builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = builder.build(tmp_path / "made", compile_graph(shown, CompileOptions(cores=1)).files, "shown")
    (tmp_path / ("x" * 120)).mkdir()
    (tmp_path / "open/dfgen").mkdir(parents=True)
    (tmp_path / "open/dfgen").chmod(0o755)
    for name, problem, help in (
        ("x" * 120, "File name too long", "set XDG_RUNTIME_DIR to a folder with a shorter one, or unset it"),
        ("open", "Operation not permitted", "its folder must be yours alone (chmod 700), or absent"),
        ("absent", "No such file or directory", "set XDG_RUNTIME_DIR to a folder that is there"),
        ("shown.c", "Not a directory", "in which you may write, or unset it"),
    ):
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / name))
        ended = subprocess.run([made, "--control", "-n", "1"], capture_output=True, text=True, check=False)
        assert ended.returncode == 1
        told, more = ended.stderr.splitlines()
        assert told.startswith(f"error: --control: no socket at '{tmp_path / name}/dfgen/"[:250])
        assert told.endswith(f": {problem}")
        assert help in more
    listed = subprocess.run([made, "--help"], capture_output=True, text=True, check=True).stdout
    assert listed.startswith("Usage: program [OPTION]... [NAME=VALUE]...\n")
    assert re.findall(r"^  (-\S+)", listed, re.MULTILINE) == ["-n", "--json", "-q", "--control", "--watchdog", "-h,"]


def test_where_a_socket_is_looked_for_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (tmp_path / "absent", tmp_path / ("x" * 120)):
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
        with pytest.raises(UserError) as told:
            control.set_parameters(str(os.getpid()), ["gain=1"])
        (diagnostic,) = told.value.diagnostics
        assert diagnostic.message == f"process {os.getpid()} does not listen; nobody listens in '{folder}/dfgen'"
        assert "with the same XDG_RUNTIME_DIR as here" in diagnostic.hint


def test_control_is_refused_without_live_parameters(tmp_path: Path, builder: Builder) -> None:
    """Of a program whose only actor has a state that its function does not get: nothing names the memory."""
    (tmp_path / "plain.sdf").write_text(
        'graph plain { include "plain.h";  source "plain.c";  actor a { fire a();  state s : char; } }'
    )
    (tmp_path / "plain.h").write_text("void a(void);")
    (tmp_path / "plain.c").write_text("void a(void) {}")
    made = builder.build(tmp_path / "made", compile_graph(tmp_path / "plain.sdf", CompileOptions()).files, "plain")
    ended = subprocess.run([made, "--control"], capture_output=True, text=True, check=False)
    assert (ended.returncode, "--control: the graph has no live parameters" in ended.stderr) == (2, True)
