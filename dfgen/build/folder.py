# SPDX-License-Identifier: Apache-2.0
"""Writes a generated folder: only what changed, all of it or nothing, and never over a stranger's files.

A manifest inside the folder names what dfgen wrote there, with a digest of each file. It makes the folder ours, lets
the next generation remove the files that it no longer has, and shows which of them somebody has changed since.
"""

from __future__ import annotations

import errno
import glob
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath

from dfgen.model.diagnostics import Span, UserError, fail
from dfgen.model.frozen import frozen
from dfgen.model.input_files import read_content
from dfgen.model.output_files import MANIFEST, is_generated, write_atomically, written_beside
from dfgen.processes import signals_wait

SCHEMA = 2
NOT_KNOWN = ""
"""The digest of a file that is about to be written, or was written by an earlier dfgen."""


@frozen
class Written:
    """Relative paths: files whose content is new, files that stayed as they were, files that are gone; and those of the
    new and the gone ones that somebody else had changed."""

    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]
    overwritten: tuple[str, ...] = ()


def write_folder(folder: Path, files: Mapping[str, bytes]) -> Written:
    """Make `folder` hold exactly `files`, beside what users and builds have put there."""
    for name in files:
        assert _is_inside(name), f"a generated file outside of its folder: {name!r}"
        assert name != MANIFEST, "a generated file in place of the manifest"
    try:
        earlier = _earlier_files(folder)
        foreign = {name for name, digest in earlier.items() if digest and _digest_of(folder / name, digest) != digest}
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        try:
            # Named before they are written, so that what an interrupted run leaves is known to be ours.
            _write_manifest(folder, dict.fromkeys([*earlier, *files], NOT_KNOWN))
            _clear_beside(folder, (name for name, digest in earlier.items() if digest == NOT_KNOWN))
            new = _beside(folder, {name: content for name, content in files.items() if _is_new(folder / name, content)})
        except BaseException:
            _take_back(folder, earlier, files, is_new)
            raise
        _replace_all(folder, new)
        changed = tuple(sorted(new))
        removed = tuple(name for name in sorted(earlier.keys() - files.keys()) if _remove(folder, name))
        _write_manifest(folder, {name: _digest(content) for name, content in files.items()})
    except OSError as error:
        raise unwritable(folder, error) from error
    lost = tuple(name for name in (*changed, *removed) if name in foreign)
    return Written(changed, tuple(sorted(files.keys() - set(changed))), removed, lost)


def is_whole(folder: Path) -> bool:
    """Whether no run that wrote into this folder of ours was ended before its last file: what is there may be of two
    programs."""
    files = _manifest(folder)
    return not isinstance(files, dict) or NOT_KNOWN not in files.values()


def _beside(folder: Path, files: Mapping[str, bytes]) -> dict[str, str]:
    """All of these files, each next to the place that it is to take: where one of them cannot be written, as on a full
    disk, none takes its place, and the folder is not of two programs."""
    found: dict[str, str] = {}
    try:
        for name, content in files.items():
            path = folder / name
            if path.is_dir() and not path.is_symlink():  # of which the renaming would tell when others have been done
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
            path.parent.mkdir(parents=True, exist_ok=True)
            found[name] = written_beside(path, content)
    except BaseException:
        for beside in found.values():
            os.unlink(beside)
        raise
    return found


def _clear_beside(folder: Path, names: Iterable[str]) -> None:
    """Remove what a run that was killed had written next to the places of these files."""
    for path in (folder / name for name in names):
        for left in path.parent.glob(f".{glob.escape(path.name)}.*.new"):
            left.unlink()


def _replace_all(folder: Path, beside: Mapping[str, str]) -> None:
    waiting = dict(beside)
    try:
        with signals_wait():  # some of the files would be new, the others as before
            for name in beside:
                os.replace(waiting[name], folder / name)
                del waiting[name]
    except BaseException:
        for path in waiting.values():
            os.unlink(path)
        raise


def _take_back(folder: Path, earlier: Mapping[str, str], names: Iterable[str], is_new: bool) -> None:
    """Make a folder in which no file has changed what it was; nothing of it stays if it `is_new`."""
    with suppress(OSError):  # then the manifest tells less of the same files
        if earlier:
            _write_manifest(folder, earlier)
        else:
            (folder / MANIFEST).unlink(missing_ok=True)
    for name in names:
        _remove_empty(folder / name, folder)
    if is_new and not any(folder.iterdir()):
        folder.rmdir()


