# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder, find_tools
from dfgen.csource.toolchain import describe_compiler
from dfgen.model.diagnostics import Span, UserError
from dfgen.model.output_files import MANIFEST
from dfgen.pipeline import CompileOptions, compile_graph
from tests.apps.harness import write_files
from tests.probing import require
from tests.watching import Watcher

MakeFolder = Callable[..., Path]


def output_of(program: Path, *arguments: str) -> str:
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_builds_and_says_where_the_program_is(make_folder: MakeFolder, compiler: str) -> None:
    require(compiler, "-march=native", "-flto")
    path = Path(shutil.which(compiler) or compiler)
    program = build_folder(make_folder(), native=True, compiler=describe_compiler(path))
    assert program.name == "hello"
    assert output_of(program, "x") == "[x] 41\n"


def test_a_second_build_does_nothing_and_changed_settings_rebuild(make_folder: MakeFolder) -> None:
    folder = make_folder()
    first, second, third = Watcher(), Watcher(), Watcher()
    program = build_folder(folder, native=False, reporter=first)
    built = program.stat().st_mtime_ns
    assert build_folder(folder, native=False, reporter=second) == program
    assert program.stat().st_mtime_ns == built
    assert build_folder(folder, native=True, reporter=third) == program
    assert program.stat().st_mtime_ns != built
    assert [len(recorder.steps) for recorder in (first, second, third)] == [2, 1, 2]
    done, total = first.seen[-1]
    assert done == total > 1
    assert second.seen == []


def test_a_changed_source_is_built_anew(make_folder: MakeFolder) -> None:
    program = build_folder(make_folder(), native=False)
    make_folder(runtime__src__answer="int runtime_answer(int n)\n{\n    return n - n + 1;\n}\n")
    assert output_of(build_folder(program.parent.parent, native=False)) == " 2\n"


