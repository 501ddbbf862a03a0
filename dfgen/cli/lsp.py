# SPDX-License-Identifier: Apache-2.0
"""Serve editors that speak the Language Server Protocol, on standard input and output.

An editor starts this command: it then shows what is wrong while somebody types, completes names, and knows places.
"""

from __future__ import annotations

import argparse

from dfgen.cli.console import Console


def configure(parser: argparse.ArgumentParser) -> None:
    """It takes no arguments of its own."""


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.model.diagnostics import fail
    from dfgen.model.input_files import require_standard_input

    require_standard_input("Have an editor start this command.")
    console.require_output()
    try:
        from dfgen.lsp.stdio import serve
    except ModuleNotFoundError as error:
        message = f"the language server needs the Python package '{error.name}', which is not installed"
        raise fail("tool-missing", message, None, "Install it: pip install 'dfgen[lsp]'.") from None
    serve()
    return 0
