# SPDX-License-Identifier: Apache-2.0
"""Style that no formatter knows: lengths, who may import whom, words and calls that must not appear, and that every
diagnostic has a test."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest

from dfgen.memory.strategies import STRATEGIES
from dfgen.model.diagnostics import IDS

ROOT = Path(__file__).resolve().parent.parent
FILE_LINES_MAX = 600
FUNCTION_LINES_MAX = 70

# A room may import itself and the rooms of a lower number: the way of the data, never back.
RANKS = {
    "model": 0,
    "processes": 1,
    "analysis": 1,
    "csource": 2,
    "frontend": 3,
    "export": 4,
    "machine": 4,
    "mapping": 5,
    "memory": 6,
    "lowering": 7,
    "verify": 1,
    "attempts": 8,
    "less_memory": 9,
    "engine_choice": 8,
    "several_nodes": 8,
    "codegen": 8,
    "embedding": 8,
    "prediction": 8,
    "reading": 9,
    "chosen": 9,
    "stages": 10,
    "pipeline": 11,
    "checking": 12,
    "annotate": 12,
    "build": 12,
    "profile": 13,
    "report": 13,
    "explore": 14,
    "lsp": 14,
    "cli": 15,
    "__main__": 16,
    "binding": 16,
    "opened": 14,
    "streaming": 15,
    "control": 1,
    "live": 8,
}
FREE_FOR_ALL = {"__init__", "paths"}
OFFERED = ("__init__", "binding")
"""What `import dfgen` offers, which is imported when it is first asked for."""

# Written in pieces so that this file passes its own test.
BANNED = {
    r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b": "finish it, or say in words what is not there",
    r"/wor" r"k/|/tmp/[a-z]": "a path of one machine",
    r"/ho" r"me/|/Us" r"ers/": "a path of one user",
    r"py" r"pi\.org|python" r"hosted|crates\.io|registry\.npm": "a host of a package registry",
}
BANNED_C = {
    # call: the files that may hold it
    r"\b(?:memcpy|memmove)\s*\(": r"runtime/(src|include/df)/copy\w*\.[ch]|runtime/trial/trial\.c",
    r"\b(?:mmap|munmap|mremap|mprotect|madvise)\s*\(": r"runtime/(src|explore)/os_linux\w*\.c|runtime/trial/\w+\.c",
    r"(?<![\w])assert\s*\(": r"runtime/include/df/assert\.h",
}


def files(*suffixes: str, under: tuple[str, ...] = ("dfgen", "runtime", "templates", "apps", "tests")) -> list[Path]:
    found = (path for folder in under for path in sorted((ROOT / folder).rglob("*")) if path.suffix in suffixes)
    return [path for path in found if not {"_antlr", "__pycache__", "build"} & set(path.parts[len(ROOT.parts) + 1 :])
            or path.is_relative_to(ROOT / "dfgen/build") or path.is_relative_to(ROOT / "tests/build")]  # fmt: skip


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def complain(complaints: Iterator[str]) -> None:
    found = list(complaints)
    assert not found, "\n" + "\n".join(found)


def test_there_is_something_to_look_at() -> None:
    assert len(files(".py")) > 20
    assert {room.split(".")[0] for room in rooms()} <= RANKS.keys() | FREE_FOR_ALL


def test_all_packages_are_installed() -> None:
    settings = ConfigParser()
    settings.read(ROOT / "setup.cfg", encoding="utf-8")
    listed = set(settings["options"]["packages"].split())
    assert {".".join(path.parent.relative_to(ROOT).parts) for path in files(".py", under=("dfgen",))} <= listed


def test_files_are_short() -> None:
    def long_files() -> Iterator[str]:
        for path in files(".py", ".c", ".h", ".j2", ".g4"):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > FILE_LINES_MAX:
                yield f"{name(path)}: {lines} lines, {FILE_LINES_MAX} are allowed"

    complain(long_files())


def test_functions_are_short() -> None:
    def long_functions() -> Iterator[str]:
        for path in files(".py", ".c"):
            for function, line, lines in (python_functions if path.suffix == ".py" else c_functions)(path):
                if lines > FUNCTION_LINES_MAX:
                    yield f"{name(path)}:{line}: {function} has {lines} lines, {FUNCTION_LINES_MAX} are allowed"

    complain(long_functions())


def python_functions(path: Path) -> Iterator[tuple[str, int, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, (node.end_lineno or node.lineno) - node.lineno + 1


def c_functions(path: Path) -> Iterator[tuple[str, int, int]]:
    """In the style that clang-format keeps, only a function has its braces in the first column."""
    lines, start = path.read_text(encoding="utf-8").splitlines(), 0
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line == "}" and start:
            yield lines[start - 2].strip(), start - 1, number - start + 2
            start = 0


def rooms() -> dict[str, Path]:
    """Modules of the package by their dotted name below it."""
    package = ROOT / "dfgen"
    return {".".join(path.relative_to(package).with_suffix("").parts): path for path in files(".py", under=("dfgen",))}


def imported_rooms(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}:{node.lineno}: relative import"
            module = node.module or ""
            modules = [f"dfgen.{alias.name}" for alias in node.names] if module == "dfgen" else [module]
        else:
            continue
        for module in modules:
            if module.startswith("dfgen."):
                yield node.lineno, module.split(".")[1]


def test_rooms_import_earlier_rooms_only() -> None:
    def wrong_imports() -> Iterator[str]:
        for module, path in rooms().items():
            room = module.split(".")[0]
            for line, other in imported_rooms(path):
                if other == room or other not in RANKS or (module, other) == OFFERED:
                    continue
                if room in FREE_FOR_ALL or RANKS[other] >= RANKS[room]:
                    yield f"{name(path)}:{line}: '{room}' must not import '{other}'"

    complain(wrong_imports())


# What is predicted and printed is the program: these rooms see nothing of how it came to be.
OF_PROGRAM = {"codegen", "prediction", "verify"}
BEFORE_PROGRAM = {"mapping", "memory", "lowering"}
WHOLES = {"Plan", "Schedule"}
"""What these make, of which a program is made. Of a plan's records a program has some, too."""


