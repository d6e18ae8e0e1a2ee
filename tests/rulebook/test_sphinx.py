"""The extension in somebody else's project: own rule files, reStructuredText, another theme,
warnings as errors."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.rulebook.conftest import ORCHARD, WIND

from alarife.texts.targets import html_id

pytest.importorskip("sphinx")

PAGES = {
    "index": """
The orchard's home
==================

See :alr:rule:`light`, :alr:rule:`orchard.light`, :alr:action:`take a basket <take>`, :alr:piece:`Basket`, :alr:place:`meadow`,
:alr:table:`Fruit`, :alr:term:`Thing`, :alr:module:`module.wind`, :alr:example:`orchard.example.a_light_one`,
:alr:part:`orchard.chapter.setup`, :any:`orchard.play`, and :ref:`alr-index`.

.. toctree::

   book
   windy
   parts
""",
    "book": """
The book
========

.. alr:rulebook:: rules/orchard.alr
   :players: 2
""",
    "windy": """
With wind
=========

.. alr:rulebook:: rules/orchard.alr
   :modules: rules/wind.alr
   :set: wind.storm=yes
   :diff:
   :no-index-entry:
""",
    "parts": """
Parts
=====

.. alr:components:: rules/orchard.alr

.. alr:setup:: rules/orchard.alr

.. alr:turn:: rules/orchard.alr

.. alr:chapter:: rules/orchard.alr ending

.. alr:table:: rules/orchard.alr Fruit

.. alr:diff:: rules/orchard.alr
   :modules: rules/wind.alr

.. alr:rulings:: rules/orchard.alr

.. code-block:: alarife

   rule light(basket: Basket) "Not too heavy" [ORCH-4]
     > Nobody carries more than {most}.
     basket.worth at most most
""",
    "single": """
:orphan:

Single
======

.. alr:action:: rules/orchard.alr take
   :no-index-entry:

.. alr:rule:: rules/orchard.alr pick_up
""",
}
GAME = ORCHARD.replace("uses orchard", "")


def project(folder: Path, pages: Mapping[str, str] = PAGES) -> Path:
    source = folder / "source"
    (source / "rules").mkdir(parents=True)
    (source / "rules" / "orchard.alr").write_text(GAME, encoding="utf-8")
    (source / "rules" / "wind.alr").write_text(WIND, encoding="utf-8")
    for name, text in pages.items():
        (source / f"{name}.rst").write_text(text.lstrip("\n"), encoding="utf-8")
    return source


def build(source: Path, builder: str = "html", **settings: object) -> tuple[Path, str]:
    """Build; the folder and what Sphinx warned of."""
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    out = source.parent / builder
    config = {
        "project": "Orchard",
        "extensions": ["alarife.sphinx"],
        "html_theme": "basic",
        "nitpicky": True,
        **settings,
    }
    warnings = io.StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            str(source),
            None,
            str(out),
            str(source.parent / "trees"),
            builder,
            config,
            status=None,
            warning=warnings,
        )
        app.build(force_all=True)
    return out, warnings.getvalue()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    return build(project(tmp_path_factory.mktemp("foreign")))


def test_it_builds_without_a_warning(site: tuple[Path, str]) -> None:
    assert site[1] == ""


def test_references_lead_to_what_is_printed(site: tuple[Path, str]) -> None:
    text = (site[0] / "index.html").read_text(encoding="utf-8")
    for target in (
        "orchard.light",
        "orchard.take",
        "orchard.Basket",
        "orchard.Thing",
        "orchard.chapter.setup",
        "orchard.play",
    ):
        assert f'href="book.html#{html_id(target)}"' in text, target
    assert f'href="windy.html#{html_id("module.wind")}"' in text


def test_the_same_thing_has_the_same_anchor_in_every_configuration(site: tuple[Path, str]) -> None:
    for page in ("book", "windy"):
        assert f'id="{html_id("orchard.light")}"' in (site[0] / f"{page}.html").read_text(
            encoding="utf-8"
        )


def test_a_module_is_marked_and_what_it_replaced_is_folded_away(site: tuple[Path, str]) -> None:
    text = (site[0] / "windy.html").read_text(encoding="utf-8")
    assert re.search(
        r"<details[^>]*alr-old[^>]*>\s*<summary>Without modules, this reads:</summary>", text
    )
    assert "Nobody carries more than 2." in text
    assert "Nobody carries more than 3." in text
    assert "Changed by The wind" in text
    assert "Hold on to your hat." in text
    assert "Changed by The wind" not in (site[0] / "book.html").read_text(encoding="utf-8")


def test_the_index_lists_everything(site: tuple[Path, str]) -> None:
    text = (site[0] / "alr-index.html").read_text(encoding="utf-8")
    assert "Not too heavy" in text
    assert "Not too heavy" in (site[0] / "genindex.html").read_text(encoding="utf-8")


def test_the_text_is_found_by_search(site: tuple[Path, str]) -> None:
    assert "meadow" in (site[0] / "searchindex.js").read_text(encoding="utf-8")


def test_no_page_needs_a_script_to_be_read(site: tuple[Path, str]) -> None:
    text = (site[0] / "book.html").read_text(encoding="utf-8")
    body = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert "Nobody carries more than 3." in body
    assert "onclick" not in body


@pytest.mark.parametrize("builder", ["text", "man", "epub", "singlehtml", "latex"])
def test_other_builders_print_it_too(tmp_path: Path, builder: str) -> None:
    out, warnings = build(
        project(tmp_path, {"index": PAGES["windy"]}), builder, epub_show_urls="no", version="1"
    )
    assert [
        line for line in warnings.splitlines() if "epub" not in line and "conf" not in line
    ] == []
    assert any(out.iterdir())


def test_on_a_manual_page_each_article_begins_a_line(tmp_path: Path) -> None:
    pages = [("index", "orchard", "Orchard", [], 1)]
    out, _ = build(project(tmp_path, {"index": PAGES["book"]}), "man", man_pages=pages)
    text = (out / "orchard.1").read_text(encoding="utf-8")
    heads = re.findall(r"^(.*)\n.*\\fB(?:Not too heavy|Your turn|Setup)\.\\fP", text, re.MULTILINE)
    assert heads
    assert set(heads) <= {".sp", ".IP 1. 3", ".IP 2. 3"}


def test_gettext_gives_the_messages_of_translate_extract(tmp_path: Path) -> None:
    """Sphinx's way to translate: the same messages, each at its place; its catalogue is used."""
    from babel.messages.pofile import read_po

    from alarife.library import Library
    from alarife.texts.spoken import TABLE
    from alarife.translation.template import sources

    out, _ = build(project(tmp_path / "one", {"index": PAGES["book"]}), "gettext")
    source = project(tmp_path / "two", {"index": PAGES["book"]})
    text = (out / "index.pot").read_text(encoding="utf-8")
    assert re.search(r"#: .*orchard\.alr:\d+\nmsgid \"Nobody carries more than {most}", text)
    path = source / "rules" / "orchard.alr"
    library = Library(texts={str(path): path.read_text(encoding="utf-8")})
    with (out / "index.pot").open("rb") as file:
        told = {str(message.id) for message in read_po(file) if message.id}
    asked = {one.text for one in sources(library, source, ["orchard"]) if one.context != TABLE}
    assert {" ".join(text.split()) for text in asked} <= told
    folder = source / "locale" / "hu" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "index.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "Nobody carries more than {most}."\nmsgstr "Legfeljebb {most} lehet."\n',
        encoding="utf-8",
    )
    out, warnings = build(source, language="hu", locale_dirs=["locale"])
    assert warnings == ""
    assert "Legfeljebb 3 lehet." in (out / "index.html").read_text(encoding="utf-8")


