"""The dice game by hand (DICE-7 to 24, DICE2): bonus tiles, tracks and scorings, on the columns of
the second referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.independent.columns import BUILDINGS, DIRK, Asking, Columns, Question, Turn, field_of
from tests.independent.scoring import prizes

STARTER = "StarterTile"


def tile_key(tile: Mapping[str, Any]) -> str:
    """A bonus tile in one text, as decisions name it."""
    return (
        STARTER
        if tile["type"] == STARTER
        else f"BonusTile({tile['back']},{tile['power']},{tile['value']})"
    )


@dataclass
class DiceGame(Columns):
    """Tracks are lists of fields, each a list of owners, the lowest first."""

    tracks: dict[str, list[list[str]]] = field(
        default_factory=lambda: {b: [[] for _ in range(13)] for b in BUILDINGS}
    )
    bonuses: dict[str, list[str]] = field(default_factory=dict)
    prize: dict[str, str] = field(default_factory=dict)
    laid: Counter[str] = field(default_factory=Counter)
    used_black: set[str] = field(default_factory=set)

    def lay_out(self, number: int) -> None:
        """DICE-7, DICE2-2."""
        self.used_black = set()
        found = self.look()["places"]
        lies = {b: [tile_key(t) for t in found["prizes"][b]] for b in BUILDINGS}
        assert all(len(tiles) == 1 for tiles in lies.values()), "one tile in each column"
        self.prize = {b: tiles[0] for b, tiles in lies.items()}
        assert (STARTER in self.prize.values()) == (number < 5)
        assert all("dark" in tile for tile in self.prize.values()) == (number == 5)
        self.laid.update(tile for tile in self.prize.values() if tile != STARTER)
        if self.players == 2:
            (first,) = (b for b in BUILDINGS if found["area"].get(f"{b},{field_of(2, 3) + 1}"))
            for k in range(5):
                self.area[BUILDINGS[(BUILDINGS.index(first) + k) % 6]][field_of(2 + k, 3)] = DIRK
            self.at_hand[DIRK] = 0

    # ----------------------------------------------------------------
    # bonus tiles
    def usable(self, who: str, power: str) -> set[str]:
        """The tiles of this kind that somebody has."""
        return {tile for tile in self.bonuses.get(who, []) if f",{power}," in tile}

    def give_back(
        self, who: str, power: str, and_then: set[str] | None = None
    ) -> Generator[Question, str, str]:
        """DICE-23: one of them leaves the game, when what it is used for has been said as well."""
        tile = yield who, self.usable(who, power)
        said = (yield who, and_then) if and_then else ""
        self.bonuses[who].remove(tile)
        self.seen[power] += 1
        return said

    def extra_actions(self, who: str, turn: Turn) -> set[str]:
        """DICE-19, 20: cancelling, and the black die after the first roll, once a turn (or once a
        round)."""
        found = {"cancel_roll"} if self.usable(who, "cancel") else set[str]()
        used = who in self.used_black if self.strict else bool(turn.black)
        if len(turn.shown) == 1 and not used and self.usable(who, "black_die"):
            found.add("choose_symbol")
        return found

    def act(self, action: str, who: str, turn: Turn) -> Generator[Question, str, bool]:
        """Use one of these tiles; the turn goes on."""
        if action == "choose_symbol":
            turn.black = yield from self.give_back(who, "black_die", set(BUILDINGS))
            self.used_black.add(who)
            return False
        yield from self.give_back(who, "cancel")
        turn.shown.pop()
        if turn.shown:
            assert self.tray() == turn.shown[-1], "the dice lie as before"
        else:
            turn.shown.append(self.tray())
        return False

    def wants_to_push(self, who: str) -> Generator[Question, str, bool]:
        """DICE-21."""
        if not self.usable(who, "push_back"):
            return False
        if (yield who, {"yes", "no"}) == "no":
            return False
        yield from self.give_back(who, "push_back")
        return True

    # ----------------------------------------------------------------
    # winning and scoring
    def score_column(self, column: str) -> Asking:
        """DICE-12, DICE2-3, DICE2-5."""
        left = {"two_points", "point_and_tile"}
        for who in self.standing(column)[:2]:
            if who == DIRK:
                reward = "two_points" if "two_points" in left else "point_and_tile"
            else:
                reward = yield who, set(left)
            left.remove(reward)
            for _ in range(2 if reward == "two_points" else 1):
                yield from self.point(who, column)
            if reward == "point_and_tile":
                yield from self.win(who, self.prize.pop(column))

    def win(self, who: str, tile: str) -> Asking:
        """DICE-17, DICE-22; of bonus tiles the neutral builder keeps points only."""
        if tile == STARTER:
            yield from self.names_next(who)
        elif who != DIRK or ",points," in tile:
            self.bonuses.setdefault(who, []).append(tile)

    def point(self, who: str, column: str) -> Asking:
        """DICE-13, DICE-18."""
        building = column
        if who != DIRK:
            target = yield (
                who,
                {"here"} | ({"elsewhere"} if self.usable(who, "any_building") else set()),
            )
            if target == "elsewhere":
                building = yield from self.give_back(who, "any_building", set(BUILDINGS) - {column})
        track = self.tracks[building]
        at = next((n for n, pile in enumerate(track) if n and who in pile), 0)
        if at < 12:
            if at:
                track[at].remove(who)
            track[at + 1].append(who)

    def score_round(self, letter: str) -> None:
        """DICE-15, 16: who is ahead on a track, the lower stone before the upper; then point
        tiles."""
        for building in BUILDINGS:
            order = [who for pile in reversed(self.tracks[building]) for who in pile]
            for who, points in zip(order, prizes(building, letter), strict=False):
                self.scores[who] += points
        for who, tiles in self.bonuses.items():
            self.scores[who] += sum(int(tile.rpartition(",")[2][:-1]) for tile in tiles)
