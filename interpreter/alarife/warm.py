"""Lowered games, kept from one run to the next.

In: which shipped game, with which wishes. Out: the lowered program as it was made before, if no
rule file of the library, no stage of the interpreter and no version of Python has changed since.
What is kept is known by the content of all rule files together, so nothing has to be found out
about which of them a game uses; files of one's own are never looked for here. Kept data carries a
digest of itself and lies in a folder that is the user's alone (`alarife.syntax.cache`): data that
is damaged counts as nothing kept."""

from __future__ import annotations

import gc
import hashlib
import marshal
import pickle
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from alarife.library import Library, is_path
from alarife.lowering.lower import Lowered
from alarife.syntax import cache as kept
from alarife.texts.english import ENGLISH
from alarife.texts.spoken import spoken

MOST_GAMES = 24
"""How many lowered games are kept; the oldest go first."""
STAGES = ("syntax", "linking", "checking", "ir", "code", "lowering", "geometry", "graphs", "engine")
"""The folders of the interpreter that what is kept depends on."""
_MARK = 32


def name_of(
    game: str,
    modules: Sequence[str],
    options: Mapping[str, object] | None,
    players: int | None,
    library: Library | None,
) -> str | None:
    """The name under which a game is kept; None if it is not."""
    wishes = dict(options or {})
    if library is not None or kept.folder() is None or any(map(is_path, (game, *modules))):
        return None
    if spoken() is not ENGLISH:  # titles and sentences are part of what is kept
        return None
    if not all(type(value) in (bool, int, str) for value in wishes.values()):
        return None
    asked = repr((game, sorted(modules), sorted(wishes.items()), players))
    return "game-" + kept.key(asked, _rules(), _stages())


def fetch(name: str) -> Lowered | None:
    """What is kept under a name."""
    data = kept.fetch(name)
    if data is None or hashlib.sha256(data[_MARK:]).digest() != data[:_MARK]:
        return None
    running = gc.isenabled()
    gc.disable()  # thousands of new objects, and none of them garbage
    try:
        made = pickle.loads(data[_MARK:])  # noqa: S301 (the user's own folder; see the module)
    except Exception:  # a class that has changed can fail in any way; the game is made anew
        return None
    finally:
        if running:
            gc.enable()
    return made if isinstance(made, Lowered) else None


def keep(name: str, lowered: Lowered) -> None:
    """Keep a lowered game, with its text compiled."""
    try:
        texts = filter(None, (lowered.source, lowered.playouts))
        lowered.codes = tuple([marshal.dumps(compile(one, "<rules>", "exec")) for one in texts])
    except (SyntaxError, RecursionError, MemoryError, OverflowError):
        return  # the machine says what is wrong with it
    slim = replace(lowered, ir=[])  # for those who look at what a stage made, not for play
    data = pickle.dumps(slim, protocol=pickle.HIGHEST_PROTOCOL)
    kept.keep(name, hashlib.sha256(data).digest() + data)
    kept.trim("game-", MOST_GAMES)


def _rules() -> bytes:
    """A digest of every rule file of the shipped library."""
    digest = hashlib.sha256()
    for path in Library().paths():
        data = Path(path).read_bytes()
        digest.update(f"{path} {len(data)}:".encode("utf-8", "surrogatepass") + data)
    return digest.digest()


@cache
def _stages() -> str:
    """What tells one version of the interpreter from another: its files, their sizes and ages."""
    root = Path(__file__).parent
    files = [root / "meanings.py"]
    files += [file for stage in STAGES for file in sorted((root / stage).rglob("*.py"))]
    found = [(file.name, file.stat()) for file in files]
    told = [(name, stat.st_size, stat.st_mtime_ns) for name, stat in found]
    return repr((sys.version, told))
