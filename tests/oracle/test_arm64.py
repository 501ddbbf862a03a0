# SPDX-License-Identifier: Apache-2.0
"""Random applications, cross-built for ARM64 and run by an emulator, write what the interpreter says; also under the
sanitizers that work there. More of them:

    python -m pytest --all tests/oracle/test_arm64.py --oracle-seeds 500
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from dfgen.pipeline import compile_graph
from tests.arm64 import COMPILER, RUNNER, needs_arm64
from tests.probing import cannot_compile

from .building import Builder
from .generator import random_application, write
from .running import expected_of, run_program
from .settings import compile_obeying, environment, random_setting

pytestmark = needs_arm64
SANITIZERS = "address,undefined"


@pytest.fixture(scope="session", params=["", SANITIZERS], ids=["plain", "sanitized"])
def arm_builder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Builder:
    sanitize = str(request.param)
    reason = cannot_compile(COMPILER, f"-fsanitize={sanitize}") if sanitize else ""
    if reason:
        pytest.skip(reason)
    return Builder((COMPILER, "-O1"), sanitize, tmp_path_factory.mktemp("objects"), runner=RUNNER)


@pytest.mark.every(2)
def test_programs_for_arm64_write_what_the_interpreter_says(
    oracle_case: tuple[int, int], tmp_path: Path, arm_builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No leaks are looked for: that needs a tracer, which an emulated program cannot have."""
    monkeypatch.setenv("CC", COMPILER)
    seed, index = oracle_case
    application = random_application(seed)
    graph = write(application, tmp_path)
    expected = expected_of(application, graph)
    setting = random_setting(application, index, expected.fifos)
    compiled, setting = compile_obeying(setting, partial(compile_graph, graph))
    program = arm_builder.build(tmp_path / "generated", compiled.files, f"arm{seed}")
    command = [str(program), "-n", str(expected.iterations), "-q"]
    variables = {**environment(compiled, setting), "ASAN_OPTIONS": "detect_leaks=0"}
    wrong = run_program(command, expected, tmp_path, variables)
    assert not wrong, "\n".join(wrong)
