# SPDX-License-Identifier: Apache-2.0
"""The machine a graph is compiled for: cores, caches, memory, and what moving bytes and crossing cores cost on it.

A `Platform` is an input like the graph: shipped (`default_platform`), read from this machine (`host_platform`) or from
a TOML or JSON file (`load_platform`). What a file leaves out is taken from the shipped one.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from math import ceil
from pathlib import Path
from typing import Any

from dfgen.model.alignment import PAGE_BYTES
from dfgen.model.cache_costs import CURVES_OF_CACHES, Hierarchy, curves_of_caches
from dfgen.model.caches import USUAL_DRAM, Cache, CachesError, Dram, caches_of, dram_of, keys_of, sizes
from dfgen.model.costs import SHIPPED, Costs, costs_of
from dfgen.model.diagnostics import Span, fail
from dfgen.model.engine_costs import EngineCost, engine_costs_of
from dfgen.model.frozen import frozen
from dfgen.model.input_files import read_text
from dfgen.model.network import USUAL_NETWORK, Network, Node, network_of, nodes_of
from dfgen.model.platform_error import PlatformError, is_json, place_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SCHEMA = 1
_DEFAULT_CORES = 2

# What a file of `dfgen calibrate` says about its origin; nothing depends on it.
CALIBRATION = "calibration"


@frozen
class Core:
    """`cpu` is the operating system's number for it, None where any will do; `node` its memory node. `type`: by which
    actors may state times for cores that are not alike; empty where all are."""

    index: int
    cpu: int | None = None
    node: int = 0
    type: str = ""


@frozen
class Platform:
    """Sizes that a core has to itself (`l1`, `l2`) or shares (`l3`), and the costs that the planner weighs.
    `page_bytes`: of the machine, by which views are weighed; memory is laid out for `PAGE_BYTES` on all. `caches`,
    `dram`: what is known of them beyond the sizes; no cache where nobody has said so. `following`: the costs, by name,
    that follow from these, as nobody has said them. `nodes`: machines like this one, but for what each says of itself,
    and the `network` between them; none where there is one machine. `engines`: the copy engines that have been
    measured. `span`: of one of several nodes, where a file describes it."""

    name: str
    cores: tuple[Core, ...]
    l1_bytes: int = 48 * 1024
    l2_bytes: int = 2 * 1024**2
    l3_bytes: int = 32 * 1024**2
    line_bytes: int = 64
    page_bytes: int = PAGE_BYTES
    memory_bytes: int = 4 * 1024**3
    costs: Costs = SHIPPED
    clock_mhz: int = 2660
    caches: tuple[Cache, ...] = ()
    dram: Dram = USUAL_DRAM
    following: tuple[str, ...] = ()
    nodes: tuple[Node, ...] = ()
    network: Network = USUAL_NETWORK
    engines: tuple[EngineCost, ...] = ()
    span: Span | None = field(default=None, compare=False)

    @property
    def core_count(self) -> int:
        return len(self.cores)

    def engine(self, name: str) -> EngineCost | None:
        """None where nobody has measured it."""
        return next((engine for engine in self.engines if engine.name == name), None)

    @property
    def hierarchy(self) -> Hierarchy | None:
        """By which costs follow; None where they do not."""
        is_known = self.caches and self.following
        return Hierarchy(self.caches, self.dram, self.core_count, self.clock_mhz) if is_known else None

    def to_json(self) -> dict[str, Any]:
        cores = [_core_json(core) for core in self.cores]
        costs = {name: value for name, value in self.costs.to_json().items() if name not in self.following}
        nodes = [_said(dataclasses.asdict(node)) for node in self.nodes]
        own = _said(dataclasses.asdict(self))
        known = {"schema": SCHEMA, **own, "cores": cores, "costs": costs, "nodes": nodes}
        if self.caches:
            known |= {"caches": [cache.to_json() for cache in self.caches], "dram": self.dram.to_json()}
        if self.engines:
            known["engines"] = {engine.name: engine.to_json() for engine in self.engines}
        absent = (self.caches, _OF_CACHES), (self.nodes, _OF_NODES), (self.engines, ("engines",))
        left_out = [name for has, names in absent if not has for name in names]
        return {name: value for name, value in known.items() if name not in left_out}


_UNSAID = frozenset(("following", "span"))
"""What no file says of a platform, or of a node."""


def _said(known: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in known.items() if name not in _UNSAID}


def _core_json(core: Core) -> dict[str, Any]:
    return {name: value for name, value in dataclasses.asdict(core).items() if name != "type" or value}


_OF_CACHES = ("clock_mhz", "caches", "dram")
_OF_NODES = ("nodes", "network")


def default_platform(cores: int | None = None) -> Platform:
    """The shipped platform; it does not depend on this machine, so neither does what is compiled for it."""
    return Platform("default", _anonymous_cores(cores or _DEFAULT_CORES))


def with_cores(platform: Platform, count: int) -> Platform:
    """The same platform with its first `count` cores, filled up with cores of no fixed CPU where it has fewer."""
    missing = (Core(index) for index in range(platform.core_count, count))
    return with_following_costs(dataclasses.replace(platform, cores=(*platform.cores[:count], *missing)))


def with_following_costs(platform: Platform) -> Platform:
    """The same platform, whose costs follow from its caches as far as nobody has said them."""
    hierarchy = platform.hierarchy
    if hierarchy is None:
        return platform
    curves = curves_of_caches(hierarchy)
    following = {name: curves[name] for name in platform.following}
    return dataclasses.replace(platform, costs=costs_of(following, platform.costs))


def with_types(platform: Platform, types: Sequence[str]) -> Platform:
    """The same platform with the types of its first cores, where it says none itself and they differ."""
    if len(set(types)) < 2 or any(core.type for core in platform.cores):
        return platform
    cores = (dataclasses.replace(core, type=type) for core, type in zip(platform.cores, types, strict=False))
    return dataclasses.replace(platform, cores=(*cores, *platform.cores[len(types) :]))


def with_nodes(platform: Platform, count: int | None) -> Platform:
    """The same platform with so many nodes, the first ones of its own, or alike ones that have no host where it has
    none; as it is without `count`."""
    if count is None:
        return platform
    missing = (Node(f"node{index}") for index in range(len(platform.nodes), count))
    return dataclasses.replace(platform, nodes=(*platform.nodes[:count], *missing))


def _anonymous_cores(count: int) -> tuple[Core, ...]:
    return tuple(Core(index) for index in range(count))


# --- from a file -----------------------------------------------------------------------------------------------------


def load_platform(file: str | Path, hint: str = "A platform is 'default', 'host', or a TOML or JSON file.") -> Platform:
    """Read a platform file; TOML unless its name ends in `.json`. `hint`: what is told where it cannot be read."""
    path = Path(file)
    text = read_text(path, hint=hint)
    content = _parse(text, path)
    try:
        found = _platform_of(content, path.stem)
    except PlatformError as error:
        raise fail(error.id, str(error), place_of(error.keys, text, path), error.hint) from error
    return dataclasses.replace(found, nodes=tuple(_placed(found.nodes, content, text, path)))


def _placed(nodes: Sequence[Node], content: Mapping[str, Any], text: str, path: Path) -> Iterator[Node]:
    """With the lines of the tables that describe them."""
    tables = [number for number, entry in enumerate(content.get("nodes", ())) for _ in range(entry.get("count", 1))]
    for node, table in zip(nodes, tables, strict=True):
        yield dataclasses.replace(node, span=place_of(("nodes", table), text, path))


def place_of_cache(file: str, table: int | None, key: str) -> Span:
    """Where a platform file says that of one of its caches, or of its memory (None)."""
    path = Path(file)
    return place_of(keys_of(table, key), read_text(path), path)


def _parse(text: str, path: Path) -> Mapping[str, Any]:
    try:
        content = json.loads(text) if is_json(path) else tomllib.loads(text)
    except json.JSONDecodeError as error:
        span = Span(str(path), error.lineno, error.colno)
        raise fail("syntax", f"not JSON: {error.msg}", span, "Correct it there, or just before.") from error
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        span = Span(str(path), int(found[1]), int(found[2])) if found else Span(str(path), 1, 1)
        hint = "Correct it there. A file whose name ends in .json is read as JSON, every other one as TOML."
        raise fail("syntax", f"not TOML: {str(error).split(' (at ')[0]}", span, hint) from error
    except (ValueError, RecursionError) as error:
        hint = "Make it smaller: numbers of fewer digits, tables that lie less deep in each other."
        raise fail("syntax", f"the platform file cannot be read: {error}", Span(str(path), 1, 1), hint) from error
    if not isinstance(content, dict):
        hint = 'Write names and values in braces: {"cores": 4}.'
        raise fail("syntax", "a platform file holds a table of names and values", Span(str(path), 1, 1), hint)
    return content


def _platform_of(content: Mapping[str, Any], stem: str) -> Platform:
    if "dram" in content and "caches" not in content:
        raise CachesError("[dram] says nothing without [[caches]]", "", None, "Describe the caches, too.")
    types = {field.name: str(field.type) for field in dataclasses.fields(Platform) if field.name not in _UNSAID}
    values: dict[str, Any] = {"name": stem, "cores": _anonymous_cores(_DEFAULT_CORES)}
    for key, value in content.items():
        if key == "schema":
            if value != SCHEMA:
                message = f"the platform's schema is {value!r}, this dfgen reads {SCHEMA}"
                raise PlatformError(message, (key,), f"Write it anew for this dfgen, with schema = {SCHEMA}.")
        elif key == CALIBRATION:
            continue
        elif key in ("caches", "dram"):
            values[key] = caches_of(value) if key == "caches" else dram_of(value)
        elif key == "engines":
            values[key] = engine_costs_of(value)
        elif key == "nodes":
            values[key] = nodes_of(value)
        elif key == "network":
            values[key] = network_of(value, nodes_of(content["nodes"]) if "nodes" in content else ())
        elif key not in types:
            close = difflib.get_close_matches(key, types, 1)
            hint = f"Did you mean '{close[0]}'?" if close else f"Valid here: {', '.join(types)}."
            raise PlatformError(f"a platform has no '{key}'", (key,), hint)
        else:
            values[key] = _value_of(key, types[key], value)
    for name, size in sizes(values["caches"]) if "caches" in values else ():
        if content.get(name, size) != size:
            message = f"'{name}' is {content[name]}, but follows from 'caches' as {size}"
            raise PlatformError(message, (name,), "Leave it out.")
        values[name] = size
    if "caches" in values:
        values["following"] = tuple(sorted(CURVES_OF_CACHES - set(content.get("costs", ()))))
    return with_following_costs(Platform(**values))


def _value_of(key: str, type_name: str, value: Any) -> Any:
    if key == "cores":
        return _cores_of(value)
    if key == "costs":
        return costs_of(value)
    if type_name == "str":
        if not isinstance(value, str):
            raise PlatformError(f"'{key}' must be a string", (key,), f'Write: {key} = "machine".')
        return value
    kinds = (int,) if type_name == "int" else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds) or not 0 < value < 2**62:
        kind = "a positive integer" if type_name == "int" else "a positive number"
        hint = f"Write: {key} = {getattr(default_platform(), key)}, or leave it out."
        raise PlatformError(f"'{key}' must be {kind}, not {value!r}", (key,), hint)
    return value if type_name == "int" else float(value)


def _cores_of(value: Any) -> tuple[Core, ...]:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 4096:
        return _anonymous_cores(value)
    if isinstance(value, list) and value:
        return tuple(_core_of(index, entry) for index, entry in enumerate(value))
    message = "'cores' must be a number from 1 to 4096, or a list of tables"
    raise PlatformError(message, ("cores",), "Write: cores = 4, or cores = [{ cpu = 0 }, { cpu = 2 }].")


def _core_of(index: int, entry: Any) -> Core:
    keys = ("cores", index)
    if not isinstance(entry, dict) or not entry.keys() <= {"index", "cpu", "node", "type"}:
        message = f"core {index} must be a table with 'cpu', 'node' and 'type'"
        raise PlatformError(message, keys, 'Write: { cpu = 0, node = 0, type = "big" }, or some of that.')
    cpu, node = entry.get("cpu"), entry.get("node", 0)
    if type(node) is not int or node < 0 or not (cpu is None or (type(cpu) is int and cpu >= 0)):
        message = f"'cpu' and 'node' of core {index} must be numbers from 0 on"
        raise PlatformError(message, keys, "Write: { cpu = 0 }; 'lscpu -e' lists both for each processor.")
    if entry.get("index", index) != index:
        message = f"core {index} says it has index {entry['index']!r}"
        raise PlatformError(message, (*keys, "index"), "List the cores in order.")
    type_name = entry.get("type", "")
    if not isinstance(type_name, str):
        raise PlatformError(f"'type' of core {index} must be a string", (*keys, "type"), 'Write: type = "big".')
    return Core(index, cpu, node, type_name)


# --- from this machine -----------------------------------------------------------------------------------------------


def host_platform(sys_root: Path = Path("/sys"), proc_root: Path = Path("/proc")) -> Platform:
    """This machine as far as this process may use it: its affinity mask, its CPU quota and its memory limit."""
    cpus = usable_cpus(sys_root)
    cores = tuple(Core(index, cpu, _node_of(sys_root, cpu)) for index, cpu in enumerate(cpus))
    found = {f"l{level}_bytes": size for level, size in cache_sizes(sys_root, cpus[0]).items() if level in (1, 2, 3)}
    if found and "l3_bytes" not in found:
        found["l3_bytes"] = max(found.values())
    memory = memory_limit(sys_root, proc_root)
    sizes: dict[str, Any] = {**found, **({"memory_bytes": memory} if memory else {})}
    return Platform("host", cores, page_bytes=os.sysconf("SC_PAGE_SIZE"), **sizes)


def usable_cpus(sys_root: Path = Path("/sys")) -> list[int]:
    """CPUs of the affinity mask, first hardware threads of each core first, no more than the CPU quota pays for."""
    allowed = sorted(os.sched_getaffinity(0))
    ranked = sorted(allowed, key=lambda cpu: (_thread_rank(sys_root, cpu, allowed), cpu))
    quota = _cpu_quota(sys_root)
    return ranked[: max(1, ceil(quota))] if quota else ranked


def cache_sizes(sys_root: Path, cpu: int) -> dict[int, int]:
    """Bytes of each level of data or unified cache that `cpu` sees."""
    sizes: dict[int, int] = {}
    for folder in sorted((sys_root / f"devices/system/cpu/cpu{cpu}/cache").glob("index[0-9]*")):
        size = re.fullmatch(r"(\d+)([KMG]?)", _read(folder / "size"))
        level = _read(folder / "level")
        if size and level.isdigit() and _read(folder / "type") in ("Data", "Unified"):
            sizes[int(level)] = int(size[1]) * {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3}[size[2]]
    return {level: size for level, size in sizes.items() if size > 0}


def memory_limit(sys_root: Path = Path("/sys"), proc_root: Path = Path("/proc")) -> int | None:
    """Bytes of memory of the machine, or of this process's control group where that has less."""
    total = re.search(r"^MemTotal:\s+(\d+) kB", _read(proc_root / "meminfo"), re.MULTILINE)
    group = _read(sys_root / "fs/cgroup/memory.max")
    limits = ([int(total[1]) * 1024] if total else []) + ([int(group)] if group.isdigit() else [])
    return min(limits, default=None)


def _cpu_quota(sys_root: Path) -> float | None:
    quota = re.fullmatch(r"(\d+) (\d+)", _read(sys_root / "fs/cgroup/cpu.max"))
    return int(quota[1]) / int(quota[2]) if quota and int(quota[2]) else None


def _thread_rank(sys_root: Path, cpu: int, allowed: list[int]) -> int:
    siblings = _cpu_list(_read(sys_root / f"devices/system/cpu/cpu{cpu}/topology/thread_siblings_list"))
    return sum(1 for other in siblings if other < cpu and other in allowed)


def _node_of(sys_root: Path, cpu: int) -> int:
    nodes = sorted((sys_root / f"devices/system/cpu/cpu{cpu}").glob("node[0-9]*"))
    return int(nodes[0].name.removeprefix("node")) if nodes else 0


def _cpu_list(text: str) -> list[int]:
    found: list[int] = []
    for part in re.findall(r"(\d+)(?:-(\d+))?", text):
        found.extend(range(int(part[0]), int(part[1] or part[0]) + 1))
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
