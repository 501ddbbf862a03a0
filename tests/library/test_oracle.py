# SPDX-License-Identifier: Apache-2.0
"""The same bytes by library and by program: random applications stepped by a caller, and random graphs with ports whose
program reads and writes files."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions, compile_graph
from tests.oracle.adornments import adorned, with_live
from tests.oracle.building import Builder
from tests.oracle.generator import random_application, write
from tests.oracle.running import expected_of, run_program

from .graphs import as_library, build_user

STEPPER = """\
#include "../include/NAME.h"
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments)
{
    char error[1000] = "";
    NAME_options options = {(const char *const *)arguments + 2, (size_t)count - 2};
    NAME *opened = NAME_open(&options, error, sizeof error);
    int status = 0;
    for (long i = atol(arguments[1]); i > 0 && opened != NULL && status == 0; i--)
        status = NAME_step(opened);
    if (opened == NULL || status < 0)
        fprintf(stderr, "%s\\n", opened == NULL ? error : NAME_error(opened));
    NAME_close(opened);
    return opened == NULL || status < 0;
}
"""


@pytest.mark.parametrize("seed", range(1, 6))
def test_steps_write_what_the_interpreter_says(seed: int, tmp_path: Path, builder: Builder) -> None:
    rng = random.Random(seed)
    application = with_live(rng, adorned(rng, random_application(seed)))
    graph = write(application, tmp_path)
    expected = expected_of(application, graph)
    if application.has_objects:
        pytest.skip("tokens of objects are of programs")
    begin = f"graph {application.main.name} {{"  # a name that may mean something in C, as programs have them
    graph.write_text(graph.read_text().replace(begin, "graph stepped {"))
    cores = max(application.cores_min, 1 + seed % 4)
    print(f"seed {seed}, {cores} cores")
    compiled = as_library(graph, cores=cores, transfers=("memcpy",) if seed % 3 == 0 else ())
    text = STEPPER.replace("NAME", "stepped")
    user = build_user(builder, tmp_path / "library", compiled, text, f"seed{seed}")
    assert not run_program([str(user), str(expected.iterations), *expected.options], expected, tmp_path)


PIPE_H = """\
#include <stdint.h>
void mix(int parts, int from, int to, const uint32_t *in, uint32_t *out);
void blend(int count, const uint32_t *a, const uint32_t *b, uint32_t *out);
"""
PIPE_C = """\
#include "pipe.h"
void mix(int parts, int from, int to, const uint32_t *in, uint32_t *out)
{
    for (int i = 0; i < to; i++) {
        out[i] = (uint32_t)(parts + i);
        for (int k = 0; k < from; k++)
            out[i] = out[i] * 2654435761u + in[k];
    }
}
void blend(int count, const uint32_t *a, const uint32_t *b, uint32_t *out)
{
    for (int i = 0; i < count; i++)
        out[i] = a[i] * 31 + b[i];
}
"""


class Ports:
    """A random graph with ports: chains of actors that change the rate, blended with what came before."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self.block = rng.choice([4, 12, 24])
        self.inputs = [f"x{i}" for i in range(rng.randint(1, 3))]
        self.lines: list[str] = []
        self.lines += [
            f"actor m{x} {{ fire mix(0, 1, 1, a, o);  in a : uint32[1];  out o : uint32[1]; }}" for x in self.inputs
        ]
        self.lines += [f"{x} -> m{x}.a;" for x in self.inputs]
        ends = [f"m{x}.o" for x in self.inputs]
        rates = dict.fromkeys(ends, self.block)
        for number in range(rng.randint(3, 9)):
            source = rng.choice(ends)
            same = [end for end in ends if rates[end] == rates[source]]
            if len(same) > 1 and rng.random() < 0.4:
                size, other = rates[source], rng.choice([end for end in same if end != source])
                ports = "".join(f"{port} : uint32[{size}];  " for port in ("in a", "in b", "out o"))
                text = f"fire blend({size}, a, b, o);  {ports}"
                delay = rng.choice(["", f" delay {size}"])
                self.lines += [
                    f"actor n{number} {{ {text} }}",
                    f"{source} -> n{number}.a;",
                    f"{other} -> n{number}.b{delay};",
                ]
                rates[f"n{number}.o"] = size
            else:
                size = rng.choice([n for n in (1, 2, 4) if rates[source] % n == 0])
                to = rng.choice([1, 2, 3])
                text = f"fire mix({number}, {size}, {to}, a, o);  in a : uint32[{size}];  out o : uint32[{to}];"
                self.lines += [f"actor n{number} {{ {text} }}", f"{source} -> n{number}.a;"]
                rates[f"n{number}.o"] = rates[source] // size * to
            ends.append(f"n{number}.o")
        used = {line.split(" ->")[0] for line in self.lines if " -> " in line}
        self.outputs = {f"y{i}": end for i, end in enumerate(end for end in ends if end not in used)}
        self.rates = {**dict.fromkeys(self.inputs, self.block), **{n: rates[end] for n, end in self.outputs.items()}}

    def text(self, *, has_ports: bool) -> str:
        ends = [*self.inputs, *self.outputs]
        if has_ports:
            ways = {name: "in" if name in self.inputs else "out" for name in ends}
            own = [f"{ways[name]} {name} : uint32[{self.rates[name]}];" for name in ends]
            edges = [f"{end} -> {name};" for name, end in self.outputs.items()]
            lines = self.lines
        else:
            kinds = {name: "source" if name in self.inputs else "sink" for name in ends}
            own = [f"actor {name} = file_{kinds[name]}(block = {self.rates[name]});" for name in ends]
            lines = [
                line.replace(" ->", ".data ->", 1) if line.split(" ->")[0] in self.inputs else line
                for line in self.lines
            ]
            edges = [f"{end} -> {name}.data;" for name, end in self.outputs.items()]
        body = "\n    ".join(['include "pipe.h";', 'source "pipe.c";', *own, *lines, *edges])
        return f"graph g {{\n    {body}\n}}\n"

    def streaming_caller(self, count: int) -> str:
        """A C program that pushes and pulls the same by two threads."""
        names = {"push": self.inputs, "pull": [*self.outputs]}
        bodies = {}
        for verb, ports in names.items():
            mode, call = ("rb", "fread") if verb == "push" else ("wb", "fwrite")
            arrays = "\n".join(f"    static uint32_t {name}[{self.rates[name]}];" for name in ports)
            opens = "\n".join(f'    FILE *file_{name} = fopen("{name}", "{mode}");' for name in ports)
            moves = " || ".join(f"{call}({n}, sizeof {n}, 1, file_{n}) != 1" for n in ports)
            one = f"g_{verb}(opened, {', '.join(ports)}) != G_DONE"
            test = f"{moves} || {one}" if verb == "push" else f"{one} || {moves}"
            closes = "\n".join(f"    fclose(file_{name});" for name in ports)
            loop = f"    for (; done < {count}; done++)\n        if ({test})\n            break;"
            bodies[verb] = f"{arrays}\n{opens}\n{loop}\n{closes}"
        return f"""\
#include "../include/g.h"
#include <pthread.h>
#include <stdio.h>
static g *opened;
static void *push_all(void *unused)
{{
    long done = 0;
{bodies["push"]}
    g_flush(opened);
    return done == {count} ? unused : opened;
}}
int main(void)
{{
    opened = g_open(NULL, NULL, 0);
    pthread_t pusher;
    long done = 0;
    void *failed = NULL;
    pthread_create(&pusher, NULL, push_all, NULL);
{bodies["pull"]}
    pthread_join(pusher, &failed);
    int more = g_pull(opened, {", ".join(["NULL"] * len(self.outputs))});
    g_close(opened);
    return failed != NULL || done != {count} || more != G_ENDED;
}}
"""

    def caller(self, count: int) -> str:
        """A C program that steps through the files `x0` and so on."""
        arrays = "\n".join(f"    static uint32_t {name}[{rate}];" for name, rate in self.rates.items())
        files = "\n".join(
            f'    FILE *file_{name} = fopen("{name}", "{"rb" if name in self.inputs else "wb"}");'
            for name in self.rates
        )
        reads = "\n".join(f"        if (fread({n}, sizeof {n}, 1, file_{n}) != 1) return 3;" for n in self.inputs)
        writes = "\n".join(f"        if (fwrite({n}, sizeof {n}, 1, file_{n}) != 1) return 4;" for n in self.outputs)
        closes = "\n".join(f"    fclose(file_{name});" for name in self.rates)
        return f"""\
#include "../include/g.h"
#include <stdio.h>
int main(void)
{{
    g *opened = g_open(NULL, NULL, 0);
{arrays}
{files}
    for (int i = 0; i < {count}; i++) {{
{reads}
        if (g_step(opened, {", ".join(self.rates)}) != G_DONE) return 2;
{writes}
    }}
{closes}
    g_close(opened);
    return 0;
}}
"""


