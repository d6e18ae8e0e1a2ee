"""Whether the changes of one thing agree, and those that replace one step.

In: `program.changes` and the `instead` hooks, as they hang. Out: the same in the order of a chain,
or diagnostics that name both places and the block that settles it. Two amendments agree if they
exclude each other, if they say the same, if both wrap `usual` in the same commutative way, or if
one of them was written for the case that the other's module is in play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TypeVar

from alarife.diagnostics import Label
from alarife.linking.exclusion import Case, Exclusion
from alarife.linking.families import Families
from alarife.linking.normal import normal, positions
from alarife.linking.walk import below, conjuncts
from alarife.linking.wording import upper_first
from alarife.linking.work import Work
from alarife.syntax import tree

Amendment = tree.Change | tree.Hook
MOST_AMENDMENTS = 200
"""How many amendments one thing may have at one instant: each is compared with each."""
T = TypeVar("T", tree.Change, tree.Hook)


def settle_conflicts(work: Work, families: Families) -> None:
    """Bring all chains in order, and report those that contradict each other."""
    exclusion = Exclusion(work.program, families)
    for target, changes in work.program.changes.items():
        work.program.changes[target] = _chain(target, changes, exclusion, families, work)
    for target, hooks in work.program.hooks.items():
        hooks.instead = _chain(target, hooks.instead, exclusion, families, work)


def too_many(target: str, group: Sequence[tree.Decl], work: Work) -> bool:
    """Whether there are more amendments of one thing than can be compared; says so."""
    if len(group) <= MOST_AMENDMENTS:
        return False
    message = (
        f"`{target}` is amended more than {MOST_AMENDMENTS} times, which is too often to compare"
        " them all."
    )
    work.report.error(
        "E0259",
        message,
        group[MOST_AMENDMENTS].head,
        hint="Put what belongs together into one amendment.",
    )
    return True


def _chain(
    target: str, group: list[T], exclusion: Exclusion, families: Families, work: Work
) -> list[T]:
    """The amendments of one thing, those that settle a conflict first, else by module and label."""
    if len(group) < 2 or too_many(target, group, work):
        return group
    scopes = {id(one): _scope(one, work) for one in group}
    for a, b in combinations(group, 2):
        if _agree(a, b, scopes[id(a)], scopes[id(b)], exclusion):
            continue
        both = scopes[id(a)] | scopes[id(b)]
        if not any(
            _settles(c, a, b, scopes[id(c)], both, families)
            for c in group
            if c is not a and c is not b
        ):
            _say_conflict(target, a, b, work)
    return sorted(group, key=lambda one: (-len(scopes[id(one)]), one.module, one.name, one.at.line))


def _scope(decl: Amendment, work: Work) -> frozenset[str]:
    """The modules that an amendment was written for: its own, those that its `when` names, those
    that its own needs."""
    named = {
        c.module
        for condition in decl.when
        for c in conjuncts(condition)
        if isinstance(c, tree.InPlay)
    }
    needs = next(
        (file.needs for file in work.chosen.modules if file.name == decl.module), list[str]()
    )
    return frozenset({decl.module, *named, *needs})


def _agree(
    a: Amendment,
    b: Amendment,
    scope_a: frozenset[str],
    scope_b: frozenset[str],
    exclusion: Exclusion,
) -> bool:
    if scope_a < scope_b or scope_b < scope_a:
        return True
    if exclusion.excluded(Case(a.pattern, a.guard), Case(b.pattern, b.guard)):
        return True
    if _same(a, b) and not _uses_usual(a):
        return True
    return (
        isinstance(a, tree.Change)
        and isinstance(b, tree.Change)
        and _wrap(a) is not None
        and _wrap(a) == _wrap(b)
    )


def _same(a: Amendment, b: Amendment) -> bool:
    return normal(a.body, positions(a.pattern)) == normal(b.body, positions(b.pattern))


def _uses_usual(decl: Amendment) -> bool:
    body = [decl.body] if isinstance(decl, tree.Change) else decl.body
    return any(isinstance(node, tree.Name) and node.id == "usual" for node in below(body))


def _wrap(decl: tree.Change) -> str | None:
    """How a change wraps `usual`, if it does so in a way that commutes: `usual + …`, `usual and …`,
    `usual or …`."""
    body = decl.body
    if sum(isinstance(node, tree.Name) and node.id == "usual" for node in below(body)) != 1:
        return None
    if isinstance(body, (tree.And, tree.Or)):
        return type(body).__name__ if any(_is_usual(part) for part in body.parts) else None
    op = body.op if isinstance(body, tree.Arithmetic) else ""
    while isinstance(body, tree.Arithmetic) and body.op == op and op in ("+", "*"):
        if _is_usual(body.left) or _is_usual(body.right):
            return op
        body = body.left
    return None


def _is_usual(expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Name) and expr.id == "usual"


def _settles(
    judge: Amendment,
    a: Amendment,
    b: Amendment,
    scope: frozenset[str],
    both: frozenset[str],
    families: Families,
) -> bool:
    """Whether a third amendment says what holds where two contradict each other: it was written for
    the modules of both, it does not build on what they give, and it applies wherever both do."""
    if not scope >= both or _uses_usual(judge):
        return False
    for number, field in enumerate(judge.pattern):
        if field.type is not None and not any(
            _covers(field.type, other.pattern[number].type, families) for other in (a, b)
        ):
            return False
    if judge.guard is None:
        return True
    guard = normal(judge.guard, positions(judge.pattern))
    return any(
        other.guard and guard == normal(other.guard, positions(other.pattern)) for other in (a, b)
    )


def _covers(wide: tree.TypeExpr, narrow: tree.TypeExpr | None, families: Families) -> bool:
    if narrow is None:
        return False
    if isinstance(wide, tree.NamedType) and isinstance(narrow, tree.NamedType):
        return families.pieces(wide.name) >= families.pieces(narrow.name)
    return normal(wide) == normal(narrow)


# ----------------------------------------------------------------
# messages
def _say_conflict(target: str, a: Amendment, b: Amendment, work: Work) -> None:
    first, second = sorted((a, b), key=lambda one: (one.module, one.at.line))
    what = "change" if isinstance(a, tree.Change) else "replace"
    both = f"{_name(first)} of `{first.module}` and {_name(second)} of `{second.module}`"
    if first.module == second.module:
        both = f"{_name(first)} and {_name(second)} of `{first.module}`"
    message = f"{upper_first(both)} both {what} `{target}`, and can apply at once."
    labels = (
        Label(first.head, f"{_name(first)} of `{first.module}`"),
        Label(second.head, f"{_name(second)} of `{second.module}`"),
    )
    code = "E0260" if isinstance(a, tree.Change) else "E0261"
    work.report.error(code, message, *labels, hint=_way_out(target, first, second, work))


def _name(decl: Amendment) -> str:
    return (
        f"`{decl.name}`"
        if decl.name
        else f"“{decl.title}”"
        if decl.title
        else "an unnamed amendment"
    )


def _way_out(target: str, a: Amendment, b: Amendment, work: Work) -> str:
    names = [field.name for field in a.pattern or b.pattern]
    call = f"{target}({', '.join(names)})" if names else target
    word = "change" if isinstance(a, tree.Change) else "instead of"
    if a.module == b.module:
        label = a.name or b.name
        if label:
            return (
                f"Give them guards that exclude each other, or amend the label: `{word} {label} as"
                " …` is an exception to it."
            )
        return "Give them guards that exclude each other."
    modules = {m for m in (a.module, b.module) if m in work.world.modules}
    if len(modules) < 2:
        label = (
            next((one.name for one in (a, b) if one.module not in work.world.modules), "") or target
        )
        return f"Amend the label of the other instead: `{word} {label} as … when …`."
    return (
        f"Say in `{a.module}` what holds when both are in play:\n"
        f'  when module {b.module}\n    {word} {call} as … "…" …\n'
        f"or say so in `{b.module}`, under `when module {a.module}`."
    )
