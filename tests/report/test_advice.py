# SPDX-License-Identifier: Apache-2.0
"""Each piece of advice is given where it is true, and only there."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from dfgen.report.advice import Advice, advise
from dfgen.report.content import Content

from .contents import PICTURE, content_of, profile_of


@pytest.fixture
def content(tmp_path: Path) -> Content:
    """One that leaves nothing to say."""
    found = content_of(PICTURE, tmp_path)
    record: dict[str, Any] = deepcopy(dict(found.record))
    record["schedule"] |= {"guessed": [], "period_ns": 1_000_000}
    for core in record["schedule"]["cores"]:
        core["waiting_ns"] = 0
    profile = profile_of(found)
    profile["iteration"]["period_ns"] = 1_000_000
    profile["timeline"]["lost_events"] = 0
    for core in profile["cores"]:
        core |= {"busy_ns": core["wall_ns"], "waiting_ns": 0, "asleep_ns": 0}
    return Content(found.plan, record, profile)


def changed(content: Content, part: str, key: str, value: object) -> Content:
    record = deepcopy(dict(content.record))
    record[part][key] = value
    return Content(content.plan, record, content.profile)


def only(content: Content) -> Advice:
    (advice,) = advise(content)
    return advice


def test_where_nothing_stands_out_nothing_is_said(content: Content) -> None:
    assert advise(content) == []


def test_actors_without_times(content: Content) -> None:
    advice = only(changed(content, "schedule", "guessed", ["read", "show"]))
    assert "2 actors have no stated time" in advice.text
    assert "--update-times" in advice.todo
    assert advice.about == (("actor", "read"), ("actor", "show"))


@pytest.mark.parametrize(("predicted", "is_told"), [(900_000, False), (1_500_000, True), (600_000, True)])
def test_predictions_that_are_off(predicted: int, is_told: bool, content: Content) -> None:
    found = advise(changed(content, "schedule", "period_ns", predicted))
    assert [("predicted" in advice.text and "calibrate" in advice.todo) for advice in found] == [True] * is_told


def test_guesses_are_off_by_nature(content: Content) -> None:
    guessed = changed(changed(content, "schedule", "period_ns", 9_000), "schedule", "is_guess", True)
    assert not any("predicted" in advice.text and "calibrate" in advice.todo for advice in advise(guessed))


REMEDIES = {
    ("read_only", "claimed", "b.in reads too"): "const",
    ("read_write", "claimed", "b.in reads too"): "read_only",
    ("read_mostly", "claimed", "b.in reads too"): "--written",
    ("read_only", "proven", "b.in reads too"): "dfgen tune",
    ("read_write", "claimed", "asked for"): "command line asks",
}


@pytest.mark.parametrize("case", REMEDIES, ids=str)
def test_dear_copies_and_what_would_spare_them(case: tuple[str, str, str], content: Content) -> None:
    access, trust, reason = case
    record = deepcopy(dict(content.record))
    told: Mapping[str, Any] = {"moving_ns": 200_000, "moved_bytes": 3_000_000, "strategy": "memcpy"}
    record["fifos"][0] |= {**told, "access": access, "trust": trust, "reason": reason}
    advice = only(Content(content.plan, record, content.profile))
    assert "20%" in advice.text
    assert reason in advice.text
    assert REMEDIES[case] in advice.todo
    assert advice.about == (("fifo", record["fifos"][0]["name"]),)


@pytest.mark.parametrize(("measured", "told"), [(400_000, "50% of the measured"), (None, "20% of the predicted")])
def test_costs_go_by_the_measured_period_where_there_is_one(measured: int | None, told: str, content: Content) -> None:
    record = deepcopy(dict(content.record))
    record["fifos"][0] |= {"moving_ns": 200_000}
    assert content.profile is not None
    profile = deepcopy(dict(content.profile))
    profile["iteration"]["period_ns"] = measured
    (advice,) = (one for one in advise(Content(content.plan, record, profile)) if "moves" in one.text)
    assert told in advice.text


def wait(fifo: str, waiting_ns: int, asleep_ns: int = 0) -> dict[str, object]:
    return {"fifo": fifo, "peer": 0, "count": 1, "waiting_ns": waiting_ns, "asleep_ns": asleep_ns, "node": ""}


def test_cores_are_told_with_the_fifo_that_each_was_measured_to_wait_for(content: Content) -> None:
    """And not with the one for which all cores together are predicted to wait the longest."""
    assert content.profile is not None
    profile = deepcopy(dict(content.profile))
    first, second, third = (fifo["name"] for fifo in content.record["fifos"][:3])
    for core, waits in zip(
        profile["cores"],
        ([wait(first, 10), wait(second, 5, asleep_ns=4), wait(second, 2)], [wait(third, 10), wait("a rule", 90)]),
        strict=True,
    ):
        core |= {"waiting_ns": core["wall_ns"] // 2, "waits": waits}
    advice = only(Content(content.plan, content.record, profile))
    assert f"core 0 50% (the longest for {second}), core 1 50% (the longest for a rule)" in advice.text
    assert advice.about == (("fifo", second),)


def test_without_a_profile_each_core_is_told_with_what_it_is_predicted_to_wait_for(content: Content) -> None:
    record = deepcopy(dict(content.record))
    schedule = record["schedule"]
    kind, name = len(schedule["kinds"]), len(schedule["names"])
    schedule["kinds"], schedule["names"] = [*schedule["kinds"], "wait"], [*schedule["names"], "a rule"]
    schedule["blocks"] = [[0, 0, 500_000, kind, name, 1]]
    schedule["cores"][0]["waiting_ns"] = 500_000
    schedule["cores"][1]["waiting_ns"] = 400_000
    found = [advice.text for advice in advise(Content(content.plan, record, None))]
    assert "core 0 50% (the longest for a rule), core 1 40%." in found[0]


def test_cores_that_wait(content: Content) -> None:
    assert content.profile is not None
    profile = deepcopy(dict(content.profile))
    profile["cores"][1] |= {"asleep_ns": profile["cores"][1]["wall_ns"] // 2}
    advice = only(Content(content.plan, content.record, profile))
    assert "wait or sleep" in advice.text
    assert "core 1 50%" in advice.text
    assert "core 0" not in advice.text


def test_memory_far_above_its_bound(content: Content) -> None:
    record = changed(changed(content, "memory", "arena_bytes", 10**7), "memory", "lower_bound_bytes", 10**6)
    assert "10.00 times the lower bound" in only(record).text
    assert "Private views" in only(changed(content, "memory", "cow_worst_bytes", 10**9)).text


def test_what_was_not_measured(content: Content) -> None:
    unmeasured = only(Content(content.plan, content.record, None))
    assert "dfgen profile" in unmeasured.todo
    assert content.profile is not None
    profile = deepcopy(dict(content.profile))
    profile["timeline"]["lost_events"] = 12
    assert "12 events" in only(Content(content.plan, content.record, profile)).text
