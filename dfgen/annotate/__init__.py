# SPDX-License-Identifier: Apache-2.0
"""Annotations and the plan together: what each FIFO does, and edits that the compiler agrees with.

An edit goes into the graph file itself; into its sidecar where the format has no annotations, or the user asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dfgen.annotate.edits import BOM, Assignment, Edit, read_content, write_edit, write_edits
from dfgen.annotate.graph_file import GraphFileEditor
from dfgen.annotate.listing import FifoLine, list_fifos
from dfgen.annotate.sidecar_file import SidecarEditor
from dfgen.annotate.times import plan_times, timed_graph, times_file
from dfgen.annotate.verdict import refuse_uncompilable
from dfgen.frontend.edit import ACCESS_WORDS, Setting
from dfgen.frontend.sidecar import needs_sidecar, sidecar_of
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.diagnostics import fail
from dfgen.model.likeness import suggestion
from dfgen.pipeline import CompileOptions

__all__ = [
    "Assignment", "Edit", "FifoLine", "list_fifos", "plan_edit", "plan_times", "timed_graph", "times_file",
    "write_edit", "write_edits",
]  # fmt: skip


def plan_edit(
    path: Path, assignments: Sequence[Assignment], options: CompileOptions, *, into_sidecar: bool = False
) -> Edit:
    """The edit that makes the assignments true, one after the other, for the graph file `path`; nothing is written.

    Raises `UserError` for a pattern without FIFO, an unknown strategy, and all for which the edited graph is refused.
    """
    into_sidecar = into_sidecar or needs_sidecar(path)
    file = sidecar_of(path) if into_sidecar else path
    before, text = read_content(file, may_be_missing=into_sidecar)
    editor = (SidecarEditor if into_sidecar else GraphFileEditor)(path, text, options)
    for assignment in assignments:
        _require_known(assignment.setting)
        editor.assign(assignment)
    if editor.text == text:
        return Edit(file, before, before, (), ())
    notes = (*editor.notes, *refuse_uncompilable(editor, options))
    mark = BOM if before.startswith(BOM) and editor.text else b""
    return Edit(file, before, mark + editor.text.encode(), editor.changed(), notes)


def _require_known(setting: Setting) -> None:
    """A word that stands alone may be meant as either."""
    if setting.strategy and setting.strategy not in STRATEGIES:
        message = f"there is no transfer strategy or access mode '{setting.strategy}'"
        words = (*STRATEGIES, *ACCESS_WORDS)
        hint = suggestion(setting.strategy, words, f"Valid here: {', '.join(words)}.")
        raise fail("transfer-unknown", message, None, hint)
