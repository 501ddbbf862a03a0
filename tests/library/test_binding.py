# SPDX-License-Identifier: Apache-2.0
"""Graphs as functions of NumPy arrays."""

from __future__ import annotations

import copy
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import numpy
import pytest

import dfgen
from dfgen.opened import Port, checked

from .graphs import FIR_SDF, write_fir

BLOCK = numpy.arange(16, dtype=numpy.float32)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_fir(tmp_path_factory.mktemp("graph"))


@pytest.fixture
def loader(graph: Path) -> Callable[..., Any]:
    """Loads the graph; all tests have a cache in common, in which it is built once."""

    def load(**options: object) -> Any:
        return dfgen.load(graph, cores=2, taps=3, **options)

    return load


@pytest.fixture
def fir(loader: Callable[..., Any]) -> Iterator[Any]:
    with loader() as opened:
        yield opened


def filtered(samples: numpy.ndarray) -> numpy.ndarray:
    """Twice what the filter of three taps gives."""
    past = numpy.concatenate([numpy.zeros(2), samples.ravel()])
    return 2 * (past[2:] + past[1:-1] / 2 + past[:-2] / 3).reshape(samples.shape)


def test_one_iteration(fir: Any) -> None:
    y, power = fir(x=BLOCK)
    assert y.dtype == numpy.float32
    assert power.shape == (1,)
    numpy.testing.assert_allclose(y, filtered(BLOCK), rtol=1e-6)
    numpy.testing.assert_allclose(power, numpy.sum((y / 2) ** 2), rtol=1e-6)


def test_several_iterations_in_one_call_and_in_several(fir: Any, loader: Callable[..., Any]) -> None:
    samples = numpy.random.default_rng(1).standard_normal((5, 16)).astype(numpy.float32)
    y, _ = fir(samples)
    numpy.testing.assert_allclose(y, filtered(samples), rtol=1e-4, atol=1e-6)
    with loader() as other:
        assert [row.tobytes() for row, _ in other.stream(iter(samples))] == [row.tobytes() for row in y]


def test_arrays_in_pieces_and_read_only(fir: Any, loader: Callable[..., Any]) -> None:
    samples = numpy.zeros((4, 32), numpy.float32)
    samples[:, ::2] = BLOCK
    fixed = numpy.stack([BLOCK] * 4)
    fixed.flags.writeable = False
    with loader() as other:
        assert fir(samples[:, ::2])[0].tobytes() == other(fixed)[0].tobytes()


@pytest.mark.parametrize(
    ("arguments", "by_name", "kind", "text"),
    [
        ((BLOCK.astype(float),), {}, TypeError, "input 'x' takes float32, not float64"),
        ((BLOCK[:3],), {}, ValueError, r"input 'x' has the shape \(16,\) or \(n, 16\), not \(3,\)"),
        ((), {"z": BLOCK}, TypeError, "fir has no input 'z'; its inputs: x"),
        ((BLOCK,), {"x": BLOCK}, TypeError, "fir gets twice its input 'x'"),
        ((BLOCK, BLOCK), {}, TypeError, "fir has no input number 2; its inputs: x"),
        ((), {}, TypeError, "fir needs its input 'x'"),
    ],
)
def test_wrong_arguments(arguments: Any, by_name: Any, kind: type[Exception], text: str, fir: Any) -> None:
    with pytest.raises(kind, match=text):
        fir(*arguments, **by_name)
    fir(BLOCK)


def test_a_structured_array_is_told_how_it_is_handed_over() -> None:
    port = Port("side", is_input=True, dtype=numpy.dtype("V8"), shape=(1,))
    array = numpy.zeros(1, dtype=[("mute", "i4"), ("trim", "f4")])
    with pytest.raises(TypeError, match=r"""; 'array\.view\("V8"\)' has its bytes$"""):
        checked(port, array)
    assert checked(port, array.view("V8")).nbytes == 8


