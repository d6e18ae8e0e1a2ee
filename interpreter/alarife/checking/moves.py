"""What changes pieces and notes: moving, drawing, shuffling, turning, rolling, showing, writing.

What comes in: a statement and the names in force before it. What goes out: diagnostics, and types
and meanings in `Checked`. Each function asks the checker for the types of the expressions."""

from __future__ import annotations

from alarife.checking.inference.bounds import hangs_on_names
from alarife.checking.inference.expressions import ExpressionChecker
from alarife.checking.scope import Ref, Scope
from alarife.checking.types import (
    CELL,
    NUMBER,
    PARTY,
    UNKNOWN,
    Many,
    Maybe,
    Number,
    Pieces,
    Type,
    Unknown,
    fits,
)
from alarife.checking.world import NoteInfo, PieceInfo, PlaceInfo
from alarife.diagnostics import Label
from alarife.syntax import tree


def change(checker: ExpressionChecker, s: tree.Stmt, scope: Scope) -> None:
    """Check a statement that changes something."""
    match s:
        case tree.Write():
            _write(checker, s, scope)
        case tree.Move():
            _move(checker, s, scope)
        case tree.Draw():
            _draw(checker, s, scope)
        case tree.Shuffle():
            _shuffle(checker, s, scope)
        case tree.Swap():
            for side in (s.left, s.right):
                _piece(checker, side, scope, "What is swapped")
        case tree.Turn():
            _turn(checker, s, scope)
        case tree.Roll():
            _faced(checker, s, scope)
        case tree.Inform():
            _inform(checker, s, scope)
        case tree.Show():
            _moved(checker, s.what, scope)
            _listeners(checker, s.to, scope)
        case _:
            raise AssertionError(f"{type(s).__name__} is no statement")


def _move(checker: ExpressionChecker, s: tree.Move, scope: Scope) -> None:
    _target(checker, s.to, scope, _moved(checker, s.what, scope))
    _position(checker, s, scope)


def _draw(checker: ExpressionChecker, s: tree.Draw, scope: Scope) -> None:
    checker.want(s.count, scope, NUMBER, "How many are drawn")
    source = checker.place(s.source, scope)
    if source is not None and source.shape in ("grid", "board", "space"):
        checker.report.error(
            "E0357",
            f"Nothing can be drawn from a {source.shape}.",
            s.source.at,
            hint="Draw from a bag, a pile, a row or a set.",
        )
    _target(checker, s.to, scope, source.element if source else UNKNOWN)


def _shuffle(checker: ExpressionChecker, s: tree.Shuffle, scope: Scope) -> None:
    place = checker.place(s.place, scope)
    if place is not None and place.shape not in ("pile", "row"):
        checker.report.error(
            "E0357",
            f"A {place.shape} has no order that could be shuffled.",
            s.place.at,
            hint="Piles and rows have one.",
        )


def _inform(checker: ExpressionChecker, s: tree.Inform, scope: Scope) -> None:
    if s.whether:
        checker.condition(s.what, scope)
    else:
        checker.infer(s.what, scope)
    _listeners(checker, s.to, scope)


def _listeners(checker: ExpressionChecker, e: tree.Expr, scope: Scope) -> None:
    """Those to whom something is shown or told."""
    t = checker.infer(e, scope)
    if not fits(t, PARTY) and not (isinstance(t, Many) and fits(t.of, PARTY)):
        checker.report.error(
            "E0330",
            f"Something is shown to players, but this is {checker.say(t)}.",
            e.at,
            hint="Name a player or several: `show card to you`.",
        )


def _piece(checker: ExpressionChecker, e: tree.Expr, scope: Scope, what: str) -> Pieces:
    t = checker.want(e, scope, Pieces(frozenset(checker.world.pieces)), what)
    return t if isinstance(t, Pieces) else Pieces(frozenset())


def _moved(checker: ExpressionChecker, e: tree.Expr, scope: Scope) -> Type:
    """The type of the pieces that an expression gives: one, a set of them, or the content of a
    place."""
    t = checker.infer(e, scope)
    if isinstance(t, Maybe) and _is_place(checker, e):
        return t.of
    if isinstance(t, Maybe):
        checker.report.error(
            "E0331",
            "What is moved may be none here.",
            Label(e.at, f"this is {checker.say(t)}"),
            hint="Ask first with `if … is some x`.",
        )
        return t.of
    member = t.of if isinstance(t, Many) and t.how != "ranking" else t
    if not isinstance(member, (Pieces, Unknown)):
        checker.report.error(
            "E0330",
            f"Pieces are meant here, but this is {checker.say(t)}.",
            e.at,
            hint="What is no piece is remembered in a note.",
        )
        return UNKNOWN
    return member


def _is_place(checker: ExpressionChecker, e: tree.Expr) -> bool:
    ref = checker.checked.refs.get(e)
    return ref is not None and ref.kind == "place"


def _target(checker: ExpressionChecker, e: tree.Expr, scope: Scope, moved: Type) -> None:
    """Check where something goes: a place, or a cell of a grid."""
    place: PlaceInfo | None
    if isinstance(e, tree.At) and _is_grid_place(checker, e.of, scope):
        place = checker.place(e.of, scope)
        checker.want(e.keys[0], scope, CELL, "A cell")
        checker.checked.refs[e] = Ref("spot", place)
    else:
        place = checker.place(e, scope)
        if place is not None and place.shape in ("grid", "board"):
            checker.report.error(
                "E0358",
                f"`{place.name}` is a grid: say to which cell, as in `{place.name}[…]`.",
                e.at,
            )
            return
    if place is not None and isinstance(moved, Pieces) and not fits(moved, place.element):
        checker.report.error(
            "E0359",
            f"`{place.name}` holds {checker.say(place.element)}, and this may be"
            f" {checker.say(moved)}.",
            e.at,
            hint="Ask first with `is a …`, or widen what the place may hold.",
        )