def write_file(path: Path, content: bytes, hint: str = "Name another file.", inputs: Iterable[str | Path] = ()) -> None:
    """Write one file that a user has named: the whole of it or nothing, and nothing in place of an input that the
    content was made from. A link stays one, and a device or pipe is written into instead of being replaced. Raises
    `UserError`."""
    try:
        if path.exists() and any(os.path.exists(each) and path.samefile(each) for each in inputs):
            raise fail("file-unwritable", "cannot write it: it is needed for the graph", Span(str(path), 0, 0), hint)
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                file.write(content)
            return
        if not Path(os.path.realpath(path)).parent.exists():  # most likely a slip: no folder is made for a named file
            raise FileNotFoundError(errno.ENOENT, f"there is no folder '{path.parent}'")
        write_atomically(_replaceable(path), content)
    except OSError as error:
        message = f"cannot write it: {error.strerror}"
        raise fail("file-unwritable", message, Span(str(path), 0, 0), hint) from error


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files that belong together into a folder that a user has named: all of them or none. Links stay links.
    Raises `UserError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        targets = {str(_replaceable(folder / name)): content for name, content in files.items()}
        _replace_all(folder, _beside(folder, targets))
    except OSError as error:
        raise unwritable(folder, error) from error


def _replaceable(path: Path) -> Path:
    """What takes the place of `path` is put there: behind a link, which stays one."""
    target = Path(os.path.realpath(path))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "it is write-protected", str(path))
    return target


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _digest_of(path: Path, ours: str) -> str:
    """Of what is there; of a file that is gone there is nothing to lose, so it counts as ours."""
    return _digest(path.read_bytes()) if path.is_file() else ours


def _earlier_files(folder: Path) -> dict[str, str]:
    """The files of the manifest, with their digests."""
    if not folder.exists() and not folder.is_symlink():
        return {}
    if not folder.is_dir():
        raise _foreign(folder, f"'{folder}' is a file, not a folder")
    if not is_generated(folder):
        if any(folder.iterdir()):
            raise _foreign(folder, f"'{folder}' holds files that dfgen did not write")
        return {}
    files = _manifest(folder)
    digests = files if isinstance(files, dict) else dict.fromkeys(files, NOT_KNOWN)
    # What the manifest says is deleted, so it may name nothing outside of the folder.
    return {name: digest for name, digest in digests.items() if _is_inside(name)}


def _manifest(folder: Path) -> dict[str, str] | list[str]:
    """The files by name with their digests; an earlier dfgen wrote only the names."""
    try:
        files = json.loads(read_content(folder / MANIFEST))["files"]
        return {str(name): str(files[name]) for name in files} if isinstance(files, dict) else [*map(str, files)]
    except (ValueError, KeyError, TypeError) as error:
        raise _foreign(folder, f"'{folder / MANIFEST}' is damaged") from error


def _write_manifest(folder: Path, digests: Mapping[str, str]) -> None:
    content = {"schema": SCHEMA, "generator": "dfgen", "files": dict(sorted(digests.items()))}
    text = (json.dumps(content, indent=1) + "\n").encode()
    if _is_new(folder / MANIFEST, text):
        write_atomically(folder / MANIFEST, text)


def _is_new(path: Path, content: bytes) -> bool:
    return path.is_symlink() or not path.is_file() or path.read_bytes() != content


def _remove(folder: Path, name: str) -> bool:
    path = folder / name
    existed = path.exists() or path.is_symlink()
    path.unlink(missing_ok=True)
    _remove_empty(path, folder)
    return existed


def _remove_empty(path: Path, folder: Path) -> None:
    """The folders between the two that hold nothing."""
    parent = path.parent
    while parent != folder and parent.is_dir() and not any(parent.iterdir()):
        parent.rmdir()
        parent = parent.parent


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts


def _foreign(folder: Path, message: str) -> UserError:
    hint = "Name another folder, or an empty one; dfgen writes only where it would destroy nothing."
    return fail("folder-foreign", message, Span(str(folder), 0, 0), hint)


def unwritable(folder: Path, error: OSError) -> UserError:
    where = error.filename if isinstance(error.filename, str) else str(folder)
    hint = "Name another folder with -o, or in DFGEN_CACHE."
    return fail("file-unwritable", f"cannot write '{where}': {error.strerror}", None, hint)
