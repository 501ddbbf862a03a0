# SPDX-License-Identifier: Apache-2.0
"""What launchers are told, and what comes back of signals and exit statuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dfgen.build.launcher import (
    Launcher,
    check_hostfile,
    find_launcher,
    hosts_of,
    launch,
    launch_command,
    mpi_compiler,
    mpi_launcher,
)
from dfgen.build.toolchain import build_folder
from dfgen.cli.main import main
from dfgen.model.diagnostics import UserError
from tests.apps.nodes import until
from tests.messages import COMPILERS, implementations

OPEN, OTHER = Launcher("/usr/bin/mpirun", is_open=True), Launcher("/usr/bin/mpiexec", is_open=False)


def options(command: list[str]) -> list[str]:
    """Without what root alone must say."""
    return [word for word in command if word != "--allow-run-as-root"]


def test_nodes_anywhere() -> None:
    common = ["/usr/bin/mpirun", "--oversubscribe", "--bind-to", "none"]
    assert options(launch_command(OPEN, ["p", "-n", "1"], ["", ""])) == [*common, "-np", "2", "p", "-n", "1"]
    assert launch_command(OTHER, ["p"], ["", ""]) == ["/usr/bin/mpiexec", "-np", "2", "p"]


def test_each_node_on_its_host() -> None:
    command = options(launch_command(OPEN, ["p"], ["a", "b"]))
    assert command[4:] == ["-np", "1", "--host", "a", "p", ":", "-np", "1", "--host", "b", "p"]
    assert launch_command(OTHER, ["p"], ["a", "b"]) == ["/usr/bin/mpiexec", "-hosts", "a,b", "-np", "2", "p"]


def test_a_hostfile_counts_instead() -> None:
    command = options(launch_command(OPEN, ["p"], ["a", "b"], Path("hosts")))
    assert command[4:] == ["--hostfile", "hosts", "--map-by", "node", "-np", "2", "p"]
    assert launch_command(OTHER, ["p"], ["a"], Path("hosts")) == ["/usr/bin/mpiexec", "-f", "hosts", "-np", "1", "p"]


@pytest.mark.parametrize("text", ["", "# no host\n\n"], ids=["empty", "comment"])
def test_a_hostfile_names_a_host(text: str, tmp_path: Path) -> None:
    hosts = tmp_path / "hosts"
    hosts.write_text(text)
    with pytest.raises(UserError, match="names no host") as error:
        check_hostfile(hosts)
    assert error.value.diagnostics[0].id == "hosts-too-few"
    hosts.write_text(f"{text}localhost slots=2\n")
    check_hostfile(hosts)


@pytest.mark.skipif(not any(each.launcher.is_open for each in implementations()), reason="Open MPI is not installed")
def test_other_hosts_have_what_programs_read_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What starts a process there brings nothing of this environment along."""
    agent = tmp_path / "agent"
    agent.write_text('#!/bin/sh\nshift\nexec env -i PATH="$PATH" HOME="$HOME" sh -c "$*"\n')
    agent.chmod(0o755)
    own = next(each.launcher for each in implementations() if each.launcher.is_open)
    told = tmp_path / "told"
    monkeypatch.setenv("OMPI_MCA_plm_rsh_agent", str(agent))
    monkeypatch.setenv("OMPI_MCA_mca_base_env_list", "OF_THE_USER")
    monkeypatch.setenv("OF_THE_USER", "7")
    monkeypatch.setenv("DFGEN_PIN", "0")
    script = ["sh", "-c", f"echo $DFGEN_PIN $OF_THE_USER > {told}$OMPI_COMM_WORLD_RANK"]
    assert launch(launch_command(own, script, ["localhost", "elsewhere"])) == 0
    assert [Path(f"{told}{node}").read_text() for node in range(2)] == ["0 7\n"] * 2


def test_hosts_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text(json.dumps({"nodes": [{"host": "a"}, {"host": ""}]}))
    assert hosts_of(tmp_path) == ("a", "")
    (tmp_path / "plan.json").write_text("{}")
    assert hosts_of(tmp_path) == ()
    (tmp_path / "plan.json").write_text('{"nodes": 7}')
    with pytest.raises(UserError) as error:
        hosts_of(tmp_path)
    assert error.value.diagnostics[0].id == "file-unreadable"


