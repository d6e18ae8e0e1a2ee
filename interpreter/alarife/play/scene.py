"""A scene: what a screen is made from, and the terminal it is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from alarife.play.answering import Asked
from alarife.play.look import PieceText
from alarife.table import Table

Data = dict[str, Any]
ENDLESS = 10_000


@dataclass(slots=True)
class Size:
    """A terminal: columns and rows, whether it shows colours, whether it has lines to draw with,
    and whether what is wider can be scrolled."""

    width: int = 80
    height: int = 24
    colour: bool = False
    fine: bool = True
    sideways: bool = False


@dataclass(slots=True)
class Scene:
    """What a screen is made from. `fresh`: the events to be told above, if there is room for all of
    them; `bots`: seat → bot; `foresee` says what an answer would do; `warn` is added below. With
    `nobody`, several people look, and none of them is called "you"."""

    table: Table
    data: Data
    size: Size
    fresh: list[Data] = field(default_factory=list)
    bots: Mapping[int, str] = field(default_factory=dict)
    encoding: str = "utf-8"
    foresee: Callable[[str], list[str]] | None = None
    warn: list[str] = field(default_factory=list)
    nobody: bool = False

    @property
    def look(self) -> PieceText:
        """How things look to the seat."""
        wording, question = self.table.wording, self.data["question"]
        meant = {spot["piece"] for spot in question["subjects"]} if question else set[int]()
        seat, world = 0 if self.nobody else self.data["seat"], self.table.game.world
        return PieceText(world, seat, self.encoding, wording.names, meant)

    @property
    def asked(self) -> Asked | None:
        """The question, if it is this seat's."""
        return Asked(self.data["question"]) if self.data["yours"] else None
