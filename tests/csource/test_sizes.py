# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.csource.sizes import probe_types
from dfgen.csource.toolchain import Compiler
from dfgen.model.diagnostics import Diagnostic, Span, UserError
from tests.csource.conftest import WriteFiles

HEADER = """\
#include <stdint.h>
typedef struct { uint8_t kind; double value; } sample;
struct packed { uint8_t a; uint32_t b; } __attribute__((packed));
typedef struct { _Alignas(64) float lanes[4]; } vector;
struct open;
struct empty {};
int variable;
"""
PLACE = Span("g.sdf", 1, 1)


def probe_wrong(names: list[str], headers: list[Path], compiler: Compiler) -> list[Diagnostic]:
    with pytest.raises(UserError) as caught:
        probe_types(names, headers, [], compiler, named_at=PLACE)
    return list(caught.value.diagnostics)


def test_sizes_and_alignments(write_files: WriteFiles, compiler: Compiler) -> None:
    names = ["sample", "struct packed", "vector", "uint16_t", "unsigned long long", "sample"]
    assert probe_types(names, write_files({"t.h": HEADER}), [], compiler) == {
        "sample": (16, 8),
        "struct packed": (5, 1),
        "vector": (64, 64),
        "uint16_t": (2, 2),
        "unsigned long long": (8, 8),
    }


def test_nothing_to_probe_runs_nothing(native_compiler: Compiler) -> None:
    assert probe_types([], [Path("absent.h")], [], native_compiler) == {}


def test_flags_that_hide_the_data_do_no_harm(write_files: WriteFiles, native_compiler: Compiler) -> None:
    flags = ["-flto", "-g", "-O2", "-fdata-sections"]
    assert probe_types(["sample"], write_files({"t.h": HEADER}), [], native_compiler, flags) == {"sample": (16, 8)}


def test_each_unknown_type_is_named(write_files: WriteFiles, compiler: Compiler) -> None:
    names = ["sample", "nope_t", "struct open", "void", "variable", "struct empty"]
    found = probe_wrong(names, write_files({"t.h": HEADER}), compiler)
    assert {diagnostic.id for diagnostic in found} == {"c-type"}
    assert {diagnostic.span for diagnostic in found} == {PLACE}
    assert [diagnostic.message for diagnostic in found] == [
        "the type 'nope_t' is unknown in C",
        "the type 'variable' is unknown in C",
        "the type 'struct open' is incomplete or not an object type",
        "the type 'void' is incomplete or not an object type",
    ]


def test_type_without_size(write_files: WriteFiles, native_compiler: Compiler) -> None:
    [diagnostic] = probe_wrong(["struct empty"], write_files({"t.h": HEADER}), native_compiler)
    assert diagnostic.message == "the type 'struct empty' has no size"


def test_a_text_that_is_no_type_name_never_reaches_the_compiler(native_compiler: Compiler) -> None:
    [diagnostic] = probe_wrong(["int; int x"], [], native_compiler)
    assert (diagnostic.id, diagnostic.span) == ("c-type", PLACE)


def test_broken_header_is_told_at_its_own_place(write_files: WriteFiles, compiler: Compiler) -> None:
    files = write_files({"t.h": "typedef int good;\ntypedef strange bad;\n"})
    found = probe_wrong(["good"], files, compiler)
    assert found[0].id == "c-header"
    assert found[0].span is not None
    assert (found[0].span.file, found[0].span.line) == (str(files[0]), 2)


def test_a_type_is_told_where_a_port_has_it(write_files: WriteFiles, native_compiler: Compiler) -> None:
    """And what to write for a typedef without a tag, which C programmers have most."""
    headers = write_files({"t.h": "typedef struct { float left, right; } frame;\n"})
    port = Span("g.sdf", 5, 64)
    with pytest.raises(UserError) as error:
        probe_types(["struct frame"], headers, [], native_compiler, named_at=PLACE, places={"struct frame": port})
    (told,) = error.value.diagnostics
    assert (told.id, told.span) == ("c-type", port)
    assert "the name is 'frame' alone" in told.hint


def test_a_compiler_without_elf_objects(write_files: WriteFiles, compiler_without_objects: Compiler) -> None:
    (found,) = probe_wrong(["sample"], write_files({"t.h": HEADER}), compiler_without_objects)
    assert (found.id, found.hint) == ("c-compiler", "Name a compiler for a Linux machine in CC.")