def test_the_end_of_a_stream(tmp_path: Path) -> None:
    (tmp_path / "until.sdf").write_text(UNTIL_SDF)
    (tmp_path / "until.h").write_text(f"{UNTIL};\n")
    body = "{ if (a[0] > 9) df_stop(); b[0] = a[0]; b[1] = a[1]; }"
    (tmp_path / "until.c").write_text(f'#include <df/df.h>\n#include "until.h"\n{UNTIL} {body}\n')
    before, last = numpy.ones((3, 2), numpy.float32), numpy.float32([[1, 1], [14, 1], [1, 1]])
    with dfgen.load(tmp_path / "until.sdf", cores=1) as until:
        assert until(last).tolist() == [[1, 1], [14, 1]]
        assert until(before[:0]).shape == (0, 2)
        for after in (before, before[0]):
            with pytest.raises(EOFError, match="until: an actor has ended the run"):
                until(after)
    with dfgen.load(tmp_path / "until.sdf", cores=1) as until:
        batches = iter((before, last, before, before))
        assert [len(rows) for rows in until.stream(batches)] == [3, 2]
        assert len(list(batches)) == 1


def test_failures_of_actors(fir: Any) -> None:
    with pytest.raises(RuntimeError, match=r"actor 'filter' \(fir.sdf:8:11\), firing 1: -1000 is no sample"):
        fir(numpy.stack([BLOCK, BLOCK * 0 - 1000]))


def test_options_and_their_mistakes(loader: Callable[..., Any]) -> None:
    loader(options={"refused": "no"}).close()
    with pytest.raises(RuntimeError, match="in init: 3 taps are refused"):
        loader(options={"refused": "yes"})
    with pytest.raises(RuntimeError, match="no actor asks for the option 'refuse'; did you mean 'refused'"):
        loader(options={"refuse": "no"})