def test_proof_code_and_prediction_read_the_program_alone() -> None:
    def wrong_imports() -> Iterator[str]:
        for module, path in rooms().items():
            if module.split(".")[0] in OF_PROGRAM:
                for line, other in imported_rooms(path):
                    if other in BEFORE_PROGRAM:
                        yield f"{name(path)}:{line}: '{module}' must not import '{other}'"
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                    if isinstance(node, ast.ImportFrom):
                        for whole in WHOLES & {alias.name for alias in node.names}:
                            yield f"{name(path)}:{node.lineno}: '{module}' must not import '{whole}'"

    complain(wrong_imports())


def names_of(path: Path) -> Iterator[tuple[int, str]]:
    """What a module defines."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.lineno, node.name
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for each in ast.walk(ast.Tuple(targets, ast.Store())):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                yield node.lineno, each.id


FOR_TESTS = {
    "parse_whole": "what the parser must agree with that reads statements one by one",
    "possible_ordered": "all choices of which the mapper takes one",
}
"""Names that only tests use: what they are to them."""


def test_no_name_is_forgotten() -> None:
    texts = [path.read_text(encoding="utf-8") for path in files(".py", ".j2", under=("dfgen", "templates"))]
    words = Counter(word for text in texts for word in re.findall(r"\w+", text))

    def forgotten() -> Iterator[str]:
        for path in files(".py", under=("dfgen",)):
            for line, each in names_of(path):
                if words[each] < 2 and each not in FOR_TESTS:
                    yield f"{name(path)}:{line}: nobody uses '{each}'"

    complain(forgotten())
    assert all(words[each] == 1 for each in FOR_TESTS)


def test_no_banned_words() -> None:
    def banned_words() -> Iterator[str]:
        suffixes = (".py", ".c", ".h", ".j2", ".g4", ".sdf", ".md", ".toml", ".txt", ".json", ".yml")
        paths = files(*suffixes, under=("dfgen", "docs", "runtime", "templates", "apps", "tests"))
        top = [path for path in ROOT.iterdir() if path.is_file() and path.name not in (".git", "LICENSE")]
        for path in [*paths, *top, ROOT / ".ci/run"]:
            for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
                for pattern, reason in BANNED.items():
                    if re.search(pattern, line):
                        yield f"{name(path)}:{number}: {reason}: {line.strip()}"

    complain(banned_words())


def test_every_source_names_its_licence() -> None:
    def without_licence() -> Iterator[str]:
        for path in files(".py", ".c", ".h", ".S"):
            first, second = ([*path.read_text(encoding="utf-8").splitlines(), "", ""])[:2]
            line = second if first.startswith("#!") else first
            wanted = "# SPDX-License-Identifier: Apache-2.0"
            if line != (wanted if path.suffix == ".py" else f"/* {wanted[2:]} */"):
                yield f"{name(path)}:1: its first line is not '{wanted[2:]}' in a comment"

    complain(without_licence())


@pytest.mark.parametrize("pattern", BANNED_C)
def test_the_runtime_calls_only_its_wrappers(pattern: str) -> None:
    def raw_calls() -> Iterator[str]:
        for path in files(".c", ".h", under=("runtime",)):
            if re.fullmatch(BANNED_C[pattern], name(path)):
                continue
            for number, line in enumerate(c_code(path).splitlines(), 1):
                if re.search(pattern, line):
                    yield f"{name(path)}:{number}: use the wrapper instead: {line.strip()}"

    complain(raw_calls())


def c_code(path: Path) -> str:
    """The file with blanks in place of comments and strings, each line where it was."""
    dull = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.DOTALL)
    return dull.sub(lambda match: "\n" * match[0].count("\n") or " ", path.read_text(encoding="utf-8"))


def test_every_diagnostic_is_used_and_provoked() -> None:
    used = {text for path in rooms().values() if path.name != "diagnostics.py" for text in strings(path, ast.Module)}
    provoked = {line.split()[2] for line in first_lines("tests/invalid") if line.startswith("// expect: ")}
    for path in files(".py", under=("tests",)):
        provoked |= set(strings(path, ast.Assert))

    def forgotten() -> Iterator[str]:
        for id in IDS:
            if id not in used:
                yield f"{id}: no code of dfgen says it"
            if id not in provoked and not any(f"[{id}]" in text for text in provoked):
                yield f"{id}: no test asserts it, and no file of tests/invalid expects it"

    complain(forgotten())


def first_lines(folder: str) -> list[str]:
    return [path.read_text(encoding="utf-8").split("\n", 1)[0] for path in (ROOT / folder).glob("*.sdf")]


def strings(path: Path, within: type[ast.AST]) -> Iterator[str]:
    """The text constants of a Python file that stand within a node of that kind."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, within):
            yield from (n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str))


