"""The documentation site: `sphinx-build -n -W -j auto -b html docs site`, which takes about a
minute. For the pages alone, without the rulebooks, set the variable `ALARIFE_RULEBOOKS=none`."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "interpreter"))

project = "Alarife"
author = "The Alarife authors"
extensions = ["myst_parser", "alarife.sphinx", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "Alarife"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {"top_of_page_buttons": []}
html_static_path = ["_static"]
html_css_files = ["site.css"]
highlight_language = "text"
myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "site"]
if os.environ.get("ALARIFE_RULEBOOKS") == "none":
    exclude_patterns += ["rulebooks/*/**", "rulebooks/[!i]*"]
    suppress_warnings = ["toc", "ref", "myst.xref_missing"]
nitpicky = True
autodoc_typehints = "description"
# Python's own types: their inventory is not at hand where the site is built without a network.
nitpick_ignore_regex = [("py:class", r"(os|pathlib|collections\.abc)\..+")]
# Types that a signature names and that have no page of their own.
nitpick_ignore = [
    ("py:class", "alarife.checking.types.Type"),
    ("py:class", "alarife.checking.world.PlaceInfo"),
    ("py:class", "alarife.checking.world.NoteInfo"),
    ("py:class", "alarife.rulebook.formats.Printed"),
    ("py:class", "Lowered"),
    ("py:class", "Slots"),
    ("py:class", "alarife.checking.scope.Checked"),
    ("py:class", "alarife.diagnostics.Report"),
    ("py:class", "alarife.engine.tables.Tables"),
    ("py:class", "alarife.engine.decisions.Decision"),
    ("py:class", "alarife.engine.decisions.Option"),
    ("py:class", "alarife.engine.rules.RuleInfo"),
    ("py:class", "alarife.library.Library"),
    ("py:class", "alarife.lowering.layout.PlaceNo"),
    ("py:class", "alarife.rulebook.book.Box"),
    ("py:class", "alarife.rulebook.book.Example"),
    ("py:class", "alarife.rulebook.book.Inventory"),
    ("py:class", "alarife.rulebook.book.Frame"),
    ("py:class", "alarife.rulebook.book.Line"),
    ("py:class", "alarife.rulebook.book.Lines"),
    ("py:class", "alarife.rulebook.book.Link"),
    ("py:class", "alarife.rulebook.book.Links"),
    ("py:class", "alarife.rulebook.book.Pointer"),
    ("py:class", "alarife.rulebook.book.Ruling"),
    ("py:class", "alarife.rulebook.book.Section"),
    ("py:class", "alarife.rulebook.book.Table"),
    ("py:class", "alarife.rulebook.book.Term"),
    ("py:class", "alarife.syntax.tree.declarations.Decl"),
    ("py:class", "alarife.syntax.tree.nodes.Span"),
]


def spread(app, env, docnames):  # noqa: ANN001, ANN201 (as Sphinx wants it)
    """Sphinx gives neighbouring pages to one process. Rulebooks take most of the time, those of the
    family above all, so both are spread evenly among the other pages."""
    books = [name for name in docnames if name.startswith("rulebooks/")]
    family = [name for name in books if "/alhambra/" in name]
    light = [name for name in books if name not in family]
    docnames[:] = evenly(family, evenly(light, [n for n in docnames if n not in books]))


def evenly(some, others):  # noqa: ANN001, ANN201
    """Two lists as one, in which the members of the first stand at equal distances."""
    size = len(some) + len(others)
    places = {i * size // len(some): name for i, name in enumerate(some)}
    rest = iter(others)
    return [places.get(i) or next(rest) for i in range(size)]


def navigation(app, pagename, templatename, context, doctree):  # noqa: ANN001, ANN201
    """The list of pages at the side shows the section that the page is in, and not all of the
    hundreds of messages: most of the time a page takes went into this list."""
    whole = context.get("toctree")
    if whole is not None:
        depth = {"maxdepth": 1} if pagename.startswith("errors/") else {}
        context["toctree"] = lambda **wanted: whole(**{**wanted, **depth, "collapse": True})


def setup(app):  # noqa: ANN001, ANN201 (as Sphinx wants it)
    """Rulebooks are spread among the pages. Some blocks have names of their own, by which the tests
    that carry out a page tell them apart."""
    app.connect("env-before-read-docs", spread)
    app.connect("html-page-context", navigation, priority=400)  # before that of the theme
    from pygments.lexers.shell import BashLexer
    from pygments.lexers.special import TextLexer

    from alarife.lexer import AlarifeLexer

    alike = {
        AlarifeLexer: ["alarife-module"],
        TextLexer: ["message", "message-if"],
        BashLexer: ["sh-wrong"],
    }
    for lexer, names in alike.items():
        for name in names:
            app.add_lexer(name, lexer)
