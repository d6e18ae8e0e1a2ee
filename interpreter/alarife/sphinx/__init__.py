"""A Sphinx extension: rulebooks in anybody's documentation.

    extensions = ["alarife.sphinx"]

It brings the domain `alr` with directives that print a whole rulebook or a part of one, roles that
refer to rules, pieces, places, actions, tables, terms and modules, an index of them all, and a
lexer for rule files. What is printed is made by `alarife.rulebook`; here it only becomes nodes of a
document."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Register everything."""
    from alarife.lexer import AlarifeLexer
    from alarife.sphinx.domain import AlarifeDomain
    from alarife.sphinx.gettext import note_builder
    from alarife.sphinx.markdown import MarkdownBuilder
    from alarife.sphinx.nodes import Bracketed, Flat, NothingOld, Undrawn, add_nodes
    from alarife.sphinx.page import PageBuilder, add_theme
    from alarife.sphinx.plain import PlainTranslator

    app.add_config_value(
        "alarife_rules",
        "",
        "env",
        types=(str,),
        description="A folder of rule files besides the shipped ones.",
    )
    app.add_config_value(
        "alarife_catalogues",
        "",
        "env",
        types=(str,),
        description="A folder of catalogues: hu.po, cs.po, …",
    )
    app.add_config_value(
        "alarife_book",
        {},
        "env",
        types=(dict,),
        description="The configuration that directives print whose game is `-`.",
    )
    app.add_config_value(
        "alarife_made",
        None,
        "",
        types=(FunctionType,),
        description="Gives the book of that configuration, if it has been woven already.",
    )
    app.add_config_value(
        "alarife_citations",
        True,
        "env",
        types=(bool,),
        description="Whether rules name the paragraphs of the printed rules they go back to.",
    )
    app.add_config_value(
        "alarife_draft",
        False,
        "env",
        types=(bool,),
        description="Whether books are printed in which examples fail; they say so.",
    )
    app.add_domain(AlarifeDomain)
    for name in AlarifeLexer.aliases:
        app.add_lexer(name, AlarifeLexer)
    add_nodes(app)
    add_theme(app)
    app.add_builder(PageBuilder)
    app.add_builder(MarkdownBuilder)
    app.set_translator("text", PlainTranslator)
    app.connect("builder-inited", _add_static)
    app.connect("builder-inited", note_builder)
    app.add_css_file("alarife.css")
    app.add_js_file("alarife.js")
    app.add_post_transform(Undrawn)
    app.add_post_transform(NothingOld)
    app.add_post_transform(Bracketed)
    app.add_post_transform(Flat)
    return {
        "version": "1",
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _add_static(app: Sphinx) -> None:
    path = str(Path(__file__).parent / "static")
    if path not in app.config.html_static_path:
        app.config.html_static_path.append(path)