def test_a_build_folder_that_nobody_may_write_to(make_folder: MakeFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """What CMake says of it, in many lines, is not shown."""
    folder, recorder = make_folder(**{"user__a__my actor": "#error who may write everywhere fails here\n"}), Watcher()
    (folder / "build").mkdir()
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    with pytest.raises(UserError) as caught:
        build_folder(folder, native=False, reporter=recorder)
    (told,) = caught.value.diagnostics
    assert told.id == "file-unwritable"
    assert told.message == f"cannot build with '{folder / 'build'}': it is write-protected"
    assert not recorder.failures


def test_takes_over_a_folder_built_by_hand(make_folder: MakeFolder) -> None:
    folder = make_folder(folder="by hand")
    cmake = find_tools().cmake
    subprocess.run([cmake, "-G", "Unix Makefiles", "-S", folder, "-B", folder / "build"], check=True)
    subprocess.run([cmake, "--build", folder / "build"], check=True)
    assert output_of(folder / "build/hello") == " 41\n"
    assert output_of(build_folder(folder, native=False)) == " 41\n"


@pytest.mark.parametrize("sanitize", ["address", "undefined", "address,undefined", "thread"])
def test_sanitizers_are_linked_in(make_folder: MakeFolder, sanitize: str) -> None:
    if sanitize == "thread":
        body = "    pthread_t t;\n    pthread_create(&t, 0, set, 0);\n    set(0);\n    pthread_join(t, 0);\n"
        head = "#include <pthread.h>\nstatic int x;\nstatic void *set(void *p)\n{\n    x++;\n    return p;\n}\n"
    else:
        body, head = "    int a[2] = {1, 2};\n    x = &a[n];\n", "static volatile int *x;\n"
    answer = f"{head}int runtime_answer(int n)\n{{\n{body}    return {'*(x + 1)' if 'x = &' in body else 'n'};\n}}\n"
    program = build_folder(make_folder(runtime__src__answer=answer), native=False, sanitize=sanitize)
    failed = subprocess.run([program, "1", "2"], capture_output=True, text=True, check=False)
    assert failed.returncode != 0
    assert "Sanitizer" in failed.stderr or "runtime error" in failed.stderr


def test_flags_whose_quotes_are_not_closed(make_folder: MakeFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CFLAGS", "-DA='1")
    with pytest.raises(UserError, match=r"CFLAGS holds .* which no shell would read") as caught:
        build_folder(make_folder(), native=False)
    assert caught.value.diagnostics[0].id == "c-compiler"


@pytest.mark.parametrize(("name", "flags"), [("CFLAGS", "-g -fnope"), ("LDFLAGS", "-lnope")])
def test_flags_that_the_compiler_refuses(
    make_folder: MakeFolder, monkeypatch: pytest.MonkeyPatch, name: str, flags: str
) -> None:
    """In place of what CMake says of a program of its own."""
    monkeypatch.setenv(name, flags)
    watcher = Watcher()
    with pytest.raises(UserError) as error:
        build_folder(make_folder(), native=False, reporter=watcher)
    (refused,) = error.value.diagnostics
    assert refused.id == "c-compiler"
    assert refused.message.startswith(f"the compiler refuses the flags of {name}, '{flags}': ")
    assert "nope" in refused.message.split("': ", 1)[1]
    assert refused.hint == f"Correct {name} in the environment, or unset it."
    assert watcher.failures == []


def test_functions_that_no_source_defines_are_named(make_folder: MakeFolder) -> None:
    folder = make_folder(**{"user__a__my actor": "int another(void) { return 0; }\n"})
    recorder = Watcher()
    with pytest.raises(UserError) as caught:
        build_folder(folder, native=False, reporter=recorder)
    (told,) = caught.value.diagnostics
    assert (told.id, told.message) == ("c-compile", "no source of the graph defines 'add_one'")
    assert told.span is None, "nothing calls it but what is generated"
    assert 'source "FILE";' in told.hint
    assert not recorder.failures, "what the linker says is longer, and says less"


def test_calls_of_functions_that_no_source_defines_are_told_with_their_places(make_folder: MakeFolder) -> None:
    body = "{\n    /* far(1) */\n    return far(value) + wide(1);\n}\n"
    source = f"int far(int);\nint wide(int);\nint add_one(int value)\n{body}"
    folder = make_folder(**{"user__a__my actor": source})
    with pytest.raises(UserError) as caught:
        build_folder(folder, native=False)
    (told,) = caught.value.diagnostics
    assert told.message == "no source of the graph defines 'far', 'wide'"
    places = [told.span, *(note.span for note in told.notes)]
    assert [(Path(span.file).name, span.line, span.column) for span in places if span] == [
        ("my actor.c", 6, 12),
        ("my actor.c", 6, 25),
    ]


def test_an_error_in_the_users_source_is_told_at_its_place(make_folder: MakeFolder) -> None:
    folder = make_folder(**{"user__a__my actor": "int add_one(int value) { return value + nothing; }\n"})
    recorder = Watcher()
    with pytest.raises(UserError) as caught:
        build_folder(folder, native=False, reporter=recorder)
    (told,) = caught.value.diagnostics
    assert (told.id, "nothing" in told.message) == ("c-compile", True)
    assert told.span == Span(str(folder / "user/a/my actor.c"), 1, 41)
    assert not recorder.failures, "it says the same, with the words of Ninja"


def test_a_function_without_declaration_is_told_with_its_header(make_folder: MakeFolder) -> None:
    source = 'int add_one(int value)\n{\n    return (int)strlen("") + value + other(1);\n}\n'
    with pytest.raises(UserError) as caught:
        build_folder(make_folder(**{"user__a__my actor": source}), native=False)
    assert [(told.span.line, told.hint) for told in caught.value.diagnostics if told.span is not None] == [
        (3, "Include <string.h>, which declares it."),
        (3, "Include the header that declares it."),
    ]


def test_warnings_in_generated_code_are_errors_and_not_blamed_on_the_user(make_folder: MakeFolder) -> None:
    recorder = Watcher()
    with pytest.raises(UserError) as caught:
        build_folder(
            make_folder(src__main="int main(void)\n{\n    int unused;\n    return 0;\n}\n"),
            native=False,
            reporter=recorder,
        )
    assert "unused" in recorder.failures[0]
    assert "report" in caught.value.diagnostics[0].hint


def test_the_names_of_cmakes_own_targets_are_free(make_folder: MakeFolder) -> None:
    assert build_folder(make_folder(name="test"), native=False).name == "test"


def test_a_folder_of_which_a_file_is_missing_or_old_is_not_built(make_folder: MakeFolder) -> None:
    folder = make_folder()
    write_folder(folder / "generated", {"CMakeLists.txt": b""})
    text = (folder / "generated" / MANIFEST).read_text()
    (folder / "generated" / MANIFEST).write_text(re.sub('(CMakeLists.txt": )"[^"]+"', r'\1""', text))
    with pytest.raises(UserError, match="ended before its last file") as caught:
        build_folder(folder / "generated", native=False)
    assert caught.value.diagnostics[0].id == "folder-unfinished"


def test_a_folder_without_a_program(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        build_folder(tmp_path, native=False)
    assert caught.value.diagnostics[0].id == "file-unreadable"
    assert "dfgen compile" in caught.value.diagnostics[0].hint


def test_missing_tools_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("importlib.import_module", absent)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UserError) as caught:
        find_tools()
    assert caught.value.diagnostics[0].id == "tool-missing"
    assert "pip install cmake" in caught.value.diagnostics[0].hint


def test_tools_of_the_system_do_where_no_packages_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("cmake", "ninja"):
        monkeypatch.setitem(sys.modules, name, None)
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    tools = find_tools()
    assert (tools.cmake, tools.ninja) == (tmp_path / "cmake", tmp_path / "ninja")


def test_several_nodes_without_mpi_are_told_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "two.sdf").write_text(
        "graph two { actor a @node(0) { out o : uint8[8]; } actor b @node(1) { in i : uint8[8]; } a.o -> b.i; }\n"
    )
    folder, recorder = tmp_path / "out", Watcher()
    write_files(folder, compile_graph(tmp_path / "two.sdf", CompileOptions(nodes=2, stand_ins=True)).files)
    with pytest.raises(UserError) as caught:
        build_folder(folder, native=False, flags={"CMAKE_DISABLE_FIND_PACKAGE_MPI": "ON"}, reporter=recorder)
    (told,) = caught.value.diagnostics
    assert told.id == "tool-missing"
    assert told.message == "the program runs on several nodes and needs MPI, which is not here"
    assert told.hint == "Install it, for example by 'apt-get install libopenmpi-dev openmpi-bin'."
    assert not recorder.failures, "CMake's own account is longer, and says less"
