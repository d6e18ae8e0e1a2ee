"""A row about books: a whole rulebook as HTML against the same pages written by hand, both made by
Sphinx with one theme."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from tests.benchmark.measuring import EVERYTHING, FAMILY, Asked, Row


def rulebook(asked: Asked) -> Iterator[Row]:
    """The rulebook with all modules."""
    if find_spec("sphinx") is None or find_spec("furo") is None:
        yield Row(
            "a rulebook against its pages written by hand",
            "Sphinx and furo are not installed",
            "at most 5 ×",
            "–",
        )
        return
    from alarife.rulebook.build import build

    modules: list[str] = list(EVERYTHING)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(
            FAMILY, modules, players=3, to=folder / "warm"
        )  # so that nobody pays for loading Sphinx
        source = pages_by_hand(FAMILY, modules, folder)
        woven: list[float] = []
        by_hand: list[float] = []
        for n in range(asked.rounds):
            begin = time.process_time()
            build(FAMILY, modules, players=3, to=folder / f"book{n}")
            woven.append(time.process_time() - begin)
            begin = time.process_time()
            sphinx(source, folder / f"hand{n}")
            by_hand.append(time.process_time() - begin)
    said = f"{min(woven) / min(by_hand):.1f} × ({min(woven):.2f} against {min(by_hand):.2f} s)"
    yield Row("a rulebook as HTML against its pages written by hand", said, "at most 5 ×", "–")


def pages_by_hand(game: str, modules: list[str], folder: Path) -> Path:
    """The same pages, as text that somebody wrote: what Sphinx prints of them as plain text,
    drawings left out. The folder with their sources."""
    from alarife.rulebook.build import pages_of
    from alarife.rulebook.load import book_of
    from alarife.texts.english import ENGLISH

    book = book_of(game, modules, players=3)
    pages = pages_of(book, ENGLISH)
    wish: dict[str, object] = {"game": game, "modules": modules, "options": {}, "players": 3}
    made, source = folder / "made", folder / "source"
    made.mkdir()
    source.mkdir()
    for name, text in pages.items():
        (made / f"{name}.rst").write_text(text, encoding="utf-8")
    sphinx(made, folder / "text", "text", wish)
    for name in pages:
        text = (folder / "text" / f"{name}.txt").read_text(encoding="utf-8")
        (source / f"{name}.rst").write_text(text, encoding="utf-8")
    with (source / "index.rst").open("a", encoding="utf-8") as index:
        index.write(
            "\n.. toctree::\n\n" + "".join(f"   {name}\n" for name in pages if name != "index")
        )
    return source


def sphinx(
    source: Path, to: Path, builder: str = "html", wish: dict[str, object] | None = None
) -> None:
    """Let Sphinx build; only what prints rules as text needs our extension."""
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    settings = {
        "extensions": ["alarife.sphinx"] if builder == "text" else [],
        "html_theme": "furo",
        "language": "en",
        **({"alarife_book": wish} if wish else {}),
    }
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            str(source),
            None,
            str(to),
            str(to) + "-trees",
            builder,
            settings,
            status=None,
            warning=None,
        )
        app.build(force_all=True)
