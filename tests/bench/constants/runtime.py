# SPDX-License-Identifier: Apache-2.0
"""What the C runtime takes for granted of any machine: one table of its choices about speed, and what is none.

The numbers themselves, and why they are so, stand in the sources; each row names the case of the bench that shows what
one does. Every other number of an `enum` in the sources has a kind:

- Form: of what is written, read or laid out; dfgen or others go by it;
- Mark: stands for something and is no amount;
- Limit: how much there can be;
- Patience: how often it is looked for what seldom comes, and how long it is waited for;
- Device: of an engine for hardware, which `python -m tests.bench.engines` measures where there is some.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

RUNTIME = Path(__file__).resolve().parents[3] / "runtime"


@dataclass(frozen=True)
class Row:
    """A number of a file below `runtime`."""

    file: str
    constant: str
    case: str

    @property
    def name(self) -> str:
        return f"{Path(self.file).stem}.{self.constant}"

    @property
    def path(self) -> str:
        """In a generated folder."""
        return f"runtime/{self.file}"


ROWS = (
    Row("src/main.c", "SPIN_NS_DEFAULT", "long waits"),
    Row("src/wait.c", "SPIN_LEAST_NS", "long and short waits"),
    Row("src/wait.c", "SPIN_GROWTH", "long for few"),
    Row("src/wait.c", "SPIN_ALONE_NS", "large chunks"),
    Row("src/wait.c", "PAUSES_PER_CLOCK_READING", "short waits"),
    Row("src/life.c", "FENCED_CORES_MOST", "many cores"),
    Row("src/choice.c", "PASSES_LEAST", "read lines"),
    Row("src/choice.c", "SAMPLE_NS", "read samples"),
    Row("src/choice.c", "REST", "read lines"),
    Row("src/choice.c", "GAIN_PART", "read lines"),
    Row("src/pages.c", "PART_BYTES", "large arena"),
    Row("src/pace.c", "AWAKE_NS", "period"),
    Row("src/transfer_cow.c", "LOOK_FROM", "writes some"),
    Row("src/transfer_cow.c", "DROP_AT", "wanders"),
    Row("src/transfer_cow.c", "KNOWN_FROM", "begins to write"),
    Row("src/transfer_cow.c", "TAKEN_AGAIN_SHARE", "comes back"),
    Row("src/transfer_cow.c", "FAULT_FREE_USES", "others fault"),
    Row("src/view_open.c", "COPY_FROM_PERCENT", "half and more"),
    Row("src/os_linux_pages.c", "REGIONS_PER_CALL", "pages apart"),
    Row("src/os_linux_pages.c", "ENTRIES_PER_READ", "pages apart, read"),
    Row("src/engine_thread.c", "MIN_BYTES", "middling copies"),
    Row("src/engine_thread.c", "CHUNK_BYTES", "large copies"),
    Row("src/engine_pending.c", "ENTRIES_AHEAD", "small chunks"),
    Row("src/engine_thread.c", "BATCH", "small chunks"),
    Row("src/engine_thread.c", "FETCH_BYTES_MOST", "small chunks"),
    Row("src/engine_thread.c", "PAUSES_PER_CLOCK_READING", "large copies"),
    Row("src/engine_thread.c", "SPIN_LEAST_NS", "large copies"),
    Row("src/engine_feed.c", "BATCH_MOST", "small chunks"),
    Row("src/engine_worth.c", "REST", "busy"),
    Row("src/engine_worth.c", "REST_GROWTH", "busy"),
    Row("src/engine_worth.c", "ROW_MOST", "busy"),
    Row("src/engine_worth.c", "NS_PER_MIB", "busy"),
    Row("src/engine_worth.c", "FORGETTING", "busy"),
    Row("src/transfer_offload.c", "PLACES_DEFAULT", "small chunks"),
    Row("src/file_engine.c", "JOB_BYTES_MOST", "blocks"),
    Row("src/engine_file_uring.c", "DEPTH", "blocks by io_uring"),
    Row("src/engine_file_thread.c", "THREADS", "blocks by threads"),
    Row("src/file_stream.c", "BLOCKS", "pipe of large blocks"),
    Row("src/file_stream.c", "BYTES_LEAST", "pipe"),
    Row("src/file_ahead.c", "AHEAD_BYTES", "ahead"),
    Row("src/file_ahead.c", "STAGED_BYTES_FIRST", "staged"),
    Row("src/actor_bulk.c", "STEP_BYTES", "alike"),
    Row("src/object_relocate.c", "CHUNK_WORDS", "lists moved"),
    Row("src/object_graph.c", "SWEPT_BYTES_MIN", "short lists"),
    Row("src/trace.c", "LOOK_NS", "traced"),
    Row("src/library.c", "SPIN_NS", "steps"),
    Row("src/pipelined.c", "PAUSES", "pushes"),
    Row("include/df/copy.h", "DF__COPY_PIECE_BYTES", "framed"),
    Row("include/df/stream.h", "DF__STREAM_BYTES_MIN", "past the caches"),
)

NO_CHOICES: Mapping[str, tuple[str, ...]] = {
    "Form": (
        "arena.BUFFERS_NAMED",
        "object_clone.PLACES_MIN",
        "options.LISTED_SIZE",
        "os_linux_fault.STACK_BYTES",
        "preesm_md5.BLOCK_BYTES",
        "preesm_md5.LENGTH_BYTES",
        "report.SCHEMA",
        "trace_copies.BYTES_LEAST",
        "trace_file.SCHEMA",
    ),
    "Mark": (
        "arguments.POISON_DEFAULT",
        "engine_dpdk.CHANNEL",
        "engine_failure.NS_PER_MS",
        "os_linux_fault.BELOW_POINTER_BYTES",
        "os_linux.FENCE_ALL",
        "os_linux_fault.PAGES_OF_NOBODY_BYTES",
        "os_linux_fault.PAGE_FAULT",
        "os_linux.REGISTER_TO_FENCE_ALL",
        "os_linux_fault.WRITE_BIT",
        "os_linux_file.ASKS_FOR_DIRECT",
        "os_linux_file.MODE_BITS",
        "os_linux_file.MODE_OF_NEW_FILES",
        "os_linux_pages.CATEGORY_FILE",
        "os_linux_pages.CATEGORY_PRESENT",
        "os_linux_pages.CATEGORY_SWAPPED",
        "os_linux_socket.NS_PER_MS",
        "transfer_offload.NS_PER_MS",
    ),
    "Limit": (
        "arguments.TRACE_EVENTS_DEFAULT",
        "arguments.TRACE_EVENTS_MAX",
        "channel.NAME_BYTES",
        "engine_cuda.PROBLEM_BYTES",
        "engine_cuda_driver.PROBLEM_BYTES",
        "engine_dpdk.LCORE_TEXT_BYTES",
        "engine_opencl.DEVICES_MAX",
        "engine_opencl.PLATFORMS_MAX",
        "file_block.STALLS_MOST",
        "live.FARTHEST_PASSES",
        "live_control.ANSWER_BYTES",
        "live_control.REQUEST_BYTES",
        "live_text.TEXT_BYTES_MAX",
        "main.STACK_BYTES_MIN",
        "options.COMPARED_LENGTH_MAX",
        "os_linux.CPUS_MAX",
        "os_linux.UNLIMITED_BYTES",
        "os_linux_file.LINKS_MOST",
        "os_linux_file.TRANSFER_MOST",
        "pages.TAKERS_MOST",
        "os_linux_socket.BACKLOG",
        "transfer_offload.PLACES_MAX",
    ),
    "Patience": (
        "engine_failure.LOOK_NS_MOST",
        "engine_failure.NAP_NS",
        "engine_feed.FILES_NS",
        "engine_feed.LOOK_AGAIN_NS",
        "engine_opencl.TRIAL_TIMES",
        "engine_thread.STOP_NAP_NS",
        "helped.NAP_NS",
        "os_linux.WAIT_MS",
        "os_linux_file.OPEN_MS",
        "os_linux_file.POLL_MS",
        "os_linux_socket.PATIENCE_MS",
        "pace.NAP_NS_MAX",
        "pipelined.LONGEST_SLEEP_NS",
        "pipelined.NAP_NS",
        "trace.CLOCKS_COMPARED_NS",
        "transfer_offload.LEAVE_NAP_NS",
        "transfer_offload.TIMEOUT_MS_DEFAULT",
        "wait.ATTEND_AGAIN_NS",
        "wait.UNFENCED_NAP_NS",
        "watchdog.HELD_NS",
        "watchdog.LOOKS",
        "watchdog.LOOK_NS_MAX",
        "watchdog.LOOK_NS_MIN",
    ),
    "Device": (
        "engine_cuda.BLOCKS",
        "engine_cuda.CHUNK_BYTES",
        "engine_cuda.DEPTH",
        "engine_cuda.MIN_BYTES",
        "engine_cuda.NAP_NS",
        "engine_cuda.PIECES",
        "engine_cuda.PIECE_BYTES",
        "engine_cuda.THREADS",
        "engine_dpdk.CHUNK_BYTES",
        "engine_dpdk.DEPTH",
        "engine_dpdk.DESCRIPTORS",
        "engine_dpdk.MIN_BYTES",
        "engine_dpdk.PAGE_BYTES",
        "engine_feed.POLL_AGAIN_NS",
        "engine_opencl.CHUNK_BYTES",
        "engine_opencl.CPU_STRIDE_BYTES",
        "engine_opencl.DEPTH",
        "engine_opencl.GPU_STRIDE_BYTES",
        "engine_opencl.MIN_BYTES",
        "engine_opencl.NAP_NS",
    ),
}
VALUE = r"(\b{} =\s*)([\w\s()*+<-]+?)(?=\s*(?:,|;|\}}|/\*))"
"""A number with its name: the value may be a product or a shift."""


def changed(text: str, constant: str, factor: Fraction) -> str:
    """A source with so many times the constant, but at least 1."""
    found = re.findall(VALUE.format(constant), text)
    if len(found) != 1:
        raise ValueError(f"'{constant} = ' stands {len(found)} times in the source, not once")
    times, over = factor.numerator, factor.denominator
    value = rf"((\2) * {times} / {over} > 0 ? (\2) * {times} / {over} : 1)"
    return re.sub(VALUE.format(constant), rf"\1{value}", text)


def numbers() -> Iterator[str]:
    """All that an `enum` of the sources gives a value, as rows are named."""
    for path in sorted((RUNTIME / "src").glob("*.c")):
        code = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for body in re.findall(r"\benum (?:\w+ )?\{([^}]*)\}", code):
            yield from (f"{path.stem}.{name}" for name in re.findall(r"(\w+) =", body))
