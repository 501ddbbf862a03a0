# SPDX-License-Identifier: Apache-2.0
"""What a copy engine has to say for itself. Its C twin is `runtime/src/engine_<name>.c` (`df/engine.h`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from dfgen.model.frozen import frozen
from dfgen.model.options import NO_OPTIONS, Option

DEVICE_FILES = ("engine_device.c",)
"""What the sources of all devices call."""


@frozen
class Engine:
    """- `summary`: what copies, in a few words.
    - `runtime_files`: its sources among those of the runtime; a program that does not name the engine has none of them.
    - `lanes`: of how many threads, channels or streams the user may ask; the option `lanes` has this range.
    - `options`: what it knows beside those of all engines (`COMMON` and `lanes`), as `model/options.py` explains.
      `df_engine_option` tells the engine of them, by their names, as they were written.
    - `per_copy`: those of its options that say how a copy is cut and not how the engine is opened: FIFOs that differ in
      these alone share the engine.
    - `only_with`: of an option that has a use only with one value of another: that option and the value.
    - `packages`: the modules of pkg-config that its sources need, and the Debian package to install for each. Where one
      is absent at build the engine's sources are built without it (`DF_HAS_<NAME>` is not defined), and say so as the
      program starts.
    - `title`, `loads`: what its library is called, and the names that the linker knows it by, for `doctor`. An engine
      with a library and no packages finds it itself as the program starts.
    - `threads`: whether threads of its own want CPUs that cores could have.
    - `objects`: whether it copies tokens that are object graphs; where it does not, cores do.
    """

    name: str
    summary: str
    runtime_files: tuple[str, ...]
    lanes: int = 1
    options: Mapping[str, Option] = field(default_factory=lambda: NO_OPTIONS)
    per_copy: tuple[str, ...] = ()
    only_with: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    packages: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    loads: tuple[str, ...] = ()
    threads: bool = False
    objects: bool = False
