# SPDX-License-Identifier: Apache-2.0
"""The programs of the bench: files through AES-256, or as they are, by built-in actors and by actors written in C;
files that are only read; and files whose blocks another core encrypts in pieces."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dfgen.pipeline import CompileOptions
from tests.apps.harness import Toolchain, Workbench
from tests.probing import unusable

APP = Path(__file__).resolve().parents[3] / "apps" / "encrypt" / "actors"
KEY = ("key=" + bytes(range(32)).hex(), "iv=" + bytes(range(16)).hex())
MIB = 1 << 20

HEAD = """\
graph files {
    include "aes.h", "plain.h"; source "aes.c", "hex.c", "plain.c"; library "crypto";
"""
WORK = {
    "cbc": "state s : struct cipher; init open_cbc(s); fire encrypt_cbc({block}, s, in, size, out, written); "
    "end close_cbc(s);",
    "ctr": "state; fire encrypt_ctr({block}, in, size, offset, out);",
    "copy": "",
}
PLAIN_H = """\
#include <stdint.h>
void look(int64_t bytes, const uint8_t *data);
void pieces(int64_t bytes, const uint8_t *in, uint8_t *out);
struct plain { int file; int64_t offset; };
void plain_open(int64_t output, struct plain *s);
void plain_read(int64_t block, struct plain *s, uint8_t *data, int64_t *size, int64_t *offset);
void plain_write(int64_t block, struct plain *s, const uint8_t *data, const int64_t *size);
void plain_close(struct plain *s);
void none_read(int64_t block, struct plain *s, uint8_t *data, int64_t *size, int64_t *offset);
void none_write(const uint8_t *data, const int64_t *size);
"""
PLAIN_C = """\
#include "plain.h"
#include <df/df.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <string.h>
#include <unistd.h>
void plain_open(int64_t output, struct plain *s)
{
    s->file = output ? open(df_option("write"), O_WRONLY | O_CREAT | O_TRUNC, 0666) : open(df_option("read"), O_RDONLY);
    if (s->file < 0)
        df_fail("cannot open a file");
}
void plain_read(int64_t block, struct plain *s, uint8_t *data, int64_t *size, int64_t *offset)
{
    ssize_t done = 0, count;
    while (done < block && (count = read(s->file, data + done, (size_t)(block - done))) > 0)
        done += count;
    if (done == 0)
        df_end_of_input();
    memset(data + done, 0, (size_t)(block - done));
    *size = done;
    *offset = s->offset;
    s->offset += done;
}
void plain_write(int64_t block, struct plain *s, const uint8_t *data, const int64_t *size)
{
    (void)block;
    for (int64_t done = 0; done < *size;) {
        ssize_t count = write(s->file, data + done, (size_t)(*size - done));
        if (count <= 0)
            df_fail("cannot write");
        done += count;
    }
}
void plain_close(struct plain *s) { close(s->file); }
void none_read(int64_t block, struct plain *s, uint8_t *data, int64_t *size, int64_t *offset)
{
    data[0] = (uint8_t)s->offset;
    *size = block;
    *offset = s->offset;
    s->offset += block;
}
void none_write(const uint8_t *data, const int64_t *size) { (void)data; (void)size; }
/* A byte of each page: a mapped file is not read before. */
void look(int64_t bytes, const uint8_t *data)
{
    static volatile uint8_t seen;
    for (int64_t at = 0; at < bytes; at += 4096)
        seen = data[at];
}
/* On its own, as each piece is given to a worker: with a context of its own. */
void pieces(int64_t bytes, const uint8_t *in, uint8_t *out)
{
    static const uint8_t key[32] = {1}, iv[16] = {2};
    int done;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (context == NULL || EVP_EncryptInit_ex(context, EVP_aes_256_cbc(), NULL, key, iv) != 1 ||
        EVP_EncryptUpdate(context, out, &done, in, (int)bytes) != 1)
        df_fail("OpenSSL cannot encrypt");
    EVP_CIPHER_CTX_free(context);
}
"""
PORTS = "out data : uint8[{block}]; out size : int64[1]; out offset : int64[1]{unused};"
READERS = {
    "plain": "state s : struct plain; init plain_open(0, s); fire plain_read({block}, s, data, size, offset); "
    "end plain_close(s); stops; io; ",
    "none": "state s : struct plain; fire none_read({block}, s, data, size, offset); ",
}
WRITERS = {
    "plain": "state s : struct plain; init plain_open(1, s); fire plain_write({block}, s, data, size); "
    "end plain_close(s); io; ",
    "none": "state; fire none_write(data, size); ",
}


@dataclass(frozen=True)
class Case:
    """A program. `how`: what `@file` says at both ends, or `plain` for actors written in C, or `none` for no files."""

    work: str
    how: str
    cores: int
    block: int = MIB
    durable: bool = False

    @property
    def name(self) -> str:
        durable = ", durable" if self.durable else ""
        return f"{self.work}, {self.cores} core{'s'[: self.cores - 1]}, {self.block >> 10} KiB, {self.how}{durable}"

    @property
    def text(self) -> str:
        source, sink = self._ends()
        work = WORK[self.work].format(block=self.block)
        ports = f"in in : uint8[{self.block}]; in size : int64[1]; out out : uint8[{self.block}];"
        edges = "read.data -> aes.in; read.size -> { aes.size, write.size }; aes.out -> write.data;"
        if self.work == "ctr":
            ports += " in offset : int64[1];"
            edges += " read.offset -> aes.offset;"
        if self.work == "cbc":
            ports += " out written : int64[1];"
            edges = edges.replace("{ aes.size, write.size }", "aes.size") + " aes.written -> write.size;"
        if self.work == "copy":
            return f"{HEAD}{source}{sink} read.data -> write.data; read.size -> write.size;\n}}\n"
        return f"{HEAD}{source}{sink}actor aes {{ {work} {ports} }}\n{edges}\n}}\n"

    def _ends(self) -> tuple[str, str]:
        if self.how in READERS:
            unused = "" if self.work == "ctr" else " unused"
            ports = PORTS.format(block=self.block, unused=unused)
            read = f"actor read {{ {READERS[self.how].format(block=self.block)}{ports} }}\n"
            inputs = f"in data : uint8[{self.block}]; in size : int64[1];"
            return read, f"actor write {{ {WRITERS[self.how].format(block=self.block)}{inputs} }}\n"
        source = f"actor read = file_source(block = {self.block}) @file({self.how});\n"
        kept = ", durable" if self.durable else ""
        target = (
            self.how.replace("prefetch_async", "direct").replace("prefetch", "direct").replace(", backend = mmap", "")
        )
        return source, f"actor write = file_sink(block = {self.block}) @file({target}{kept});\n"


@dataclass(frozen=True)
class Readers:
    """Files that are only read, by so many sources."""

    how: str
    count: int = 1
    block: int = 16 << 10
    cores: int = 1

    @property
    def name(self) -> str:
        return f"{self.how}, {self.block >> 10} KiB"

    @property
    def text(self) -> str:
        body = "".join(
            f"actor {name} = file_source(block = {self.block}) @file({self.how});\n"
            f"actor look_{name} {{ fire look({self.block}, data); state; in data : uint8[{self.block}]; }}\n"
            f"{name}.data -> look_{name}.data;\n"
            for name in self.sources
        )
        return f"{HEAD}{body}}}\n"

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(f"read{number}" for number in range(self.count))


@dataclass(frozen=True)
class Pieces:
    """A file whose blocks of 16 KiB another core, or every core, encrypts in pieces."""

    piece: int
    cores: int
    one_worker: bool
    block: int = 16 << 10

    @property
    def name(self) -> str:
        return f"{self.piece >> 10} KiB"

    @property
    def text(self) -> str:
        on = " @core(1)" if self.one_worker else ""
        ends = "@core(0) @file(scheme = direct);"
        return (
            f"{HEAD}actor read = file_source(block = {self.block}) {ends}\n"
            f"actor work{on} {{ fire pieces({self.piece}, in, out); stateless; time {self.piece * 7 // 10}ns; "
            f"in in : uint8[{self.piece}]; out out : uint8[{self.piece}]; }}\n"
            f"actor write = file_sink(block = {self.block}) {ends}\n"
            "read.data -> work.in; work.out -> write.data;\n}\n"
        )


def toolchain() -> Toolchain:
    """Plain: the work is OpenSSL's, or the system's."""
    has_uring = not unusable("cc", "-include", "liburing.h", "-luring")
    uring = ("-DDF_HAS_URING", "-luring") if has_uring else ()
    return Toolchain("bench", "cc", ("-O2", "-march=native", "-Wl,--no-as-needed", "-lcrypto", *uring))


def build(case: Case | Readers | Pieces, folder: Path, workbench: Workbench) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("aes.h", "aes.c", "hex.h", "hex.c"):
        (folder / name).write_bytes((APP / name).read_bytes())
    (folder / "plain.h").write_text(PLAIN_H)
    (folder / "plain.c").write_text(PLAIN_C)
    (folder / "g.sdf").write_text(case.text)
    return workbench.program(folder / "g.sdf", CompileOptions(cores=case.cores, platform="host"), toolchain())
