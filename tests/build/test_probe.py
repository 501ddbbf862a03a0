# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from dfgen.build import probe, probe_linux
from dfgen.model.calibration import calibration_file


def by_name(findings: tuple[probe.Finding, ...]) -> dict[str, probe.Finding]:
    return {finding.name: finding for finding in findings}


@pytest.fixture
def one(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], dict[str, probe.Finding]]:
    """What one part of the probe finds."""
    parts = {ask.__name__: ask for ask in probe.PROBES}

    def ask(part: str) -> dict[str, probe.Finding]:
        return by_name(tuple(parts[part]()))

    return ask


def test_every_finding_says_what_it_means() -> None:
    findings = probe.probe()
    assert len(by_name(findings)) == len(findings)
    assert all(finding.meaning for finding in findings)
    assert {"C compiler", "CMake", "cores", "memfd_create", "PAGEMAP_SCAN", "DPDK"} <= by_name(findings).keys()
    assert json.loads(json.dumps(probe.to_json(findings)))["findings"][0]["name"] == "C compiler"


def test_without_a_compiler_it_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    found = by_name(probe.probe())["C compiler"]
    assert found.essential
    assert not found.present
    assert found.meaning


def test_without_cmake_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, one: Callable[[str], dict[str, probe.Finding]]
) -> None:
    monkeypatch.setitem(sys.modules, "cmake", None)
    monkeypatch.setenv("PATH", "")
    found = one("_build_tools")["CMake and Ninja"]
    assert (found.essential, found.present) == (True, False)
    assert "pip install cmake" in found.meaning


def test_a_machine_of_one_core(monkeypatch: pytest.MonkeyPatch, one: Callable[[str], dict[str, probe.Finding]]) -> None:
    monkeypatch.setattr(probe, "usable_cpus", lambda: (3,))
    monkeypatch.setattr(probe, "memory_limit", lambda: None)
    found = one("_cores")
    assert not found["cores"].present
    assert found["cores"].value.startswith("1 of ")
    assert "gain nothing" in found["cores"].meaning
    assert "memory" not in found


def test_a_tool_that_cannot_be_started_has_no_version(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, one: Callable[[str], dict[str, probe.Finding]]
) -> None:
    (tmp_path / "perf").write_bytes(b"\x7fELF")
    (tmp_path / "perf").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = one("_optional_tools")["perf"]
    assert (found.present, found.value) == (True, "")


def test_counters_of_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handle that the kernel gives is closed again; of an unknown processor nobody asks."""
    handle, other = os.pipe()
    monkeypatch.setattr(probe_linux.ctypes, "CDLL", lambda *_, **__: SimpleNamespace(syscall=lambda *_: handle))
    assert probe_linux.counts_cycles() == (platform.machine() in ("x86_64", "aarch64", "riscv64"))
    if platform.machine() in ("x86_64", "aarch64", "riscv64"):
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.close(handle)
    os.close(other)
    monkeypatch.setattr("platform.machine", lambda: "vax")
    assert not probe_linux.counts_cycles()


def test_a_machine_that_tells_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(probe, "MACHINE", tmp_path)
    found = by_name(probe.probe())
    absent = ("caches", "instruction sets", "huge pages")
    assert not any(found[name].present for name in absent)


@pytest.mark.parametrize(("told", "usable"), [("madvise", True), ("never", False)])
def test_huge_pages_as_the_kernel_tells_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, told: str, usable: bool
) -> None:
    folder = tmp_path / "sys/kernel/mm/transparent_hugepage"
    folder.mkdir(parents=True)
    (folder / "enabled").write_text("always madvise never\n".replace(told, f"[{told}]"))
    monkeypatch.setattr(probe, "MACHINE", tmp_path)
    found = by_name(probe.probe())
    assert (found["huge pages"].present, found["huge pages"].value) == (usable, f"transparent: {told}")


def test_no_memfd(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr("os.memfd_create", refuse)
    assert not probe_linux.memfd_is_there()
    assert not probe_linux.private_memfd_keeps_writes()
    assert not probe_linux.scan_finds_written_pages()
    assert "cannot run" in by_name(probe.probe())["memfd_create"].meaning


def test_a_kernel_that_scans_is_believed_only_for_the_right_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fcntl.ioctl", lambda *_: 1)  # claims one region but fills in nothing
    assert not probe_linux.scan_finds_written_pages()


def test_private_views_work_on_linux() -> None:
    assert probe_linux.memfd_is_there()
    assert probe_linux.private_memfd_keeps_writes()


@pytest.mark.parametrize(
    ("size", "shown"),
    [(0, "0 B"), (48 * 1024, "48 KiB"), (2 * 1024**2, "2 MiB"), (25294794752, "23.56 GiB"), (3 << 60, "3.146e+06 TiB")],
)
def test_sizes_are_short(size: int, shown: str) -> None:
    assert probe.size_text(size) == shown


def test_whether_the_machine_is_calibrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path))  # others may have measured this machine
    assert not by_name(probe.probe())["calibration"].present
    file = calibration_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    try:
        assert by_name(probe.probe())["calibration"].present
    finally:
        file.unlink()
