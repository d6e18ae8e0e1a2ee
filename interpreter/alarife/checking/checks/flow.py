"""What would go wrong in the course of a game: no beginning (E0380), choices where none can be
(E0385), several pieces in a space (E0386), chains of calls that are too long (E0396)."""

from __future__ import annotations

from alarife.checking.bodies import bodies, statements
from alarife.checking.checks.at_once import askers
from alarife.checking.constants import Constants
from alarife.checking.reads import EVERYTHING, Reads
from alarife.checking.scope import Checked
from alarife.checking.types import Many, Number, Pieces
from alarife.diagnostics import Label, Report
from alarife.linking.evaluate import NotKnown
from alarife.linking.wording import did_you_mean, head_line
from alarife.syntax import tree

LONGEST_CHAIN = 100
"""How many values, rules or steps may call one another in a row."""


def check_play(checked: Checked, report: Report) -> None:
    """A game begins with the step `play`."""
    p = checked.program
    if "play" not in p.steps:
        game = next((file for file in p.files if file.what == "game"), p.files[-1])
        near = did_you_mean("play", [name for name, step in p.steps.items() if not step.params])
        hint = 'Add `step play "How the game goes"`: when it is done, the game is over.'
        hint = f"{near} Call it `play`." if near else hint
        report.error(
            "E0380",
            f"The game `{game.name}` has no step `play`, so it never begins.",
            head_line(game),
            hint=hint,
        )
    elif p.steps["play"].params:
        report.error(
            "E0380",
            "The step `play` begins the game, so nobody can hand it anything.",
            p.steps["play"].head,
            hint="Take its parameters away.",
        )


def check_chains(checked: Checked, report: Report) -> None:
    """Values, rules and steps call one another in chains that are not too long."""
    depth: dict[str, int] = {}
    for owner in checked.calls:
        todo = [owner]
        while todo:
            here = todo[-1]
            below_here = [c for c in checked.calls.get(here, ()) if c != here]
            missing = [c for c in below_here if c not in depth]
            if missing and here not in depth:
                depth[here] = 0  # menus may offer one another
                todo += missing
                continue
            depth[here] = 1 + max((depth[c] for c in below_here), default=0)
            todo.pop()
    longest = max(depth, key=lambda o: depth[o], default="")
    if longest and depth[longest] > LONGEST_CHAIN:
        report.error(
            "E0396",
            f"`{longest.split()[1]}` calls something that calls something, and so on,"
            f" {depth[longest]} times; at most {LONGEST_CHAIN} are allowed.",
            hint="Take some of the steps in between away, or write the chain as a loop.",
        )


def check_first_values(checked: Checked, report: Report) -> None:
    """The first value of a note hangs on nothing that is remembered or lies somewhere: there is
    nothing yet."""
    reads = Reads(checked)
    for note in checked.program.notes.values():
        for name in sorted(reads.read(note.value) - {"box"}):
            what = "something that changes in play" if name == EVERYTHING else f"`{name}`"
            report.error(
                "E0397",
                f"The first value of `{note.name}` hangs on {what}, and before the game begins"
                " there is nothing there.",
                note.value.at,
                hint=(
                    "Give it a value that is known from the beginning, and write what follows from"
                    " play in `setup`."
                ),
            )
            break
    _check_first_bounds(checked, report)


def _check_first_bounds(checked: Checked, report: Report) -> None:
    """A range has something in it, and the first value, as far as it is known before play, is
    within it."""
    constants = Constants(checked.world, checked)
    for note in checked.world.notes.values():
        if note.low is not None and note.high is not None and note.low > note.high:
            message = (
                f"Nothing is within the range of `{note.name}`: {note.low} is more than"
                f" {note.high}."
            )
            report.error(
                "E0364", message, note.decl.type.at, hint="Write the lesser bound first: `1..6`."
            )
            continue
        try:
            first = constants.value(note.decl.value)
        except NotKnown:
            continue
        if isinstance(first, int) and _outside(first, note.low, note.high):
            place = Label(note.decl.type.at, "its range stands here")
            hint = "Begin with a value within the range, or widen it."
            report.error(
                "E0364",
                f"`{note.name}` can never be {first}.",
                note.decl.value.at,
                place,
                hint=hint,
            )


def _outside(number: int, low: int | None, high: int | None) -> bool:
    return (low is not None and number < low) or (high is not None and number > high)


# ----------------------------------------------------------------
# where nobody can be asked
def check_asking(checked: Checked, report: Report) -> None:
    """Nobody is asked inside `together`."""
    for body in bodies(checked):
        for s in statements(body.block):
            if isinstance(s, tree.Together):
                for asker in askers(checked, s.body):
                    hint = "Choose first, then change everything `together`."
                    report.error(
                        "E0385",
                        "Within `together` nobody can be asked: it is one change.",
                        asker.at,
                        Label(s.at, "this is one change"),
                        hint=hint,
                    )


# ----------------------------------------------------------------
# spaces
def check_spaces(checked: Checked, report: Report) -> None:
    """A cell or a space holds one piece: several are not moved there at one go."""
    for body in bodies(checked):
        for s in statements(body.block):
            if isinstance(s, (tree.Move, tree.Draw)):
                _check_room(checked, s, report)


def _check_room(checked: Checked, s: tree.Move | tree.Draw, report: Report) -> None:
    ref = checked.refs.get(s.to)
    moved = checked.types.get(s.what) if isinstance(s, tree.Move) else None
    if ref is not None and ref.kind == "spot" and isinstance(moved, Many):
        report.error(
            "E0386",
            "A cell has room for one piece, and here several are moved to it.",
            s.at,
            hint="Move one piece: with `for each … in …`, each to a cell of its own.",
        )
    place = checked.place(s.to, spots=False)
    if place is None or place.shape != "space":
        return
    count = checked.types.get(s.count) if isinstance(s, tree.Draw) else None
    drawn = isinstance(count, Number) and count.low is not None and count.low > 1
    if drawn or (isinstance(moved, Many) and not _is_one(checked, s)):
        report.warn(
            "E0386",
            f"`{place.name}` has room for one piece, and here perhaps several go there.",
            s.at,
            Label(place.decl.head if place.decl else s.at, "a space, as its type ends in `?`"),
            hint="Move one piece, or let the place be a `set of`, a `row of` or a `pile of`.",
        )


def _is_one(checked: Checked, s: tree.Move | tree.Draw) -> bool:
    """Whether all pieces of a type are moved, and there is one."""
    ref = checked.refs.get(s.what) if isinstance(s, tree.Move) else None
    if ref is None or ref.kind != "members" or not isinstance(ref.target, Pieces):
        return False
    return sum(checked.world.pieces[name].count for name in ref.target.names) == 1
