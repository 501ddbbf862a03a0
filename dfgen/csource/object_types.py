# SPDX-License-Identifier: Apache-2.0
"""The structs of object tokens: what C says of them and what the graph file adds, put together to descriptions.

A pointer to a complete struct leads to one object. Of all other pointers the graph file must say how many elements they
lead to, or that they are `transient` or `external`. Structs inside of structs are flattened; an array of them gives
fields that repeat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from dfgen.csource.declarations import CMember, CRecord, CShape, Declarations, TypeKind
from dfgen.model.diagnostics import Diagnostic, Note, Span
from dfgen.model.frozen import frozen
from dfgen.model.objects import FieldKind, FieldWords, ObjectField, ObjectType, ObjectWords

FIELDS_MAX = 4096
POINTER_BYTES = 8
_DATA = frozenset({TypeKind.INTEGER, TypeKind.ENUM, TypeKind.BOOL, TypeKind.FLOAT, TypeKind.COMPLEX})
_COUNTS = frozenset({TypeKind.INTEGER, TypeKind.ENUM})
_FLEXIBLE = {
    FieldKind.OBJECTS: FieldKind.FLEXIBLE_OBJECTS,
    FieldKind.REFERENCES: FieldKind.FLEXIBLE_REFERENCES,
    FieldKind.DATA: FieldKind.FLEXIBLE_DATA,
}

Repeats = tuple[tuple[int, int], ...]
"""How often something stands there, and how far apart, from the outermost array inwards."""


def has_pointers(record: CRecord, records: Mapping[str, CRecord]) -> bool:
    """Whether it holds a pointer, itself or in what lies in it."""
    return first_pointer(record, records) is not None


def first_pointer(record: CRecord, records: Mapping[str, CRecord]) -> str | None:
    """The first pointer that it holds, such as `head.next`; None if it holds none. Each type in it is looked through
    once: structs of two of the same, of two of the same, are soon very many."""
    seen: set[str] = set()
    waiting = [("", member) for member in reversed(record.members)]
    while waiting:
        prefix, member = waiting.pop()
        if member.shape.type.kind is TypeKind.POINTER:
            return prefix + member.name
        inner = records.get(member.shape.type.name)
        if inner is not None and inner.name not in seen:
            seen.add(inner.name)
            inside = f"{prefix}{member.name}." if member.name else prefix
            waiting += [(inside, each) for each in reversed(inner.members)]
    return None


def endless_member(record: CRecord, records: Mapping[str, CRecord]) -> str | None:
    """The array without a length that it ends with, itself or in what lies last in it; None if it ends with none."""
    path: list[str] = []
    ending: CRecord | None = record
    while ending is not None and ending.members:
        last = ending.members[-1]
        path += [last.name] if last.name else []
        if 0 in last.counts:
            return ".".join(path)
        ending = records.get(last.shape.type.name)
    return None


def object_types(
    roots: Mapping[str, Span], words: Iterable[ObjectWords], declarations: Declarations
) -> tuple[tuple[ObjectType, ...], list[Diagnostic]]:
    """A description of each struct that `roots` (C names, and where they are used) can reach, and what is wrong."""
    reading = _Reading(declarations, {})
    for said in words:
        reading.take_words(said)
    for c_name, span in roots.items():
        reading.take_root(c_name, span)
    return reading.run(), reading.problems


@frozen
class _Place:
    """Where the members of a record stand in the struct that is described."""

    record: CRecord
    said: ObjectWords | None
    prefix: str = ""
    offset: int = 0
    repeats: Repeats = ()


@dataclass
class _Reading:
    declarations: Declarations
    words: dict[str, ObjectWords]
    problems: list[Diagnostic] = field(default_factory=list)
    waiting: dict[str, None] = field(default_factory=dict)

    def take_words(self, said: ObjectWords) -> None:
        record = self._record(said.c_name)
        if record is None:
            hint = "Include the header that defines it."
            self._wrong("object-type", f"'{said.c_name}' is not a complete struct of the headers", said.span, hint)
            return
        self.words[record.name] = said
        names = {member.name for member in self._named(record)}
        for words in said.fields:
            if words.name not in names:
                note = Note("the struct", record.location)
                self._wrong("object-type", f"'{said.c_name}' has no field '{words.name}'", words.span, "", note)

    def take_root(self, c_name: str, span: Span) -> None:
        record = self._record(c_name)
        if record is None:
            hint = "Include the header that defines it."
            self._wrong("object-type", f"'{c_name}' is not a complete struct of the headers", span, hint)
        else:
            self.waiting[record.name] = None

    def run(self) -> tuple[ObjectType, ...]:
        """Breadth first from the roots."""
        done: dict[str, ObjectType] = {}
        while self.waiting:
            name = next(iter(self.waiting))
            del self.waiting[name]
            if name not in done:
                done[name] = self._described(self.declarations.records[name])
                self.waiting.update((f.type, None) for f in done[name].fields if f.type and f.type not in done)
        return tuple(done.values())

    def _record(self, c_name: str) -> CRecord | None:
        type = self.declarations.types.get(c_name)
        record = self.declarations.records.get(type.name) if type is not None else None
        return record if record is not None and not record.is_union else None

    def _named(self, record: CRecord) -> Iterator[CMember]:
        """The members, those of unnamed structs and unions inside too."""
        for member in record.members:
            inner = self.declarations.records.get(member.shape.type.name)
            if not member.name and inner is not None:
                for each in self._named(inner):
                    yield replace(each, offset_bytes=member.offset_bytes + each.offset_bytes)
            else:
                yield member

    def _described(self, record: CRecord) -> ObjectType:
        fields = list(self._fields(_Place(record, self.words.get(record.name))))
        if len(fields) > FIELDS_MAX:
            message = f"'{record.name}' has more than {FIELDS_MAX} fields that copies must look at"
            self._wrong("object-type", message, record.location, "Put parts of it into objects of their own.")
        return ObjectType(
            record.name, record.name.removeprefix("struct "), record.size_bytes, record.align_bytes, tuple(fields)
        )

    def _fields(self, place: _Place) -> Iterator[ObjectField]:
        said = {words.name: words for words in place.said.fields} if place.said else {}
        for member in place.record.members:
            words = said.get(member.name) if member.name else None
            if words is not None and words.word == "transient":
                yield from self._transient(place, member)
            elif words is None or not words.word:  # what is external is copied as it is
                yield from self._field(place, member, words)

    def _transient(self, place: _Place, member: CMember) -> Iterator[ObjectField]:
        record = self.declarations.records.get(member.shape.type.name)
        size = record.size_bytes if record is not None else member.shape.type.size_bytes
        for count in member.counts:
            size *= count
        if member.is_bit_field or size == 0:
            self._wrong_field("object-pointer", place, member, "has no bytes of its own", "Make it a plain field.")
            return
        found = ObjectField(place.prefix + member.name, FieldKind.TRANSIENT, place.offset + member.offset_bytes, size)
        yield from _spread(found, place.repeats)

    def _field(self, place: _Place, member: CMember, words: FieldWords | None) -> Iterator[ObjectField]:
        is_flexible = 0 in member.counts
        if words is not None:
            yield from self._counted(place, member, words, is_flexible)
        elif is_flexible:
            hint = f"Say in 'object {place.record.name} {{ ... }}' which field counts them: '{member.name}[count];'."
            self._wrong_field("object-count", place, member, "has an open number of elements", hint)
        elif member.shape.type.kind is TypeKind.RECORD:
            yield from self._inside(place, member)
        elif member.shape.type.kind is TypeKind.POINTER:
            target = member.shape.pointee
            if target is None or not self._is_struct(target):
                self._unexplained(place, member)
                return
            offset = place.offset + member.offset_bytes
            found = ObjectField(place.prefix + member.name, FieldKind.OBJECT, offset, 0, type=target.type.name)
            yield from _spread(found, (*place.repeats, *_own_repeats(member, POINTER_BYTES)))

    def _inside(self, place: _Place, member: CMember) -> Iterator[ObjectField]:
        """A struct in a struct; of a union nobody knows which member counts."""
        record = self.declarations.records[member.shape.type.name]
        if record.is_union:
            if has_pointers(record, self.declarations.records):
                self._wrong_field(
                    "object-pointer", place, member, "is a union with pointers", self._advice(place, member)
                )
            return
        said = self.words.get(record.name) if member.name else place.said
        prefix = f"{place.prefix}{member.name}." if member.name else place.prefix
        repeats = (*place.repeats, *_own_repeats(member, record.size_bytes))
        yield from self._fields(_Place(record, said, prefix, place.offset + member.offset_bytes, repeats))

    def _counted(self, place: _Place, member: CMember, words: FieldWords, is_flexible: bool) -> Iterator[ObjectField]:
        element: CShape | None = member.shape if is_flexible else member.shape.pointee
        if not is_flexible and member.shape.type.kind is not TypeKind.POINTER:
            self._wrong("object-count", f"'{member.name}' leads to no elements", words.span, "It is not a pointer.")
            return
        kind = self._kind_of_elements(element) if element is not None else None
        count = self._count(place, words)
        if kind is None or element is None:
            self._unexplained(place, member)
        elif is_flexible and (place.prefix or len(member.counts) > 1):
            self._wrong_field("object-count", place, member, "has an open end inside of a struct", "Use a pointer.")
        elif count is not None:
            target = element.pointee if kind is FieldKind.REFERENCES else element
            assert target is not None
            found = ObjectField(
                place.prefix + member.name,
                _FLEXIBLE[kind] if is_flexible else kind,
                place.offset + member.offset_bytes,
                element.type.size_bytes if kind is FieldKind.DATA else 0,
                type="" if kind is FieldKind.DATA else target.type.name,
                count_offset=place.offset + count.offset_bytes,
                count_bytes=count.shape.type.size_bytes,
                count_is_signed=count.shape.type.is_signed,
                align_bytes=element.align_bytes,
            )
            own = () if is_flexible else _own_repeats(member, POINTER_BYTES)
            yield from _spread_with_counts(found, place.repeats, own)

    def _kind_of_elements(self, element: CShape) -> FieldKind | None:
        if self._is_struct(element):
            return FieldKind.OBJECTS
        if element.type.kind is TypeKind.POINTER and element.pointee is not None and self._is_struct(element.pointee):
            return FieldKind.REFERENCES
        return FieldKind.DATA if element.type.kind in _DATA else None

    def _is_struct(self, shape: CShape) -> bool:
        record = self.declarations.records.get(shape.type.name)
        return shape.type.kind is TypeKind.RECORD and record is not None and not record.is_union

    def _is_hidden(self, shape: CShape | None) -> TypeGuard[CShape]:
        """A struct or union that no header defines."""
        if shape is None or shape.type.kind is not TypeKind.RECORD:
            return False
        return shape.type.name not in self.declarations.records

    def _count(self, place: _Place, words: FieldWords) -> CMember | None:
        """The member that counts the elements, if it can."""
        found = next((member for member in self._named(place.record) if member.name == words.count), None)
        if found is None:
            message = f"'{place.record.name}' has no field '{words.count}' that could count '{words.name}'"
            self._wrong("object-count", message, words.count_span, "Name an integer of the same struct.")
        elif found.shape.type.kind not in _COUNTS or found.counts or found.is_bit_field:
            message = f"'{words.count}' is not an integer that could count '{words.name}'"
            self._wrong("object-count", message, words.count_span, "Name an integer of the same struct.")
            return None
        return found

    def _unexplained(self, place: _Place, member: CMember) -> None:
        what = f"is a '{member.shape.type.name}', and nothing says what it leads to"
        self._wrong_field("object-pointer", place, member, what, self._advice(place, member))

    def _advice(self, place: _Place, member: CMember) -> str:
        """Only what can help: nothing counts what has no size, and a union's pointer may be none."""
        if not member.name:
            return f"Give it a name, and say in 'object {place.record.name} {{ ... }}' of the graph file what it is."
        target = member.shape.pointee
        include = f"Include the header that defines '{target.type.name}', or say" if self._is_hidden(target) else "Say"
        can_count = target is not None and self._kind_of_elements(target) is not None
        count = f"'{member.name}[count];' with the field that counts them, " if can_count else ""
        return (
            f"{include} in 'object {place.record.name} {{ ... }}' of the graph file {count}'{member.name} transient;' "
            f"if it is zero for the receiver, or '{member.name} external;' if it stays as it is."
        )

    def _wrong_field(self, id: str, place: _Place, member: CMember, what: str, hint: str) -> None:
        name = f"{place.prefix}{member.name}" or "an unnamed part"
        span = place.said.span if place.said is not None else place.record.location
        self._wrong(id, f"field '{name}' of '{place.record.name}' {what}", span, hint)

    def _wrong(self, id: str, message: str, span: Span, hint: str, *notes: Note) -> None:
        self.problems.append(Diagnostic(id, message, span, hint, notes))


