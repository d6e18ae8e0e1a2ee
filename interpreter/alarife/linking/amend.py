"""Hanging amendments on what they amend.

In: the changes, hooks and `whenever`s in force, joined declarations. Out: `program.labels`,
`changes`, `hooks`, `whenevers`; each amendment hangs on a thing that exists and may be amended so,
its pattern fits the parameters, and its guard says nothing any more that is decided before play.
Whether amendments agree with one another is for `conflicts` and `order`."""

from __future__ import annotations

from dataclasses import replace

from alarife.diagnostics import Label
from alarife.linking.circles import circle_of
from alarife.linking.conditions import simplified
from alarife.linking.families import Families
from alarife.linking.program import Hooks
from alarife.linking.walk import below
from alarife.linking.wording import counted, listed, what_it_is
from alarife.linking.work import Work
from alarife.syntax import tree

Amendment = tree.Change | tree.Hook | tree.Whenever

_ADVICE: dict[type[tree.Decl], str] = {
    tree.Step: "A step is amended by `before`, `after` or `instead of`.",
    tree.Moment: "A moment is amended by `before`, `after` or `instead of`.",
    tree.Hook: "This is amended by `before`, `after` or `instead of`.",
    tree.Whenever: "This is amended by `before`, `after` or `instead of`.",
    tree.Value: "A value is amended by `change`.",
    tree.Rule: "A rule is amended by `change`.",
    tree.Table: "A table is amended by `change`, or by `more` for further rows.",
    tree.Change: "A change is amended by `change`.",
    tree.Action: (
        "An action itself can't be amended: let it reach a moment with `now`, and amend that; or"
        " change the rules it asks."
    ),
    tree.Menu: "A menu is amended by adding an `action` to it.",
    tree.Law: "A law is amended by adding a `rule` to it, or by changing one of its rules.",
    tree.Note: "A note is altered by steps that write it; amend one of those.",
    tree.Place: "A place can't be amended: amend the steps and values that speak of it.",
    tree.Kind: "A kind is amended by `more`.",
    tree.Piece: "A piece is amended by `more`.",
    tree.Option: "An option is set, not amended: by a preset, or when the game is started.",
    tree.Ruling: "A ruling is set, not amended: by a preset, or when the game is started.",
}
_FOR_CHANGE = (tree.Value, tree.Rule, tree.Table, tree.Change)
_FOR_HOOK = (tree.Step, tree.Moment, tree.Hook, tree.Whenever)


def amend(work: Work, families: Families) -> None:
    """Hang every amendment in force on its target."""
    for decl in _without_circles(_in_force(work), work):
        if isinstance(decl, tree.Whenever):
            _hang_whenever(decl, families, work)
        else:
            _hang(decl, families, work)


# ----------------------------------------------------------------
# guards
def _in_force(work: Work) -> list[Amendment]:
    """The amendments whose guards may hold, without what is decided now; those of amendments that
    are gone are gone, too."""
    found: list[Amendment] = []
    for decl in work.decls:
        if isinstance(decl, (tree.Change, tree.Hook)) and decl.name and decl.name == decl.target:
            continue  # it amends its own name: that has been told
        if isinstance(decl, (tree.Change, tree.Hook, tree.Whenever)):
            guard = _guard_left(decl, work)
            if guard is False:
                work.gone.add(decl.name)
                work.dropped.add(decl.at)
            else:
                found.append(replace(decl, guard=None if guard is True else guard))
    while gone := [
        d for d in found if not isinstance(d, tree.Whenever) and d.target in work.gone and d.target
    ]:
        work.gone.update(d.name for d in gone)
        work.dropped.update(d.at for d in gone)
        found = [d for d in found if d not in gone]
    work.gone.discard("")
    for decl in found:
        if decl.name and work.named[decl.name].at == decl.at:
            work.program.labels[decl.name] = work.named[decl.name] = decl
    return found


def _guard_left(decl: Amendment, work: Work) -> tree.Expr | bool:
    if decl.guard is None:
        return True
    names = (
        [decl.piece, *decl.place_keys]
        if isinstance(decl, tree.Whenever)
        else [field.name for field in decl.pattern]
    )
    return simplified(decl.guard, work.world, frozenset(names))


def _without_circles(amendments: list[Amendment], work: Work) -> list[Amendment]:
    """The amendments that hang on something: labels that amend one another in a circle don't."""
    labels = work.program.labels
    left = amendments
    while circle := circle_of(
        {d.name: [d.target] for d in left if not isinstance(d, tree.Whenever) and d.name in labels}
    ):
        message = f"{listed(circle)} amend one another in a circle, so they amend nothing."
        hint = "One of them has to amend a step, value or rule."
        work.report.error("E0253", message, *(labels[name].head for name in circle), hint=hint)
        left = [d for d in left if d.name not in circle]
    return left


# ----------------------------------------------------------------
# targets
def _hang(decl: tree.Change | tree.Hook, families: Families, work: Work) -> None:
    name = work.today(decl.target)
    target = work.named.get(name)
    fitting = _FOR_CHANGE if isinstance(decl, tree.Change) else _FOR_HOOK
    if target is None or name in work.gone:
        _say_unknown(decl, fitting, work)
        return
    if not isinstance(target, fitting):
        verb = "changed" if isinstance(decl, tree.Change) else f"amended by `{_word(decl)}`"
        message = f"`{name}` is {what_it_is(target)}, which can't be {verb}."
        work.report.error(
            "E0251",
            message,
            decl.head,
            Label(target.head, "declared here"),
            hint=_ADVICE.get(type(target), ""),
        )
        return
    if not _may_be_amended(decl, target, work) or not _pattern_fits(decl, target, families, work):
        return
    _check_usual(decl, work)
    decl.target = name  # a copy made by `_in_force`, so that nobody else's tree is altered
    if isinstance(decl, tree.Change):
        if isinstance(target, tree.Rule) and not decl.prose:
            message = f"The rule `{name}` is changed, and keeps its old sentence."
            work.report.warn(
                "E0257",
                message,
                decl.head,
                Label(target.head),
                hint="Write under the change what holds now.",
            )
        work.program.changes.setdefault(name, []).append(decl)
    else:
        getattr(work.program.hooks.setdefault(name, Hooks()), decl.how).append(decl)


