# SPDX-License-Identifier: Apache-2.0
"""The engines for files: what serves where the kernel's is not to be had, what races, what is told of them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.apps.harness import SANITIZED, Toolchain
from tests.files.programs import BLOCK, Programs, changed, compiled, content, run
from tests.probing import require, unusable

URING = "scheme = signalled, backend = uring"
WITH_URING = Toolchain("uring", "cc", ("-O1", "-DDF_HAS_URING", "-Wl,--no-as-needed", "-luring"))
FORBID = """
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int count, char **words)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof rules / sizeof rules[0], rules};
    if (count < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, 2, &filter) != 0)
        return 77;
    execv(words[1], words + 1);
    return 77;
}
"""

THREADLESS = """
#include <errno.h>
#include <pthread.h>
int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*begin)(void *), void *argument)
{
    (void)thread, (void)how, (void)begin, (void)argument;
    return EAGAIN;
}
"""


def require_liburing() -> None:
    if reason := unusable("cc", "-include", "liburing.h", "-luring"):
        pytest.skip(f"liburing cannot be linked here: {reason}")


def test_threads_serve_where_liburing_was_not_there(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(content(9 * BLOCK + 5))
    ended = run(programs.changing(URING, URING, cores=2), tmp_path / "in", tmp_path / "out")
    assert (ended.status, ended.written) == (0, changed(content(9 * BLOCK + 5)))
    assert ended.errors.count("\n") == 1
    assert (
        "the file engine 'file_uring' cannot be used (liburing was not there when the program was built)"
        in ended.errors
    )


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("how", [URING, f"{URING}, direct"])
def test_the_kernel_reads_and_writes(how: str, cores: int, programs: Programs, tmp_path: Path) -> None:
    require_liburing()
    program = programs.changing(how, how, cores=cores, toolchain=WITH_URING)
    for size in (0, 1, BLOCK, 5 * BLOCK + 1, 300 * BLOCK - 1, 1000 * BLOCK):
        (tmp_path / "in").write_bytes(content(size))
        ended = run(program, tmp_path / "in", tmp_path / "out", "--json", str(tmp_path / "figures"))
        if "another one is taken" in ended.errors:
            pytest.skip(f"the kernel gives no ring: {ended.errors}")
        assert (ended.status, ended.written) == (0, changed(content(size)))
        (engine,) = json.loads((tmp_path / "figures").read_text())["engines"]
        assert engine["name"] == "file_uring"
        assert size == 0 or engine["engine_bytes"] > 0


def test_threads_serve_where_the_ring_is_forbidden(programs: Programs, tmp_path: Path) -> None:
    require_liburing()
    (tmp_path / "forbid.c").write_text(FORBID)
    subprocess.run(["cc", str(tmp_path / "forbid.c"), "-o", str(tmp_path / "forbid")], check=True)
    program = programs.changing(URING, URING, cores=2, toolchain=WITH_URING)
    (tmp_path / "in").write_bytes(content(9 * BLOCK))
    command = [str(tmp_path / "forbid"), str(program), f"read={tmp_path / 'in'}", f"write={tmp_path / 'out'}"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if ended.returncode == 77:
        pytest.skip("this system filters no calls")
    assert (ended.returncode, (tmp_path / "out").read_bytes()) == (0, changed(content(9 * BLOCK)))
    assert "'file_uring' cannot be used (Operation not permitted): another one is taken" in ended.stderr


def test_cores_move_blocks_where_no_engine_is_to_be_had(programs: Programs, tmp_path: Path) -> None:
    preloaded = tmp_path / "threadless.so"
    (tmp_path / "threadless.c").write_text(THREADLESS)
    subprocess.run(["cc", "-shared", "-fPIC", str(tmp_path / "threadless.c"), "-o", str(preloaded)], check=True)
    (tmp_path / "in").write_bytes(content(9 * BLOCK))
    ended = run(
        programs.changing(URING, URING, cores=1), tmp_path / "in", tmp_path / "out", "--json",
        str(tmp_path / "figures"), environment={"LD_PRELOAD": str(preloaded)},
    )  # fmt: skip
    assert (ended.status, ended.written) == (0, changed(content(9 * BLOCK)))
    first, second = ended.errors.splitlines()
    assert "'file_uring' cannot be used (liburing was not there when the program was built): another one" in first
    assert second == (
        "warning: the file engine 'file_thread' cannot be used (Resource temporarily unavailable): "
        "the cores copy themselves"
    )
    (engine,) = json.loads((tmp_path / "figures").read_text())["engines"]
    assert (engine["not_open_bytes"], engine["lane_full_bytes"]) == (2 * 9 * BLOCK, 0)


OTHERS = (pytest.param(toolchain, marks=pytest.mark.thorough) for toolchain in SANITIZED[2:])


@pytest.mark.parametrize("toolchain", [*SANITIZED[:2], *OTHERS], ids=lambda toolchain: toolchain.name)
def test_sanitizers_find_nothing(toolchain: Toolchain, programs: Programs, tmp_path: Path) -> None:
    require(toolchain.compiler, *toolchain.flags)
    how = "scheme = signalled, backend = thread"
    program = programs.changing(how, how, cores=2, toolchain=toolchain)
    (tmp_path / "in").write_bytes(content(700 * BLOCK + 3))
    ended = run(program, tmp_path / "in", tmp_path / "out", environment={"DFGEN_ENGINE_PLACES": "16"})
    assert (ended.status, ended.errors) == (0, "")
    assert ended.written == changed(content(700 * BLOCK + 3))


def test_an_early_publication_is_a_race(programs: Programs, tmp_path: Path) -> None:
    """The engine tells of a job before it has made it."""
    toolchain = next(each for each in SANITIZED if each.name == "gcc-thread")
    require(toolchain.compiler, *toolchain.flags)
    how = "scheme = signalled, backend = thread"
    files = dict(compiled(tmp_path, how, how, cores=2).files)
    name = "runtime/src/engine_file_thread.c"
    right = b"df_job_make(job, self->setup.regions);"
    copied = "operation", "to_region", "from_region", "to", "from", "bytes"
    copy = ", ".join(f".{name} = job->{name}" for name in copied)
    early = f"df_job copy = {{{copy}}}; df_job_done(job); poll(NULL, 0, 5); ".encode()
    early += b"df_job_make(&copy, self->setup.regions); continue;"
    assert files[name].count(right) == 1
    files[name] = b"#include <poll.h>\n" + files[name].replace(right, early)
    program = programs.workbench.build(files, toolchain)
    (tmp_path / "in").write_bytes(content(700 * BLOCK))
    # Where the system lets neither of the two run for long, the race may be missed once.
    environment = {"TSAN_OPTIONS": "halt_on_error=1"}
    runs = (run(program, tmp_path / "in", tmp_path / "out", environment=environment) for _ in range(5))
    assert any("WARNING: ThreadSanitizer: data race" in ended.errors for ended in runs)


def test_the_plan_shows_files_as_ends(tmp_path: Path) -> None:
    made = compiled(tmp_path, "scheme = signalled, backend = thread, direct", "scheme = direct, durable", cores=2)
    read, write = made.plan["files"]  # type: ignore[misc]
    assert read["block_bytes"] == read["bytes_per_iteration"] == BLOCK
    assert (read["scheme"], read["backend"], read["past_cache"]) == ("signalled", "file_thread", True)
    assert read["blocks_in_flight"] >= 2
    assert (write["direction"], write["scheme"], write["durable"]) == ("sink", "direct", True)
    assert "source read: signalled by file_thread, up to" in made.plan_text
    assert "sink write: direct by the firing itself, durable  (asked for)" in made.plan_text


@pytest.mark.parametrize(("time", "scheme"), [("20ms", "direct"), ("2us", "signalled")])
def test_engines_are_taken_where_they_gain(time: str, scheme: str, tmp_path: Path) -> None:
    """Not where the work takes so long that files matter little."""
    (tmp_path / "w.h").write_text("#include <stdint.h>\nvoid w(const uint8_t *i, uint8_t *o);\n")
    (tmp_path / "w.c").write_text('#include "w.h"\nvoid w(const uint8_t *i, uint8_t *o) { o[0] = i[0]; }\n')
    graph = f"""graph g {{
        include "w.h"; source "w.c";
        actor read = file_source(block = 4096);
        actor w {{ fire w(i, o); state; time {time}; in i : uint8[4096]; out o : uint8[4096]; }}
        actor write = file_sink(block = 4096);
        read.data -> w.i; w.o -> write.data;
    }}"""
    (tmp_path / "g.sdf").write_text(graph)
    from dfgen.pipeline import CompileOptions, compile_graph

    plan = compile_graph(tmp_path / "g.sdf", CompileOptions(cores=1)).plan
    assert [file["scheme"] for file in plan["files"]] == [scheme] * 2  # type: ignore[attr-defined]


def test_the_watchdog_tells_of_the_block_that_is_waited_for(programs: Programs, tmp_path: Path) -> None:
    """A disk that does not answer: the call that reads block 2 sleeps."""
    (tmp_path / "slow.c").write_text(
        "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <sys/types.h>\n#include <unistd.h>\n"
        "ssize_t pread(int file, void *to, size_t bytes, off_t offset)\n{\n"
        f"    if (offset == {2 * BLOCK})\n        sleep(30);\n"
        '    return ((ssize_t (*)(int, void *, size_t, off_t))dlsym(RTLD_NEXT, "pread"))(file, to, bytes, offset);\n}\n'
    )
    library = tmp_path / "slow.so"
    subprocess.run(["cc", "-shared", "-fPIC", str(tmp_path / "slow.c"), "-o", str(library), "-ldl"], check=True)
    how = "scheme = signalled, backend = thread"
    program = programs.changing(how, how, cores=1, latency_iterations=1)
    (tmp_path / "in").write_bytes(content(9 * BLOCK))
    ended = run(
        program, tmp_path / "in", tmp_path / "out", "--watchdog", "1s", environment={"LD_PRELOAD": str(library)}
    )
    assert ended.status == 4
    assert "waits for block 2 of read" in ended.errors


@pytest.mark.parametrize("scheme", ["direct", "signalled, backend = thread"])
def test_the_watchdog_tells_of_the_block_of_a_stream(scheme: str, programs: Programs, tmp_path: Path) -> None:
    program = programs.changing(f"scheme = {scheme}", cores=2, latency_iterations=1)
    command = [str(program), "read=-", f"write={tmp_path / 'out'}", "--watchdog", "1s"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stderr is not None
        running.stdin.write(content(5 * BLOCK + 7))
        running.stdin.flush()
        assert running.wait(timeout=60) == 4
        assert b"pass 5: waits for block 5 of read" in running.stderr.read()


@pytest.mark.parametrize("scheme", ["direct", "signalled"])
def test_the_page_cache_serves_where_a_file_system_refuses_to_go_past_it(
    scheme: str, programs: Programs, tmp_path: Path
) -> None:
    program = programs.changing(f"scheme = {scheme}, direct", f"scheme = {scheme}, direct")
    (tmp_path / "in").write_bytes(content(9 * BLOCK + 5))
    (tmp_path / "mounted").mkdir()
    script = "mount -t ramfs none mounted && cp in mounted/in && "
    script += f"{program} read=mounted/in write=mounted/out && cat mounted/out"
    own_mounts = ["unshare", "--mount", "sh", "-c"]
    if subprocess.run([*own_mounts, "mount -t ramfs none mounted"], cwd=tmp_path, check=False).returncode != 0:
        pytest.skip("file systems cannot be mounted here")
    ended = subprocess.run([*own_mounts, script], cwd=tmp_path, capture_output=True, timeout=60, check=True)
    assert ended.stdout == changed(content(9 * BLOCK + 5))
    told = "the page cache is used: the file system refuses to go past it (Invalid argument)"
    assert ended.stderr.decode().count(told) == 2  # once for each end


def test_files_without_rights_are_named(programs: Programs, tmp_path: Path) -> None:
    program = programs.changing()
    (tmp_path / "in").write_bytes(content(BLOCK))
    (tmp_path / "kept").mkdir(mode=0o500)
    (tmp_path / "secret").touch(mode=0)
    # Root may do all that it has not given up.
    bound = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    first = f"kept/out: it is written to {tmp_path}/kept/out.part first, which cannot be opened"
    for read, write, told in [("secret", "out", "secret: it cannot be opened"), ("in", "kept/out", first)]:
        command = [*bound, str(program), f"read={read}", f"write={write}"]
        ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
        assert ended.returncode == 1
        assert f"{told}: Permission denied" in ended.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "kept", "secret"]
