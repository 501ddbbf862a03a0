# SPDX-License-Identifier: Apache-2.0
"""What each section of an object file refers to.

Sources are compiled so that every function and every object has a section of its own, which makes sections the nodes
of the reference graph. This needs no knowledge of relocation types: any relocation in a section is a reference. Where
several functions share a section after all (an attribute, top-level assembly), they share their references too, which
errs on the safe side.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dfgen.model.frozen import frozen

_SHF_WRITE, _SHF_ALLOC, _SHF_EXECINSTR = 0x1, 0x2, 0x4
_NAMED = re.compile(r"[A-Za-z_][\w.]*")  # leaves out the local labels and mapping symbols of assemblers
_SCALAR_BYTES_MAX = 16  # long double, __int128

_TEXT = re.compile(rb"[^\0-\x1f]{1,1024}\0")  # no longer than the names of files are
_STREAMS = ("stdin", "stdout", "stderr")  # data of others that stands among arguments; what else is undefined is called
_RELATIVE_X86_64 = (2, 4)  # R_X86_64_PC32 and R_X86_64_PLT32, which count from behind the four bytes that they fill


@frozen
class Handing:
    """A call, or another mention of a function: of a `name` that others define, or else of one in `section`. `texts`:
    the constant strings of one line that are mentioned before it and behind the last one. Without optimisation these
    are its arguments."""

    texts: tuple[str, ...]
    name: str
    section: int


@frozen
class SectionNode:
    """A section: the symbols it defines, the sections of this object it refers to, and the names it asks others for.

    `code_bytes` is 0 where it holds data, and `data_bytes` where it holds none that can change. `handed`: the functions
    that strings are handed to.
    """

    symbols: tuple[str, ...]
    is_writable: bool
    sections: tuple[int, ...]
    externals: tuple[str, ...]
    code_bytes: int = 0
    data_bytes: int = 0
    handed: tuple[Handing, ...] = ()


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
    """`section` is None when another object, or only the linker, gives the symbol its place, which is `offset` bytes
    into the section."""

    name: str
    is_local: bool
    section: int | None
    offset: int


@frozen
class _Reference:
    """What a relocation names, and how many bytes behind it."""

    symbol: _Symbol
    beyond: int


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
        code = {index for index, (flags, _) in enumerate(headers) if flags & _SHF_EXECINSTR}
        texts = _texts_by_reference(elf, references, code)
    handed = {index: tuple(_handed(references.get(index, ()), texts, code)) for index in code}
    sections = {
        index: _section_node((index, flags, size), symbols, references.get(index, []), handed.get(index, ()))
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
    section = index if isinstance(index, int) else None
    return _Symbol(entry.name, entry["st_info"]["bind"] == "STB_LOCAL", section, entry["st_value"])


def _references(elf: Any, symbols: list[_Symbol]) -> dict[int, list[_Reference]]:
    """What relocations name, by the section in which these stand, in order of their offset."""
    found: dict[int, list[_Reference]] = {}
    relative = _RELATIVE_X86_64 if elf["e_machine"] == "EM_X86_64" else ()
    for section in elf.iter_sections():
        if section["sh_type"] in ("SHT_REL", "SHT_RELA"):
            relocations = sorted(section.iter_relocations(), key=lambda relocation: int(relocation["r_offset"]))
            found.setdefault(section["sh_info"], []).extend(
                _Reference(
                    symbols[each["r_info_sym"]],
                    (each["r_addend"] if each.is_RELA() else 0) + (4 if each["r_info_type"] in relative else 0),
                )
                for each in relocations
            )
    return found


def _texts_by_reference(
    elf: Any, references: Mapping[int, Sequence[_Reference]], code: Collection[int]
) -> dict[_Reference, tuple[str, ...]]:
    """The strings that references name, themselves or by an object that points to them."""
    constants = {
        index: section.data()
        for index, section in enumerate(elf.iter_sections())
        if section["sh_flags"] & _SHF_ALLOC and not section["sh_flags"] & (_SHF_WRITE | _SHF_EXECINSTR)
    }

    def own(reference: _Reference) -> tuple[str, ...]:
        at = reference.symbol.offset + reference.beyond
        text = _TEXT.match(constants.get(reference.symbol.section or 0, b""), at) if at >= 0 else None
        return (text[0][:-1].decode(errors="replace"),) if text else ()

    texts = {each: own(each) for named in references.values() for each in named}
    pointing = {
        index: tuple(text for each in named for text in texts[each])
        for index, named in references.items()
        if index not in code
    }
    return {each: found or pointing.get(each.symbol.section or 0, ()) for each, found in texts.items()}


def _handed(
    named: Sequence[_Reference], texts: Mapping[_Reference, tuple[str, ...]], code: Collection[int]
) -> Iterator[Handing]:
    """Of a section; `code`: the sections that hold functions."""
    waiting: list[str] = []
    for each in named:
        name, section = each.symbol.name, each.symbol.section
        if texts[each]:
            waiting += texts[each]
        elif waiting and (section in code or (section is None and name not in _STREAMS)):
            yield Handing(tuple(dict.fromkeys(waiting)), name if section is None else "", section or 0)
            waiting = []


def _section_node(
    header: tuple[int, int, int],
    symbols: list[_Symbol],
    named: list[_Reference],
    handed: tuple[Handing, ...],
) -> SectionNode:
    """`header`: its index, its flags and its bytes."""
    index, flags, size_bytes = header
    names = [symbol.name for symbol in symbols if symbol.section == index and _NAMED.fullmatch(symbol.name)]
    referenced = [each.symbol for each in named]
    inside = [symbol.section for symbol in referenced if symbol.section is not None and symbol.section != index]
    outside = [symbol.name for symbol in referenced if symbol.section is None and symbol.name]
    code_bytes = size_bytes if flags & _SHF_EXECINSTR else 0
    data_bytes = size_bytes if flags & _SHF_WRITE else 0
    sections, externals = tuple(dict.fromkeys(inside)), tuple(dict.fromkeys(outside))
    return SectionNode(tuple(names), bool(flags & _SHF_WRITE), sections, externals, code_bytes, data_bytes, handed)
