# SPDX-License-Identifier: Apache-2.0
"""The architectures that are explored: those of files, this machine's, and the 22 of Ghasemi et al., "On Cache Limits
for Dataflow Applications and Related Efficient Memory Management Strategies", DASIP 2021, which are shipped as `paper`.

All of these have 32 KiB of L1, 256 KiB of L2 and, if at all, 8 MiB of L3 for each core, however many share one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from dfgen.model.caches import Cache, Dram, Policy
from dfgen.model.diagnostics import Span, UserError, fail
from dfgen.model.frozen import frozen
from dfgen.model.likeness import suggestion
from dfgen.model.platform import Platform, load_platform, place_of_cache

PAPER, HOST = "paper", "host"
PAPER_CORES = (4, 8, 16, 32)
KIB, MIB = 1 << 10, 1 << 20

# The cores that share an L2, those that share an L3 (0: there is none) and those that share a controller, by number.
_PAPER = {
    1: (1, 0, 4), 2: (2, 0, 4), 3: (4, 0, 4), 4: (1, 1, 4), 5: (1, 2, 4), 6: (1, 4, 4), 7: (2, 4, 4),
    8: (8, 0, 8), 9: (1, 8, 8), 10: (2, 8, 8), 11: (4, 8, 8),
    12: (16, 0, 16), 13: (1, 16, 16), 14: (2, 16, 16), 15: (4, 16, 16), 16: (8, 16, 16),
    17: (32, 0, 32), 18: (1, 32, 32), 19: (2, 32, 32), 20: (4, 32, 32), 21: (8, 32, 32), 22: (16, 32, 32),
}  # fmt: skip


@frozen
class Architecture:
    """`name`: the number in the paper, or the name of the file.

    file: where it comes from, if from a file, which then has `cores`
    """

    name: str
    clock_mhz: int
    caches: tuple[Cache, ...]
    dram: Dram
    file: str = ""
    cores: int = 0

    def suits(self, cores: int) -> bool:
        """Whether the caches and controllers come out even for so many cores."""
        return all(cores % cache.shared_by == 0 for cache in self.caches) and (
            cores % self.dram.cores_per_controller == 0 or cores < self.dram.cores_per_controller
        )

    def with_cores(self, cores: int) -> Architecture:
        """Of the host fewer cores may have what more could share."""
        if self.file != HOST:
            return self
        return replace(self, caches=tuple(replace(c, shared_by=min(c.shared_by, cores)) for c in self.caches))

    def with_policy(self, policy: Policy | None) -> Architecture:
        """The same with that policy at all levels."""
        if policy is None:
            return self
        return replace(self, caches=tuple(replace(cache, policy=policy) for cache in self.caches))


def paper_architectures() -> Iterator[Architecture]:
    for number, (second, third, controller) in _PAPER.items():
        levels = [Cache(1, 32 * KIB, 8), Cache(2, second * 256 * KIB, 8, shared_by=second, hit_cycles=8)]
        if third:
            levels.append(Cache(3, third * 8 * MIB, 16, shared_by=third, hit_cycles=30))
        yield Architecture(str(number), 2660, tuple(levels), Dram(cores_per_controller=controller))


def is_of_paper(architecture: Architecture, cores: int) -> bool:
    """Whether the paper has it with so many cores: where all that is shared is shared by no more."""
    return architecture.dram.cores_per_controller <= cores


def architectures_of(names: Sequence[str]) -> list[Architecture]:
    """`paper`, `host`, or platform files. Raises `UserError`."""
    from dfgen.explore.host import host_architecture

    found: list[Architecture] = []
    for name in names:
        if name == PAPER:
            found += paper_architectures()
        elif name == HOST:
            found.append(host_architecture())
        else:
            known = f"An architecture is '{PAPER}', '{HOST}', or a TOML or JSON file."
            found.append(architecture_of(load_platform(name, suggestion(name, (PAPER, HOST), known)), name))
    names = [each.name for each in found]
    return [replace(each, name=each.file) if names.count(each.name) > 1 and each.file else each for each in found]


def architecture_of(platform: Platform, file: str) -> Architecture:
    """Raises `UserError` (caches-missing)."""
    if not platform.caches:
        hint = "Describe each level in a table [[caches]] with level, bytes and ways."
        raise fail("caches-missing", f"'{file}' says nothing of its caches", Span(file, 1, 1), hint)
    name = Path(file).stem if file else platform.name
    return Architecture(name, platform.clock_mhz, platform.caches, platform.dram, file, platform.core_count)


def suiting(architectures: Sequence[Architecture], cores: int) -> list[Architecture]:
    """Those to explore with so many cores. Raises `UserError` (caches-cores) where a file's does not come out even."""
    found = []
    for each in (architecture.with_cores(cores) for architecture in architectures):
        if not each.file:
            if is_of_paper(each, cores) and each.suits(cores):
                found.append(each)
            continue
        if not each.suits(cores):
            raise _uneven(each, cores)
        found.append(each)
    return found


def _uneven(architecture: Architecture, cores: int) -> UserError:
    level = next((cache for cache in architecture.caches if cores % cache.shared_by), None)
    number = level.shared_by if level else architecture.dram.cores_per_controller
    what = f"a cache of level {level.level}" if level else "a controller"
    message = f"{number} cores have {what} in common, which does not come out even for {cores} cores"
    key = "shared_by" if level else "cores_per_controller"
    is_file = architecture.file != HOST
    place = place_of_cache(architecture.file, level.level - 1 if level else None, key) if is_file else None
    return fail("caches-cores", message, place, f"Say --cores with multiples of {number}.")
