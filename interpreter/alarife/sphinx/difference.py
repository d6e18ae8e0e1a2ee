"""What a combination changes, as nodes: for people who know the game by heart.

In: two checked programs. Out: sections by kind of difference, each with what was and what is.
"""

from __future__ import annotations

from itertools import groupby

from docutils import nodes

from alarife.checking.scope import Checked
from alarife.linking.diff import KINDS, Difference, differences
from alarife.linking.program import Program
from alarife.rulebook.messages import UNTRANSLATED, Translation
from alarife.rulebook.phrases import phrase
from alarife.rulebook.rows import table_of
from alarife.rulebook.targets import capital
from alarife.rulebook.telling import Telling
from alarife.rulebook.text import sentence
from alarife.sphinx.render import grid
from alarife.syntax import tree


def difference(base: Checked, other: Checked, translation: Translation = UNTRANSLATED) -> list[nodes.Node]:
    """The sections of a page of differences."""

    def say(program: Program, decl: tree.Decl, text: str) -> str:
        return sentence(base if program is base.program else other, decl, text)

    found = [d for d in differences(base.program, other.program, say) if _tells(d, base.program, other.program)]
    if not found:
        return [nodes.paragraph("", phrase("no_diff", translation))]
    titles = {file.name: file.title or file.name for file in [*base.program.files, *other.program.files]}
    made: list[nodes.Node] = [nodes.paragraph("", phrase("diff_intro", translation))]
    found.sort(key=lambda d: KINDS.index(d.kind))
    for kind, group in groupby(found, key=lambda d: d.kind):
        made.append(nodes.rubric("", phrase(f"diff_{kind}", translation)))
        told = list(group)
        if kind in ("setting", "pieces", "number"):
            made.append(_numbers(told, titles, translation))
        else:
            for d in told:
                entry = _entry(d, titles, translation)
                if d.what == "table":
                    entry += _table(base if d.gone else other, d.name, translation)
                made.append(entry)
    return made


def _tells(d: Difference, base: Program, other: Program) -> bool:
    """Whether there is something to read; an option that is off leaves no trace."""
    if d.what == "option" and d.kind in ("added", "removed"):
        return (base if d.gone else other).settings.get(d.name) is not False
    return bool(d.old or d.new or d.kind == "place")


def _numbers(told: list[Difference], titles: dict[str, str], translation: Translation) -> nodes.container:
    rows = []
    for d in told:
        row = f" ({d.label_title})" if d.label_title and not d.label else ""
        rows.append([capital(d.title) + row, d.old or "–", d.new or "–", titles.get(d.module, d.module)])
    return nodes.container(
        "", grid([phrase(f"diff_{key}", translation) for key in ("what", "before", "now", "by")], rows), classes=["alr-table"]
    )


def _table(checked: Checked, name: str, translation: Translation) -> list[nodes.Node]:
    """The rows of a table that only one of the programs has."""
    decl = checked.program.tables.get(name)
    shown = table_of(checked, decl, Telling(checked, translation).value_title, {}) if decl is not None else None
    return [nodes.container("", grid(shown.head, shown.rows), classes=["alr-table"])] if shown is not None else []


def _entry(d: Difference, titles: dict[str, str], translation: Translation) -> nodes.container:
    made = nodes.container(classes=["alr-article", "alr-amended"])
    head = nodes.paragraph("", "", classes=["alr-head"])
    title = capital(d.label_title if d.label else d.title)
    head += nodes.strong("", title if title[-1:] in "?!." else f"{title}.")
    if d.label:
        head += [nodes.Text(" "), nodes.inline("", capital(d.title), classes=["alr-says"])]
    if d.cites:
        head += [nodes.Text(" "), nodes.inline("", ", ".join(d.cites), classes=["alr-cites"])]
    if d.module in titles:
        head += [nodes.Text(" "), nodes.inline("", titles[d.module], classes=["alr-module"])]
    made += head
    new, old = (d.old, d.new) if d.gone else (d.new, d.old)
    if new:
        made += nodes.paragraph(new, new)
    if old and old != new:
        made += nodes.paragraph(
            "", "", nodes.inline("", phrase("was", translation) + " "), nodes.emphasis("", old), classes=["alr-was"]
        )
    return made
