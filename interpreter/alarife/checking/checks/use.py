"""What is declared and never used (E0393 to E0395): a warning over all files of a game, whatever is
in play.

In: the files of a game: its own, its libraries, its modules. Only names are compared, so nothing is
linked, and what one module alone uses counts as used. What a library offers to others (with a
title) may stay unused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from alarife.diagnostics import Report
from alarife.library import Library
from alarife.linking.space import space_of
from alarife.linking.walk import below, called_name, parts
from alarife.linking.wording import what_it_is
from alarife.syntax import tree

ENTRIES = frozenset({"play", "promise", "score", "team", "winners"})
"""What the engine asks for by name."""
_USABLE = (tree.Kind, tree.Table, tree.Value, tree.Rule, tree.Law, tree.Graph, tree.Step, tree.Menu)


def check_use(game: str, library: Library, report: Report, own_modules: Sequence[str] = ()) -> None:
    """Warn of what nothing in any file of a game uses."""
    space = space_of(game, library, report, own_modules)
    if space is not None:
        unused(space.files, report)


def unused(files: Sequence[tree.File], report: Report) -> None:
    """The same, for these files."""
    written, read = _written(files), _read(files)
    for file in files:
        for decl in file.decls:
            if isinstance(decl, tree.Example) or (file.what == "library" and decl.title):
                continue
            used = decl.name in read or _is_asked(decl)
            if isinstance(decl, tree.Place) and not used and decl.name not in written:
                _warn(report, "E0393", decl, "Nothing ever lies in it, and nothing looks into it.")
            elif isinstance(decl, tree.Note) and not used and not decl.drawn:
                _warn(report, "E0393", decl, "Nothing reads it.")
            elif isinstance(decl, tree.Note) and decl.name not in written:
                _warn(report, "E0394", decl, "Nothing changes it, so it is a `value`.")
            elif isinstance(decl, tree.Moment) and decl.name not in written:
                _warn(report, "E0395", decl, "It never comes: nothing says `now`.")
            elif isinstance(decl, _USABLE) and not used:
                _warn(report, "E0395", decl, "")


def _warn(report: Report, code: str, decl: tree.Decl, why: str) -> None:
    word = what_it_is(decl).split(" ", 1)[1]
    message = {
        "E0393": f"The {word} `{decl.name}` is never used.",
        "E0394": f"The {word} `{decl.name}` never changes.",
        "E0395": f"The {word} `{decl.name}` is never used.",
    }[code]
    report.warn(
        code,
        message,
        decl.head,
        hint=f"{why} Use it or take it away.".strip() if code != "E0394" else why,
    )


def _is_asked(decl: tree.Decl) -> bool:
    """Whether the language itself asks for it: entries, rules of laws and those that forbid
    something, open steps (they are filled), kinds by their values."""
    return decl.name in ENTRIES or (
        isinstance(decl, tree.Rule) and (decl.law is not None or bool(decl.forbids))
    )


def _written(files: Sequence[tree.File]) -> set[str]:
    found: set[str] = set()
    for node in below(*(file.decls for file in files)):
        match node:
            case tree.Write():
                found.add(_name(node.target))
            case tree.Move() | tree.Draw():
                found.add(_name(node.to))
            case tree.Raise():
                found.add(_name(node.call))
            case tree.Place() if any(t.kind == "starting" for t in node.traits):
                found.add(node.name)
            case _:
                pass
    return found


def _name(e: tree.Expr) -> str:
    while isinstance(e, tree.At):
        e = e.of
    return called_name(e)


def _read(files: Sequence[tree.File]) -> set[str]:
    found: set[str] = set()
    for file in files:
        found |= _holes(file)
        for decl in file.decls:
            for node in _reads_of([*decl.when, decl]):
                found |= set(_names_in(node))
            if isinstance(decl, (tree.Change, tree.Hook)):
                found.add(decl.target)
            if isinstance(decl, tree.More):
                found |= {cell.text for row in decl.rows for cell in row.cells}
            if isinstance(decl, tree.Place):
                found |= {name for t in decl.traits for name in (t.law, t.shows) if name}
    return found


def _names_in(node: tree.Node) -> Iterator[str]:
    match node:
        case tree.Name():
            yield node.id
        case tree.Call():
            yield node.name
        case tree.Can() | tree.ChooseFrom():
            yield node.menu
        case tree.NamedType():
            yield node.name
        case tree.IsA():
            yield node.type
        case tree.Whenever():
            yield node.place
        case tree.Then():
            yield from node.refused_by or ()
        case _:
            pass


def _holes(file: tree.File) -> set[str]:
    """Names in the holes of sentences: `{few}`, `{=two: size(Kind)}`."""
    words: set[str] = set()
    for node in below(file.decls):
        text = node.text if isinstance(node, (tree.Prose, tree.Sentence)) else ""
        for hole in re.findall(r"\{([^}]*)\}", text):
            words |= set(re.findall(r"[A-Za-z_]\w*", hole))
    return words


def _reads_of(nodes: Sequence[tree.Node]) -> Iterator[tree.Node]:
    """All nodes below but the targets of writes and moves; the keys of these are read."""
    todo = list(nodes)
    while todo:
        here = todo.pop()
        yield here
        if isinstance(here, tree.Write):
            target = here.target
            todo += [*(target.keys if isinstance(target, tree.At) else []), here.value]
        elif isinstance(here, (tree.Move, tree.Draw)):
            target = here.to
            while isinstance(target, tree.At):
                todo += target.keys
                target = target.of
            todo += [part for part in parts(here) if part is not here.to]
            if isinstance(target, tree.Call):
                todo.append(target)
        else:
            todo += parts(here)
