"""An expression means the same to the linker, the checker, the book and in play.

Random constants are written down twice: as they are, and with every number hidden from whoever
works things out before play (`n + zero`, where `zero` is a note). What is known before play must be
what generated code finds."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from alarife.checking.constants import Constants
from alarife.engine import inspect
from alarife.library import Library
from alarife.linking.evaluate import NotKnown
from alarife.linking.numbers import constant_of
from alarife.pipeline import load
from alarife.sentences.text import Filler
from alarife.syntax import tree

HEAD = """alarife 1
game same "Same"
  players 2..3

chapter c "C"
option wide "Wide": 1..9 = 4
option bright "Bright": yes/no = yes
ruling wall "Wall" = high
  | choice | title | meaning | source |
  | high   | High  | High.   | ours   |
  | low    | Low   | Low.    | ours   |
kind Suit(worth: number) "suit"
  | name  | title | worth |
  | red   | Red   | 3 |
  | black | Black | 5 |
  | green | Green | 2 |
table price[n: 1..4] "Price": number
  | n | price |
  | 1 | 7 |
  | 2 | 0 |
  | 3 | 4 |
  | 4 | 9 |
piece Card(suit: Suit, rank: 1..3) "card"
  2 of each
note zero "Zero": number = 0
"""
TAIL = """
step play "Play"
  as seat(1)
    choose n from 1..9 "Which?"
    zero := n - n
