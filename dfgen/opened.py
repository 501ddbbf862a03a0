# SPDX-License-Identifier: Apache-2.0
"""Open instances of libraries, whose ports are NumPy arrays: what all have in common, and those that are called step by
step."""

from __future__ import annotations

import ctypes
import os
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import prod
from threading import Lock
from types import TracebackType
from typing import Any, NoReturn, TypeAlias, TypeVar

from dfgen.live import LiveValues
from dfgen.model.frozen import frozen

try:
    import numpy
except ImportError as missing:
    raise ImportError("dfgen.load needs NumPy: pip install 'dfgen[python]'") from missing

Array: TypeAlias = "numpy.ndarray[Any, Any]"

DONE, ENDED, LATER = 0, 1, 2
_ERROR_BYTES = 1024
_ABOVE_LOAD = 5
_DTYPES = {
    **{f"{sign}int{bits}_t": f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "float": "float32",
    "double": "float64",
    "bool": "bool",
    "_Bool": "bool",
    "char": "int8",
    "signed char": "int8",
    "unsigned char": "uint8",
}


@frozen
class Port:
    """A port of a loaded graph, with the type and shape of its array in one iteration."""

    name: str
    is_input: bool
    dtype: numpy.dtype[Any]
    shape: tuple[int, ...]

    @cached_property
    def size_bytes(self) -> int:
        """Of one iteration."""
        return self.dtype.itemsize * prod(self.shape)


def described_port(described: Mapping[str, Any]) -> Port:
    c_type, tokens, scalars = described["c_type"], described["tokens"], described["scalars"]
    known = _DTYPES.get(c_type)
    shape: tuple[int, ...] = (tokens,)
    if known is None:
        dtype = numpy.dtype((numpy.void, described["token_bytes"]))
    else:
        dtype = numpy.dtype(known)
        shape = (tokens,) if scalars == tokens else (tokens, scalars // tokens)
    return Port(described["name"], described["direction"] == "in", dtype, shape)


Self = TypeVar("Self", bound="Opened")


class Opened(ABC):
    """An open graph. Close it, or use it in a `with`."""

    def __init__(
        self,
        library: ctypes.CDLL,
        name: str,
        ports: Sequence[Port],
        options: Mapping[str, object],
        live: LiveValues,
        abi: int,
    ) -> None:
        self._setting = Lock()
        if live.names:
            self._set = function(library, f"{name}_set", ctypes.c_int, *[ctypes.c_void_p] * 2, ctypes.c_uint64)
        self.name, self.ports = name, tuple(ports)
        self.inputs = tuple(port for port in ports if port.is_input)
        self.outputs = tuple(port for port in ports if not port.is_input)
        self._names = [port.name for port in self.inputs]
        self._process = os.getpid()
        self._handle: int | None = None
        self._close = function(library, f"{name}_close", None, ctypes.c_void_p)
        self._error = function(library, f"{name}_error", ctypes.c_char_p, ctypes.c_void_p)
        self._bind(library)
        self._handle = self._open(library, options, abi)
        self._warn(library)
        self._live = live

    @abstractmethod
    def _bind(self, library: ctypes.CDLL) -> None:
        """Look up the functions that move the windows of ports."""

    def _open(self, library: ctypes.CDLL, options: Mapping[str, object], abi: int) -> int:
        texts = [_option(key, value) for key, value in options.items()]
        given = _Options((ctypes.c_char_p * len(texts))(*texts), len(texts))
        error = ctypes.create_string_buffer(_ERROR_BYTES)
        pointer, size = ctypes.c_void_p, ctypes.c_size_t
        opened = function(library, f"{self.name}_open_abi", pointer, ctypes.c_uint32, pointer, ctypes.c_char_p, size)
        handle = opened(abi, ctypes.addressof(given), error, _ERROR_BYTES)
        if handle is None:
            raise RuntimeError(f"{self.name}: {error.value.decode(errors='replace')}")
        return int(handle)

    def _warn(self, library: ctypes.CDLL) -> None:
        warning = function(library, f"{self.name}_warning", ctypes.c_char_p, ctypes.c_void_p)(self._handle)
        if warning:
            text = f"{self.name}: {warning.decode(errors='replace')}"
            warnings.warn(text, RuntimeWarning, stacklevel=_ABOVE_LOAD)

    def set(self, **values: object) -> None:
        """Set live parameters, all at once: they count from the next iteration on that has not begun. Any thread may,
        also during a call. `fir.gain = 2` sets one."""
        record, mask = self._live.record(values)
        with self._setting:
            if self._handle is None:
                raise ValueError(f"{self.name} is closed")
            if mask and self._set(self._handle, ctypes.addressof(record), mask) != DONE:
                raise MemoryError(f"{self.name}: there is no memory for the values")

    def __setattr__(self, name: str, value: object) -> None:
        own = self.__dict__
        if name in own or "_live" not in own:
            super().__setattr__(name, value)
        else:
            self.set(**{name: value})

    def __getattr__(self, name: str) -> object:
        """Of what is no attribute; values that were set count later, so they are not told."""
        live = self.__dict__.get("_live")
        if live is not None and name in live.names:
            raise AttributeError(f"{self.name}: {name!r} is live: it can be set, not read")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def close(self) -> None:
        """End its actors. More than once does nothing; nor do they end in a forked process, which they are not of."""
        if self._process == os.getpid():
            self._end()
        else:  # which has none of the threads that this would wait for, and may have locks that nobody gives back
            self._handle = None

    @abstractmethod
    def _end(self) -> None:
        """What `close` does, in the process that opened it."""

    def __repr__(self) -> str:
        takes, gives = (
            ", ".join(f"{port.name}: {port.dtype}{list(port.shape)}" for port in ports) or "nothing"
            for ports in (self.inputs, self.outputs)
        )
        return f"<{'open' if self._handle is not None else 'closed'} graph {self.name}: {takes} -> {gives}>"

    def __reduce__(self) -> NoReturn:
        """Of copying and pickling: two objects with one handle would both close it."""
        raise TypeError(f"{self.name}: an open graph cannot be copied or pickled; load it once more")

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()

    def _bound(self, values: Sequence[Any], by_name: Mapping[str, Any]) -> Sequence[Any]:
        """The arguments of a call in the order of the inputs."""
        names = self._names
        if not by_name and len(values) == len(names):
            return values
        if len(values) > len(names):
            known = ", ".join(names) or "none"
            raise TypeError(f"{self.name} has no input number {len(names) + 1}; its inputs: {known}")
        for name in by_name:
            if name not in names:
                raise TypeError(f"{self.name} has no input {name!r}; its inputs: {', '.join(names) or 'none'}")
            if name in names[: len(values)]:
                raise TypeError(f"{self.name} gets twice its input {name!r}")
        missing = [name for name in names[len(values) :] if name not in by_name]
        if missing:
            raise TypeError(f"{self.name} needs its input {missing[0]!r}")
        return (*values, *(by_name[name] for name in names[len(values) :]))


class Instance(Opened):
    """A call runs one iteration, or one for each row of its arguments; other threads of Python run meanwhile."""

    def _bind(self, library: ctypes.CDLL) -> None:
        places = {port.name: place for place, port in enumerate((*self.inputs, *self.outputs))}
        self._order = [places[port.name] for port in self.ports]
        self._lock = Lock()
        self._step = function(library, f"{self.name}_step", ctypes.c_int, *[ctypes.c_void_p] * (1 + len(self.ports)))

    def __call__(self, *arrays: Array, **by_name: Array) -> Any:
        """The output for these inputs: an array, a tuple of several, or None. Each input has the shape of its port, or
        one more dimension in front, for as many iterations; the outputs then have it, too.

        Raises EOFError where an actor has ended the stream before the first iteration. Where it ends the stream later,
        outputs have the rows that are there.
        """
        given = [checked(port, value) for port, value in zip(self.inputs, self._bound(arrays, by_name), strict=True)]
        count = iterations(self.inputs, given)
        before = () if count is None else (count,)
        results = [numpy.empty(before + port.shape, port.dtype) for port in self.outputs]
        done = self._run(1 if count is None else count, given, results)
        if done == 0 and count != 0:
            raise EOFError(f"{self.name}: an actor has ended the run")
        if count is not None and done < count:
            results = [result[:done] for result in results]
        return results[0] if len(results) == 1 else tuple(results) or None

    def stream(self, *streams: Iterable[Array], **by_name: Iterable[Array]) -> Iterator[Any]:
        """The outputs of one iteration after the other, while there are inputs and no actor ends the stream."""
        for windows in zip(*self._bound(streams, by_name), strict=False):
            try:
                yield self(*windows)
            except EOFError:
                return

    def _end(self) -> None:
        with self._lock, self._setting:
            handle, self._handle = self._handle, None
            if handle is not None:
                self._close(handle)

    def _run(self, count: int, given: Sequence[Any], results: Sequence[Any]) -> int:
        """How many iterations there were."""
        arrays = (*given, *results)
        places = [address(arrays[at]) for at in self._order]
        with self._lock:
            if self._handle is None:
                raise ValueError(f"{self.name} is closed")
            done = 0
            while done < count:
                status = self._step(self._handle, *places)
                if status != DONE:
                    break
                done += 1
                if done == count:
                    break
                places = [place + port.size_bytes for place, port in zip(places, self.ports, strict=True)]
            if done < count and status != ENDED:
                raise RuntimeError(self._error(self._handle).decode(errors="replace"))
            return done


class _Options(ctypes.Structure):
    _fields_ = (("values", ctypes.POINTER(ctypes.c_char_p)), ("values_count", ctypes.c_size_t))


def _option(name: str, value: object) -> bytes:
    text = f"{name}={value}"
    if "\0" in text:
        raise ValueError(f"options: {text!r} holds a zero, with which texts of C end")
    return text.encode()


def function(library: ctypes.CDLL, name: str, result: Any, *arguments: Any) -> Any:
    """A function of the library, callable with these types."""
    found = getattr(library, name)
    found.restype, found.argtypes = result, arguments
    return found


def checked(port: Port, value: Any) -> Any:
    """The array, in one piece; it is copied only where it is not."""
    array = numpy.asarray(value)
    if array.dtype == port.dtype and array.shape == port.shape and array.flags.c_contiguous:
        return array
    if array.dtype != port.dtype:
        is_struct = port.dtype.kind == "V" and array.itemsize == port.dtype.itemsize
        hint = f"; 'array.view(\"{port.dtype.str[1:]}\")' has its bytes" if is_struct else ""
        raise TypeError(f"input '{port.name}' takes {port.dtype}, not {array.dtype}{hint}")
    inner = array.shape if array.ndim == len(port.shape) else array.shape[1:]
    if array.ndim > len(port.shape) + 1 or inner != port.shape:
        several = ", ".join(map(str, ("n", *port.shape)))
        raise ValueError(f"input '{port.name}' has the shape {port.shape} or ({several}), not {array.shape}")
    return numpy.ascontiguousarray(array)


def address(array: Any) -> int:
    """Where its bytes are; NumPy's own answer takes three times as long."""
    if array.flags.writeable and array.size:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))
    return int(array.__array_interface__["data"][0])


def iterations(inputs: Sequence[Port], given: Sequence[Any]) -> int | None:
    """How many iterations the arrays are for; None where they are for one and say nothing of it."""
    lengths = [len(array) for port, array in zip(inputs, given, strict=True) if array.ndim > len(port.shape)]
    if not lengths:
        return None
    if len(lengths) < len(inputs) or len(set(lengths)) > 1:
        told = ", ".join(f"'{port.name}': {array.shape}" for port, array in zip(inputs, given, strict=True))
        raise ValueError(f"the inputs are for different numbers of iterations: {told}")
    return lengths[0]