def _own_repeats(member: CMember, size_bytes: int) -> Repeats:
    found: list[tuple[int, int]] = []
    for count in reversed(member.counts):
        found.append((count, size_bytes))
        size_bytes *= count
    return tuple(reversed(found))


def _merged(repeats: Repeats) -> Repeats:
    """With arrays that lie in each other without room between as one."""
    found: list[tuple[int, int]] = []
    for count, stride in repeats:
        if count == 1:
            continue
        if found and found[-1][1] == count * stride:
            found[-1] = (found[-1][0] * count, stride)
        else:
            found.append((count, stride))
    return tuple(found)


def _spread(item: ObjectField, repeats: Repeats) -> Iterator[ObjectField]:
    """The field at all its places: the innermost array repeats it, those around it give fields of their own."""
    *outer, inner = _merged(repeats) or ((1, 0),)
    for offset in _offsets(outer):
        yield replace(item, offset=item.offset + offset, repeat=inner[0], stride=inner[1])


def _spread_with_counts(item: ObjectField, outer: Repeats, own: Repeats) -> Iterator[ObjectField]:
    """The same of a field with a count, which the arrays around repeat, too, but not that of the member itself."""
    if not _merged(own):
        for each in _spread(item, outer):
            moved = each.offset - item.offset
            yield replace(each, count_offset=item.count_offset + moved, count_stride=each.stride)
        return
    for offset in _offsets(outer):
        for each in _spread(replace(item, offset=item.offset + offset), own):
            yield replace(each, count_offset=item.count_offset + offset)


def _offsets(repeats: Sequence[tuple[int, int]]) -> Iterator[int]:
    if not repeats:
        yield 0
        return
    (count, stride), *inner = repeats
    for index in range(min(count, FIELDS_MAX + 1)):
        for offset in _offsets(inner):
            yield index * stride + offset
