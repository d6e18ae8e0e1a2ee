"""Where everything stands in the book: chapters and sections.

In: the declarations in force. Out: `program.articles` in the order libraries, game, modules, each
declaration with the chapter and section it was written under. A chapter or section is opened once,
with its title, and a chapter by no module; elsewhere one goes on in it. A line inside a `when`
block is good until the block ends."""

from __future__ import annotations

from itertools import groupby

from alarife.diagnostics import Label
from alarife.linking.program import Article
from alarife.linking.wording import listed
from alarife.linking.work import Work
from alarife.syntax import tree
from alarife.syntax.tree import Span


def weave(work: Work) -> None:
    """Fill `program.articles` and `program.examples`."""
    opened = _opened(work)
    for _, decls in groupby(work.decls, key=lambda decl: decl.at.file):
        _weave_file(list(decls), opened, work)
    work.program.examples = [
        a.decl for a in work.program.articles if isinstance(a.decl, tree.Example) and a.decl.steps
    ]


def _opened(work: Work) -> dict[tuple[type, str], tuple[tree.Decl, str]]:
    """Every chapter and section that is opened: the line that does it, and (for a section) the
    chapter it is in."""
    found: dict[tuple[type, str], tuple[tree.Decl, str]] = {}
    chapters: dict[tuple[str, tuple[Span, ...]], str] = {}
    for decl in work.decls:
        if not isinstance(decl, (tree.Chapter, tree.Section)):
            continue
        block = tuple(condition.at for condition in decl.when)
        if isinstance(decl, tree.Chapter):
            chapters[decl.at.file, block] = decl.name
        if decl.title is None:
            continue
        inside = next(
            (
                c
                for n in range(len(block), -1, -1)
                if (c := chapters.get((decl.at.file, block[:n])))
            ),
            "",
        )
        twin, _ = found.setdefault((type(decl), decl.name), (decl, inside))
        if twin is not decl:
            word = _word(decl)
            message = f"The {word} `{decl.name}` is opened twice."
            hint = f"Only one file gives it a title; the others go on with `{word} {decl.name}`."
            work.report.error(
                "E0244",
                message,
                Label(decl.head, decl.module),
                Label(twin.head, twin.module),
                hint=hint,
            )
    return found


def _word(decl: tree.Decl) -> str:
    return "chapter" if isinstance(decl, tree.Chapter) else "section"


def _weave_file(
    decls: list[tree.Decl], opened: dict[tuple[type, str], tuple[tree.Decl, str]], work: Work
) -> None:
    open_blocks: list[tuple[tuple[Span, ...], str, str]] = [((), "", "")]
    for decl in decls:
        block = tuple(condition.at for condition in decl.when)
        while open_blocks[-1][0] != block[: len(open_blocks[-1][0])]:
            open_blocks.pop()
        _, chapter, section = open_blocks[-1]
        if isinstance(decl, (tree.Chapter, tree.Section)):
            _check_opened(decl, opened, work)
            if isinstance(decl, tree.Chapter):
                chapter, section = decl.name, ""
            else:
                home = opened.get((tree.Section, decl.name))
                chapter, section = (home[1] or chapter) if home else chapter, decl.name
            if open_blocks[-1][0] == block:
                open_blocks.pop()
            open_blocks.append((block, chapter, section))
        told = bool(decl.prose) or not isinstance(
            decl, (tree.Order, tree.Formerly, tree.Tell, tree.Aid)
        )
        if told and decl.at not in work.dropped:
            work.program.articles.append(Article(_as_linked(decl, work), chapter, section))


def _check_opened(
    decl: tree.Chapter | tree.Section,
    opened: dict[tuple[type, str], tuple[tree.Decl, str]],
    work: Work,
) -> None:
    if (type(decl), decl.name) in opened:
        _check_who_opens(decl, opened, work)
        return
    word = _word(decl)
    names = [name for cls, name in opened if cls is type(decl)]
    hint = (
        work.hint_for(decl.name, names) or f'To open it, write its title: `{word} {decl.name} "…"`.'
    )
    work.report.error(
        "E0245", f"No file in play opens the {word} `{decl.name}`.", decl.head, hint=hint
    )


def _check_who_opens(
    decl: tree.Chapter | tree.Section,
    opened: dict[tuple[type, str], tuple[tree.Decl, str]],
    work: Work,
) -> None:
    """What a module says is woven into the chapters of its game: it opens none."""
    if not isinstance(decl, tree.Chapter) or opened[type(decl), decl.name][0] is not decl:
        return
    if any(file.path == decl.at.file and file.what == "module" for file in work.program.files):
        names = [
            name
            for (cls, name), (line, _) in opened.items()
            if cls is tree.Chapter and line.at.file != decl.at.file
        ]
        hint = f"Go on in one of the game's, without a title: {listed(names, 'or')}."
        work.report.error(
            "E0246",
            f"A module opens no chapter, and `{decl.name}` is none of its game's.",
            decl.head,
            hint=hint,
        )


def _as_linked(decl: tree.Decl, work: Work) -> tree.Decl:
    """The declaration with what other files added to it."""
    p = work.program
    match decl:
        case tree.Piece():
            return p.pieces.get(decl.name, decl)
        case tree.Kind():
            return p.kinds.get(decl.name, decl)
        case tree.Table():
            return p.tables.get(decl.name, decl)
        case tree.Step():
            return p.steps.get(decl.name, decl)
        case _:
            return decl
