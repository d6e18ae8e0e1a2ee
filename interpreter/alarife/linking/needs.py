"""What modules say of one another in their heads: which they need, and which they exclude.

In: the modules in play. Out: diagnostics for whatever does not go together, each with the nearest
choice of modules that does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from alarife.diagnostics import Label, Report
from alarife.library import Library
from alarife.linking.circles import circle_of
from alarife.linking.wording import head_line, listed, or_all
from alarife.syntax import tree


def check_needs(
    game: tree.File, modules: Sequence[tree.File], known: Set[str], library: Library, report: Report
) -> None:
    """Check that all modules have what they need and none that they exclude; `known` are all
    modules that there are."""
    in_play = {module.name: module for module in modules}
    circle = circle_of({name: file.needs for name, file in in_play.items()})
    if circle:
        message = f"The modules {listed(circle)} need one another in a circle."
        if len(circle) == 1:
            message = f"The module `{circle[0]}` needs itself."
        places = [head_line(in_play[name], "needs") for name in circle]
        report.error("E0210", message, *places, hint="Take the line away, or one of its names.")
    for module in modules:
        missing = [name for name in module.needs if name not in in_play]
        for name in missing:
            if name not in known:
                hint = or_all(name, known - {module.name}, f"The modules of `{game.name}` are")
                message = (
                    f"The module `{module.name}` needs a module `{name}`, and there is none for"
                    f" `{game.name}`."
                )
                report.error("E0208", message, head_line(module, "needs"), hint=hint)
        if missing and known >= set(missing):
            whole = _with_needs(game, in_play, library)
            _say_missing(module, missing, whole, _with_users(module.name, modules), report)
        _check_excluded(game, module, modules, known, report)


def check_target(
    game: tree.File,
    modules: Sequence[tree.File],
    files: Iterable[tree.File],
    library: Library,
    report: Report,
) -> None:
    """A module that amends several things, none of which is there, is for another game."""
    declared = {decl.name for file in files for decl in file.decls}
    for module in modules:
        wanted = {decl.target for decl in module.decls if isinstance(decl, _AMENDING)}
        if len(wanted) < _SEVERAL or wanted & declared:
            continue
        few = sorted(wanted)[:_SEVERAL]
        message = f"`{game.name}` has nothing that `{module.name}` amends, such as {listed(few)}."
        other = _game_with(wanted, library)
        hint = f"Is it for the game `{other}`?" if other else "Is it for another game?"
        report.error("E0250", message, head_line(module), hint=hint)


_AMENDING = (tree.Change, tree.Hook)
_SEVERAL = 2


def _game_with(names: Set[str], library: Library) -> str:
    """The game that declares most of some names, with its libraries; "" if none does. Reads files,
    so it is asked only for a message."""
    most, found = 0, ""
    for head in library.games():
        game = library.parsed(head.path, Report())
        uses = game.uses if game is not None else []
        heads = [head, *(library.find(("library",), name, beside=head.path) for name in uses)]
        files = [library.parsed(one.path, Report()) for one in heads if one is not None]
        declared = {decl.name for file in files if file for decl in file.decls}
        if len(names & declared) > most:
            most, found = len(names & declared), head.name
    return found


def _say_missing(
    module: tree.File,
    missing: list[str],
    whole: dict[str, tree.File] | None,
    users: list[str],
    report: Report,
) -> None:
    what = f"the module{'s' if len(missing) > 1 else ''} {listed(missing)}"
    message = (
        f"The module `{module.name}` needs {what}, which {'are' if len(missing) > 1 else 'is'} not"
        " in play."
    )
    hint = (
        f"Leave out {listed(users)}."
        if whole is None
        else f"Play with {listed(sorted(whole))}, or leave out {listed(users)}."
    )
    report.error("E0208", message, head_line(module, "needs"), hint=hint)


def _check_excluded(
    game: tree.File,
    module: tree.File,
    modules: Sequence[tree.File],
    known: Set[str],
    report: Report,
) -> None:
    for name in module.excludes:
        if name not in known:
            hint = or_all(name, known - {module.name}, f"The modules of `{game.name}` are")
            message = f"`{module.name}` excludes `{name}`, and there is no such module."
            report.warn("E0221", message, head_line(module, "excludes"), hint=hint)
        if any(other.name == name for other in modules):
            one, other = _with_users(name, modules), _with_users(module.name, modules)
            either = f"{listed(one)}{', ' if len(one) + len(other) > 2 else ' '}or {listed(other)}"
            message = f"The module `{module.name}` can't be played together with `{name}`."
            hint = f"Leave out {either}."
            if module.name in one:
                hint = f"It needs `{name}`, too: one of these lines is wrong."
            report.error(
                "E0209", message, Label(head_line(module, "excludes"), "says so"), hint=hint
            )


def _with_users(name: str, modules: Iterable[tree.File]) -> list[str]:
    """A module, and those in play that can't do without it."""
    found = [name]
    for module_name in found:
        found += [
            module.name
            for module in modules
            if module_name in module.needs and module.name not in found
        ]
    return sorted(found)


def _with_needs(
    game: tree.File, in_play: dict[str, tree.File], library: Library
) -> dict[str, tree.File] | None:
    """The modules in play with all that they need; None if these don't go together."""
    found = dict(in_play)
    todo = list(in_play.values())
    while todo:
        for name in todo.pop().needs:
            if name not in found:
                head = library.find(("module",), name, game.name, beside=game.path)
                file = library.parsed(head.path, Report()) if head is not None else None
                if file is None:
                    return None
                found[name] = file
                todo.append(file)
    together = not any(name in found for file in found.values() for name in file.excludes)
    return found if together else None
