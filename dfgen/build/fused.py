# SPDX-License-Identifier: Apache-2.0
"""Finds fused multiply-adds that a compiler made against what it was told.

gcc 12 vectorises what has the form of a product of complex numbers with instructions that multiply, then subtract and
add in turn, also with `-ffp-contract=off`. No option of it prevents that alone, and without these instructions code may
be slower that has nothing to do with it. So a program is built without them only where they are found in it.
"""

from __future__ import annotations

import re
from pathlib import Path

# VFMADDSUB and VFMSUBADD of any operand order, in their VEX and EVEX encodings: Intel 64 and IA-32 Architectures
# Software Developer's Manual, volume 2, sections 2.3.5 (VEX), 2.7.1 (EVEX), and their own pages for the opcodes.
_MAP_38_OF_VEX = bytes(value for value in range(256) if value & 0x1F == 2)
_PREFIX_66_OF_VEX = bytes(value for value in range(256) if value & 3 == 1)
_MAP_38_OF_EVEX = bytes(value for value in range(256) if value & 0xF == 2)
_PREFIX_66_OF_EVEX = bytes(value for value in range(256) if value & 7 == 5)


def _one_of(values: bytes) -> bytes:
    return b"[" + b"".join(b"\\x%02x" % value for value in values) + b"]"


_OPCODE = _one_of(b"\x96\x97\xa6\xa7\xb6\xb7")
_ALTERNATING = re.compile(
    b"\xc4" + _one_of(_MAP_38_OF_VEX) + _one_of(_PREFIX_66_OF_VEX) + _OPCODE
    + b"|\x62" + _one_of(_MAP_38_OF_EVEX) + _one_of(_PREFIX_66_OF_EVEX) + b"." + _OPCODE,
    re.DOTALL,
)  # fmt: skip


def has_fused_products(program: Path) -> bool:
    """Whether the machine code of an x86-64 program multiplies and adds in turn without rounding between. Bytes within
    other instructions may look like that, once in some million."""
    content = program.read_bytes()
    return _ALTERNATING.search(content) is not None and any(map(_ALTERNATING.search, _code(program)))


def _code(program: Path) -> list[bytes]:
    """What the processor may execute; of other processors' programs nothing."""
    from elftools.elf.constants import SH_FLAGS  # seldom needed, and every start of a program would wait for it
    from elftools.elf.elffile import ELFFile

    with program.open("rb") as file:
        elf = ELFFile(file)
        if elf["e_machine"] != "EM_X86_64":
            return []
        return [found.data() for found in elf.iter_sections() if found["sh_flags"] & SH_FLAGS.SHF_EXECINSTR]
