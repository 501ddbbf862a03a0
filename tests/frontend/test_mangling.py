# SPDX-License-Identifier: Apache-2.0
"""Names of other tools as identifiers, and back."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dfgen.frontend.mangling import from_identifier, to_identifier

NAMES = st.text(min_size=1).filter(str.isprintable) | st.text("_x0af-9", min_size=1, max_size=12)


@given(NAMES, st.sampled_from([(), ("int", "phase", "x", "_")]))
def test_names_come_back(name: str, forbidden: tuple[str, ...]) -> None:
    identifier = to_identifier(name, forbidden)
    assert re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", identifier)
    assert identifier not in forbidden
    assert from_identifier(identifier) == name


@given(NAMES, NAMES)
def test_different_names_stay_different(first: str, second: str) -> None:
    assert (to_identifier(first) == to_identifier(second)) == (first == second)


@pytest.mark.parametrize("name", ["mc2me", "a_b", "_", "x_axis", "foo_x1", "_xylophone", "A9"])
def test_plain_names_stay(name: str) -> None:
    assert to_identifier(name) == name
    assert from_identifier(name) == name


@pytest.mark.parametrize("identifier", ["a_x0_", "_x110000_", "a_xd800_"])
def test_what_is_no_mangled_name_stays(identifier: str) -> None:
    assert from_identifier(identifier) == identifier
