"""What a pass may ask besides the body in its hands."""

from __future__ import annotations

from dataclasses import dataclass, field

from alarife.ir.nodes import Function


@dataclass(slots=True)
class Facts:
    """`functions` are those of the program that have been through all passes, by name."""

    functions: dict[str, Function] = field(default_factory=dict[str, Function])
