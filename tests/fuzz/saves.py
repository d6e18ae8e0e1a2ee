"""Damaged saves and dumps: only diagnostics come out, and what can be gone on with plays on.

A quarter of them are saves with bytes changed: these the sum tells. In another quarter something is
changed inside and the sum is made right, as somebody who cheats would do. The others are dumps."""

from __future__ import annotations

import json
import random
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.fuzz.trying import Broken, check_said, try_dump

import alarife
from alarife import Game, RuleError, State
from alarife.play import saves, seats_for
from alarife.report import render

NAMES = ["tic_tac_toe", "nim", "kuhn_poker", "pig", "goofspiel", "kalah", "oh_hell", "dice"]
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
        check_said(wrong)
        render(wrong.diagnostics, {})
        return wrong.diagnostics[0].code
    return "plays"


def going_on(save: saves.Save, game: Game, chance: random.Random) -> State:
    """The state of a save: by its answers or by its snapshot."""
    return saves.history(save, game).state if chance.random() < 0.5 else game.restore(save.state)


def try_save(seed: int) -> str:
    """What comes of the damaged save, or dump, of a seed."""
    chance = random.Random(seed)
    game, whole = begun(chance.choice(NAMES))
    save = json.loads(whole)["save"]
    before: Any = json.loads(whole)["save"]
    if seed % 2:
        for _ in range(chance.choice([1, 1, 2])):
            change(save["state"], chance)
        return try_dump(game, save["state"], chance)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.json"
        if seed % 4 == 0:
            data = bytes_changed(whole, chance)
            came = taken_up(data, path, game, before, chance)
            if data != whole and came not in ("E0721", "E0722"):
                raise Broken(f"{came}: a changed byte was not noticed")
            return came
        for _ in range(chance.choice([1, 1, 2])):
            inside = save.get("state")
            change(inside if chance.random() < 0.6 and isinstance(inside, dict) else save, chance)
        return taken_up(signed(save), path, game, before, chance)