"""
SUITS = ("red", "black", "green")


class Writer:
    """Writes random expressions; `number` writes a literal, `prefix` the names of values."""

    def __init__(self, seed: int, number: Callable[[int], str], prefix: str) -> None:
        self.rng = random.Random(seed)
        self.literal = number
        self.prefix = prefix
        self.kinds: list[str] = []
        self.fresh = 0

    def name(self) -> str:
        self.fresh += 1
        return f"x{self.fresh}"

    def earlier(self, kind: str) -> list[str]:
        return [f"{self.prefix}{i}" for i, k in enumerate(self.kinds) if k == kind]

    def number(self, deep: int, names: tuple[str, ...] = ()) -> str:
        rng = self.rng
        leaves = [self.literal(rng.randint(0, 9)), "players", "wide", "size(Suit)", "size(Card)"]
        leaves += [*names, *names, *self.earlier("number")[-3:]]
        if deep <= 0 or rng.random() < 0.15:
            return rng.choice(leaves)
        match rng.randrange(13):
            case 0 | 1 | 2:
                op = rng.choice(["+", "-", "*", "div", "mod"])
                return f"({self.number(deep - 1, names)} {op} {self.number(deep - 1, names)})"
            case 3 | 4:
                yes, no = self.number(deep - 1, names), self.number(deep - 1, names)
                return f"({yes} if {self.truth(deep - 1, names)} otherwise {no})"
            case 5:
                asked = rng.choice(["highest", "lowest", "size"])
                return f"{asked}({self.many(deep - 1, names)})"
            case 6:
                asked = rng.choice(["first", "last", "only"])
                return f"({asked}({self.many(deep - 1, names)}) otherwise {self.literal(1)})"
            case 7:
                x, body = self.loop(deep, names)
                return f"(sum {self.number(deep - 1, (*names, x))} {body})"
            case 8:
                x, body = self.loop(deep, names)
                body = body.removeprefix("for ")
                return f"(count {body} where {self.truth(deep - 1, (*names, x))})"
            case 9:
                x = self.name()
                return f"(sum {x}.worth + {x}.index for {x} in {self.suits(deep - 1, names)})"
            case 10:
                key = f"{self.number(deep - 1, names)} mod {self.literal(4)}"
                x = self.name()
                found = f"first(those {x} in 1..4 where {x} = {key}) otherwise 2"
                y = self.name()
                return f"(sum price[{y}] for {y} in 1..4 where {y} = ({found}))"
            case 11:
                where = f"position({self.many(deep - 1, names)}, {self.number(deep - 1, names)})"
                return f"({where} otherwise {self.literal(0)})"
            case _:
                x, y = self.name(), self.name()
                ranking = f"(rank {x} in Suit by {rng.choice(['most', 'least'])} {x}.worth mod"
                asked = rng.choice(["leaders", "first"])
                ranking += f" {self.number(deep - 2, names)})"
                if asked == "leaders":
                    return f"(sum {y}.worth for {y} in leaders({ranking}))"
                return f"(sum {y}.worth for {y} in first({ranking}))"

    def loop(self, deep: int, names: tuple[str, ...]) -> tuple[str, str]:
        x = self.name()
        source = self.many(deep - 2, names)
        if self.rng.random() < 0.4:
            source = f"{self.literal(0)}..{self.literal(self.rng.randint(0, 4))}"
        return x, f"for {x} in {source}"

    def truth(self, deep: int, names: tuple[str, ...] = ()) -> str:
        rng = self.rng
        match rng.randrange(11):
            case 0:
                op = rng.choice(["and", "or"])
                return f"({self.truth(deep - 1, names)} {op} {self.truth(deep - 1, names)})"
            case 1:
                return f"not ({self.truth(deep - 1, names)})"
            case 2:
                return rng.choice(["bright", "module dark", "not bright"])
            case 3:
                op = rng.choice(["=", "differs from"])
                return f"wall {op} {rng.choice(['high', 'low'])}"
            case 4:
                op = rng.choice(["in", "not in"])
                return f"{self.number(deep - 1, names)} {op} {self.many(deep - 1, names)}"
            case 5:
                wide = f"{self.literal(2)}..{self.literal(rng.randint(0, 9))}"
                return f"{self.number(deep - 1, names)} in {wide}"
            case 6:
                return f"({self.many(deep - 1, names)}) is {rng.choice(['empty', 'not empty'])}"
            case 7:
                op = rng.choice(["=", "differs from"])
                return f"{self.many(deep - 1, names)} {op} {self.many(deep - 1, names)}"
            case 8:
                x, body = self.loop(deep, names)
                how = rng.choice(["every", "some", "no"])
                body = body.removeprefix("for ")
                return f"({how} {body}: {self.truth(deep - 1, (*names, x))})"
            case 9:
                x = self.name()
                test = self.truth(deep - 1, (*names, x))
                return f"(first({self.many(deep - 1, names)}) is some {x} and {test})"
            case _:
                op = rng.choice(
                    ["=", "differs from", "at least", "at most", "more than", "less than"]
                )
                return f"{self.number(deep - 1, names)} {op} {self.number(deep - 1, names)}"

    def many(self, deep: int, names: tuple[str, ...] = ()) -> str:
        rng = self.rng
        items = [self.number(deep - 1, names) for _ in range(rng.randint(1, 4))]
        plain = f"[{', '.join(items)}]"
        sets = self.earlier("set of number")[-2:]
        if deep <= 0:
            return rng.choice([plain, *sets])
        match rng.randrange(7):
            case 0:
                return plain
            case 1 if sets:
                return rng.choice(sets)
            case 2:
                return f"reverse({self.many(deep - 1, names)})"
            case 3:
                op = rng.choice("+-")
                return f"({self.many(deep - 1, names)} {op} {self.many(deep - 1, names)})"
            case 4:
                x = self.name()
                source, test = self.many(deep - 1, names), self.truth(deep - 1, (*names, x))
                return f"(those {x} in {source} where {test})"
            case 5:
                x, body = self.loop(deep, names)
                return f"(list {self.number(deep - 1, (*names, x))} {body})"
            case _:
                return f"short_of(reverse({plain}), {self.number(deep - 1, names)})"

    def suits(self, deep: int, names: tuple[str, ...]) -> str:
        x = self.name()
        return self.rng.choice(
            [
                "Suit",
                f"(those {x} in Suit where {self.truth(deep, names)})",
                f"[{', '.join(self.rng.choice(SUITS) for _ in range(2))}]",
                f"[onward({self.rng.choice(SUITS)}, {self.number(deep, names)})]",
            ]
        )

    def values(self, how_many: int) -> str:
        lines: list[str] = []
        for i in range(how_many):
            kind = self.rng.choice(["number", "number", "number", "set of number", "yes/no"])
            made = {"number": self.number, "set of number": self.many, "yes/no": self.truth}[kind]
            lines.append(f'value {self.prefix}{i} "V{i}": {kind} = {made(3)}\n')
            self.kinds.append(kind)
        return "".join(lines)


def both(seed: int, how_many: int) -> tuple[str, list[str]]:
    """A game with the same values twice."""
    known = Writer(seed, str, "known")
    hidden = Writer(seed, lambda n: f"({n} + zero)", "hidden")
    text = HEAD + known.values(how_many) + hidden.values(how_many)
    return text + TAIL, known.kinds


def plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.parametrize("seed", range(12))
def test_before_play_and_in_play(seed: int) -> None:
    text, kinds = both(seed, 12)
    game = load("same", players=2 + seed % 2, library=Library(texts={"same.alr": text}))
    state = game.start(1)
    checked = game.checked
    facts, filler = Constants(checked.world, checked), Filler(checked)
    for i, kind in enumerate(kinds):
        played = plain(inspect.value(state, f"hidden{i}"))
        name = tree.Name(f"known{i}", at=tree.NOWHERE)
        assert facts.value(name) == played, (seed, i)
        assert plain(inspect.value(state, f"known{i}")) == played, (seed, i)
        if kind == "number":
            assert filler.fill(None, f"{{known{i}}}") == str(played), (seed, i)
        found = constant_of(f"known{i}", game.checked.program) if kind == "number" else None
        assert found in (None, played), (seed, i)
    with pytest.raises(NotKnown):
        facts.value(tree.Name("zero", at=tree.NOWHERE))
