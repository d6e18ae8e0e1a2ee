"""What a law that reads notes sees of all pieces, and what it knows by that; see `notes`."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Verdicts:
    """Tables that go by the samples of looks."""

    lays: dict[int, int] = field(default_factory=dict[int, int])
    exchanges: dict[object, int] = field(default_factory=dict[object, int])
    fixed: dict[tuple[int, ...], int] = field(default_factory=dict[tuple[int, ...], int])
    anywhere: int | None = None


@dataclass(slots=True)
class Dressing:
    """The looks of all pieces, as bits where they have bits, and a sample of each look with bits.
    `noted`: the pieces with looks of their own; `missing`: the looks without a sample; `said`: by
    piece what its notes say, where one says yes."""

    looks: dict[int, int]
    bits: dict[int, int]
    samples: list[int]
    noted: frozenset[int]
    missing: frozenset[int]
    verdicts: Verdicts
    said: dict[int, tuple[bool, ...]]
    masks: dict[tuple[int, ...], int] = field(default_factory=dict[tuple[int, ...], int])