def test_tests_use_public_names() -> None:
    complain(
        f"{name(path)}:{line}: '{word}' is private"
        for path in files(".py", under=("tests",))
        for line, word in words_of_ours(ast.parse(path.read_text(encoding="utf-8")))
        if is_private(word)
    )


OURS = r"(dfgen|tests)\b(?!.*\._antlr)"


def words_of_ours(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What a test imports from the package or from other tests, and the attributes of it. The generated parser has
    tests, too."""
    ours = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.level or re.match(OURS, node.module or "")):
            for alias in node.names:
                ours.add(alias.asname or alias.name)
                yield node.lineno, alias.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ours:
            yield node.lineno, node.attr


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


# Files that speak of the function of C.
OF_C = {
    "dfgen/csource/loops.py",
    "dfgen/csource/pure_functions.py",
    "dfgen/csource/readonly.py",
    "dfgen/csource/reserved.py",
    "dfgen/profile/copies.py",
}
COLOUR = r"var\(--({0})\)|colour\(\"({0})\"\)|--({0}):"


def test_strategies_are_known_by_their_table_alone() -> None:
    """Whoever needs to tell them apart asks for a property: a new one then has it, too."""
    home = ROOT / "dfgen/memory/strategies"
    modules = {f"dfgen.memory.strategies.{name}" for name in STRATEGIES}
    word = re.compile(rf"(?<![\w.-])(?:{'|'.join(STRATEGIES)})(?![\w.])")

    def named() -> Iterator[str]:
        for path in rooms().values():
            if path.is_relative_to(home):
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module in modules:
                    yield f"{name(path)}:{node.lineno}: imports '{node.module}'"
            for line, text in literals(tree):
                if word.search(text) and name(path) not in OF_C:
                    yield f"{name(path)}:{line}: names a strategy: {text.strip()[:80]!r}"
        for path in files(".js", ".css", ".j2", under=("templates",)):
            text = path.read_text(encoding="utf-8")
            if "vendor" not in path.parts and re.search(COLOUR.format("|".join(STRATEGIES)), text):
                yield f"{name(path)}: has a colour of one strategy"

    assert all((home / f"{strategy}.py").is_file() for strategy in STRATEGIES)
    complain(named())


# Numbers of these rooms say what they are, unless they are rows of the table of constants.
DECIDING = {"mapping", "memory", "machine", "prediction", "lowering", "codegen", "attempts", "engine_choice"}
DECIDING.add("several_nodes")
KINDS = ("Effort: ", "Form: ", "Mark: ", "Rounding: ", "Runtime: ", "Shown: ")


def test_numbers_are_of_the_table_or_say_what_they_are() -> None:
    def others() -> Iterator[str]:
        for module, path in rooms().items():
            if module.split(".")[0] not in DECIDING:
                continue
            body = ast.parse(path.read_text(encoding="utf-8")).body
            for statement, after in zip(body, [*body[1:], None], strict=True):
                if is_number(statement) and not documents(after).startswith(KINDS):
                    kinds = ", ".join(kind.strip(" :") for kind in KINDS)
                    yield (
                        f"{name(path)}:{statement.lineno}: a row of machine/constants.py, with a case of its bench, or "
                        f"a docstring that begins with one of {kinds}: {ast.unparse(statement)}"
                    )

    complain(others())


def is_number(statement: ast.stmt) -> bool:
    """Whether it gives a name in capitals a number, or some names some."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is None:
        return False
    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
    names = [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
    used = {node.id for node in ast.walk(statement.value) if isinstance(node, ast.Name)}
    parts = [node for node in ast.walk(statement.value) if isinstance(node, ast.Constant)]
    plain = (ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.Call, ast.Tuple)
    return (
        isinstance(statement.value, plain)
        and all(name.isupper() for name in names)
        and all(name.isupper() or name in ("Fraction", "float", "int", "round") for name in used)
        and bool(parts)
        and all(type(part.value) in (int, float) for part in parts)
    )


def documents(statement: ast.stmt | None) -> str:
    """The text that stands alone."""
    text = statement.value if isinstance(statement, ast.Expr) else None
    return text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else ""


def literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The text constants, but for those that stand alone: they document."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.lineno, node.value


# They look for words of the user's C, and for those that it could meet in the whole of a file.
OF_WORDS = {"codegen.naming", "codegen.undefined"}


def test_generated_code_is_known_and_not_searched() -> None:
    """What a statement needs is known from its operation, not from its text."""
    complain(
        f"{name(path)}:{node.lineno}: searches text"
        for module, path in rooms().items()
        if module.startswith("codegen.") and module not in OF_WORDS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        and "re" in {a.name for a in node.names} | {getattr(node, "module", "")}
    )


def test_only_the_command_line_catches_everything() -> None:
    def wrong_handlers() -> Iterator[str]:
        for module, path in rooms().items():
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ExceptHandler) and module != "cli.main" and catches_all(node):
                    yield f"{name(path)}:{node.lineno}: catches everything: name the error"

    complain(wrong_handlers())


def catches_all(handler: ast.ExceptHandler) -> bool:
    """A handler of everything that does not pass it on."""
    everything = handler.type is None or ast.unparse(handler.type) in ("Exception", "BaseException")
    return everything and not any(isinstance(node, ast.Raise) and node.exc is None for node in handler.body)
