"""The folder of saves: which file is meant, which may be written to, which may go.

In: a game, what somebody typed. Out: paths. What always holds: no two games ever have one file for
their own, a file is overwritten only by the game that wrote it or by force, and only games that are
over are ever removed."""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import count
from pathlib import Path

from alarife.diagnostics import RuleError
from alarife.engine.state import State
from alarife.files import is_plain, read_bytes
from alarife.play import saves
from alarife.play.saves import ELSEWHERE, IS_OVER, LARGEST, Save, read, refused, write
from alarife.texts.spoken import phrased

MOST_KEPT = 20
"""How many games that are over are kept in the folder of saves."""
_DAY = 24 * 60 * 60


def fresh(game: str) -> Target:
    """The file of a new game. It is made now, empty, so that no other game can take its name."""
    stem = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    for n in count(1):
        path = saves.folder() / (f"{stem}-{n}.json" if n > 1 else f"{stem}.json")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.open("xb").close()
        except FileExistsError:
            if path.parent.is_dir():
                continue
            return Target(path)
        except OSError:  # writing will say what is wrong there
            return Target(path)
        return Target(path, mine=True)
    raise AssertionError


def prune() -> None:
    """Make room in the folder: of games that are over, the newest are kept; of half-written files,
    those of today. Games that are not over stay, however old. What can't be removed stays, too."""
    over: list[tuple[int, Path]] = []
    with suppress(OSError):
        for path in saves.folder().glob("*.json"):
            with suppress(OSError):
                if is_plain(path) and IS_OVER in read_bytes(path, LARGEST):
                    over.append((path.stat().st_mtime_ns, path))
        for _, path in sorted(over, reverse=True)[MOST_KEPT:]:
            with suppress(OSError):
                path.unlink()
        for path in (*saves.folder().glob(".*.json.*"), *saves.folder().glob("*.json")):
            with suppress(OSError):
                known = path.stat()
                half = path.name.startswith(".") or not known.st_size
                if half and time.time() - known.st_mtime > _DAY:
                    path.unlink()


def newest(over: bool = False) -> Path:
    """The newest save of a game that is not over, or of one that is. Raises `RuleError`: E0720 if
    there is none, E0721 or E0722 if a newer one can't be read: which of them is meant is for the
    person to say."""
    found = listed()
    wrong: RuleError | None = None
    for path in found:
        try:
            if read(path).over is not over:
                continue
        except RuleError as unreadable:
            wrong = wrong or unreadable
            continue
        if wrong is not None:
            raise refused(
                wrong.diagnostics[0].message,
                f"The newest that is whole: `{'--replay' if over else '--resume'} {path}`.",
                wrong.diagnostics[0].code,
            )
        return path
    if wrong is not None:
        raise wrong
    raise _none_there(found, over)


def _none_there(found: list[Path], over: bool) -> RuleError:
    """That there is no save such as is wanted, and what else there is."""
    if not found:
        message = f"There is no save in {saves.folder()}."
        hint = "Name a file: `--replay FILE`." if over else "Name a file: `--resume FILE`;"
        hint += "" if over else " or begin a game."
    elif over:
        message = f"No game in {saves.folder()} is over yet."
        hint = f"Step through one that is not, as one seat sees it: `--replay {found[0]}`."
    else:
        message = f"All games in {saves.folder()} are over."
        hint = f"Begin another, or step through the newest: `--replay {found[0]}`."
    return refused(message, hint, "E0720")


def listed() -> list[Path]:
    """The files in the folder of saves, the newest first. What is empty belongs to a game that is
    just beginning."""
    there: list[tuple[int, Path]] = []
    for path in saves.folder().glob("*.json"):
        with suppress(OSError):  # it may go meanwhile
            known = path.stat()
            if known.st_size:
                there.append((known.st_mtime_ns, path))
    return [path for _, path in sorted(there, reverse=True)]


def named(said: str | Path) -> Path:
    """The file that somebody names: by its path, or by its number in the list of saves."""
    number = str(said)
    if number.isdecimal() and len(number) < 5 and not Path(said).exists():
        files = listed()
        if 0 < int(number) <= len(files):
            return files[int(number) - 1]
    return Path(said).expanduser()


# ----------------------------------------------------------------
# which file is whose
class Target:
    """The file that one game is saved to. A file that is there already is overwritten only if this
    game wrote it last, if it is an earlier save of this game, or by force."""

    def __init__(self, path: Path, mine: bool = False, force: bool = False) -> None:
        """`mine`: the game was read from that file just now."""
        self.path = path
        self._stamp = _stamp(path) if mine else None
        self._force = force

    def write(self, save: Save, state: State) -> None:
        """Save the game. Raises `RuleError`: E0723 if it can't be written, E0725 if something else
        is there."""
        self.check(save)
        write(self.path, save, state)
        self._stamp, self._force = _stamp(self.path), False

    def check(self, save: Save) -> None:
        """Refuse to overwrite what is not this game's. Raises `RuleError` (E0725)."""
        there = _stamp(self.path)
        if there is None or there == self._stamp:
            return
        if not is_plain(self.path):
            message = phrased("{file} is there, and is not a plain file.", file=self.path)
            raise refused(message, phrased(ELSEWHERE), "E0725")
        if self._force:
            return
        if self._stamp is not None:
            message = phrased(
                "{file} has been changed by somebody else since it was saved last.", file=self.path
            )
        elif _is_earlier(self.path, save):
            return
        else:
            message = phrased(
                "There is a file {file} already, and it is no save of this game.", file=self.path
            )
        force = phrased("`--force` overwrites it.")
        raise refused(message, f"{phrased(ELSEWHERE)} {force}", "E0725")


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """What tells whether a file is still the same; None if there is none."""
    try:
        found = path.lstat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _is_earlier(path: Path, save: Save) -> bool:
    """Whether a file is a save of the same game, no answer of which would be lost."""
    try:
        there = read(path)
    except RuleError:
        return False
    return (
        _identity(there) == _identity(save) and save.answers[: len(there.answers)] == there.answers
    )


def _identity(save: Save) -> tuple[object, ...]:
    return save.game, save.modules, save.settings, save.players, save.seed, save.sources
