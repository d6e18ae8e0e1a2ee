"""The log of a state: what has happened, in entries of what, the number of the rule, and details.

A log is a list: the log that it goes on from, or None; how many parts its entries have; then the
parts of its own entries, one after the other (`PARTS` says how many each has). Who plays a state on
in place extends its list. A copy of a state goes on in a list of its own (`goes_on`), so what
another state tells never changes.

Long games have long logs, and Python's garbage collector goes again and again through whatever
can hold something. So an entry is no object, and there are few lists: a short one is copied, a long
one is gone on from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from alarife.lowering.layout import LOG, Log, Slots

LONG: Final = 64
"""How long a list gets before others go on from it."""
PARTS: Final = {
    "choice": 5,
    "only": 5,
    "move": 6,
    "shuffle": 3,
    "turn": 4,
    "show": 4,
    "tell": 6,
    "note": 5,
}
"""How many parts an entry has, with its word and the number of the rule."""
_HEAD: Final = 2

Entry = tuple[Any, ...]


def begun(entries: Iterable[Entry] = ()) -> Log:
    """A log with these entries, oldest first."""
    log: Log = [None, 0]
    for entry in entries:
        log.extend(entry)
    return log


def goes_on(s: Slots) -> Log | None:
    """The log of a copy of a state. Where the state's own list is long, both go on from it."""
    log = s[LOG]
    if log is None:
        return None
    if len(log) > LONG:
        log = s[LOG] = [log, _end(log)]
    return log[:]


def newest_first(log: Log | None) -> Iterator[Entry]:
    """The entries, the newest first."""
    while log is not None:
        yield from reversed(_own(log))
        log = log[0]


def entries(log: Log | None, earlier: Log | None = None) -> list[Entry]:
    """The entries, oldest first; those alone that came after those of an earlier log."""
    begin, lists = _end(earlier), list[list[Entry]]()
    while log is not None and _end(log) > begin:
        lists.append(_own(log, begin - log[1]))
        log = log[0]
    return [entry for own in reversed(lists) for entry in own]


def lines_from(log: Log, at: int) -> int:
    """How many entries begin at this position of the list or after it."""
    found = 0
    while at < len(log):
        at += PARTS[log[at]]
        found += 1
    return found


def _end(log: Log | None) -> int:
    """How many parts the entries have, from the first on."""
    return 0 if log is None else log[1] + len(log) - _HEAD


def _own(log: Log, after: int = 0) -> list[Entry]:
    """The entries in this list, but for those that begin within so many parts."""
    found: list[Entry] = []
    at, end = _HEAD, len(log)
    while at < end:
        begin, at = at, at + PARTS[log[at]]
        if begin >= after + _HEAD:
            found.append(tuple(log[begin:at]))
    return found
