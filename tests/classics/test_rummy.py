"""Rummy against a second game in plain Python: every menu, every set that can be laid down.

With RUMMY_GAMES=100 in the environment, more games are played."""

from __future__ import annotations

import os
from itertools import combinations
from random import Random
from typing import Any

import pytest

import alarife

GAMES = 6 * (int(os.environ.get("ALARIFE_DEEP", "0")) or 1)
SUITS = ["clubs", "diamonds", "hearts", "spades"]
Card = tuple[str, int]


def card(data: dict[str, Any]) -> Card:
    return data["suit"], data["rank"]


def is_meld(cards: tuple[Card, ...] | list[Card]) -> bool:
    """A set or a run."""
    ranks = sorted(rank for _, rank in cards)
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return True
    in_order = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len({suit for suit, _ in cards}) == 1 and in_order


class Rummy:
    """The game as a person would write it down."""

    def __init__(self, hands: list[list[Card]], stock: list[Card], discard: list[Card]) -> None:
        self.hands, self.stock, self.discard = hands, stock, discard
        self.melds: list[list[Card]] = []
        self.turn = 0
        self.drawn: Card | None = None

    @property
    def hand(self) -> list[Card]:
        return self.hands[self.turn]

    def over(self) -> bool:
        return not self.stock or any(not hand for hand in self.hands)

    def sets(self) -> list[frozenset[Card]]:
        """All sets that may be laid down: something else must be left to discard."""
        found = []
        for size in range(3, len(self.hand)):
            for cards in combinations(self.hand, size):
                left = [c for c in self.hand if c not in cards and c != self.drawn]
                if left and is_meld(cards):
                    found.append(frozenset(cards))
        return found

    def additions(self) -> set[tuple[Card, int]]:
        """Cards that may be added, and to which meld."""
        if len([c for c in self.hand if c != self.drawn]) < 2:
            return set()
        return {(c, n + 1) for c in self.hand for n, m in enumerate(self.melds) if is_meld([*m, c])}

    def discards(self) -> set[Card]:
        return {c for c in self.hand if c != self.drawn}

    def score(self) -> list[int]:
        left = sum(min(rank, 10) for hand in self.hands for _, rank in hand)
        return [left if not hand else 0 for hand in self.hands]


class Both:
    """A game of each kind, played side by side."""

    def __init__(self, players: int, seed: int) -> None:
        self.lots = Random(seed)
        self.state: Any = alarife.load("rummy", players=players).start(seed=seed)
        places = self.state.dump()["places"]
        hands = [[card(c) for c in places["hand"][str(p + 1)]] for p in range(players)]
        stock, discard = ([card(c) for c in places[name]] for name in ("stock", "discard"))
        self.mine = Rummy(hands, stock, discard)

    def named(self) -> dict[Card, Any]:
        """The options of a question about cards."""
        if self.state.decision is None:
            return {}
        hand = self.state.dump()["places"]["hand"][str(self.mine.turn + 1)]
        by_id = {c["id"]: card(c) for c in hand}
        options = self.state.decision.options
        cards = [o for o in options if isinstance(o.value, int) and o.value in by_id]
        return {by_id[o.value]: o for o in cards}

    def menu(self, expected: set[str], wanted: str) -> None:
        """Choose from a menu that must offer just this; a single action is not asked about."""
        if len(expected) > 1:
            assert set(self.state.decision.keys) == expected
            self.state = self.state.play(wanted)

    def one(self, expected: set[Any], options: dict[Any, Any]) -> Any:
        """Choose one of what must be offered."""
        if len(expected) == 1:
            return next(iter(expected))
        assert set(options) == expected
        chosen = self.lots.choice(sorted(expected))
        self.state = self.state.play(options[chosen])
        return chosen

    def draw(self) -> None:
        mine = self.mine
        wanted = self.lots.choice(["draw_stock", "draw_discard"])
        if not mine.discard:
            wanted = "draw_stock"
        self.menu({"draw_stock", "draw_discard"} if mine.discard else {"draw_stock"}, wanted)
        pile = mine.stock if wanted == "draw_stock" else mine.discard
        mine.drawn = mine.discard[0] if wanted == "draw_discard" else None
        mine.hand.append(pile.pop(0))

    def lay_down(self) -> None:
        """A set, card by card: any card of a set that holds all so far, until it is done."""
        mine, got = self.mine, frozenset[Card]()
        sets = mine.sets()
        while True:
            options = self.named()  # the set is asked about even where only one is allowed
            fine = [one for one in sets if got <= one]
            expected = {c for one in fine for c in one - got}
            done = got in sets
            keys = set(self.state.decision.keys)
            if options or "done" in keys:
                assert set(options) == expected, (got, sets)
            can_stop = [o for o in self.state.decision.options if o.value == {"done": True}]
            assert bool(can_stop) == done
            if done and (not expected or self.lots.random() < 0.5):
                self.state = self.state.play(can_stop[0])
                break
            chosen = self.lots.choice(sorted(expected))
            got |= {chosen}
            self.state = self.state.play(options[chosen])
            if got in sets and not any(got < one for one in sets):
                break  # nothing can be added, so it is done
        mine.melds.append(sorted(got))
        for c in got:
            mine.hand.remove(c)

    def add(self) -> None:
        mine = self.mine
        pairs = mine.additions()
        chosen = self.one({c for c, _ in pairs}, self.named())
        spots = {n for c, n in pairs if c == chosen}
        asked = self.state.decision
        n = self.one(spots, {o.value: o for o in asked.options} if asked else {})
        mine.hand.remove(chosen)
        mine.melds[n - 1].append(chosen)

    def turn(self) -> None:
        mine = self.mine
        self.draw()
        while True:
            actions = {"put_away"}
            actions |= {"lay_down"} if mine.sets() else set()
            actions |= {"add_card"} if mine.additions() else set()
            wanted = self.lots.choice(sorted(actions))
            self.menu(actions, wanted)
            if wanted == "lay_down":
                self.lay_down()
            elif wanted == "add_card":
                self.add()
            else:
                chosen = self.one(mine.discards(), self.named())
                mine.hand.remove(chosen)
                mine.discard.insert(0, chosen)
                break
        if not mine.over():
            mine.turn = (mine.turn + 1) % len(mine.hands)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_game(players: int) -> None:
    laid = 0
    for seed in range(GAMES):
        both = Both(players, seed)
        while not both.mine.over():
            assert both.state.decision.player == both.mine.turn + 1
            both.turn()
        assert both.state.is_over, seed
        melds = both.state.dump()["places"]["meld"]
        held = [sorted(card(c) for c in m) for m in melds.values() if m]
        assert held == [sorted(m) for m in both.mine.melds]
        assert [both.state.scores[p + 1] for p in range(players)] == both.mine.score()
        laid += len(held)
    assert laid > GAMES
