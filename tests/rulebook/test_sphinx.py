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


@pytest.mark.parametrize("builder", ["text", "epub", "singlehtml", "latex"])
def test_other_builders_print_it_too(tmp_path: Path, builder: str) -> None:
    out, warnings = build(
        project(tmp_path, {"index": PAGES["windy"]}), builder, epub_show_urls="no", version="1"
    )
    assert [
        line for line in warnings.splitlines() if "epub" not in line and "conf" not in line
    ] == []
    assert any(out.iterdir())


def test_gettext_sees_every_sentence_with_its_place_in_the_rule_file(tmp_path: Path) -> None:
    source = project(tmp_path, {"index": PAGES["book"]})
    out, _ = build(source, "gettext")
    text = (out / "index.pot").read_text(encoding="utf-8")
    assert 'msgid "Nobody carries more than 3."' in text
    assert re.search(r"#: .*orchard\.alr:\d+\nmsgid \"Nobody carries", text)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (".. alr:rulebook:: rules/nothing.alr", "nothing.alr"),
        (".. alr:rulebook:: rules/orchard.alr\n   :players: 9", "2 to 4 players"),
        (".. alr:chapter:: rules/orchard.alr nowhere", "no chapter nowhere"),
        (".. alr:action:: rules/orchard.alr nothing", "no article nothing"),
        (
            ".. alr:example:: rules/orchard.alr Nothing of the kind",
            "no example “Nothing of the kind”",
        ),
    ],
)
def test_mistakes_are_told_in_words_where_they_are(tmp_path: Path, line: str, told: str) -> None:
    _, warnings = build(project(tmp_path, {"index": f"Title\n=====\n\n{line}\n"}))
    assert told in warnings
    assert "index.rst:4" in warnings
    assert "Traceback" not in warnings


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
