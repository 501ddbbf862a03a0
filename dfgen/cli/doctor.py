# SPDX-License-Identifier: Apache-2.0
"""List all that dfgen and its programs can use, what this machine has of it, and what that means for you."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from dfgen.build.probe import Finding, probe, to_json
from dfgen.cli.console import Console


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def execute(arguments: argparse.Namespace, console: Console) -> int:
    findings = probe()
    if arguments.json:
        console.result(json.dumps(to_json(findings), indent=2))
    else:
        console.styled_result(_table(findings))
    return 0 if all(finding.present for finding in findings if finding.essential) else 1


def _table(findings: Sequence[Finding]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, width=80)
    table.add_column("what", width=19, overflow="fold")
    table.add_column("here", width=22, overflow="fold")
    table.add_column("what that means for you", overflow="fold")
    area = ""
    for finding in findings:
        if area and finding.area != area:
            table.add_section()
        area = finding.area
        table.add_row(Text(finding.name), _state(finding), Text(finding.meaning))
    return table


def _state(finding: Finding) -> Text:
    if not finding.present:
        absent = f"absent ({finding.value})" if finding.value else "absent"
        return Text(absent, "bold red" if finding.essential else "yellow")
    return Text(finding.value or "present", "green")
