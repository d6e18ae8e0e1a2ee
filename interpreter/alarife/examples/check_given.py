"""Checks what examples are given: drawings, contents of places, notes, what is supposed, chance.

What comes in: the checker, a `given` and the names in force. What goes out: diagnostics, and the
cells that drawings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alarife.checking.scope import Local, Scope
from alarife.checking.types import (
    CELL,
    GridOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Truth,
    Type,
    Unknown,
    fits,
    set_of,
)
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.diagnostics import Label
from alarife.examples.drawing import WIDTH, Drawing, flaw, line_of_row, read_drawing
from alarife.examples.looked_through import looked_through
from alarife.linking.normal import normal
from alarife.linking.walk import conjuncts
from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.examples.check import Checkup, ExampleChecker


def drawing_given(
    checker: ExampleChecker, given: tree.GivenMap, found: Checkup, scope: Scope
) -> Scope:
    """Check a drawing; the scope with the cells that it names."""
    place = checker.place(given.place, scope)
    if place is not None and place.shape not in ("grid", "board"):
        checker.report.error(
            "E0804", f"`{place.name}` is no grid, so it can't be drawn.", given.place.at
        )
    found.drawings[given] = drawing = read_drawing(given.lines)
    fits = _drawn_well(checker, given, drawing, place)
    legend = dict(given.legend)
    for _, e in given.legend:
        t = checker.infer_free(e, scope)
        if place is not None and not belongs(t, place.element):
            checker.report.error(
                "E0802",
                f"`{place.name}` holds {checker.say(place.element)}, and this is {checker.say(t)}.",
                e.at,
            )
    for (x, y), letter in sorted(drawing.letters.items(), key=lambda item: item[0][::-1]):
        if letter == START or letter in legend:
            continue
        at = _sign(given.line_at[line_of_row(given.lines, y)], WIDTH * x + 2, len(letter))
        if not (letter[0].islower() and letter.isalnum()):
            if not fits:
                continue
            hint = (
                "Capital letters are pieces: say below the drawing which. Cells are named by"
                " small letters."
            )
            checker.report.error("E0804", f"`{letter}` is not in the legend.", at, hint=hint)
        elif letter in found.spots:
            checker.report.error("E0804", f"Two cells are called `{letter}`.", at)
        else:
            found.spots[letter] = Local(letter, CELL, at)
            scope = scope.bind(found.spots[letter])
    return scope


def check_given(checker: ExampleChecker, e: tree.Expr, scope: Scope) -> None:
    """Check the condition of a `given`, part by part."""
    for part in conjuncts(e):
        match part:
            case tree.Compare(op="=", left=tree.Name(id="chance")) if (
                checker.declared("chance") is None
            ):
                _chance(checker, part.right, scope)
            case tree.Compare(op="="):
                _equals(checker, part, scope)
            case tree.Not():
                _supposed(checker, part.of, scope)
            case _:
                _supposed(checker, part, scope)


def _chance(checker: ExampleChecker, e: tree.Expr, scope: Scope) -> None:
    if not isinstance(e, tree.Several):
        checker.report.error(
            "E0803",
            "The outcomes of chance are a list.",
            e.at,
            hint="As in `given chance = [tower, Tile(garden, 10)]`.",
        )
        return
    for item in e.items:
        checker.infer_free(item, scope)
    checker.checked.types[e] = set_of(Unknown())


def _drawn_well(
    checker: ExampleChecker, given: tree.GivenMap, drawing: Drawing, place: PlaceInfo | None
) -> bool:
    """Check that a drawing has the form of one, and the size of the board."""
    if wrong := flaw(given.lines):
        number, start, message = wrong
        hint = "Lines look like `: A :   : B |`, and lines of corners like `+   +---+   +`."
        at = _sign(given.line_at[number], start, 1)
        checker.report.error("E0804", message, at, hint=hint)
        return False
    bounds = place.bounds if place is not None else None
    if place is not None and bounds and (drawing.width, drawing.height) != bounds:
        message = (
            f"`{place.name}` is {bounds[0]} by {bounds[1]} cells; here {drawing.width} by"
            f" {drawing.height} are drawn."
        )
        checker.report.error("E0804", message, given.at, hint="Draw the whole board.")
        return False
    return True


def _sign(line: tree.Span, start: int, length: int) -> tree.Span:
    """Some signs of a drawn line."""
    first = line.column + start
    return tree.Span(line.file, line.line, first, line.line, first + length)


def _said_once(checker: ExampleChecker, e: tree.Expr) -> None:
    """Two `given`s about the same thing would hide one of them."""
    for before in checker.supposed:
        if normal(before) == normal(e):
            hint = "Only the last would hold. Leave one out."
            labels = Label(e.at, "again"), Label(before.at, "first")
            checker.report.error("E0819", "The example says twice how this is.", *labels, hint=hint)
            return
    checker.supposed.append(e)


def _equals(checker: ExampleChecker, e: tree.Compare, scope: Scope) -> None:
    left = e.left
    _said_once(checker, left)
    before = len(checker.report.errors)
    if isinstance(left, tree.Name) and left.id in checker.world.places:
        checker.place(left, scope)
    if len(checker.report.errors) > before:
        return
    t = checker.infer_free(left, scope)
    ref = checker.checked.refs.get(left)
    kind = ref.kind if ref is not None else ""
    if isinstance(t, Unknown):
        checker.infer_free(e.right, scope)
    elif kind == "place" and ref is not None and isinstance(ref.target, PlaceInfo):
        _content(checker, e.right, ref.target, ref.target.content, scope)
    elif (
        kind == "cell"
        and isinstance(left, tree.At)
        and isinstance(place := _place_of(checker, left), PlaceInfo)
    ):
        _content(checker, e.right, place, t, scope)
    elif kind == "note" and ref is not None and isinstance(ref.target, NoteInfo):
        _worth(checker, e.right, ref.target, scope)
    elif kind in ("value", "rule") and ref is not None:
        _stub(checker, left, kind, str(ref.target))
        checker.want(e.right, scope, t, "What is supposed")
    else:
        _not_supposable(checker, left)


def _place_of(checker: ExampleChecker, e: tree.At) -> object:
    ref = checker.checked.refs.get(e.of)
    return ref.target if ref is not None and ref.kind == "place" else None


def _content(
    checker: ExampleChecker, e: tree.Expr, place: PlaceInfo, content: Type, scope: Scope
) -> None:
    t = checker.infer_free(e, scope, content if not isinstance(content, GridOf) else None)
    if isinstance(content, GridOf):
        checker.report.error(
            "E0802",
            f"`{place.name}` is a grid: say on which cells.",
            e.at,
            hint=(
                f"Draw it (`given map {place.name}`), or say `given {place.name}[cell(1, 1)] = …`."
            ),
        )
    elif not belongs(t, place.element):
        checker.report.error(
            "E0802",
            f"`{place.name}` holds {checker.say(place.element)}, and this is {checker.say(t)}.",
            e.at,
        )
    elif (
        isinstance(content, Maybe)
        and isinstance(several := e, tree.Several)
        and len(several.items) > 1
    ):
        checker.report.error("E0802", f"`{place.name}` holds one piece, and these are more.", e.at)


def _worth(checker: ExampleChecker, e: tree.Expr, note: NoteInfo, scope: Scope) -> None:
    t = checker.want(e, scope, note.type, f"The note `{note.name}`")
    if not isinstance(t, Number) or t.low is None or t.low != t.high:
        return
    if (note.low is not None and t.low < note.low) or (note.high is not None and t.low > note.high):
        checker.report.error(
            "E0802",
            f"The note `{note.name}` is never {t.low}.",
            e.at,
            hint=(
                f"It goes from {note.low} to {note.high}."
                if note.high is not None
                else f"It is at least {note.low}."
            ),
        )


def _supposed(checker: ExampleChecker, e: tree.Expr, scope: Scope) -> None:
    """A note, value or rule that is simply said to hold, or not to."""
    if not isinstance(e, (tree.Name, tree.At, tree.Call)):
        _not_supposable(checker, e)
        return
    t = checker.infer_free(e, scope)
    ref = checker.checked.refs.get(e)
    kind = ref.kind if ref is not None else ""
    if kind in ("value", "rule") and ref is not None:
        _stub(checker, e, kind, str(ref.target))
    if isinstance(t, Unknown):
        return
    if kind not in ("note", "value", "rule") or not isinstance(t, Truth):
        _not_supposable(checker, e)


def _stub(checker: ExampleChecker, e: tree.Expr, kind: str, name: str) -> None:
    from alarife.checking.constants import Constants
    from alarife.linking.evaluate import NotKnown

    choice = looked_through(checker.checked).get(f"{kind} {name}") if checker.played else None
    if choice is not None:
        message = (
            f"`{name}` is looked through where a set is chosen, so nothing can be supposed of"
            " it in what is played."
        )
        hint = (
            "Say what lies where, so that it comes out in this way; or ask only for it, without"
            " `when`."
        )
        checker.report.error("E0803", message, e.at, Label(choice.at, "this choice"), hint=hint)
        return
    cases = checker.program.values.get(name, [])
    if len(cases) != 1 or cases[0].params:
        return
    try:
        Constants(checker.world, checker.checked).named(cases[0].body, name)
    except NotKnown:
        return
    checker.report.error(
        "E0803",
        f"`{name}` is known before play, so nothing else can be supposed.",
        e.at,
        hint="Write an example that holds with it as it is.",
    )


def _not_supposable(checker: ExampleChecker, e: tree.Expr) -> None:
    hint = (
        "Say `given place = …`, `given note = …`, `given value(…) = …`, `given map …` or `given"
        " chance = [ … ]`."
    )
    checker.report.error("E0803", "This can't be supposed.", e.at, hint=hint)


def belongs(t: Type, element: Type) -> bool:
    """Whether what is written may lie in a place of such pieces."""
    while isinstance(t, (Many, Maybe)):
        t = t.of
    return isinstance(t, Unknown) or (isinstance(t, Pieces) and fits(t, element))


START = "*"
"""In a drawing: the piece that the place starts with."""
