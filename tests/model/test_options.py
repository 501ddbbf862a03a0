# SPDX-License-Identifier: Apache-2.0
"""Options of strategies: which texts are legal values."""

from __future__ import annotations

import pytest

from dfgen.model.options import number_of, numbers


@pytest.mark.parametrize("text", ["64KiB", "65536", "64 KiB", "65536B"])
def test_numbers_with_and_without_a_unit(text: str) -> None:
    assert numbers(1, 1 << 20, "bytes").accepts(text)
    assert number_of(text) == 65536


@pytest.mark.parametrize("text", ["", "1.5", "0x10", "64miles", "2MiB", "1" * 5000, "1" * 5000 + "KiB"])
def test_what_is_no_legal_number(text: str) -> None:
    assert not numbers(1, 1 << 20, "bytes").accepts(text)
