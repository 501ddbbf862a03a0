# SPDX-License-Identifier: Apache-2.0
"""What all tests share: the option that accepts new golden files, a cache folder that is not the user's, and small
graphs to compile whose actors all exist.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from dfgen.model.diagnostics import Diagnostic, UserError
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.messages import Messages, implementations

pytest_plugins = ["tests.tiers", "tests.browser"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew; look at the diff")


def pytest_configure() -> None:
    """On a busy machine examples are drawn, and run, as slowly as it goes. And what a shell starts in the background
    ignores what keys send, as would all programs that tests start."""
    settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("any machine")
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGQUIT, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path_factory.getbasetemp() / "dfgen-cache"))


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the checkout."""
    return Path(__file__).resolve().parent.parent


ACTORS_H = """\
#include <stdint.h>
void give(uint8_t *out);
void pass(const uint8_t *in, uint8_t *out);
void change(uint8_t *in, uint8_t *out);
void swap(const uint8_t *a, const uint8_t *b, uint8_t *c, uint8_t *d);
void take(const uint8_t *in);
"""
ACTORS_C = """\
#include "actors.h"
void give(uint8_t *out) { out[0] = 1; }
void pass(const uint8_t *in, uint8_t *out) { out[0] = in[0]; }
void change(uint8_t *in, uint8_t *out) { out[0] = in[0]++; }
void swap(const uint8_t *a, const uint8_t *b, uint8_t *c, uint8_t *d) { c[0] = b[0], d[0] = a[0]; }
void take(const uint8_t *in) { (void)in; }
"""


@pytest.fixture
def compile_text(tmp_path: Path) -> Callable[..., Compiled]:
    """Compile the body of a graph whose actors fire `give`, `pass`, `change`, `swap` and `take`."""

    def compile_body(body: str, **options: Any) -> Compiled:
        (tmp_path / "actors.h").write_text(ACTORS_H)
        (tmp_path / "actors.c").write_text(ACTORS_C)
        head = 'graph g {\ninclude "actors.h"; source "actors.c";\n'
        (tmp_path / "g.sdf").write_text(f"{head}{body}}}\n")
        return compile_graph(tmp_path / "g.sdf", CompileOptions(**options))

    return compile_body


@pytest.fixture
def refusal(compile_text: Callable[..., Compiled]) -> Callable[..., Diagnostic]:
    """Compile likewise, and give the one diagnostic that comes of it. The body starts in line 3 of its file."""

    def refuse(body: str, **options: Any) -> Diagnostic:
        with pytest.raises(UserError) as error:
            compile_text(body, **options)
        (diagnostic,) = set(error.value.diagnostics)
        return diagnostic

    return refuse


@pytest.fixture(params=["Open MPI", "MPICH"])
def messages(request: pytest.FixtureRequest) -> Messages:
    """Each implementation of MPI."""
    here = {each.name: each for each in implementations()}
    if request.param not in here:
        pytest.skip(f"{request.param} is not installed")
    return here[request.param]
