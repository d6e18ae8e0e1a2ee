"""Notes and points that would tell what is hidden (E0388, E0389).

Everybody sees notes. What a note is given must not come from places that not everybody sees into,
unless the pieces have been shown, or the same told to all, before. The value `score` may look
there: then each player sees only the points whose pieces they know, until the game is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from alarife.checking.bodies import blocks_in, bodies
from alarife.checking.hidden import Hidden, HiddenReads
from alarife.checking.scope import Checked, Local
from alarife.checking.secrets import faces_rolled, find_secrets, types_moved
from alarife.checking.types import holds_pieces
from alarife.checking.world import NoteInfo
from alarife.diagnostics import Label, Report
from alarife.linking.walk import below, parts
from alarife.syntax import tree
from alarife.syntax.spell_expressions import spell

_SHOW = (
    "Show the pieces first, with `show … to Player`, or move them where everybody sees them. What"
    " players are to learn and remember, say with `tell`."
)
_TELL = (
    "Say first what all are to learn, with `tell Player what …`, and note just what was said. If"
    " all may see it once it is chosen, leave out `seen by`: nobody sees an answer given `at once`"
    " before all have answered."
)


def check_told(checked: Checked, report: Report) -> None:
    """Public notes and points reveal nothing hidden."""
    checked.secrets = find_secrets(checked)
    checked.moved = types_moved(checked)
    checked.rolled = faces_rolled(checked)
    _Told(checked, report).all()
    if checked.secrets.scored:
        _points(checked, report)


def _points(checked: Checked, report: Report) -> None:
    places = ", ".join(f"`{name}`" for name in checked.secrets.scored)
    decl = checked.program.values["score"][0]
    report.warn(
        "E0389",
        f"The points hang on what lies in {places}: not everybody may see that, so players see only"
        " the points of those whose pieces they know, until the game is over.",
        decl.head,
        hint=(
            "If all points are to be seen, keep them in a note: "
            '`note score[Player] "points": number = 0`, written when pieces are shown.'
        ),
    )


class _Told:
    """Looks through bodies, first without a word, to find out which steps are handed pieces out of
    hidden places. `shown` are the places whose pieces have been shown before, `said` is what all
    have been told, as it is written, `secret` the names that stand for something worked out from
    hidden pieces, or for such pieces."""

    def __init__(self, checked: Checked, report: Report) -> None:
        self.checked, self.report = checked, report
        self.look = HiddenReads(checked, public=True)
        self.handed: dict[Local, Hidden] = {}

    def all(self) -> None:
        """All bodies of a program."""
        warned, self.report = self.report, Report()
        before = -1
        while before < len(self.handed):
            before = len(self.handed)
            self._bodies()
        self.report = warned
        self._bodies()

    def _bodies(self) -> None:
        for body in bodies(self.checked):
            self.block(body.block, frozenset(), self.handed)

    def block(
        self,
        block: Sequence[tree.Stmt],
        shown: frozenset[str],
        secret: Mapping[Local, Hidden],
        said: frozenset[str] = frozenset(),
    ) -> frozenset[str]:
        """One block and those inside it. The places that have been shown after it."""
        known = dict(secret)
        for s in block:
            match s:
                case tree.Show() | tree.Move() | tree.Draw() if self._is_open(s):
                    source = s.source if isinstance(s, tree.Draw) else s.what
                    shown |= self._places(source)
                    for local in self._locals(source):
                        known.pop(local, None)
                case tree.Let():
                    self._bind(s, s.value, shown, known)
                case tree.Choose() if not self._names_pieces(s):
                    pass  # what a player says aloud: a bid, a guess
                case tree.Choose() | tree.Pick():
                    self._bind(s, s.source, shown, known)
                case tree.Inform() if spell(s.to) == "Player":
                    said |= {spell(s.what)}
                case tree.Write() if spell(s.value) in said:
                    pass
                case tree.Write():
                    self._write(s, shown, known)
                case tree.Do():
                    self._hand(s, known)
                case _:
                    pass
            within = dict(known)
            for node in _binding(s, self._names_pieces):
                self._bind(node, node.of, shown, within)
            for inner in blocks_in(s):
                after = self.block(inner, shown, within, said)
                if _always_done(s):
                    shown = after
        return shown

    def _names_pieces(self, node: tree.Node) -> bool:
        local = self.checked.local(node)
        return local is not None and holds_pieces(local.type)

    def _is_open(self, s: tree.Show | tree.Move | tree.Draw) -> bool:
        """Whether pieces are shown, or go where everybody sees them."""
        return isinstance(s, tree.Show) or not any(self.look.read([s.to], frozenset()))

    def _places(self, of: tree.Expr) -> frozenset[str]:
        refs = (self.checked.refs.get(node) for node in below(of))
        return frozenset(ref.target.name for ref in refs if ref and isinstance(ref.target, Hidden))

    def _locals(self, node: tree.Node) -> list[Local]:
        """The names in it, but for those of which it is asked only how many there are."""
        ref = self.checked.refs.get(node)
        if isinstance(node, tree.IsEmpty) or (
            isinstance(node, tree.Call) and node.name == "size" and ref and ref.kind == "builtin"
        ):
            return []
        own = self.checked.local(node)
        found = [local for part in parts(node) for local in self._locals(part)]
        return found if own is None else [own, *found]

    def _hidden(
        self, e: tree.Expr, shown: frozenset[str], secret: Mapping[Local, Hidden]
    ) -> Hidden | None:
        for _, place in self.look.read([e], frozenset()):
            if place.name not in shown:
                return place
        return next((secret[local] for local in self._locals(e) if local in secret), None)

    def _bind(
        self,
        node: tree.Node,
        e: tree.Expr,
        shown: frozenset[str],
        secret: dict[Local, Hidden],
    ) -> None:
        local, place = self.checked.local(node), self._hidden(e, shown, secret)
        if local is not None and place is not None:
            secret[local] = place

    def _hand(self, s: tree.Do, secret: Mapping[Local, Hidden]) -> None:
        ref = self.checked.refs.get(s)
        step = self.checked.program.steps.get(str(ref.target)) if ref else None
        args = s.call.args if isinstance(s.call, tree.Call) else []
        for param, arg in zip(
            self.checked.params.get(step, []) if step else [], args, strict=False
        ):
            named = self.checked.local(arg)
            if named is not None and named in secret:
                self.handed.setdefault(param, secret[named])

    def _write(self, s: tree.Write, shown: frozenset[str], secret: Mapping[Local, Hidden]) -> None:
        ref = self.checked.refs.get(s.target)
        if ref is None or not isinstance(ref.target, NoteInfo) or holds_pieces(ref.target.type):
            return
        place = self._hidden(s.value, shown, secret)
        if place is None or not ref.target.decl.shown or ref.target.decl.seen:
            return
        of_note = isinstance(place, NoteInfo)
        self.report.warn(
            "E0388",
            f"Everybody sees the note `{ref.target.name}`: it would tell what"
            f" {'is in the note' if of_note else 'lies in'} `{place.name}`, which not everybody may"
            " see.",
            s.at,
            Label(s.value.at, f"this looks into `{place.name}`"),
            hint=_TELL if of_note else _SHOW,
        )


def _always_done(s: tree.Stmt) -> bool:
    """Whether what the block of a statement shows has been shown after it: it is done for
    everybody, or once."""
    return isinstance(s, tree.Together | tree.As) or (
        isinstance(s, tree.ForEach) and s.sources.where is None
    )


def _binding(
    s: tree.Stmt, names_pieces: Callable[[tree.Node], bool]
) -> list[tree.Source | tree.IsSome]:
    """What gives names to what the blocks of a statement go on with."""
    match s:
        case tree.ForEach():
            return list(s.sources.each)
        case tree.If():  # who or how many there are is told by what the block does
            found = [n for c, _ in s.arms for n in below(c) if isinstance(n, tree.IsSome)]
            return [n for n in found if names_pieces(n)]
        case _:
            return []
