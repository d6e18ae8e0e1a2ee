"""The dice game and Alcazaba against a second referee: at every decision the same player is asked,
exactly the same is offered, and the board is the same; so are the points at the end."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest
from tests.games.playing import Dice
from tests.independent import alcazaba, dicegame
from tests.independent.alcazaba import Alcazaba
from tests.independent.columns import BUILDINGS, MARKERS, Columns
from tests.independent.dicegame import DiceGame

import alarife
from alarife.engine.state import Game, State

GAMES = int(os.environ.get("ALARIFE_DEEP", "0")) or 1
REFEREES: dict[str, type[Columns]] = {"dice": DiceGame, "alcazaba": Alcazaba}
HAPPENS = {
    "dice": {"cancel", "black_die", "any_building", "push_back", "named", "went behind"},
    "alcazaba": {"build_in", "keep", "remove", "add", "named"},
}
READ_STRICTLY = {
    "dice": {"black_die_limit": "once_a_round"},
    "alcazaba": {"won_tiles": "if_must_be"},
}
RARE = ("yes", "choose_symbol", "elsewhere", "cancel_roll", "take_starter_tile")


class Position:
    """A state, and its dump when somebody wants it."""

    def __init__(self, game: Game, seed: int) -> None:
        self.state: State = game.start(seed, log=False)
        self._dump: dict[str, Any] = {}

    def dump(self) -> dict[str, Any]:
        """The dump of the state."""
        self._dump = self._dump or self.state.dump()
        return self._dump

    def play(self, key: str) -> None:
        """Go on."""
        self.state, self._dump = self.state.play(key), {}


def owner(piece: dict[str, Any] | None) -> str:
    """Whose marker or stone this is."""
    return str(piece["owner"]) if piece else ""


def check_board(referee: Columns, dump: dict[str, Any]) -> None:
    """Columns, markers at hand, points and starting players agree; so does what the game has
    besides."""
    places, notes = dump["places"], dump["notes"]
    assert {
        b: [owner(places["area"].get(f"{b},{f}")) for f in range(1, 25)] for b in BUILDINGS
    } == referee.area
    assert {who: len(held) for who, held in places["supply"].items()} == {
        w: referee.at_hand[w] for w in referee.parties
    }
    assert notes["score"] == {who: referee.scores[who] for who in referee.parties}
    assert (str(notes["starter"]), str(notes["next_starter"])) == (
        referee.starter,
        referee.next_starter,
    )
    if isinstance(referee, DiceGame):
        check_dice_game(referee, places)
    if isinstance(referee, Alcazaba):
        check_alcazaba(referee, places)


def check_dice_game(referee: DiceGame, places: dict[str, Any]) -> None:
    """Tracks, pile by pile, and bonus tiles."""
    for b in BUILDINGS:
        found = [
            [owner(s) for s in reversed(places["track"].get(f"{b},{n}", []))] for n in range(1, 13)
        ]
        assert found == referee.tracks[b][1:], b
    held = {
        who: sorted(map(dicegame.tile_key, tiles))
        for who, tiles in places["bonuses"].items()
        if tiles
    }
    assert held == {who: sorted(tiles) for who, tiles in referee.bonuses.items() if tiles}


def check_alcazaba(referee: Alcazaba, places: dict[str, Any]) -> None:
    """Cities, reserve boards, and the neutral builder's tiles."""
    for who, city in places["city"].items():
        built = {
            tuple(e["at"]): alcazaba.tile_key(e["piece"])
            for e in city
            if e["piece"]["type"] == "Tile"
        }
        assert built == referee.built.get(who, {}), who
        assert sorted(map(alcazaba.tile_key, places["reserve"][who])) == sorted(
            referee.reserve(who)
        )
    for tiles in places.get("collection", {}).values():
        assert sorted(map(alcazaba.tile_key, tiles)) == sorted(referee.given)


def refereed(game: Game, seed: int, strict: bool = False) -> Columns:
    """A random game, every decision of which the second referee asks too. What is rare is chosen
    oftener."""
    at, dice = Position(game, seed), Dice(seed)
    referee = REFEREES[game.name](game.players, at.dump, strict)
    asking = referee.game()
    question: tuple[str, set[str]] | None = next(asking)
    while (decision := at.state.decision) is not None:
        offered = [o.key for o in decision.options]
        assert question == (str(decision.player), set(offered)), (
            f"seed {seed}, {decision.rule}: {at.dump()['notes']}"
        )
        assert len(offered) == len(set(offered))
        if decision.rule in ("take_turn", "rewarded", "won"):
            check_board(referee, at.dump())
        rare = [key for key in offered if key in RARE]
        key = rare[0] if rare and dice.below(2) else offered[dice.below(len(offered))]
        at.play(key)
        question = next_question(asking, key)
    assert question is None, "the game is over, the referee goes on"
    check_end(at.state, referee)
    return referee


def next_question(asking: Any, key: str) -> tuple[str, set[str]] | None:
    """What the referee asks next; None when it is over."""
    try:
        return asking.send(key)
    except StopIteration:
        return None


def check_end(state: State, referee: Columns) -> None:
    """The same points, and the most of them win."""
    points = {str(who): n for who, n in state.scores.items()}
    assert points == {who: referee.scores[who] for who in referee.parties}
    assert sorted(map(str, state.winners)) == sorted(
        who for who, n in points.items() if n == max(points.values())
    )


@pytest.mark.parametrize("name", ["dice", "alcazaba"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_decision_is_that_of_a_second_referee(name: str, players: int) -> None:
    game = alarife.load(name, players=players)
    game.machine.auto = False
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        referee = refereed(game, 13 * players + seed)
        seen += referee.seen
        rested = sum(referee.seen[k] for k in ("add", "remove", "exchange"))
        assert referee.seen["place_marker"] + rested == 5 * players * MARKERS[players]
        if isinstance(referee, DiceGame):
            assert referee.laid.total() == 26
        if isinstance(referee, Alcazaba):
            assert len(referee.laid) == 55
    assert set(seen) >= HAPPENS[name], "a rule was never tried"


@pytest.mark.parametrize(("name", "players"), [("dice", 3), ("alcazaba", 2), ("alcazaba", 4)])
def test_so_is_every_decision_by_the_other_readings(name: str, players: int) -> None:
    game = alarife.load(name, options=READ_STRICTLY[name], players=players)
    game.machine.auto = False
    for seed in range(GAMES):
        refereed(game, 10 * players + seed, strict=True)
