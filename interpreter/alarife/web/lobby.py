"""What can be chosen for a new table, worked out from the rules.

In: what somebody wishes for: a game, players, modules, settings, rule texts of their own. Out: the
game, loaded; or diagnostics; and what differs from the game by itself, in words. What always holds:
rule texts of strangers are bounded in size, tried in another process with a time limit before they
are used here, and read from memory: no path of theirs is ever opened."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from alarife.checking.scope import Checked
from alarife.diagnostics import Diagnostic, RuleError, rule_error
from alarife.engine.state import Game
from alarife.library import Library, head_of
from alarife.sentences.text import filler
from alarife.texts.speech import worded
from alarife.texts.spoken import phrased, spoken
from alarife.web.reading import whole

Data = dict[str, Any]
_SAID = ("sentence", "title", "meaning")
_UNFILLED = re.compile(r"[{}]")
_NAMED = re.compile(r"\bmodule (\w+)|\b(players|and|or|not)\b")
OWN = "own/own.alr"
"""How diagnostics call a text that somebody brought."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A table as somebody wishes for it. `own` is a rule file of theirs: a module, a preset or a
    game; empty if there is none."""

    game: str
    modules: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    players: int | None = None
    own: str = ""


@dataclass(frozen=True, slots=True)
class Survey:
    """What comes of a wish: diagnostics as data; what differs from the game by itself, by chapter;
    how many play, and how many may; the settings in force."""

    diagnostics: list[Data] = field(default_factory=list)
    changes: list[tuple[str, list[Data]]] = field(default_factory=list)
    players: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    title: str = ""

    @property
    def is_fine(self) -> bool:
        """Whether a table can be made of it."""
        return not any(d["severity"] == "error" for d in self.diagnostics)


@lru_cache(maxsize=1)
def shipped() -> dict[str, str]:
    """The shipped rule files by path."""
    from alarife.resources import rules_dir

    root = Path(str(rules_dir()))
    return {
        f"rules/{path.relative_to(root).as_posix()}": path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*.alr"))
    }


@lru_cache(maxsize=1)
def shipped_library() -> Library:
    """The shipped rules, in the language that is spoken."""
    return Library(texts=shipped())


@lru_cache(maxsize=1)
def games() -> list[Data]:
    """What can be configured of every shipped game."""
    from alarife.linking.configurations import games_data

    found = games_data(shipped_library())
    for game in found:
        if "{" in json.dumps([game["sentence"], game["options"], game["modules"]]):
            _fill(game)
        _name_modules(game)
    return found


def _name_modules(game: Data) -> None:
    """Call modules by their titles, where conditions and needs name them, and say in the language
    that is spoken how conditions are joined."""
    titles = {m["name"]: m["title"] for m in game["modules"]}
    words = {
        "players": phrased("number of players"),
        "and": phrased("and"),
        "or": phrased("or"),
        "not": phrased("not"),
    }

    def title(match: re.Match[str]) -> str:
        return words[match[2]] if match[2] else f"“{titles.get(match[1], match[1])}”"

    for module in game["modules"]:
        for what in ("needs", "excludes"):
            module[f"{what}_said"] = [titles.get(name, name) for name in module[what]]
    for one in [*game["options"], *(o for m in game["modules"] for o in m["options"])]:
        one["when_said"] = _NAMED.sub(title, one["when"] or "")


def _fill(game: Data) -> None:
    """Put numbers into the sentences about a game and its modules, as they are by default."""
    for names in ([], *([m["name"]] for m in game["modules"])):
        try:
            checked = _checked(game["name"], names)
        except RuleError:
            continue
        _fill_in(game, filler(checked).fill)


def _checked(game: str, modules: list[str]) -> Checked:
    from alarife.checking.check import checked

    return checked(game, modules, {}, None, shipped_library())


def _fill_in(data: Any, fill: Callable[[None, str], str]) -> None:
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, str) and key in _SAID and "{" in value:
            filled = fill(None, value)
            data[key] = value if _UNFILLED.search(filled) else filled
        elif isinstance(value, dict | list):
            _fill_in(value, fill)


def game_named(name: str) -> Data | None:
    """One of them."""
    return next((g for g in games() if g["name"] == name), None)


def is_there(name: str, own: str) -> bool:
    """Whether a game is shipped, or is the one that a text of one's own declares."""
    head = head_of(own, OWN)
    return game_named(name) is not None or (
        head is not None and head.what == "game" and head.name == name
    )


