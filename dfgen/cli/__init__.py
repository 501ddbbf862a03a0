# SPDX-License-Identifier: Apache-2.0
"""The command line: one module a command (listed in `main.COMMANDS`); it parses, calls and prints, and decides nothing.

Commands import the compiler when they are executed, so that `dfgen --help` and `dfgen doctor` answer at once.
"""
