# SPDX-License-Identifier: Apache-2.0
"""What the campaign tries: case `index` of a seed is an application and a way to compile, build and run it."""

from __future__ import annotations

import random
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.oracle.adornments import adorned, with_more
from tests.oracle.application import Application
from tests.oracle.building import compiler_with_flags
from tests.oracle.chains import chain_application
from tests.oracle.drafts import LARGE, OBJECTS, ODD, SMALL
from tests.oracle.generator import random_application
from tests.oracle.long_delays import with_long_delays
from tests.oracle.loops import loop_application
from tests.oracle.rings import ring_application
from tests.oracle.settings import Setting, random_setting
from tests.probing import unusable

from .spread import Spread, spread_at_random


@dataclass(frozen=True)
class Toolchain:
    """A C compiler with its flags, and sanitizers if any."""

    command: str
    sanitize: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(shlex.split(self.command))

    def __str__(self) -> str:
        return f"{self.command} {self.sanitize}".strip()

    @property
    def folder(self) -> str:
        """A name for the folder of its objects."""
        return "_".join([*self.words, self.sanitize]).replace("/", "_")

    def missing(self) -> str:
        """Why it makes no programs here; empty if it does."""
        return unusable(*compiler_with_flags(self.words, self.sanitize))


# Most cases are built by what builds fastest; the compilers' own cleverness is tried in the others.
TOOLCHAINS: Mapping[Toolchain, int] = {
    Toolchain("gcc -O0 -DDF_DEBUG"): 12,
    Toolchain("gcc -O1"): 3,
    Toolchain("gcc -O2"): 2,
    Toolchain("gcc -O3"): 2,
    Toolchain("clang -O0"): 2,
    Toolchain("clang -O1 -DDF_DEBUG"): 1,
    Toolchain("clang -O2"): 1,
    Toolchain("clang -O3"): 1,
    Toolchain("gcc -O1", "address,undefined"): 2,
    Toolchain("gcc -O1", "thread"): 2,
    Toolchain("clang -O1", "address,undefined"): 1,
    Toolchain("clang -O1", "thread"): 1,
}


RINGS, CHAINS, LOOPS = 0.1, 0.25, 0.1
"""The share of applications of these forms."""
MEMORY = (1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20)


@dataclass(frozen=True)
class Configuration:
    """`variables` of the environment and `arguments` are those of the run. `spread`: over several nodes."""

    setting: Setting
    toolchain: Toolchain
    variables: Mapping[str, str] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    spread: Spread | None = None


def application_of(seed: int, nodes: int = 1) -> Application:
    """Most are small; some have strange tokens, objects, or windows of many pages; some are one cycle, a chain that
    works in place, or loops that look back, have long delays, or run for more passes than are on their way at a time.
    """
    rng = random.Random(f"campaign {seed}")
    objects = SMALL if nodes > 1 else OBJECTS  # these hold pointers that other machines know nothing of
    limits = rng.choice([SMALL, SMALL, ODD, ODD, LARGE, objects])
    form = rng.random()
    if form < RINGS:
        application = ring_application(seed)
    elif form < RINGS + CHAINS:
        application = chain_application(seed)
    elif form < RINGS + CHAINS + LOOPS:
        application = loop_application(seed)
    else:
        application = random_application(seed, limits=limits)
    if limits in (SMALL, OBJECTS) and rng.random() < 0.15:
        application = with_long_delays(application)
    if limits is not LARGE and rng.random() < 0.4:
        application = replace(application, iterations=application.iterations + rng.randint(4, 24))
    return with_more(rng, adorned(rng, application), is_spread=nodes > 1)


def configuration_of(application: Application, index: int, fifos: Sequence[str], nodes: int = 1) -> Configuration:
    """`nodes`: the most that a program is spread over; then without sanitizers, which see what MPI does."""
    rng = random.Random(f"configuration {index} of {application.seed}")
    setting = _of_many_passes(rng, random_setting(application, index, fifos), application)
    fit = {chain: weight for chain, weight in TOOLCHAINS.items() if nodes < 2 or not chain.sanitize}
    known = {chain: weight for chain, weight in fit.items() if not chain.missing()}
    (toolchain,) = rng.choices(list(known), list(known.values()))
    variables, arguments = dict(_variables(rng)), tuple(_arguments(rng, setting))
    return Configuration(setting, toolchain, variables, arguments, spread_at_random(rng, nodes))


def _of_many_passes(rng: random.Random, setting: Setting, application: Application) -> Setting:
    """Often short passes, and cores that are some passes behind others; now and then hardly any memory."""
    if rng.random() < 0.6:
        longest = rng.choice([1, 1, 2, 2, 3, 4, 5, 7])
        # Cores can share iterations only if there are some for each.
        setting = replace(setting, longest=max(longest, setting.cores) if application.works_in_place else longest)
    if setting.cores > 1 and setting.depth is not None and rng.random() < 0.45:
        free = replace(setting, depth=None, latency=None, guard=False, buffers=None)
        setting = replace(free, mapper="staged", scattered=True)
    return replace(setting, memory=rng.choice(MEMORY)) if rng.random() < 0.12 else setting


def other_way_to_run(configuration: Configuration, number: int) -> Configuration:
    """The same program started differently: other strategies for what it chooses at its start, other ways to wait."""
    rng = random.Random(f"way {number} of {configuration.setting.wishes}")
    setting = replace(configuration.setting, wishes=rng.getrandbits(32))
    return replace(
        configuration, setting=setting, variables=dict(_variables(rng)), arguments=tuple(_arguments(rng, setting))
    )


def _variables(rng: random.Random) -> list[tuple[str, str]]:
    """How cores wait and where they run; engines with hardly any room; the other way to find written pages."""
    choices = {
        "DFGEN_SPIN_NS": ["0", "1000", "1000000"],
        "DFGEN_PIN": ["0"],
        "DFGEN_ENGINE_PLACES": ["2", "4"],
        "DFGEN_PAGE_SCAN": ["read", "none"],
        "DFGEN_PACE": ["0"],
    }
    return [(name, rng.choice(values)) for name, values in choices.items() if rng.random() < 0.25]


def _arguments(rng: random.Random, setting: Setting) -> list[str]:
    given = ["--poison", str(rng.randrange(256))] if setting.guard and rng.random() < 0.5 else []
    if setting.trace and rng.random() < 0.7:
        given += ["--trace", "/dev/null", "--profile", "/dev/null"]
        given += ["--trace-events", str(rng.choice([1, 64, 65536]))] if rng.random() < 0.5 else []
    return given + (["--watchdog", "60s"] if rng.random() < 0.1 else [])
