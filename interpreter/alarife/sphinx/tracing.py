"""Traced paragraphs as tables of a document, a section for each source.

In: traced paragraphs. Out: nodes in which every rule and example leads to where it is printed, with
its chapter behind it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from alarife.resources import rules_dir
from alarife.rulebook.trace import Place, Traced, gaps, scope_of, shipped, trace

_HEAD = ("Paragraph", "Rules", "Examples")


class Trace(SphinxDirective):
    """Paragraphs of the printed rules, with the rules and the examples that go back to them. The
    argument is a file that lists the paragraphs in scope, from the folder of the document; without
    it, those are shown that are cited. A gap is a warning."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """A table for each source."""
        scope: dict[str, str] = {}
        if self.arguments:
            _, written = self.env.relfn2path(self.arguments[0])
            path = Path(written).resolve()
            if not any(path.is_relative_to(folder) for folder in self._folders()):
                told = f"{self.arguments[0]} lies outside of this project: name a file within it."
                return [self.state.document.reporter.error(told, line=self.lineno)]
            if not path.is_file():
                told = f"There is no file {self.arguments[0]}."
                return [self.state.document.reporter.error(told, line=self.lineno)]
            self.env.note_dependency(str(path))
            scope = scope_of(path)
        traced = trace(shipped(), scope)
        for one in gaps(traced) if scope else []:
            self.state.document.reporter.warning(
                f"{one.paragraph} has {one.gap}.", line=self.lineno
            )
        return tables(traced)

    def _folders(self) -> list[Path]:
        """Where such a file may lie: among the documents, or among rule files."""
        own = self.config.alarife_rules
        folders = [Path(self.env.srcdir), Path(str(rules_dir()))]
        folders += [Path(self.env.srcdir) / own] if own else []
        return [folder.resolve() for folder in folders]


def tables(traced: Sequence[Traced]) -> list[nodes.Node]:
    """A section with a table for each source."""
    made: list[nodes.Node] = []
    for source, group in groupby(traced, key=lambda one: one.paragraph.rpartition("-")[0]):
        section = nodes.section("", nodes.title(source, source), ids=[f"trace-{source.lower()}"])
        section += nodes.container("", _table(list(group)), classes=["alr-table", "alr-trace"])
        made.append(section)
    return made


def _table(rows: list[Traced]) -> nodes.table:
    group = nodes.tgroup(cols=3)
    group += [nodes.colspec(colwidth=width) for width in (1, 3, 3)]
    head = nodes.row()
    head += [nodes.entry("", nodes.paragraph("", name)) for name in _HEAD]
    group += nodes.thead("", head)
    body = nodes.tbody()
    for one in rows:
        row = nodes.row()
        row += nodes.entry("", nodes.paragraph("", one.paragraph))
        if one.out:
            row += [
                nodes.entry("", nodes.paragraph("", f"Not in scope: {one.out}.")),
                nodes.entry("", nodes.paragraph("", "–")),
            ]
            body += row
            continue
        shown = _list(one.examples) if one.examples or not one.test else nodes.paragraph()
        if one.test:
            shown += nodes.literal("", one.test)
        row += [nodes.entry("", _list(one.rules)), nodes.entry("", shown)]
        body += row
    group += body
    return nodes.table("", group)


def _list(places: list[Place]) -> nodes.paragraph:
    made = nodes.paragraph()
    for i, place in enumerate(places):
        made += [nodes.Text("; ")] if i else []
        inner = nodes.inline("", place.title)
        link = addnodes.pending_xref(
            "",
            inner,
            refdomain="alr",
            reftype="any",
            reftarget=place.target,
            refexplicit=True,
            refwarn=False,
        )
        link["alr:quiet"] = True
        made += link
        if place.chapter and (i + 1 == len(places) or places[i + 1].chapter != place.chapter):
            made += [nodes.Text(" "), nodes.inline("", place.chapter, classes=["alr-says"])]
    return made if places else nodes.paragraph("", "–")
