# SPDX-License-Identifier: Apache-2.0
"""Transfers that go wrong: an engine that fails is done without, and what leaves wrong bytes is caught by
`--verify-transfers`, which names the FIFO.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dfgen.paths import runtime_dir
from dfgen.pipeline import CompileOptions

from .programs import HERE, Program, Variant, build
from .test_faults import EXPECTED

FIFOS = {"give.out:touch.in", "give.out:change.in", "give.out:keep.plain", "touch.out:keep.touched",
         "change.out:keep.changed"}  # fmt: skip


def offloading(folder: Path, objects: Path, *, verify: bool, cores: int = 2, mode: str = "async") -> Program:
    options = CompileOptions(cores=cores, transfers=(f"offload(mode={mode})",), verify_transfers=verify)
    variant = Variant("offload", options, {})
    return build(variant, folder, objects, {"runtime/src/engine_thread.c": faulty_thread()})


def faulty_thread() -> bytes:
    """The source of the copy thread, with faults around it."""
    thread = (runtime_dir() / "src" / "engine_thread.c").read_text()
    wrapper = (
        (HERE / "engine.c").read_text().replace('#include "faulty_engine.h"', (HERE / "faulty_engine.h").read_text())
    )
    return f"#define df_engine_thread df_engine_thread_inside\n{thread}\n#undef df_engine_thread\n{wrapper}".encode()


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("objects")


@pytest.mark.parametrize("verify", [False, True])
@pytest.mark.parametrize("mode", ["async", "sync"])
def test_an_engine_that_fails_or_is_late_is_done_without(
    mode: str, verify: bool, tmp_path: Path, objects: Path
) -> None:
    program = offloading(tmp_path, objects, verify=verify, mode=mode)
    for what in ("nothing", "open", "attach", "enter", "refuse", "late", "disorder", "error", "silent"):
        for number in (1, 2, 17):
            ended = program.run(FAULTY_ENGINE=what, FAULTY_NTH=str(number), DFGEN_ENGINE_TIMEOUT="50")
            assert ended.status == 0, ended.errors
            assert ended.written == EXPECTED
            said = [line for line in ended.errors.splitlines() if "the copy engine 'thread'" in line]
            assert len(said) == (what in ("open", "attach", "enter", "error", "silent")), (what, number, said)


def test_an_engine_that_cannot_be_stopped_is_named_with_the_fifo(tmp_path: Path, objects: Path) -> None:
    program = offloading(tmp_path, objects, verify=False)
    ended = program.run(FAULTY_ENGINE="stuck", DFGEN_ENGINE_TIMEOUT="50")
    assert ended.status == 1
    told = re.search(
        r"the copy engine 'thread' has failed .* cannot be stopped; it copied for FIFO '(.*)'", ended.errors
    )
    assert told is not None, ended.errors
    assert any(fifo in told[1] for fifo in FIFOS), told[1]


@pytest.mark.parametrize("what", ["corrupt", "forget"])
@pytest.mark.parametrize("cores", [1, 2])
def test_a_wrong_copy_of_an_engine_is_caught(what: str, cores: int, tmp_path: Path, objects: Path) -> None:
    folders = [tmp_path / "blind", tmp_path / "seeing"]
    for folder in folders:
        folder.mkdir()
    blind, seeing = (offloading(folder, objects, verify="seeing" in folder.name, cores=cores) for folder in folders)
    for number in (1, 2, 9, 40):
        wrong = blind.run(FAULTY_ENGINE=what, FAULTY_NTH=str(number))
        assert wrong.status == 0
        assert wrong.written != EXPECTED
        caught = seeing.run(FAULTY_ENGINE=what, FAULTY_NTH=str(number))
        assert caught.status == 1
        told = re.search(r"error: core \d: the transfer of FIFO '(\S+)' went wrong in pass \d+: byte", caught.errors)
        assert told is not None, caught.errors
        assert told[1] in FIFOS
        assert EXPECTED.startswith(caught.written)


@pytest.mark.parametrize("strategy", ["memcpy", "stream"])
@pytest.mark.parametrize("candidates", [(), ("memcpy", "stream")])
def test_a_wrong_copy_of_a_core_is_caught(
    strategy: str, candidates: tuple[str, ...], tmp_path: Path, repository: Path
) -> None:
    """The strategy's source is changed so that the last byte of each window is wrong."""
    name = f"runtime/src/transfer_{strategy}.c"
    source = (repository / name).read_text()
    mistake = r"\1\n    ((unsigned char *)target)[bytes - 1] ^= 1;"
    broken = re.sub(r"(    df_\w*copy\w*\(.*\);)", mistake, source, count=1)
    assert broken != source
    options = CompileOptions(cores=2, transfers=(strategy,), candidates=candidates, verify_transfers=True)
    program = build(Variant(strategy, options, {}), tmp_path, tmp_path / "objects", {name: broken.encode()})
    ended = program.run()
    assert ended.status == 1
    assert "the transfer of FIFO '" in ended.errors
    assert "went wrong in pass 0: byte 65535 of 65536" in ended.errors


@pytest.mark.parametrize("transfer", ["memcpy", "stream", "cow", "cow(variant=fault)", "offload", "shared"])
def test_what_is_right_is_let_pass(transfer: str, tmp_path: Path) -> None:
    options = CompileOptions(cores=2, transfers=(transfer,), verify_transfers=True)
    ended = build(Variant("right", options, {}), tmp_path, tmp_path / "objects").run()
    assert ended.status == 0, ended.errors
    assert ended.written == EXPECTED
