# SPDX-License-Identifier: Apache-2.0
"""A failing case as a folder that says everything: graph, actors, expected bytes, and `case.json` with the rest."""

from __future__ import annotations

import json
import shlex
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dfgen.pipeline import compile_graph
from tests.oracle.application import Application
from tests.oracle.generator import write
from tests.oracle.running import execute, expected_of, with_sources
from tests.oracle.settings import Setting, hashing_is_small, scattering

from .cases import Configuration, Toolchain
from .spread import Spread
from .trial import Failure, Workshop, of_dfgen

SCHEMA = 3


def save(application: Application, configuration: Configuration, failure: Failure, folder: Path) -> None:
    """Write the case. `configuration` is one that dfgen obeyed."""
    folder.mkdir(parents=True, exist_ok=True)
    expected = expected_of(application, write(application, folder))
    with_sources(expected, folder)
    for number, data in expected.recorded.items():
        (folder / f"expected_{number}.bin").write_bytes(data)
    case = {
        "schema": SCHEMA,
        "seed": application.seed,
        "failure": failure.kind,
        "command": f"dfgen compile graph.sdf -o generated {shlex.join(configuration.setting.arguments)}",
        "iterations": expected.asked,
        "options": expected.options,
        "sinks": expected.sinks,
        "sources": list(expected.sources),
        "recorded": {str(number): path for number, path in application.recorded().items()},
        **asdict(configuration),
    }
    (folder / "case.json").write_text(json.dumps(case, indent=1) + "\n")
    (folder / "failure.txt").write_text(failure.text + "\n")


def replay(folder: Path, workshop: Workshop) -> Failure | None:
    """Compile, build and run the case of a folder as it is; what is wrong with it now."""
    case = json.loads((folder / "case.json").read_text())
    assert case["schema"] == SCHEMA, f"{folder} is of another schema"
    configuration = _configuration(case)
    compile_ = compile_graph if configuration.spread is None else configuration.spread.compile
    try:
        with scattering(configuration.setting), hashing_is_small():
            compiled = compile_(folder / "graph.sdf", configuration.setting.options)
    except Exception as error:
        return of_dfgen(error)
    place = workshop.folder / f"replay_{folder.name}"
    shutil.rmtree(place, ignore_errors=True)
    program = workshop.builder_for(configuration).build(place / "generated", compiled.files, place.name)
    command = [str(program), "-n", str(case["iterations"]), "-q", *configuration.arguments, *case["options"]]
    command += [f"{name}={(folder / f'in_{name}.bin').absolute()}" for name in case["sources"]]
    if configuration.spread is not None:
        command = configuration.spread.command(command, compiled)
    recorded = {int(n): (path, (folder / f"expected_{n}.bin").read_bytes()) for n, path in case["recorded"].items()}
    sinks = {int(number): name for number, name in case["sinks"].items()}
    outcome = execute(command, recorded, place, configuration.variables, sinks)
    return Failure(outcome.kind, "\n".join(outcome.wrong)) if outcome.kind else None


def _configuration(case: dict[str, Any]) -> Configuration:
    given = dict(case["setting"])
    given.update({name: tuple(given[name]) for name in ("transfers", "candidates")})
    toolchain = Toolchain(**case["toolchain"])
    spread = Spread(**case["spread"]) if case["spread"] else None
    return Configuration(Setting(**given), toolchain, case["variables"], tuple(case["arguments"]), spread)
