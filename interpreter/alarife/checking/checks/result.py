"""What `score`, `team` and `winners` must be (E0391): the engine reads points, teams and winners
from them."""

from __future__ import annotations

from alarife.checking.scope import Checked
from alarife.checking.types import Decimal, KindOf, Many, Number, Seat, Type
from alarife.diagnostics import Report
from alarife.syntax import tree

EVERYBODY = ("Player", "Party")


def check_result(checked: Checked, report: Report) -> None:
    """`score` is a number for each player, `winners` are players."""
    world, program = checked.world, checked.program
    note = world.notes.get("score")
    if note is not None:
        keys = [d.type for d in note.domains]
        if not (_one_player(keys) and isinstance(note.type, Number)):
            _wrong_score(report, note.decl, "note score[Player]")
    for case in program.values.get("score", []):
        keys = checked.signatures.get("value score", [])
        if not (
            _one_player(keys) and isinstance(checked.results.get("value score"), (Number, Decimal))
        ):
            _wrong_score(report, case, "value score(p: Player)")
    _check_team(checked, report)
    if "winners" in world.notes:
        _wrong_winners(report, world.notes["winners"].decl)
    for case in program.values.get("winners", []):
        t = checked.results.get("value winners")
        if case.params or not _players(t):
            _wrong_winners(report, case)


def _check_team(checked: Checked, report: Report) -> None:
    """`team` gives something that can be compared, for each player."""
    for case in checked.program.values.get("team", []):
        keys = checked.signatures.get("value team", [])
        t = checked.results.get("value team")
        if not (_one_player(keys) and isinstance(t, (Number, KindOf, Seat))):
            report.error(
                "E0391",
                "`team` says who win and lose together: it must be one number, player or value of a"
                " kind for each player.",
                case.head,
                hint='Write `value team(p: Player) "Teams": number = p.seat mod 2`, or give this'
                " another name.",
            )


def _one_player(keys: list[Type]) -> bool:
    return len(keys) == 1 and isinstance(keys[0], Seat) and keys[0].who in EVERYBODY


def _players(t: Type | None) -> bool:
    return isinstance(t, Many) and t.how != "ranking" and isinstance(t.of, Seat)


def _wrong_score(report: Report, decl: tree.Decl, form: str) -> None:
    report.error(
        "E0391",
        "`score` says how many points each player has: it must be one number for each player.",
        decl.head,
        hint=f'Write `{form} "points": number = …`, or give this another name.',
    )


def _wrong_winners(report: Report, decl: tree.Decl) -> None:
    report.error(
        "E0391",
        "`winners` says who has won: it must be a value without parameters that gives players.",
        decl.head,
        hint=(
            'Write `value winners "winners": set of Player = …`; of a ranking take `leaders(…)`.'
        ),
    )