def test_the_launcher_is_that_of_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own-mpiexec"
    own.write_text("#!/bin/sh\necho 'mpiexec (OpenRTE) 4.1.4'\n")
    own.chmod(0o755)
    (tmp_path / "CMakeCache.txt").write_text(f"A:BOOL=ON\nMPIEXEC_EXECUTABLE:FILEPATH={own}\n")
    assert find_launcher(tmp_path) == Launcher(str(own), is_open=True)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError) as error:
        find_launcher(tmp_path / "nowhere")
    assert error.value.diagnostics[0].id == "tool-missing"


def test_a_compiler_chooses_the_launcher_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("mpicc", "mpirun", "mpicc.own", "mpiexec.own", "other/mpiicc", "other/mpiexec"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for given, compiler, launcher in (
        ("", "mpicc", "mpirun"),
        ("mpicc.own", "mpicc.own", "mpiexec.own"),
        (str(tmp_path / "other/mpiicc"), "other/mpiicc", "other/mpiexec"),
    ):
        monkeypatch.setenv("MPICC", given)
        assert (mpi_compiler(), mpi_launcher()) == (str(tmp_path / compiler), str(tmp_path / launcher))
    monkeypatch.setenv("MPICC", "mpicc.absent")
    assert (mpi_compiler(), mpi_launcher()) == (None, None)


@pytest.mark.parametrize("name", COMPILERS)
def test_programs_are_built_for_the_mpi_that_is_chosen(
    name: str, tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name not in [each.name for each in implementations()]:
        pytest.skip(f"{name} is not installed")
    graph = repository / "apps/cd2dat/cd2dat.sdf"
    assert main(["compile", str(graph), "-q", "-o", str(tmp_path / "out"), "--nodes", "2", "--cores", "1"]) == 0
    monkeypatch.setenv("MPICC", "mpicc.absent")
    with pytest.raises(UserError, match=r"needs the MPI of MPICC=mpicc\.absent, which is not here"):
        build_folder(tmp_path / "out", native=False)
    monkeypatch.setenv("MPICC", COMPILERS[name][0])
    program = build_folder(tmp_path / "out", native=False)
    found = find_launcher(tmp_path / "out/build")
    assert (found.is_open, Path(found.path).name) == (name == "Open MPI", COMPILERS[name][1].replace("run", "exec"))
    ended = subprocess.run(
        launch_command(found, [str(program), "--help"], ("", "")), capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout[:6]) == (0, "Usage:"), ended.stderr


def program(text: str) -> list[str]:
    return [sys.executable, "-c", f"import os, signal, sys, time\n{text}"]


@pytest.mark.parametrize("status", [0, 1, 2, 4])
def test_the_exit_status_is_the_program_s(status: int) -> None:
    assert launch(program(f"sys.exit({status})")) == status


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("sys.exit(255)", "ended with status 255: not all"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "ended with signal SIGKILL"),
        ("sys.exit(137)", "ended with status 137: a process was killed"),  # Open MPI's
        ("sys.exit(9)", "ended with status 9: a process was killed"),  # MPICH's
    ],
)
def test_what_only_launchers_end_with_is_told(end: str, told: str) -> None:
    with pytest.raises(UserError, match=told) as error:
        launch(program(end))
    assert error.value.diagnostics[0].id == "launch-failed"


@pytest.fixture
def _hears_sighup() -> Iterator[None]:
    """As started from a terminal: where nohup started the tests SIGHUP is ignored, and the launcher leaves it so."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("_hears_sighup")
@pytest.mark.parametrize("end", [130, 255], ids=["of the program", "of a launcher that still waits for a host"])
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_signals_are_handed_on_as_launchers_hand_them_on(number: int, status: int, end: int, tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    text = f"signal.signal(signal.SIGUSR1, lambda *_: sys.exit({end}))\nopen({str(ready)!r}, 'w')\ntime.sleep(60)"

    def ask() -> None:
        while not ready.exists():
            pass
        os.kill(os.getpid(), number)

    threading.Thread(target=ask).start()
    assert launch(program(text)) == status


def test_a_signal_that_a_starting_launcher_loses_is_repeated() -> None:
    text = """
