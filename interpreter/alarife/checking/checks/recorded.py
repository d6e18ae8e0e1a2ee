"""Conditions that ask whether something is new after it has been noted (E0407).

A block is followed in order, with the *records* that hold at each point: a note, and what is
certainly among its members, such as `picture(board)` after `earlier += [picture(board)]`. A record
ends where something that its member reads may change, and where members may leave the note. Of a
loop those hold that its block leaves, of an action those that hold wherever its menu is chosen
from. A condition that looks for the member of a record has one answer only: in an `if`, `require`
or `where` at that point, in what must hold `afterwards`, and in the rules of a law asked there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from alarife.checking.bodies import blocks_in, bodies, lead_end, statements
from alarife.checking.lawful import Lawfulness, condition_of, judged_in
from alarife.checking.reads import EVERYTHING, Reads
from alarife.checking.scope import Checked, Local
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.diagnostics import Label, Report
from alarife.linking.walk import below, parts, slots
from alarife.syntax import tree

Bound = Mapping[Local, "tree.Expr | PlaceInfo"]
"""What parameters stand for: an argument, or what lies in a place."""
Asked = tuple[str | int, ...]
"""A call of a rule or value: its name, and which arguments."""


@dataclass(frozen=True, slots=True)
class Record:
    """A note that holds a member. `until`: what the member and the note's keys read; once that is
    written, nothing is certain."""

    note: tree.Expr
    member: tree.Expr
    by: tree.Write
    until: frozenset[str]


Records = tuple[Record, ...]


def check_recorded(checked: Checked, report: Report) -> None:
    """Nobody asks whether something is new that has just been noted."""
    if not any(_notes_a_member(s) for body in bodies(checked) for s in statements(body.block)):
        return
    recorded = _Recorded(checked, report)
    for body in bodies(checked):
        if not isinstance(body.decl, tree.Action):
            recorded.block(body.block, ())
    for action in checked.program.actions.values():
        recorded.block(action.body, recorded.at_menu(action.menu))


class _Recorded:
    def __init__(self, checked: Checked, report: Report) -> None:
        self.checked, self.report = checked, report
        self.reads = Reads(checked)
        self._lawfulness = Lawfulness(checked)
        self._reported: set[tree.Write] = set()
        self._tries = 0
        self._law_waits = False
        self._in_step = False
        self._menus: dict[str, Records] = {
            s.menu: ()
            for action in checked.program.actions.values()
            for s in statements(action.body)
            if isinstance(s, tree.ChooseFrom)
        }

    def at_menu(self, menu: str | None) -> Records:
        """The records that hold wherever a menu is chosen from."""
        return self._menus.get(menu or "", ())

    # ----------------------------------------------------------------
    # what holds
    def block(self, block: Sequence[tree.Stmt], known: Records) -> Records:
        """Report what is asked in vain in a block; the records that hold at its end."""
        at = 0
        while at < len(block):
            end = max(lead_end(block, at), at + 1)
            self._judge(block[at:end], block[end:], known)
            for s in block[at:end]:
                known = self._after(s, known)
            at = end
        return known

    def _after(self, s: tree.Stmt, known: Records) -> Records:
        """The records that hold after a statement."""
        for condition in _asked(s):
            self._look(condition, known, {}, set())
        match s:
            case tree.Together():
                known = self._together(s, known)
            case tree.As():
                known = self._for_all(self.block(s.body, self._for_all(known)))
            case tree.ForEach() | tree.AsEach() | tree.Repeat() | tree.RepeatTimes():
                self._loop(s, known)
                known = self._left(s, known)
            case tree.Do() if (step := self._plain_step(s)) is not None:
                known = self._carried_out(step, known)
            case tree.Write():
                known = (*self._left(s, known), *self._noted(s))
            case _:
                if isinstance(s, tree.ChooseFrom) and not self._tries:
                    before = self._menus.get(s.menu, known)
                    self._menus[s.menu] = self._common(self._without_names(before), known)
                for inner in blocks_in(s):
                    self.block(inner, known)
                known = self._left(s, known)
        if not self._law_waits:
            for place in self._touched([s]):
                self._ask_law(place, known)
        return known

    def _together(self, s: tree.Together, known: Records) -> Records:
        waits, self._law_waits = self._law_waits, True
        known = self.block(s.body, known)
        self._law_waits = waits
        return known

    def _loop(
        self, s: tree.ForEach | tree.AsEach | tree.Repeat | tree.RepeatTimes, known: Records
    ) -> None:
        """Report what is asked in vain in a loop, with what holds before it and is left by each
        turn. (Loops within loops are tried once only: what they may write ends what holds.)"""
        if isinstance(s, tree.AsEach):
            known = self._for_all(known)
        if self._tries:
            known = self._left(s, known)
        else:
            self._tries += 1
            while known and (kept := self._common(known, self.block(s.body, known))) != known:
                known = kept
            self._tries -= 1
        self.block(s.body, known)

    def _plain_step(self, s: tree.Do) -> tree.Step | None:
        """The step that is carried out, if nothing amends it, it takes no arguments, and it isn't
        carried out by such a step itself."""
        ref = self.checked.refs.get(s)
        p = self.checked.program
        if self._in_step or ref is None or ref.kind != "step" or str(ref.target) in p.hooks:
            return None
        step = p.steps.get(str(ref.target))
        return None if step is None or self.checked.params.get(step) else step

    def _carried_out(self, step: tree.Step, known: Records) -> Records:
        self._in_step = True
        known = self.block(step.body or [], known)
        self._in_step = False
        return self._without_names(known)

    def _left(self, s: tree.Stmt, known: Records) -> Records:
        """The records that a statement doesn't end. What a note is given takes nothing from it."""
        if isinstance(s, tree.Write) and s.op == "+=":
            written = self._named(s.target)
            return tuple(r for r in known if written not in r.until)
        written = self.reads.written([s])
        if EVERYTHING in written:
            return ()
        return tuple(r for r in known if not written & {*r.until, self._named(r.note)})

    def _noted(self, s: tree.Write) -> Iterator[Record]:
        """What a note holds from here on."""
        name = self._named(s.target)
        if s.op == "-=" or not name:
            return
        keys = s.target.keys if isinstance(s.target, tree.At) else []
        for member in _members(s.value):
            until = self.reads.read(member, *keys)
            if EVERYTHING not in until and name not in until:
                yield Record(s.target, member, s, frozenset(until))

    def _for_all(self, known: Records) -> Records:
        """The records that say the same whoever is `you`."""
        return tuple(r for r in known if not any(kind == "you" for kind in self._kinds(r)))

    def _without_names(self, known: Records) -> Records:
        """The records that say the same in another block."""
        return tuple(r for r in known if not any(kind == "local" for kind in self._kinds(r)))

    def _kinds(self, r: Record) -> Iterator[str]:
        return (
            ref.kind for node in below(r.note, r.member) if (ref := self.checked.refs.get(node))
        )

    def _common(self, some: Records, others: Records) -> Records:
        return tuple(
            r
            for r in some
            if any(
                self._same(r.note, q.note, {}) and self._same(r.member, q.member, {})
                for q in others
            )
        )

    def _named(self, e: tree.Expr) -> str:
        """The name of the note that is written."""
        ref = self.checked.refs.get(e)
        return ref.target.name if ref is not None and isinstance(ref.target, NoteInfo) else ""

    # ----------------------------------------------------------------
    # who asks
    def _judge(
        self, lead: Sequence[tree.Stmt], effect: Sequence[tree.Stmt], known: Records
    ) -> None:
        """Report what must hold afterwards, and does not once it has been noted."""
        said = judged_in(lead)
        if not said:
            return
        for s in lead:
            known = self._left(s, known)
        self._tries += 1
        for s in self._lawfulness.foreseen(effect):
            known = self._after(s, known)
        self._tries -= 1
        for part in said:
            self._look(part.of, known, {}, set())

    def _touched(self, block: Iterable[tree.Stmt]) -> Iterator[PlaceInfo]:
        """The places under a law to or from which something certainly goes."""
        for s in block:
            if isinstance(s, tree.Together):
                yield from self._touched(s.body)
            if isinstance(s, (tree.Move, tree.Draw)):
                for e in (s.to, s.what if isinstance(s, tree.Move) else s.source):
                    place = self.checked.place(e)
                    if place is not None and place.law:
                        yield place

    def _ask_law(self, place: PlaceInfo, known: Records) -> None:
        for name in self.checked.program.rules_of.get(place.law or "", []):
            self._look_into(name, [place], known, {}, set())

    def _look(self, condition: tree.Node, known: Records, bound: Bound, asked: set[Asked]) -> None:
        """Report the records for whose members a condition looks. `asked`: the
        calls that have been looked into."""
        if not known or isinstance(condition, tree.Afterwards):
            return
        if isinstance(condition, tree.Compare) and condition.op in ("in", "not in"):
            for r in known:
                if self._same(condition.right, r.note, bound) and self._same(
                    condition.left, r.member, bound
                ):
                    self._warn(r, condition)
        ref = self.checked.refs.get(condition)
        if ref is not None and ref.kind in ("rule", "value"):
            args = condition.args if isinstance(condition, tree.Call) else []
            self._look_into(str(ref.target), args, known, bound, asked)
        for part in parts(condition):
            self._look(part, known, bound, asked)

    def _look_into(
        self,
        name: str,
        args: Sequence[tree.Expr | PlaceInfo],
        known: Records,
        bound: Bound,
        asked: set[Asked],
    ) -> None:
        p = self.checked.program
        call = (name, *map(id, args))
        if call in asked:
            return
        asked.add(call)
        rule = [p.rules[name]] if name in p.rules else []
        for decl in (*p.values.get(name, []), *rule, *p.all_changes(name)):
            params = self.checked.params.get(decl, [])
            inner = {**bound, **dict(zip(params, args, strict=False))}
            self._look(decl.body, known, inner, asked)

    def _same(self, said: object, noted: object, bound: Bound) -> bool:
        """Whether what a rule says means what was noted."""
        if isinstance(said, list) or isinstance(noted, list):
            return (
                isinstance(said, list)
                and isinstance(noted, list)
                and len(said) == len(noted)  # pyright: ignore[reportUnknownArgumentType]
                and all(self._same(a, b, bound) for a, b in zip(said, noted, strict=True))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
            )
        if not isinstance(said, tree.Node) or not isinstance(noted, tree.Node):
            return said == noted
        refs = self.checked.refs
        ref, other = refs.get(said), refs.get(noted)
        local = self.checked.local(said)
        stands_for = None if local is None else bound.get(local)
        if isinstance(stands_for, PlaceInfo):
            return other is not None and other.kind == "place" and other.target is stands_for
        if stands_for is not None:
            return self._same(stands_for, noted, bound)
        if type(said) is not type(noted) or (ref is None) != (other is None):
            return False
        if ref is not None and other is not None and ref != other:
            return False
        pairs = zip(slots(said), slots(noted), strict=True)
        return all(self._same(a, b, bound) for (_, a), (_, b) in pairs)

    def _warn(self, record: Record, asks: tree.Compare) -> None:
        if self._tries or record.by in self._reported:
            return
        self._reported.add(record.by)
        name = self._named(record.note)
        self.report.warn(
            "E0407",
            f"This is in `{name}` before it is asked whether it is, so the answer is always yes.",
            record.by.at,
            Label(asks.at, "this asks later"),
            hint=(
                f"Look first, then note: let `{name}` change after the question is answered. If it"
                " is about what a choice will lead to, ask it with `afterwards`."
            ),
        )


def _asked(s: tree.Stmt) -> Iterator[tree.Expr]:
    """The conditions that are asked when a statement begins."""
    if isinstance(s, tree.If):
        yield from (condition for condition, _ in s.arms)
    elif isinstance(s, tree.Let):
        yield s.value
    elif (condition := condition_of(s)) is not None:
        yield condition


def _notes_a_member(s: tree.Stmt) -> bool:
    return isinstance(s, tree.Write) and s.op != "-=" and any(True for _ in _members(s.value))


def _members(e: tree.Expr) -> Iterator[tree.Expr]:
    """What is certainly a member of a set or list."""
    if isinstance(e, tree.Several):
        yield from e.items
    elif isinstance(e, tree.Arithmetic) and e.op == "+":
        yield from _members(e.left)
        yield from _members(e.right)
