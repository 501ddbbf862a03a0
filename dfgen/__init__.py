# SPDX-License-Identifier: Apache-2.0
"""dfgen compiles synchronous dataflow graphs and plain C actors to a multicore C program."""

__version__ = "0.2.0"
