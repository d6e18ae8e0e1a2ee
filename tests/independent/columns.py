"""The board of columns by hand (DICE-8 to 11 and 19 to 21, ALCA-5 to 8): a second referee for one
round after the other.

What comes in: the answers of a game, by their keys, and what chance has brought about, looked at
from outside. What goes out: for each decision who is asked and exactly what must be offered.
Nothing of the package is used: columns are lists of 24, best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

BUILDINGS: tuple[str, ...] = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
MARKERS = {2: 5, 3: 5, 4: 4, 5: 3, 6: 3}
LETTERS = {1: "A", 3: "B", 5: "C"}
DIRK = "dirk"

Question = tuple[str, set[str]]
"""Who still bids, and the keys of what may be answered."""
Asking = Generator[Question, str, None]


class Look(Protocol):
    """What chance has brought about by now."""

    def __call__(self) -> Mapping[str, Any]:
        """The dump of the position in which the next decision is put."""
        ...


def field_of(row: int, rolls: int) -> int:
    """DICE-11: the place of a field in its column, from 0: 8/1, 8/2, 8/3, 7/1, … 1/3."""
    return [(r, n) for r in range(8, 0, -1) for n in (1, 2, 3)].index((row, rolls))


@dataclass
class Turn:
    """What one turn has come to: the dice after each roll that counts, and the black die."""

    shown: list[Counter[str]]
    black: str = ""

    def equal(self, symbol: str) -> int:
        """DICE-10, DICE-20: the dice with a symbol, the black one among them."""
        return self.shown[-1][symbol] + (self.black == symbol)


@dataclass
class Columns:
    """The columns, the markers and the rounds. The games say what is laid out, what else a turn
    allows, and what is won."""

    players: int
    look: Look
    strict: bool = False
    """Whether the other reading of the game's ruling holds: the black die once a round, no reserve
    board where building is possible."""
    area: dict[str, list[str]] = field(default_factory=dict)
    at_hand: Counter[str] = field(default_factory=Counter)
    scores: Counter[str] = field(default_factory=Counter)
    starter: str = ""
    next_starter: str = ""
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def parties(self) -> list[str]:
        """The seats, and the neutral builder when two play."""
        return [str(seat + 1) for seat in range(self.players)] + [DIRK] * (self.players == 2)

    # ----------------------------------------------------------------
    # what a game fills in
    def lay_out(self, number: int) -> None:
        """What lies in the columns in this round, and where the neutral builder's markers stand."""
        raise NotImplementedError

    def score_column(self, column: str) -> Asking:
        """What the best markers of a column win."""
        raise NotImplementedError

    def score_round(self, letter: str) -> None:
        """A, B or C."""
        raise NotImplementedError

    def extra_actions(self, who: str, turn: Turn) -> set[str]:
        """What may be done after a roll, besides rolling and placing."""
        raise NotImplementedError

    def act(self, action: str, who: str, turn: Turn) -> Generator[Question, str, bool]:
        """Do one of these; whether the turn is over."""
        raise NotImplementedError

    def wants_to_push(self, who: str) -> Generator[Question, str, bool]:
        """Whether the markers on a taken field are pushed back."""
        yield from ()
        return False

    # ----------------------------------------------------------------
    # rounds
    def game(self) -> Asking:
        """DICE-6: five rounds, with scorings after the first, third and fifth."""
        self.starter = str(self.look()["notes"]["starter"])
        for number in range(1, 6):
            self.area = {b: [""] * 24 for b in BUILDINGS}
            self.at_hand = Counter(dict.fromkeys(self.parties, MARKERS[self.players]))
            self.next_starter = self.starter
            self.lay_out(number)
            yield from self.place_markers()
            for column in BUILDINGS:
                yield from self.score_column(column)
            if number in LETTERS:
                self.score_round(LETTERS[number])
            self.starter = self.next_starter

    def place_markers(self) -> Asking:
        """DICE-8: one marker a turn, round the table, until all are placed."""
        seats = [str((int(self.starter) - 1 + k) % self.players + 1) for k in range(self.players)]
        while any(self.at_hand[who] for who in seats):
            for who in seats:
                if self.at_hand[who]:
                    yield from self.turn(who)

    def tray(self) -> Counter[str]:
        """What the eight dice show."""
        dice = Counter(str(d["symbol"]) for d in self.look()["places"]["tray"])
        assert dice.total() == 8
        return dice

    def turn(self, who: str) -> Asking:
        """DICE-9, 10: up to three rolls, then a marker."""
        turn = Turn([self.tray()])
        while True:
            offered = (
                {"place_marker"}
                | self.extra_actions(who, turn)
                | ({"roll_again"} if len(turn.shown) < 3 else set())
            )
            action = yield who, offered
            self.seen[action] += 1
            if action == "roll_again":
                yield from self.roll(who, turn)
            elif action == "place_marker":
                yield from self.place(who, turn)
                return
            elif (yield from self.act(action, who, turn)):
                return

    def roll(self, who: str, turn: Turn) -> Asking:
        """DICE-9: any of the dice, at least one, in any order. Equal dice are one choice."""
        left = turn.shown[-1].copy()
        kept = left.copy()
        while True:
            offered = {f"Die({b})" for b in BUILDINGS if left[b]}
            key = yield who, offered | ({"done"} if left != kept else set())
            if key == "done":
                break
            symbol = key[4:-1]
            left[symbol] -= 1
        turn.shown.append(self.tray())
        assert all(turn.shown[-1][b] >= left[b] for b in BUILDINGS), "dice put aside have turned"

    def place(self, who: str, turn: Turn) -> Asking:
        """DICE-10, 11: the column of the symbol, the row of its number, the field of the rolls; or
        the first free one behind."""
        symbol = yield who, {b for b in BUILDINGS if turn.equal(b)}
        nine = turn.equal(symbol) > 8
        start = 0 if nine else field_of(turn.equal(symbol), len(turn.shown))
        self.seen["nine"] += nine
        column = self.area[symbol]
        if column[start] and (yield from self.wants_to_push(who)):
            row = column[start:]
            taken = row.index("") if "" in row else len(row)
            self.seen["pushed off"] += "" not in row
            column[start:] = ["", *row[:taken], *row[taken + 1 :]][: len(row)]
        free = [f for f in range(start, 24) if not column[f]]
        if free:
            column[free[0]] = who
        self.seen["went behind" if free and free[0] > start else "out" if not free else "free"] += 1
        self.at_hand[who] -= 1

    def standing(self, column: str) -> list[str]:
        """DICE-12: the owners of the markers of a column, best first."""
        return [owner for owner in self.area[column] if owner]

    def names_next(self, who: str) -> Asking:
        """DICE-22, DICE2-4: who has won the starting-player tile names who begins; the neutral
        builder, who did not."""
        if who == DIRK:
            self.next_starter = "2" if self.starter == "1" else "1"
        else:
            self.next_starter = yield who, {str(seat + 1) for seat in range(self.players)}
        self.seen["named"] += 1