asked = []
signal.signal(signal.SIGUSR1, lambda *_: asked.append(1))
os.kill(os.getppid(), signal.SIGINT)
while len(asked) < 2:
    time.sleep(0.01)
sys.exit(130)"""
    assert launch(program(text)) == 130


def test_no_terminal_that_is_closed_ends_what_ignores_it() -> None:
    text = "os.kill(os.getppid(), signal.SIGHUP)\nsys.exit(2)"
    launched = f"from dfgen.build.launcher import launch; raise SystemExit(launch({program(text)!r}))"
    ended = subprocess.run(["nohup", sys.executable, "-c", launched], stdin=subprocess.DEVNULL, timeout=60, check=False)
    assert ended.returncode == 2


def test_a_launcher_ends_with_a_dfgen_that_is_killed(tmp_path: Path) -> None:
    ready, told = tmp_path / "ready", tmp_path / "told"
    text = f"""
def tell(*_):
    open({str(told)!r}, "w")
    sys.exit(1)
signal.signal(signal.SIGTERM, tell)
open({str(ready)!r}, "w")
time.sleep(60)"""
    launched = f"from dfgen.build.launcher import launch; launch({program(text)!r})"
    with subprocess.Popen([sys.executable, "-c", launched]) as running:
        until(ready.exists)
        running.kill()
    until(told.exists)


LEAVES = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGUSR1, lambda *_: sys.exit(0))
subprocess.Popen(["sleep", "600"], start_new_session=True)
"""


@pytest.mark.parametrize(
    ("end", "status"),
    [("sys.exit(1)", 1), ("os.kill(os.getppid(), signal.SIGTERM); time.sleep(60)", 143)],
    ids=["failed", "interrupted"],
)
def test_nothing_that_a_launcher_leaves_keeps_the_output_open(end: str, status: int) -> None:
    """As a connection to a host that does not answer would, which launchers put into a session of its own."""
    launched = f"import sys; from dfgen.build.launcher import launch; sys.exit(launch({program(LEAVES + end)!r}))"
    ended = subprocess.run([sys.executable, "-c", launched], stdout=subprocess.PIPE, timeout=60, check=False)
    assert ended.returncode == status


# --- what it writes -----------------------------------------------------------------------------------------------


WRITES = """
signal.signal(signal.SIGUSR1, lambda *_: sys.exit(130))
while True:
    os.write(1, bytes(1 << 16))
"""


def launching(text: str) -> list[str]:
    """dfgen as the one that launches that program."""
    told = "from dfgen.model.diagnostics import UserError"
    launched = f"try: sys.exit(launch({program(text)!r}))\nexcept UserError as error: sys.exit(str(error))"
    return [sys.executable, "-c", f"import sys; from dfgen.build.launcher import launch; {told}\n{launched}"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_an_output_without_room_ends_what_writes_it() -> None:
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(launching(WRITES), stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert ended.returncode == 1
    assert b"the standard output cannot be written: No space left on device" in ended.stderr


def test_a_reader_that_has_gone_ends_what_writes() -> None:
    with subprocess.Popen(launching(WRITES), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read(100) == bytes(100)
        process.stdout.close()
        assert process.wait(60) == 128 + signal.SIGPIPE


def test_all_that_is_written_arrives_at_a_reader_that_is_slow(tmp_path: Path) -> None:
    ended = tmp_path / "ended"
    text = f"os.write(1, bytes(1 << 16))\nos.write(1, bytes(1000))\nopen({str(ended)!r}, 'w')"
    with subprocess.Popen(launching(text), stdout=subprocess.PIPE) as process:
        until(ended.exists)
        time.sleep(1.5)  # longer than an output may be quiet once its launcher has ended
        assert process.stdout is not None
        assert len(process.stdout.read()) == (1 << 16) + 1000
    assert process.returncode == 0


def test_an_output_that_is_left_open_is_left() -> None:
    text = "import subprocess; subprocess.Popen(['sleep', '100']); os.write(1, b'done')"
    ended = subprocess.run(launching(text), stdout=subprocess.PIPE, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (0, b"done")
