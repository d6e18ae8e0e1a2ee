"""Tree → text: a rule file as it should be written.

What comes in: a `File`. What goes out: its text with two blanks for each block, columns under one
another and comments where they were. It means the same: parsing it gives the same tree; formatting
it again changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, cast

from alarife.syntax import tree
from alarife.syntax.lines import STEP, Lines
from alarife.syntax.spell_declarations import has_body, spell_declaration
from alarife.syntax.spell_expressions import spell, spell_type
from alarife.syntax.spell_statements import spell_cites, spell_prose
from alarife.syntax.words import HEAD_LINES


def format_file(file: tree.File) -> str:
    """The text of a rule file."""
    out = Lines(file.source.split("\n"))
    _head(out, file)
    _declarations(out, file.decls)
    return out.text(file.comments)


def _all_same(left: Sequence[Any], right: Sequence[Any]) -> bool:
    return len(left) == len(right) and all(map(same, left, right))


def same(left: Any, right: Any) -> bool:
    """Whether two trees say the same: places in the text, comments and the text itself left out."""
    if isinstance(left, tree.Node):
        return type(left) is type(right) and all(
            same(getattr(left, f.name), getattr(right, f.name))
            for f in fields(left)
            if f.name not in _NOT_SAID
        )
    if isinstance(left, list | tuple):
        return isinstance(right, list | tuple) and _all_same(
            cast("list[Any]", left), cast("list[Any]", right)
        )
    return isinstance(left, tree.Span) or left == right


_NOT_SAID = frozenset({"at", "head", "comments", "source", "path", "written"})


# ----------------------------------------------------------------
# head
def _head(out: Lines, file: tree.File) -> None:
    version, first = out.lines_below(0, 2)
    out.add(0, f"alarife {file.version}", version)
    title = "" if file.title is None else f' "{file.title}"'
    target = f" for {file.target}" if file.target else ""
    out.add(0, f"{file.what} {file.name}{title}{spell_cites(file.cites)}{target}", first)
    for sentence in file.prose:
        out.add(STEP, spell_prose(sentence), sentence.at.line)
    end = file.decls[0].at.line if file.decls else len(out.source) + 1
    for source, text in sorted(_head_lines(out, file, first, end)):
        out.add(STEP, text, source)


def _head_lines(out: Lines, file: tree.File, first: int, end: int) -> Iterator[tuple[int, str]]:
    """The lines under the head, with the source lines they come from."""
    listed = {
        "uses": file.uses,
        "needs": file.needs,
        "excludes": file.excludes,
        "with": file.with_modules,
    }
    for number in range(first + 1, end):
        word = (out.source[number - 1].split() or [""])[0]
        if word not in HEAD_LINES:
            continue
        if listed.get(word):
            yield number, f"{word} {', '.join(listed[word])}"
        elif word == "players" and file.players is not None:
            spelled = spell_type(file.players)
            low, _, high = spelled.partition("..")
            yield number, f"players {low if low == high else spelled}"
    for name, value, at in file.sets:
        yield at.line, f"set {name} to {spell(value)}"


# ----------------------------------------------------------------
# declarations
def _declarations(out: Lines, decls: list[tree.Decl]) -> None:
    """All declarations; those with the same conditions stand in one `when` block."""
    open_blocks: list[tree.Expr] = []
    previous: tree.Decl | None = None
    for decl in decls:
        shared = 0
        while (
            shared < min(len(open_blocks), len(decl.when))
            and open_blocks[shared] is decl.when[shared]
        ):
            shared += 1
        apart = (
            previous is None or shared < len(open_blocks) or has_body(previous) or has_body(decl)
        )
        for depth, condition in enumerate(decl.when[shared:], shared):
            out.add(
                depth * STEP,
                f"when {spell(condition)}",
                condition.at.line,
                apart=apart or depth == shared,
            )
            apart = False
        open_blocks = list(decl.when)
        spell_declaration(out, len(open_blocks) * STEP, decl, apart)
        previous = decl
