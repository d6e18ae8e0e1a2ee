"""Changes by the grammar: what a node of the parse tree says gives way to what another node of its
kind says, is said twice, or goes. So most of these files parse, and many check clean."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from lark import Token, Tree

from alarife.syntax.grammar import Stumble, parse_text
from alarife.syntax.layout import LayoutError


def _words(rules: str) -> frozenset[str]:
    return frozenset(rules.split())


ATOMS = _words("name int minus yes no none in_play several group pair get at apply")
SHORT = ATOMS | _words("add multiply can range_of or_else")
LONG = _words(
    "every some no_ count total list_for those rank and_ or_ not_ equal differs at_least "
    "at_most more_than less_than in_ not_in is_empty is_not_empty is_some is_a_type "
    "is_not_a_type"
)
TYPES = _words("named maybe_named truth range many grid")
STATEMENTS = _words(
    "pass never call write let move draw pick shuffle swap turn roll show together raise_ "
    "require choose choose_from may if_ for_each repeat repeat_times as_ as_each"
)
DECLARATIONS = _words(
    "kind type piece neutral place note value table rule law graph moment step menu action "
    "option ruling change before after instead whenever fill more order when_block"
)
PARTS = _words("where guard row else_if otherwise rank_key seen top_seen under starting")
KINDS = (
    ("any value", ATOMS | SHORT),
    ("any condition", LONG),
    ("any type", TYPES),
    ("any statement", STATEMENTS),
    ("any declaration", DECLARATIONS),
    ("any part", PARTS),
)
HOW_OFTEN = [6, 5, 1, 4, 2, 2]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a node stands in its text, and what it says."""

    rule: str
    start: int
    end: int
    column: int
    said: str


Spots = dict[str, list[Spot]]


@lru_cache(maxsize=64)
def spots_of(text: str) -> Spots | None:
    """The nodes of a text by kind; None if it does not parse."""
    try:
        branch = parse_text(text, "start").branch
    except (Stumble, LayoutError):
        return None
    found: Spots = defaultdict(list)
    for node in branch.iter_subtrees_topdown():
        spot = _spot(node, text)
        if spot is not None:
            for kind, rules in KINDS:
                if spot.rule in rules:
                    found[kind].append(spot)
            found[spot.rule].append(spot)
    return found


def _spot(node: Tree[Token], text: str) -> Spot | None:
    meta = node.meta
    if meta.empty:
        return None
    start, end = meta.start_pos, meta.end_pos
    return Spot(str(node.data), start, end, meta.column - 1, text[start:end].rstrip())


def grafted(text: str, others: list[str], chance: random.Random) -> str | None:
    """A text with one node changed; None if it has none of the kind that chance chose, or does not
    parse. What comes in is from the text itself, or from one of the others."""
    spots = spots_of(text)
    if spots is None:
        return None
    kind = chance.choices([kind for kind, _ in KINDS], HOW_OFTEN)[0]
    if not spots[kind]:
        return None
    spot = chance.choice(spots[kind])
    theirs = spots if chance.random() < 0.75 or not others else spots_of(chance.choice(others))
    alike = (theirs or spots)[kind if chance.random() < 0.6 else spot.rule]
    other = chance.choice(alike or [spot])
    if kind in ("any value", "any condition"):
        return _put(text, spot, _expression(spot, other, chance))
    if kind == "any type":
        return _put(text, spot, other.said)
    how = chance.randrange(3)
    if kind == "any part" and spot.rule != "row":
        return _put(text, spot, "" if how == 0 else other.said if other.rule == spot.rule else "")
    moved = _indented(other, spot.column)
    if how == 0:
        return _put(text, spot, moved)
    if how == 1:
        return _put(text, spot, f"{moved}\n{' ' * spot.column}{spot.said}")
    return _without_line(text, spot)


def _expression(spot: Spot, other: Spot, chance: random.Random) -> str:
    if chance.random() < 0.2:
        return chance.choice(
            ["not ({})", "({} + 1)", "({} - 1)", "({} * {})", "size({})", "({} otherwise {})"]
            if spot.rule in SHORT
            else ["(not ({}))", "({} and {})", "({} or {})"]
        ).replace("{}", spot.said)
    return other.said if other.rule in ATOMS else f"({other.said})"


def _indented(spot: Spot, column: int) -> str:
    """What a node says, as it is written at another column."""
    first, *rest = spot.said.split("\n")
    more = column - spot.column
    return "\n".join(
        [first, *(" " * (len(line) - len(line.lstrip()) + more) + line.lstrip() for line in rest)]
    )


def _put(text: str, spot: Spot, new: str) -> str:
    end = spot.start + len(spot.said)
    return text[: spot.start] + new + text[end:]


def _without_line(text: str, spot: Spot) -> str:
    end = spot.start + len(spot.said)
    return text[: spot.start].rstrip(" ") + text[end:].removeprefix("\n")
