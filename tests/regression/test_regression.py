# SPDX-License-Identifier: Apache-2.0
"""Cases that failed once: each folder is one that `python -m tests.campaign` left, or is written like those."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.folder import replay
from tests.campaign.trial import Workshop

CASES = sorted(path.parent for path in Path(__file__).parent.glob("*/case.json"))


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("regression"), tmp_path_factory.mktemp("objects"))


@pytest.mark.whole
@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_what_failed_once_fails_no_more(case: Path, workshop: Workshop) -> None:
    failure = replay(case, workshop)
    assert failure is None, failure.text
