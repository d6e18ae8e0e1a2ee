"""Steps that are declared for each type of their first parameter.

In: declarations in force. Out: the same, where each such step is one of its own, called
`effect_of_Guard`, and the step `effect` carries out the one whose type suits. So the cases have
sentences, examples and amendments like any step, and a module brings more."""

from __future__ import annotations

from dataclasses import replace

from alarife.diagnostics import Label
from alarife.linking.narrowest import narrowest_first, type_of
from alarife.linking.wording import counted, here
from alarife.linking.work import Work
from alarife.syntax import tree


def tell_cases_apart(work: Work) -> None:
    """Put one step in the place of several of one name, and let those have names of their own."""
    steps: dict[str, list[tree.Step]] = {}
    parents: dict[str, list[str]] = {}
    for decl in work.decls:
        if isinstance(decl, (tree.Type, tree.Piece)):
            parents[decl.name] = decl.is_a
        if isinstance(decl, tree.Step):
            steps.setdefault(decl.name, []).append(decl)
    for declared in steps.values():
        types = [type_of(step) for step in declared]
        if "" in types or len(set(types)) < 2:
            continue
        cases = _fitting(declared, work)
        own = [replace(step, name=_own_name(step)) for step in cases]
        at = {id(step): i for i, step in enumerate(cases)}
        dropped = {id(step) for step in declared} - set(at)
        found: list[tree.Decl] = []
        for decl in work.decls:
            i = at.get(id(decl))
            if i == 0:
                found.append(_choice(narrowest_first(cases, parents), cases[0]))
            if id(decl) not in dropped:
                found.append(decl if i is None else own[i])
        work.decls[:] = found


def _fitting(cases: list[tree.Step], work: Work) -> list[tree.Step]:
    """The cases without those of a type that has one already, or with other parameters; these are
    reported."""
    first: dict[str, tree.Step] = {}
    for step in cases:
        kind, other = type_of(step), cases[0]
        if kind in first:
            message = f"`{step.name}` is declared twice for a `{kind}`."
            labels = Label(step.head), Label(first[kind].head, "here, too")
            work.report.error("E0230", message, *labels, hint="Name another type, or join the two.")
        elif len(step.params) != len(other.params):
            wanted = counted(len(other.params), "parameter")
            message = f"`{step.name}` has {wanted}, and {here(len(step.params))}."
            labels = Label(step.head), Label(other.head, "declared first")
            hint = "Give it the same parameters for each type."
            work.report.error("E0346", message, *labels, hint=hint)
        first.setdefault(kind, step)
    return list(first.values())


def _choice(cases: list[tree.Step], head: tree.Step) -> tree.Step:
    """The step that carries out the first case that suits, with the head of the one that was
    declared first."""
    at, params = head.head, list(head.params)
    types = [step.params[0].type for step in cases]
    params[0] = replace(
        params[0], type=tree.EitherType([t for t in types if t is not None], at=params[0].at)
    )

    def name(field: tree.Field) -> tree.Expr:
        return tree.Name(field.name, at=at)

    def call(step: tree.Step) -> tree.Stmt:
        call = tree.Call(_own_name(step), [name(field) for field in params], at=at)
        return tree.Do(call, at=at)

    def test(step: tree.Step) -> tree.Expr:
        return tree.IsA(name(params[0]), type_of(step), False, at=at)

    arms: list[tuple[tree.Expr, list[tree.Stmt]]] = [(test(c), [call(c)]) for c in cases[:-1]]
    last: list[tree.Stmt] = [call(cases[-1])]
    body: list[tree.Stmt] = [tree.If(arms, last, at=at)]
    return replace(head, params=params, body=body, prose=[], asides=[], cites=[])


def _own_name(step: tree.Step) -> str:
    return f"{step.name}_of_{type_of(step)}"
