# SPDX-License-Identifier: Apache-2.0
"""dfgen compiles synchronous dataflow graphs and plain C actors to a multicore C program."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dfgen.binding import CompileError, Instance, Pipelined, load

__version__ = "0.2.0"
__all__ = ["CompileError", "Instance", "Pipelined", "load"]


def __getattr__(name: str) -> object:
    """What needs NumPy and the compiler is imported when it is first asked for: the command does without."""
    if name in __all__:
        from dfgen import binding

        return getattr(binding, name)
    raise AttributeError(f"module 'dfgen' has no attribute '{name}'")
