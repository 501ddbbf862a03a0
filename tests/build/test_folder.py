# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import errno
import json
import os
import signal
from pathlib import Path

import pytest

from dfgen.build.folder import Written, is_whole, write_file, write_files, write_folder
from dfgen.model.diagnostics import UserError
from dfgen.model.output_files import MANIFEST, is_generated


def names_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_writes_new_files_only_and_removes_those_of_earlier(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    first = write_folder(folder, {"x.c": b"1", "sub/deep/y.c": b"2", "z.c": b"3"})
    assert first.changed == ("sub/deep/y.c", "x.c", "z.c")
    before = (folder / "x.c").stat().st_mtime_ns
    (folder / "build").mkdir()
    (folder / "build/log").write_text("the user's")
    second = write_folder(folder, {"x.c": b"1", "z.c": b"4"})
    assert (second.changed, second.unchanged, second.removed) == (("z.c",), ("x.c",), ("sub/deep/y.c",))
    assert (folder / "x.c").stat().st_mtime_ns == before
    assert (folder / "z.c").read_bytes() == b"4"
    assert names_in(folder) == {"x.c", "z.c", "build/log", MANIFEST}
    assert not (folder / "sub").exists()


def test_changes_of_others_that_are_lost_are_told(tmp_path: Path) -> None:
    write_folder(tmp_path, {"w.c": b"0", "x.c": b"1", "y.c": b"2", "z.c": b"3"})
    for name in ("w.c", "x.c", "z.c"):
        (tmp_path / name).write_bytes(b"mine")
    (tmp_path / "y.c").unlink()
    assert write_folder(tmp_path, {"w.c": b"mine", "x.c": b"1", "y.c": b"4"}).overwritten == ("x.c", "z.c")
    assert write_folder(tmp_path, {"w.c": b"5", "x.c": b"6", "y.c": b"7"}).overwritten == ()


def test_a_manifest_without_digests_names_what_is_ours(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_bytes(b"1")
    (tmp_path / MANIFEST).write_text('{"schema": 1, "generator": "dfgen", "files": ["x.c"]}')
    assert write_folder(tmp_path, {"y.c": b"2"}) == Written(("y.c",), (), ("x.c",))


def test_an_empty_folder_is_welcome(tmp_path: Path) -> None:
    write_folder(tmp_path, {"x.c": b"1"})
    assert is_generated(tmp_path)


def test_files_may_be_read_by_everybody_the_umask_lets(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        write_folder(tmp_path / "f", {"x.c": b"1"})
    finally:
        os.umask(mask)
    assert (tmp_path / "f/x.c").stat().st_mode & 0o777 == 0o644


def test_the_mask_of_the_process_is_never_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that other threads make meanwhile would have the rights of none."""

    def refuse(mask: int) -> int:
        raise AssertionError(f"umask({mask:o})")

    monkeypatch.setattr(os, "umask", refuse)
    write_folder(tmp_path / "f", {"x.c": b"1"})
    write_file(tmp_path / "x.txt", b"1")
    ordinary = tmp_path / "ordinary"
    ordinary.touch()
    for path in (tmp_path / "f/x.c", tmp_path / "x.txt"):
        assert path.stat().st_mode == ordinary.stat().st_mode


def test_a_strangers_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("text")
    with pytest.raises(UserError) as caught:
        write_folder(tmp_path, {"x.c": b"1"})
    assert caught.value.diagnostics[0].id == "folder-foreign"
    assert names_in(tmp_path) == {"thesis.tex"}


@pytest.mark.parametrize("content", ["", "[]", '{"files": 3}', '{"names": []}'])
def test_a_damaged_manifest_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / MANIFEST).write_text(content)
    with pytest.raises(UserError) as caught:
        write_folder(tmp_path, {"x.c": b"1"})
    assert caught.value.diagnostics[0].id == "folder-foreign"


def test_a_manifest_cannot_delete_outside_of_its_folder(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    folder = tmp_path / "out"
    folder.mkdir()
    manifest = {"schema": 1, "files": ["../victim", str(victim), ".", ""]}
    (folder / MANIFEST).write_text(json.dumps(manifest))
    write_folder(folder, {"x.c": b"1"})
    assert victim.read_text() == "mine"


def test_a_file_in_the_way_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(UserError) as caught:
        write_folder(tmp_path / "out", {"x.c": b"1"})
    assert caught.value.diagnostics[0].id == "folder-foreign"
    with pytest.raises(UserError) as caught:
        write_folder(tmp_path / "out" / "deeper", {"x.c": b"1"})
    assert caught.value.diagnostics[0].id == "file-unwritable"


def test_a_file_that_the_user_names(tmp_path: Path) -> None:
    """A link stays one, and what it leads to is replaced."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "link").symlink_to("deep/file")
    write_file(tmp_path / "link", b"1")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "deep/file").read_bytes() == b"1"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("/dev/full", "No space left on device"),
        ("folder", "Is a directory"),
        ("old/file", "File exists"),
        ("none/file", "there is no folder 'none'"),
    ],
)
def test_a_file_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, reason: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "old").write_bytes(b"mine")
    with pytest.raises(UserError) as caught:
        write_file(Path(name), b"1", "name a file")
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.id, diagnostic.hint, str(diagnostic.span)) == ("file-unwritable", "name a file", f"{name}:0:0")
    assert diagnostic.message.startswith(f"cannot write it: {reason}")
    assert names_in(tmp_path) == {"old"}


