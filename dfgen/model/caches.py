# SPDX-License-Identifier: Apache-2.0
"""The caches and the memory of a machine, as a platform file says them: a table `[[caches]]` a level, and `[dram]`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from enum import Enum
from itertools import pairwise
from typing import Any

from dfgen.model.frozen import frozen
from dfgen.model.platform_error import PlatformError
from dfgen.model.toml_places import Key

LEVELS_MOST = 5
BYTES_MOST = 1 << 36
WAYS_MOST = 1024
CYCLES_MOST = 1 << 20
CORES_MOST = 4096
LINE_LEAST = 16


class Policy(Enum):
    """Which line of a set goes when another comes."""

    LRU = "lru"
    MRU = "mru"
    NMRU = "nmru"
    NRU = "nru"
    RANDOM = "random"


@frozen
class Cache:
    """One level. All caches of a level are the same.

    level: counted from 1
    bytes: of each cache, not of each core
    shared_by: how many cores have one in common
    hit_cycles: from the access to the data
    seed: of the choices of `nmru` and `random`
    """

    level: int
    bytes: int
    ways: int
    line_bytes: int = 64
    shared_by: int = 1
    policy: Policy = Policy.LRU
    hit_cycles: int = 4
    seed: int = 1

    @property
    def sets(self) -> int:
        return self.bytes // (self.ways * self.line_bytes)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "policy": self.policy.value}


@frozen
class Dram:
    """The memory. One controller serves `cores_per_controller` cores on average; lines go round all controllers."""

    cores_per_controller: int = 4
    latency_ns: int = 45
    bytes_per_s: int = 7_600_000_000

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


USUAL_DRAM = Dram()


class CachesError(PlatformError):
    """What is wrong with `table`, the number of one of `[[caches]]`, or with `[dram]` (None), and at which key."""

    id = "caches-invalid"

    def __init__(self, message: str, key: str, table: int | None, hint: str) -> None:
        super().__init__(message, keys_of(table, key), hint)


def keys_of(table: int | None, key: str) -> Key:
    """That lead to a key of a level of caches, or of the memory (None); without `key` to the table."""
    return (*(("dram",) if table is None else ("caches", table)), *((key,) if key else ()))


_MOST = {
    "level": LEVELS_MOST,
    "bytes": BYTES_MOST,
    "ways": WAYS_MOST,
    "line_bytes": 4096,
    "shared_by": CORES_MOST,
    "hit_cycles": CYCLES_MOST,
    "seed": 2**32 - 1,
    "cores_per_controller": CORES_MOST,
    "latency_ns": 10**6,
    "bytes_per_s": 10**14,
}


def caches_of(value: object) -> tuple[Cache, ...]:
    """From what a platform file says. Raises `CachesError`."""
    if not isinstance(value, list) or not value:
        raise CachesError("'caches' must be tables, one a level", "", 0, "Begin each with a line [[caches]].")
    found = []
    for number, entry in enumerate(value):
        known = _known(entry, Cache, number)
        for needed in ("level", "bytes", "ways"):
            if needed not in known:
                hint = "Say level, bytes and ways; 'getconf -a | grep CACHE' tells those of this machine."
                raise CachesError(f"a level of caches needs '{needed}'", "", number, hint)
        known["policy"] = _policy(known.get("policy", Policy.LRU.value), number)
        found.append(Cache(**known))
        _check_shape(found[-1], number)
    _check_order(found)
    return tuple(found)


def dram_of(value: object) -> Dram:
    """The same of the memory."""
    return Dram(**_known(value, Dram, None))


def _known(entry: object, of: type[Cache] | type[Dram], table: int | None) -> dict[str, Any]:
    names = [field.name for field in fields(of)]
    what = "[dram]" if table is None else "a level of caches"
    if not isinstance(entry, Mapping):
        hint = "Write [dram]." if table is None else "Begin each with a line [[caches]]."
        raise CachesError(f"{what} must be a table", "", table, hint)
    for key, value in entry.items():
        if key not in names:
            raise CachesError(f"{what} has no '{key}'", key, table, f"Known are {', '.join(names)}.")
        if key == "policy":
            continue
        if type(value) is not int or not 0 < value <= _MOST[key]:
            message = f"'{key}' must be a whole number from 1 to {_MOST[key]}, not {value!r}"
            raise CachesError(message, key, table, "Write such a number, without a unit.")
    return dict(entry)


def _policy(value: object, table: int) -> Policy:
    if value not in [policy.value for policy in Policy]:
        names = ", ".join(policy.value for policy in Policy)
        raise CachesError(f"there is no policy {value!r}", "policy", table, f"Valid here: {names}.")
    return Policy(value)


def _check_shape(cache: Cache, table: int) -> None:
    line = cache.line_bytes
    if line < LINE_LEAST or line & (line - 1):
        message = f"lines of {line} bytes: it must be a power of two from {LINE_LEAST} on"
        raise CachesError(message, "line_bytes", table, "Write: line_bytes = 64, or leave it out.")
    if cache.bytes % (cache.ways * line) or cache.sets & (cache.sets - 1):
        sets = cache.bytes / (cache.ways * line)
        message = (
            f"{cache.bytes} bytes in {cache.ways} ways of {line} bytes are {sets:g} sets, which is not a power of two"
        )
        raise CachesError(message, "bytes", table, "Change 'bytes' or 'ways'.")


def _check_order(caches: Sequence[Cache]) -> None:
    for number, cache in enumerate(caches):
        if cache.level != number + 1:
            message = f"level {cache.level} stands where level {number + 1} is expected"
            raise CachesError(message, "level", number, "List all levels from 1 on, in their order.")
        if cache.line_bytes != caches[0].line_bytes:
            hint = f"Write: line_bytes = {caches[0].line_bytes}, as the first level has."
            raise CachesError("all levels must have lines of one size", "line_bytes", number, hint)
    if caches[0].shared_by != 1:
        raise CachesError("each core has an L1 of its own", "shared_by", 0, "Leave 'shared_by' out there.")
    for inner, outer in pairwise(caches):
        if outer.shared_by % inner.shared_by:
            inside = f"a cache of level {inner.level} inside it serves {inner.shared_by}"
            message = f"a cache of level {outer.level} serves {_cores(outer.shared_by)}, and {inside}"
            hint = f"It must be {inner.shared_by} or a multiple of it."
            raise CachesError(message, "shared_by", outer.level - 1, hint)


def _cores(count: int) -> str:
    return f"{count} core{'s' if count > 1 else ''}"


def sizes(caches: Sequence[Cache]) -> Iterator[tuple[str, int]]:
    """What a core has to itself of level 1 and 2, and what is the last."""
    yield "l1_bytes", caches[0].bytes
    second = caches[1] if len(caches) > 1 else caches[0]
    yield "l2_bytes", second.bytes // second.shared_by
    yield "l3_bytes", caches[-1].bytes