def test_what_is_not_as_planned_is_a_warning(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DFGEN_PAGE_SCAN", "none")
    with (
        pytest.warns(RuntimeWarning, match="fir: FIFO 'filter.b:twice.a' is copied before each firing") as warned,
        dfgen.load(graph, transfers=["filter.b:twice.a=cow"]) as fir,
    ):
        fir(BLOCK)
    # Python itself warns of forks in a process with threads, from 3.12 on.
    assert [warning.filename for warning in warned if warning.category is RuntimeWarning] == [__file__]


def test_a_closed_instance_says_so(loader: Callable[..., Any]) -> None:
    opened = loader()
    assert repr(opened) == "<open graph fir: x: float32[16] -> y: float32[16], power: float64[1]>"
    opened.close()
    opened.close()
    assert repr(opened).startswith("<closed graph fir: ")
    with pytest.raises(ValueError, match="fir is closed"):
        opened(BLOCK)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
@pytest.mark.parametrize("pipelined", [False, True])
def test_an_open_graph_has_no_copies(copied: Callable[[Any], Any], pipelined: bool, loader: Callable[..., Any]) -> None:
    with loader(pipelined=pipelined) as opened, pytest.raises(TypeError, match="fir: an open graph cannot be copied"):
        copied(opened)


# The parent waits for its child, which must not wait for threads that it does not have.
FORKS = """
import os, sys
import dfgen
from dfgen.opened import Port, checked
opened = dfgen.load(sys.argv[1], cores=2, taps=3, pipelined=bool(eval(sys.argv[2])))
child = os.fork()
if child == 0:
    exec(sys.argv[3])
    os._exit(7)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.parametrize(
    ("end", "pipelined"),
    [("opened.close()", False), ("del opened", False), ("opened._close(opened._handle)", False),
     ("opened.close()", True)],
)  # fmt: skip
def test_a_forked_process_need_not_end_it(end: str, pipelined: bool, graph: Path) -> None:
    command = [sys.executable, "-W", "ignore", "-c", FORKS, str(graph), str(pipelined), end]
    assert subprocess.run(command, timeout=60, check=False).returncode == 7


def test_threads_take_turns(fir: Any) -> None:
    threads = [Thread(target=lambda: [fir(BLOCK) for _ in range(50)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert fir(BLOCK)[0][5] == numpy.float32(filtered(BLOCK)[5])


def test_mistakes_print_as_the_command_does(graph: Path) -> None:
    with pytest.raises(dfgen.CompileError, match=r"(?s)fir.sdf:1:7: error\[parameter-unknown\].*Did you mean 'taps'"):
        dfgen.load(graph, tabs=3)


def test_c_that_does_not_build_is_told(tmp_path: Path) -> None:
    graph = write_fir(tmp_path)
    (tmp_path / "filter.c").write_text("int nothing")
    with pytest.raises(dfgen.CompileError, match=r"filter\.c"):
        dfgen.load(graph)
    graph.write_text(FIR_SDF.replace("graph fir", "graph"))
    with pytest.raises(dfgen.CompileError, match="syntax"):
        dfgen.load(graph)


def test_the_command_does_without_numpy() -> None:
    seen = "import sys, dfgen, dfgen.cli.main, dfgen.pipeline; sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", seen], check=True)
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        _ = dfgen.lode  # type: ignore[attr-defined]


def test_graphs_do_not_know_of_each_other(fir: Any, tmp_path: Path) -> None:
    graph = write_fir(tmp_path)
    graph.write_text(FIR_SDF.replace("graph fir(", "graph other("))
    with dfgen.load(graph, cores=1, taps=1) as other:
        for _ in range(3):
            ours, theirs = fir(BLOCK)[0], other(BLOCK)[0]
            numpy.testing.assert_array_equal(theirs, 2 * BLOCK)
    assert ours[5] == numpy.float32(filtered(BLOCK)[5])


def test_a_graph_that_was_changed_is_loaded_anew(tmp_path: Path) -> None:
    """Systems give a process the library again that it loaded from that place before."""
    (tmp_path / "twice.sdf").write_text(
        'graph twice { include "twice.h"; source "twice.c"; in x : float[1]; out y : float[1];\n'
        "actor a { fire twice(i, o); in i : float[1]; out o : float[1]; } x -> a.i; a.o -> y; }\n"
    )
    (tmp_path / "twice.h").write_text("void twice(const float *i, float *o);\n")
    found = []
    for factor in (2, 3):
        (tmp_path / "twice.c").write_text(
            f'#include "twice.h"\nvoid twice(const float *i, float *o) {{ *o = *i * {factor}; }}\n'
        )
        with dfgen.load(tmp_path / "twice.sdf") as opened:
            found.append(float(opened(numpy.ones(1, dtype=numpy.float32))[0]))
    assert found == [2, 3]


UNTIL_SDF = """\
graph until {
    include "until.h";
    source "until.c";
    in x : float[2];
    out y : float[2];
    actor until { fire until(a, b); stops; in a : float[2]; out b : float[2]; }
    x -> until.a;
    until.b -> y;
}
"""
UNTIL = "void until(const float *a, float *b)"

LIVE_SDF = """\
graph louder {
    include "louder.h";
    source "louder.c";
    param gain : float = 1.0 live;
    param shift : int8 = 0 live;
    param name : bool = 0 live;
    in x : float[2];
    out y : float[2];
    actor louder { fire louder(gain, shift, a, b); in a : float[2]; out b : float[2]; }
    x -> louder.a;
    louder.b -> y;
}
"""
LOUDER = "void louder(float gain, int shift, const float *a, float *b)"


def resident_bytes() -> int:
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def test_live_parameters(tmp_path: Path) -> None:
    (tmp_path / "louder.sdf").write_text(LIVE_SDF)
    (tmp_path / "louder.h").write_text(f"{LOUDER};\n")
    (tmp_path / "louder.c").write_text(f"{LOUDER} {{ b[0] = gain * a[0]; b[1] = a[1] + (float)shift; }}\n")
    x = numpy.array([3, 5], numpy.float32)
    with dfgen.load(tmp_path / "louder.sdf", cores=1, options={"gain": 0.5, "shift": "7@1"}) as louder:
        assert louder(x).tolist() == [1.5, 5]
        louder.gain = 2
        assert louder(x).tolist() == [6, 12]
        louder.set(gain=-1.5, shift=-128, name=True)
        assert louder(x).tolist() == [-4.5, -123]
        assert louder.name == "louder"
        with pytest.raises(OverflowError, match="128 is no int8, as shift is"):
            louder.shift = 128
        with pytest.raises(TypeError, match="louder: gain is of type float, not 'loud'"):
            louder.set(shift=1, gain="loud")
        with pytest.raises(AttributeError, match=r"louder has no live parameter 'gian'\. Did you mean 'gain'\?"):
            louder.set(gian=2)
        with pytest.raises(
            AttributeError, match=r"no live parameter 'pitch'\. Its live parameters: gain, shift, name\."
        ):
            louder.pitch = 2
        with pytest.raises(AttributeError, match="louder: 'gain' is live: it can be set, not read"):
            print(louder.gain)
        with pytest.raises(AttributeError, match="Instance has no attribute 'gian'"):
            print(louder.gian)
        for wrong, kind, told in (
            (float("nan"), ValueError, "nan is not a value of gain, which is a finite float"),
            (float("-inf"), ValueError, "-inf is not a value of gain"),
            (1e99, OverflowError, r"1e\+99 is too large for gain, which is a float"),
        ):
            with pytest.raises(kind, match=told):
                louder.gain = wrong
        for name, wrong in (("gain", "3"), ("gain", b"3"), ("gain", True), ("gain", numpy.True_), ("shift", True)):
            with pytest.raises(TypeError, match=f"louder: {name} is of type .*, not {re.escape(repr(wrong))}"):
                louder.set(**{name: wrong})
        louder.set(name=numpy.True_)
        assert louder(x).tolist() == [-4.5, -123]
        before = resident_bytes()
        for number in range(40_000):  # of all that count from the next iteration on the last ones are kept
            louder.gain = number
        assert resident_bytes() - before < 2 << 20
        assert louder(x).tolist() == [3 * 39_999, -123]
    with pytest.raises(ValueError, match="louder is closed"):
        louder.gain = 2


def test_numbers_may_be_those_of_numpy(graph: Path) -> None:
    for one in (numpy.int64(1), True):
        with dfgen.load(graph, parameters={"taps": one}, cores=numpy.uint8(1), latency=numpy.int32(1)) as opened:
            assert repr(opened) == repr(dfgen.load(graph, taps=1))


def test_arguments_of_a_wrong_kind_are_named(graph: Path) -> None:
    with pytest.raises(TypeError, match="cores: a whole number is needed, not 'two'"):
        dfgen.load(graph, cores="two")  # type: ignore[arg-type]
    for name in ("cores", "latency"):
        with pytest.raises(ValueError, match=f"{name}: a whole number from 1 on is needed, not 0"):
            dfgen.load(graph, **{name: 0})
    with pytest.raises(dfgen.CompileError, match=r"is 2\.5, which is not a whole number"):
        dfgen.load(graph, taps=2.5)
    with pytest.raises(TypeError, match="taps: a number is needed, not '2'"):
        dfgen.load(graph, taps="2")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="taps: a number is needed, not inf"):
        dfgen.load(graph, taps=float("inf"))
    with pytest.raises(TypeError, match=r"options: a mapping of names to values is needed, .*, not \['volume=2'\]"):
        dfgen.load(graph, options=["volume=2"])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"parameters: a mapping of names to values is needed"):
        dfgen.load(graph, parameters="taps=2")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"transfers: a list of texts is needed, such as \['memcpy'\]"):
        dfgen.load(graph, transfers="memcpy")
    with pytest.raises(TypeError, match="transfers: a list of texts is needed, and 3 is none"):
        dfgen.load(graph, transfers=[3])  # type: ignore[list-item]
    for given in ("options", "parameters"):
        with pytest.raises(TypeError, match=f"{given}: a mapping of names to values is needed, .*, and 3 is no name"):
            dfgen.load(graph, **{given: {3: 4}})
    with pytest.raises(ValueError, match=r"options: 'volume=2\\x003' holds a zero"):
        dfgen.load(graph, cores=2, taps=3, options={"volume": "2\0003"})
