# SPDX-License-Identifier: Apache-2.0
"""Open instances of pipelined libraries: their cores run by themselves, and callers push and pull NumPy arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isnan
from operator import index
from threading import Lock
from time import monotonic
from typing import Any

import numpy

from dfgen.opened import DONE, ENDED, LATER, Array, Opened, address, checked, function, iterations

_WAIT_SECONDS = 0.2
"""At most in one call of the library, between which Python sees Ctrl-C."""


class Pipelined(Opened):
    """One thread may push while another one pulls; other threads of Python run meanwhile."""

    def _bind(self, library: ctypes.CDLL) -> None:
        pointer, wait = ctypes.c_void_p, ctypes.c_uint64
        self._pushing, self._pulling = Lock(), Lock()
        self._pushed = self._pulled = 0
        self._is_flushed = False
        name = self.name
        if self.inputs:
            windows = [pointer] * len(self.inputs)
            self._timed_push = function(library, f"{name}_timed_push", ctypes.c_int, pointer, wait, *windows)
            self._flush = function(library, f"{name}_flush", None, pointer)
            self._block = function(library, f"{name}_block", ctypes.c_uint64, pointer)
        if self.outputs:
            windows = [pointer] * len(self.outputs)
            self._timed_pull = function(library, f"{name}_timed_pull", ctypes.c_int, pointer, wait, *windows)
        self._stop = function(library, f"{name}_stop", None, pointer)

    @property
    def block(self) -> int:
        """How many iterations must be pushed before the first can be pulled; so many are always taken in."""
        with self._setting:
            return int(self._block(self._require_open())) if self.inputs else 0

    def push(self, *arrays: Array, timeout: float | None = None, **by_name: Array) -> int:
        """Hand over one iteration, or one for each row of the arguments, as soon as there is room; how many were taken.

        Raises EOFError where the stream has ended before the first, and TimeoutError if there is no room for it within
        so many seconds.
        """
        given = [checked(port, value) for port, value in zip(self.inputs, self._bound(arrays, by_name), strict=True)]
        if not given:
            raise TypeError(f"{self.name} has no inputs to push")
        count = iterations(self.inputs, given)
        with self._pushing:
            done, status = self._move(self._timed_push, self.inputs, given, 1 if count is None else count, timeout)
            self._pushed += done
            return self._told(done, status, count)

    def pull(self, count: int | None = None, *, timeout: float | None = None) -> Any:
        """The output of one iteration, or with a count, of so many, as rows: an array, or a tuple of several.

        Raises EOFError at the end of the stream, before which there may be fewer rows than asked for; and TimeoutError
        if there is nothing within so many seconds.
        """
        if not self.outputs:
            raise TypeError(f"{self.name} has no outputs to pull")
        rows = () if count is None else (_checked_count(count),)
        results = [numpy.empty(rows + port.shape, port.dtype) for port in self.outputs]
        with self._pulling:
            done, status = self._move(self._timed_pull, self.outputs, results, 1 if count is None else count, timeout)
            self._pulled += done
            self._told(done, status, count)
        if count is not None and done < count:
            results = [result[:done] for result in results]
        return results[0] if len(results) == 1 else tuple(results)

    def flush(self) -> None:
        """No more comes: what was pushed is run, and then the stream ends. For the thread that pushes."""
        if not self.inputs:
            raise TypeError(f"{self.name} has no inputs to flush")
        with self._pushing, self._setting:
            self._flush(self._require_open())
            self._is_flushed = True

    def stop(self) -> None:
        """End the stream; any thread may, and calls return that wait."""
        with self._setting:
            self._stop(self._require_open())

    def stream(self, *streams: Iterable[Array], **by_name: Iterable[Array]) -> Iterator[Any]:
        """The outputs of one iteration after the other, while cores run ahead: of all inputs, after which the stream
        has ended, or until an actor ends it."""
        for windows in zip(*self._bound(streams, by_name), strict=False):
            try:
                while not self._has_taken(windows):
                    yield self.pull()
            except EOFError:
                break
            yield from self._pullable()
        if self.inputs:
            self.flush()
        yield from self._rest()

    def _end(self) -> None:
        """Calls return that wait. Where nothing comes out and the stream was flushed, all of it is run before."""
        with self._setting:
            if self._handle is not None and not (self._is_flushed and not self.outputs):
                self._stop(self._handle)
        with self._pushing, self._pulling, self._setting:
            handle, self._handle = self._handle, None
            if handle is not None:
                self._close(handle)

    def _has_taken(self, windows: Sequence[Array]) -> bool:
        """Whether the iteration was pushed; if not, one can be pulled."""
        is_ahead = bool(self.outputs) and self._pushed - self._pulled >= self.block
        try:
            self.push(*windows, timeout=0 if is_ahead else None)
        except TimeoutError:
            return False
        return True

    def _pullable(self) -> Iterator[Any]:
        while self.outputs:
            try:
                yield self.pull(timeout=0)
            except (TimeoutError, EOFError):
                return

    def _rest(self) -> Iterator[Any]:
        while self.outputs:
            try:
                yield self.pull()
            except EOFError:
                return

    def _require_open(self) -> int:
        if self._handle is None:
            raise ValueError(f"{self.name} is closed")
        return self._handle

    def _move(
        self, call: Callable[..., int], ports: Sequence[Any], arrays: Sequence[Any], count: int, timeout: float | None
    ) -> tuple[int, int]:
        """How many iterations were moved, and what the last call came to."""
        places = [address(array) for array in arrays]
        until = None if timeout is None else _moment_after(timeout)
        done, status = 0, DONE
        while done < count:
            left = _WAIT_SECONDS if until is None else min(max(until - monotonic(), 0.0), _WAIT_SECONDS)
            status = call(self._require_open(), int(left * 1e9), *places)
            if status == DONE:
                done += 1
                places = [place + port.size_bytes for place, port in zip(places, ports, strict=True)]
            elif status != LATER or (until is not None and monotonic() >= until):
                break
        return done, status

    def _told(self, done: int, status: int, count: int | None) -> int:
        """How many iterations were moved; an exception where there were none though some were asked for.

        The caller holds the lock of its direction, so that nobody closes the instance whose error is asked for."""
        if status not in (DONE, ENDED, LATER):
            raise RuntimeError(self._error(self._require_open()).decode(errors="replace"))
        if done == 0 and count != 0:
            if status == ENDED:
                raise EOFError(f"{self.name} has ended")
            raise TimeoutError(f"{self.name}: no iteration within the time that was given")
        return done


def _checked_count(count: int) -> int:
    try:
        number = index(count)
    except TypeError:
        raise TypeError(f"count: a whole number is needed, not {count!r}") from None
    if number < 0:
        raise ValueError(f"count: a whole number from 0 on is needed, not {count!r}")
    return number


def _moment_after(timeout: float) -> float:
    try:
        until = monotonic() + timeout
    except TypeError:
        raise TypeError(f"timeout: seconds are needed, not {timeout!r}") from None
    if isnan(until):
        raise ValueError(f"timeout: seconds are needed, not {timeout!r}")
    return until