def test_a_write_protected_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    monkeypatch.setattr("os.access", lambda *_: False)  # for the superuser nothing is protected
    with pytest.raises(UserError, match="cannot write it: it is write-protected"):
        write_file(tmp_path / "file", b"1")
    assert (tmp_path / "file").read_bytes() == b"mine"


def test_what_an_interrupted_run_left_is_cleared_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "out"
    real = os.replace

    def stop_at_b(source: str, target: Path) -> None:
        if Path(target).name == "b.c":
            raise KeyboardInterrupt
        real(source, target)

    monkeypatch.setattr("os.replace", stop_at_b)
    with pytest.raises(KeyboardInterrupt):
        write_folder(folder, {"a.c": b"1", "b.c": b"2"})
    monkeypatch.undo()
    assert names_in(folder) == {"a.c", MANIFEST}
    (folder / ".b.c.x1y2z3.new").write_bytes(b"2")  # killed, it could not even remove this
    assert not is_whole(folder)
    write_folder(folder, {"c.c": b"3"})
    assert names_in(folder) == {"c.c", MANIFEST}
    assert is_whole(folder)


@pytest.mark.parametrize("earlier", [{}, {"a.c": b"old", "sub/b.c": b"2"}])
def test_a_disk_without_room_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, earlier: dict[str, bytes]
) -> None:
    """Else what is built next would be of two programs."""
    folder = tmp_path / "out"
    if earlier:
        write_folder(folder, earlier)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    real = os.open

    def full_at_d(path: str, flags: int, mode: int = 0o777) -> int:
        if Path(path).name.startswith(".d.c."):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        return real(path, flags, mode)

    monkeypatch.setattr("os.open", full_at_d)
    with pytest.raises(UserError, match="No space left on device"):
        write_folder(folder, {"a.c": b"new", "more/c.c": b"3", "other/d.c": b"4"})
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert not any((folder / name).exists() for name in ("more", "other"))
    assert folder.exists() == bool(earlier)


def test_a_folder_in_the_place_of_a_file_is_told_before_any_file_changes(tmp_path: Path) -> None:
    write_folder(tmp_path, {"a.c": b"old", "b.c": b"2"})
    (tmp_path / "b.c").unlink()
    (tmp_path / "b.c").mkdir()
    with pytest.raises(UserError, match=r"cannot write '.*/b\.c': Is a directory"):
        write_folder(tmp_path, {"a.c": b"new", "b.c": b"3"})
    assert names_in(tmp_path) == {"a.c", MANIFEST}
    assert (tmp_path / "a.c").read_bytes() == b"old"


def test_files_that_belong_together_are_all_new_or_none(tmp_path: Path) -> None:
    (tmp_path / "b.csv").mkdir()
    with pytest.raises(UserError, match=r"cannot write '.*/b\.csv': Is a directory"):
        write_files(tmp_path, {"a.json": b"1", "b.csv": b"2"})
    assert names_in(tmp_path) == set()
    (tmp_path / "b.csv").rmdir()
    (tmp_path / "b.csv").symlink_to("linked.csv")
    write_files(tmp_path, {"a.json": b"1", "b.csv": b"2"})
    assert (tmp_path / "b.csv").is_symlink()
    assert (tmp_path / "linked.csv").read_bytes() == b"2"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_between_files_that_belong_together_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    real = os.replace

    def replace_and_signal(source: str, target: Path) -> None:
        real(source, target)
        signal.raise_signal(number)

    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    monkeypatch.setattr("os.replace", replace_and_signal)
    try:
        with pytest.raises(KeyboardInterrupt):
            write_files(tmp_path, {"a.json": b"1", "b.csv": b"2"})
    finally:
        signal.signal(signal.SIGTERM, before)
    assert names_in(tmp_path) == {"a.json", "b.csv"}
