"""Joining the declarations of all files into one namespace.

In: the declarations in force. Out: the dicts of the program: every name once (a value once for each
type of its first parameter), actions in their menus, rules in their laws, open steps with a body.
What clashes, is unknown or is missing becomes a diagnostic with all places concerned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from alarife.diagnostics import Label
from alarife.linking.by_type import tell_cases_apart
from alarife.linking.forbid import apply_bans
from alarife.linking.normal import normal
from alarife.linking.wording import what_it_is
from alarife.linking.work import Work
from alarife.syntax import tree

_UNNAMED = (
    tree.Chapter,
    tree.Section,
    tree.Example,
    tree.Order,
    tree.Formerly,
    tree.Tell,
    tree.Aid,
    tree.More,
    tree.Fill,
)
_AMENDMENTS = (tree.Change, tree.Hook, tree.Whenever)


def join(work: Work) -> None:
    """Put every declaration where it belongs."""
    tell_cases_apart(work)
    shelves = _shelves(work)
    for decl in work.decls:
        if isinstance(decl, _UNNAMED) or not decl.name:
            continue
        if isinstance(decl, tree.Value):
            _add_value(decl, work)
        elif isinstance(decl, tree.Box) and decl.title is None:
            work.program.boxed[decl.name] = decl
        elif _is_new(decl, work) and not isinstance(decl, _AMENDMENTS):
            shelves[type(decl)][decl.name] = decl
    _rename(work)
    _menus_and_laws(work)
    apply_bans(work)
    _fill(work)


def _shelves(work: Work) -> dict[type[tree.Decl], dict[str, Any]]:
    p = work.program
    return {
        tree.Kind: p.kinds,
        tree.Type: p.types,
        tree.Piece: p.pieces,
        tree.Neutral: p.neutrals,
        tree.Place: p.places,
        tree.Note: p.notes,
        tree.Table: p.tables,
        tree.Rule: p.rules,
        tree.Law: p.laws,
        tree.Graph: p.graphs,
        tree.Moment: p.moments,
        tree.Step: p.steps,
        tree.Menu: p.menus,
        tree.Action: p.actions,
        tree.Option: p.options,
        tree.Ruling: p.rulings,
        tree.Box: p.boxes,
        tree.Term: p.terms,
    }


# ----------------------------------------------------------------
# one namespace
def _is_new(decl: tree.Decl, work: Work) -> bool:
    if isinstance(decl, (tree.Change, tree.Hook)) and decl.target == decl.name:
        message = (
            f"This amends `{decl.name}` and is called `{decl.name}`: it would be an exception to"
            " itself."
        )
        work.report.error(
            "E0252", message, decl.head, hint="Give the amendment a name of its own: `as …`."
        )
        return False
    twin = work.named.setdefault(decl.name, decl)
    if twin is decl:
        return True
    labels = [Label(one.head, f"{what_it_is(one)} of `{one.module}`") for one in (decl, twin)]
    where = (
        "twice in this file"
        if decl.at.file == twin.at.file
        else f"in `{twin.module}` and in `{decl.module}`"
    )
    message = f"`{decl.name}` is declared {where}: a name can mean one thing only."
    hint = "Give one of them another name."
    if isinstance(decl, tree.Step) and isinstance(twin, tree.Step) and decl.params:
        hint = (
            "To declare a step for each type of pieces, give the first parameters other types."
            " To ask for a value, write one step, with `if x is v` and `otherwise if`."
        )
    work.report.error("E0230", message, *labels, hint=hint)
    return False


def _add_value(decl: tree.Value, work: Work) -> None:
    cases = work.program.values.get(decl.name)
    if cases is None:
        if _is_new(decl, work):
            work.program.values[decl.name] = [decl]
        return
    case = _case_of(decl)
    for other in cases:
        if _case_of(other) == case:
            message = (
                f"The value `{decl.name}` is declared twice for the same type of its first"
                " parameter."
            )
            hint = (
                "To alter a value, write `change`. To add a case, give the first parameter another"
                " type."
            )
            work.report.error("E0231", message, Label(decl.head), Label(other.head), hint=hint)
            return
    cases.append(decl)


def _case_of(decl: tree.Value) -> object:
    return normal(decl.params[0].type) if decl.params and decl.params[0].type else None


def _rename(work: Work) -> None:
    for decl in work.decls:
        if not isinstance(decl, tree.Formerly):
            continue
        if decl.old in work.named:
            message = f"`{decl.old}` is still the name of something, so it can't be a former name."
            work.report.error("E0238", message, decl.head, Label(work.named[decl.old].head, "this"))
        elif decl.name not in work.named:
            hint = work.hint_for(decl.name, list(work.named))
            work.report.error("E0239", f"Nothing is called `{decl.name}`.", decl.head, hint=hint)
        else:
            work.program.formerly[decl.old] = decl.name


# ----------------------------------------------------------------
# menus and laws
def _menus_and_laws(work: Work) -> None:
    p = work.program
    for menu in p.menus:
        p.actions_of[menu] = []
    for law in p.laws:
        p.rules_of[law] = []
    for action in p.actions.values():
        owner = p.menus.get(work.today(action.menu))
        if (
            _belongs(action, action.menu, action.menu_params, owner, p.menus, "menu", work)
            and owner
        ):
            p.actions_of[owner.name].append(action.name)
    for rule in p.rules.values():
        if rule.law is not None:
            owner = p.laws.get(work.today(rule.law))
            if _belongs(rule, rule.law, rule.law_params, owner, p.laws, "law", work) and owner:
                p.rules_of[owner.name].append(rule.name)


def _belongs(
    decl: tree.Decl,
    name: str,
    given: list[str],
    owner: tree.Menu | tree.Law | None,
    owners: Mapping[str, object],
    word: str,
    work: Work,
) -> bool:
    if owner is None:
        other = work.named.get(name)
        message = (
            f"There is no {word} `{name}`."
            if other is None
            else f"`{name}` is {what_it_is(other)}, not a {word}."
        )
        hint = work.hint_for(name, list(owners))
        if isinstance(decl, tree.Rule) and isinstance(other, tree.Menu):
            hint = (
                "An action asks a rule with `require`, a choice with `where`. A module takes an"
                f" action away with `forbid`, or all of them: `forbid {name} as label when …`."
            )
        work.report.error("E0235", message, decl.head, hint=hint)
        return False
    if given and len(given) != len(owner.params):
        message = (
            f"The {word} `{name}` has {len(owner.params)} parameters, and {len(given)} are named"
            " here."
        )
        work.report.error("E0237", message, decl.head, Label(owner.head, "declared here"))
        return False
    return True


# ----------------------------------------------------------------
# open steps
def _fill(work: Work) -> None:
    p = work.program
    for decl in work.decls:
        if isinstance(decl, tree.Fill):
            _fill_one(decl, work)
    for step in p.steps.values():
        if step.body is None:
            hint = f"Some file has to say what is done: `fill {step.name}` and a block."
            work.report.error(
                "E0236",
                f"The step `{step.name}` is open, and no file in play fills it.",
                step.head,
                hint=hint,
            )


def _fill_one(decl: tree.Fill, work: Work) -> None:
    p = work.program
    name = work.today(decl.name)
    step = p.steps.get(name)
    if step is None:
        other = work.named.get(name)
        message = (
            f"There is no step `{name}`."
            if other is None
            else f"`{name}` is {what_it_is(other)}, not a step."
        )
        is_open = [s.name for s in p.steps.values() if s.body is None]
        work.report.error("E0232", message, decl.head, hint=work.hint_for(name, is_open))
    elif name in p.fills:
        message = f"The step `{name}` is filled twice."
        hint = "An open step has one body. To alter it, write `before`, `after` or `instead of`."
        labels = [Label(one.head, f"`{one.module}`") for one in (decl, p.fills[name])]
        work.report.error("E0234", message, *labels, hint=hint)
    elif step.body is not None:
        hint = "To alter a step, write `before`, `after` or `instead of`."
        work.report.error(
            "E0233",
            f"The step `{name}` is not open: it says what is done.",
            decl.head,
            step.head,
            hint=hint,
        )
    elif decl.pattern and len(decl.pattern) != len(step.params):
        message = (
            f"The step `{name}` has {len(step.params)} parameters, and {len(decl.pattern)} are"
            " named here."
        )
        work.report.error("E0237", message, decl.head, Label(step.head, "declared here"))
    else:
        params = [
            replace(old, name=new.name) for old, new in zip(step.params, decl.pattern, strict=False)
        ] or step.params
        p.fills[name] = decl
        p.steps[name] = replace(step, params=params, body=decl.body)
        work.named[name] = p.steps[name]
