"""Choosing two things that belong together, against a second calculation of all pairs."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import alarife

GAME = str(Path(__file__).parent / "pairs.alr")
SEED = 700
Spot = tuple[int, int]
Card = tuple[str, int]


def read(state: alarife.State) -> tuple[dict[Spot, Card], dict[int, Card], int]:
    """The board, the hand of whoever is on turn by piece, and who that is."""
    places: Any = state.dump()["places"]
    turn = state.note("on_turn")
    board = {tuple(s["at"]): (s["piece"]["hue"], s["piece"]["value"]) for s in places["board"]}
    hand = {c["id"]: (c["hue"], c["value"]) for c in places["hand"][str(turn)]}
    return board, hand, turn  # pyright: ignore[reportReturnType]


def broken(board: dict[Spot, Card], card: Card, spot: Spot) -> set[str]:
    """The rules that a card on a space would break."""
    left = board.get((spot[0] - 1, spot[1]))
    rules = {"even"} if spot[0] == card[1] else set[str]()
    return rules | ({"rising"} if left is not None and left[1] > card[1] else set())


def spots(board: dict[Spot, Card], card: Card) -> list[Spot]:
    row = 1 if card[0] == "red" else 2
    return [(x, row) for x in range(1, 6) if (x, row) not in board]


def blamed(board: dict[Spot, Card], card: Card) -> set[str]:
    """Why a card can't be chosen: the rules that no space meets, or all if each is met by some."""
    found = [broken(board, card, spot) for spot in spots(board, card)]
    if not found:
        return {"even", "rising"}
    return set.intersection(*found) or {"even", "rising"}


def as_action(text: str) -> str:
    """The same game, with its choice in an action."""
    begin = text.index("      choose card from")
    end = text.index("      otherwise", begin)
    effect = text.index("      move card to board", end)
    after = text.index("    on_turn :=", effect)
    action = (
        '\nmenu turn_action "A turn"\n\naction lay in turn_action "Lay a card"\n  > Lay a card.\n'
    )
    action += (text[begin:end] + text[effect:after]).replace("      ", "  ")
    text = f"{text[:begin]}      choose from turn_action\n{text[end:effect]}{text[after:]}"
    return text + action


@pytest.mark.parametrize("action", [False, True])
def test_every_pair_and_no_other(action: bool, tmp_path: Path) -> None:
    text = Path(GAME).read_text(encoding="utf-8")
    path = tmp_path / "pairs.alr"
    path.write_text(as_action(text) if action else text, encoding="utf-8")
    game, refused = alarife.load(str(path), players=2), 0
    for seed in range(SEED, SEED + 80):
        print(f"seed {seed}")
        lots, state = Random(seed), game.start(seed=seed)
        while state.decision is not None and state.decision.rule == "stake":
            state = state.play(lots.choice(state.decision.options))
        while state.decision is not None:
            board, hand, _ = read(state)
            wanted = {
                (i, spot)
                for i, card in hand.items()
                for spot in spots(board, card)
                if not broken(board, card, spot)
            }
            if isinstance(state.decision.options[0].value, dict):  # a single card was taken
                asked = {tuple(o.value["at"]) for o in state.decision.options}
                assert asked == {spot for _, spot in wanted}, seed
                assert len({i for i, _ in wanted}) == 1, seed
                state = state.play(lots.choice(state.decision.options))
                continue
            ends = set[tuple[int, Spot]]()
            for option in state.decision.options:
                after = state.play(option)
                if after.decision is not None and read(after)[1:] == read(state)[1:]:
                    ends |= {(option.value, tuple(o.value["at"])) for o in after.decision.options}
            firsts = {o.value for o in state.decision.options}
            assert firsts == {i for i, _ in wanted}, seed
            alone = {(i, spot) for i, spot in wanted if sum(a == i for a, _ in wanted) == 1}
            assert ends == wanted - alone  # a single place is not asked for
            for i in hand.keys() - firsts:
                refused += 1
                assert {r.name for r in state.why_not_here(i)} == blamed(board, hand[i])
            before = state
            state = state.play(lots.choice(state.decision.options))
            if read(state)[1:] == read(before)[1:]:  # the card is chosen, its space is asked for
                assert state.decision is not None
                state = state.play(lots.choice(state.decision.options))
    assert refused > 20, refused


def test_three_numbers_at_once() -> None:
    state = alarife.load(GAME, players=2).start(seed=SEED)
    pairs = set[tuple[str, ...]]()
    ways: list[tuple[alarife.State, tuple[str, ...]]] = [(state, ())]
    while ways:
        state, answers = ways.pop()
        assert state.decision is not None
        for option in state.decision.options:
            after = state.play(option)
            if after.decision is not None and after.decision.player == 1:
                ways.append((after, (*answers, option.key)))
            else:
                pairs.add((*answers, option.key))
    wanted = {
        (n, m, k)
        for n, m, k in product(range(1, 4), repeat=3)
        if m <= n and m <= k <= n and n + m + k <= 6
    }
    assert len(pairs) == len(wanted)
