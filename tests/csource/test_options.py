# SPDX-License-Identifier: Apache-2.0
"""Which options C asks for."""

from __future__ import annotations

import pytest

from dfgen.csource.options import asked_options

KNOWN = b"""// df_option(any)
/* df_option("a") */
const char *one = df_option("one"), *text = "/* no comment";
int two = df_option ( "two" ) != 0; char *again = df_option("one");
"""


def test_names_are_those_of_calls() -> None:
    assert asked_options([b"", KNOWN, b'x = df_option("three");']) == ("one", "two", "three")


@pytest.mark.parametrize("code", [b"df_option(name)", b"f(df_option)", b"df_option(#x)", b'df_option("a" "b")'])
def test_a_name_that_is_computed_may_be_any(code: bytes) -> None:
    assert asked_options([b'df_option("one")', code]) is None
