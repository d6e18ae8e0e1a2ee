"""A rulebook as files that need nothing else.

In: a configuration, a folder and a format. Out: a folder of HTML pages with search, or one file:
HTML, PDF, EPUB, text or Markdown. Sphinx builds all of them from a few lines for each page. This
module writes these lines and carries the build out; `formats` says what becomes of the result."""

from __future__ import annotations

import gc
import re
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path

from alarife.arguments import asked
from alarife.diagnostics import rule_error
from alarife.library import Library
from alarife.rulebook.book import Book
from alarife.rulebook.formats import PAGES, Printed, format_of
from alarife.rulebook.load import made_of
from alarife.rulebook.phrases import phrase
from alarife.texts.catalogue import catalogue_for
from alarife.texts.speech import Speech

CONFIGURED = "-"
"""What stands for the game in a directive: the configuration that the settings name."""


@asked
def build(
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    language: str | None = None,
    to: Path | str = "book",
    catalogues: Path | None = None,
    printed: Printed = PAGES,
) -> Path:
    """Build the rulebook of this configuration into the folder `to`; the path of what to open
    first. Raises `RuleError` if the configuration is wrong, if what
    builds books is not installed, or if the folder can't be written to."""
    _need_sphinx()
    chosen = format_of(printed)
    language = language or "en"
    speech = catalogue_for(language, catalogues)
    texts = printed.sources
    library = Library(texts=texts, speech=speech) if texts else Library(speech=speech)
    made = made_of(game, modules, options, players, library, strict=not printed.draft)
    book = made.book
    target = Path(to)
    try:
        target.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="alarife-book-") as work:
            source, built = Path(work) / "source", Path(work) / "built"
            source.mkdir()
            pages = whole_page(book, speech) if chosen.whole else pages_of(book, speech)
            for name, text in pages.items():
                (source / f"{name}.rst").write_text(text, encoding="utf-8")
            wish = {
                "game": game,
                "modules": list(modules),
                "options": dict(options or {}),
                "players": players,
                "sources": dict(texts),
            }
            settings = settings_of(book, wish, language, catalogues)
            settings["alarife_citations"] = printed.citations
            settings["alarife_draft"] = printed.draft
            settings["alarife_made"] = lambda: made
            _run(source, built, Path(work) / "trees", settings, chosen.builder)
            return chosen.finish(built, target, book.game, printed.paper)
    except OSError as wrong:
        message = f"The book can't be written to {target}: {wrong.strerror or wrong}."
        hint = "Make room there, or name another folder with `--to`."
        raise rule_error("E0652", message, hint) from None


def _need_sphinx() -> None:
    from importlib.util import find_spec

    if find_spec("sphinx") is None or find_spec("furo") is None:
        hint = (
            "Install it with `pip install 'alarife[book]'`, or `pip install '.[book]'` in a copy of"
            " the repository."
        )
        raise rule_error("E0650", "What builds books is not installed.", hint)


# ----------------------------------------------------------------
# the pages
def pages_of(book: Book, speech: Speech) -> dict[str, str]:
    """The pages of a book: name → text for Sphinx. Their directives print the configuration of the
    settings (see `settings_of`). Of what rule files and catalogues say, headings alone stand here,
    and they are escaped: all else becomes nodes without having been source."""

    def directive(name: str, argument: str = "") -> str:
        return f".. alr:{name}:: {CONFIGURED} {argument}".rstrip() + "\n"

    pages: dict[str, str] = {}
    for chapter in book.chapters:
        title = f"{chapter.number} {chapter.title}"
        pages[f"{chapter.number:02}-{chapter.name}"] = _page(
            title, directive("chapter", chapter.name)
        )
    if book.questions:
        pages["questions"] = _page(phrase("questions", speech), directive("questions"))
    if book.rulings:
        pages["rulings"] = _page(phrase("rulings", speech), directive("rulings"))
    if book.glossary:
        pages["glossary"] = _page(phrase("glossary", speech), directive("glossary"))
    if book.modules:
        pages["difference"] = _page(phrase("diff", speech), directive("diff"))
    if book.aids:
        pages["aid"] = _page(phrase("aid", speech), directive("aid"))
    index = " ".join(phrase("index", speech).replace("<", "").split())
    listed = [*pages, f"{index} <genindex>"]
    contents = "\n".join(
        ["", ".. toctree::", "   :maxdepth: 2", "", *(f"   {name}" for name in listed), ""]
    )
    return {
        "index": _page(
            book.title,
            directive("front"),
            f".. rubric:: {escaped(phrase('contents', speech))}\n",
            contents,
        ),
        **pages,
    }


def whole_page(book: Book, speech: Speech) -> dict[str, str]:
    """The whole book as a single page: front, contents, chapters."""
    contents = escaped(phrase("contents", speech))
    return {
        "index": _page(
            book.title,
            f".. alr:front:: {CONFIGURED}\n",
            f".. contents:: {contents}\n   :depth: 1\n   :local:\n   :backlinks: none\n",
            f".. alr:rulebook:: {CONFIGURED}\n   :no-front:\n",
        )
    }


def _page(title: str, *parts: str) -> str:
    heading = escaped(title)
    return "\n".join([heading, "=" * max(4, 2 * len(heading)), "", *parts])


def escaped(text: str) -> str:
    """Text as reStructuredText in which nothing is markup: a backslash takes its meaning from
    whatever is no letter or digit, and the one at the front, which shows nothing, keeps the line
    from being a rule or an item of a list."""
    words = " ".join(text.split()) or "–"
    return "\\ " + "".join(c if c.isalnum() or c == " " else f"\\{c}" for c in words)


# ----------------------------------------------------------------
# the build
def settings_of(
    book: Book, wish: Mapping[str, object], language: str, catalogues: Path | None
) -> dict[str, object]:
    """The settings of the build. The theme prints the title as it is, so it is HTML here;
    the project is named by the game's identifier, which needs no care."""
    return {
        "project": book.game,
        "extensions": ["alarife.sphinx"],
        "html_theme": "furo",
        "html_title": escape(book.title, quote=True),
        "epub_title": book.title,
        "epub_show_urls": "no",
        "copyright": "–",  # an EPUB wants one, and a version
        "version": "–",
        "html_domain_indices": False,
        "html_show_sourcelink": False,
        "html_copy_source": False,
        "html_show_sphinx": False,
        "html_show_copyright": False,
        "html_theme_options": {"top_of_page_buttons": []},
        "language": language,
        "alarife_catalogues": str(catalogues.resolve()) if catalogues is not None else "",
        "alarife_book": dict(wish),
    }


@contextmanager
def _uncollected() -> Generator[None]:
    """No garbage collection meanwhile: what a build makes lives until its end, so each one would
    look at all of it for nothing."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _run(
    source: Path, target: Path, trees: Path, settings: dict[str, object], builder: str
) -> None:
    """Let Sphinx build; what it warns of is an error, for it can only be our own mistake. Nothing
    in the pages may take files in or bring markup of its own."""
    import io

    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    warnings = io.StringIO()
    with _uncollected(), patch_docutils(), docutils_namespace():
        app = Sphinx(
            str(source),
            None,
            str(target),
            str(trees),
            builder,
            settings,
            status=None,
            warning=warnings,
        )
        app.env.settings["file_insertion_enabled"] = False
        app.env.settings["raw_enabled"] = False
        app.build(force_all=True)
    told = re.sub(r"\x1b\[[0-9;]*m", "", warnings.getvalue()).replace(f"{source}/", "").strip()
    if app.statuscode or told:
        raise rule_error("E0651", f"The book could not be built: {told or 'Sphinx gave up'}.")
