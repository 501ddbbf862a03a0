# SPDX-License-Identifier: Apache-2.0
"""Programs with file actors, each built once."""

from __future__ import annotations

import pytest

from tests.files.programs import Programs


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Programs:
    return Programs(tmp_path_factory.mktemp("file_programs"))
