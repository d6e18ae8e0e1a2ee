"""Saves: a game as a file, and back.

What comes in: a game, its answers, who plays. What goes out: a JSON file, written whole or not at
all. What always holds: a save carries the rules it is played under, and goes on under them even if
the rule files have changed since; a file that is no save, damaged, or of another version, is
refused in words. The sum over the content tells damage."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

from alarife import __version__
from alarife.diagnostics import RuleError, rule_error
from alarife.engine.inspect import without_log
from alarife.engine.state import Game, State
from alarife.files import NotPlain, read_bytes, replace
from alarife.resources import data_folder
from alarife.table import History
from alarife.texts.spoken import phrase, phrased

FORMAT = 1
PERSON = "person"
_HEAD, _FOOT = b'{"alarife save":%d,"sum":"%s","save":', b"}"
IS_OVER = b',"over":true,'
"""Stands in the save of a game that is over, and in no other: within texts, quotes are written
differently."""
ELSEWHERE = phrase("Name another file, and nothing is lost.")
LARGEST = 64 * 1024 * 1024


@dataclass(slots=True)
class Save:
    """A game under way. `seats`: for each seat "person" or the name of a bot; `names`: what people
    are called, by seat; `answers`: keys of options, from the first on; `memory`: whether cards that
    everybody has seen stay open; `result`: of a game that is over, the winners and the points."""

    game: str
    title: str
    modules: list[str]
    settings: dict[str, Any]
    players: int
    seats: list[str]
    seed: int
    sources: dict[str, str]
    answers: list[str] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    over: bool = False
    version: str = __version__
    saved: str = ""
    names: list[str] = field(default_factory=list)
    memory: bool = False
    result: dict[str, Any] = field(default_factory=dict)
    _sources: str = field(default="", repr=False, compare=False)


def begin(
    game: Game, seats: list[str], seed: int, names: Sequence[str] = (), memory: bool = False
) -> Save:
    """The save of a game that begins."""
    c = game.configuration
    return Save(
        c.game,
        game.title,
        list(c.modules),
        dict(c.settings),
        c.players,
        seats,
        seed,
        dict(game.program.sources),
        names=list(names),
        memory=memory,
    )


def folder() -> Path:
    """Where saves lie if nothing else is said: the platform's place for data."""
    return data_folder() / "saves"


# ----------------------------------------------------------------
# writing
def write(path: Path, save: Save, state: State) -> None:
    """Write a save: into a file beside it, to the disk, then in its place. Raises `RuleError`
    (E0723)."""
    data = content(save, state)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, data, 0o600)
    except OSError as wrong:
        message = phrased(
            "The game can't be saved to {file}: {reason}.", file=path, reason=wrong.strerror
        )
        raise rule_error(
            "E0723",
            message,
            phrased("Make room there, or name another file: `save FILE`. The game goes on."),
        ) from None


def write_text(path: Path, lines: Sequence[str]) -> None:
    """Write lines to a file that is not there yet. Raises `RuleError`: E0725 if it is, E0723 if it
    can't be written."""
    if path.exists():
        message = phrased("There is a file {file} already.", file=path)
        raise refused(message, phrased(ELSEWHERE), "E0725")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except (OSError, ValueError) as wrong:
        reason = getattr(wrong, "strerror", None) or wrong
        message = phrased("{file} can't be written: {reason}.", file=path, reason=reason)
        hint = phrased("Name another file. The game goes on.")
        raise refused(message, hint, "E0723") from None


def content(save: Save, state: State) -> bytes:
    """The bytes of a save as the game stands now."""
    save.state = _snapshot(state)
    save.over = state.is_over
    save.result = _result(state) if state.is_over else {}
    save.saved = time.strftime("%Y-%m-%dT%H:%M:%S")
    rest = {
        f.name: getattr(save, f.name) for f in fields(save) if f.name not in ("sources", "_sources")
    }
    body = f'{{"sources":{_sources(save)},{_json(rest)[1:]}'.encode()
    return _HEAD % (FORMAT, sha256(body).hexdigest().encode()) + body + _FOOT


def _result(state: State) -> dict[str, Any]:
    scores = {str(party): points for party, points in state.scores.items()}
    return {"winners": [str(w) for w in state.winners], "points": scores}


def _snapshot(state: State) -> dict[str, Any]:
    """A dump without the log: that follows from the answers, and grows."""
    return without_log(state).dump()


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=True, separators=(",", ":"))


def _sources(save: Save) -> str:
    """The rules as JSON, made once: they don't change."""
    if not save._sources:
        save._sources = _json(save.sources)
    return save._sources


# ----------------------------------------------------------------
# reading
def refused(
    message: str,
    hint: str = "Another save, or an older copy of this one, may be whole.",
    code: str = "E0721",
) -> RuleError:
    """That a file is not what it should be, or may not be touched."""
    return rule_error(code, message, hint)


