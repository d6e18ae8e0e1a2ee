"""The further modules of Alhambra worked out plainly from dumps (BUREAU, VIZIER, HUTS, TRADERS,
WALLS, GATES, CHARACTERS, SCORECARDS): what may be offered, and what is scored.

Nothing of the package is used here. Whatever disagrees with this is wrong, here or there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import networkx as nx
from tests.independent.cities import (
    FACING,
    START,
    STEPS,
    City,
    beyond,
    longest_wall,
    matching,
    no_gaps,
    touching,
)
from tests.independent.scoring import RANKS, majority, prizes

Dump = Mapping[str, Any]
Piece = Mapping[str, Any]
SETS = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21}
LETTERS = "NESW"


# ----------------------------------------------------------------
# Alhambras with sticks and gates
def noted(dump: Dump, note: str) -> set[tuple[int, str]]:
    """The (piece, side) pairs for which a note keyed by both says yes."""
    found: set[tuple[int, str]] = set()
    for keys, value in (dump["notes"].get(note) or {}).items():
        piece, side = keys.split(",")
        if value:
            found.add((int(piece), side))
    return found


def city_of(dump: Dump, seat: str) -> City:
    """An Alhambra with the walls that were built (WALLS-6)."""
    built = noted(dump, "stick")
    return {
        (e["at"][0], e["at"][1]): (e["piece"].get("walls") or "")
        + "".join(s for s in LETTERS if (e["piece"]["id"], s) in built)
        for e in dump["places"]["city"][seat]
    }


def gates_of(dump: Dump, seat: str) -> set[tuple[tuple[int, int], str]]:
    """Where the gates of an Alhambra are: cells and sides (GATES-8)."""
    put_up = noted(dump, "gate")
    return {
        ((e["at"][0], e["at"][1]), s)
        for e in dump["places"]["city"][seat]
        for s in LETTERS
        if (e["piece"]["id"], s) in put_up
    }


def reachable(city: City, gates: set[tuple[tuple[int, int], str]]) -> bool:
    """Every tile can be reached on foot, through gates, too (BASE-24, GATES-9)."""
    ways = nx.Graph()
    ways.add_nodes_from(city)
    for c, walls in city.items():
        for side in STEPS:
            other = beyond(c, side)
            if other not in city:
                continue
            if (side not in walls and FACING[side] not in city[other]) or (c, side) in gates:
                ways.add_edge(c, other)
    return nx.node_connected_component(ways, START) == set(city)


def lawful(dump: Dump, seat: str) -> bool:
    """Whether an Alhambra obeys the building rules, sticks and gates included."""
    city, gates = city_of(dump, seat), gates_of(dump, seat)
    paired = all((beyond(c, s), FACING[s]) in gates for c, s in gates)
    doubled = all(s in city[c] and FACING[s] in city[beyond(c, s)] for c, s in gates)
    return (
        START in city
        and matching(city)
        and touching(city)
        and no_gaps(city)
        and reachable(city, gates)
        and paired
        and doubled
    )


# ----------------------------------------------------------------
# what may be offered
def payable(coin: str, price: int, hand: Iterable[Piece], permits: Iterable[Piece]) -> bool:
    """Whether a tile in this currency can be paid, with one bureau card or none (BASE-17, BUREAU-6,
    BUREAU-10)."""
    joined = [{coin}, *({p["one"], p["other"]} for p in permits if coin in (p["one"], p["other"]))]
    cards = list(hand)
    return any(
        sum(c["value"] for c in cards if c["currency"] in coins) >= price for coins in joined
    )


def exactly_payable(coin: str, price: int, hand: Sequence[Piece], permits: Iterable[Piece]) -> bool:
    """Whether a tile can be paid exactly (VIZIER-4)."""
    joined = [{coin}, *({p["one"], p["other"]} for p in permits if coin in (p["one"], p["other"]))]
    return any(
        price in sums(c["value"] for c in hand if c["currency"] in coins) for coins in joined
    )


def sums(values: Iterable[int]) -> set[int]:
    """All totals of one or more of these."""
    found: set[int] = set()
    for value in values:
        found |= {value} | {value + other for other in found}
    return found


def loot(dump: Dump, seat: str) -> set[str]:
    """The currencies of thieves that can take something (THIEVES-3, 9)."""
    places = dump["places"]
    money = {c["currency"] for c in places["display"] if c["type"] in ("Money", "BuilderCard")}
    return {t["currency"] for t in places["thieves"][seat]} & money


def thief_next(dump: Dump, active: int, players: int, declined: set[int]) -> int | None:
    """Who is asked about a theft: clockwise from the player whose turn is next, who may not steal
    (THIEVES-5, 6, 8)."""
    for n in range(2, players + 1):
        seat = (active - 1 + n) % players + 1
        if dump["places"]["thieves"][str(seat)] and seat not in declined:
            return seat
    return None


def huts_open(dump: Dump, seat: str) -> set[int]:
    """The huts that may be taken (HUTS-5, 7, 8)."""
    places = dump["places"]
    mine = [e["piece"] for e in places["city"][seat]]
    mine += [*places["reserve"][seat], *places["bought"][seat]]
    if sum(p["type"] == "Hut" for p in mine) >= 3:
        return set()
    return {p["id"] for p in places["open_hut"].values() if p}


def wall_targets(dump: Dump, seat: str, sides: str) -> set[int]:
    """The tiles on which a wall card may be used (WALLS-5, 7, 8)."""
    places, built = dump["places"], noted(dump, "stick")
    city = city_of(dump, seat)
    spots = {e["piece"]["id"]: (e["at"][0], e["at"][1]) for e in places["city"][seat]}
    mine = [e["piece"] for e in places["city"][seat]]
    mine += [*places["reserve"][seat], *places["bought"][seat]]
    found: set[int] = set()
    for p in mine:
        walls = (p.get("walls") or "") + "".join(s for s in LETTERS if (p["id"], s) in built)
        cell = spots.get(p["id"])
        if not set(sides) & set(walls) and (
            cell is None or all(beyond(cell, s) not in city for s in sides)
        ):
            found.add(p["id"])
    return found


def bids(hand: Iterable[Piece], highest: int) -> set[int]:
    """The amounts that may be bid (CHARACTERS-4, 5)."""
    cards = list(hand)
    amounts = set[int]().union(
        *(
            sums(c["value"] for c in cards if c["currency"] == coin)
            for coin in {c["currency"] for c in cards}
        )
    )
    return {n for n in amounts if n > highest}


# ----------------------------------------------------------------
# scorings
def hut_share(dump: Dump, seat: str, building: str) -> int:
    """What the huts of a colour count for (HUTS-11)."""
    city = city_of(dump, seat)
    pieces = {(e["at"][0], e["at"][1]): e["piece"] for e in dump["places"]["city"][seat]}
    found = 0
    for c, p in pieces.items():
        if p["type"] == "Hut" and p["building"] == building:
            for s in STEPS:
                other = pieces.get(beyond(c, s))
                found += (
                    other is not None
                    and other["type"] == "Tile"
                    and other["building"] == building
                    and s not in city[c]
                )
    return found


def citizen_points(dump: Dump, seat: str) -> int:
    """Points for sets of citizens: the first takes as many colours as it can, and so on (TRADERS-15,
    16)."""
    homes = {e["piece"]["id"] for e in dump["places"]["city"][seat]}
    colours = Counter(
        held["building"]
        for tile, held in dump["places"]["citizen_on"].items()
        if held and int(tile) in homes
    )
    found = 0
    while colours:
        found += SETS[len(colours)]
        colours = +Counter({c: n - 1 for c, n in colours.items()})
    return found


def card_prizes(dump: Dump, building: str, letter: str) -> list[int]:
    """Points by the score card of this scoring (SCORECARDS-3)."""
    frame = dump["places"].get("frame")
    if not frame or not frame.get(letter):
        return prizes(building, letter)
    line = frame[letter]["order"].index(building)
    return prizes(list(RANKS)[line], letter)


def scored(dump: Dump, letter: str, choice: str | None = None) -> Counter[str]:
    """What everybody gets in this scoring with these modules; `choice` is the Wise Man's kind."""
    places = dump["places"]
    paid: Counter[str] = Counter()
    friends = places.get("friends", {})
    for building in RANKS:
        counts = {
            seat: 2
            * (
                sum(
                    e["piece"]["type"] == "Tile" and e["piece"].get("building") == building
                    for e in city
                )
                + hut_share(dump, seat, building)
            )
            + (building == choice and any(f["role"] == "sage" for f in friends.get(seat, [])))
            for seat, city in places["city"].items()
        }
        counts |= {
            who: 2 * sum(t.get("building") == building for t in tiles)
            for who, tiles in places.get("collection", {}).items()
        }
        paid += majority(counts, card_prizes(dump, building, letter))
    for seat in places["city"]:
        wall = longest_wall(city_of(dump, seat))
        mine = {f["role"] for f in friends.get(seat, [])}
        paid[seat] += wall + ("watch" in mine) * (wall // 3)
        paid[seat] += 8 * ("benefactor" in mine and letter == "C")
        if "citizen_on" in places:
            paid[seat] += citizen_points(dump, seat)
    return paid
