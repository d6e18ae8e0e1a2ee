"""Alcazaba by hand (ALCA-4 to 9, ALCA2): tiles in columns, the same building rules and scorings as
in `cities` and `scoring`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.independent.cities import START, Cell, City, exchangeable, longest_wall, removable, spots
from tests.independent.columns import BUILDINGS, DIRK, Asking, Columns, Question, Turn, field_of
from tests.independent.scoring import majority, prizes

STARTER = "StarterTile"


def tile_key(tile: Mapping[str, Any]) -> str:
    """A tile in one text, as decisions name it."""
    return f"Tile({tile['building']},{tile['price']},{tile['walls']})"


def walls(tile: str) -> str:
    """The walls of a tile, from that text."""
    return tile[:-1].rpartition(",")[2]


def building(tile: str) -> str:
    """Its building."""
    return tile[5:].partition(",")[0]


def cell_keys(cells: Iterable[Cell]) -> set[str]:
    """Cells as decisions name them."""
    return {f"{x},{y}" for x, y in cells}


def cell(key: str) -> Cell:
    """And back."""
    x, y = key.split(",")
    return int(x), int(y)


@dataclass
class Alcazaba(Columns):
    """Cities are tiles by cells, the start tile left out; an offer is a list of tiles, the lowest
    first."""

    offer: dict[str, list[str]] = field(default_factory=dict)
    starter_at: str = ""
    built: dict[str, dict[Cell, str]] = field(default_factory=dict)
    kept: dict[str, list[str]] = field(default_factory=dict)
    given: list[str] = field(default_factory=list)
    laid: Counter[str] = field(default_factory=Counter)

    def city(self, who: str) -> City:
        """An Alhambra as walls by cells."""
        return {START: ""} | {c: walls(t) for c, t in self.built.setdefault(who, {}).items()}

    def reserve(self, who: str) -> list[str]:
        """A reserve board."""
        return self.kept.setdefault(who, [])

    def lay_out(self, number: int) -> None:
        """ALCA-4, ALCA2-1: a tile of every kind, five drawn ones on top, and the starting-player
        tile."""
        dump = self.look()
        self.offer = {b: [tile_key(t) for t in dump["places"]["offer"][b]] for b in BUILDINGS}
        assert sum(map(len, self.offer.values())) == 11
        assert all(building(t) == b for b, tiles in self.offer.items() for t in tiles)
        self.laid.update(t for tiles in self.offer.values() for t in tiles)
        at = [b for b in BUILDINGS if dump["places"]["prizes"][b]]
        assert len(at) == (number < 5)
        self.starter_at = at[0] if at else ""
        drawn = [dump["notes"]["column_drawn"][str(k)] for k in range(1, 6)]
        assert Counter(drawn) == Counter({b: len(tiles) - 1 for b, tiles in self.offer.items()})
        if self.players == 2:
            for k, column in enumerate(drawn):
                self.area[column][field_of(k + 2, 3)] = DIRK
            self.at_hand[DIRK] = 0

    # ----------------------------------------------------------------
    # redesign
    def redesigns(self, who: str) -> set[str]:
        """BASE-28 to 30: those that are possible."""
        city, reserve = self.city(who), self.reserve(who)
        possible = {
            "add": any(spots(city, walls(t)) for t in reserve),
            "remove": bool(removable(city)),
            "exchange": any(exchangeable(city, walls(t)) for t in reserve),
        }
        return {name for name, can in possible.items() if can}

    def extra_actions(self, who: str, turn: Turn) -> set[str]:
        """ALCA-6: instead of a marker, after the first or second roll."""
        return {"redesign_instead"} if len(turn.shown) < 3 and self.redesigns(who) else set()

    def act(self, action: str, who: str, turn: Turn) -> Generator[Question, str, bool]:
        """One redesign, and the marker rests."""
        kind = yield who, self.redesigns(who)
        self.seen[kind] += 1
        city, reserve, built = self.city(who), self.reserve(who), self.built[who]
        if kind == "add":
            tile = yield who, {t for t in reserve if spots(city, walls(t))}
            built[cell((yield who, cell_keys(spots(city, walls(tile)))))] = tile
            reserve.remove(tile)
        elif kind == "remove":
            tile = yield who, {built[c] for c in removable(city)}
            reserve.append(built.pop(next(c for c, t in built.items() if t == tile)))
        else:
            old = yield who, {built[c] for t in reserve for c in exchangeable(city, walls(t))}
            at = next(c for c, t in built.items() if t == old)
            new = yield who, {t for t in reserve if at in exchangeable(city, walls(t))}
            built[at] = new
            reserve[reserve.index(new)] = old
        self.at_hand[who] -= 1
        return True

    # ----------------------------------------------------------------
    # winning and scoring
    def score_column(self, column: str) -> Asking:
        """ALCA-7, ALCA2-2: one marker after the other, while something is left."""
        tiles = self.offer[column]
        for f, who in enumerate(self.area[column]):
            if who and (tiles or self.starter_at == column):
                yield from self.takes(who, column, tiles)
                self.area[column][f] = ""
                self.at_hand[who] += 1

    def takes(self, who: str, column: str, tiles: list[str]) -> Asking:
        """A tile, or the starting-player tile."""
        there = ({"take_tile"} if tiles else set[str]()) | (
            {"take_starter_tile"} if self.starter_at == column else set()
        )
        if who == DIRK and tiles:
            self.given.append(tiles.pop(0))
            return
        if who != DIRK and (yield who, there) == "take_tile":
            tile = yield who, set(tiles)
            yield from self.settle(who, tile)
            tiles.remove(tile)
            return
        if who != DIRK:
            yield who, {STARTER}
        self.starter_at = ""
        yield from self.names_next(who)

    def settle(self, who: str, tile: str) -> Asking:
        """BASE-20, ALCA2-3: in the Alhambra where the building rules allow it, on the reserve
        board, or to the neutral builder."""
        where = spots(self.city(who), walls(tile))
        ways = (
            {"keep"}
            | ({"build_in"} if where else set())
            | ({"give"} if self.players == 2 else set())
        )
        how = "build_in" if self.strict and where else (yield who, ways)
        self.seen[how] += 1
        if how == "build_in":
            yield who, {"build"}
            self.built[who][cell((yield who, cell_keys(where)))] = tile
        elif how == "keep":
            self.reserve(who).append(tile)
        else:
            self.given.append(tile)

    def score_round(self, letter: str) -> None:
        """ALCA-9, ALCA2-3: as in Alhambra."""
        for kind in BUILDINGS:
            counts = {
                who: sum(building(t) == kind for t in self.built.get(who, {}).values())
                for who in self.parties
            }
            if self.players == 2:
                counts[DIRK] = sum(building(t) == kind for t in self.given)
            self.scores += majority(counts, prizes(kind, letter))
        for who in self.parties:
            self.scores[who] += longest_wall(self.city(who)) if who != DIRK else 0
