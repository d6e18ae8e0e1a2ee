"""Laws of places that they don't suit (E0406). Laws, and rules that must hold `afterwards`, that
can't be asked before an offer is made (E0403, E0404).

What an action offers is what it may do: a law is asked beforehand, from the text or by trying the
effect out. What hangs on chance, on what the chooser may not see, or on an answer still to come,
can't be tried out; nor can what is done with a chosen set, or when all choose at once."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.bodies import blocks_in, bodies, lead_end, statements
from alarife.checking.describe import describe
from alarife.checking.lawful import Lawfulness, judged_in
from alarife.checking.scope import Checked
from alarife.checking.types import Many, Type, fits
from alarife.diagnostics import Label, Report
from alarife.syntax import tree


def check_subjects(checked: Checked, report: Report) -> None:
    """Every law is about one thing, and suits the places that are under it."""
    names = checked.world.type_names
    for law in checked.program.laws.values():
        about = checked.signatures[f"law {law.name}"]
        if len(about) != 1:
            report.error(
                "E0406",
                f"A law is about what lies in one place: `{law.name}` needs one parameter.",
                law.head,
                hint=f'Write `law {law.name}(g: grid of …) "…"`.',
            )
            continue
        for place in checked.world.places.values():
            if place.law == law.name and place.decl and not _suits(place.content, about[0]):
                traits = [t.at for t in place.decl.traits if t.kind == "under"]
                report.error(
                    "E0406",
                    f"The law `{law.name}` is about {describe(about[0], names)}, and in"
                    f" `{place.name}` lies {describe(place.content, names)}.",
                    *map(Label, traits),
                    Label(law.head, "the law"),
                    hint="Let the law be about what lies there, or take `under` away.",
                )


def _suits(lies: Type, about: Type) -> bool:
    """Whether what lies somewhere can be handed to a law as it is."""
    alike = not isinstance(lies, Many) or (isinstance(about, Many) and lies.how == about.how)
    return alike and fits(lies, about)


def check_laws(checked: Checked, report: Report) -> None:
    """No effect of an offer breaks a law that was not asked beforehand."""
    lawfulness = Lawfulness(checked)
    together = _chosen_at_once(checked)
    found: dict[tree.Stmt, None] = {}
    for body in bodies(checked):
        at_once = isinstance(body.decl, tree.Action) and body.decl.menu in together
        _judge(lawfulness, body.block, at_once, report)
        if lawfulness.pieces:
            _look(lawfulness, body.block, body.offers, at_once, found)
    for s in found:
        report.warn(
            "E0403",
            "This may break a law, and that can't be told before it is offered; then the game"
            " would stop there (E0504).",
            s.at,
            hint=(
                "Let it hang on what the chooser sees and has chosen, and do it before anything is"
                " drawn or asked. Or ask first: `if` it is lawful."
            ),
        )


def _chosen_at_once(checked: Checked) -> set[str]:
    """The menus from which several may choose at once, and those to which their actions lead."""
    menus: set[str] = set()
    inside = [
        s
        for body in bodies(checked)
        for each in statements(body.block)
        if isinstance(each, tree.AsEach) and each.at_once
        for s in statements(each.body)
    ]
    while inside:
        s = inside.pop()
        if isinstance(s, tree.ChooseFrom) and s.menu not in menus:
            menus.add(s.menu)
            for name in checked.program.actions_of.get(s.menu, []):
                inside += statements(checked.program.actions[name].body)
    return menus


def _look(
    lawfulness: Lawfulness,
    block: Sequence[tree.Stmt],
    offers: bool,
    at_once: bool,
    found: dict[tree.Stmt, None],
) -> None:
    at = 0
    while at < len(block):
        end = lead_end(block, at)
        run = [s for s in block[at:end] if not isinstance(s, tree.Sentence)]
        asked = [s for s in run if not isinstance(s, tree.Let)]
        if asked or (offers and at == 0):
            behind = lawfulness.behind(block[end:], run, at_once)
            found.update(dict.fromkeys(behind.uncovered))
        for s in block[at : max(end, at + 1)]:
            simultaneous = at_once or (isinstance(s, tree.AsEach) and s.at_once)
            for inner in blocks_in(s):
                _look(lawfulness, inner, isinstance(s, tree.May), simultaneous, found)
        at = max(end, at + 1)


def _judge(
    lawfulness: Lawfulness, block: Sequence[tree.Stmt], at_once: bool, report: Report
) -> None:
    """Report conditions with `afterwards` that can't be decided before the choice is made
    (E0404)."""
    at = 0
    while at < len(block):
        end = max(lead_end(block, at), at + 1)
        run = block[at:end]
        said = judged_in(run)
        done = lawfulness.foreseen(block[end:]) if said else []
        sets = any(isinstance(s, tree.Choose) and s.how for s in run)
        if said and (at_once or sets or not any(map(_does, done))):
            report.error(
                "E0404",
                "What would be afterwards can't be told here before it is chosen.",
                said[0].at,
                hint=(
                    "It is tried out as far as nothing hangs on chance, hidden pieces, a chosen set"
                    " or an answer still to come: put what it speaks of right after the choices."
                ),
            )
        for s in run:
            for inner in blocks_in(s):
                _judge(
                    lawfulness, inner, at_once or (isinstance(s, tree.AsEach) and s.at_once), report
                )
        at = end


def _does(s: tree.Stmt) -> bool:
    return not isinstance(s, (tree.Sentence, tree.Pass, tree.Let))