def read(path: Path) -> Save:
    """A save from its file. Raises `RuleError`: E0720 if there is none, E0721 if it is damaged,
    E0722 if it is of another version."""
    try:
        raw = read_bytes(path, LARGEST)
        if len(raw) > LARGEST:
            raise refused(f"{path} is too large to be a save.")
        data = json.loads(raw.decode())
    except FileNotFoundError:
        raise refused(f"There is no save {path}.", f"Saves lie in {folder()}.", "E0720") from None
    except NotPlain as wrong:
        raise refused(f"{path} is {wrong.what}, not a save.", "Name a file.", "E0720") from None
    except OSError as wrong:
        raise refused(f"{path} can't be read: {wrong.strerror}.", "", "E0720") from None
    except (ValueError, RecursionError):
        raise refused(f"{path} is no save, or it is damaged: it is no JSON.") from None
    return _checked(path, raw, data)


def _checked(path: Path, raw: bytes, data: Any) -> Save:
    if not isinstance(data, dict) or "alarife save" not in data:
        raise refused(f"{path} is no save.", "A save is written by `alarife play`.")
    body = data.get("save")
    if data["alarife save"] != FORMAT:
        written = str(body.get("version", "another"))[:20] if isinstance(body, dict) else "another"
        message = f"{path} was written by version {written}, in another form."
        raise refused(
            message,
            f"This is version {__version__}: open the save with the one that wrote it.",
            "E0722",
        )
    head = _HEAD % (FORMAT, str(data.get("sum", "")).encode())
    if not raw.startswith(head) or sha256(raw[len(head) : -len(_FOOT)]).hexdigest() != data.get(
        "sum"
    ):
        raise refused(f"{path} is damaged: its content does not agree with its sum.")
    if not isinstance(body, dict):
        raise refused(f"{path} is damaged: there is no game in it.")
    try:
        save = Save(**{name: value for name, value in body.items() if not name.startswith("_")})
    except TypeError:
        raise refused(f"{path} is damaged: something is missing in it.") from None
    if not _whole(save):
        raise refused(f"{path} is damaged: something in it is not what it should be.")
    return save


def _whole(save: Save) -> bool:
    texts = (save.game, save.title, save.version, save.saved)
    lists = (save.modules, save.seats, save.answers, save.names)
    return (
        all(isinstance(t, str) for t in texts)
        and all(isinstance(x, list) and all(isinstance(t, str) for t in x) for x in lists)
        and all(isinstance(d, dict) for d in (save.settings, save.sources, save.state, save.result))
        and all(isinstance(k, str) and isinstance(v, str) for k, v in save.sources.items())
        and type(save.players) is int
        and type(save.seed) is int
        and type(save.over) is bool
        and type(save.memory) is bool
        and _is_result(save.result)
        and len(save.seats) == save.players
        and _can_be_written(save)
    )


def _is_result(result: dict[str, Any]) -> bool:
    winners, points = result.get("winners", []), result.get("points", {})
    return (
        isinstance(winners, list)
        and all(isinstance(w, str) for w in winners)
        and isinstance(points, dict)
        and all(type(n) is int for n in points.values())
    )


def _can_be_written(save: Save) -> bool:
    """Whether all texts are text: JSON can spell halves of characters that no file can hold."""
    try:
        for f in fields(save):
            json.dumps(getattr(save, f.name), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def game_of(save: Save) -> Game:
    """The game of a save, under the rules that the save carries."""
    import alarife
    from alarife.library import Library

    return alarife.load(
        save.game, save.modules, save.settings, save.players, Library(texts=save.sources)
    )


def first_of(save: Save, game: Game) -> State | None:
    """Where a save goes on if its answers don't lead there: its snapshot; None if they do."""
    try:
        check_answers(save, game)
    except RuleError:
        return game.restore(save.state)
    return None


def history(save: Save, game: Game) -> History:
    """The whole game as it was played. Raises `RuleError` (E0724) if the answers don't fit the
    rules."""
    check_answers(save, game)
    played = History(game, save.seed, bots=[n for n, s in enumerate(save.seats, 1) if s != PERSON])
    played.add_keys(save.answers)
    return played


def check_answers(save: Save, game: Game) -> None:
    """Play the answers. Raises `RuleError` (E0724) if they don't fit the rules."""
    state = game.start(save.seed)
    for n, answer in enumerate(save.answers, 1):
        try:
            state = state.play(answer)
        except RuleError as wrong:
            message = (
                f"Answer {n} of the save, `{answer}`, does not fit its rules:"
                f" {wrong.diagnostics[0].message}"
            )
            raise refused(message, code="E0724") from None
