"""A rulebook as a folder of pages that needs nothing else.

In: a configuration and a folder. Out: HTML, one page a chapter, with search, for phones and desks,
by day and by night, offline. It is Sphinx that builds them, from a few lines for each page; this
module writes these lines and carries the build out."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from alarife.diagnostics import Diagnostic, RuleError
from alarife.rulebook.book import Book
from alarife.rulebook.load import book_of
from alarife.rulebook.messages import UNTRANSLATED, Translation, catalogue_for
from alarife.rulebook.phrases import phrase


def build(
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    language: str | None = None,
    to: Path | str = "book",
    catalogues: Path | None = None,
) -> Path:
    """Build the rulebook of this configuration into the folder `to`; the path of its first page.
    Raises `RuleError` if the configuration is wrong, or if what builds books is not installed."""
    _need_sphinx()
    language = language or "en"
    translation: Translation = UNTRANSLATED
    if catalogues is not None and language != "en":
        translation = catalogue_for(language, catalogues)
    book = book_of(game, modules, options, players, translation)
    target = Path(to)
    with tempfile.TemporaryDirectory(prefix="alarife-book-") as work:
        source = Path(work) / "source"
        pages = pages_of(book, _options(game, modules, options, players, language), translation)
        source.mkdir()
        for name, text in pages.items():
            (source / f"{name}.rst").write_text(text, encoding="utf-8")
        _run(source, target, Path(work) / "trees", _settings(book, language, catalogues))
    return target / "index.html"


def _need_sphinx() -> None:
    from importlib.util import find_spec

    if find_spec("sphinx") is None or find_spec("furo") is None:
        hint = (
            "Install it with `pip install 'alarife[book]'`, or `pip install '.[book]'` in a copy of"
            " the repository."
        )
        raise RuleError([Diagnostic("E0650", "What builds books is not installed.", hint=hint)])


# ----------------------------------------------------------------
# the pages
def pages_of(book: Book, options: list[str], translation: Translation) -> dict[str, str]:
    """The pages of a book: name → text for Sphinx. `options` are the lines that say the
    configuration in a directive; the first is the game."""
    game, lines = options[0], options[1:]

    def directive(name: str, argument: str = "") -> str:
        return "\n".join(
            [f".. alr:{name}:: {game} {argument}".rstrip(), *(f"   {line}" for line in lines), ""]
        )

    pages: dict[str, str] = {}
    for chapter in book.chapters:
        title = f"{chapter.number} {chapter.title}"
        pages[f"{chapter.number:02}-{chapter.name}"] = _page(
            title, directive("chapter", chapter.name)
        )
    if book.rulings:
        pages["rulings"] = _page(phrase("rulings", translation), directive("rulings"))
    if book.glossary:
        pages["glossary"] = _page(phrase("glossary", translation), directive("glossary"))
    if book.modules:
        pages["difference"] = _page(phrase("diff", translation), directive("diff"))
    listed = [*pages, f"{phrase('index', translation)} <genindex>"]
    contents = "\n".join(
        ["", ".. toctree::", "   :maxdepth: 2", "", *(f"   {name}" for name in listed), ""]
    )
    return {
        "index": _page(
            book.title,
            directive("front"),
            f".. rubric:: {phrase('contents', translation)}\n",
            contents,
        ),
        **pages,
    }


def _page(title: str, *parts: str) -> str:
    return "\n".join([title, "=" * max(4, len(title)), "", *parts])


def _options(
    game: str,
    modules: Sequence[str],
    options: Mapping[str, object] | None,
    players: int | None,
    language: str,
) -> list[str]:
    def absolute(name: str) -> str:
        return str(Path(name).resolve()) if name.endswith(".alr") else name

    lines = [absolute(game), f":language: {language}"]
    if modules:
        lines.append(f":modules: {', '.join(absolute(m) for m in modules)}")
    if players is not None:
        lines.append(f":players: {players}")
    if options:
        said = {True: "yes", False: "no"}
        told = [
            f"{name}={said[value] if isinstance(value, bool) else value}"
            for name, value in options.items()
        ]
        lines.append(f":set: {', '.join(told)}")
    return lines


# ----------------------------------------------------------------
# the build
def _settings(book: Book, language: str, catalogues: Path | None) -> dict[str, object]:
    return {
        "project": book.title,
        "extensions": ["alarife.sphinx"],
        "html_theme": "furo",
        "html_title": book.title,
        "html_show_sourcelink": False,
        "html_copy_source": False,
        "html_show_sphinx": False,
        "html_show_copyright": False,
        "html_theme_options": {"top_of_page_buttons": []},
        "language": language,
        "alarife_catalogues": str(catalogues) if catalogues is not None else "",
    }


def _run(source: Path, target: Path, trees: Path, settings: dict[str, object]) -> None:
    """Let Sphinx build; what it warns of is an error, for it can only be our own mistake."""
    import io

    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    warnings = io.StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            str(source),
            None,
            str(target),
            str(trees),
            "html",
            settings,
            status=None,
            warning=warnings,
        )
        app.build(force_all=True)
    told = warnings.getvalue().strip()
    if app.statuscode or told:
        raise RuleError(
            [Diagnostic("E0651", f"The book could not be built: {told or 'Sphinx gave up'}.")]
        )
