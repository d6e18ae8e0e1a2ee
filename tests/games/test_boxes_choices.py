"""The further modules of Alhambra, option by option, against a second, plain calculation: payments
card by card, auctions, viziers, discs and citizens, gates, bonus cards; and the points with
medinas and bonus cards."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from tests.games.playing import states
from tests.games.test_alhambra import bound, loaded, watch_scorings
from tests.games.test_boxes import decliners
from tests.independent import boxes
from tests.independent import boxes_choices as second
from tests.independent.scoring import RANKS, majority, prizes

import alarife
from alarife.engine.inspect import logged_between
from alarife.engine.state import State

GAMES = int(os.environ.get("ALARIFE_DEEP", "0")) or 1
MONEY = ("bonus", "bureau", "diamonds", "medina", "vizier")
BOARD = ("bonus", "gates", "medina", "traders")


def permits_of(places: Mapping[str, Any], seat: str) -> list[Any]:
    """The bureau cards of a player, if they are in play."""
    return list(places.get("permits", {}).get(seat, []))


class Referee:
    """Follows one game and compares each question with what the second calculation allows."""

    def __init__(self, players: int, seen: Counter[str]) -> None:
        self.players, self.seen = players, seen
        self.auction: second.Auction | None = None
        self.declined: set[int] = set()
        """Who has not called the vizier since the last purchase."""

    def check(self, state: State) -> None:
        """Compare the question that stands, if it is one of these."""
        decision = state.decision
        if decision is None:
            return
        name = f"{decision.rule}.{decision.site.name or decision.kind}"
        look = getattr(self, "_" + name.replace(".", "_"), None)
        if look is None:
            return
        dump = state.dump()
        places, notes = dump["places"], dump["notes"]
        look(state, dump, places, notes, str(decision.player))
        self.seen[name] += 1

    # ----------------------------------------------------------------
    # payments
    def _paid(
        self, state: State, purses: list[list[Mapping[str, Any]]], price: int, exactly: bool
    ) -> None:
        decision = state.decision
        assert decision is not None
        more, enough = second.next_cards(purses, price, set(decision.chosen), exactly)
        values = [o.value for o in decision.options]
        offered = {v for v in values if isinstance(v, int)}
        assert offered <= more
        assert self._looks(state, offered) == self._looks(state, more), (decision.rule, price)
        assert ({"done": True} in values) == enough, (decision.rule, price)

    @staticmethod
    def _looks(state: State, cards: set[int]) -> set[str]:
        """Cards as they look: equal ones are offered once."""
        pieces = [state.game.words.piece(state.slots, card) for card in cards]
        return {str(sorted((k, v) for k, v in p.items() if k != "id")) for p in pieces}

    def _purchase(self, state: State, places: Any, seat: str, exactly: bool) -> None:
        tile = bound(state, "tile")
        coin = next(c for c, t in places["market"].items() if t and t["id"] == tile)
        price = places["market"][coin]["price"]
        purses = second.purses(coin, places["hand"][seat], permits_of(places, seat))
        self._paid(state, purses, price, exactly)

    def _buy_payment(self, state: State, dump: Any, places: Any, notes: Any, seat: str) -> None:
        self._purchase(state, places, seat, exactly=False)

    def _vizier_buys_payment(
        self, state: State, dump: Any, places: Any, notes: Any, seat: str
    ) -> None:
        self._purchase(state, places, seat, exactly=True)

    def _pay_bid_payment(self, state: State, dump: Any, places: Any, notes: Any, seat: str) -> None:
        self._paid(state, second.bid_purses(places["hand"][seat]), notes["best_bid"], True)
        assert int(seat) == notes["best_bidder"]
        self.auction = None

    # ----------------------------------------------------------------
    # out of turn
    def _auction_menu(self, state: State, dump: Any, places: Any, notes: Any, seat: str) -> None:
        decision = state.decision
        assert decision is not None
        if self.auction is None or (not notes["best_bid"] and all(notes["bidding"].values())):
            self.auction = second.Auction(notes["on_turn"], self.players)
        assert self.auction.next() == int(seat)
        assert self.auction.best == notes["best_bid"]
        can = second.bids(places["hand"][seat], notes["best_bid"])
        assert {o.value for o in decision.options} == {"pass_on"} | ({"bid"} if can else set())

    def _bid_amount(self, state: State, dump: Any, places: Any, notes: Any, seat: str) -> None:
        decision = state.decision
        assert decision is not None
        offered = {o.value for o in decision.options}
        assert offered == second.bids(places["hand"][seat], notes["best_bid"])

    def answered(self, before: State, after: State) -> None:
        """Keep books of the auction, and of who has not called the vizier."""
        decliners(after, logged_between(before, after), self.declined, "vizier_call", "let_him_be")
        decision = before.decision
        if decision is None or self.auction is None:
            return
        seat = decision.player
        if decision.rule == "bid":
            self.auction.answer(seat, after.dump()["notes"]["best_bid"])
        elif decision.rule == "auction" and after.decision is not None:
            still = before.dump()["notes"]["bidding"][str(seat)]
            now = after.dump()["notes"]["bidding"][str(seat)]
            if after.decision.rule != "bid" and (still and not now):
                self.auction.answer(seat, None)

    def _viziers_called_menu(
        self, state: State, dump: Any, places: Any, notes: Any, seat: str
    ) -> None:
        decision = state.decision
        assert decision is not None
        wanted = second.vizier_next(notes["awake"], notes["on_turn"], self.players, self.declined)
        assert int(seat) == wanted
        hand, permits = places["hand"][seat], permits_of(places, seat)
        can = any(
            tile
            and second.next_cards(second.purses(coin, hand, permits), tile["price"], set(), True)[0]
            for coin, tile in places["market"].items()
        )
        assert ("vizier_buys" in {o.value for o in decision.options}) == can

    # ----------------------------------------------------------------
    # on the board
    @staticmethod
    def _cells(state: State) -> set[tuple[int, int]]:
        decision = state.decision
        assert decision is not None
        return {(o.value["at"][0], o.value["at"][1]) for o in decision.options}

    def _build_spot(self, state: State, dump: Any, places: Any, notes: Any, seat: str) -> None:
        tile = state.game.words.piece(state.slots, bound(state, "tile"))
        assert self._cells(state) == second.spots(dump, seat, tile.get("walls") or "")

    _add_spot = _build_spot

    def _disc_returns_spot(
        self, state: State, dump: Any, places: Any, notes: Any, seat: str
    ) -> None:
        assert self._cells(state) == second.free_beside(boxes.city_of(dump, seat))

    def _trader_met_mover(
        self, state: State, dump: Any, places: Any, notes: Any, seat: str
    ) -> None:
        decision = state.decision
        assert decision is not None
        tile = state.game.words.piece(state.slots, bound(state, "tile"))
        assert tile["type"] == "Tile"
        wanted = second.movers(dump, seat, tile["building"])
        assert {o.value for o in decision.options} <= wanted
        assert {self._colour(state, o.value) for o in decision.options} == {tile["building"]}

    def _trader_met_fresh(
        self, state: State, dump: Any, places: Any, notes: Any, seat: str
    ) -> None:
        decision = state.decision
        assert decision is not None
        wanted = {c["building"] for c in places["citizens"]}
        assert {self._colour(state, o.value) for o in decision.options} == wanted

    @staticmethod
    def _colour(state: State, piece: int) -> str:
        return state.game.words.piece(state.slots, piece)["building"]

    def _gates_put_up_spot(
        self, state: State, dump: Any, places: Any, notes: Any, seat: str
    ) -> None:
        assert self._cells(state) == second.gate_spots(dump, seat)

    def _gates_put_up_s(self, state: State, dump: Any, places: Any, notes: Any, seat: str) -> None:
        decision = state.decision
        assert decision is not None
        spot = bound(state, "spot")
        from alarife.geometry.grid import xy

        assert {o.value for o in decision.options} == second.gate_sides(dump, seat, xy(spot))

    def _reveal_cards_cards(
        self, state: State, dump: Any, places: Any, notes: Any, seat: str
    ) -> None:
        decision = state.decision
        assert decision is not None
        values = [o.value for o in decision.options]
        assert {"done": True} in values
        wanted = second.pictured(dump, seat) - set(decision.chosen)
        assert {v for v in values if isinstance(v, int)} == wanted


def follow(modules: tuple[str, ...], players: int, seed: int, seen: Counter[str]) -> None:
    """A random game, every question of it compared."""
    referee = Referee(players, seen)
    before: State | None = None
    for state in states(loaded(modules, players), seed):
        if before is not None:
            referee.answered(before, state)
        try:
            referee.check(state)
        except AssertionError as wrong:
            raise AssertionError(f"{modules}, {players} players, seed {seed}: {wrong}") from wrong
        before = state


@pytest.mark.parametrize("players", [2, 3])
def test_money_is_paid_card_by_card(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        follow((*MONEY, "characters"), players, 400 + seed, seen)
    for question in ("buy.payment", "auction.menu", "bid.amount", "viziers_called.menu"):
        assert seen[question], seen


@pytest.mark.parametrize("players", [2, 4])
def test_boards_with_gates_and_discs(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        follow(BOARD, players, 500 + seed, seen)
    for question in ("build.spot", "disc_returns.spot", "trader_met.fresh", "reveal_cards.cards"):
        assert seen[question], seen


def scored(dump: Mapping[str, Any], letter: str) -> Counter[str]:
    """The points of a scoring with bonus cards and medinas; losses are negative."""
    points: Counter[str] = Counter()
    places = dump["places"]
    for building in RANKS:
        counts = {
            seat: sum(
                e["piece"]["type"] == "Tile" and e["piece"]["building"] == building for e in city
            )
            + second.bonus_count(dump, seat, building)
            for seat, city in places["city"].items()
        }
        counts |= {
            who: sum(t.get("building") == building for t in tiles)
            for who, tiles in places.get("collection", {}).items()
        }
        points += majority(counts, prizes(building, letter))
    for seat in places["city"]:
        points[seat] += boxes.longest_wall(boxes.city_of(dump, seat))
    points.subtract(second.medina_losses(dump, letter))
    return points


@pytest.mark.parametrize("players", [2, 3, 5])
def test_points_with_bonus_cards_and_medinas(players: int) -> None:
    options = {"bonus.bonus_moment": "automatic"}
    game = alarife.load("alhambra", modules=["bonus", "medina"], options=options, players=players)
    letters: list[str] = []
    lost = 0

    def check(before: State, after: State, letter: str) -> None:
        nonlocal lost
        letters.append(letter)
        expected = Counter({str(k): v for k, v in before.scores.items()})
        expected.update(scored(before.dump(), letter))
        assert expected == Counter({str(k): v for k, v in after.scores.items()}), letter
        lost += min(after.scores.values()) < 0

    watch_scorings(game, check)
    for seed in range(GAMES):
        for _ in states(game, 600 + seed):
            pass
    assert letters == ["A", "B", "C"] * GAMES
