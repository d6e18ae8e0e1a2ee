"""Every sign on a screen is explained: by the legend, or by words beside it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from tests.play.scenes import scene
from tests.play.table import game, played

import alarife
import alarife.table
from alarife import Game
from alarife.play.legend import whole_legend
from alarife.play.scene import Size
from alarife.play.screen import draw, signs_of

_RULES = Path(alarife.__file__).parents[2] / "rules"
_IS_GAME = re.compile(r"^game ", re.MULTILINE)
_DRAWN = re.compile(r"[,;.–:()\[\]{}<>=/+|?'─│┌┐└┘├┤┬┴┼╴╵╶╷━┃┏┓┗┛┣┫┳┻╋╸╹╺╻×*·→\\-]")
_SIZES = [Size(80, 23), Size(80, 15), Size(160, 49)]
_ALHAMBRA = [
    (),
    ("bazaars", "cards", "change", "gates", "walls"),
    ("bonus", "bureau", "diamonds", "huts", "characters"),
    ("medina", "invaders", "thieves", "traders", "treasure", "vizier"),
]


def _shipped() -> list[str]:
    games = [path for path in _RULES.glob("[co]*/*.alr") if _IS_GAME.search(path.read_text())]
    return sorted([path.stem for path in games] + ["dice", "alcazaba"])


@cache
def _words() -> frozenset[str]:
    """The words of the rules and of the table's own phrases: these say what they mean."""
    files = "\n".join(path.read_text(encoding="utf-8") for path in _RULES.rglob("*.alr"))
    phrases = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("play", "table", "checking", "drawing", "texts")
        for path in (Path(alarife.__file__).parent / folder).glob("*.py")
    )
    found = {w.lower() for w in re.findall(r"[^\W_]{2,}", files + phrases)}
    return frozenset(found | {"a"})


def _atoms(legend: list[str]) -> set[str]:
    """What the legend explains."""
    found: set[str] = set()
    for line in legend:
        for part in re.split(r"\s{2,}", line.strip()):
            sign, _, meaning = part.partition(" ")
            if meaning:
                found.add(sign)
    return found


def _unexplained(line: str, atoms: set[str], words: frozenset[str]) -> list[str]:
    """The signs of a line that nothing explains."""
    plain = re.sub(r"\[[NESW]{1,4}\]", " ", line) if "[NE]" in atoms else line
    plain = re.sub(r"\w*…|'s|^d done|\(d: done\)", " ", plain)
    found: list[str] = []
    for token in re.findall(r"\w+|[^\s\w]{2,}", _DRAWN.sub(" ", plain)):
        letters = re.sub(r"\d+", "", token)
        known = not letters or {letters.lower(), token.lower()} & words
        if not known and not _made_of(letters, atoms):
            found.append(token)
    return found


def _made_of(letters: str, atoms: set[str]) -> bool:
    if not letters:
        return True
    return any(
        letters.startswith(atom) and _made_of(letters[len(atom) :], atoms)
        for atom in atoms
        if not atom.isdigit()
    )


def _check(of: Game, steps: int, seed: int) -> None:
    state = played(of, steps, seed)
    seat = state.decision.player if state.decision else 1
    for size in _SIZES:
        shown = scene(state, seat, size)
        shown.table = alarife.table.Table(of, ["Anna", "Bertil", "Cyprian", "Doris", "Emil", "Fay"])
        lines = [line.plain for line in draw(shown).lines]
        legend = [x.plain for x in whole_legend(of, signs_of(shown), 500)]
        atoms, words = _atoms(legend), _words()
        atoms |= {key for line in lines for key in re.findall(r"(\S) = ", line)}
        words = words | {"anna", "bertil", "cyprian", "doris", "emil", "fay"}
        for line in lines:
            assert not (left := _unexplained(line, atoms, words)), (of.name, line, left)


@pytest.mark.parametrize("name", _shipped())
def test_every_sign_is_explained(name: str) -> None:
    players = {"oh_hell": 3, "lost_heirloom": 3, "spades": 4, "dice": 3, "alcazaba": 3}
    for steps in (3, 40):
        _check(game(name, players.get(name, 2)), steps, 7)


@pytest.mark.parametrize("modules", _ALHAMBRA, ids=lambda m: "+".join(m) or "base")
def test_every_sign_of_the_family_is_explained(modules: tuple[str, ...]) -> None:
    for steps in (40, 200):
        _check(game("alhambra", 3, modules), steps, 7)
