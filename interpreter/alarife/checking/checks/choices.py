"""Choices that could leave somebody with nothing to choose (E0381, E0382), and names that were
perhaps not chosen (E0383).

A choice is possible by form if its set is never empty (a kind, the players, a range of constants),
if what stands round it has just asked (`repeat while hand[you] is not empty`, `if can redesign`),
if a menu has an action that needs nothing, or if an `otherwise` says what happens. The offer of an
action and of a `may` is asked beforehand and needs none of this."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from alarife.checking.bodies import OFFER, Body, bodies, lead_end
from alarife.checking.builtins import BUILT_INS
from alarife.checking.scope import Checked, Local
from alarife.checking.types import KindOf, Number, Pieces, Seat
from alarife.diagnostics import Label, Report
from alarife.linking.normal import normal
from alarife.linking.walk import below, conjuncts
from alarife.syntax import tree

Known = frozenset[Any]


def check_choices(checked: Checked, report: Report) -> None:
    """Every choice in a step or an effect is possible, or says what happens otherwise."""
    for body in bodies(checked):
        _Choices(checked, report, body).look()


class _Choices:
    """Looks through one body. What is known at a point is a set of normal forms of conditions that
    have just been asked."""

    def __init__(self, checked: Checked, report: Report, body: Body) -> None:
        self.checked = checked
        self.program = checked.program
        self.report = report
        self.body = body
        self.possible = _Possible(checked)

    def look(self) -> None:
        self.block(self.body.block, frozenset(), self.body.offers)

    def block(self, block: Sequence[tree.Stmt], known: Known, offered: bool) -> None:
        at = 0
        if offered:
            at = lead_end(block)
            known = self._after_offer(block[:at], known)
        while at < len(block):
            s = block[at]
            if isinstance(s, OFFER):
                end = max(at + 1, lead_end(block, at))
                known = self._run(block[at:end], block[end:], known)
                at = end
                continue
            self._inside(s, known)
            at += 1

    def _after_offer(self, lead: Sequence[tree.Stmt], known: Known) -> Known:
        for s in lead:
            if isinstance(s, tree.Require):
                known = known | _facts(s.condition)
            for inner in (
                (s.otherwise or [],) if isinstance(s, (tree.Choose, tree.ChooseFrom)) else ()
            ):
                self.block(inner, known, False)
        return known

    def _inside(self, s: tree.Stmt, known: Known) -> None:
        match s:
            case tree.If():
                denied = known
                for condition, inner in s.arms:
                    self.block(inner, denied | _facts(condition), False)
                    denied = denied | _facts(tree.Not(condition, at=condition.at))
                self.block(s.otherwise or [], denied, False)
            case tree.Repeat():
                asked = (
                    s.condition if s.how == "while" else tree.Not(s.condition, at=s.condition.at)
                )
                self.block(s.body, known | _facts(asked), False)
            case tree.ForEach() | tree.AsEach():
                known = known | (
                    _facts(s.sources.where) if s.sources.where is not None else frozenset()
                )
                self.block(
                    s.body,
                    (
                        _spoken_to(known, s.sources.each[0].name)
                        if isinstance(s, tree.AsEach)
                        else known
                    ),
                    False,
                )
            case tree.As(who=tree.Name(id=name)):
                self.block(s.body, _spoken_to(known, name), False)
            case tree.May():
                self.block(s.body, known, True)
                self.block(s.otherwise or [], known, False)
            case tree.RepeatTimes() | tree.As() | tree.Together():
                self.block(s.body, known, False)
            case _:
                pass

    # ----------------------------------------------------------------
    # runs of choices
    def _run(self, run: Sequence[tree.Stmt], rest: Sequence[tree.Stmt], known: Known) -> Known:
        """A run of choices that nobody has asked for before."""
        head = next((s for s in run if isinstance(s, (tree.Choose, tree.ChooseFrom))), None)
        if head is not None and head.otherwise is not None:
            self.block(head.otherwise, known, False)
            self._fell_through(run, head.otherwise, rest)
            return known
        for s in run:
            if isinstance(s, tree.Choose):
                if not self.possible.choice(s, known):
                    self._report_choice(s)
                known = known | self.possible.learnt(s)
            elif isinstance(s, tree.ChooseFrom) and not self.possible.menu(s.menu, s.args, known):
                self.report.error(
                    "E0382",
                    f"Perhaps no action of `{s.menu}` is possible here; then the game would be"
                    " stuck.",
                    s.at,
                    hint=(
                        "Say what happens then, with `otherwise` under it; or ask before, with `if"
                        " can "
                    )
                    + s.menu
                    + "`.",
                )
            elif isinstance(s, tree.Require):
                self._report_require(s, known)
                known = known | _facts(s.condition)
        return known

    def _report_choice(self, s: tree.Choose) -> None:
        why = (
            "and what may be chosen is limited by a rule"
            if s.where is not None
            else "as the set may be empty"
        )
        self.report.error(
            "E0381",
            f"Perhaps there is no `{s.name}` to choose here, {why}; then the game would be stuck.",
            s.at,
            hint=(
                "Say what happens then, with `otherwise` under it; or ask before, with `if …"
                " is not empty`. If there is always one, say why: `otherwise` and under it `never"
                ' "because …"`.'
            ),
        )

    def _report_require(self, s: tree.Require, known: Known) -> None:
        if not _facts(s.condition) <= known:
            self.report.error(
                "E0382",
                "What is required here may not hold; then the game would be stuck.",
                s.at,
                hint=(
                    "`require` belongs to the offer of an action or of a `may`. In a step, ask with"
                    " `if`."
                ),
            )

    def _fell_through(
        self, run: Sequence[tree.Stmt], otherwise: list[tree.Stmt], rest: Sequence[tree.Stmt]
    ) -> None:
        """Behind an `otherwise` that goes on, what was not chosen has no meaning (E0383)."""
        if any(isinstance(s, (tree.Never, tree.Stop, tree.EndGame)) for s in otherwise):
            return
        bound: dict[Local, tree.Stmt] = {}
        for s in run:
            target = (
                self.checked.refs[s].target
                if isinstance(s, (tree.Choose, tree.Let)) and s in self.checked.refs
                else None
            )
            if isinstance(target, Local):
                bound[target] = s
        for node in below(rest):
            ref = self.checked.refs.get(node)
            if (
                isinstance(node, tree.Name)
                and ref is not None
                and isinstance(ref.target, Local)
                and ref.target in bound
            ):
                self.report.error(
                    "E0383",
                    f"If there was nothing to choose, there is no `{node.id}` here.",
                    node.at,
                    Label(bound[ref.target].at, "its `otherwise` goes on behind the choice"),
                    hint=(
                        "Put what needs it into a step or action of its own, or ask first with `if"
                        " … is not empty` instead of `otherwise`."
                    ),
                )
                return


class _Possible:
    """Answers whether choices are possible by form."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._asked: list[str] = []

    def choice(self, s: tree.Choose, known: Known) -> bool:
        """Whether there is always something to choose."""
        if s.where is not None:
            return _exists(s.name, s.source, s.where) in known
        return s.how == "any" or self._never_empty(s.source, known)

    def _never_empty(self, source: tree.Expr, known: Known) -> bool:
        if normal(tree.IsEmpty(source, True, at=source.at)) in known:
            return True
        match source:
            case tree.Name() | tree.Call() | tree.At() if self._members(source):
                return True
            case tree.Several():
                return bool(source.items)
            case tree.Arithmetic(op="+"):
                return any(self._never_empty(e, known) for e in (source.left, source.right))
            case tree.RangeOf():
                t = self.checked.types.get(source.low), self.checked.types.get(source.high)
                low, high = (x if isinstance(x, Number) else Number() for x in t)
                return low.high is not None and high.low is not None and low.high <= high.low
            case tree.Those(sources=tree.Sources(each=[one], where=where)) if where is not None:
                return _exists(one.name, one.of, where) in known or (
                    self._members(one.of) > 1 and _leaves_out_one(one.name, where)
                )
            case tree.Call(name="reverse", args=[inner]):
                return self._never_empty(inner, known)
            case tree.Call():
                return (row := BUILT_INS.get(source.name)) is not None and row.least > 0
            case _:
                return False

    def _members(self, e: tree.Expr) -> int:
        """How many there are of a kind, a type of pieces, or of those who play; 0 for anything
        else."""
        ref, world = self.checked.refs.get(e), self.checked.world
        if ref is None or ref.kind != "members":
            return 0
        match ref.target:
            case Pieces(names):
                return sum(world.pieces[name].count for name in names)
            case Seat(who):
                players = world.players if who != "Neutral" else 0
                return players + (len(world.neutrals) if who != "Player" else 0)
            case KindOf(name) if name in world.kinds:
                return len(world.kinds[name].names)
            case _:
                return int(isinstance(ref.target, KindOf))

    def learnt(self, s: tree.Choose) -> Known:
        """What holds of something chosen out of `those x in S where c`: c."""
        source = s.source
        if s.how is None and isinstance(source, tree.Those) and len(source.sources.each) == 1:
            names = {source.sources.each[0].name: s.name}
            return frozenset(normal(part, names) for part in conjuncts(source.sources.where))
        return frozenset()

    def menu(self, name: str, args: list[tree.Expr], known: Known) -> bool:
        """Whether a menu always has a possible action."""
        asked = tree.Can(name, args, at=tree.Span("", 0, 0, 0, 0))
        if normal(asked) in known:
            return True
        if name in self._asked:
            return False
        self._asked.append(name)
        found = any(
            self._action(self.checked.program.actions[a])
            for a in self.checked.program.actions_of.get(name, [])
        )
        self._asked.pop()
        return found

    def _action(self, action: tree.Action) -> bool:
        """Whether an action can always be carried out. Lawful moves may be impossible."""
        known: Known = frozenset()
        end = lead_end(action.body)
        for s in action.body[:end]:
            match s:
                case tree.Choose():
                    if s.otherwise is None and not self.choice(s, known):
                        return False
                    known = known | self.learnt(s)
                case tree.ChooseFrom():
                    return s.otherwise is not None or self.menu(s.menu, s.args, known)
                case tree.Require():
                    return False
                case _:
                    pass
        return not any(self._is_lawful(s) for s in action.body[end:])

    def _is_lawful(self, s: tree.Stmt) -> bool:
        if isinstance(s, tree.Swap):
            return any(place.law for place in self.checked.world.places.values())
        if not isinstance(s, tree.Move):
            return False
        ref = self.checked.refs.get(s.to)
        return (
            ref is not None and ref.kind == "spot" and getattr(ref.target, "law", None) is not None
        )


