"""What the written-out steps of set choices offer is held equal to trying out every set: whole
games of choices, by form."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.lawgames import load

from alarife.engine.machine import Machine
from alarife.library import Library
from alarife.lowering.layout import DECISION, LOC, standing

GAME = """
alarife 1
game sets "Sets"
  players 2..2

chapter main "The game"

piece Coin(worth: 0..5, metal: 1..2) "coin"
  > Some are alike.
  | worth | metal | copies |
  | 0     | 1     | 1      |
  | 1     | 1     | 3      |
  | 2     | 2     | 2      |
  | 5     | 1     | 1      |
  | 3     | 2     | 1      |
  | 5     | 1     | 1      |

piece Die(face pips: 1..3, metal: 1..2) "die"
  > Some are alike.
  | metal | copies |
  | 1     | 3      |
  | 2     | 2      |

place purse "purse": SHAPE of PIECES, starting with PIECES
place kept "kept": set of PIECES
place spare "spare": set of PIECES
note floor "floor": 0..9 = 0
note rounds "rounds": 0..9 = 0

value total(parts: set of PIECES): number = sum c.worth for c in parts

step play "The game"
  > Choose, again and again.
  repeat while rounds less than 3
    BEFORE
    DIVIDE
    as seat(1)
      choose from picking
      otherwise
        pass
    move kept to purse
    move spare to purse
    floor += 2
    rounds += 1

rule fitting(parts: set of PIECES) "Fitting"
  > What may be chosen.
  WHERE

menu picking "Picking"
  > Choose a set.

action pick in picking "Pick"
  > Choose a set.
  choose HOW parts from SOURCE where fitting(parts) "Which?"
  move parts to kept
