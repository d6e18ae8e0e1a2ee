"""What the verdict of a law depends on beside the place that it is asked of.

In: a law, and the place that something goes to. Out: whether its rules look at more than everybody
may see: at other hidden places, or, of a hidden place, at more than how many pieces lie there. In:
a law, and statements. Out: whether they may change what its rules look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from alarife.checking.hidden import HiddenReads
from alarife.checking.reads import EVERYTHING, Reads
from alarife.checking.scope import Checked, Local
from alarife.linking.walk import parts
from alarife.syntax import tree


class LawReads:
    """Answers for each law once."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._hidden = HiddenReads(checked)
        self._looks: dict[str, bool] = {}
        self._counts: dict[str, bool] = {}
        self._names = Reads(checked)
        self._read: dict[str, set[str]] = {}

    def tells(self, law: str, to: tree.Expr | None) -> bool:
        """Whether what a law says of a place would tell what the chooser may not see."""
        if law not in self._looks:
            said = [body for _, body in self._bodies(law)]
            self._looks[law] = any(True for _ in self._hidden.read(said, frozenset()))
        if self._looks[law] or to is None:
            return self._looks[law]
        if law not in self._counts:
            self._counts[law] = all(self._only_counts(body, own) for own, body in self._bodies(law))
        return not self._counts[law] and any(True for _ in self._hidden.read([to], frozenset()))

    def changed_by(self, law: str, done: Sequence[tree.Stmt]) -> bool:
        """Whether statements may write what the rules of a law read beside its own place."""
        if law not in self._read:
            self._read[law] = self._names.read(*(body for _, body in self._bodies(law)))
        read = self._read[law]
        written = self._names.written(done) if read else set[str]()
        return bool(written if EVERYTHING in read | written else written & read)

    def _bodies(self, law: str) -> Iterator[tuple[frozenset[Local], tree.Expr]]:
        """What is asked by the rules of a law and by their changes, each with its parameters."""
        p = self.checked.program
        for name in p.rules_of.get(law, []):
            for decl in (p.rules[name], *p.changes.get(name, [])):
                own = frozenset(self.checked.params.get(decl, []))
                yield own, decl.body
                if isinstance(decl, tree.Change) and decl.guard is not None:
                    yield own, decl.guard

    def _only_counts(self, e: tree.Node, own: frozenset[Local]) -> bool:
        """Whether of what lies there nothing is asked but how many they are."""
        match e:
            case tree.IsEmpty(of=tree.Name()) | tree.Call(name="size", args=[tree.Name()]):
                return True
            case tree.Name():
                ref = self.checked.refs.get(e)
                return ref is None or ref.target not in own
            case _:
                return all(self._only_counts(part, own) for part in parts(e))
