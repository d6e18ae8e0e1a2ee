"""What is said of single declarations: names that are taken (E0333), literals that mean no piece or
several (E0390), titles that are missing (E0392), types of pieces without a piece (E0398)."""

from __future__ import annotations

from alarife.checking.builtins import BUILT_IN_NAMES, BUILT_INS
from alarife.checking.scope import Checked
from alarife.checking.world import PieceInfo
from alarife.diagnostics import Report
from alarife.linking.program import Program
from alarife.linking.walk import below
from alarife.linking.wording import what_it_is
from alarife.syntax import tree
from alarife.syntax.words import NEVER_NAMES

TITLED = (
    tree.Kind, tree.Type, tree.Piece, tree.Neutral, tree.Place, tree.Note,
    tree.Table, tree.Rule, tree.Law, tree.Graph, tree.Menu, tree.Action,
    tree.Option, tree.Ruling,
)  # fmt: skip
"""What is shown to players, or named in a message, and so needs words for readers."""


def check_built_in(program: Program, report: Report) -> None:
    """Nothing is called like something built in: it would never be found, or hide it."""
    p = program
    for space in (
        p.kinds, p.types, p.pieces, p.neutrals, p.places, p.notes, p.tables, p.rules, p.laws, p.graphs, p.steps, p.moments,  # noqa: E501
        p.menus, p.actions, p.options, p.rulings,
    ):  # fmt: skip
        for decl in space.values():
            _not_built_in(
                decl, report, asked=space is p.rules or space is p.graphs or space is p.pieces
            )
    for cases in p.values.values():
        for case in cases:
            _not_built_in(case, report, asked=bool(case.params))


def _not_built_in(decl: tree.Decl, report: Report, asked: bool) -> None:
    """`asked`: it is asked with something in brackets, as functions are."""
    done = isinstance(decl, (tree.Step, tree.Moment, tree.Menu, tree.Action))
    if decl.name in BUILT_IN_NAMES or (decl.name in NEVER_NAMES and not done):
        hint = "Choose another name."
    elif asked and decl.name in BUILT_INS:
        hint = (
            f"Choose another name. `{decl.name}({BUILT_INS[decl.name].parameters})`:"
            f" {BUILT_INS[decl.name].sentence}"
        )
    else:
        return
    report.error(
        "E0333",
        f"`{decl.name}` is a word of the language: nothing else can be called so.",
        decl.head,
        hint=hint,
    )


def check_literals(checked: Checked, report: Report) -> None:
    """Outside examples, a literal such as `ScoringCard(A)` means exactly one piece."""
    for file in checked.program.files:
        for node in below(decl for decl in file.decls if not isinstance(decl, tree.Example)):
            ref = checked.refs.get(node)
            if (
                isinstance(node, tree.Call)
                and ref is not None
                and ref.kind == "piece"
                and isinstance(ref.target, PieceInfo)
            ):
                _literal(checked, report, node, ref.target)


def _literal(checked: Checked, report: Report, node: tree.Call, info: PieceInfo) -> None:
    fields = list(info.field_types)[: len(node.args)]
    if any(f in info.faces for f in fields):
        return
    known = {
        f: value
        for f, arg in zip(fields, node.args, strict=False)
        if (value := _constant(checked, arg)) is not None
    }
    rows = [
        tuple(info.fields[f][i] for f in fields)
        for i in range(info.count)
        if all(info.fields[f][i] == v for f, v in known.items())
    ]
    if not rows:
        report.error(
            "E0390",
            f"There is no such `{info.name}`.",
            node.at,
            hint="Look at its rows: the fields are named in their order.",
        )
    elif len(set(rows)) < len(rows):
        twins = len(rows) - len(set(rows)) + 1
        report.error(
            "E0390",
            f"This means several of the pieces `{info.name}`, {twins} or more, and here it must be"
            " clear which.",
            node.at,
            hint=f"Choose or draw one of them, or speak of all: `those x in {info.name} where …`.",
        )


def _constant(checked: Checked, e: tree.Expr) -> int | None:
    if isinstance(e, tree.Int):
        return e.whole
    ref = checked.refs.get(e)
    return (
        ref.target
        if ref is not None and ref.kind in ("kind", "party") and isinstance(ref.target, int)
        else None
    )


def check_supplies(checked: Checked, report: Report) -> None:
    """Of every type of pieces it is said how many there are; that there are none can be meant."""
    for decl in checked.program.pieces.values():
        if decl.each is None and not decl.rows:
            message = (
                f"Nothing says how many there are of `{decl.name}`, so there is not a single one."
            )
            hint = "Write `1 of each` under its sentences, or list the pieces in rows."
            report.warn("E0398", message, decl.head, hint=hint)


def check_titles(checked: Checked, report: Report) -> None:
    """What players see has a title."""
    for file in checked.program.files:
        for decl in file.decls:
            if isinstance(decl, TITLED) and not decl.title:
                report.warn(
                    "E0392",
                    f"{what_it_is(decl).capitalize()} needs a title, and `{decl.name}` has none.",
                    decl.head,
                    hint=(
                        f'Write it after the name: `{decl.name} "…"`. Players read it in messages,'
                        " on the screen, in the book."
                    ),
                )
