"""Notes that not everybody sees (E0336): whose they are, and that others can imagine them."""

from __future__ import annotations

from collections.abc import Iterator

from alarife.checking.hidden import HiddenReads
from alarife.checking.read_cell import told_apart
from alarife.checking.scope import Checked
from alarife.checking.types import Seat, holds_pieces
from alarife.checking.world import NoteInfo
from alarife.diagnostics import Report


def check_secret_notes(checked: Checked, report: Report) -> None:
    """A secret note is seen by the player of a key, or by nobody, and has only so many values."""
    for note in checked.world.notes.values():
        for message, hint in _wrong(checked, note):
            report.error("E0336", message, note.decl.head, hint=hint)
    look = HiddenReads(checked, public=True)
    for case in checked.program.values.get("score", []):
        for at, found in look.read([case.body], frozenset()):
            if isinstance(found, NoteInfo):
                message = f"Points are open, and here they hang on the secret note `{found.name}`."
                report.error("E0336", message, at.at, hint="Count the points in a note.")


def _wrong(checked: Checked, note: NoteInfo) -> Iterator[tuple[str, str]]:
    seen = note.decl.seen
    if seen in ("", "all"):
        return
    keys = {k.name: d.type for k, d in zip(note.decl.keys, note.domains, strict=False)}
    if seen != "nobody" and not isinstance(keys.get(seen), Seat):
        yield (
            f"`{note.name}` is seen by `{seen}`, which is no key of it with a player.",
            "Name a key: `note code[p: Player] …, seen by p`; or write `seen by nobody`.",
        )
    if note.name == "score":
        yield "The points of the game are seen by all.", "Keep what is secret in another note."
    values = told_apart(checked.world, note.type)
    if values is None or holds_pieces(note.type):
        yield (
            f"Nobody could imagine what `{note.name}` says: there is no end of what it may be.",
            "Give it a range, such as `0..99`, or a kind. Pieces lie in a place that is `seen by`.",
        )