def settings_said(game: str, settings: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Settings in words: the title of each, and what is chosen."""
    data = game_named(game) or {"options": [], "modules": []}
    known = [*data["options"], *(o for m in data["modules"] for o in m["options"])]
    by_name = {one["name"]: one for one in known}
    found: list[tuple[str, str]] = []
    for name, value in settings.items():
        one = by_name.get(name, {"title": name})
        titles = {c["choice"]: c.get("title") for c in one.get("choices", ())}
        said = worded(spoken(), "yes" if value else "no") if isinstance(value, bool) else str(value)
        found.append((one["title"], titles.get(value) or said))
    return found


def load(wish: Wish) -> Game:
    """The game of a wish. Raises `RuleError`."""
    return load_new(wish) if wish.own.strip() else load_shipped(wish)


@lru_cache(maxsize=24)
def load_shipped(wish: Wish) -> Game:
    """The game of a wish that brings no text of its own."""
    return load_new(wish)


def load_new(wish: Wish) -> Game:
    """The game of a wish, loaded for whoever asks alone."""
    from alarife.pipeline import load as load_game

    game, modules, library = _named(wish)
    return load_game(game, modules, dict(wish.settings), wish.players, library)


def _named(wish: Wish) -> tuple[str, list[str], Library]:
    """The game and the modules as a library finds them."""
    if not wish.own.strip():
        return wish.game, list(wish.modules), shipped_library()
    library = Library(texts={**shipped(), OWN: wish.own})
    head = head_of(wish.own, OWN)
    if head is None:
        message = "Your text does not begin like a rule file."
        hint = f'Begin with `alarife 2` and a line such as `module mine "Mine" for {wish.game}`.'
        raise rule_error("E0202", message, hint)
    if head.what == "module":
        return wish.game, [*wish.modules, OWN], library
    return OWN, list(wish.modules), library


def survey(wish: Wish) -> Survey:
    """What comes of a wish; never raises `RuleError`."""
    from alarife.diagnostics import Report
    from alarife.pipeline import stages

    try:
        game, modules, library = _named(wish)
        made = stages(game, modules, dict(wish.settings), wish.players, library)
        if wish.own.strip():  # what can't be begun is told here, in a process of its own
            load_new(wish).start(0)
    except RuleError as wrong:
        return Survey([_diagnostic(d, wish.own) for d in wrong.diagnostics])
    c = made.program.configuration
    report: Report = made.report
    return Survey(
        [_diagnostic(d, wish.own) for d in report.found],
        _changes(wish, made, library),
        c.players,
        dict(c.settings),
        made.program.title,
    )


def _changes(wish: Wish, made: Any, library: Library) -> list[tuple[str, list[Data]]]:
    """What differs from the game by itself, with the same number of players if that can be."""
    from alarife.linking.diff import differences
    from alarife.pipeline import stages
    from alarife.sentences.text import sentence

    game = next(file.path for file in made.program.files if file.what == "game")
    plain = None
    for players in (made.program.configuration.players, None):
        try:
            plain = stages(game, (), {}, players, library)
            break
        except RuleError:
            continue
    if plain is None:
        return []
    known = {id(s.program): s for s in (made, plain)}

    def say(program: Any, decl: Any, text: str) -> str:
        return sentence(known[id(program)].checked, decl, text)

    found = [
        d
        for d in differences(plain.program, made.program, say)
        if d.old or d.new or d.kind in ("setting", "pieces", "number")
    ]
    chapters = groupby(found, key=lambda d: d.chapter)
    return [(chapter, [_difference(d) for d in some]) for chapter, some in chapters]


def _difference(d: Any) -> Data:
    title = d.title or d.label_title or d.name
    return {"title": title, "old": d.old, "new": d.new, "cites": list(d.cites), "kind": d.kind}


def _diagnostic(d: Diagnostic, own: str) -> Data:
    """A diagnostic with the line it is about, if that is a line of one's own text."""
    at = d.at
    mine = at is not None and at.file == OWN
    lines = own.splitlines()
    line = at.line if mine and at is not None else 0
    return {
        "code": d.code,
        "severity": d.severity,
        "message": d.message,
        "hint": d.hint,
        "line": line,
        "column": at.column if mine and at is not None else 0,
        "source": lines[line - 1] if 1 <= line <= len(lines) else "",
        "where": "" if mine or at is None else f"{Path(at.file).name}:{at.line}",
    }


def wish_of(form: Mapping[str, Any]) -> Wish:
    """A wish from the fields of a form."""
    settings = tuple(
        (name.removeprefix("set."), str(value))
        for name, value in form.items()
        if name.startswith("set.") and value != ""
    )
    return Wish(
        str(form.get("game", "")),
        tuple(form.get("modules", ())),
        settings,
        whole(str(form.get("players", "")), 2),
        str(form.get("own", "")).replace("\r\n", "\n"),
    )
