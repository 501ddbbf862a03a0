# SPDX-License-Identifier: Apache-2.0
"""One process at a time writes a generated folder, builds it and starts its program.

The lock is one of the kernel (`flock`), on the folder itself. So it adds no file, is the same by whatever path the
folder is named, and ends with its process, however that ends. It also ends when the process becomes another program:
what has been started keeps its file, also when another build puts a new one in its place.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dfgen.build.folder import unwritable
from dfgen.build.reporter import SILENCE, Reporter

# What a file system answers that has no such locks, or (NFS) none on what cannot be written to as a file.
_NO_LOCKS = frozenset({errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP})

_held: set[tuple[int, int]] = set()
"""Device and inode of the folders that this process has locked: one lock is enough for all of it."""


@contextmanager
def locked(folder: Path, reporter: Reporter = SILENCE) -> Iterator[None]:
    """Keep other processes that call this for the same folder waiting; it is made if it is not there, and does not stay
    if nothing comes of it.

    What is no folder is left to those who want to write there. Raises `UserError`.
    """
    try:
        is_new = not folder.exists()
        if is_new:
            folder.mkdir(parents=True, exist_ok=True)
        handle = _lock(folder, reporter) if folder.is_dir() else None
    except OSError as error:
        raise unwritable(folder, error) from error
    if handle is None:
        yield
        return
    key = _identity(os.fstat(handle))
    _held.add(key)
    try:
        yield
    except BaseException:
        if is_new:
            with suppress(OSError):  # unless something is in it
                folder.rmdir()
        raise
    finally:
        _held.discard(key)
        os.close(handle)


def _lock(folder: Path, reporter: Reporter) -> int | None:
    """A file handle of the locked folder, which the programs that this process starts or becomes do not get; None where
    this process has locked it already, and where there is no locking."""
    is_told = False
    while True:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            if _identity(os.fstat(handle)) in _held:
                break
            if not _try(handle):
                if not is_told:
                    reporter.step(f"waiting for another dfgen, which works in {folder}")
                is_told = True
                fcntl.flock(handle, fcntl.LOCK_EX)
            if folder.is_dir() and _identity(os.stat(folder)) == _identity(os.fstat(handle)):
                return handle
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
            reporter.step(f"{folder} cannot be locked, so let no other dfgen work in it: {error.strerror}")
            break
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # of a folder that has been removed meanwhile
        folder.mkdir(parents=True, exist_ok=True)
    os.close(handle)
    return None


def _try(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
