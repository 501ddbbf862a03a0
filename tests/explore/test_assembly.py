# SPDX-License-Identifier: Apache-2.0
"""Inline assembly is found in what compilers make of C, wherever it is written."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path

import pytest

from dfgen.explore.assembly import assembly_in
from tests.explore.programs import CHANGE, recorded

GCC = """\
	.file	"user.c"
	.loc 2 5 5 discriminator 3 view .LVU62
#APP
# 6 "include/quick.h" 1
	movl (%rsi), %eax
# 0 "" 2
.LVL36:
	.loc 2 7 5 discriminator 3 view .LVU64
# 9 "user.c" 1

# 0 "" 2
#NO_APP
	addq	$4, %rsi
"""
GCC_ARM = """\
#APP
// 1 "b.h" 1
	ldr w0, [x0]
// 0 "" 2
#NO_APP
"""
CLANG = """\
	.file	0 "/build" "user.c" md5 0x781fd74b513d00478dff96cf553a3503
	.file	3 "include" "quick.h" md5 0x781fd74b513d00478dff96cf553a3503
	.loc	3 6 5 is_stmt 1                 # include/quick.h:6:5
	#APP
	movl	(%rbx), %ecx
	#NO_APP
.Ltmp93:
	.loc	0 23 29 is_stmt 1               # user.c:23:29
	#APP
	#NO_APP
	movq	%r14, %rdi
"""
CLANG_ARM = """\
	.file	1 "." "b.h" md5 0xfd8ae66b87fbc6c73edbf7436b9336b0
	.loc	1 1 46 prologue_end             // ./b.h:1:46
	//APP
	ldr	w0, [x0]
	//NO_APP
"""
BYTES = """\
#APP
# 3 "user.c" 1
	.byte 0x0f, 0x0b
# 0 "" 2
# 4 "user.c" 1
	.p2align 4
# 0 "" 2
#NO_APP
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (GCC, ("include/quick.h", 6)),
        (GCC_ARM, ("b.h", 1)),
        (CLANG, ("include/quick.h", 6)),
        (CLANG_ARM, ("b.h", 1)),
        (BYTES, ("user.c", 3)),
    ],
    ids=["gcc", "gcc, arm64", "clang", "clang, arm64", "bytes"],
)
def test_what_has_instructions_is_found_where_it_is_written(text: str, found: tuple[str, int], tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.s", "b.s")]
    for file in files:
        file.write_text(text)
    assert list(assembly_in(files)) == [found]


def test_code_without_any_has_none(tmp_path: Path) -> None:
    file = tmp_path / "a.s"
    file.write_text('\t.file\t"user.c"\n\tmovl (%rsi), %eax\n# 6 "user.c" 1\n')
    assert list(assembly_in([file])) == []


USED = """\
static inline uint32_t load(const uint32_t *from)
{
    uint32_t found;
    __asm__ volatile("INSTRUCTION" : "=r"(found) : "r"(from) : "memory");
    return found;
}
static inline void never(uint32_t *to)
{
    __asm__ volatile("nop" : : "r"(to) : "memory");
}
"""
INSTRUCTIONS = {"x86_64": "movl (%1), %0", "aarch64": "ldr %w0, [%1]"}


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.skipif(platform.machine() not in INSTRUCTIONS, reason="no instruction of this machine is known here")
def test_assembly_of_headers_is_told_where_it_is_used(
    compiler: str, simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not here")
    monkeypatch.setenv("CC", compiler)
    folder = tmp_path / "graph"
    shutil.copytree(CHANGE.parent, folder)
    (folder / "quick.h").write_text(USED.replace("INSTRUCTION", INSTRUCTIONS[platform.machine()]))
    code = folder / "change.c"
    text = code.read_text().replace("#include <stdio.h>", '#include "quick.h"\n#include <stdio.h>')
    code.write_text(text.replace("own ^= in[i];", 'own ^= load(in + i); __asm__ volatile("" : : : "memory");'))
    seen = recorded(folder / "change.sdf", tmp_path / "scratch", {"words": 4096}, simulator=simulator)
    assert seen.recording.notes == ("quick.h:4 has inline assembly: what it accesses is not seen",)
