# SPDX-License-Identifier: Apache-2.0
"""Applications for ARM64, built as users do and run by an emulator: the bytes are those of one core that copies all."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from dfgen.build.cross import for_target
from dfgen.cli.main import main
from dfgen.model.diagnostics import UserError
from tests.apps.applications import ALL, CD2DAT, EDGES, FM, App
from tests.apps.harness import Toolchain, Workbench, run
from tests.apps.test_imsuite import GRAPH as IMSUITE
from tests.apps.test_imsuite import KERNELS, STRATEGIES
from tests.apps.test_imsuite import options as imsuite_options
from tests.arm64 import COMPILER, RUNNER, needs_arm64
from tests.oracle.building import with_runner

pytestmark = needs_arm64
ARM64 = Toolchain("arm64", COMPILER, ("-O1",))
CPP_COMPILER = "aarch64-linux-gnu-g++"
FILE = f"set(CMAKE_SYSTEM_NAME Linux)\nset(CMAKE_SYSTEM_PROCESSOR aarch64)\nset(CMAKE_C_COMPILER {COMPILER})\n"
SETTINGS = [
    (1, ""), (4, ""), (2, "memcpy"), (2, "cow"), (4, "cow"), (2, "stream"), (2, "offload(threshold=1)"), (3, "")
]  # fmt: skip


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return Workbench(tmp_path_factory.mktemp("arm64"))


@pytest.fixture(autouse=True)
def compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", COMPILER)


@pytest.fixture
def toolchain(tmp_path: Path) -> Path:
    file = tmp_path / "arm64.cmake"
    file.write_text(FILE)
    return file


def written(app: App, program: Path) -> dict[str, bytes]:
    ended = run(with_runner(program, RUNNER), *app.arguments)
    assert (ended.returncode, ended.stderr) == (0, "")
    return app.written(program.parent)


def of_one_core_that_copies(app: App, bench: Workbench) -> dict[str, bytes]:
    return written(app, bench.program(app.graph, app.options(cores=1, depth=1, transfers=("memcpy",)), ARM64))


def with_what_it_needs(app: App) -> object:
    why = f"{CPP_COMPILER} is not installed" if app is FM and shutil.which(CPP_COMPILER) is None else ""
    return pytest.param(app, id=app.name, marks=pytest.mark.skipif(bool(why), reason=why))


@pytest.mark.parametrize(("cores", "transfer"), SETTINGS)
@pytest.mark.parametrize("app", [with_what_it_needs(app) for app in ALL])
def test_bytes_are_those_of_one_core_that_copies(app: App, cores: int, transfer: str, bench: Workbench) -> None:
    """An emulator's system lacks what newer kernels have for views: the program does without."""
    options = app.options(cores=cores, transfers=(transfer,) if transfer else ())
    assert written(app, bench.program(app.graph, options, ARM64)) == of_one_core_that_copies(app, bench)


@pytest.mark.parametrize("way", ["scan", "read", "none"])
def test_a_system_that_cannot_scan_pages_has_other_ways(way: str, bench: Workbench) -> None:
    """What views have written is then read page by page, or there are copies in their place, which is told."""
    program = bench.program(EDGES.graph, EDGES.options(cores=2, transfers=("cow",)), ARM64)
    ended = run(with_runner(program, RUNNER), *EDGES.arguments, environment={"DFGEN_PAGE_SCAN": way})
    assert ended.returncode == 0, ended.stderr
    told = "is copied before each firing instead of shown copy-on-write: the system does not tell which pages"
    assert (told in ended.stderr) == (way != "read"), ended.stderr
    assert EDGES.written(program.parent) == of_one_core_that_copies(EDGES, bench)


@pytest.fixture(scope="module")
def places_anywhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kernels of distributed algorithms, without the cores that they are bound to."""
    graph = tmp_path_factory.mktemp("places") / "imsuite" / IMSUITE.name
    shutil.copytree(IMSUITE.parent, graph.parent)
    graph.write_text(re.sub(r" @core\(\d\)", "", IMSUITE.read_text(encoding="utf-8")), encoding="utf-8")
    return graph


@pytest.mark.parametrize(
    ("kernel", "strategy"), [*((kernel, "") for kernel in KERNELS), *(("MST", strategy) for strategy in STRATEGIES)]
)
def test_objects_arrive_as_on_one_core_that_copies(
    kernel: str, strategy: str, bench: Workbench, places_anywhere: Path
) -> None:
    def printed(graph: Path, **how: object) -> str:
        program = bench.program(graph, imsuite_options(kernel, **how), ARM64)  # type: ignore[arg-type]
        ended = run(with_runner(program, RUNNER), "seed=3")
        assert (ended.returncode, ended.stderr) == (0, "")
        return ended.stdout

    expected = printed(places_anywhere, cores=1, strategy="memcpy", depth=1)
    assert printed(IMSUITE, strategy=strategy) == expected
    assert printed(places_anywhere, cores=3, strategy=strategy) == expected


def test_a_toolchain_file_builds_for_its_machine(
    bench: Workbench, tmp_path: Path, toolchain: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["build", str(CD2DAT.graph), "-o", str(tmp_path / "out"), "--cores", "2", "--toolchain", str(toolchain)]
    assert main(command) == 0, capsys.readouterr().err
    program = Path(capsys.readouterr().out.strip().splitlines()[-1])
    assert program.read_bytes()[18:20] == b"\xb7\x00"  # of ELF: the machine is ARM64
    assert written(CD2DAT, program) == of_one_core_that_copies(CD2DAT, bench)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the toolchain file names no C compiler"),
        ("set(CMAKE_C_COMPILER no-such-gcc)", "the C compiler 'no-such-gcc', which CC names, is not on this machine"),
        ("no_such_command()", "CMake cannot read the toolchain file"),
    ],
)
def test_what_is_no_toolchain_is_told(text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wrong.cmake").write_text(text)
    command = ["build", str(CD2DAT.graph), "-o", str(tmp_path / "out"), "--toolchain", str(tmp_path / "wrong.cmake")]
    assert main(command) == 1
    assert told in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_who_names_no_compiler_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "empty.cmake").write_text("set(CMAKE_SYSTEM_NAME Linux)")
    with pytest.raises(UserError) as raised, for_target(tmp_path / "empty.cmake"):
        pass
    assert raised.value.diagnostics[0].id == "toolchain-invalid"


@pytest.mark.parametrize("given", [["--native"], ["--platform", "host"]])
def test_this_machine_is_not_the_target(
    given: list[str], tmp_path: Path, toolchain: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", str(CD2DAT.graph), "-o", str(tmp_path / "out"), "--toolchain", str(toolchain), *given]) == 1
    assert "means this machine, and --toolchain another one" in capsys.readouterr().err
