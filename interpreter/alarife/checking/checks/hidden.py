"""Offers that would tell what is hidden (E0384).

What somebody may choose is shown to them, so it may hang only on what they see: open places and
their own."""

from __future__ import annotations

from collections.abc import Iterator

from alarife.checking.bodies import blocks_in, bodies, lead_end
from alarife.checking.hidden import Hidden, HiddenReads, Own
from alarife.checking.scope import Checked, Local
from alarife.checking.types import Seat
from alarife.diagnostics import Label, Report
from alarife.linking.walk import parts
from alarife.syntax import tree


def check_hidden(checked: Checked, report: Report) -> None:
    """Offers read only what the chooser may see."""
    look = HiddenReads(checked)
    told: set[tree.Span] = set()
    for offer, own in _offers(checked):
        for s in offer:
            for at, place in look.read(
                [part for part in parts(s) if not isinstance(part, tree.Stmt)], own
            ):
                if s.at not in told:
                    told.add(s.at)
                    labels = [Label(at.at, "it is looked at here")] if at.at != s.at else []
                    report.error(
                        "E0384",
                        f"What is offered here would show what lies in `{place.name}`, which the"
                        " chooser may not see.",
                        s.at,
                        *labels,
                        hint=(
                            "Let the choice hang on open places, on whether a place is empty, or on"
                            " how many pieces are in it (`size(…)` of the place); and look at what"
                            " is hidden in what follows." + _own(place)
                        ),
                    )


def _own(place: Hidden) -> str:
    """How to ask of what the chooser alone sees, if it is kept for each player."""
    if len(place.domains) != 1 or not isinstance(place.domains[0].type, Seat):
        return ""
    return f" What only the chooser sees is asked of `you`: `{place.name}[you]`."


def _offers(checked: Checked) -> Iterator[tuple[list[tree.Stmt], Own]]:
    """All runs of choices, with the names that are `you` there."""
    for body in bodies(checked):
        yield from _runs(checked, body.block, frozenset())


def _runs(
    checked: Checked, block: list[tree.Stmt], own: Own
) -> Iterator[tuple[list[tree.Stmt], Own]]:
    at = 0
    while at < len(block):
        end = lead_end(block, at)
        run = block[at:end]
        while run and isinstance(run[-1], tree.Let):
            run.pop()
        if any(isinstance(s, (tree.Choose, tree.Require)) for s in run):
            yield run, own
        for s in block[at : max(end, at + 1)]:
            for inner in blocks_in(s):
                yield from _runs(checked, inner, own | spoken_to(checked, s))
        at = max(end, at + 1)


def spoken_to(checked: Checked, s: tree.Stmt) -> Own:
    """The names that are `you` in the block of a statement."""
    ref = (
        checked.refs.get(s.sources.each[0])
        if isinstance(s, tree.AsEach)
        else checked.refs.get(s.who)
        if isinstance(s, tree.As)
        else None
    )
    return (
        frozenset({ref.target})
        if ref is not None and isinstance(ref.target, Local)
        else frozenset()
    )
