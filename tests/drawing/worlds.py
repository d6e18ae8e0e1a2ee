"""Worlds to draw: every shipped game with all of its modules, linked and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from xml.parsers import expat

from alarife.checking.check import checked
from alarife.checking.world import World
from alarife.drawing.looks import Looks
from alarife.linking.program import Program

GAMES: dict[str, tuple[str, ...]] = {
    "alhambra": ("treasure", "cards", "invaders", "bazaars", "change"),
    "dice": (),
    "alcazaba": (),
    "auction": (),
    "breakthrough": (),
    "connect_four": (),
    "draughts": (),
    "goofspiel": (),
    "hex": (),
    "kalah": (),
    "kuhn_poker": (),
    "nim": (),
    "oh_hell": (),
    "pig": (),
    "reversi": (),
    "tic_tac_toe": (),
}


@cache
def program_and_world(game: str) -> tuple[Program, World]:
    """A game with all of its modules."""
    found = checked(game, GAMES[game])
    return found.program, found.world


@cache
def looks_of(game: str) -> Looks:
    """The looks of a game's pieces."""
    return Looks(program_and_world(game)[1])


def texts(svg: str) -> list[str]:
    """Everything in an SVG that is read: texts, titles, labels. Fails if it is not well-formed."""
    found: list[str] = []
    parser = expat.ParserCreate()

    def start(name: str, attributes: dict[str, str]) -> None:
        assert "id" not in attributes, "two drawings on a page would share it"
        found.extend(v for k, v in attributes.items() if k == "aria-label")
        if name == "style":
            assert "#" in svg

    parser.StartElementHandler = start
    parser.CharacterDataHandler = found.append
    parser.Parse(svg, True)
    return [t for t in found if t.strip()]


def without_colours(svg: str) -> str:
    """A drawing as it is without colours and without what only machines read aloud."""
    bare = re.sub(r"<title>.*?</title>|<desc>.*?</desc>", "", svg)
    return re.sub(r' (fill|stroke|aria-label)="[^"]*"', "", bare)


def identifiers(world: World) -> Iterator[str]:
    """Names of rule files that no reader should see: those with an underscore, or with a capital
    inside."""
    names = [*world.kinds, *world.pieces, *world.places, *world.notes, *world.tables]
    names += [name for info in world.kinds.values() for name in info.names]
    for name in names:
        if "_" in name or re.search(r"[a-z][A-Z]", name):
            yield name