def _word(decl: tree.Hook) -> str:
    return "instead of" if decl.how == "instead" else decl.how


def _say_unknown(
    decl: tree.Change | tree.Hook, fitting: tuple[type[tree.Decl], ...], work: Work
) -> None:
    candidates = [name for name, other in work.named.items() if isinstance(other, fitting)]
    what = "value, rule or table" if isinstance(decl, tree.Change) else "step or moment"
    hint = work.hint_for(decl.target, candidates)
    work.report.error(
        "E0250", f"There is no {what} `{decl.target}` to be amended.", decl.head, hint=hint
    )


def _may_be_amended(decl: tree.Change | tree.Hook, target: tree.Decl, work: Work) -> bool:
    if target.title is not None or target.module == decl.module:
        return True
    message = (
        f"`{target.name}` has no title: it is a helper of its own file, and the book does not show"
        " what this changes."
    )
    hint = f'Give it a title there (`{target.name} … "Title"`), or amend what calls it.'
    work.report.warn(
        "E0254", message, decl.head, Label(target.head, f"in `{target.module}`"), hint=hint
    )
    return True


# ----------------------------------------------------------------
# patterns
def params_of(decl: tree.Decl, work: Work) -> list[tree.Field]:
    """The parameters that a pattern for a declaration names."""
    match decl:
        case tree.Value() | tree.Step() | tree.Moment() | tree.Menu() | tree.Law() | tree.Graph():
            return decl.params
        case tree.Rule():
            law = work.program.laws.get(work.today(decl.law)) if decl.law else None
            return law.params if law else decl.params
        case tree.Table():
            return [
                tree.Field(at=key.at, name=key.name or "", type=key.type, default=None)
                for key in decl.keys
            ]
        case tree.Change() | tree.Hook():
            target = work.named.get(work.today(decl.target))
            above = params_of(target, work) if target is not None and target is not decl else []
            types = [field.type for field in above] or [None] * len(decl.pattern)
            named = decl.pattern or above
            return [
                replace(field, type=field.type or kind)
                for field, kind in zip(named, types, strict=False)
            ]
        case tree.Whenever():
            piece = tree.Field(at=decl.at, name=decl.piece, type=decl.type, default=None)
            return [
                piece,
                *(
                    tree.Field(at=decl.at, name=key, type=None, default=None)
                    for key in decl.place_keys
                ),
            ]
        case _:
            return []


def _pattern_fits(
    decl: tree.Change | tree.Hook, target: tree.Decl, families: Families, work: Work
) -> bool:
    cases = (
        work.program.values.get(target.name, [target])
        if isinstance(target, tree.Value)
        else [target]
    )
    lists = [params_of(case, work) for case in cases]
    if not decl.pattern:
        return True
    if len(decl.pattern) != len(lists[0]):
        message = (
            f"`{target.name}` has {counted(len(lists[0]), 'parameter')}, and here"
            f" {'are' if len(decl.pattern) > 1 else 'is'} {len(decl.pattern)}."
        )
        hint = (
            f"Write `{target.name}({', '.join(f.name for f in lists[0])})`."
            if lists[0]
            else f"Write just `{target.name}`."
        )
        work.report.error(
            "E0255", message, decl.head, Label(target.head, "declared here"), hint=hint
        )
        return False
    for number, field in enumerate(decl.pattern):
        if not any(families.share(field.type, params[number].type) for params in lists):
            message = (
                f"This is never reached: the parameter `{field.name}` of `{target.name}` is never"
                " of this type."
            )
            work.report.error(
                "E0256", message, field.at, Label(lists[0][number].at, "declared here")
            )
            return False
    return True


def _check_usual(decl: tree.Change | tree.Hook, work: Work) -> None:
    if not isinstance(decl, tree.Hook):
        return
    uses = [
        n
        for n in below(decl.body)
        if isinstance(n, tree.Do) and isinstance(n.call, tree.Name) and n.call.id == "usual"
    ]
    if decl.how == "instead" and len(uses) > 1:
        message = "`usual` stands here more than once: what is replaced could be carried out twice."
        work.report.error(
            "E0258", message, *(n.at for n in uses), hint="Write it once, in a loop if need be."
        )


def _hang_whenever(decl: tree.Whenever, families: Families, work: Work) -> None:
    place = work.program.places.get(work.today(decl.place))
    if place is None:
        other = work.named.get(decl.place)
        message = f"There is no place `{decl.place}`."
        if other is not None:
            message = f"`{decl.place}` is {what_it_is(other)}, not a place."
        work.report.error(
            "E0250", message, decl.head, hint=work.hint_for(decl.place, list(work.program.places))
        )
        return
    held, asked = families.pieces_of(place.shape), families.pieces_of(decl.type)
    if held and asked and not held & asked:
        message = f"This is never reached: no such piece ever lies in `{place.name}`."
        work.report.error("E0256", message, decl.type.at, Label(place.head, "declared here"))
        return
    decl.place = place.name
    work.program.whenevers.append(decl)
