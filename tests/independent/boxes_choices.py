"""What may be chosen with the further modules of Alhambra, worked out plainly from dumps: payments
card by card (BASE-17, BUREAU, DIAMONDS, VIZIER, CHARACTERS), who bids and who is asked, the places
of the discs, citizens, gates, bonus cards; and what the medinas cost.

Nothing of the package is used here. Whatever disagrees with this is wrong, here or there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import networkx as nx
from tests.independent.boxes import city_of, gates_of
from tests.independent.cities import (
    FACING,
    START,
    STEPS,
    Cell,
    City,
    beyond,
    matching,
    no_gaps,
    touching,
)

Dump = Mapping[str, Any]
Piece = Mapping[str, Any]


# ----------------------------------------------------------------
# payments
def purses(coin: str, hand: Sequence[Piece], permits: Iterable[Piece]) -> list[list[Piece]]:
    """The cards from which a tile may be paid, by what is used: the currency alone, one bureau card
    (BUREAU-6, 10), or diamonds (DIAMONDS-7, 8)."""
    money = [c for c in hand if c["type"] != "Diamond"]
    found = [[c for c in money if c["currency"] == coin]]
    for card in permits:
        pair = (card["one"], card["other"])
        if coin in pair:
            found.append([c for c in money if c["currency"] in pair])
    return [*found, [c for c in hand if c["type"] == "Diamond"]]


def next_cards(
    purse_list: Iterable[Sequence[Piece]], price: int, picked: set[int], exactly: bool
) -> tuple[set[int], bool]:
    """Which cards may be added to those picked, and whether they are enough."""
    more: set[int] = set()
    enough = False
    for purse in purse_list:
        ids = {c["id"] for c in purse}
        if not picked <= ids:
            continue
        paid = sum(c["value"] for c in purse if c["id"] in picked)
        rest = [c for c in purse if c["id"] not in picked]
        enough |= bool(picked) and (paid == price if exactly else paid >= price)
        if not exactly:
            more |= (
                {c["id"] for c in rest} if paid + sum(c["value"] for c in rest) >= price else set()
            )
            continue
        for n in range(1, len(rest) + 1):
            for some in combinations(rest, n):
                if paid + sum(c["value"] for c in some) == price:
                    more |= {c["id"] for c in some}
    return more, enough


def bid_purses(hand: Sequence[Piece]) -> list[list[Piece]]:
    """A bid is paid in one currency, or in diamonds (CHARACTERS-5, DIAMONDS-10)."""
    held: dict[str, list[Piece]] = {}
    for card in hand:
        coin = "diamond" if card["type"] == "Diamond" else card["currency"]
        held.setdefault(coin, []).append(card)
    return list(held.values())


def bids(hand: Sequence[Piece], highest: int) -> set[int]:
    """The amounts that can be paid exactly in one currency, and outbid."""
    found: set[int] = set()
    for purse in bid_purses(hand):
        sums: set[int] = set()
        for card in purse:
            sums |= {card["value"]} | {card["value"] + other for other in sums}
        found |= sums
    return {n for n in found if n > highest}


# ----------------------------------------------------------------
# out of turn
class Auction:
    """Who bids next (CHARACTERS-4, 8): clockwise from the player whose turn is next; who has passed
    is out; it ends when all others have passed."""

    def __init__(self, on_turn: int, players: int) -> None:
        self.order = [(on_turn + n) % players + 1 for n in range(players)]
        self.passed: set[int] = set()
        self.best, self.bidder = 0, 0
        self.at = -1

    def next(self) -> int | None:
        """Who is asked now; nobody if it is over."""
        for n in range(1, len(self.order) + 1):
            seat = self.order[(self.at + n) % len(self.order)]
            if seat not in self.passed and seat != self.bidder:
                return seat
        return None

    def answer(self, seat: int, amount: int | None) -> None:
        """A bid, or a pass."""
        self.at = self.order.index(seat)
        if amount is None:
            self.passed.add(seat)
        else:
            assert amount > self.best
            self.best, self.bidder = amount, seat


def vizier_next(awake: Mapping[str, bool], on_turn: int, players: int, no: set[int]) -> int | None:
    """Who is asked about the vizier (VIZIER-3, 8 to 10, ORDER-12): clockwise from the player whose
    turn is next, everybody whose vizier is awake."""
    for n in range(players):
        seat = (on_turn + n) % players + 1
        if awake[str(seat)] and seat not in no:
            return seat
    return None


# ----------------------------------------------------------------
# on the board
def free_beside(city: City) -> set[Cell]:
    """Empty cells that touch a tile (TRADERS-8, 9)."""
    return {beyond(c, side) for c in city for side in STEPS} - set(city)


def walked(city: City, gates: set[tuple[Cell, str]]) -> list[set[Cell]]:
    """The parts of an Alhambra within which one can walk."""
    ways = nx.Graph()
    ways.add_nodes_from(city)
    for c, walls in city.items():
        for side in STEPS:
            other = beyond(c, side)
            if other in city and (
                (side not in walls and FACING[side] not in city[other]) or (c, side) in gates
            ):
                ways.add_edge(c, other)
    return [set(part) for part in nx.connected_components(ways)]


def spots(dump: Dump, seat: str, walls: str) -> set[Cell]:
    """Where a tile may be laid when gate cards help (BASE-22 to 26, GATES-8, 9, 11)."""
    city, gates = city_of(dump, seat), gates_of(dump, seat)
    cards = len(dump["places"].get("gate_cards", {}).get(seat, []))
    found: set[Cell] = set()
    for c in free_beside(city):
        now = {**city, c: walls}
        lawful = matching(now) and touching(now) and no_gaps(now)
        if lawful and len(walked(now, gates)) - 1 <= cards:
            found.add(c)
    return found


def gate_spots(dump: Dump, seat: str) -> set[Cell]:
    """The tiles in parts that can't be reached, beside one that can (GATES-13)."""
    city, gates = city_of(dump, seat), gates_of(dump, seat)
    home = next(part for part in walked(city, gates) if START in part)
    return {c for c in set(city) - home if any(beyond(c, side) in home for side in STEPS)}


