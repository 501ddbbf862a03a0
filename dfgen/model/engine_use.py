# SPDX-License-Identifier: Apache-2.0
"""A copy engine as a program uses it. FIFOs that want the same one in the same way share it."""

from __future__ import annotations

from dfgen.model.frozen import frozen
from dfgen.model.options import Given, number_of


@frozen
class EngineUse:
    """`settings`: the options that the engine is opened with, where the user has given any. Plan and program know a use
    by its text: `thread`, or `thread(lanes = 2, place = other)`."""

    name: str
    settings: Given = ()

    def __str__(self) -> str:
        given = ", ".join(f"{name} = {value}" for name, value in self.settings)
        return f"{self.name}({given})" if given else self.name

    @classmethod
    def of(cls, text: str) -> EngineUse:
        name, _, given = text.removesuffix(")").partition("(")
        pairs = (setting.partition(" = ") for setting in given.split(", ") if setting)
        return cls(name, tuple((key, value) for key, _, value in pairs))

    def number(self, name: str) -> int:
        """A setting that is a number; 0 if it is left to the engine."""
        value = dict(self.settings).get(name)
        return number_of(value) if value is not None else 0