def _position(checker: ExpressionChecker, s: tree.Move, scope: Scope) -> None:
    """Where in a pile or row something goes."""
    if s.position is not None:
        checker.want(s.position, scope, NUMBER, "The position")
    ref = checker.checked.refs.get(s.to)
    place = ref.target if ref is not None else None
    if not (s.under or s.position) or not isinstance(place, PlaceInfo):
        return
    if place.shape != "pile" and not (place.shape == "row" and s.position):
        checker.report.error(
            "E0358",
            f"Nothing goes {'under' if s.under else 'to a position of'} a {place.shape}.",
            s.to.at,
            hint="Under something means under a pile. Positions are counted in piles and rows.",
        )


def _is_grid_place(checker: ExpressionChecker, e: tree.Expr, scope: Scope) -> bool:
    name = (
        e.id
        if isinstance(e, tree.Name)
        else e.of.id
        if isinstance(e, tree.At) and isinstance(e.of, tree.Name)
        else ""
    )
    if name in scope.names or name not in checker.world.places:
        return False
    place = checker.world.places[name]
    return place.shape in ("grid", "board") and (isinstance(e, tree.At) or not place.domains)


def _faced(checker: ExpressionChecker, s: tree.Turn | tree.Roll, scope: Scope) -> Type:
    """The type of the face that is turned or rolled."""
    t = _moved(checker, s.what, scope)
    infos = [checker.world.pieces[n] for n in sorted(t.names)] if isinstance(t, Pieces) else []
    if not infos:
        return UNKNOWN
    if not all(info.faces for info in infos):
        checker.report.error(
            "E0362",
            "These pieces have no face that could turn.",
            Label(s.what.at, f"this is {checker.say(t)}"),
            hint="Say `face` before a field of the piece.",
        )
        return UNKNOWN
    if s.face is None and len(infos[0].faces) == 1:
        return infos[0].field_types[next(iter(infos[0].faces))]
    if s.face is not None and all(s.face in info.faces for info in infos):
        return infos[0].field_types[s.face]
    if s.face is not None or isinstance(s, tree.Turn):
        _which_face(checker, s, infos)
    return UNKNOWN


def _which_face(
    checker: ExpressionChecker, s: tree.Turn | tree.Roll, infos: list[PieceInfo]
) -> None:
    """Says which faces the pieces have (E0309)."""
    faces = [f for f in infos[0].faces if all(f in info.faces for info in infos)]
    known = ", ".join(f"`{f}`" for f in faces)
    word = "turn" if isinstance(s, tree.Turn) else "roll"
    message = f"These pieces have no face `{s.face}`."
    if s.face is None:
        message = "These pieces have several faces. It is not said which one turns."
    hint = "Say `face` before a field of the piece."
    if faces:
        hint = f"Their faces are {known}: `{word} {faces[0]} of …`."
    checker.report.error("E0309", message, Label(s.what.at, "these pieces"), hint=hint)


def _turn(checker: ExpressionChecker, s: tree.Turn, scope: Scope) -> None:
    checker.want(s.to, scope, _faced(checker, s, scope), "The new face")


def _write(checker: ExpressionChecker, s: tree.Write, scope: Scope) -> None:
    t = checker.infer(s.target, scope)
    ref = checker.checked.refs.get(s.target)
    if ref is None or not isinstance(ref.target, NoteInfo):
        if not isinstance(t, Unknown):
            checker.report.error(
                "E0363",
                "Only notes are written.",
                s.target.at,
                hint=(
                    "Pieces are moved; values follow from what is there. Declare a `note` for what"
                    " must be remembered."
                ),
            )
        checker.infer(s.value, scope)
        return
    if isinstance(t, Many) and t.how == "set" and s.op != ":=":
        checker.want(s.value, scope, t, f"What `{s.op}` joins to or parts from a set")
    elif s.op == ":=":
        value = checker.want(s.value, scope, t, f"The note `{ref.target.name}`")
        if isinstance(t.of if isinstance(t, Maybe) else t, Number):
            checker.checked.unproved.pop(s.value, None)  # a note is kept within its range
        _in_range(checker, s, ref.target, value)
    elif isinstance(t, (Number, Unknown)):
        checker.want(s.value, scope, NUMBER, f"What `{s.op}` adds")
    else:
        name = ref.target.name + ("[…]" if ref.target.domains else "")
        checker.report.error(
            "E0363",
            f"`{s.op}` needs a number or a set, and `{ref.target.name}` is {checker.say(t)}.",
            s.target.at,
            hint=f"Write `{name} := {name} {s.op[0]} [x]`." if isinstance(t, Many) else "",
        )
        checker.infer(s.value, scope)


def _in_range(checker: ExpressionChecker, s: tree.Write, note: NoteInfo, value: Type) -> None:
    if not isinstance(value, Number) or value.low is None or value.low != value.high:
        return
    if hangs_on_names(s.value):
        return
    if (note.low is not None and value.low < note.low) or (
        note.high is not None and value.low > note.high
    ):
        checker.report.error(
            "E0364",
            f"`{note.name}` can never be {value.low}.",
            s.value.at,
            Label(note.decl.head, "its range stands here"),
            hint="Widen the range, or write a value within it.",
        )
