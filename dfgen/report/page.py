# SPDX-License-Identifier: Apache-2.0
"""One file of HTML with all that it needs: data, styles, scripts and libraries. It loads nothing from anywhere.

Data is put in as JSON in which no `<` stands, so that nothing in a name can end the element that holds it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2

from dfgen import __version__
from dfgen.memory.strategies import STRATEGIES
from dfgen.paths import templates_dir
from dfgen.report.advice import advise
from dfgen.report.content import Content, SeveralNodes
from dfgen.report.lanes import lanes_of

# In this order, for each uses what stands before it.
SCRIPTS = (
    "elements", "format", "state", "theme", "tooltip", "table", "tables", "figures", "nodes", "compare", "details",
    "navigation", "strokes", "hierarchy", "layers", "graph", "axis", "timeline", "measured", "schedule", "memory",
    "main",
)  # fmt: skip
LIBRARIES = ("elk-api.js", "elk-worker.min.js")
LICENCE = "elkjs-LICENSE.txt"


def render_page(content: Content | SeveralNodes) -> str:
    folder = templates_dir() / "report"
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    api, worker = (_script(folder / "vendor" / name) for name in LIBRARIES)
    return environment.get_template("page.html.j2").render(
        title=content.title,
        version=__version__,
        style=(folder / "style.css").read_text(encoding="utf-8"),
        strategies=STRATEGIES.values(),
        scripts=[_script(folder / "js" / f"{name}.js") for name in SCRIPTS],
        api=api,
        worker=worker,
        licence=(folder / "vendor" / LICENCE).read_text(encoding="utf-8"),
        data=embedded(data_of(content)),
    )


def data_of(content: Content | SeveralNodes) -> dict[str, Any]:
    """What the scripts of the page read: the files of the folder, but for the events that were measured, and the names
    of the strategies; their colours are in its styles. Of several nodes the same for each, and what lies between."""
    strategies = {"strategies": list(STRATEGIES)}
    if isinstance(content, Content):
        return {**strategies, **_program(content)}
    nodes = [{**about, **_program(each)} for about, each in zip(content.nodes, content.contents, strict=True)]
    return {**strategies, "nodes": nodes, "links": content.links}


def _program(content: Content) -> dict[str, Any]:
    profile = dict(content.profile) if content.profile else None
    return {
        "plan": content.plan,
        "record": content.record,
        "lanes": lanes_of((profile or {}).pop("timeline", None)),
        "profile": profile,
        "advice": [advice.to_json() for advice in advise(content)],
    }


def embedded(data: Mapping[str, Any]) -> str:
    """JSON that may stand inside of a script element, whatever the names in it hold."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _script(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    for end in ("</script", "<!--"):
        assert end not in text, f"{path.name} would end the element that it is put into"
    return text
