"""Steps that are declared for each type of their first parameter.

In: declarations in force. Out: the same, where each such step is one of its own, called
`effect_of_Guard`, and the step `effect` carries out the one whose type suits. So the cases have
sentences, examples and amendments like any step, and a module brings more."""

from __future__ import annotations

from dataclasses import replace

from alarife.linking.narrowest import narrowest_first, type_of
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
    for cases in steps.values():
        types = [type_of(step) for step in cases]
        if len(cases) < 2 or len(set(types)) < len(types) or "" in types:
            continue
        own = [replace(step, name=_own_name(step)) for step in cases]
        at = {id(step): i for i, step in enumerate(cases)}
        found: list[tree.Decl] = []
        for decl in work.decls:
            i = at.get(id(decl))
            if i == 0:
                found.append(_choice(narrowest_first(cases, parents), cases[0]))
            found.append(decl if i is None else own[i])
        work.decls[:] = found


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
