"""What would go wrong in the course of a game: no beginning (E0380), choices where none can be
(E0385), several pieces in a space (E0386), chains of calls that are too long (E0396)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from alarife.checking.bodies import bodies, lead_end, statements
from alarife.checking.constants import Constants
from alarife.checking.reads import EVERYTHING, Reads, places_for
from alarife.checking.scope import Checked
from alarife.checking.types import Many, Number, Pieces
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.diagnostics import Label, Report
from alarife.linking.evaluate import NotKnown
from alarife.linking.walk import bare, below
from alarife.syntax import tree

LONGEST_CHAIN = 100
"""How many values, rules or steps may call one another in a row."""


def check_play(checked: Checked, report: Report) -> None:
    """A game begins with the step `play`."""
    p = checked.program
    if "play" not in p.steps:
        game = next((file for file in p.files if file.what == "game"), p.files[-1])
        hint = 'Add `step play "How the game goes"`: a game is over when it has been carried out.'
        report.error(
            "E0380",
            f"The game `{game.name}` has no step `play`, so it never begins.",
            game.at,
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
    """Nobody is asked inside `together`, nor by the effects of a choice at once."""
    for body in bodies(checked):
        for s in statements(body.block):
            if isinstance(s, tree.Together):
                for asker in _askers(checked, s.body):
                    hint = "Choose first, then change everything `together`."
                    report.error(
                        "E0385",
                        "Within `together` nobody can be asked: it is one change.",
                        asker.at,
                        Label(s.at, "this is one change"),
                        hint=hint,
                    )
            elif isinstance(s, tree.AsEach) and s.at_once:
                _at_once(checked, report, s)


def _at_once(checked: Checked, report: Report, s: tree.AsEach) -> None:
    end = lead_end(s.body)
    for asker in _askers(checked, s.body[end:]):
        report.error(
            "E0385",
            "When all choose at once, nobody can be asked again by what follows.",
            asker.at,
            Label(s.at, "all choose at once here"),
            hint="Do it after this block, in an `as each` without `at once`.",
        )
    for choice in s.body[:end]:
        if isinstance(choice, tree.ChooseFrom):
            report.error(
                "E0385",
                "When all choose at once, they choose things, not actions.",
                choice.at,
                Label(s.at, "all choose at once here"),
                hint=(
                    "Choose from a set here, such as the values of a kind, and do what was chosen"
                    " in what follows."
                ),
            )
        if isinstance(choice, (tree.Choose, tree.ChooseFrom)) and choice.otherwise is not None:
            report.error(
                "E0385",
                "When all choose at once, there is no `otherwise`.",
                choice.at,
                Label(s.at, "all choose at once here"),
                hint="Ask only those who can choose: `as each p in Player where … at once`.",
            )
    for name, read, write in _crossing(checked, s.body[:end], s.body[end:]):
        report.error(
            "E0385",
            f"All choose at once, but what one may choose hangs on `{name}`, which the choice of"
            " another changes.",
            read.at,
            Label(write.at, "it changes here"),
            hint=(
                "Ask one after the other (without `at once`), or keep what is chosen apart for each"
                " player."
            ),
        )


def _askers(checked: Checked, block: Sequence[tree.Stmt]) -> Iterator[tree.Stmt]:
    for s in statements(block):
        ref = checked.refs.get(s)
        if isinstance(s, (tree.Choose, tree.ChooseFrom, tree.May, tree.Require)) or (
            isinstance(s, (tree.Do, tree.Raise))
            and ref is not None
            and f"{ref.kind} {ref.target}" in checked.asking
        ):
            yield s


def _changed_by(s: tree.Stmt) -> tuple[tree.Expr, ...]:
    """What of a statement names something that it changes."""
    match s:
        case tree.Write():
            return (s.target,)
        case tree.Move():
            return s.to, s.what
        case tree.Draw():
            return s.to, s.source
        case tree.Shuffle():
            return (s.place,)
        case _:
            return ()


def _crossing(
    checked: Checked, offer: Sequence[tree.Stmt], effect: Sequence[tree.Stmt]
) -> Iterator[tuple[str, tree.Node, tree.Node]]:
    """What the offer reads and the effect changes, unless both are the player's own."""
    read = {name: node for name, node, own in _touched(checked, offer) if not own}
    for s in statements(effect):
        for e in map(bare, _changed_by(s)):
            name = _name_of(checked, e)
            for changed in [name] if name else sorted(places_for(checked, checked.types.get(e))):
                if changed in read:
                    yield changed, read[changed], s
                    return


def _touched(checked: Checked, block: Sequence[tree.Stmt]) -> Iterator[tuple[str, tree.Node, bool]]:
    owned: set[tree.Node] = set()
    for node in below(block):
        if isinstance(node, tree.At) and any(
            isinstance(k, tree.Name) and k.id == "you" for k in node.keys
        ):
            owned.add(node.of)
            owned.add(node)
        name = _name_of(checked, node)
        if name:
            yield name, node, node in owned


def _name_of(checked: Checked, node: tree.Node) -> str:
    ref = checked.refs.get(node)
    return (
        ref.target.name
        if ref is not None
        and ref.kind in ("place", "note", "spot")
        and isinstance(ref.target, (PlaceInfo, NoteInfo))
        else ""
    )


# ----------------------------------------------------------------
# spaces
def check_spaces(checked: Checked, report: Report) -> None:
    """A space holds one piece: several are not moved there at one go."""
    for body in bodies(checked):
        for s in statements(body.block):
            if not isinstance(s, (tree.Move, tree.Draw)):
                continue
            ref = checked.refs.get(bare(s.to))
            if (
                ref is not None
                and ref.kind == "spot"
                and isinstance(s, tree.Move)
                and isinstance(checked.types.get(s.what), Many)
            ):
                hint = "Move one piece: with `for each … in …`, each to a cell of its own."
                report.error(
                    "E0386",
                    "A cell has room for one piece, and here several are moved to it.",
                    s.at,
                    hint=hint,
                )
            place = ref.target if ref is not None and ref.kind == "place" else None
            if not isinstance(place, PlaceInfo) or place.shape != "space":
                continue
            t = checked.types.get(s.what if isinstance(s, tree.Move) else s.count)
            if (isinstance(t, Many) and not _is_one(checked, s)) or (
                isinstance(s, tree.Draw)
                and isinstance(t, Number)
                and t.low is not None
                and t.low > 1
            ):
                report.warn(
                    "E0386",
                    f"`{place.name}` has room for one piece, and here perhaps several go there.",
                    s.at,
                    Label(
                        place.decl.head if place.decl else s.at, "a space, as its type ends in `?`"
                    ),
                    hint=(
                        "Move one piece, or let the place be a `set of`, a `row of` or a `pile of`."
                    ),
                )


def _is_one(checked: Checked, s: tree.Move | tree.Draw) -> bool:
    """Whether all pieces of a type are moved, and there is one."""
    ref = checked.refs.get(bare(s.what)) if isinstance(s, tree.Move) else None
    if ref is None or ref.kind != "members" or not isinstance(ref.target, Pieces):
        return False
    return sum(checked.world.pieces[name].count for name in ref.target.names) == 1
