# SPDX-License-Identifier: Apache-2.0
"""Random graphs with ports as libraries, stepped and pipelined: whatever mapper, cores, depth, strategy and loops they
are compiled with, the bytes are those of the program with files."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.oracle.building import Builder
from tests.oracle.settings import Setting, compile_obeying

from .graphs import build_user
from .test_live import random_setting
from .test_oracle import Ports, by_files, require_same

COUNT = 90
SETTINGS_OF_A_SEED = 4


def library_setting(rng: random.Random) -> Setting:
    """One of those of programs, with transfers that a library can do."""
    drawn = random_setting(rng)
    transfers: tuple[str, ...] = rng.choice([(), ("memcpy",), ("stream",), ("cow",), ("cow(variant = fault)",)])
    return replace(drawn, guard=False, transfers=transfers)


@pytest.mark.parametrize("seed", range(10, 14))
def test_the_same_however_a_library_is_mapped(seed: int, tmp_path: Path, builder: Builder) -> None:
    ports = Ports(seed)
    by_port = by_files(ports, seed, COUNT, tmp_path, builder)
    rng = random.Random(seed)
    for number in range(SETTINGS_OF_A_SEED):
        is_pipelined = number % 2 == 1

        def compiled(options: CompileOptions, is_pipelined: bool = is_pipelined) -> Compiled:
            return compile_graph(by_port, replace(options, library=True, pipelined=is_pipelined))

        made, setting = compile_obeying(library_setting(rng), compiled)
        print(f"seed {seed}, {'pipelined' if is_pipelined else 'stepped'}: {' '.join(setting.arguments)}")
        caller = ports.streaming_caller(COUNT) if is_pipelined else ports.caller(COUNT)
        user = build_user(builder, tmp_path / f"library_{number}", made, caller, "pipe")
        require_same(user, ports, tmp_path)
