# SPDX-License-Identifier: Apache-2.0
"""Statements as text; and that nothing a user writes gets out of a comment or a string."""

from __future__ import annotations

import subprocess
from ctypes import c_float
from pathlib import Path

import pytest

from dfgen.codegen.code import Comment, Compound, Line, cmake_argument, comment_text, render, wrapped
from dfgen.codegen.expressions import const, name
from dfgen.codegen.naming import identifier, unique_identifiers
from dfgen.codegen.tables import Tables
from dfgen.csource.literals import number_literal, scalar_literal, string_literal

NASTY = ["*/ int x; /*", "a\\", "line\nbreak", "??/", '"; abort(); "', "grün", "\t\x00", "//", "/*/", "**//**//"]


def test_a_block_of_one_line_needs_no_braces() -> None:
    assert list(render([Compound("if (a)", (Line("b();"),))])) == ["if (a)", "    b();"]
    assert list(render([Compound("", (Line("b();"),))])) == ["{", "    b();", "}"]
    assert list(render([Compound("if (a)", (Comment("b"),))])) == ["if (a) {", "    /* b */", "}"]
    nested = Compound("for (;;)", (Compound("if (a)", (Line("b();"), Line("c();"))),))
    assert list(render([nested], 1)) == [
        "    for (;;)", "        if (a) {", "            b();", "            c();", "        }",
    ]  # fmt: skip


def test_long_lines_are_several() -> None:
    long = ", ".join(f"argument_{n} + {n}" for n in range(20))
    (why, first, *more) = render([Line(f'call({long}, "a, /* b"); /* why, and why */')], 1)
    assert all(len(line) <= 120 for line in (why, first, *more))
    assert why == "    /* why, and why */"
    assert all(line.startswith(" " * 12) and not line.startswith(" " * 13) for line in more)
    assert " ".join(line.strip() for line in (first, *more)) == f'call({long}, "a, /* b");'


def test_strings_and_what_has_no_place_to_break_stay_whole() -> None:
    text = 'call("' + 'a, \\", + ' * 30 + '");'
    assert list(wrapped(text)) == [text]
    assert list(wrapped(f"x = {'y' * 200};")) == [f"x = {'y' * 200};"]
    assert list(wrapped(f"{'y' * 130}, z")) == [f"{'y' * 130},", "        z"]


def test_outer_brackets_are_broken_first() -> None:
    pointer = "x" * 100
    assert list(wrapped(f"call({pointer}, a + b, c(d, e));")) == [f"call({pointer}, a + b,", "        c(d, e));"]
    assert list(wrapped(f"call({pointer} + (a + b) * 2 + c);")) == [f"call({pointer} + (a + b) * 2", "        + c);"]
    assert list(wrapped(f"wait({pointer}, 1); /* a, b */")) == ["/* a, b */", f"wait({pointer}, 1);"]


@pytest.mark.parametrize("text", NASTY)
def test_comments_stay_comments(text: str) -> None:
    safe = comment_text(text)
    assert "*/" not in f"{safe} "
    assert "\n" not in safe
    assert not safe.endswith("\\")


def test_strings_hold_the_same_bytes(tmp_path: Path) -> None:
    texts = [text for text in NASTY if "\x00" not in text]
    prints = "\n".join(f"    puts({string_literal(text)}); /* {comment_text(text)} */" for text in texts)
    (tmp_path / "t.c").write_text(f"#include <stdio.h>\nint main(void)\n{{\n{prints}\n    return 0;\n}}\n")
    subprocess.run(["cc", "-std=c11", "-trigraphs", "-Wall", "-Wextra", "-Werror", "t.c", "-o", "t"], cwd=tmp_path,
                   check=True)  # fmt: skip
    said = subprocess.run([str(tmp_path / "t")], capture_output=True, check=True).stdout
    assert said.decode() == "".join(f"{text}\n" for text in texts)


def test_whole_numbers_are_what_they_are_in_c(tmp_path: Path) -> None:
    """Also where C has no literal of that value, or one of a type that is too small."""
    values = [sign * (1 << bits) + more for bits in (0, 31, 32, 62) for sign in (1, -1) for more in (-1, 0)]
    values += [(1 << 63) - 1, -(1 << 63)]
    prints = "\n".join(f'    printf("%" PRId64 "\\n", (int64_t){{{number_literal(value)}}});' for value in values)
    text = f"#include <inttypes.h>\n#include <stdio.h>\nint main(void)\n{{\n{prints}\n    return 0;\n}}\n"
    (tmp_path / "t.c").write_text(text)
    subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "t.c", "-o", "t"], cwd=tmp_path, check=True)
    said = subprocess.run([str(tmp_path / "t")], capture_output=True, check=True).stdout
    assert list(map(int, said.split())) == values


def test_floats_are_literals_of_their_type(tmp_path: Path) -> None:
    """No compiler warns that a double becomes a float, and it is the same float."""
    values = [0.1, -0.1, 1 / 3, 1.0, 16777217.0, 3.4028234663852886e38, 1e-42, 1e-60, -1e-60]
    literals = ", ".join(scalar_literal(value, "float") for value in values)
    body = f"""static const float floats[] = {{{literals}}};
        for (int n = 0; n < {len(values)}; n++)
            printf("%.20e\\n", (double)floats[n]);"""
    (tmp_path / "t.c").write_text(f"#include <stdio.h>\nint main(void)\n{{\n{body}\n    return 0;\n}}\n")
    flags = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
    subprocess.run(["cc", *flags, "t.c", "-o", "t"], cwd=tmp_path, check=True)
    said = subprocess.run([str(tmp_path / "t")], capture_output=True, check=True).stdout
    assert [float(text) for text in said.split()] == [c_float(value).value for value in values]
    assert scalar_literal(0.1, "double") == "0.1"


def test_identifiers() -> None:
    assert identifier("Sub/fir.out@1") == "Sub_fir_out_1"


def test_identifiers_are_distinct_and_stay() -> None:
    paths = ["a/b", "a_b", "a_b_1", "a.b", "x" * 80, "x" * 70, "x" * 60 + "_1"]
    names = unique_identifiers(paths)
    assert len(set(names.values())) == len(paths)
    assert names["a/b"] == "a_b"
    assert all(identifier(name) == name for name in names.values())
    assert unique_identifiers(paths) == names


def test_tables_are_written_once() -> None:
    tables = Tables("g_")
    first = tables.start((2, 0, 3), name("k")).text
    assert first == "g_phases_0[k % 3]"
    assert tables.at((0, 2, 2), name("k")).text == first
    assert list(tables.definitions()) == ["static const uint64_t g_phases_0[] = {0, 2, 2};"]


def test_what_is_known_needs_no_table() -> None:
    tables = Tables("g_")
    assert tables.at((7, 7), name("k")).value == 7
    assert tables.at((7, 8), const(3)).value == 8
    assert str(tables.start((4, 4, 1), name("k"))) == "k % 3 * 4"
    assert not list(tables.definitions())


def test_arguments_of_cmake_hold_any_text() -> None:
    assert cmake_argument("user/a b.c") == "[==[user/a b.c]==]"
    assert cmake_argument("${HOME} $ENV{X}") == "[==[${HOME} $ENV{X}]==]"
    assert cmake_argument("]==] x") == '"]==] x"'
    assert cmake_argument('a;"b"\n${HOME}\\') == '"a\\;\\"b\\"\\n\\${HOME}\\\\"'