def by_files(ports: Ports, seed: int, count: int, tmp_path: Path, builder: Builder) -> Path:
    """Writes the inputs and, by a program, what outputs are expected; the graph with ports."""
    (tmp_path / "pipe.h").write_text(PIPE_H)
    (tmp_path / "pipe.c").write_text(PIPE_C)
    by_file, by_port = tmp_path / "by_file.sdf", tmp_path / "by_port.sdf"
    by_file.write_text(ports.text(has_ports=False))
    by_port.write_text(ports.text(has_ports=True))
    rng = random.Random(seed)
    for name in ports.inputs:
        (tmp_path / name).write_bytes(rng.randbytes(4 * ports.block * count))
    program = compile_graph(by_file, CompileOptions(cores=1, transfers=("memcpy",)))
    made = builder.build(tmp_path / "program", program.files, "pipe")
    arguments = [f"{n}={n}" if n in ports.inputs else f"{n}={n}.expected" for n in ports.rates]
    subprocess.run([made, "-q", "-n", str(count), *arguments], cwd=tmp_path, check=True)
    return by_port


def require_same(user: Path, ports: Ports, tmp_path: Path) -> None:
    subprocess.run([user], cwd=tmp_path, check=True, timeout=60)
    for name in ports.outputs:
        assert (tmp_path / name).read_bytes() == (tmp_path / f"{name}.expected").read_bytes(), name


