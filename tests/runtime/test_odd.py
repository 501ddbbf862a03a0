# SPDX-License-Identifier: Apache-2.0
"""What seldom happens: threads that actors start, calls from the wrong place, a fault that another process sends."""

from __future__ import annotations

import signal
import subprocess

import pytest

from tests.runtime.toolchains import TIMEOUT_S, Built


def test_a_program_without_cores_is_refused(built: Built) -> None:
    result = built.run("odd", CASE="no_cores")
    problem = "its number of cores or of iterations per pass is out of range; compile the graph again"
    assert (result.returncode, result.stderr) == (1, f"error: odd: {problem}\n")


@pytest.mark.parametrize(
    ("case", "told"),
    [("fail", "it cannot go on"), ("stop", "df_stop() was called outside of an actor")],
)
def test_a_thread_of_an_actor_fails_for_the_program(case: str, told: str, built: Built) -> None:
    result = built.run("odd", CASE=case)
    assert result.returncode == 1
    assert f"error: a thread of no core: {told}\n" in result.stderr
    assert "ended" not in result.stdout


def test_to_stop_at_the_end_changes_nothing(built: Built) -> None:
    result = built.run("odd", CASE="stop_at_end")
    assert (result.returncode, result.stdout.split()) == (0, ["begun", "ended"]), result.stderr


def test_a_fault_that_another_process_sends_is_told_and_ends_the_program(built: Built) -> None:
    if built.toolchain.sanitizer:
        pytest.skip("sanitizers handle it themselves")
    process = subprocess.Popen(
        built.command("odd"), env=built.environment({"CASE": "wait"}), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    process.send_signal(signal.SIGSEGV)
    _, errors = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == -signal.SIGSEGV
    assert "error: " in errors
    assert "segmentation fault at address 0x0 on core 0" in errors


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("DFGEN_SPIN_NS", "abc", "a whole number: it says for how many nanoseconds"),
        ("DFGEN_SPIN_NS", "-1", "a whole number"),
        ("DFGEN_PIN", "yes", "one of 0 1: it says 0 lets the system move cores"),
        ("DFGEN_PAGE_SCAN", "can", "one of scan read none"),
        ("DFGEN_ENGINE_PLACES", "4x", "a whole number"),
    ],
)
def test_a_variable_with_a_value_that_means_nothing_is_refused(
    variable: str, value: str, told: str, built: Built
) -> None:
    result = built.run("odd", CASE="stop_at_end", **{variable: value})
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {variable}='{value}' is not {told}")


def test_an_empty_variable_is_as_good_as_none(built: Built) -> None:
    empty = dict.fromkeys(("DFGEN_SPIN_NS", "DFGEN_PIN", "DFGEN_PAGE_SCAN", "DFGEN_TRANSFER"), "")
    result = built.run("odd", CASE="stop_at_end", **empty)
    assert (result.returncode, result.stderr) == (0, "")
