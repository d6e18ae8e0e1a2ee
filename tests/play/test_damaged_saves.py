"""Damaged saves by the thousand: only diagnostics come out, and what can be gone on with plays on.

Half of them have bytes changed: these the sum tells. In the other half something is changed inside
and the sum is made right, as somebody who cheats would do. `ALARIFE_FUZZ=50 pytest
tests/play/test_damaged_saves.py` tries fifty times as many; `ALARIFE_FUZZ_FROM` is the first seed.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import alarife
from alarife import Game, RuleError, State
from alarife.play import saves, seats_for
from alarife.report import render

TIMES = int(os.environ.get("ALARIFE_FUZZ", "1"))
BYTES, INSIDE = 5_500 * TIMES, 2_000 * TIMES
FROM = int(os.environ.get("ALARIFE_FUZZ_FROM", "0"))
NAMES = ["tic_tac_toe", "nim", "kuhn_poker", "pig", "goofspiel", "kalah"]
ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2, 3, 7, 100, 65536, 10**30, 1.5, "", "x", "done", "ann", [], {}, [0], [[]], {"grid": []},
    {"grid": [[0, 0, 0]], "bounds": None},
]  # fmt: skip
CONFIGURATION = ("sources", "game", "modules", "settings", "players")
Slot = tuple[Any, Any]
"""A dict or list, and a key or index in it."""


@cache
def begun(name: str) -> tuple[Game, bytes]:
    """A game and the bytes of its save after some moves."""
    game = alarife.load(name)
    chance = random.Random(5)
    state = game.start(3)
    save = saves.begin(game, ["person"] * game.players, 3)
    for _ in range(6):
        if state.decision is not None:
            key = chance.choice(state.decision.options).key
            state = state.play(key)
            save.answers.append(key)
    return game, saves.content(save, state)


# ----------------------------------------------------------------
# changes
def bytes_changed(data: bytes, chance: random.Random) -> bytes:
    """The bytes with some changed, cut out, doubled or cut off."""
    at = chance.randrange(len(data))
    end = at + chance.choice([1, 1, 2, 8, 100])
    return [
        data[:at]
        + bytes(chance.randrange(256) for _ in range(chance.randint(1, 4)))
        + data[at + 1 :],
        data[:at] + data[end:],
        data[:end] + data[at:],
        data[:at],
    ][chance.randrange(4)]


def slots_of(data: Any) -> list[Slot]:
    """Everything inside, in a fixed order."""
    found: list[Slot] = []
    waiting = [data]
    while waiting:
        part = waiting.pop()
        for key in part if isinstance(part, dict) else range(len(part)):
            found.append((part, key))
            if isinstance(part[key], (dict, list)):
                waiting.append(part[key])
    return found


def change(data: Any, chance: random.Random) -> None:
    """Change one thing inside."""
    slots = [slot for slot in slots_of(data) if slot[1] != "sources"]
    if not slots:
        return
    part, key = chance.choice(slots)
    how = chance.randrange(5)
    if how == 0:
        del part[key]
    elif how == 1:
        other, there = chance.choice(slots)
        part[key] = json.loads(json.dumps(other[there]))
    elif how == 2 and type(part[key]) is int:
        part[key] += chance.choice([1, -1, 2, 50])
    elif how == 3 and isinstance(part, list):
        part.insert(key, json.loads(json.dumps(part[key])))
    else:
        part[key] = json.loads(json.dumps(chance.choice(ODD)))


def signed(save: Any) -> bytes:
    """The bytes of a save with the right sum."""
    body = json.dumps(save, separators=(",", ":")).encode()
    return b'{"alarife save":%d,"sum":"%s","save":%s}' % (
        saves.FORMAT,
        sha256(body).hexdigest().encode(),
        body,
    )


# ----------------------------------------------------------------
# going on
def taken_up(data: bytes, path: Path, game: Game, whole: Any, chance: random.Random) -> str:
    """What comes of a save: `plays`, or the code of the diagnostic. The rules are not loaded anew
    if they are the same."""
    path.write_bytes(data)
    try:
        save = saves.read(path)
        if any(getattr(save, name) != whole[name] for name in CONFIGURATION):
            game = saves.game_of(save)
        seats_for([name for name in save.seats if name], game.players)
        state = going_on(save, game, chance)
        for _ in range(6):
            if state.decision is None:
                break
            assert [option.label for option in state.decision.options]
            state = state.play(chance.choice(state.decision.options))
        state.view(1)
        assert state.scores is not None
    except RuleError as wrong:
        assert render(wrong.diagnostics, {})  # noqa: PT017 - what is caught is what is looked at
        return wrong.diagnostics[0].code
    return "plays"


def going_on(save: saves.Save, game: Game, chance: random.Random) -> State:
    """The state of a save: by its answers or by its snapshot."""
    return saves.history(save, game)[-1] if chance.random() < 0.5 else game.restore(save.state)


# ----------------------------------------------------------------
# tests
@pytest.mark.parametrize("part", range(4))
def test_what_lost_some_bytes_is_refused(tmp_path: Path, part: int) -> None:
    print(f"seeds {FROM + part} to {FROM + BYTES - 1}, every 4.")
    path = tmp_path / "a.json"
    for seed in range(FROM + part, FROM + BYTES, 4):
        chance = random.Random(seed)
        _, whole = begun(chance.choice(NAMES))
        data = bytes_changed(whole, chance)
        if data == whole:
            continue
        path.write_bytes(data)
        with pytest.raises(RuleError, match=r"E072[12]"):
            saves.read(path)


@pytest.mark.parametrize("part", range(4))
def test_what_was_changed_inside_is_refused_or_plays_on(tmp_path: Path, part: int) -> None:
    print(f"seeds {FROM + part} to {FROM + INSIDE - 1}, every 4.")
    came: Counter[str] = Counter()
    for seed in range(FROM + part, FROM + INSIDE, 4):
        chance = random.Random(seed)
        game, whole = begun(chance.choice(NAMES))
        save = json.loads(whole)["save"]
        for _ in range(chance.choice([1, 1, 2])):
            change(save if chance.random() < 0.4 else save.get("state") or save, chance)
        try:
            came[
                taken_up(signed(save), tmp_path / "a.json", game, json.loads(whole)["save"], chance)
            ] += 1
        except Exception as wrong:
            raise AssertionError(f"seed {seed}: {wrong!r}") from wrong
    assert came["plays"] > 100
    assert came["E0701"] > 100
