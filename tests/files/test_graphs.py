# SPDX-License-Identifier: Apache-2.0
"""File actors among routing actors, delays and readers that scribble; in all sorts of compilations."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions, compile_graph
from tests.apps.harness import PLAIN, clean_environment
from tests.files.programs import BLOCK, Programs, changed, compiled, content, in_turns, run

HEADER = "#include <stdint.h>\nvoid invert(const uint8_t *in, uint8_t *out);\nvoid scribble(uint8_t *in);\n"
SOURCE = """#include "change.h"
void invert(const uint8_t *in, uint8_t *out)
{
    for (int i = 0; i < 8192; i++)
        out[i] = in[i] ^ 0xff;
}
void scribble(uint8_t *in) { in[0] = 1; }
"""
GRAPH = """graph web {
    include "change.h"; source "change.c";
    actor one = file_source(block = 4096)%(how)s;
    actor two = file_source(block = 4096)%(how)s;
    join j { in a : uint8[4096]; in b : uint8[4096]; out out : uint8[8192]; }
    actor invert { fire invert(in, out); in in : uint8[8192]; out out : uint8[8192]; }
    actor scribble { fire scribble(in); state; in in : uint8[8192]; }
    fork f { in in : uint8[8192]; out a : uint8[4096]; out b : uint8[4096]; }
    actor whole = file_sink(block = 8192)%(how)s;
    actor later = file_sink(block = 8192)%(how)s;
    actor left = file_sink(block = 4096)%(how)s;
    actor right = file_sink(block = 4096)%(how)s;
    one.data -> j.a; two.data -> j.b; j.out -> { invert.in, f.in };
    invert.out -> { whole.data, scribble.in };
    invert.out -> later.data delay 100 = 7;
    f.a -> left.data; f.b -> right.data;
}
"""
HOW = (" @file(scheme = direct)", " @file(scheme = signalled, backend = thread)", " @file(scheme = signalled, direct)")


@pytest.mark.parametrize(("how", "cores"), in_turns(HOW, (1, 3, 2)))
def test_files_in_a_web(how: str, cores: int, programs: Programs, tmp_path: Path) -> None:
    program = programs.program(GRAPH % {"how": how}, SOURCE, HEADER, PLAIN, cores=cores)
    one, two = content(30 * BLOCK), content(60 * BLOCK)[10 * BLOCK :]  # the first to end ends the program
    (tmp_path / "one").write_bytes(one)
    (tmp_path / "two").write_bytes(two)
    names = ("one", "two", "whole", "later", "left", "right")
    command = [str(program), *(f"{name}={tmp_path / name}" for name in names)]
    ended = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    pairs = [one[at : at + BLOCK] + two[at : at + BLOCK] for at in range(0, len(one), BLOCK)]
    whole = bytes(byte ^ 0xFF for byte in b"".join(pairs))
    assert (tmp_path / "whole").read_bytes() == whole
    assert (tmp_path / "later").read_bytes() == (b"\7" * 100 + whole)[: len(whole)]
    assert (tmp_path / "left").read_bytes() == one
    assert (tmp_path / "right").read_bytes() == two[: len(one)]


LATE = """graph late {
    include "change.h"; source "change.c";
    actor one = file_source(block = 2) @file(scheme = signalled, backend = thread);
    actor invert { fire invert_few(in, out); in in : uint8[8]; out out : uint8[8]; }
    actor whole = file_sink(block = 8);
    one.data -> invert.in delay 9; invert.out -> whole.data;
}
"""
FEW = "void invert_few(const uint8_t *in, uint8_t *out);\n"
FEW_SOURCE = """#include "change.h"
void invert_few(const uint8_t *in, uint8_t *out)
{
    for (int i = 0; i < 8; i++)
        out[i] = in[i] ^ 0xff;
}
"""


@pytest.mark.parametrize(("latency", "cores"), in_turns((1, 2, 7, None), (1, 2)))
def test_what_is_kept_for_the_next_pass_has_been_read(
    latency: int | None, cores: int, programs: Programs, tmp_path: Path
) -> None:
    """Blocks that adjoin are one job, which is given when the core needs it and not when more than a pass has come."""
    header = "#include <stdint.h>\n" + FEW
    program = programs.program(LATE, FEW_SOURCE, header, PLAIN, cores=cores, latency_iterations=latency)
    data = content(2000)
    (tmp_path / "one").write_bytes(data)
    command = [str(program), f"one={tmp_path / 'one'}", f"whole={tmp_path / 'whole'}"]
    ended = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    wanted = bytes(byte ^ 0xFF for byte in bytes(9) + data)[: len(data)]
    assert (tmp_path / "whole").read_bytes() == wanted


OPTIONS = {
    "copied": {"transfers": ("memcpy",)},
    "private": {"transfers": ("cow",)},
    "offloaded": {"transfers": ("offload",)},
    "guarded": {"guard": True},
    "traced": {"trace": True},
    "deep": {"depth": 3},
    "least": {"buffers": "min"},
    "verified": {"verify_transfers": True, "transfers": ("memcpy",)},
}


@pytest.mark.parametrize(("name", "cores"), in_turns(tuple(OPTIONS), (1, 2)))
def test_however_it_is_compiled(name: str, cores: int, programs: Programs, tmp_path: Path) -> None:
    how = "scheme = signalled, backend = thread"
    program = programs.changing(how, how, cores=cores, **OPTIONS[name])
    (tmp_path / "in").write_bytes(content(50 * BLOCK + 9))
    ended = run(program, tmp_path / "in", tmp_path / "out")
    assert (ended.status, ended.written) == (0, changed(content(50 * BLOCK + 9))), ended.errors


def test_a_sink_whose_blocks_are_copied_first_waits_for_its_file(tmp_path: Path) -> None:
    how = "scheme = signalled, backend = thread"
    made = compiled(tmp_path, how, how, cores=2, transfers=("change.out:write.data=memcpy",))
    read, write = made.plan["files"]  # type: ignore[misc]
    assert (read["scheme"], write["scheme"]) == ("signalled", "direct")
    assert any("actor 'write' has scheme 'direct': the core copies its blocks" in note for note in made.notes)
    (attempt, *_) = made.plan["attempts"]  # type: ignore[misc]
    assert attempt == {"name": "no engine for copies", "reason": "an engine cannot use what cores copy: write"}


def test_a_file_source_has_the_type_of_its_reader(tmp_path: Path) -> None:
    (tmp_path / "t.h").write_text(
        "#include <stdint.h>\nstruct pair { int32_t a; double b; };\nvoid t(const struct pair *i);\n"
    )
    (tmp_path / "t.c").write_text('#include "t.h"\nvoid t(const struct pair *i) { (void)i; }\n')
    graph = """graph g {
        include "t.h"; source "t.c";
        actor read = file_source(block = 3);
        actor t { fire t(i); in i : struct pair[3]; }
        read.data -> t.i;
    }"""
    (tmp_path / "g.sdf").write_text(graph)
    (file,) = compile_graph(tmp_path / "g.sdf", CompileOptions(cores=1)).plan["files"]  # type: ignore[misc]
    assert file["block_bytes"] == 48


def test_a_missing_library_is_told_where_it_is_named(refusal) -> None:  # type: ignore[no-untyped-def]
    body = 'library "no_such_library_at_all";\nactor give { fire give(out); out out : uint8[1]; }\n'
    found = refusal(body + "actor take { fire take(in); in in : uint8[1]; } give.out -> take.in;\n")
    assert (found.id, found.span.line, found.span.column) == ("library-missing", 3, 9)
    assert "-lno_such_library_at_all" in found.message


def test_programs_without_files_have_nothing_of_them(compile_text) -> None:  # type: ignore[no-untyped-def]
    made = compile_text(
        "actor a { fire give(out); out out : uint8[1]; } actor b { fire take(in); in in : uint8[1]; } a.out -> b.in;"
    )
    assert not any(
        "src/file" in name or "os_linux_file" in name or "os_linux_part" in name or "engine" in name
        for name in made.files
        if name.endswith(".c")
    )
    assert b"file" not in made.files["src/core_0.c"].replace(b"edit the graph, not this file", b"")
    assert "files" not in made.plan