@pytest.mark.parametrize("seed", range(4))
def test_ports_carry_what_files_do(seed: int, tmp_path: Path, builder: Builder) -> None:
    ports, count = Ports(seed), 20
    by_port = by_files(ports, seed, count, tmp_path, builder)
    for cores in (1, 2 + seed % 3):
        print(f"seed {seed}, {cores} cores")
        compiled = as_library(by_port, cores=cores, transfers=("memcpy",) if seed % 3 == 2 else ())
        user = build_user(builder, tmp_path / f"library_{cores}", compiled, ports.caller(count), "pipe")
        require_same(user, ports, tmp_path)


@pytest.mark.parametrize("sanitize", ["", "address,undefined", "thread"])
@pytest.mark.parametrize("seed", range(3))
def test_pipelined_ports_carry_the_same(
    seed: int, sanitize: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever the cores, the strategy, and how many iterations a block has; the last one is short."""
    builder = Builder(("cc", "-O1"), sanitize, tmp_path_factory.mktemp("objects"))
    ports, count = Ports(seed), 203
    by_port = by_files(ports, seed, count, tmp_path, builder)
    rng = random.Random(f"{seed}{sanitize}")
    for cores in (1, 2 + seed):
        latency = rng.choice([None, 1, 5, 16])
        transfers = rng.choice([(), ("memcpy",), ("stream",), ("cow",)])
        print(f"seed {seed}, {cores} cores, latency {latency}, {transfers}")
        compiled = as_library(by_port, cores=cores, pipelined=True, latency_iterations=latency, transfers=transfers)
        user = build_user(builder, tmp_path / f"library_{cores}", compiled, ports.streaming_caller(count), "pipe")
        require_same(user, ports, tmp_path)
