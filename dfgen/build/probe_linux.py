# SPDX-License-Identifier: Apache-2.0
"""Tries what programs ask of Linux: anonymous files, private views of them, the page scan, the hardware counters."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import mmap
import os
import platform
import struct

_PAGEMAP_SCAN = 0xC0606610  # _IOWR('f', 16, struct pm_scan_arg), a struct of twelve 64-bit words
_PAGE_IS_FILE, _PAGE_IS_PRESENT = 1 << 2, 1 << 3
_PERF_EVENT_OPEN = {"x86_64": 298, "aarch64": 241, "riscv64": 241}
_PERF_ATTRIBUTE_BYTES = 112
_PERF_NO_KERNEL = 1 << 5 | 1 << 6  # exclude_kernel, exclude_hv: allowed to everybody at perf_event_paranoid 2
_PAGES = 4


def memfd_is_there() -> bool:
    handle = _memfd()
    if handle is None:
        return False
    os.close(handle)
    return True


def private_memfd_keeps_writes() -> bool:
    """Whether a write to a private view stays out of the file."""
    try:
        with _PrivateView() as view:
            view.memory[mmap.PAGESIZE] = 7
            return view.memory[mmap.PAGESIZE] == 7 and os.pread(view.handle, 1, mmap.PAGESIZE) == b"\0"
    except OSError:
        return False


def scan_finds_written_pages() -> bool:
    """Whether the kernel tells the written page of a private view from those that were only read."""
    try:
        with _PrivateView() as view:
            assert view.memory[:] == bytes(len(view.memory))  # read every page
            view.memory[mmap.PAGESIZE] = 7
            start = ctypes.addressof(ctypes.c_char.from_buffer(view.memory))
            return _scan(start, len(view.memory)) == (start + mmap.PAGESIZE, start + 2 * mmap.PAGESIZE)
    except OSError:
        return False


def counts_cycles() -> bool:
    """Whether the processor's cycles can be counted for this process."""
    number = _PERF_EVENT_OPEN.get(platform.machine())
    if number is None:
        return False
    # struct perf_event_attr: type PERF_TYPE_HARDWARE, size, config PERF_COUNT_HW_CPU_CYCLES, ..., flags at byte 40
    attribute = bytearray(_PERF_ATTRIBUTE_BYTES)
    struct.pack_into("=IIQ", attribute, 0, 0, _PERF_ATTRIBUTE_BYTES, 0)
    struct.pack_into("=Q", attribute, 40, _PERF_NO_KERNEL)
    buffer = (ctypes.c_char * len(attribute)).from_buffer(attribute)
    this_process, any_cpu, no_group = 0, -1, -1
    libc = ctypes.CDLL(None, use_errno=True)
    handle = libc.syscall(ctypes.c_long(number), buffer, this_process, any_cpu, no_group, ctypes.c_ulong(0))
    if handle < 0:
        return False
    os.close(handle)
    return True


class _PrivateView:
    """A private mapping of an anonymous file of a few pages."""

    def __enter__(self) -> _PrivateView:
        handle = _memfd()
        if handle is None:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        self.handle = handle
        os.ftruncate(handle, _PAGES * mmap.PAGESIZE)
        # The pages of a file that nobody wrote to are not there to be told from private ones.
        os.pwrite(handle, bytes(_PAGES * mmap.PAGESIZE), 0)
        self.memory = mmap.mmap(handle, _PAGES * mmap.PAGESIZE, mmap.MAP_PRIVATE)
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.handle)


def _memfd() -> int | None:
    try:
        return os.memfd_create("dfgen-probe", os.MFD_CLOEXEC)
    except OSError:
        return None


def _scan(start: int, size: int) -> tuple[int, int] | None:
    """Where the present pages lie that are no file's, if that is one stretch."""
    region = (ctypes.c_uint64 * 3)()
    argument = bytearray(
        struct.pack(
            "=12Q",
            96,  # size of this struct
            0,  # flags
            start,
            start + size,
            0,  # where the walk ended
            ctypes.addressof(region),
            1,  # regions that have room
            0,  # pages at most: all
            _PAGE_IS_FILE,  # inverted
            _PAGE_IS_FILE | _PAGE_IS_PRESENT,  # all of these
            0,  # any of these
            _PAGE_IS_PRESENT,  # reported
        )
    )
    with open("/proc/self/pagemap", "rb", buffering=0) as pagemap:
        count = fcntl.ioctl(pagemap, _PAGEMAP_SCAN, argument)
    return (region[0], region[1]) if count == 1 else None
