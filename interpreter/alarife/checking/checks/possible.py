"""Whether a choice or a menu always has something to choose, told by its form and by what is
known."""

from __future__ import annotations

from alarife.checking.bodies import lead_end
from alarife.checking.builtins import BUILT_INS
from alarife.checking.checks.known import Known, exists, leaves_out_one
from alarife.checking.scope import Checked
from alarife.checking.types import CellType, KindOf, Number, Pieces, Seat
from alarife.linking.normal import normal
from alarife.linking.walk import conjuncts
from alarife.syntax import tree


class Possible:
    """Answers whether choices are possible by form."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._asked: list[str] = []

    def choice(self, s: tree.Choose, known: Known) -> bool:
        """Whether there is always something to choose."""
        if s.where is not None:
            return exists(s.name, s.source, s.where) in known
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
            case tree.Those(
                sources=tree.Sources(
                    each=[one],
                    where=tree.Quantified(
                        kind="some",
                        sources=tree.Sources(each=others, where=None),
                        body=tree.Truth(True),
                    ),
                )
            ):  # chosen together with others, without a rule
                return all(self._never_empty(part.of, known) for part in (one, *others))
            case tree.Those(sources=tree.Sources(each=[one], where=where)) if where is not None:
                return exists(one.name, one.of, where) in known or (
                    self._members(one.of) > 1 and leaves_out_one(one.name, where)
                )
            case tree.Call(name="reverse", args=[inner]):
                return self._never_empty(inner, known)
            case tree.Call():
                return (row := BUILT_INS.get(source.name)) is not None and row.least > 0
            case _:
                return False

    def _members(self, e: tree.Expr) -> int:
        """How many there are of a kind, a type of pieces, the cells of a board, or of those who
        play; 0 for anything else."""
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
            case CellType():
                return len(world.spots.get(ref.target.name, ()))
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
