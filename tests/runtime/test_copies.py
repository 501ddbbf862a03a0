# SPDX-License-Identifier: Apache-2.0
"""Streamed copies: every instruction set that this processor has, under each compiler and sanitizer that is here."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest

from dfgen.paths import runtime_dir
from tests.runtime.toolchains import Built

# The kernels of this processor as Linux calls them; `plain` is everywhere.
KERNEL_FLAGS = {"avx512": "avx512f", "avx2": "avx2", "sse2": "sse2"}


# What a build must report of each mistake, by its sanitizer; without one, DF_DEBUG looks.
MISTAKES = {
    "address": {
        "short_source": r"heap-buffer-overflow.*\nREAD",
        "short_target": r"heap-buffer-overflow.*\nWRITE",
        "short_fill": r"heap-buffer-overflow.*\nWRITE",
    },
    "thread": {"race": r"ThreadSanitizer: data race"},
    "": {"overlap": r"internal error: a copy of 4032 bytes from .* overlaps"},
}


def expected_kernels() -> list[str]:
    if platform.machine() == "aarch64":
        return ["neon", "plain"]
    lines = re.findall(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    flags = lines[0].split() if lines else []
    return [name for name, flag in KERNEL_FLAGS.items() if flag in flags] + ["plain"]


def test_every_alignment_and_length_by_every_kernel(built: Built) -> None:
    result = built.run("stream_copies", STEP=13 if built.toolchain.sanitizer else 1)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == expected_kernels()


def test_what_was_streamed_is_there_when_it_is_published(built: Built) -> None:
    result = built.run("stream_publish", ROUNDS=3_000 if built.toolchain.sanitizer else 100_000)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == expected_kernels()


@pytest.mark.parametrize("kernel", expected_kernels())
def test_mistakes_are_reported(built: Built, kernel: str) -> None:
    for mistake, report in MISTAKES[built.toolchain.sanitizer].items():
        result = built.run("stream_mistakes", kernel, mistake)
        assert result.returncode != 0, mistake
        assert re.search(report, result.stderr), result.stderr


def test_a_right_copy_is_no_mistake(built: Built) -> None:
    result = built.run("stream_mistakes", "plain", "none")
    assert (result.returncode, result.stderr) == (0, "")


def test_every_kernel_is_tried() -> None:
    """A kernel that was written but forgotten in the list would never run."""
    sources = {path.name: path.read_text(encoding="utf-8") for path in (runtime_dir() / "src").glob("stream*.c")}
    text = "\n".join(sources.values())
    defined = set(re.findall(r"^const df__stream_kernel (\w+) =", text, re.MULTILINE))
    listed = re.findall(r"&(\w+),", sources["stream.c"].split("df__stream_kernels[] = {")[1].split("};")[0])
    assert sorted(listed) == sorted(defined)
    assert defined == {f"df__stream_{name}" for name in [*KERNEL_FLAGS, "neon", "plain"]}
