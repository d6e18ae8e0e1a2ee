"""Which signs a screen has written, for its legend."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Used:
    """The signs that have been written: kinds by their names, signs of pieces with their titles;
    whether parties and sides were."""

    kinds: dict[str, None] = field(default_factory=dict)
    pieces: dict[str, str] = field(default_factory=dict)
    parties: bool = False
    sides: bool = False