def test_a_mistake_in_a_rule_file_is_told_with_its_line_and_a_hint(tmp_path: Path) -> None:
    page = ".. alr:action:: rules/orchard.alr take\n\n.. alr:chapter:: rules/bad.alr turn\n"
    source = project(tmp_path, {"index": f"Title\n=====\n\n{page}"})
    bad = (source / "rules" / "orchard.alr").read_text(encoding="utf-8")
    (source / "rules" / "bad.alr").write_text(bad + "\nrule broken whn\n", encoding="utf-8")
    _, warnings = build(source)
    line = bad.count("\n") + 2
    assert re.search(rf"index\.rst:6: .*bad\.alr:{line}:\d+: E\d{{4}}: .+\. .+", warnings), warnings


def test_what_is_printed_twice_on_a_page_has_its_anchor_once(tmp_path: Path) -> None:
    twice = ".. alr:rulebook:: rules/orchard.alr\n\n.. alr:action:: rules/orchard.alr take\n\n"
    twice += ".. alr:rulebook:: rules/orchard.alr\n   :no-index-entry:\n"
    out, _ = build(project(tmp_path, {"index": f"Title\n=====\n\n{twice}"}))
    ids = re.findall(r'\bid="([^"]+)"', (out / "index.html").read_text(encoding="utf-8"))
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("path", ["../secret.txt", "rules/../../secret.txt", "/etc/passwd"])
def test_paragraphs_are_traced_within_the_project_only(path: str, tmp_path: Path) -> None:
    source = project(tmp_path, {"index": f"T\n=\n\n.. alr:trace:: {path}\n"})
    (tmp_path / "secret.txt").write_text("WORD-1\n", encoding="utf-8")
    out, warnings = build(source)
    assert "lies outside of this project" in warnings or "There is no file" in warnings
    for said in (warnings, (out / "index.html").read_text(encoding="utf-8")):
        assert "WORD-1" not in said
        assert "root:" not in said


def test_a_reference_to_nothing_is_told(tmp_path: Path) -> None:
    _, warnings = build(project(tmp_path, {"index": "Title\n=====\n\nSee :alr:rule:`nothing`.\n"}))
    assert "reference target not found: nothing" in warnings


def test_another_language(tmp_path: Path) -> None:
    source = project(tmp_path, {"index": PAGES["book"]})
    (source / "hu.po").write_text(
        'msgctxt "orchard.light"\nmsgid "Nobody carries more than {most}."\nmsgstr "Legfeljebb {most}."\n'
    )
    out, warnings = build(source, alarife_catalogues=".", language="hu")
    assert warnings == ""
    assert "Legfeljebb 3." in (out / "index.html").read_text(encoding="utf-8")
