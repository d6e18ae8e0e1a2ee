"""Choices at once (E0385): everybody is asked before anything is done.

So nobody else is asked in the block, no step that asks is called, and no question looks at what
something before it in the block changes, or at what the choice of another changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from alarife.checking.bodies import blocks_in, bodies, statements
from alarife.checking.constants import Constants
from alarife.checking.reads import EVERYTHING, Reads, places_for
from alarife.checking.scope import Checked, Local
from alarife.checking.types import Number, Truth
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.diagnostics import Label, Report
from alarife.linking.evaluate import NotKnown
from alarife.linking.walk import below, parts
from alarife.syntax import tree

MOST_ROUNDS = 20
"""So often may something be asked again at once."""
Own = frozenset[Local]
"""Locals that are the player who is asked."""


def check_at_once(checked: Checked, report: Report) -> None:
    """What all choose at once can be asked of everybody before anything is done."""
    for body in bodies(checked):
        for s in statements(body.block):
            if isinstance(s, tree.AsEach) and s.at_once:
                _AtOnce(checked, report, s).look()


class _AtOnce:
    """Checks one block: `asked` are its questions with what they read, `done` what has been changed
    so far, in the order of the text."""

    def __init__(self, checked: Checked, report: Report, s: tree.AsEach) -> None:
        self.checked, self.report, self.s = checked, report, s
        self.reads = Reads(checked)
        self.constants = Constants(checked.world, checked)
        self.offers: list[tree.Node] = []
        self.effects: list[tree.Stmt] = []
        self.menus: list[str] = []

    def look(self) -> None:
        self._block(self.s.body, {})
        for name, read, write in _Crossing(self.checked, self.s).found(self.offers, self.effects):
            self.report.error(
                "E0385",
                f"All choose at once, but what one may choose hangs on `{name}`, which the choice"
                " of another changes.",
                read.at,
                Label(write.at, "it changes here"),
                hint=(
                    "Ask one after the other (without `at once`), or keep what is chosen apart for"
                    " each player."
                ),
            )

    def _block(self, block: Sequence[tree.Stmt], changed: dict[str, tree.Stmt]) -> None:
        for s in block:
            self._statement(s, changed)

    def _statement(self, s: tree.Stmt, changed: dict[str, tree.Stmt]) -> None:
        if not any(askers(self.checked, [s])):
            if not isinstance(s, tree.Let):
                self.effects.append(s)
                changed.update(dict.fromkeys(self.reads.written([s]), s))
            else:
                self._reads([s.value], s, changed)
            return
        match s:
            case tree.Choose():
                self._reads([s.source, *([s.where] if s.where is not None else [])], s, changed)
            case tree.Require():
                self._reads([s.condition], s, changed)
            case tree.ChooseFrom():
                self._menu(s, changed)
            case tree.If():
                self._reads([condition for condition, _ in s.arms], s, changed)
            case tree.RepeatTimes() if not self._is_known(s.times):
                self._nobody(s, "Say how often with a number that is known before play.")
                return
            case tree.May() | tree.RepeatTimes():
                pass
            case _:
                self._nobody(next(iter(askers(self.checked, [s])), s))
                return
        rounds = 2 if isinstance(s, tree.RepeatTimes) else 1
        for _ in range(rounds):
            for inner in blocks_in(s):
                self._block(inner, changed)

    def _is_known(self, times: tree.Expr) -> bool:
        """Whether a number is known before play, and not large."""
        try:
            found = self.constants.value(times)
        except NotKnown:
            return False
        return isinstance(found, int) and found <= MOST_ROUNDS

    def _nobody(self, asker: tree.Stmt, hint: str = "") -> None:
        self.report.error(
            "E0385",
            "When all choose at once, each is asked in this block alone.",
            asker.at,
            Label(self.s.at, "all choose at once here"),
            hint=hint
            or "Ask here with `choose`, `choose from`, `may`, `if` and `repeat 3 times`, or do this"
            " after the block, in an `as each` without `at once`.",
        )

    def _menu(self, s: tree.ChooseFrom, changed: dict[str, tree.Stmt]) -> None:
        if s.menu in self.menus:
            self.report.error(
                "E0385",
                f"When all choose at once, an action of `{s.menu}` can't lead to `{s.menu}` again.",
                s.at,
                Label(self.s.at, "all choose at once here"),
                hint="Say how often it is chosen, with `repeat … times` in the block.",
            )
            return
        self._reads(list(s.args), s, changed)
        self.menus.append(s.menu)
        before = dict(changed)
        for name in self.checked.program.actions_of.get(s.menu, []):
            mine = dict(before)
            self._block(self.checked.program.actions[name].body, mine)
            changed.update(mine)
        self.menus.pop()

    def _reads(self, of: Sequence[tree.Node], s: tree.Stmt, changed: dict[str, tree.Stmt]) -> None:
        """A question reads this; nothing before it may have changed that."""
        self.offers += of
        read = self.reads.read(*of)
        crossed = sorted(read & set(changed))
        if EVERYTHING in changed and read:
            crossed = crossed or sorted(read)
        if crossed and crossed[0] != EVERYTHING:
            write = changed.get(crossed[0]) or changed[EVERYTHING]
            self.report.error(
                "E0385",
                "When all choose at once, everything is asked before anything is done; this"
                f" question looks at `{crossed[0]}`, which changes before it.",
                s.at,
                Label(write.at, "it changes here"),
                hint="Ask this first, or after the block, in an `as each` without `at once`.",
            )


def asked_by(checked: Checked, s: tree.AsEach) -> Own:
    """The names that a block gives to the player who is asked."""
    made = (checked.refs.get(source) for source in s.sources.each)
    return frozenset(
        ref.target for ref in made if ref is not None and isinstance(ref.target, Local)
    )


def is_own(checked: Checked, e: tree.Node, own: Own) -> bool:
    """Whether something is the player who is asked, or kept under them."""
    if isinstance(e, tree.At):
        return any(is_own(checked, key, own) for key in e.keys)
    ref = checked.refs.get(e)
    return ref is not None and (ref.kind == "you" or ref.target in own)


def askers(checked: Checked, block: Sequence[tree.Stmt]) -> Iterator[tree.Stmt]:
    """The statements of a block that ask somebody."""
    for s in statements(block):
        ref = checked.refs.get(s)
        if isinstance(s, (tree.Choose, tree.ChooseFrom, tree.May, tree.Require)) or (
            isinstance(s, (tree.Do, tree.Raise))
            and ref is not None
            and (ref.target if ref.kind == "usual" else f"{ref.kind} {ref.target}")
            in checked.asking
        ):
            yield s


def _changed_by(s: tree.Stmt) -> tuple[tree.Expr, ...]:
    """The nodes of a statement that name what it changes."""
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


class _Crossing:
    """What questions read and what is done then writes, unless both belong to the player alone."""

    def __init__(self, checked: Checked, s: tree.AsEach) -> None:
        self.checked, self.asked = checked, asked_by(checked, s)

    def found(
        self, offer: Sequence[tree.Node], effect: Sequence[tree.Stmt]
    ) -> Iterator[tuple[str, tree.Node, tree.Node]]:
        read = {name: node for name, node, own in self._touched(offer) if not own}
        for source in offer:
            read |= dict.fromkeys(self._origins(source, self.asked, set()), source)
        for s in statements(effect):
            for e in _changed_by(s):
                name = self._name_of(e)
                moved = sorted(places_for(self.checked, self.checked.types.get(e)))
                for changed in [name] if name else moved:
                    if changed in read:
                        yield changed, read[changed], s
                        return

    def _touched(self, block: Sequence[tree.Node]) -> Iterator[tuple[str, tree.Node, bool]]:
        owned: set[tree.Node] = set()
        for node in below(block):
            if isinstance(node, tree.At) and is_own(self.checked, node, self.asked):
                owned.add(node.of)
                owned.add(node)
            name = self._name_of(node)
            if name:
                yield name, node, node in owned

    def _origins(self, e: tree.Node, own: Own, seen: set[tuple[str, Own]]) -> Iterator[str]:
        """The places of others, or of nobody, whose pieces an expression gives by way of values."""
        t = self.checked.types.get(e) if isinstance(e, tree.Expr) else None
        if isinstance(t, (Number, Truth)):
            return
        name = self._name_of(e)
        if name:
            if seen and not is_own(self.checked, e, own):
                yield name
            return
        ref = self.checked.refs.get(e)
        if ref is not None and ref.kind == "value":
            args = e.args if isinstance(e, tree.Call) else []
            for case in self.checked.program.values.get(str(ref.target), []):
                params = zip(self.checked.params.get(case, []), args, strict=False)
                inner = frozenset(local for local, arg in params if is_own(self.checked, arg, own))
                if (case.name, inner) not in seen:
                    seen.add((case.name, inner))
                    yield from self._origins(case.body, inner, seen)
            return
        for part in parts(e):
            yield from self._origins(part, own, seen)

    def _name_of(self, node: tree.Node) -> str:
        ref = self.checked.refs.get(node)
        return (
            ref.target.name
            if ref is not None
            and ref.kind in ("place", "note", "spot")
            and isinstance(ref.target, (PlaceInfo, NoteInfo))
            else ""
        )