"""

Row = dict[str, int]
FORMS: dict[str, tuple[str, str, Callable[[list[Row], int], bool]]] = {
    "all": ("some", "every c in parts: c.metal at least 1", lambda xs, _: True),
    "floor": (
        "some",
        "(sum c.worth for c in parts) at least floor",
        lambda xs, low: sum(x["worth"] for x in xs) >= low,
    ),
    "floor of one metal": (
        "any",
        "(sum c.worth for c in parts) at least floor and (every c in parts: c.metal = 1)",
        lambda xs, low: sum(x["worth"] for x in xs) >= low and all(x["metal"] == 1 for x in xs),
    ),
    "a floor for each metal": (
        "some",
        "((sum c.worth for c in parts) at least floor and (every c in parts: c.metal = 1)) or ((sum c.worth for c in parts) at least 4 and (every c in parts: c.metal = 2))",
        lambda xs, low: (
            (sum(x["worth"] for x in xs) >= low and all(x["metal"] == 1 for x in xs))
            or (sum(x["worth"] for x in xs) >= 4 and all(x["metal"] == 2 for x in xs))
        ),
    ),
    "a floor, or one metal": (
        "any",
        "(sum c.worth for c in parts) at least floor + 3 or (every c in parts: c.metal = 2)",
        lambda xs, low: sum(x["worth"] for x in xs) >= low + 3 or all(x["metal"] == 2 for x in xs),
    ),
    "ceiling": (
        "any",
        "(sum c.worth for c in parts) at most floor",
        lambda xs, high: sum(x["worth"] for x in xs) <= high,
    ),
    "one or little": (
        "some",
        "size(parts) = 1 or (sum c.worth for c in parts) at most 4",
        lambda xs, _: len(xs) == 1 or sum(x["worth"] for x in xs) <= 4,
    ),
    "few, or of one metal": (
        "some",
        "size(parts) at most 2 or ((every c in parts: c.metal = 2) and (sum c.worth for c in parts) less than 6)",
        lambda xs, _: (
            len(xs) <= 2 or (all(x["metal"] == 2 for x in xs) and sum(x["worth"] for x in xs) < 6)
        ),
    ),
}

OTHERS: dict[str, tuple[str, str, Callable[[list[Row], int], bool]]] = {
    "exact": ("any", "(sum c.worth for c in parts) = floor", lambda xs, n: total(xs) == n),
    "exact, or one short": (
        "some",
        "(sum c.worth for c in parts) = floor or (sum c.worth for c in parts) + 1 = floor",
        lambda xs, n: n - 1 <= total(xs) <= n,
    ),
    "floor, all of some metal": (
        "some",
        "(sum c.worth for c in parts) at least floor and (some m in 1..2: every c in parts: c.metal = m)",
        lambda xs, low: total(xs) >= low and len({x["metal"] for x in xs}) <= 1,
    ),
    "floor, all of some metal below the floor": (
        "some",
        "(sum c.worth for c in parts) at least floor and (some m in 1..2: m at most floor and (every c in parts: c.metal = m))",
        lambda xs, low: (
            total(xs) >= low
            and any(all(x["metal"] == m for x in xs) for m in range(1, min(low, 2) + 1))
        ),
    ),
    "one thing now, another then": (
        "some",
        "(floor less than 3 and size(parts) = 1) or (not floor less than 3 and (total(parts) at least floor or total(parts) + 2 at least floor))",
        lambda xs, n: len(xs) == 1 if n < 3 else total(xs) >= n - 2,
    ),
    "few": (
        "any",
        "size(parts) at most 3 and total(parts) at least floor + 2",
        lambda xs, n: len(xs) <= 3 and total(xs) >= n + 2,
    ),
    "exactly three": ("some", "size(parts) = 3", lambda xs, _: len(xs) == 3),
    "two or three of a metal": (
        "some",
        "size(parts) in 2..3 and total(parts) more than floor and (some m in 1..2: every c in parts: c.metal = m)",
        lambda xs, n: len(xs) in (2, 3) and total(xs) > n and len({x["metal"] for x in xs}) == 1,
    ),
    "two, or four at least, that are worth little": (
        "some",
        "(size(parts) = 2 or size(parts) at least 4) and total(parts) less than floor + 2",
        lambda xs, n: (len(xs) == 2 or len(xs) >= 4) and total(xs) < n + 2,
    ),
    "at most two, if they are of one metal": (
        "any",
        "size(parts) less than 3 and total(parts) at least floor - 3 and (every a in parts with b in parts: a.metal = b.metal)",
        lambda xs, n: len(xs) < 3 and total(xs) >= n - 3 and len({x["metal"] for x in xs}) < 2,
    ),
    "at least two": (
        "some",
        "size(parts) at least 2 and total(parts) at most floor + 3",
        lambda xs, n: len(xs) > 1 and total(xs) <= n + 3,
    ),
}
"""Forms that are not written out."""


def total(xs: list[Row]) -> int:
    return sum(x["worth"] for x in xs)


def machine_of(pieces: str, shape: str, how: str, where: str) -> Machine:
    two = shape == "two"
    divide = (
        "repeat 3 times\n      if first(purse) is some c\n        move c to spare"
        if two
        else "pass"
    )
    text = GAME.replace("DIVIDE", divide).replace("SOURCE", "purse + spare" if two else "purse")
    text = (
        text.replace("SHAPE", "set" if two else shape)
        .replace("PIECES", pieces)
        .replace("HOW", how)
        .replace("WHERE", where)
    )
    if pieces == "Die":
        text = text.replace("c.worth", "c.pips")
    text = text.replace("BEFORE", "roll purse" if pieces == "Die" else "pass").lstrip("\n")
    machine = load(Library(texts={"sets.alr": text}), "sets", 2)
    machine.auto = False
    return machine


def rows(machine: Machine, slots: list[object], at: int) -> tuple[Row, tuple[object, ...]]:
    """A piece as a row of its fields, and what tells it from others."""
    for info in machine.world.pieces.values():
        if at in info.ids:
            row = {
                name: values[at - info.first]
                for name, values in info.fields.items()
                if name not in info.faces
            }
            if info.faces:
                faces = slots[machine.lowered.layout.faces[info.name]]
                assert isinstance(faces, tuple)
                row["worth"] = faces[at - info.first]
            return {k: int(str(v)) for k, v in row.items()}, tuple(row.items())
    raise AssertionError(at)


def tried_out(
    looks: list[tuple[object, ...]],
    facts: list[Row],
    how: str,
    allowed: Callable[[list[Row]], bool],
    got: list[int],
) -> set[object]:
    """Positions that may be chosen next, by look, and None for done."""
    n = len(facts)
    least = 1 if how == "some" else 0

    def fine(members: tuple[int, ...]) -> bool:
        return len(members) >= least and allowed([facts[q] for q in members])

    out: set[object] = {None} if fine(tuple(got)) else set()
    left = [q for q in range(n) if q not in got]
    for q in left:
        if any(looks[other] == looks[q] for other in left if other < q):
            continue
        rest = [other for other in left if other != q]
        if any(
            fine((*got, q, *more))
            for size in range(len(rest) + 1)
            for more in combinations(rest, size)
        ):
            out.add(q)
    return out


EVERY = {**FORMS, **OTHERS}
MACHINES = {
    (pieces, shape, form): machine_of(pieces, shape, EVERY[form][0], EVERY[form][1])
    for pieces, shape in (
        ("Coin", "set"),
        ("Coin", "row"),
        ("Coin", "two"),
        ("Die", "set"),
        ("Die", "two"),
    )
    for form in EVERY
    if form in FORMS or shape == "set"
}


@pytest.mark.parametrize(
    "key", [key for key in MACHINES if key[2] in FORMS and key[:2] != ("Die", "two")], ids="-".join
)
def test_forms_are_written_out(key: tuple[str, str, str]) -> None:
    source = MACHINES[key].lowered.source
    assert "set_next_members(" not in source
    assert "set_next(" not in source


@pytest.mark.parametrize("form", OTHERS)
def test_one_sum_and_a_size_need_no_search(form: str) -> None:
    assert "set_next(" not in MACHINES["Coin", "set", form].lowered.source


@pytest.mark.parametrize("key", MACHINES, ids="-".join)
@given(seed=st.integers(0, 1 << 30), way=st.lists(st.integers(0, 9), max_size=20))
def test_what_is_offered_next_leads_to_an_allowed_set_and_nothing_else_is(
    key: tuple[str, str, str], seed: int, way: list[int]
) -> None:
    machine, (how, _, allowed) = MACHINES[key], EVERY[key[2]]
    s = machine.start(seed, log=False)
    floor = machine.lowered.layout.notes["floor"].base
    purse, spare = (machine.lowered.layout.places[name].base for name in ("purse", "spare"))
    for step in range(30):
        if s[DECISION] is None:
            break
        site, _, options, env = standing(s)
        if machine.lowered.sites[site].kind != "set":
            machine.advance(s, options[0])
            continue
        got = next(part for part in env if isinstance(part, tuple))
        told = {x: rows(machine, s, x) for x in (*s[purse], *s[spare])}
        loc = s[LOC]
        order = sorted(
            told,
            key=lambda x: (
                machine.tables.twin[x],
                loc[x],
                told[x][0]["worth"] if key[0] == "Die" else 0,
                x,
            ),
        )
        looks, facts = [(loc[x], *told[x][1]) for x in order], [told[x][0] for x in order]
        bound = s[floor]
        expected = tried_out(
            looks,
            facts,
            how,
            lambda xs, bound=bound: allowed(xs, bound),
            [order.index(x) for x in got],
        )
        offered = [None if x is None else order.index(x) for x in options]
        assert set(offered) == expected
        assert len(offered) == len(expected)
        assert offered == sorted(offered, key=lambda q: -1 if q is None else q)
        machine.advance(s, options[(way[step] if step < len(way) else 0) % len(options)])


@pytest.mark.parametrize("key", MACHINES, ids="-".join)
def test_whether_there_is_a_set_is_told_as_trying_out_every_set_tells_it(
    key: tuple[str, str, str],
) -> None:
    machine, (how, _, allowed) = MACHINES[key], EVERY[key[2]]
    s = machine.start(1, log=False)
    bound = machine.lowered.layout.notes["floor"].base
    purse, spare = (machine.lowered.layout.places[name].base for name in ("purse", "spare"))
    every = (*s[purse], *s[spare])
    facts = [rows(machine, s, x)[0] for x in every]
    for kept in range(len(facts) + 1):
        for n in range(10):
            some = [
                m
                for size in range(kept + 1)
                for m in combinations(range(kept), size)
                if m or how == "any"
            ]
            expected = any(allowed([facts[q] for q in m], n) for m in some)
            t = machine.copy(s)
            t[bound], t[purse], t[spare] = n, every[:kept], ()
            assert machine.names["exists·pick"](t, 0) == expected