def gate_sides(dump: Dump, seat: str, spot: Cell) -> set[str]:
    """The sides of such a tile on which a gate opens the way."""
    city, gates = city_of(dump, seat), gates_of(dump, seat)
    home = next(part for part in walked(city, gates) if START in part)
    return {side for side in STEPS if beyond(spot, side) in home}


def movers(dump: Dump, seat: str, building: str) -> set[int]:
    """The citizens of the disc that may move into a building (TRADERS-6)."""
    return {c["id"] for c in dump["places"]["disc"][seat] if c["building"] == building}


def pictured(dump: Dump, seat: str) -> set[int]:
    """The bonus cards in hand whose building, without walls, stands in the Alhambra (BONUS-2, 5,
    7)."""
    stand = {
        (p["building"], p["price"])
        for p in (e["piece"] for e in dump["places"]["city"][seat])
        if p["type"] == "Tile" and not p.get("walls")
    }
    return {
        card["id"]
        for card in dump["places"]["bonus_cards"][seat]
        if (card["building"], card["price"]) in stand
    }


def bonus_count(dump: Dump, seat: str, building: str) -> int:
    """What bonus cards add to a count, if all that can be are revealed (BONUS-6, 8, 9)."""
    shown = [*dump["places"]["revealed"][seat], *dump["places"]["bonus_cards"][seat]]
    stand = {
        (p["building"], p["price"])
        for p in (e["piece"] for e in dump["places"]["city"][seat])
        if p["type"] == "Tile" and not p.get("walls")
    }
    return sum(
        card["building"] == building and (card["building"], card["price"]) in stand
        for card in shown
    )


# ----------------------------------------------------------------
# medinas
FEWEST = {"A": [3], "B": [6, 3], "C": [9, 6, 3]}
NONE = {"A": 1, "B": 2, "C": 3}


def medina_losses(dump: Dump, letter: str) -> Counter[str]:
    """Points lost for few medinas (MEDINA-5 to 8)."""
    held: dict[str, list[int]] = {
        seat: [e["piece"]["price"] for e in city if e["piece"]["type"] == "Medina"]
        for seat, city in dump["places"]["city"].items()
    }
    for who, tiles in dump["places"].get("collection", {}).items():
        held[who] = [t["price"] for t in tiles if t["type"] == "Medina"]
    lost: Counter[str] = Counter()
    rank = {who: (len(prices), max(prices, default=0)) for who, prices in held.items()}
    place = 0
    for value in sorted(set(rank.values())):
        tied = [who for who, n in rank.items() if n == value]
        pot = sum(FEWEST[letter][place : place + len(tied)])
        for who in tied:
            lost[who] += -(-pot // len(tied)) + NONE[letter] * (not held[who])
        place += len(tied)
    return lost
