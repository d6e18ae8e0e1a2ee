"""Notes and points that would tell what is hidden (E0388, E0389).

Everybody sees notes. What a note is given must not come from places that not everybody sees into,
unless the pieces have been shown before. The value `score` may look there: then each player sees
only the points whose pieces they know, until the game is over."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.bodies import blocks_in, bodies
from alarife.checking.hidden import HiddenReads
from alarife.checking.scope import Checked, Local
from alarife.checking.secrets import find_secrets, types_moved
from alarife.checking.types import Many, Maybe, Pieces, Type
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.diagnostics import Label, Report
from alarife.linking.walk import below
from alarife.syntax import tree


def check_told(checked: Checked, report: Report) -> None:
    """Points and notes tell nothing."""
    checked.secrets = find_secrets(checked)
    checked.moved = types_moved(checked)
    check = _Told(checked, report)
    for body in bodies(checked):
        check.block(body.block, frozenset(), {})
    for name in checked.secrets.scored:
        _points(checked, report, name)


def _points(checked: Checked, report: Report, name: str) -> None:
    decl = checked.program.values["score"][0]
    report.warn(
        "E0389",
        f"The points hang on what lies in `{name}`, which not everybody may see: players see only"
        " the points of those whose pieces they know, until the game is over.",
        decl.head,
        hint=(
            "If all points are to be seen, keep them in a note: "
            '`note score[Player] "points": number = 0`, written when pieces are shown.'
        ),
    )


class _Told:
    """Looks through bodies. `shown` are the places whose pieces have been shown before, `secret`
    the names that stand for something worked out from hidden pieces."""

    def __init__(self, checked: Checked, report: Report) -> None:
        self.checked, self.report = checked, report
        self.look = HiddenReads(checked, public=True)

    def block(
        self, block: Sequence[tree.Stmt], shown: frozenset[str], secret: dict[Local, PlaceInfo]
    ) -> None:
        """One block and those inside it."""
        secret = dict(secret)
        for s in block:
            match s:
                case tree.Show() | tree.Move() | tree.Draw():
                    shown |= self._places(s)
                case tree.Let():
                    self._let(s, shown, secret)
                case tree.Write():
                    self._write(s, shown, secret)
                case _:
                    pass
            for inner in blocks_in(s):
                self.block(inner, shown, secret)

    def _places(self, s: tree.Stmt) -> frozenset[str]:
        refs = (self.checked.refs.get(node) for node in below(s))
        return frozenset(
            ref.target.name for ref in refs if ref and isinstance(ref.target, PlaceInfo)
        )

    def _hidden(
        self, e: tree.Expr, shown: frozenset[str], secret: dict[Local, PlaceInfo]
    ) -> PlaceInfo | None:
        for _, place in self.look.read([e], frozenset()):
            if place.name not in shown:
                return place
        for node in below(e):
            ref = self.checked.refs.get(node)
            if ref is not None and isinstance(ref.target, Local) and ref.target in secret:
                return secret[ref.target]
        return None

    def _let(self, s: tree.Let, shown: frozenset[str], secret: dict[Local, PlaceInfo]) -> None:
        ref = self.checked.refs.get(s)
        place = self._hidden(s.value, shown, secret)
        local = ref.target if ref is not None and isinstance(ref.target, Local) else None
        if local is not None and place is not None and not _of_pieces(local.type):
            secret[local] = place

    def _write(self, s: tree.Write, shown: frozenset[str], secret: dict[Local, PlaceInfo]) -> None:
        ref = self.checked.refs.get(s.target)
        if ref is None or not isinstance(ref.target, NoteInfo) or _of_pieces(ref.target.type):
            return
        place = self._hidden(s.value, shown, secret)
        if place is None:
            return
        self.report.warn(
            "E0388",
            f"Everybody sees the note `{ref.target.name}`: it would tell what lies in"
            f" `{place.name}`, which not everybody may see.",
            s.at,
            Label(s.value.at, f"this looks into `{place.name}`"),
            hint=(
                "Show the pieces first, with `show … to Player`, or move them where everybody sees"
                " them. What everybody is to be told in so many words, decide with `if`."
            ),
        )


def _of_pieces(t: Type) -> bool:
    return isinstance(t, Pieces) or (isinstance(t, (Many, Maybe)) and _of_pieces(t.of))