def _spoken_to(known: Known, name: str) -> Known:
    """What is known where this name is `you` as well."""
    return known | {_renamed(fact, ("Name", name), ("Name", "you")) for fact in known}


def _renamed(form: Any, old: Any, new: Any) -> Any:
    if form == old:
        return new
    if not isinstance(form, tuple):
        return form
    return tuple(_renamed(part, old, new) for part in cast("tuple[Any, ...]", form))


def _facts(condition: tree.Expr) -> Known:
    """What holds where a condition holds: its parts, in normal form."""
    found: set[Any] = set()
    for part in conjuncts(condition):
        found.add(normal(part))
        inner = part
        if isinstance(inner, tree.Not):
            found |= _denied(inner.of)
        if (
            isinstance(inner, tree.Quantified)
            and inner.kind == "some"
            and inner.sources.where is not None
        ):
            body = tree.And([inner.sources.where, inner.body], at=inner.at)
            found.add(
                normal(
                    tree.Quantified(
                        "some",
                        tree.Sources(inner.sources.each, None, at=inner.at),
                        body,
                        at=inner.at,
                    )
                )
            )
        if (
            isinstance(inner, tree.IsEmpty)
            and inner.negated
            and isinstance(those := inner.of, tree.Those)
        ):
            found |= {
                _exists(one.name, one.of, those.sources.where)
                for one in those.sources.each[:1]
                if those.sources.where is not None
            }
        found |= _counted(inner)
    return frozenset(found)


