# SPDX-License-Identifier: Apache-2.0
"""Files of JSON are looked at before their values are used; what is wrong is told with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dfgen.model.shape import list_of, load_json, maybe, number, record_of, row_of, text, whole

CORE = record_of({"core": whole, "name": text}, {"ns": maybe(number)})
CORES = record_of({"cores": list_of(CORE)})
ROWS = list_of(row_of(whole, number))


@pytest.mark.parametrize(
    "value",
    [
        {"cores": []},
        {"cores": [{"core": 0, "name": ""}, {"core": 1, "name": "b", "ns": None, "more": 1}]},
        {"cores": [{"core": 0, "name": "", "ns": -1.5}], "other": {}},
    ],
)
def test_what_fits(value: Any) -> None:
    assert CORES(value) == ""


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, " is not an object"),
        ([], " is not an object"),
        ({}, " has no 'cores'"),
        ({"cores": {}}, ".cores is not a list"),
        ({"cores": [{"core": 0, "name": "a"}, {"core": 1}]}, ".cores[1] has no 'name'"),
        ({"cores": [{"core": -1, "name": "a"}]}, ".cores[0].core is not a whole number"),
        ({"cores": [{"core": True, "name": "a"}]}, ".cores[0].core is not a whole number"),
        ({"cores": [{"core": 1.5, "name": "a"}]}, ".cores[0].core is not a whole number"),
        ({"cores": [{"core": 10**30, "name": "a"}]}, ".cores[0].core is not a whole number"),
        ({"cores": [{"core": 0, "name": 7}]}, ".cores[0].name is not text"),
        ({"cores": [{"core": 0, "name": "a", "ns": float("nan")}]}, ".cores[0].ns is not a number"),
        ({"cores": [{"core": 0, "name": "a", "ns": float("inf")}]}, ".cores[0].ns is not a number"),
        ({"cores": [{"core": 0, "name": "a", "ns": 10**400}]}, ".cores[0].ns is not a number"),
        ({"cores": [{"core": 0, "name": "a", "ns": "1"}]}, ".cores[0].ns is not a number"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(value: Any, told: str) -> None:
    assert CORES(value) == told


def test_rows_have_so_many_values() -> None:
    assert ROWS([[1, 2.5], [2, 0]]) == ""
    assert ROWS([[1, 2], [1]]) == "[1] is not a list of 2"
    assert ROWS([[1, 2], [1, 2, 3]]) == "[1] is not a list of 2"
    assert ROWS([[1, "2"]]) == "[0][1] is not a number"


@pytest.mark.parametrize("depth", [99, 300, 500_000])
@pytest.mark.parametrize("brackets", ["[]", '{"a":}'])
def test_what_is_nested_too_deeply_is_no_json_of_ours(depth: int, brackets: str) -> None:
    content = brackets[:-1] * depth + "1" + brackets[-1] * depth
    if depth < 100:
        assert load_json(content)
    else:
        with pytest.raises(ValueError, match="nested too deeply"):
            load_json(content)


@pytest.mark.parametrize("content", ["2", '"a"', "null", "true", "[]", "{}"])
def test_any_value_may_stand_alone(content: str) -> None:
    assert load_json(content) == json.loads(content)


def test_what_is_cut_off_is_no_json() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        load_json('{"cores": [1, ')
