"""Checking what is done: statements, the places they move things to, and the names they bind.

A block is checked statement by statement; `let`, `choose` and `pick` bind a name for the rest of
it. What an `if` or `where` learns is known in its block."""

from __future__ import annotations

from alarife.checking.inference.bounds import hangs_on_names
from alarife.checking.inference.expressions import ExpressionChecker
from alarife.checking.read_cell import values_of
from alarife.checking.scope import Ref, Scope
from alarife.checking.types import (
    CELL,
    NUMBER,
    PARTY,
    PLAYER,
    UNKNOWN,
    Many,
    Maybe,
    Number,
    Pieces,
    Type,
    Unknown,
    fits,
    set_of,
)
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.diagnostics import Label
from alarife.linking.wording import did_you_mean
from alarife.syntax import tree
from alarife.syntax.words import STATEMENT_FORMS


class StatementChecker(ExpressionChecker):
    """Checks blocks. `may_usual` says whether `usual` is a statement here."""

    may_usual = False
    in_loop = False
    """Whether `stop` can stand here."""

    def block(self, block: list[tree.Stmt], scope: Scope) -> Scope:
        """Check a block; the scope at its end."""
        for statement in block:
            scope = self.statement(statement, scope)
        return scope

    def statement(self, s: tree.Stmt, scope: Scope) -> Scope:
        """Check a statement; the scope behind it."""
        match s:
            case tree.Sentence() | tree.Pass() | tree.Never() | tree.EndGame():
                return scope
            case tree.Stop():
                self._stop(s)
                return scope
            case tree.Let():
                t = self.infer(s.value, scope)
                return scope.bind(self.local(s, s.name, t, s.at, scope))
            case tree.Choose():
                return self._choose(s, scope)
            case tree.Pick():
                member = self.member(s.source, scope)
                return scope.bind(self.local(s, s.name, member, s.at, scope))
            case tree.Require():
                if not s.by_type:
                    self.refusal(s.condition)
                return self.condition(s.condition, scope)
            case (
                tree.If()
                | tree.ForEach()
                | tree.Repeat()
                | tree.RepeatTimes()
                | tree.As()
                | tree.AsEach()
                | tree.Together()
                | tree.May()
            ):
                self._nested(s, scope)
            case tree.ChooseFrom():
                self.say_you(s)
                self.arguments(
                    f"menu {s.menu}",
                    s.menu,
                    s.args,
                    tree.Name(s.menu, at=s.at),
                    scope,
                    self.program.menus,
                )
                self.checked.asking.add(self.owner)
                self._otherwise(s.otherwise, scope)
            case _:
                self._plain(s, scope)
        return scope

    # ----------------------------------------------------------------
    # blocks in blocks
    def _nested(self, s: tree.Stmt, scope: Scope) -> None:
        match s:
            case tree.If():
                for condition, block in s.arms:
                    self.block(block, self.condition(condition, scope))
                    scope = self._unless(condition, scope)
                self._otherwise(s.otherwise, scope)
            case tree.ForEach():
                self._loop(s.body, self.sources(s.sources, scope))
            case tree.Repeat():
                known = self.condition(s.condition, scope)
                self._loop(s.body, known if s.how == "while" else scope)
            case tree.RepeatTimes():
                self.want(s.times, scope, NUMBER, "How many times")
                self._loop(s.body, scope)
            case tree.Together():
                before, self.in_loop = self.in_loop, False
                self.block(s.body, scope)
                self.in_loop = before
            case tree.May():
                self.say_you(s)
                self.checked.asking.add(self.owner)
                self.block(s.body, scope)
                self._otherwise(s.otherwise, scope)
            case tree.As():
                self.want(s.who, scope, PLAYER, "Who is spoken to")
                self._spoken_to(s.body, scope)
            case tree.AsEach():
                inner = self.sources(s.sources, scope)
                each = self.bound_type(s.sources.each[0])
                if not fits(each, PLAYER):
                    self.report.error(
                        "E0355",
                        "Only players can be spoken to.",
                        Label(s.sources.at, f"each of these is {self.say(each)}"),
                        hint="Write `as each p in Player`, or `for each` for other things.",
                    )
                before, self.in_loop = self.in_loop, not s.at_once
                self._spoken_to(s.body, inner)
                self.in_loop = before
            case _:
                pass

    def _loop(self, body: list[tree.Stmt], scope: Scope) -> None:
        before, self.in_loop = self.in_loop, True
        self.block(body, scope)
        self.in_loop = before

    def _stop(self, s: tree.Stop) -> None:
        """`stop` leaves a loop (E0361)."""
        if not self.in_loop:
            self.report.error(
                "E0361",
                "There is no loop around this that it could leave.",
                s.at,
                hint=(
                    "`stop` stands inside `repeat`, `for each` or `as each`, and does not leave"
                    " `together`, which is one change. To end everything, write `end the game`."
                ),
            )

    def _unless(self, condition: tree.Expr, scope: Scope) -> Scope:
        """What is known where `x is a T` does not hold: that x is of another type."""
        e = condition
        of = e.of if isinstance(e, tree.IsA) and not e.negated else None
        if not isinstance(e, tree.IsA) or not isinstance(of, tree.Name) or of.id not in scope.names:
            return scope
        t = scope.narrowed.get(of.id, scope.names[of.id].type)
        if not isinstance(t, Pieces):
            return scope
        others = t.names - self.world.members.get(e.type, frozenset())
        return scope.narrow(of.id, Pieces(others)) if others else scope

    def _spoken_to(self, body: list[tree.Stmt], scope: Scope) -> None:
        before, self.under_as = self.under_as, True
        self.block(body, scope)
        self.under_as = before

    def _otherwise(self, block: list[tree.Stmt] | None, scope: Scope) -> None:
        if block is not None:
            self.block(block, scope)

    # ----------------------------------------------------------------
    # choices
    def _choose(self, s: tree.Choose, scope: Scope) -> Scope:
        self.say_you(s)
        self.checked.asking.add(self.owner)
        member = self.member(s.source, scope)
        chosen = set_of(member) if s.how else member
        inner = scope.bind(self.local(s, s.name, chosen, s.at, scope))
        if s.where:
            self.refusal(s.where)
            inner = self.condition(s.where, inner)
        self._otherwise(s.otherwise, scope)
        return inner

    def refusal(self, e: tree.Expr) -> None:
        """What refuses a choice is a rule, with a name and a sentence (E0356)."""
        match e:
            case tree.And():
                for part in e.parts:
                    self.refusal(part)
            case tree.Afterwards():
                self.judged.add(e)
                self.refusal(e.of)
            case tree.Call(name=name) | tree.Name(id=name) if name in self.program.rules:
                pass
            case _:
                self.report.error(
                    "E0356",
                    "What refuses a choice must be a rule, so that it has a name and a sentence.",
                    e.at,
                    hint=(
                        'Write `rule my_rule(x) "Title"` with a sentence and this condition, and'
                        " name it here. What is no candidate at all belongs into the set: `those x"
                        " in S where …`."
                    ),
                )

    # ----------------------------------------------------------------
    # what changes things
    def _plain(self, s: tree.Stmt, scope: Scope) -> None:
        match s:
            case tree.Do():
                self._do(s, scope)
            case tree.Raise():
                self._raise(s, scope)
            case tree.Write():
                self._write(s, scope)
            case tree.Move():
                t = self._moved(s.what, scope)
                self._target(s.to, scope, t)
                self._position(s, scope)
            case tree.Draw():
                self.want(s.count, scope, NUMBER, "How many are drawn")
                source = self.place(s.source, scope)
                if source is not None and source.shape in ("grid", "board", "space"):
                    self.report.error(
                        "E0357",
                        f"Nothing can be drawn from a {source.shape}.",
                        s.source.at,
                        hint="Draw from a bag, a pile, a row or a set.",
                    )
                self._target(s.to, scope, source.element if source else UNKNOWN)
            case tree.Shuffle():
                place = self.place(s.place, scope)
                if place is not None and place.shape not in ("pile", "row"):
                    self.report.error(
                        "E0357",
                        f"A {place.shape} has no order that could be shuffled.",
                        s.place.at,
                        hint="Piles and rows have one.",
                    )
            case tree.Swap():
                for side in (s.left, s.right):
                    self._piece(side, scope, "What is swapped")
            case tree.Turn():
                self._turn(s, scope)
            case tree.Roll():
                self._faced(self._moved(s.what, scope), s.what)
            case tree.Inform() if s.whether:
                self.condition(s.what, scope)
                self._listeners(s.to, scope)
            case tree.Inform():
                self.infer(s.what, scope)
                self._listeners(s.to, scope)
            case tree.Show():
                self._moved(s.what, scope)
                self._listeners(s.to, scope)
            case _:
                raise AssertionError(f"{type(s).__name__} is no statement")

    def _listeners(self, e: tree.Expr, scope: Scope) -> None:
        """Those to whom something is shown or told."""
        t = self.infer(e, scope)
        if not fits(t, PARTY) and not (isinstance(t, Many) and fits(t.of, PARTY)):
            self.report.error(
                "E0330",
                f"Something is shown to players, but this is {self.say(t)}.",
                e.at,
                hint="Name a player or several: `show card to you`.",
            )

    def _piece(self, e: tree.Expr, scope: Scope, what: str) -> Pieces:
        t = self.want(e, scope, Pieces(frozenset(self.world.pieces)), what)
        return t if isinstance(t, Pieces) else Pieces(frozenset())

    def _moved(self, e: tree.Expr, scope: Scope) -> Type:
        """The type of the pieces that an expression gives: one, a set of them, or the content of a
        place."""
        t = self.infer(e, scope)
        if isinstance(t, Maybe) and self._is_place(e):
            return t.of
        if isinstance(t, Maybe):
            self.report.error(
                "E0331",
                "What is moved may be none here.",
                Label(e.at, f"this is {self.say(t)}"),
                hint="Ask first with `if … is some x`.",
            )
            return t.of
        member = t.of if isinstance(t, Many) and t.how != "ranking" else t
        if not isinstance(member, (Pieces, Unknown)):
            self.report.error(
                "E0330",
                f"Pieces are meant here, but this is {self.say(t)}.",
                e.at,
                hint="What is no piece is remembered in a note.",
            )
            return UNKNOWN
        return member

    def _is_place(self, e: tree.Expr) -> bool:
        ref = self.checked.refs.get(e)
        return ref is not None and ref.kind == "place"

    def _target(self, e: tree.Expr, scope: Scope, moved: Type) -> None:
        """Check where something goes: a place, or a cell of a grid."""
        place: PlaceInfo | None
        if isinstance(e, tree.At) and self._is_grid_place(e.of, scope):
            place = self.place(e.of, scope)
            self.want(e.keys[0], scope, CELL, "A cell")
            self.checked.refs[e] = Ref("spot", place)
        else:
            place = self.place(e, scope)
            if place is not None and place.shape in ("grid", "board"):
                self.report.error(
                    "E0358",
                    f"`{place.name}` is a grid: say to which cell, as in `{place.name}[…]`.",
                    e.at,
                )
                return
        if place is not None and isinstance(moved, Pieces) and not fits(moved, place.element):
            self.report.error(
                "E0359",
                f"`{place.name}` holds {self.say(place.element)}, and this may be"
                f" {self.say(moved)}.",
                e.at,
                hint="Ask first with `is a …`, or widen what the place may hold.",
            )

    def _position(self, s: tree.Move, scope: Scope) -> None:
        """Where in a pile or row something goes."""
        if s.position is not None:
            self.want(s.position, scope, NUMBER, "The position")
        ref = self.checked.refs.get(s.to)
        place = ref.target if ref is not None else None
        if not (s.under or s.position) or not isinstance(place, PlaceInfo):
            return
        if place.shape != "pile" and not (place.shape == "row" and s.position):
            self.report.error(
                "E0358",
                f"Nothing goes {'under' if s.under else 'to a position of'} a {place.shape}.",
                s.to.at,
                hint="Under something means under a pile. Positions are counted in piles and rows.",
            )

    def _is_grid_place(self, e: tree.Expr, scope: Scope) -> bool:
        name = (
            e.id
            if isinstance(e, tree.Name)
            else e.of.id
            if isinstance(e, tree.At) and isinstance(e.of, tree.Name)
            else ""
        )
        if name in scope.names or name not in self.world.places:
            return False
        place = self.world.places[name]
        return place.shape in ("grid", "board") and (isinstance(e, tree.At) or not place.domains)

    def _faced(self, t: Type, e: tree.Expr) -> Type:
        if isinstance(t, Pieces):
            faces = {self.world.pieces[n].face for n in t.names}
            if None in faces or not faces:
                self.report.error(
                    "E0362",
                    "These pieces have no face that could turn.",
                    Label(e.at, f"this is {self.say(t)}"),
                    hint="Say `face` before a field of the piece.",
                )
            else:
                found = [
                    self.world.pieces[n].field_types[str(self.world.pieces[n].face)]
                    for n in sorted(t.names)
                ]
                return found[0]
        return UNKNOWN

    def _turn(self, s: tree.Turn, scope: Scope) -> None:
        face = self._faced(self._moved(s.what, scope), s.what)
        self.want(s.to, scope, face, "The new face")

    def _write(self, s: tree.Write, scope: Scope) -> None:
        t = self.infer(s.target, scope)
        ref = self.checked.refs.get(s.target)
        if ref is None or not isinstance(ref.target, NoteInfo):
            self.report.error(
                "E0363",
                "Only notes are written.",
                s.target.at,
                hint=(
                    "Pieces are moved; values follow from what is there. Declare a `note` for what"
                    " must be remembered."
                ),
            )
            self.infer(s.value, scope)
            return
        if isinstance(t, Many) and t.how == "set" and s.op != ":=":
            self.want(s.value, scope, t, f"What `{s.op}` joins to or parts from a set")
        elif s.op == ":=":
            value = self.want(s.value, scope, t, f"The note `{ref.target.name}`")
            if isinstance(t, Number):
                self.checked.unproved.pop(s.value, None)  # a note is kept within its range
            self._in_range(s, ref.target, value)
        else:
            if not isinstance(t, (Number, Unknown)):
                self.report.error(
                    "E0363",
                    f"`{s.op}` needs a number or a set, and `{ref.target.name}` is {self.say(t)}.",
                    s.target.at,
                )
            self.want(s.value, scope, NUMBER, f"What `{s.op}` adds")

    def _in_range(self, s: tree.Write, note: NoteInfo, value: Type) -> None:
        if not isinstance(value, Number) or value.low is None or value.low != value.high:
            return
        if hangs_on_names(s.value):
            return
        if (note.low is not None and value.low < note.low) or (
            note.high is not None and value.low > note.high
        ):
            self.report.error(
                "E0364",
                f"`{note.name}` can never be {value.low}.",
                s.value.at,
                Label(note.decl.head, "its range stands here"),
                hint="Widen the range, or write a value within it.",
            )

    # ----------------------------------------------------------------
    # calls
    def _do(self, s: tree.Do, scope: Scope) -> None:
        name = (
            s.call.id
            if isinstance(s.call, tree.Name)
            else s.call.name
            if isinstance(s.call, tree.Call)
            else ""
        )
        args = s.call.args if isinstance(s.call, tree.Call) else []
        if name == "usual":
            if not self.may_usual:
                self.report.error(
                    "E0365",
                    "`usual` means the original, and there is none here.",
                    s.at,
                    hint="It stands in `instead of` and `change`.",
                )
            self.checked.refs[s] = Ref("usual")
            return
        p = self.program
        if name in p.steps or f"step {name}" in self.checked.signatures:
            self.checked.refs[s] = Ref("step", name)
            self.arguments(f"step {name}", name, args, s.call, scope, p.steps)
            return
        known = list(p.steps)
        hint = did_you_mean(name, known)
        if name in p.menus:
            hint = f"`{name}` is a menu: say `choose from {name}`."
        elif name in p.moments:
            hint = f"`{name}` is a moment: say `raise {name}`."
        elif name in p.actions:
            hint = (
                f"`{name}` is an action of the menu `{p.actions[name].menu}`: say `choose from"
                f" {p.actions[name].menu}`."
            )
        elif name in p.values or name in p.rules or name in p.notes:
            hint = f"`{name}` is no step: it is known, not done."
        elif name in STATEMENT_FORMS:
            hint = f"It is written so: `{STATEMENT_FORMS[name]}`."
        self.report.error("E0340", f"There is no step `{name}`.", s.at, hint=hint)

    def _raise(self, s: tree.Raise, scope: Scope) -> None:
        name = (
            s.call.id
            if isinstance(s.call, tree.Name)
            else s.call.name
            if isinstance(s.call, tree.Call)
            else ""
        )
        args = s.call.args if isinstance(s.call, tree.Call) else []
        self.checked.refs[s] = Ref("moment", name)
        self.arguments(f"moment {name}", name, args, s.call, scope, self.program.moments)


def finite(checker: ExpressionChecker, t: Type) -> bool:
    """Whether a type has finitely many values."""
    return values_of(checker.world, t) is not None
