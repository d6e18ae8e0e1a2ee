"""Steps that are declared for each type of their first parameter.

In: declarations in force. Out: the same, where each such step is one of its own, called
`effect_of_Guard`, and the step `effect` carries out the first whose type suits. So the cases have
sentences, examples and amendments like any step, and a module brings more."""

from __future__ import annotations

from dataclasses import replace

from alarife.linking.work import Work
from alarife.syntax import tree


def tell_cases_apart(work: Work) -> None:
    """Put one step in the place of several of one name, and let those have names of their own."""
    steps: dict[str, list[tree.Step]] = {}
    for decl in work.decls:
        if isinstance(decl, tree.Step):
            steps.setdefault(decl.name, []).append(decl)
    for name, cases in steps.items():
        types = [_type_of(step) for step in cases]
        if len(cases) < 2 or len(set(types)) < len(types) or "" in types:
            continue
        own = [replace(step, name=f"{name}_of_{t}") for step, t in zip(cases, types, strict=True)]
        at = {id(step): i for i, step in enumerate(cases)}
        found: list[tree.Decl] = []
        for decl in work.decls:
            i = at.get(id(decl))
            if i == 0:
                found.append(_choice(cases, own))
            found.append(decl if i is None else own[i])
        work.decls[:] = found


def _type_of(step: tree.Step) -> str:
    """The name of the type of a step's first parameter; "" if there is none."""
    t = step.params[0].type if step.params else None
    return t.name if isinstance(t, tree.NamedType) and not t.optional else ""


def _choice(cases: list[tree.Step], own: list[tree.Step]) -> tree.Step:
    """The step that carries out the case that suits."""
    head = cases[0]
    at, params = head.head, list(head.params)
    types = [step.params[0].type for step in cases]
    params[0] = replace(
        params[0], type=tree.EitherType([t for t in types if t is not None], at=params[0].at)
    )

    def name(field: tree.Field) -> tree.Expr:
        return tree.Name(field.name, at=at)

    def call(step: tree.Step) -> tree.Stmt:
        call = tree.Call(step.name, [name(field) for field in params], at=at)
        return tree.Do(call, at=at)

    def test(step: tree.Step) -> tree.Expr:
        return tree.IsA(name(params[0]), _type_of(step), False, at=at)

    pairs = list(zip(cases, own, strict=True))
    arms: list[tuple[tree.Expr, list[tree.Stmt]]] = [
        (test(case), [call(step)]) for case, step in pairs[:-1]
    ]
    last: list[tree.Stmt] = [call(own[-1])]
    body: list[tree.Stmt] = [tree.If(arms, last, at=at)]
    return replace(head, params=params, body=body, prose=[], asides=[], cites=[])
