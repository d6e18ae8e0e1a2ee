"""How notes on the sides of pieces are drawn (E0399): by a form that there is, and only where there
is a side to draw it on."""

from __future__ import annotations

from alarife.checking.scope import Checked
from alarife.checking.types import KindOf, Pieces, Truth
from alarife.checking.world import NoteInfo
from alarife.diagnostics import Report
from alarife.linking.wording import did_you_mean

SIDE_FORMS = ("bar", "arch", "diamond", "ring")
"""How something on the side of a piece can be drawn; in this order, where no form is named."""


def on_sides(note: NoteInfo) -> bool:
    """Whether a note says of the sides of pieces what is on them."""
    if len(note.domains) != 2 or not isinstance(note.type, Truth):
        return False
    first, second = (d.type for d in note.domains)
    return isinstance(first, Pieces) and second == KindOf("Side")


def check_drawn(checked: Checked, report: Report) -> None:
    """`drawn as` names a form, and stands with a note of sides."""
    for note in checked.world.notes.values():
        form = note.decl.drawn
        if form and form not in SIDE_FORMS:
            report.error(
                "E0399",
                f"Nothing can be drawn as `{form}`.",
                note.decl.head,
                hint=did_you_mean(form, SIDE_FORMS) or f"There are {', '.join(SIDE_FORMS)}.",
            )
        elif form and not on_sides(note):
            report.error(
                "E0399",
                f"`{note.name}` says nothing of the sides of pieces, so it can't be drawn there.",
                note.decl.head,
                hint="Only a yes/no note whose keys are a piece and a `Side` is drawn on sides.",
            )
