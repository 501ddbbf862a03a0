# SPDX-License-Identifier: Apache-2.0
"""What the bench of object graphs tells of its figures."""

from __future__ import annotations

from tests.bench.objects import kernels
from tests.bench.objects.kernels import STRATEGIES, Times

# A disturbance lasts for a round of all strategies.
SLOW = (1, 2, 1)
ONE = {
    "LCR": {s: [Times(d * (1000 - 100 * n), d * 500, 10.0, 672.0, 5) for d in SLOW] for n, s in enumerate(STRATEGIES)}
}
TWO = {"LCR": {s: [Times(d * 1000 / (1 + n)) for d in SLOW] for n, s in enumerate(STRATEGIES)}}
SAME = {"LCR": {s: [Times(7)] for s in STRATEGIES}}


def rows(text: list[str], begin: str) -> list[list[str]]:
    """The cells below a title, up to an empty line."""
    lines = "\n".join(text).split("\n")
    start = next(n for n, line in enumerate(lines) if line.startswith(begin))
    end = next((n for n in range(start, len(lines)) if not lines[n]), len(lines))
    return [line.split() for line in lines[start + 1 : end]]


def test_kernels_stand_beside_the_tables_and_figures_of_the_paper() -> None:
    text = list(kernels.table(3, ONE, TWO))
    assert rows(text, "3 places, closure=1: nodes as in Table 4")[1] == ["LCR", "64", "10.0", "10", "672", "672"]
    assert rows(text, "Fig. 9, 3 places")[1] == ["LCR", "2.00x", "3.00x", "4.00x"]
    assert rows(text, "Fig. 10, 3 places")[1] == ["LCR", "500", "400", "20.0%", "300", "40.0%", "200", "60.0%"]


def test_both_numbers_of_places_stand_side_by_side() -> None:
    text = list(kernels.scaling({3: (ONE, TWO), 14: (ONE, SAME)}))
    assert rows(text, "Fig. 11: 3 and 14 places")[2:] == [
        ["LCR", "2.00x", "1.00x", "3.00x", "1.00x", "4.00x", "1.00x"],
        ["20.0%", "20.0%", "40.0%", "40.0%", "60.0%", "60.0%"],
    ]


def test_a_target_is_met_by_the_kernel_that_gains_least() -> None:
    text = list(kernels.verdicts(3, ONE, TWO))
    assert text[0] == "3 places, memcpy: communication -40% or more (least: LCR); target -75%: MISSED"
    assert text[-1] == "3 places, LCR: whole run 4.00 times as fast as with serialize; target 1.2: met"
