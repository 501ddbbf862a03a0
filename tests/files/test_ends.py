# SPDX-License-Identifier: Apache-2.0
"""Bad input, and how programs with files end: what is told, and what is on the disk then."""

from __future__ import annotations

import os
import resource
import signal
import socket
import struct
import subprocess
import threading
import time
from pathlib import Path

import pytest

from tests.apps.harness import PLAIN
from tests.files.programs import BLOCK, HEADER, PAIR, SOURCE, Programs, changed, content, run

READERS = ("", "scheme = direct", "backend = mmap, scheme = direct", "scheme = prefetch_async")


def test_an_end_inside_a_block_is_told_where_no_size_is_connected(programs: Programs, tmp_path: Path) -> None:
    program = programs.whole(cores=2)
    source, target = tmp_path / "in", tmp_path / "out"
    target.write_bytes(b"before")
    source.write_bytes(content(7 * BLOCK + 100))
    ended = run(program, source, target)
    assert ended.status == 1
    assert f"{source}: ends inside block 7: 100 of {BLOCK} bytes; connect the ports 'size'" in ended.errors
    assert "actor 'read' (g.sdf:3:11), firing 7" in ended.errors
    assert ended.written == b"before"
    assert content(8 * BLOCK).startswith(ended.part or b"")


def test_an_end_inside_an_iteration_is_told_likewise(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(content(3 * BLOCK))
    ended = run(programs.whole(), tmp_path / "in", tmp_path / "out")
    assert ended.status == 1
    told = f"ends inside an iteration, which reads 2 blocks of {BLOCK} bytes: the file has 3; connect the ports 'size'"
    assert told in ended.errors


UNEVEN = """graph uneven {
    include "change.h"; source "change.c";
    actor read = file_source(block = 2048);
    actor pair { fire pair(in, out); in in : uint8[4096]; out out : uint8[4096]; }
    actor write = file_sink(block = 4096);
    read.data -> pair.in; pair.out -> write.data;
}
"""


@pytest.mark.parametrize(("size", "told"), [(6144, "the file has 3"), (6145, "ends inside block 3: 1 of 2048 bytes")])
def test_sizes_are_not_to_be_connected_where_no_sink_fires_as_often(
    size: int, told: str, programs: Programs, tmp_path: Path
) -> None:
    program = programs.program(UNEVEN, SOURCE, HEADER + PAIR % BLOCK, PLAIN)
    (tmp_path / "in").write_bytes(content(size))
    ended = run(program, tmp_path / "in", tmp_path / "out")
    assert ended.status == 1
    assert f"{told}; no sink fires as often as the source: fill the file up" in ended.errors


TWO = """graph two {
    include "change.h"; source "change.c";
    actor read = file_source(block = 4096);
    actor other = file_source(block = 2048);
    join j { in a : uint8[4096]; in b : uint8[4096]; out out : uint8[8192]; }
    actor pair { fire pair(in, out); in in : uint8[8192]; out out : uint8[8192]; }
    actor write = file_sink(block = 8192);
    read.data -> j.a; other.data -> j.b; j.out -> pair.in; pair.out -> write.data;
}
"""


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize(("blocks", "others", "more"), [(5, 3, ()), (3, 5, ()), (4, 4, ()), (5, 3, ("-q",))])
def test_what_a_longer_source_has_left_is_noted_once(
    blocks: int, others: int, more: tuple[str, ...], cores: int, programs: Programs, tmp_path: Path
) -> None:
    program = programs.program(TWO, SOURCE, HEADER + PAIR % (2 * BLOCK), PLAIN, cores=cores)
    source, other = tmp_path / "in", tmp_path / "other"
    source.write_bytes(content(blocks * BLOCK))
    other.write_bytes(content(others * BLOCK))
    ended = run(program, source, tmp_path / "out", f"other={other}", *more)
    assert ended.status == 0
    assert len(ended.written or b"") == 2 * min(blocks, others) * BLOCK
    (longer, name), (shorter, its_name) = sorted(
        [(source, "read"), (other, "other")], key=lambda one: -one[0].stat().st_size
    )
    note = (
        f"note: the last {2 * BLOCK} of {5 * BLOCK} bytes of {longer} (actor '{name}') are not used, as {shorter} "
        f"(actor '{its_name}') ends earlier\n"
    )
    assert ended.errors == ("" if more or blocks == others else note)


def test_an_empty_file_runs_no_iteration(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"")
    ended = run(programs.whole(), tmp_path / "in", tmp_path / "out", "--json", str(tmp_path / "figures"))
    assert (ended.status, ended.written) == (0, b"")
    assert '"iterations": 0,' in (tmp_path / "figures").read_text()


@pytest.mark.parametrize(
    ("name", "told"),
    [("missing", "No such file or directory"), ("folder", "Is a directory"), ("closed", "Permission denied")],
)
def test_what_cannot_be_opened_is_told(name: str, told: str, programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "closed").write_bytes(b"")
    (tmp_path / "closed").chmod(0)
    (tmp_path / "in").write_bytes(b"x")
    if name == "closed" and os.access(tmp_path / "closed", os.R_OK):
        pytest.skip("this user may read everything")
    program = programs.changing()
    ended = run(program, tmp_path / name, tmp_path / "out")
    assert ended.status == 1
    assert f"actor 'read' (g.sdf:3:11), in init: {tmp_path / name}: it cannot be opened: {told}" in ended.errors
    assert (ended.written, ended.part) == (None, None)
    if name != "missing":
        assert (
            f"{tmp_path / name}: it cannot be opened: {told}" in run(program, tmp_path / "in", tmp_path / name).errors
        )


def test_a_file_must_be_named(programs: Programs, tmp_path: Path) -> None:
    program = programs.changing()
    ended = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "no file is named: say read=FILE behind --, or read=- for the standard input" in ended.stderr


def test_an_option_that_nobody_asks_for_is_refused_at_the_start(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"x")
    ended = run(programs.changing(), tmp_path / "in", tmp_path / "out", "reed=in", "xyzzy=1")
    assert (ended.status, ended.written, ended.part) == (1, None, None)
    assert ended.errors.splitlines() == [
        "error: no actor asks for the option 'reed'; did you mean 'read'?",
        "error: no actor asks for the option 'xyzzy'; they ask for 'read', 'write'",
    ]


def test_an_option_like_that_of_a_file_is_named_where_any_may_be_asked_for(programs: Programs) -> None:
    """An actor computes the names of its options."""
    graph = """graph computed {
        include "change.h"; source "change.c";
        actor read = file_source(block = 1);
        actor take { fire take(in); state; in in : uint8[1]; }
        read.data -> take.in;
    }"""
    header = "#include <stdint.h>\nvoid take(const uint8_t *in);\n"
    code = '#include "change.h"\n#include <df/df.h>\n'
    code += "static const char *asked(const char *name) { return df_option(name); }\n"
    code += 'void take(const uint8_t *in) { (void)in; (void)asked("level"); }\n'
    from tests.apps.harness import PLAIN

    program = programs.program(graph, code, header, PLAIN)
    ended = subprocess.run([str(program), "reed=in", "level=1"], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "no file is named: say read=FILE behind --, and not reed=in" in ended.stderr
    ended = subprocess.run([str(program), "read=/dev/null", "lewel=1"], capture_output=True, text=True, check=False)
    told = "warning: no actor asked for the option 'lewel'; they ask for 'read'\n"
    assert (ended.returncode, ended.stderr) == (0, told)


def test_a_full_device_is_told(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(content(BLOCK))
    for scheme in ("direct", "staged"):
        program = programs.changing(write=f"scheme = {scheme}", cores=2)
        ended = run(program, tmp_path / "in", Path("/dev/full"))
        assert ended.status == 1
        assert "/dev/full: it cannot be written" in ended.errors
        assert "No space left on device" in ended.errors


def test_a_pipe_that_nobody_reads_is_told(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(content(64 * BLOCK))
    command = (
        f'{{ "{programs.changing(cores=2)}" read="{tmp_path / "in"}" write=-; echo $? >&2; }} | head -c 10 >/dev/null'
    )
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert ended.stderr.endswith("Broken pipe\n1\n")


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_shrinks_is_told(reader: str, programs: Programs, tmp_path: Path) -> None:
    """A sink of another program's pipe stops the first for long enough to cut its input."""
    program = programs.changing(reader, cores=2)
    source = tmp_path / "in"
    source.write_bytes(bytes(40000 * BLOCK))
    with subprocess.Popen(
        [str(program), f"read={source}", "write=-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        running.stdout.read(BLOCK)
        os.truncate(source, 39000 * BLOCK + 100)
        _, errors = running.communicate(timeout=60)
    assert running.returncode == 1
    assert f"ends inside block 39000: 100 of {BLOCK} bytes, for it has shrunk" in errors.decode()


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_grows_is_read_to_its_first_size(reader: str, programs: Programs, tmp_path: Path) -> None:
    program = programs.changing(reader, cores=2)
    source = tmp_path / "in"
    source.write_bytes(content(100 * BLOCK + 5))
    with subprocess.Popen([str(program), f"read={source}", "write=-"], stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        first = running.stdout.read(BLOCK)
        with source.open("ab") as more:
            more.write(bytes(BLOCK))
        rest, _ = running.communicate(timeout=60)
    assert (running.returncode, first + rest) == (0, changed(content(100 * BLOCK + 5)))


def await_bytes(path: Path, size: int) -> None:
    for _ in range(600):
        if path.exists() and path.stat().st_size >= size:
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} does not grow")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_in_order(number: int, programs: Programs, tmp_path: Path) -> None:
    """Also where the source waits for a pipe."""
    program, target = programs.changing(cores=2, latency_iterations=1), tmp_path / "out"
    data = content(3 * BLOCK)
    with subprocess.Popen([str(program), "read=-", f"write={target}"], stdin=subprocess.PIPE) as running:
        assert running.stdin is not None
        running.stdin.write(data)
        running.stdin.flush()
        part = tmp_path / "out.part"
        await_bytes(part, 2 * BLOCK)
        running.send_signal(number)
        assert running.wait(timeout=60) == 128 + number
    written = target.read_bytes()
    assert not part.exists()
    assert len(written) >= 2 * BLOCK
    assert changed(data).startswith(written)


def test_a_killed_program_leaves_its_part_which_the_next_one_replaces(programs: Programs, tmp_path: Path) -> None:
    program, target = programs.changing(latency_iterations=1), tmp_path / "out"
    target.write_bytes(b"before")
    data = content(3 * BLOCK)
    with subprocess.Popen([str(program), "read=-", f"write={target}"], stdin=subprocess.PIPE) as running:
        assert running.stdin is not None
        running.stdin.write(data)
        running.stdin.flush()
        part = tmp_path / "out.part"
        await_bytes(part, 2 * BLOCK)
        running.kill()
    assert target.read_bytes() == b"before"
    assert changed(data).startswith(part.read_bytes())
    (tmp_path / "in").write_bytes(content(10))
    ended = run(program, tmp_path / "in", target)
    assert (ended.written, ended.part) == (changed(content(10)), None)


def test_help_names_the_files(programs: Programs) -> None:
    told = subprocess.run([str(programs.changing()), "--help"], capture_output=True, text=True, check=True).stdout
    assert "Here: read=, write=" in told


def test_two_programs_do_not_write_one_file(programs: Programs, tmp_path: Path) -> None:
    program, target = programs.changing(latency_iterations=1), tmp_path / "out"
    data = content(3 * BLOCK)
    (tmp_path / "in").write_bytes(content(10))
    with subprocess.Popen([str(program), "read=-", f"write={target}"], stdin=subprocess.PIPE) as running:
        assert running.stdin is not None
        running.stdin.write(data)
        running.stdin.flush()
        await_bytes(tmp_path / "out.part", 2 * BLOCK)
        second = run(program, tmp_path / "in", target)
        assert second.status == 1
        assert f"{target}: another program is writing this file" in second.errors
        running.stdin.close()
        assert running.wait(timeout=60) == 0
    assert target.read_bytes() == changed(data)
    third = run(program, tmp_path / "in", target)
    assert (third.status, third.written, third.part) == (0, changed(content(10)), None)


STALLED = """graph stalled {
    include "change.h"; source "change.c";
    actor read @core(1) = file_source(block = 4096) @file(scheme = direct);
    actor check @core(1) { state s : int32; fire check(%(last)d, s, in); in in : uint8[4096]; }
    actor write @core(0) = file_sink(block = 4096) @file(scheme = %(scheme)s);
    read.data -> { check.in, write.data };
}
"""
CHECK = """#include "change.h"
#include <df/df.h>
#include <unistd.h>
void check(int64_t last, int32_t *s, const uint8_t *in)
{
    (void)in;
    if ((*s)++ < last)
        return;
    usleep(200000);
    df_fail("it is enough");
}
"""


@pytest.mark.parametrize(("scheme", "last"), [("direct", 18), ("signalled", 40)])
def test_a_program_that_fails_does_not_wait_for_a_stalled_reader(scheme: str, last: int, programs: Programs) -> None:
    """The pipe is full when another actor fails; nobody ever reads it."""
    from tests.apps.harness import PLAIN

    header = "#include <stdint.h>\nvoid check(int64_t last, int32_t *s, const uint8_t *in);\n"
    graph = STALLED % {"scheme": scheme, "last": last}
    program = programs.program(graph, CHECK, header, PLAIN, cores=2, latency_iterations=8)
    with subprocess.Popen(
        [str(program), "read=/dev/zero", "write=-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        try:
            assert running.wait(timeout=30) == 1
        finally:
            running.kill()
        assert running.stdout is not None
        assert running.stderr is not None
        assert b"it is enough" in running.stderr.read()
        assert set(running.stdout.read()) == {0}


def test_sockets_are_read_and_written(programs: Programs) -> None:
    program = programs.changing("scheme = signalled", "scheme = signalled", cores=2)
    data = content(50 * BLOCK + 3)
    near, far = socket.socketpair()
    with near, subprocess.Popen([str(program), "read=-", "write=-"], stdin=far, stdout=far) as running:
        far.close()
        sender = threading.Thread(target=lambda: (near.sendall(data), near.shutdown(socket.SHUT_WR)))
        sender.start()
        found = b"".join(iter(lambda: near.recv(1 << 16), b""))
        sender.join()
        assert running.wait(timeout=60) == 0
    assert found == changed(data)


def test_a_named_pipe_is_written_in_place(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(content(5 * BLOCK))
    os.mkfifo(tmp_path / "pipe")
    command = [str(programs.changing()), f"read={tmp_path / 'in'}", f"write={tmp_path / 'pipe'}"]
    with subprocess.Popen(command) as running:
        assert (tmp_path / "pipe").read_bytes() == changed(content(5 * BLOCK))
        assert running.wait(timeout=60) == 0
    assert sorted(os.listdir(tmp_path)) == ["in", "pipe"]


def test_blocks_behind_the_end_are_empty(programs: Programs, tmp_path: Path) -> None:
    """Three blocks an iteration: those that the file has no bytes for have size 0."""
    graph = """graph three {
        include "change.h"; source "change.c";
        actor read = file_source(block = 16);
        actor sizes { fire sizes(in, size, out); in in : uint8[48]; in size : int64[3]; out out : uint8[24]; }
        actor write = file_sink(block = 24);
        read.data -> sizes.in; read.size -> sizes.size; sizes.out -> write.data;
    }"""
    header = "#include <stdint.h>\nvoid sizes(const uint8_t *in, const int64_t *size, uint8_t *out);\n"
    code = '#include "change.h"\n#include <string.h>\n'
    code += "void sizes(const uint8_t *in, const int64_t *size, uint8_t *out) { (void)in; memcpy(out, size, 24); }\n"
    from tests.apps.harness import PLAIN

    program = programs.program(graph, code, header, PLAIN)
    for size, blocks in ((48, (16, 16, 16)), (53, (16, 16, 16, 5, 0, 0)), (16, (16, 0, 0))):
        (tmp_path / "in").write_bytes(content(size))
        ended = run(program, tmp_path / "in", tmp_path / "out")
        assert ended.written is not None
        assert struct.unpack(f"<{len(ended.written) // 8}q", ended.written) == blocks


def test_a_program_that_is_stopped_ends_in_order(programs: Programs, tmp_path: Path) -> None:
    graph = """graph stopped {
        include "change.h"; source "change.c";
        actor read = file_source(block = 4096);
        actor pass { fire pass(in, out); stops; in in : uint8[4096]; out out : uint8[4096]; }
        actor write = file_sink(block = 4096);
        read.data -> pass.in; pass.out -> write.data;
    }"""
    header = "#include <stdint.h>\nvoid pass(const uint8_t *in, uint8_t *out);\n"
    code = '#include "change.h"\n#include <df/df.h>\n#include <string.h>\nvoid pass(const uint8_t *in, uint8_t *out)\n'
    code += "{\n    memcpy(out, in, 4096);\n    if (in[0] == 3)\n        df_stop();\n}\n"
    from tests.apps.harness import PLAIN

    data = b"".join(bytes([number]) * BLOCK for number in range(9))
    (tmp_path / "in").write_bytes(data)
    for cores in (1, 2):
        ended = run(programs.program(graph, code, header, PLAIN, cores=cores), tmp_path / "in", tmp_path / "out")
        assert (ended.status, ended.written, ended.part) == (0, data[: 4 * BLOCK], None)


@pytest.mark.parametrize("read", ["ends_short", "scheme = signalled, backend = thread, ends_short"])
def test_the_last_block_is_never_whole_where_that_is_wanted(read: str, programs: Programs, tmp_path: Path) -> None:
    program = programs.changing(read, cores=2)
    figures = tmp_path / "figures"
    for size in (0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 7 * BLOCK):
        (tmp_path / "in").write_bytes(content(size))
        ended = run(program, tmp_path / "in", tmp_path / "out", "--json", str(figures))
        assert (ended.status, ended.written) == (0, changed(content(size)))
        assert f'"iterations": {size // BLOCK + 1},' in figures.read_text()


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ("out", "out", "actor 'one' writes this file, too"),
        ("out", "./out", "actor 'one' writes this file, too"),
        ("out", "out.part", "under the name of the other first"),
        ("out.part", "out", "under the name of the other first"),
    ],
)
def test_two_sinks_cannot_write_one_file(one: str, other: str, told: str, programs: Programs, tmp_path: Path) -> None:
    graph = """graph two {
        actor read = file_source(block = 1);
        actor one = file_sink(block = 1); actor other = file_sink(block = 1);
        read.data -> { one.data, other.data };
    }"""
    from tests.apps.harness import PLAIN

    program = programs.program(graph, "", "", PLAIN)
    (tmp_path / "in").write_bytes(b"x")
    command = [str(program), f"read={tmp_path / 'in'}", f"one={one}", f"other={other}"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert told in ended.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_two_actors_share_no_standard_input_or_output(programs: Programs, tmp_path: Path) -> None:
    """Unless a file stands behind the input: each of them reads all of that."""
    graph = """graph two {
        actor one = file_source(block = 8); actor other = file_source(block = 8);
        actor left = file_sink(block = 8); actor right = file_sink(block = 8);
        one.data -> left.data; one.size -> left.size; other.data -> right.data; other.size -> right.size;
    }"""
    from tests.apps.harness import PLAIN

    program = programs.program(graph, "", "", PLAIN)
    (tmp_path / "in").write_bytes(content(800))

    def ended(*files: str, piped: bool = False) -> subprocess.CompletedProcess[bytes]:
        with (tmp_path / "in").open("rb") as source:
            given = {"input": source.read()} if piped else {"stdin": source}
            return subprocess.run([program, *files], cwd=tmp_path, capture_output=True, check=False, **given)  # type: ignore[call-overload, no-any-return]

    refused = ended("one=-", "other=-", "left=a", "right=b", piped=True)
    assert refused.returncode == 1
    assert b"-: actor 'one' reads the standard input, too: name a file for one of them" in refused.stderr
    refused = ended("one=in", "other=in", "left=-", "right=-")
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert b"-: actor 'left' writes to the standard output, too: name a file for one of them" in refused.stderr
    done = ended("one=-", "other=-", "left=a", "right=-")
    assert (done.returncode, done.stdout, (tmp_path / "a").read_bytes()) == (0, content(800), content(800)), done.stderr


def test_room_is_taken_at_the_start_and_given_back(programs: Programs, tmp_path: Path) -> None:
    program = programs.changing(latency_iterations=1)
    (tmp_path / "in").write_bytes(content(100 * BLOCK + 1))
    with subprocess.Popen(
        [str(program), f"read={tmp_path / 'in'}", f"write={tmp_path / 'out'}"], env={"DFGEN_SPIN_NS": "0"}
    ) as running:
        assert running.wait(timeout=60) == 0
    status = (tmp_path / "out").stat()
    assert status.st_size == 100 * BLOCK + 1
    assert status.st_blocks * 512 <= 101 * BLOCK


@pytest.mark.parametrize("end", ["read", "write"])
def test_a_signal_ends_a_program_that_waits_for_the_other_end_of_a_pipe(
    end: str, programs: Programs, tmp_path: Path
) -> None:
    program, target = programs.changing(cores=2), tmp_path / "out"
    (tmp_path / "in").write_bytes(content(BLOCK))
    os.mkfifo(tmp_path / "pipe")
    files = {"read": tmp_path / "in", "write": target} | {end: tmp_path / "pipe"}
    with subprocess.Popen([str(program), *(f"{name}={file}" for name, file in files.items())]) as running:
        try:
            time.sleep(0.5)  # it has no sign of being there
            running.send_signal(signal.SIGTERM)
            assert running.wait(timeout=60) == 128 + signal.SIGTERM
        finally:
            running.kill()
    assert not (tmp_path / "out.part").exists()


def test_named_pipes_may_be_opened_later_at_their_other_ends(programs: Programs, tmp_path: Path) -> None:
    for name in ("in", "out"):
        os.mkfifo(tmp_path / name)
    command = [str(programs.changing()), f"read={tmp_path / 'in'}", f"write={tmp_path / 'out'}"]
    with subprocess.Popen(command) as running:
        time.sleep(0.2)
        sender = threading.Thread(target=lambda: (tmp_path / "in").write_bytes(content(50 * BLOCK + 3)))
        sender.start()
        assert (tmp_path / "out").read_bytes() == changed(content(50 * BLOCK + 3))
        sender.join()
        assert running.wait(timeout=60) == 0


def test_what_is_in_the_way_of_a_part_is_told(programs: Programs, tmp_path: Path) -> None:
    """Of a file that may be written, behind a link, and whose folder has something else of that name."""
    (tmp_path / "in").write_bytes(b"x")
    (tmp_path / "away" / "there.part").mkdir(parents=True)
    (tmp_path / "away" / "there").write_bytes(b"before")
    (tmp_path / "out").symlink_to("away/there")
    ended = run(programs.changing(), tmp_path / "in", tmp_path / "out")
    part = tmp_path / "away" / "there.part"
    assert f"{tmp_path / 'out'}: it is written to {part} first, which cannot be opened: Is a directory" in ended.errors
    assert (ended.status, ended.written) == (1, b"before")


def test_a_pipe_in_the_way_of_a_part_is_told_and_stays(programs: Programs, tmp_path: Path) -> None:
    """To open it would wait for somebody who writes."""
    (tmp_path / "in").write_bytes(b"x")
    part = tmp_path / "out.part"
    os.mkfifo(part)
    ended = subprocess.run(
        [str(programs.changing()), f"read={tmp_path / 'in'}", f"write={tmp_path / 'out'}"],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert ended.returncode == 1
    assert f"it is written to {part} first, which cannot be opened: File exists" in ended.stderr
    assert part.is_fifo()


@pytest.mark.parametrize("end", ["read", "write"])
def test_an_empty_name_is_none(end: str, programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"x")
    command = [str(programs.changing()), f"read={tmp_path / 'in'}", f"write={tmp_path / 'out'}", f"{end}="]
    del command[{"read": 1, "write": 2}[end]]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert f"no file is named: say {end}=FILE behind --, or {end}=- for the standard" in ended.stderr
    assert not {"out", ".part"} & set(os.listdir(tmp_path))


def test_staged_reads_of_a_device_what_the_iterations_take(programs: Programs, tmp_path: Path) -> None:
    program = programs.changing("scheme = staged")
    ended = run(program, Path("/dev/zero"), tmp_path / "out", "-n", "3")
    assert (ended.status, ended.written) == (0, changed(bytes(3 * BLOCK)))


def await_resident(process: int, pages: int) -> None:
    for _ in range(600):
        if int(Path(f"/proc/{process}/statm").read_text().split()[1]) >= pages:
            return
        time.sleep(0.02)
    raise AssertionError(f"process {process} does not grow")


def test_a_signal_ends_the_staging_of_a_device(programs: Programs, tmp_path: Path) -> None:
    """Which always has more, and would be read until there is no memory."""
    most, enough = 4 << 30, (32 << 20) // resource.getpagesize()
    command = ["prlimit", f"--as={most}", str(programs.changing("scheme = staged"))]
    with subprocess.Popen([*command, "read=/dev/urandom", f"write={tmp_path / 'out'}"]) as running:
        try:
            await_resident(running.pid, enough)
            running.send_signal(signal.SIGTERM)
            assert running.wait(timeout=60) == 128 + signal.SIGTERM
        finally:
            running.kill()
    assert not {"out", "out.part"} & set(os.listdir(tmp_path))


def test_a_limit_of_sizes_is_told_with_the_place(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(content(16 * BLOCK))
    program = programs.changing(write="scheme = staged")
    command = f'ulimit -f 40; exec "{program}" read="{tmp_path / "in"}" write="{tmp_path / "out"}"'
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "out: it cannot be written after 40960 bytes: File too large" in ended.stderr
    assert (tmp_path / "out.part").read_bytes() == changed(content(10 * BLOCK))
