"""Checks examples: names, types, drawings, what is run and what is expected. Nothing is run here.

In: a checked program. Out: diagnostics, and for each example what its names mean (`Checkup`): the
cells that its drawings name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from alarife.checking.inference.expressions import ExpressionChecker
from alarife.checking.scope import Checked, Local, Ref, Scope
from alarife.checking.types import (
    CELL,
    GridOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Tie,
    Truth,
    Type,
    Unknown,
    comparable,
    fits,
    member_of,
    set_of,
)
from alarife.checking.world import PLAYER_NAMES, NoteInfo, PieceInfo, PlaceInfo
from alarife.diagnostics import Label, Report
from alarife.examples.drawing import Drawing, read_drawing
from alarife.examples.looked_through import looked_through
from alarife.linking.normal import normal
from alarife.linking.wording import did_you_mean
from alarife.syntax import tree

OWNER = "example"
START = "*"
"""In a drawing: the piece that the place starts with."""


@dataclass(slots=True)
class Checkup:
    """What checking an example found: the cells that drawings name, and the drawings."""

    spots: dict[str, Local] = field(default_factory=dict)
    drawings: dict[tree.GivenMap, Drawing] = field(default_factory=dict)


def check_examples(checked: Checked, report: Report) -> None:
    """Check all examples of a program."""
    checker = ExampleChecker(checked, report)
    for example in checked.program.examples:
        checker.example(example)


class ExampleChecker(ExpressionChecker):
    """Checks examples over a program that has been checked without errors."""

    def __init__(self, checked: Checked, report: Report) -> None:
        super().__init__(checked, report)
        self.owner = OWNER
        self.played = False
        self.plain: dict[tree.Node, PieceInfo] = {}
        self._said: list[tree.Expr] = []
        """What the `given`s of the example have spoken of so far."""

    def example(self, example: tree.Example) -> Checkup:
        """Check one example."""
        found = Checkup()
        self._said = []
        scope = Scope(example=True)
        for given in example.given:
            if isinstance(given, tree.GivenMap):
                scope = self._drawing(given, found, scope)
        self.played = any(isinstance(step, tree.When) for step in example.steps)
        for given in example.given:
            if isinstance(given, tree.Given):
                self._given(given.condition, scope)
        before: tree.When | None = None
        for step in example.steps:
            if isinstance(step, tree.When):
                self._when(step, before, scope)
                before = step
            elif step.condition is not None:
                self._silently(step.condition, scope)
            else:
                self._refused(step)
        return found

    def infer(self, e: tree.Expr, scope: Scope, expect: Type | None = None) -> Type:
        """The type of an expression; in a list, the name of a type of pieces without fields is one
        of them: `[Seed, Seed]`."""
        if isinstance(e, tree.Several):
            for item in e.items:
                if (
                    isinstance(item, tree.Name)
                    and item.id in self.world.pieces
                    and self.world.pieces[item.id].optional_from == 0
                ):
                    self.plain[item] = self.world.pieces[item.id]
        if isinstance(e, tree.Name) and e in self.plain:
            self.checked.refs[e] = Ref("piece", self.plain[e])
            self.checked.types[e] = Pieces(frozenset({e.id}))
            return self.checked.types[e]
        return super().infer(e, scope, expect)

    # ----------------------------------------------------------------
    # nobody is `you`
    def _silently(self, e: tree.Expr, scope: Scope) -> None:
        """Check a condition."""
        with_you = self._heard()
        self.condition(e, scope)
        self._nobody_spoken_to(e, with_you)

    def infer_free(self, e: tree.Expr, scope: Scope, expect: Type | None = None) -> Type:
        """The type of an expression in which nobody is spoken to."""
        before = self._heard()
        t = self.infer(e, scope, expect)
        self._nobody_spoken_to(e, before)
        return t

    def _heard(self) -> set[str]:
        return {o for o in self.checked.calls.get(OWNER, ()) if o in self.checked.you}

    def _nobody_spoken_to(self, e: tree.Expr, before: set[str]) -> None:
        if OWNER in self.checked.you:
            self.checked.you.discard(OWNER)
            self.report.error(
                "E0805",
                "In an example nobody is `you`.",
                e.at,
                hint="Name the player: `ann`, `bob`, `cid` …",
            )
        self.checked.calls.get(OWNER, set()).difference_update(before)
        for owner in sorted(self._heard()):
            self.report.error(
                "E0805",
                f"`{owner.split()[1]}` speaks of `you`, and here it is not known who that is.",
                e.at,
            )
            self.checked.calls[OWNER].discard(owner)

    # ----------------------------------------------------------------
    # drawings
    def _drawing(self, given: tree.GivenMap, found: Checkup, scope: Scope) -> Scope:
        place = self.place(given.place, scope)
        if place is not None and place.shape not in ("grid", "board"):
            self.report.error(
                "E0804", f"`{place.name}` is no grid, so it can't be drawn.", given.place.at
            )
        found.drawings[given] = drawing = read_drawing(given.lines)
        legend = dict(given.legend)
        for _, e in given.legend:
            t = self.infer_free(e, scope)
            if place is not None and not _belongs(t, place.element):
                self.report.error(
                    "E0802",
                    f"`{place.name}` holds {self.say(place.element)}, and this is {self.say(t)}.",
                    e.at,
                )
        for (_, _), letter in sorted(drawing.letters.items(), key=lambda item: item[0][::-1]):
            if letter == START or letter in legend:
                continue
            if not (letter[0].islower() and letter.isalnum()):
                hint = (
                    "Capital letters are pieces: say below the drawing which. Cells are named by"
                    " small letters."
                )
                self.report.error("E0804", f"`{letter}` is not in the legend.", given.at, hint=hint)
            elif letter in found.spots:
                self.report.error("E0804", f"Two cells are called `{letter}`.", given.at)
            else:
                found.spots[letter] = Local(letter, CELL, given.at)
                scope = scope.bind(found.spots[letter])
        return scope

    # ----------------------------------------------------------------
    # given
    def _given(self, e: tree.Expr, scope: Scope) -> None:
        for part in parts(e):
            match part:
                case tree.Compare(op="=", left=tree.Name(id="chance")) if not self.is_declared(
                    "chance"
                ):
                    self._chance(part.right, scope)
                case tree.Compare(op="="):
                    self._equals(part, scope)
                case tree.Not():
                    self._supposed(part.of, scope)
                case _:
                    self._supposed(part, scope)

    def _chance(self, e: tree.Expr, scope: Scope) -> None:
        if not isinstance(e, tree.Several):
            self.report.error(
                "E0803",
                "The outcomes of chance are a list.",
                e.at,
                hint="As in `given chance = [tower, Tile(garden, 10)]`.",
            )
            return
        for item in e.items:
            self.infer_free(item, scope)
        self.checked.types[e] = set_of(Unknown())

    def _said_once(self, e: tree.Expr) -> None:
        """Two `given`s about the same thing would hide one of them."""
        for before in self._said:
            if normal(before) == normal(e):
                hint = "Only the last would hold. Leave one out."
                labels = Label(e.at, "again"), Label(before.at, "first")
                self.report.error(
                    "E0819", "The example says twice how this is.", *labels, hint=hint
                )
                return
        self._said.append(e)

    def _equals(self, e: tree.Compare, scope: Scope) -> None:
        left = e.left
        self._said_once(left)
        if isinstance(left, tree.Name) and left.id in self.world.places:
            self.place(left, scope)
        t = self.infer_free(left, scope)
        ref = self.checked.refs.get(left)
        kind = ref.kind if ref is not None else ""
        if isinstance(t, Unknown):
            self.infer_free(e.right, scope)
        elif kind == "place" and ref is not None and isinstance(ref.target, PlaceInfo):
            self._content(e.right, ref.target, ref.target.content, scope)
        elif (
            kind == "cell"
            and isinstance(left, tree.At)
            and isinstance(place := self._place_of(left), PlaceInfo)
        ):
            self._content(e.right, place, t, scope)
        elif kind == "note" and ref is not None and isinstance(ref.target, NoteInfo):
            self._worth(e.right, ref.target, scope)
        elif kind in ("value", "rule") and ref is not None:
            self._stub(left, kind, str(ref.target))
            self.want(e.right, scope, t, "What is supposed")
        else:
            self._not_supposable(left)

    def _place_of(self, e: tree.At) -> object:
        ref = self.checked.refs.get(e.of)
        return ref.target if ref is not None and ref.kind == "place" else None

    def _content(self, e: tree.Expr, place: PlaceInfo, content: Type, scope: Scope) -> None:
        t = self.infer_free(e, scope, content if not isinstance(content, GridOf) else None)
        if isinstance(content, GridOf):
            self.report.error(
                "E0802",
                f"`{place.name}` is a grid: say on which cells.",
                e.at,
                hint=(
                    f"Draw it (`given map {place.name}`), or say `given {place.name}[cell(1, 1)]"
                    " = …`."
                ),
            )
        elif not _belongs(t, place.element):
            self.report.error(
                "E0802",
                f"`{place.name}` holds {self.say(place.element)}, and this is {self.say(t)}.",
                e.at,
            )
        elif (
            isinstance(content, Maybe)
            and isinstance(several := e, tree.Several)
            and len(several.items) > 1
        ):
            self.report.error("E0802", f"`{place.name}` holds one piece, and these are more.", e.at)

    def _worth(self, e: tree.Expr, note: NoteInfo, scope: Scope) -> None:
        t = self.want(e, scope, note.type, f"The note `{note.name}`")
        if not isinstance(t, Number) or t.low is None or t.low != t.high:
            return
        if (note.low is not None and t.low < note.low) or (
            note.high is not None and t.low > note.high
        ):
            self.report.error(
                "E0802",
                f"The note `{note.name}` is never {t.low}.",
                e.at,
                hint=(
                    f"It goes from {note.low} to {note.high}."
                    if note.high is not None
                    else f"It is at least {note.low}."
                ),
            )

    def _supposed(self, e: tree.Expr, scope: Scope) -> None:
        """A note, value or rule that is simply said to hold, or not to."""
        if not isinstance(e, (tree.Name, tree.At, tree.Call)):
            self._not_supposable(e)
            return
        t = self.infer_free(e, scope)
        ref = self.checked.refs.get(e)
        kind = ref.kind if ref is not None else ""
        if kind in ("value", "rule") and ref is not None:
            self._stub(e, kind, str(ref.target))
        if isinstance(t, Unknown):
            return
        if kind not in ("note", "value", "rule") or not isinstance(t, Truth):
            self._not_supposable(e)

    def _stub(self, e: tree.Expr, kind: str, name: str) -> None:
        from alarife.checking.constants import Constants
        from alarife.linking.evaluate import NotKnown

        choice = looked_through(self.checked).get(f"{kind} {name}") if self.played else None
        if choice is not None:
            message = (
                f"`{name}` is looked through where a set is chosen, so nothing can be supposed of"
                " it in what is played."
            )
            hint = (
                "Say what lies where, so that it comes out in this way; or ask only for it, without"
                " `when`."
            )
            self.report.error("E0803", message, e.at, Label(choice.at, "this choice"), hint=hint)
            return
        cases = self.program.values.get(name, [])
        if len(cases) != 1 or cases[0].params:
            return
        try:
            Constants(self.world, self.checked).named(cases[0].body, name)
        except NotKnown:
            return
        self.report.error(
            "E0803",
            f"`{name}` is known before play, so nothing else can be supposed.",
            e.at,
            hint="Write an example that holds with it as it is.",
        )

    def _not_supposable(self, e: tree.Expr) -> None:
        hint = (
            "Say `given place = …`, `given note = …`, `given value(…) = …`, `given map …` or `given"
            " chance = [ … ]`."
        )
        self.report.error("E0803", "This can't be supposed.", e.at, hint=hint)

    # ----------------------------------------------------------------
    # when
    def _when(self, step: tree.When, before: tree.When | None, scope: Scope) -> None:
        if step.player is not None:
            self._player(step)
        if step.answers is not None:
            for answer in step.answers:
                self.answer(answer, scope)
            if before is None:
                self.report.error(
                    "E0815",
                    "Nobody is asked anything yet.",
                    step.at,
                    hint="Say first what happens: `when …`.",
                )
        elif step.call is not None:
            self._run(step, step.call, scope)

    def _player(self, step: tree.When) -> None:
        known = PLAYER_NAMES[: self.world.players]
        if step.player not in known:
            hint = (
                did_you_mean(step.player or "", known)
                or "Players are called " + ", ".join(known) + "."
            )
            self.report.error(
                "E0808", f"Nobody is called `{step.player}` here.", step.at, hint=hint
            )

    def _run(self, step: tree.When, call: tree.Expr, scope: Scope) -> None:
        name, args = called(call)
        owner = self.runnable(name)
        if not owner:
            p = self.program
            hint = (
                did_you_mean(name, [*p.actions, *p.steps, *p.moments, *p.labels])
                or "An example runs a step, an action or a labelled amendment."
            )
            self.report.error(
                "E0809",
                f"Nothing called `{name}` can be run." if name else "This can't be run.",
                call.at,
                hint=hint,
            )
            return
        spoken = owner.startswith("action") or owner in self.checked.you
        if spoken and step.player is None:
            self.report.error(
                "E0805",
                f"`{name}` speaks to somebody.",
                call.at,
                hint=f"Say to whom: `when ann: {name}`.",
            )
        params = self.checked.signatures.get(owner, [])
        if len(args) < len(params):
            self.report.error(
                "E0346",
                f"`{name}` wants {len(params)} argument(s), and here are {len(args)}.",
                call.at,
            )
        for i, (arg, t) in enumerate(zip(args, params, strict=False)):
            about = ", what its menu is about," if owner.startswith("action") else ""
            self.want(arg, scope, t, f"Argument {i + 1} of `{name}`{about}")
        asked = list(self.asked(name)) if owner.startswith("action") else []
        for i, arg in enumerate(args[len(params) :]):
            self.answer(arg, scope, asked[i] if i < len(asked) else None)

    def runnable(self, name: str) -> str:
        """What an example may run under this name: the owner, or nothing."""
        if name in self.program.actions:
            return f"action {name}"
        return next(
            (
                f"{what} {name}"
                for what in ("step", "moment")
                if f"{what} {name}" in self.checked.signatures
            ),
            "",
        )

    def asked(self, action: str) -> Iterator[Type]:
        """What the first questions of an action are about."""
        for s in self.program.actions[action].body:
            if isinstance(s, tree.Choose):
                source = self.checked.types[s.source]
                member = member_of(source)
                yield (set_of(member) if s.how and member else member) or Unknown()
            elif not isinstance(s, (tree.Let, tree.Require, tree.Sentence)):
                return

    def answer(self, e: tree.Expr, scope: Scope, expect: Type | None = None) -> None:
        """Check an answer: the name of an action, or an expression."""
        if isinstance(e, tree.Name) and e.id in self.program.actions and e.id not in scope.names:
            return
        t = self.infer_free(e, scope, expect)
        if expect is None or isinstance(t, (Unknown, Tie)):
            return
        single = t.of if isinstance(t, Many) else t
        wanted = expect.of if isinstance(expect, Many) else expect
        if not comparable(single, wanted) or isinstance(t, Maybe):
            self.report.error(
                "E0814", f"Asked for is {self.say(expect)}, and this is {self.say(t)}.", Label(e.at)
            )

    # ----------------------------------------------------------------
    # then
    def _refused(self, step: tree.Then) -> None:
        for name in step.refused_by or []:
            if name not in self.program.rules and name not in self.program.actions:
                self.report.error(
                    "E0340",
                    f"There is no rule `{name}`.",
                    step.at,
                    hint=did_you_mean(name, self.program.rules),
                )


def _belongs(t: Type, element: Type) -> bool:
    """Whether what is written may lie in a place of such pieces."""
    while isinstance(t, (Many, Maybe)):
        t = t.of
    return isinstance(t, Unknown) or (isinstance(t, Pieces) and fits(t, element))


def parts(e: tree.Expr) -> Sequence[tree.Expr]:
    """What an `and` joins; anything else alone."""
    return [p for part in e.parts for p in parts(part)] if isinstance(e, tree.And) else [e]


def called(e: tree.Expr) -> tuple[str, list[tree.Expr]]:
    """The name and arguments of what is run."""
    return (
        (e.id, [])
        if isinstance(e, tree.Name)
        else (e.name, e.args)
        if isinstance(e, tree.Call)
        else ("", [])
    )
