# SPDX-License-Identifier: Apache-2.0
"""Small `.pi` files for tests: one call an element, so that a test says only what it is about."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'


def pi(*elements: str, name: str = "g") -> str:
    """A whole file; its elements stand in one line each, from line 5 on."""
    body = "\n".join(elements)
    return f'{HEAD}<graph edgedefault="directed">\n<data key="name">{name}</data>\n{body}\n</graph>\n</graphml>\n'


def node(kind: str, name: str, *inside: str, **attributes: str) -> str:
    more = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<node id="{name}" kind="{kind}"{more}>{"".join(inside)}</node>'


def param(name: str, expression: str) -> str:
    return node("param", name, expr=expression)


def port(kind: str, name: str, rate: str = "", annotation: str = "NONE") -> str:
    rate = f' expr="{rate}"' if rate else ""
    return f'<port annotation="{annotation}"{rate} kind="{kind}" name="{name}"/>'


def actor(name: str, ports: Iterable[str], refinement: str = "", *more: str) -> str:
    described = f'<data key="graph_desc">{refinement}</data>' if refinement else ""
    return node("actor", name, described, *more, *ports)


def interface(kind: str, name: str, rate: str = "1") -> str:
    return node(kind, name, port("output" if kind == "src" else "input", name, rate))


def fifo(source: str, target: str, type: str = "int", delay: str | None = None, **attributes: str) -> str:
    """`source` and `target` are written `node.port`; a delay has no port."""
    (one, out), (other, into) = (f"{end}.{end}".split(".")[:2] for end in (source, target))
    more = "".join(f' {key}="{value}"' for key, value in attributes.items())
    data = f'<data key="delay">{delay}</data>' if delay is not None else ""
    ends = f'source="{one}" sourceport="{out}" target="{other}" targetport="{into}"'
    return f'<edge kind="fifo" {ends} type="{type}"{more}>{data}</edge>'


def depends(source: str, target: str) -> str:
    """`target` is `node.port`, or a node alone."""
    node_name, _, port_name = target.partition(".")
    more = f' targetport="{port_name}"' if port_name else ""
    return f'<edge kind="dependency" source="{source}" target="{node_name}"{more}/>'


def write(folder: Path, **files: str) -> Path:
    """A project with these graphs in `Algo`; the path of `top.pi`."""
    (folder / "Algo").mkdir(parents=True, exist_ok=True)
    (folder / ".project").write_text("<projectDescription><name>org.example.p</name></projectDescription>")
    for name, text in files.items():
        (folder / "Algo" / f"{name}.pi").write_text(text)
    return folder / "Algo" / "top.pi"
