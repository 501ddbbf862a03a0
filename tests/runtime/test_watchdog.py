# SPDX-License-Identifier: Apache-2.0
"""Stuck or slow? The watchdog ends a program in which nothing happens, and SIGQUIT tells what all cores do."""

from __future__ import annotations

import re
import signal
import subprocess
import time

import pytest

from tests.runtime.toolchains import TIMEOUT_S, Built, await_handlers

WAITS = r"  core 1, pass \d+: waits for core 0: zero.out:one.in \(\d+ done, \d+ needed\)"
RUNS = r"  core 0, pass \d+: runs actor 'zero' \(chain.sdf:1:5\)"


def test_a_stuck_program_ends_and_tells_who_waits_for_what(built: Built) -> None:
    long_us = 10_000_000  # however slow the machine is; the program ends before
    ended = built.run("chain", "stage=0", f"doze_us={long_us}", "--watchdog", "100ms", "-n", "1000")
    assert ended.returncode == 4
    assert re.search(r"error: chain is stuck: nothing has happened for \d+ ms", ended.stderr)
    assert re.search(WAITS, ended.stderr)
    assert re.search(RUNS, ended.stderr)
    assert "(0 done, 1 needed)" in ended.stderr


def test_a_slow_program_is_not_stuck(built: Built) -> None:
    ended = built.run("chain", "stage=0", "doze_us=20000", "-n", "60", "--watchdog", "600ms")
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""


def test_time_in_which_the_program_did_not_run_does_not_count(built: Built) -> None:
    command = built.command("chain", "stage=0", "doze_us=20000000", "--watchdog", "1s", "-n", "2")
    running = subprocess.Popen(command, env=built.environment({}), stderr=subprocess.PIPE, text=True)
    await_handlers(running)
    time.sleep(0.3)
    running.send_signal(signal.SIGSTOP)
    time.sleep(1.3)
    running.send_signal(signal.SIGCONT)
    _, errors = running.communicate(timeout=TIMEOUT_S)
    assert running.returncode == 4
    told = re.search(r"nothing has happened for (\d+) ms", errors)
    assert told is not None
    assert 1000 <= int(told[1]) <= 1100  # a look more, of two twentieths at most


def test_the_watchdog_stops_with_the_run(built: Built) -> None:
    for _ in range(20):
        assert built.run("chain", "-n", "1", "--watchdog", "60min").returncode == 0


@pytest.mark.parametrize("time_text", ["5", "s", "5 s", "-1s", "1.5s", "99999999999s", "5h"])
def test_a_time_has_a_unit(built: Built, time_text: str) -> None:
    ended = built.run("chain", "-n", "1", f"--watchdog={time_text}")
    assert ended.returncode == 2
    assert "--watchdog wants a time such as 5s or 500ms" in ended.stderr


def test_none_watches_where_the_time_is_zero(built: Built) -> None:
    ended = built.run("chain", "stage=0", "at=3", "what=block", "--watchdog", "0s", "-n", "5")
    assert ended.returncode == 0, ended.stderr


def test_sigquit_tells_what_cores_do_and_the_program_goes_on(built: Built) -> None:
    process = subprocess.Popen(
        built.command("chain", "stage=0", "doze_us=10000", "-n", "100"), env=built.environment({}),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    await_handlers(process)
    for _ in range(15):  # one question may come when no actor runs
        time.sleep(0.05)
        process.send_signal(signal.SIGQUIT)
    output, errors = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 0
    assert "iterations 100 " in output
    assert "what the cores of chain do:" in errors
    assert re.search(WAITS, errors)
    assert re.search(RUNS, errors)