def _denied(e: tree.Expr) -> Known:
    """What holds where this does not: of `a or b` neither holds; `no x …` denied is `some x …`."""
    match e:
        case tree.Or():
            return frozenset(
                fact for part in e.parts for fact in _facts(tree.Not(part, at=part.at))
            )
        case tree.Quantified(kind="no"):
            return _facts(tree.Quantified("some", e.sources, e.body, at=e.at))
        case tree.Not():
            return _facts(e.of)
        case _:
            return frozenset()


def _counted(e: tree.Expr) -> Known:
    """`size(S) at least 1` says that S is not empty."""
    match e:
        case tree.Compare(
            op="at least" | "more than",
            left=tree.Call(name="size", args=[many]),
            right=tree.Int(value=n),
        ):
            if n >= (1 if e.op == "at least" else 0):
                return frozenset({normal(tree.IsEmpty(many, True, at=e.at))})
        case _:
            pass
    return frozenset()


def _leaves_out_one(name: str, where: tree.Expr) -> bool:
    """Whether a condition is `x differs from y`: so it holds of all members but one."""
    if not isinstance(where, tree.Compare) or where.op != "differs from":
        return False
    sides = [where.left, where.right]
    named = [isinstance(side, tree.Name) and side.id == name for side in sides]
    inside = [any(isinstance(n, tree.Name) and n.id == name for n in below(e)) for e in sides]
    return any(named) and inside.count(True) == 1


def _exists(name: str, source: tree.Expr, where: tree.Expr) -> Any:
    """The normal form of `some x in S: c`."""
    one = tree.Source(name, source, at=source.at)
    return normal(
        tree.Quantified("some", tree.Sources([one], None, at=source.at), where, at=source.at)
    )
