# SPDX-License-Identifier: Apache-2.0
"""What each section of an object file refers to.

Sources are compiled so that every function and every object has a section of its own, which makes sections the nodes
of the reference graph. This needs no knowledge of relocation types: any relocation in a section is a reference. Where
several functions share a section after all (an attribute, top-level assembly), they share their references too, which
errs on the safe side.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from dfgen.model.frozen import frozen

_SHF_WRITE, _SHF_ALLOC, _SHF_EXECINSTR = 0x1, 0x2, 0x4
_NAMED = re.compile(r"[A-Za-z_][\w.]*")  # leaves out the local labels and mapping symbols of assemblers
_SCALAR_BYTES_MAX = 16  # long double, __int128


@frozen
class SectionNode:
    """A section: the symbols it defines, the sections of this object it refers to, and the names it asks others for.

    `code_bytes` is 0 where it holds data, and `data_bytes` where it holds none that can change.
    """

    symbols: tuple[str, ...]
    is_writable: bool
    sections: tuple[int, ...]
    externals: tuple[str, ...]
    code_bytes: int = 0
    data_bytes: int = 0


@frozen
class ObjectFile:
    """The sections by index; `exported` and `local` give the section of each name others can and cannot see.

    `included`: the source itself, then the files that it includes, but for the system's, which are the others.
    """

    source: str
    sections: dict[int, SectionNode]
    exported: dict[str, int]
    local: dict[str, int]
    included: tuple[Path, ...] = ()
    system_headers: tuple[Path, ...] = ()

    @property
    def functions(self) -> frozenset[str]:
        """The functions that others can see."""
        return frozenset(name for name, section in self.exported.items() if self.sections[section].code_bytes)

    @property
    def data(self) -> frozenset[str]:
        """The objects that it defines and that can be written to."""
        defined = {**self.local, **self.exported}
        return frozenset(name for name, section in defined.items() if self.sections[section].is_writable)

    @property
    def large_data(self) -> frozenset[str]:
        """Those of them that are no scalars: arrays and structs."""
        defined = {**self.local, **self.exported}
        return frozenset(name for name in self.data if self.sections[defined[name]].data_bytes > _SCALAR_BYTES_MAX)

    @property
    def undefined(self) -> frozenset[str]:
        """What this object asks others for."""
        return frozenset(name for node in self.sections.values() for name in node.externals) - self.exported.keys()

    def keeps_data(self, function: str) -> bool:
        """Whether `function` uses data of this object that can change, itself or through others of the object."""
        reached = [self.exported[function]]
        for section in reached:
            inner = self.sections[section].sections
            reached += [each for each in inner if each in self.sections and each not in reached]
        return any(self.sections[section].is_writable for section in reached)


@frozen
class _Symbol:
    """`section` is None when another object, or only the linker, gives the symbol its place."""

    name: str
    is_local: bool
    section: int | None


def read_object(path: Path, source: str) -> ObjectFile | None:
    """The references in the ELF object `path`, compiled from `source`; None if there is none."""
    from elftools.common.exceptions import ELFError  # while the compiler reads the next source
    from elftools.elf.elffile import ELFFile

    if not path.is_file():
        return None
    with path.open("rb") as stream:
        try:
            elf = ELFFile(stream)
        except ELFError:
            return None
        symbols = _symbols(elf)
        references = _references(elf, symbols)
        headers = [(section["sh_flags"], section["sh_size"]) for section in elf.iter_sections()]
    sections = {
        index: _section_node(index, flags, size, symbols, references.get(index, []))
        for index, (flags, size) in enumerate(headers)
        if flags & _SHF_ALLOC
    }
    placed = [symbol for symbol in symbols if symbol.section in sections and _NAMED.fullmatch(symbol.name)]
    exported = {symbol.name: symbol.section for symbol in placed if symbol.section and not symbol.is_local}
    local = {symbol.name: symbol.section for symbol in placed if symbol.section and symbol.is_local}
    return ObjectFile(source, sections, exported, local)


def _symbols(elf: Any) -> list[_Symbol]:
    table = next(elf.iter_sections(type="SHT_SYMTAB"), None)
    return [_symbol(entry) for entry in table.iter_symbols()] if table is not None else []


def _symbol(entry: Any) -> _Symbol:
    index = entry["st_shndx"]
    return _Symbol(entry.name, entry["st_info"]["bind"] == "STB_LOCAL", index if isinstance(index, int) else None)


def _references(elf: Any, symbols: list[_Symbol]) -> dict[int, list[_Symbol]]:
    """The symbols that relocations name, by the section in which these stand, in order of their offset."""
    found: dict[int, list[_Symbol]] = {}
    for section in elf.iter_sections():
        if section["sh_type"] in ("SHT_REL", "SHT_RELA"):
            relocations = sorted(section.iter_relocations(), key=lambda relocation: int(relocation["r_offset"]))
            found.setdefault(section["sh_info"], []).extend(symbols[each["r_info_sym"]] for each in relocations)
    return found


def _section_node(
    index: int, flags: int, size_bytes: int, symbols: list[_Symbol], referenced: list[_Symbol]
) -> SectionNode:
    names = [symbol.name for symbol in symbols if symbol.section == index and _NAMED.fullmatch(symbol.name)]
    inside = [symbol.section for symbol in referenced if symbol.section is not None and symbol.section != index]
    outside = [symbol.name for symbol in referenced if symbol.section is None and symbol.name]
    code_bytes = size_bytes if flags & _SHF_EXECINSTR else 0
    data_bytes = size_bytes if flags & _SHF_WRITE else 0
    sections, externals = tuple(dict.fromkeys(inside)), tuple(dict.fromkeys(outside))
    return SectionNode(tuple(names), bool(flags & _SHF_WRITE), sections, externals, code_bytes, data_bytes)
