# SPDX-License-Identifier: Apache-2.0
"""`frozen` makes classes that behave as those of `dataclass(frozen=True)`."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field, fields, replace

import pytest

from dfgen.model.frozen import frozen


@frozen
class Place:
    file: str
    line: int = 1
    shown: str = field(default="", compare=False)
    index: dict[str, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class PlaceOfTheLibrary:
    file: str
    line: int = 1
    shown: str = field(default="", compare=False)
    index: dict[str, int] = field(default_factory=dict, compare=False, repr=False)


@frozen
class Alone:
    value: tuple[int, ...]


@frozen
class Other:
    value: tuple[int, ...]


@frozen
class Nothing:
    pass


@frozen
class Named:
    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and self.name.lower() == other.name.lower()

    def __hash__(self) -> int:
        return hash(self.name.lower())

    def __repr__(self) -> str:
        return f"<{self.name}>"


@pytest.mark.parametrize("made", [Place, PlaceOfTheLibrary])
def test_fields_that_are_compared_decide(made: type) -> None:
    first, second = made("a.c", 3, "here", {"x": 1}), made("a.c", 3, "there")
    assert first == second
    assert hash(first) == hash(second)
    assert len({first, second, made("a.c", 4), made("b.c", 3)}) == 3
    assert first != ("a.c", 3)


@pytest.mark.parametrize("value", [(), (1,), (1, 2)])
def test_classes_of_equal_fields_differ(value: tuple[int, ...]) -> None:
    one: object = Alone(value)
    assert one == Alone(value)
    assert hash(one) == hash(Alone(value))
    assert one != Other(value)
    assert one != value
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())


def test_the_text_is_that_of_the_library() -> None:
    shown = repr(PlaceOfTheLibrary("a.c", 3, "here", {"x": 1}))
    assert repr(Place("a.c", 3, "here", {"x": 1})) == shown.replace("PlaceOfTheLibrary", "Place")
    assert repr(Nothing()) == "Nothing()"


def test_each_gets_its_own_default() -> None:
    assert Place("a").index is not Place("a").index


def test_copies_and_changed_copies() -> None:
    place = Place("a.c", 3, "here", {"x": 1})
    for same in (copy.deepcopy(place), pickle.loads(pickle.dumps(place)), replace(place)):
        assert (same, same.shown, same.index) == (place, "here", {"x": 1})
    assert replace(place, line=4) == Place("a.c", 4)
    assert [each.name for each in fields(place)] == ["file", "line", "shown", "index"]


def test_what_a_class_says_itself_stays() -> None:
    assert Named("A") == Named("a")
    assert hash(Named("A")) == hash(Named("a"))
    assert repr(Named("A")) == "<A>"
