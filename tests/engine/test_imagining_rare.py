"""States that hardly any deal admits: what is imagined there goes with all that was told, and does
not tell what is real. Two states that a seat can't tell apart give the same imagined states."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from time import process_time

import pytest
from tests.engine.secret_games import game

from alarife import RuleError
from alarife.bots import Budget, Generator, MctsBot, View, hint
from alarife.bots.greedy import GreedyBot
from alarife.engine import budget
from alarife.engine.hidden import imagining
from alarife.engine.state import State
from alarife.table.foresee import Foresight
from alarife.table.wording import Wording

RARE = """
piece Card(rank: 1..20) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody, starting with Card
place hand[p: Player] "hand": set of Card, seen by p
value high(p: Player): number = count c in hand[p] where c.rank more than 13
value worth(p: Player): number = sum c.rank for c in hand[p]
step play "Play"
  > Deal until the second player can be asked.
  repeat until ASKED(seat(2))
    move hand[seat(2)] to deck
    shuffle deck
    draw 5 from deck to hand[seat(2)]
  as seat(2)
    choose n from (those n in 1..2 where ASKED(you)) "Which?"
    otherwise
      never "because it is so"
"""
HIGH = RARE.replace("ASKED(seat(2))", "high(seat(2)) at least 5").replace(
    "ASKED(you)", "high(you) at least 5"
)
EXACT = RARE.replace("ASKED(seat(2))", "worth(seat(2)) = 70").replace(
    "ASKED(you)", "worth(you) = 70"
)
JOINED = """
note code[p: Player] "code": 0..9 = 0, seen by p
rule make(n: number) "Together"
  > The codes make n.
  code[seat(1)] + code[seat(2)] = n
step play "Play"
  for each p in Player
    as p
      choose n from 0..9 "Code?"
      code[you] := n
  tell seat(3) whether make(9)
  as seat(3)
    choose n from 0..9 "Well?"
    pass
"""
MASTERMIND = """
note peg[p: Player, 1..5] "peg": 1..7 = 1, seen by p
note guess[1..5] "guess": 1..7 = 1
value right "right": number = count i in 1..5 where peg[seat(1), i] = guess[i]
step play "Play"
  for each i in 1..5
    as seat(1)
      choose n from 1..7 "Peg?"
      peg[you, i] := n
  repeat 6 times
    for each i in 1..5
      as seat(2)
        choose n from 1..7 "Guess?"
        guess[i] := n
    tell seat(2) what right
  as seat(2)
    choose n from 1..2 "Well?"
    pass
"""
UNTOLD = """
piece Card(rank: 1..30) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody, starting with Card
place hand[p: Player] "hand": set of Card, seen by p
note mark[p: Player] "mark": 0..90 = 0, seen by p
rule all_high(p: Player) "High"
  > All cards are among the five highest.
  every c in hand[p]: c.rank more than 25
rule fits(p: Player) "Fits"
  > The mark is the sum of the cards.
  mark[p] = (sum c.rank for c in hand[p])
step play "Play"
  repeat until size(hand[seat(2)]) = 3 and all_high(seat(2))
    move hand[seat(2)] to deck
    shuffle deck
    draw 3 from deck to hand[seat(2)]
  mark[seat(2)] := (sum c.rank for c in hand[seat(2)])
  tell seat(1) whether all_high(seat(2))
  tell seat(1) whether fits(seat(2))
  as seat(1)
    choose n from 1..2 "Well?"
    pass
"""


SUITS = """
piece Card(suit: 1..4, rank: 1..13) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody, starting with Card
place hand[p: Player] "hand": set of Card, seen by p
value flush(p: Player): yes/no = every a in hand[p] with b in hand[p]: a.suit = b.suit
step play "Play"
  shuffle deck
  move (those c in Card where c.suit = SUIT and c.rank at most 8) to hand[seat(2)]
  as seat(2)
    choose n from (those n in 1..2 where flush(you)) "Which?"
    otherwise
      never "because it is so"
"""
"""The states that fit fall apart: no change of a few cards leads from one suit to another."""
ANSWERED = """
piece Card(rank: 1..40) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody, starting with Card
place hand[p: Player] "hand": set of Card, seen by p
value holds(n: number) "Cards": number = count c in hand[seat(2)] where (c.rank - 1) div 4 = n
step play "Play"
  shuffle deck
  for each n in [0, 0, 0, 4, 4, 4, 7, 7]
    if first(those c in deck where (c.rank - 1) div 4 = n) is some c
      move c to hand[seat(2)]
  for each n in 0..9
    tell seat(1) what holds(n)
  as seat(1)
    choose n from 1..2 "Well?"
    pass
"""
"""Ten answers that one deal in a million agrees with."""
PUZZLE = """
piece Card(rank: 1..40) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody, starting with Card
place hand[p: Player] "hand": set of Card, seen by p
place table "table": set of Card
value puzzle "Puzzle": number
  (sum c.rank * c.rank * c.rank for c in hand[seat(2)]) * 7919 mod 99991
step play "Play"
  shuffle deck
  draw 9 from deck to hand[seat(2)]
  draw 3 from deck to hand[seat(1)]
  tell seat(1) what puzzle
  as seat(1)
    choose c from hand[you] "Well?"
    otherwise
      never "because there are three"
    move c to table
