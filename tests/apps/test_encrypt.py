# SPDX-License-Identifier: Apache-2.0
"""apps/encrypt against the command `openssl`, under all schemes."""

from __future__ import annotations

import hmac
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions, compile_graph
from tests.apps.harness import Toolchain, Workbench, run
from tests.files.programs import in_turns
from tests.probing import unusable

APP = Path(__file__).resolve().parents[2] / "apps" / "encrypt"
KEY, IV, MAC_KEY = bytes(range(32)), bytes(range(16)), bytes(range(32, 64))
OPTIONS = (f"key={KEY.hex()}", f"iv={IV.hex()}", f"mac_key={MAC_KEY.hex()}", "mac=mac.txt")
TOOLCHAIN = Toolchain("crypto", "cc", ("-O1",))
BLOCK = 4096
SIZES = (0, 1, 15, 16, 17, BLOCK - 1, BLOCK, BLOCK + 1, 7 * BLOCK - 1, 7 * BLOCK, 7 * BLOCK + 1)
MODES = (("encrypt", "ctr"), ("encrypt_cbc", "cbc"), ("encrypt_cbc_hmac", "cbc"))
SCHEMES = ("", "scheme = direct", "scheme = prefetch", "scheme = staged", "scheme = signalled, direct")


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    for reason in (unusable("cc", "-include", "openssl/evp.h", "-lcrypto"), shutil.which("openssl") or "no openssl"):
        if reason and not reason.startswith("/"):
            pytest.skip(f"libcrypto, or the command openssl, is not here: {reason}")
    return Workbench(tmp_path_factory.mktemp("encrypt"))


def program_of(bench: Workbench, name: str, scheme: str, cores: int) -> Path:
    folder = bench.root / f"{name} {scheme} {cores}".replace("=", "").replace(",", "").replace(" ", "_")
    if not folder.exists():
        shutil.copytree(APP, folder)
        text = (folder / f"{name}.sdf").read_text()
        if scheme:
            sink = scheme.replace("prefetch", "direct")
            text = text.replace("@file(ends_short)", f"@file({scheme}, ends_short)")
            text = text.replace("file_source(block = block);", f"file_source(block = block) @file({scheme});")
            text = text.replace("file_sink(block = block)", f"file_sink(block = block) @file({sink})")
        (folder / f"{name}.sdf").write_text(text)
    toolchain = Toolchain("crypto", "cc", ("-O1", "-Wl,--no-as-needed", "-lcrypto"))
    options = CompileOptions(cores=cores, parameters={"block": BLOCK})
    return bench.program(folder / f"{name}.sdf", options, toolchain)


def by_openssl(mode: str, data: bytes) -> bytes:
    command = ["openssl", "enc", f"-aes-256-{mode}", "-K", KEY.hex(), "-iv", IV.hex()]
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout


WAYS = [(name, mode, scheme) for scheme in SCHEMES for name, mode in MODES]


@pytest.mark.parametrize(("way", "cores"), in_turns(WAYS, (1, 2)))
def test_bytes_are_those_of_openssl(way: tuple[str, str, str], cores: int, bench: Workbench) -> None:
    name, mode, scheme = way
    program = program_of(bench, name, scheme, cores)
    folder = program.parent
    for size in SIZES:
        data = os.urandom(size)
        (folder / "in").write_bytes(data)
        ended = run(program, "-q", "read=in", "write=out", *OPTIONS[: 4 if "hmac" in name else 2])
        assert ended.returncode == 0, ended.stderr
        found = (folder / "out").read_bytes()
        assert found == by_openssl(mode, data)
        if "hmac" in name:
            assert (folder / "mac.txt").read_text().strip() == hmac.new(MAC_KEY, found, "sha256").hexdigest()


def test_a_pipe_ends_with_its_padding(bench: Workbench) -> None:
    """Also where nobody knows before how long it is."""
    program = program_of(bench, "encrypt_cbc", "", 2)
    for size in (0, BLOCK, BLOCK + 5):
        data = os.urandom(size)
        command = [str(program), "-q", "read=-", "write=-", *OPTIONS[:2]]
        assert subprocess.run(command, input=data, capture_output=True, check=True).stdout == by_openssl("cbc", data)


def test_cores_share_blocks_in_counter_mode(bench: Workbench) -> None:
    options = CompileOptions(cores=2, mapper="balance")
    plan = compile_graph(APP / "encrypt.sdf", options).plan
    assert "core 1" in json.dumps(plan["schedule"])
    assert "stateless" in (APP / "encrypt.sdf").read_text()


def test_the_checker_compares(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(bytes(100))
    (tmp_path / "out").write_bytes(by_openssl("ctr", bytes(100)))
    command = [sys.executable, str(APP / "check.py"), str(tmp_path / "in"), str(tmp_path / "out")]
    assert subprocess.run(command, check=False).returncode == 0
    (tmp_path / "out").write_bytes(bytes(100))
    assert subprocess.run(command, check=False, capture_output=True).returncode == 1
