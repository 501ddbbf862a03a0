# SPDX-License-Identifier: Apache-2.0
"""Parameters that are set while programs and libraries run: the same bytes, however a graph is mapped."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from dfgen.mapping.fusing import FUSIONS
from dfgen.memory.strategies import STRATEGIES
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.oracle.building import Builder
from tests.oracle.settings import MAPPERS, Setting, compile_obeying

from .graphs import as_library, build_user
from .test_oracle import PIPE_C, PIPE_H, Ports

COUNT = 300
SETTINGS_OF_A_SEED = 3


class LivePorts(Ports):
    """The same random graphs, whose actors get a live parameter in place of a number."""

    def text(self, *, has_ports: bool) -> str:
        text = re.sub(r"fire mix\(\d+,", "fire mix(gain,", super().text(has_ports=has_ports))
        return text.replace("graph g {", "graph g {\n    param gain : int32 = 3 live;")

    def caller_that_sets(self, changes: Mapping[int, int]) -> str:
        """Some by a text at the start, some by a function just before the step."""
        early = {at: value for at, value in changes.items() if at % 2}
        sets = "".join(f" if (i == {at}) g_set_gain(opened, {v});" for at, v in changes.items() if at not in early)
        texts = ", ".join(f'"gain={value}@{at}"' for at, value in early.items())
        options = f"&(g_options){{(const char *[]){{{texts}}}, {len(early)}}}" if early else "NULL"
        text = self.caller(COUNT).replace("g_open(NULL", f"g_open({options}")
        return text.replace(f"i < {COUNT}; i++) {{", f"i < {COUNT}; i++) {{{sets}")


def write_graphs(ports: LivePorts, folder: Path, rng: random.Random) -> None:
    (folder / "pipe.h").write_text(PIPE_H)
    (folder / "pipe.c").write_text(PIPE_C)
    (folder / "by_file.sdf").write_text(ports.text(has_ports=False))
    (folder / "by_port.sdf").write_text(ports.text(has_ports=True))
    for name in ports.inputs:
        (folder / name).write_bytes(rng.randbytes(4 * ports.block * COUNT))


def run_by_file(made: Path, ports: LivePorts, changes: Mapping[int, int], suffix: str) -> None:
    files = [f"{n}={n}" if n in ports.inputs else f"{n}={n}{suffix}" for n in ports.rates]
    sets = [f"gain={value}@{at}" for at, value in changes.items()]
    subprocess.run([made, "-q", "-n", str(COUNT), *files, *sets], cwd=made.parents[1], check=True, timeout=100)


def random_setting(rng: random.Random) -> Setting:
    mapper = rng.choice(MAPPERS)
    transfers = rng.choice([(), (rng.choice([s.name for s in STRATEGIES.values() if not s.only_objects]),)])
    plain = Setting(rng.randint(1, 4), None, mapper, transfers, guard=False, latency=None, wishes=rng.getrandbits(32))
    if mapper == "staged":
        return Setting(rng.randint(2, 4), None, mapper, transfers, False, None, wishes=plain.wishes, scattered=True)
    latency, fusion = rng.choice([None, None, 1, 3]), rng.choice(FUSIONS)
    return Setting(plain.cores, rng.randint(1, 4), mapper, transfers, rng.random() < 0.2, latency, fusion=fusion)


@pytest.mark.parametrize("seed", range(3))
def test_a_change_counts_from_its_iteration_on_in_every_program(seed: int, tmp_path: Path, builder: Builder) -> None:
    rng, ports = random.Random(seed), LivePorts(seed)
    write_graphs(ports, tmp_path, rng)
    changes = {at: rng.randint(-1000, 1000) for at in sorted(rng.sample(range(COUNT), 5))}

    def compiled(options: CompileOptions) -> Compiled:
        return compile_graph(tmp_path / "by_file.sdf", options)

    plain = compiled(CompileOptions(cores=1, transfers=("memcpy",), latency_iterations=1))
    run_by_file(builder.build(tmp_path / "plain", plain.files, "pipe"), ports, changes, ".expected")
    for number in range(SETTINGS_OF_A_SEED):
        made, setting = compile_obeying(random_setting(rng), compiled)
        print(f"seed {seed}: {' '.join(setting.arguments)}")
        run_by_file(builder.build(tmp_path / f"made_{number}", made.files, "pipe"), ports, changes, "")
        assert_same(tmp_path, ports)
    library = as_library(tmp_path / "by_port.sdf", cores=1 + seed % 4)
    user = build_user(builder, tmp_path / "library", library, ports.caller_that_sets(changes), "pipe")
    subprocess.run([user], cwd=tmp_path, check=True, timeout=60)
    assert_same(tmp_path, ports)


def assert_same(folder: Path, ports: Ports) -> None:
    for name in ports.outputs:
        assert (folder / name).read_bytes() == (folder / f"{name}.expected").read_bytes(), name
        (folder / name).unlink()


SHOWN_SDF = """\
graph shown {
    include "shown.h";
    source "shown.c";
    param gain : float = 1.5 live;
    param shift : int8 = -1 live;
    param on : bool = 1 live;
    actor give { init begin(gain, shift);  state n : int32;  fire give(n, o);  out o : int32[1]; }
    actor show { fire show(gain, shift, on, i);  state;  in i : int32[1]; }
    give.o -> show.i;
}
"""
SHOWN_H = """\
#include <stdbool.h>
#include <stdint.h>
void begin(double gain, int shift);
void give(int32_t *n, int32_t *o);
void show(double gain, int shift, bool on, const int32_t *i);
"""
SHOWN_C = """\
#include <stdio.h>
#include "shown.h"
void begin(double gain, int shift) { printf("begin %g %d\\n", gain, shift); }
void give(int32_t *n, int32_t *o) { *o = (*n)++; }
void show(double gain, int shift, bool on, const int32_t *i) { printf("%d: %g %d %d\\n", *i, gain, shift, on); }
"""


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    for name, text in (("shown.sdf", SHOWN_SDF), ("shown.h", SHOWN_H), ("shown.c", SHOWN_C)):
        (tmp_path / name).write_text(text)
    return tmp_path / "shown.sdf"


@pytest.mark.parametrize("cores", [1, 2])
def test_init_sees_the_start_and_a_later_word_wins(cores: int, shown: Path, tmp_path: Path, builder: Builder) -> None:
    made = builder.build(tmp_path / "made", compile_graph(shown, CompileOptions(cores=cores)).files, "shown")
    given = ["gain=2", "gain=3", "shift=9@2", "on=false@1", "shift=-8@2", "gain=7@0", "on=1@3", "gain=0.5@3"]
    ran = subprocess.run([made, "-n", "4", *given], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["begin 3 -1", "0: 7 -1 1", "1: 7 -1 0", "2: 7 -8 0", "3: 0.5 -8 1"]
    assert ran.stderr == ""
    ran = subprocess.run([made, "-n", "4", "gian=2"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr.split(";")[1].strip()) == (1, "did you mean 'gain'?")
