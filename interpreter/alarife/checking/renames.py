"""Old names: what `formerly old now new` says holds in every body of the program.

Modules of one's own may still use a name from an earlier version of the rules. Before names are
looked up, every mention of an old one becomes the new one; targets of amendments were seen to when
the files were joined."""

from __future__ import annotations

from alarife.linking.program import Program
from alarife.syntax import tree


def rename(program: Program) -> None:
    """Replace old names in every expression and statement."""
    if not program.formerly:
        return
    todo: list[object] = [list(file.decls) for file in program.files]
    todo += [
        program.values,
        program.rules,
        program.steps,
        program.actions,
        program.changes,
        program.hooks,
        program.whenevers,
    ]
    seen: set[int] = set()
    while todo:
        here = todo.pop()
        if id(here) in seen or isinstance(here, (str, int, type(None))):
            continue
        seen.add(id(here))
        if isinstance(here, tree.Node):
            _rename_one(here, program.formerly)
        if isinstance(here, dict):
            todo += here.values()
        elif isinstance(here, (list, tuple)):
            todo += here
        else:
            todo += [
                getattr(here, name)
                for cls in type(here).__mro__
                for name in getattr(cls, "__slots__", ())
                if name != "at"
            ]


def _rename_one(node: tree.Node, names: dict[str, str]) -> None:
    match node:
        case tree.Name():
            node.id = names.get(node.id, node.id)
        case tree.Call():
            node.name = names.get(node.name, node.name)
        case tree.NamedType():
            node.name = names.get(node.name, node.name)
        case tree.IsA():
            node.type = names.get(node.type, node.type)
        case tree.Can() | tree.ChooseFrom():
            node.menu = names.get(node.menu, node.menu)
        case _:
            pass
