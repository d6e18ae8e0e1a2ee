"""What a combination changes, as nodes: for people who know the game by heart.

In: two checked programs. Out: sections by chapter, each with what was and what is.
"""

from __future__ import annotations

from itertools import groupby

from docutils import nodes

from alarife.checking.scope import Checked
from alarife.linking.diff import Difference, differences
from alarife.linking.program import Program
from alarife.rulebook.book import Book
from alarife.rulebook.phrases import phrase
from alarife.rulebook.telling import Telling
from alarife.sentences.text import sentence
from alarife.sphinx.small import grid
from alarife.syntax import tree
from alarife.texts.speech import Speech
from alarife.texts.targets import capital


def difference(base: Checked, other: Checked, book: Book | None = None) -> list[nodes.Node]:
    """The sections of a page of differences, in the order of the book, if there is one."""

    def say(program: Program, decl: tree.Decl, text: str) -> str:
        if not isinstance(decl, tree.Chapter):
            return sentence(base if program is base.program else other, decl, text)
        return Telling(base if program is base.program else other).title(decl)

    speech = other.program.speech
    found = [
        d
        for d in differences(base.program, other.program, say)
        if _tells(d, base.program, other.program)
    ]
    if not found:
        return [nodes.paragraph("", phrase("no_diff", speech))]
    titles = {
        file.name: file.title or file.name for file in [*base.program.files, *other.program.files]
    }
    made: list[nodes.Node] = [nodes.paragraph("", phrase("diff_intro", speech))]
    for chapter, group in groupby(found, key=lambda d: d.chapter):
        made.append(nodes.rubric("", chapter or phrase("diff_everywhere", speech)))
        told = list(group)
        numbers = [d for d in told if d.kind in _IN_TABLE]
        made += [_numbers(numbers, titles, speech)] if numbers else []
        made += [
            _entry(d, titles, speech)
            for d in _as_printed([d for d in told if d.kind not in _IN_TABLE], book)
        ]
    return made


def _as_printed(told: list[Difference], book: Book | None) -> list[Difference]:
    """In the order in which the book prints them; what it does not print stays behind what is
    before it."""
    places = (
        {target: i for i, a in enumerate(book.articles()) for target in (a.target, *a.aliases)}
        if book
        else {}
    )
    keys: list[int] = []
    for d in told:
        keys.append(places.get(f"{d.module}.{d.label or d.name}", keys[-1] if keys else -1))
    return [d for _, d in sorted(zip(keys, told, strict=True), key=lambda pair: pair[0])]


_IN_TABLE = ("setting", "pieces", "number")
"""Kinds of differences that are told in a table, old beside new."""


def _tells(d: Difference, base: Program, other: Program) -> bool:
    """Whether there is something to read; an option that is off leaves no trace."""
    if d.what == "option" and d.kind in ("added", "removed"):
        return (base if d.gone else other).settings.get(d.name) is not False
    return bool(d.old or d.new or d.rows or d.kind == "place")


def _numbers(told: list[Difference], titles: dict[str, str], speech: Speech) -> nodes.container:
    rows = []
    for d in told:
        row = f" ({d.label_title})" if d.label_title and not d.label else ""
        rows.append(
            [capital(d.title) + row, d.old or "–", d.new or "–", titles.get(d.module, d.module)]
        )
    return nodes.container(
        "",
        grid([phrase(f"diff_{key}", speech) for key in ("what", "before", "now", "by")], rows),
        classes=["alr-table"],
    )


def _entry(d: Difference, titles: dict[str, str], speech: Speech) -> nodes.container:
    made = nodes.container(classes=["alr-article", "alr-amended"])
    head = nodes.paragraph("", "", classes=["alr-head"])
    how = _how(d, speech)
    if d.kind == "order":
        head += nodes.Text(how)
    else:
        title = capital(d.label_title or d.title)
        head += [nodes.strong("", title if title[-1:] in "?!." else f"{title}."), nodes.Text(" ")]
        head += nodes.inline("", how, classes=["alr-says"])
    if d.cites:
        head += [nodes.Text(" "), nodes.inline("", ", ".join(d.cites), classes=["alr-cites"])]
    if d.module in titles:
        head += [nodes.Text(" "), nodes.inline("", titles[d.module], classes=["alr-module"])]
    made += head
    if d.kind == "order":
        return made
    new, old = (d.old, d.new) if d.gone else (d.new, d.old)
    if new:
        made += nodes.paragraph(new, new)
    if old and old != new:
        made += nodes.paragraph(
            "",
            "",
            nodes.inline("", phrase("diff_rule" if d.exception else "diff_was", speech) + " "),
            nodes.emphasis("", old),
            classes=["alr-was"],
        )
    if d.rows:
        rows = [list(row) for row in d.rows]
        made += nodes.container(
            "", grid([capital(cell) for cell in rows[0]], rows[1:]), classes=["alr-table"]
        )
    return made


def _how(d: Difference, speech: Speech) -> str:
    """What kind of difference it is, in words."""
    what = capital(d.title)
    if d.kind == "order":
        return phrase(f"diff_order_{d.label}", speech, what=what, order=d.new)
    key = d.crosses or ("exception" if d.exception and d.kind == "changed" else d.kind)
    if d.kind == "changed" and not d.label:
        key = "otherwise"
    told = phrase("diff_removed" if d.gone and not d.label else f"diff_{key}", speech, what=what)
    return f"{phrase('diff_no_longer', speech)} {told}" if d.gone and d.label else told
