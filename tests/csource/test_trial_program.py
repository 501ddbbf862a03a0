# SPDX-License-Identifier: Apache-2.0
"""The program that fires functions alone (`runtime/trial`): what it says of functions that are known."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from dfgen.paths import runtime_dir
from tests.probing import require
from tests.runtime.toolchains import TOOLCHAINS, Toolchain

TABLE = """
#include "trial.h"
#include <string.h>

#define SIZE 70
#define LARGE 5000
#define PERIOD (19 << 16)
#define FAR (3 * PERIOD + 4099)

/* The input, but for the last byte, which it leaves as it was. */
static void copies(char **window)
{
    for (int i = 0; i < SIZE - 1; i++)
        window[1][i] = window[0][i];
}

/* The input turned round: not over itself. */
static void turns(char **window)
{
    for (int i = 0; i < SIZE; i++)
        window[1][i] = window[0][SIZE - 1 - i];
}

/* With the byte in front of the input. */
static void looks_outside(char **window)
{
    for (int i = 0; i < SIZE; i++)
        window[1][i] = window[0][i - 1];
}

static void hangs(char **window)
{
    while (*(volatile char *)window[0] == 1)
        ;
    window[1][0] = 0;
}

/* A byte of the input and the two beside it, which are others then. */
static void spoils(char **window)
{
    memset(window[1], window[0][3] + window[0][SIZE] + window[0][-1], SIZE);
    window[0][3]++;
    window[0][SIZE]++;
    window[0][-1]++;
}

/* The same of an input that shows what it is filled with more than once. */
static void spoils_far(char **window)
{
    static const int at[] = {-1, 3, FAR / 2, FAR - 1, FAR};
    char sum = 0;
    for (int i = 0; i < 5; i++)
        sum += window[0][at[i]];
    memset(window[1], sum, SIZE);
    for (int i = 0; i < 5; i++)
        window[0][at[i]]++;
}

/* Does not return if the input does not begin again after each period, up to its end. */
static void looks_far(char **window)
{
    for (int i = PERIOD; i < FAR; i++)
        if (window[0][i] != window[0][i - PERIOD])
            *(volatile char *)0 = 1;
    memset(window[1], window[0][FAR - 1], SIZE);
}

static void crashes(char **window)
{
    if (window[0][0] == 1)
        *(volatile char *)0 = 1;
    memset(window[1], 0, SIZE);
}

static void reads(char **window)
{
    (void)window;
}

/* All but the bytes at the multiples of 100 times the first of the input, up to the second in hundreds. */
static void leaves(char **window)
{
    for (int i = 0; i < LARGE; i++)
        if (i % (100 * window[0][0]) != 0 || i > 100 * window[0][1])
            window[1][i] = 1;
}

static const size_t sizes[] = {SIZE, SIZE}, alone[] = {SIZE}, far[] = {FAR, SIZE}, large[] = {SIZE, LARGE};

