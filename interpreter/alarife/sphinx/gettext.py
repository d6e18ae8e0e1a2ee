"""Sphinx's own way of translating: the messages of rule files in its templates, and its catalogues
as the language of a book.

In: the book of a directive, or the document it stands in. Out: for the builder `gettext`, every
message as it stands in the rule files, holes and all, so that the template has the messages that
`alarife translate extract` has; for all others, the catalogue that Sphinx keeps for the document.
"""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.i18n import docname_to_domain

from alarife.sphinx.books import Made
from alarife.syntax.parse import parse_cached
from alarife.texts.messages import messages


def note_builder(app: Sphinx) -> None:
    """Remember whether templates are made, which have messages instead of books."""
    app.env.get_domain("alr").data["gettext"] = app.builder.name == "gettext"


def messages_of(made: Made) -> list[nodes.Node]:
    """A paragraph for each message of the rule files of a book, at its place in its file."""
    from alarife.translation.template import fixed

    sources = made.whole.program.sources
    found: list[nodes.Node] = []
    for message in messages([parse_cached(text, path) for path, text in sources.items()]):
        node = nodes.paragraph(message.text, message.text)
        node.source, node.line = message.at.file, message.at.line
        found.append(node)
    for _, texts in fixed():
        for text in texts:
            node = nodes.paragraph(text, text)
            node.source, node.line = __file__, 1
            found.append(node)
    return found


def catalogue_of(env: BuildEnvironment) -> str:
    """The path of Sphinx's catalogue for the document being read; empty if there is none."""
    config = env.config
    domain = docname_to_domain(env.docname, config.gettext_compact)
    for folder in config.locale_dirs if config.language else ():
        path = Path(env.srcdir, folder, config.language, "LC_MESSAGES", f"{domain}.po")
        if path.is_file():
            return str(path)
    return ""