"""
SLOW = """
piece Card(rank: 1..40) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody, starting with Card
place hand[p: Player] "hand": set of Card, seen by p
value slow(p: Player): number = sum c.rank for a in 1..300 with b in 1..300 with c in hand[p]
step play "Play"
  shuffle deck
  move (those c in Card where c.rank at most 8) to hand[seat(2)]
  as seat(2)
    choose n from (those n in 1..2 where slow(you) = 36 * 90000) "Which?"
    otherwise
      never "because it is so"
"""


def alike(seat: int, starts: Iterator[State], number: int = 2) -> list[State]:
    """Some states that this seat can't tell apart."""
    found = [next(starts)]
    seen = found[0].view(seat)
    for state in starts:
        if state.view(seat) == seen and all(state.dump() != other.dump() for other in found):
            found.append(state)
        if len(found) == number:
            return found
    raise AssertionError("too few states look alike")


@cache
def rare(text: str) -> list[State]:
    """Two that the first seat can't tell apart."""
    g = game(text)
    return alike(1, (g.start(seed) for seed in range(99)))


def joined() -> Iterator[State]:
    g = game(JOINED, 3)
    for n in range(10):
        yield g.start(n).play(n).play(9 - n).play(0)


def mastermind() -> Iterator[State]:
    """All codes that give the same answers to six guesses."""
    g = game(MASTERMIND)
    lots = Random(3)
    guesses = [tuple(lots.randint(1, 7) for _ in range(5)) for _ in range(6)]
    answers = tuple(
        sum(a == b for a, b in zip((1, 6, 2, 5, 7), one, strict=True)) for one in guesses
    )
    for pegs in product(range(1, 8), repeat=5):
        if answers == tuple(sum(a == b for a, b in zip(pegs, one, strict=True)) for one in guesses):
            state = g.start(1)
            for peg in (*pegs, *[n for guess in guesses for n in guess]):
                state = state.play(peg - 1)
            yield state


def same_worlds(states: list[State], seat: int, worlds: int = 5) -> set[str]:
    """Every state gives the same imagined states."""
    found: set[str] = set()
    for world in range(worlds):
        dumps = [state.imagine(seat, world).dump() for state in states]
        for dump, state in zip(dumps, states, strict=True):
            assert dump == dumps[0]
            assert state.game.restore(dump).view(seat) == state.view(seat)
        found.add(str(dumps[0]["places"]) + str(dumps[0]["notes"]))
    return found


@pytest.mark.parametrize("text", [HIGH, EXACT], ids=["high", "exact"])
def test_a_rare_question_asked_of_somebody_else(text: str) -> None:
    assert len(same_worlds(rare(text), 1)) > 3


@pytest.mark.parametrize("text", [HIGH, EXACT], ids=["high", "exact"])
def test_where_no_deal_is_found_at_all(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A local search begins at a deal, and finds the same for states that look alike."""
    monkeypatch.setattr(imagining, "DEALS", 0)
    monkeypatch.setattr(imagining, "MORE_DEALS", 0)
    assert len(same_worlds(rare(text), 1)) > 3


def test_answers_to_guesses_leave_some_codes() -> None:
    """Too many codes to try them all, and few that go with the answers."""
    every = list(mastermind())
    states = alike(2, iter(every))
    assert 1 < len(same_worlds(states, 2, 8)) <= len(every)


def test_a_fact_about_two_secrets_gives_neither_away() -> None:
    assert len(same_worlds(alike(3, joined()), 3, 20)) > 5


def test_facts_about_pieces_and_notes_together() -> None:
    states = rare(UNTOLD)
    worlds = same_worlds(states, 1)
    assert len(worlds) > 3


def test_what_falls_apart_is_not_told() -> None:
    """Walks from the real state never left its suit; a search that doesn't know it finds none."""
    states = [game(SUITS.replace("SUIT", suit)).start(1) for suit in "234"]
    assert states[0].view(1) == states[1].view(1) == states[2].view(1)
    for state in states:
        imagine = state.imagining(1)
        for seed in range(2):
            with pytest.raises(RuleError, match="E0520"):
                imagine(seed)
        assert state.imagine(2, 1).view(2) == state.view(2)


def test_many_answers_about_pieces() -> None:
    g = game(ANSWERED)
    states = alike(1, (g.start(seed) for seed in range(99)))
    assert len(same_worlds(states, 1)) > 3
    held = [c["rank"] for c in states[0].imagine(1, 7).view(2)["places"]["hand"]["2"]]
    assert sorted((rank - 1) // 4 for rank in held) == [0, 0, 0, 4, 4, 4, 7, 7]


def test_bots_and_previews_without_any_imagined_state() -> None:
    state = game(PUZZLE).start(1)
    with pytest.raises(RuleError, match="E0520"):
        state.imagine(1, 1)
    decision = state.decision
    assert decision is not None
    for bot in (GreedyBot(), MctsBot(20)):
        assert {bot.choose(View(state, 1), decision, Generator(n)) for n in range(2)} <= {0, 1, 2}
    assert len(hint(View(state, 1), decision, Budget(20))) == 3
    foresight = Foresight(Wording(state.game), state, 1)
    assert foresight.preview(decision.options[0].key)["words"] == []


def test_no_end_of_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each deal has a budget of rounds of its own, but all together one of seconds."""
    state = game(SLOW).start(1)
    monkeypatch.setattr(budget, "MOST_SECONDS", 0.5)
    before = process_time()
    with pytest.raises(RuleError, match="E0520"):
        state.imagine(1, 1)
    assert process_time() - before < 5