const df_trial df_trials[] = {
    {1, 2, sizes, copies},
    {1, 2, sizes, turns},
    {1, 2, sizes, looks_outside},
    {1, 2, sizes, hangs},
    {1, 1, alone, reads},
    {1, 2, large, leaves},
    {1, 2, sizes, spoils},
    {1, 2, sizes, crashes},
    {1, 2, far, spoils_far},
    {1, 2, far, looks_far},
};
const unsigned df_trial_seconds_max = 1, df_trial_waiting_seconds_max = 60;
"""
COPIES, TURNS, OUTSIDE, HANGS, NO_OUTPUT, LEAVES, SPOILS, CRASHES, SPOILS_FAR, LOOKS_FAR = range(10)
RANDOM = 256
SIZE = 70


WITHOUT_THREADS = [toolchain for toolchain in TOOLCHAINS if toolchain.sanitizer != "thread"]


@pytest.fixture(scope="module", params=WITHOUT_THREADS, ids=lambda toolchain: toolchain.name)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    toolchain: Toolchain = request.param
    folder, frame = tmp_path_factory.mktemp("trial"), runtime_dir() / "trial"
    (folder / "table.c").write_text(TABLE)
    require(*toolchain.command)
    sources = [folder / "table.c", frame / "trial.c"]
    subprocess.run([*toolchain.command, "-std=gnu11", f"-I{frame}", *sources, "-o", folder / "trial"], check=True)
    return folder / "trial"


def said(program: Path, number: int, *comparisons: Sequence[int], given: str = "-") -> list[str]:
    """A line for each comparison, up to the one that it does not survive."""
    words = [number, *(word for each in comparisons for word in (*each, given))]
    run = subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False, timeout=60)
    return [line.strip() for line in run.stdout.splitlines()]


@pytest.mark.parametrize("filling", [0, 7, RANDOM, RANDOM + 1])
def test_what_a_firing_leaves_as_it_was(program: Path, filling: int) -> None:
    comparison = (filling, 0, 0xA5, -1, -1, -1, 0)
    assert said(program, COPIES, comparison) == ["64-70"]
    assert said(program, TURNS, comparison) == ["-"]


def test_an_output_over_an_input(program: Path) -> None:
    """Of the byte that `copies` leaves as it was the first firing has the poison, which differs from nothing."""
    given = (RANDOM, 0xA5, 0xA5, 1, 0, 0xA5, 0)
    assert (said(program, COPIES, given), said(program, TURNS, given)) == (["-"], ["0-70"])
    untolerated = (RANDOM, 0xA5, 0xA5, 1, 0, -1, 0)
    assert said(program, COPIES, untolerated) == ["64-70"]


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ("0=0a17", "0-64,960-1024,1984-2048"),
        ("0=0a00", "0-64"),
        ("0=0117", "0-2304"),
        ("0=0432,0=0532", "0-64,448-512,960-1024,1472-1536,1984-2048,2496-2560,2944-3008,3456-4544"),
        ("0=6401,9=00", "0-64"),
    ],
)
def test_where_a_firing_differs_by_the_bytes_that_it_is_given(program: Path, given: str, where: str) -> None:
    """Ranges with little between them are one, and so is all from the eighth on."""
    assert said(program, LEAVES, (3, 0, 0xA5, -1, -1, -1, 0), given=given) == [where]


@pytest.mark.parametrize("filling", [3, RANDOM])
def test_what_is_given_is_of_one_comparison(program: Path, filling: int) -> None:
    """What the next one does not name is full of the filling again."""
    comparison = (filling, 0, 0xA5, -1, -1, -1, 0)
    alone = [said(program, LEAVES, comparison, given=given) for given in ("0=0a17", "-", "5=01,0=0a")]
    words = [LEAVES, *comparison, "0=0a17", *comparison, "-", *comparison, "5=01,0=0a"]
    run = subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False, timeout=60)
    assert [[line.strip()] for line in run.stdout.splitlines()] == alone


def test_what_lies_outside(program: Path) -> None:
    given = (1, 0, 0, -1, -1, -1, 0xA5)
    assert (said(program, TURNS, given), said(program, OUTSIDE, given)) == (["-"], ["0-64"])


def test_comparisons_follow_each_other(program: Path) -> None:
    """The first firing of the one before is that of the next, where it would be the same."""
    one, other = (3, 0, 0xA5, -1, -1, -1, 0), (3, 0, 0, -1, -1, -1, 0)
    assert said(program, COPIES, one, other, one, (4, *one[1:])) == ["64-70", "-", "64-70", "64-70"]


@pytest.mark.parametrize("actor", [SPOILS, SPOILS_FAR])
@pytest.mark.parametrize("filling", [0, 3, RANDOM])
def test_inputs_are_the_same_in_each_firing(program: Path, filling: int, actor: int) -> None:
    """Also where a function writes there."""
    alike, over, outside = ((filling, 0, 0xA5, *rest) for rest in ((-1, -1, -1, 0), (1, 0, -1, 0), (-1, -1, -1, 7)))
    assert said(program, actor, alike, alike, over, outside, alike, alike) == ["-", "-", "0-64", "0-70", "-", "-"]


@pytest.mark.parametrize("filling", [0, 3, RANDOM])
def test_large_inputs_are_filled_to_the_end(program: Path, filling: int) -> None:
    same, other = ((seed, 0, 0xA5, -1, -1, -1, 0) for seed in (filling, filling + 1))
    assert said(program, LOOKS_FAR, same, other, same) == ["-", "-", "-"]


def test_a_function_that_crashes_ends_the_program(program: Path) -> None:
    fine, crashing = (0, 0, 0, -1, -1, -1, 0), (1, 0, 0, -1, -1, -1, 0)
    assert said(program, CRASHES, fine, crashing, fine) == ["-"]


def test_a_function_that_hangs_ends_the_program(program: Path) -> None:
    ends, hangs = (0, 0, 0, -1, -1, -1, 0), (1, 0, 0, -1, -1, -1, 0)
    assert said(program, HANGS, ends, hangs, ends) == ["-"]


def test_a_firing_is_shown(program: Path) -> None:
    given = bytes(range(SIZE))
    run = subprocess.run([program, str(COPIES), "165"], input=given, capture_output=True, check=False, timeout=60)
    assert run.stdout == given + given[:-1] + b"\xa5"


def test_an_actor_without_outputs(program: Path) -> None:
    assert said(program, NO_OUTPUT, (0, 0, 0, -1, -1, -1, 0)) == [""]


def test_without_its_arguments_it_fires_nothing(program: Path) -> None:
    assert subprocess.run([program], check=False, timeout=60).returncode == 2
