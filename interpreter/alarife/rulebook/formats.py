"""The formats of a book: which of Sphinx's builders makes it, from how many pages, and what becomes
of the result.

In: the name of a format. Out: a `Format`, whose `finish` turns what was built into the files that
people get and says which of them to open first. A new format is a row in `FORMATS`."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from alarife.diagnostics import RuleError, rule_error
from alarife.rulebook.epub import finished

PAPERS = {"a4": "A4", "letter": "letter"}
"""Paper sizes by the names that people type, as CSS names them."""


@dataclass(frozen=True, slots=True)
class Printed:
    """How a book is wished: `form` is one of `FORMATS`, `paper` one of `PAPERS`; `citations` says
    whether rules name the paragraphs of the printed rules they go back to; a `draft` is printed
    even if examples fail, and says so. `sources` are rule files by path, if it is to be made of
    these and no others."""

    form: str = "html"
    paper: str = "a4"
    citations: bool = False
    draft: bool = False
    sources: Mapping[str, str] = field(default_factory=dict[str, str])


PAGES = Printed()
"""A folder of pages, without citations."""


@dataclass(frozen=True, slots=True)
class Format:
    """`builder` is one of Sphinx's (or ours); `whole` says that the book is one page; `finish` gets
    the folder built into, the folder asked for, the game's name and the paper."""

    builder: str
    whole: bool
    finish: Callable[[Path, Path, str, str], Path]
    needs: tuple[str, ...] = ()


def _site(built: Path, target: Path, name: str, paper: str) -> Path:
    """A folder of pages, as it was built."""
    shutil.copytree(built, target, dirs_exist_ok=True)
    return target / "index.html"


def _file(ending: str, found: str) -> Callable[[Path, Path, str, str], Path]:
    """A single file, named for the game."""

    def finish(built: Path, target: Path, name: str, paper: str) -> Path:
        made = target / f"{name}.{ending}"
        shutil.copyfile(next(iter(sorted(built.glob(found)))), made)
        return made

    return finish


def _epub(built: Path, target: Path, name: str, paper: str) -> Path:
    """One file for readers of books."""
    made = target / f"{name}.epub"
    finished(next(iter(sorted(built.glob("*.epub")))), made)
    return made


def _pdf(built: Path, target: Path, name: str, paper: str) -> Path:
    """The one page, printed."""
    made = target / f"{name}.pdf"
    laid_out((built / "index.html").read_text(encoding="utf-8"), paper).write_pdf(made)
    return made


def laid_out(page: str, paper: str) -> Any:
    """A document of WeasyPrint's. Nothing is fetched for it."""
    from weasyprint import CSS, HTML  # pyright: ignore[reportMissingTypeStubs]

    flowing = _spaced(_in_columns(_SIZED.sub(_to_print, named_once(page))))
    html = HTML(string=flowing, base_url="about:blank", url_fetcher=_nothing)
    sheets = f"@page {{ size: {PAPERS[paper]}; }}\n{_RUNNING}"
    sheets += _small_enough(flowing, sheets)
    if page.count('class="alr-article') < _SHORT:
        sheets += "nav.contents { break-after: auto !important; }"
    made = html.render(stylesheets=[CSS(string=sheets)])
    anchors = made.pages[1].anchors if len(made.pages) > 1 else ["r-"]
    if not any(name.startswith("r-") for name in anchors):  # only the rest of the contents
        sheets += "nav.contents { break-inside: avoid; break-after: auto !important; }"
        made = html.render(stylesheets=[CSS(string=sheets)])
    if _nearly_empty(made.pages):
        for size in _GLOSSARY_SIZES:
            smaller = f"{sheets}dl.alr-glossary {{ font-size: {size}pt !important; }}"
            tried = html.render(stylesheets=[CSS(string=smaller)])
            if len(tried.pages) < len(made.pages):
                return tried
    return made


def _nearly_empty(pages: Sequence[Any]) -> bool:
    """Whether a few lines of the glossary take a page."""
    glossary = [p.anchors for p in pages if any(n.startswith("glossary-of-") for n in p.anchors)]
    terms = [name for name in glossary[-1] if name.startswith("r-")] if glossary else []
    return len(glossary) > 1 and len(terms) < FEW_TERMS


_GLOSSARY_SIZES = (8.2, 7.8, 7.4)
"""Sizes of the letters in a glossary that is a little too long, in points."""
FEW_TERMS = 7
"""Fewer on the last page of the glossary leave most of it empty."""
_AID_SIZES = (8.8, 8.3, 7.8, 7.3)
"""Sizes of the letters on the player aid, in points. The first is that of the style sheet."""


def _small_enough(page: str, sheets: str) -> str:
    """Rules for the player aid: the largest letters with which it goes on one sheet. One that goes
    on none takes more sheets, and its boxes may go on from one to the next."""
    from weasyprint import CSS, HTML  # pyright: ignore[reportMissingTypeStubs]

    at, end = page.find('<section class="alr-aid-page"'), page.find("</main>")
    if at < 0 or "<body" not in page:
        return ""
    rules = ""
    alone = f"{page[: page.index('<body')]}<body><main>{page[at:end]}</main></body></html>"
    for size in _AID_SIZES:
        rules = (
            f".alr-aid-box {{ font-size: {size}pt !important; }}"
            f".alr-aid-box td, .alr-aid-box th {{ font-size: {size - 0.8:.1f}pt !important; }}"
        )
        html = HTML(string=alone, base_url="about:blank", url_fetcher=_nothing)
        if len(html.render(stylesheets=[CSS(string=sheets + rules)]).pages) == 1:
            return "" if size == _AID_SIZES[0] else rules
    return rules + ".alr-aid-box { break-inside: auto !important; }"


_RUNNING = """
h1 { string-set: book content(); }
h2 { string-set: chapter content(); }
@page {
  font: 9pt "Noto Sans", "DejaVu Sans", sans-serif; color: #57606a;
  @top-left { content: string(book); }
  @top-right { content: string(chapter); }
  @bottom-right { content: counter(page); }
}
@page :first {
  @top-left { content: none; }
  @top-right { content: none; }
  @bottom-right { content: none; }
}
"""
"""Running heads and page numbers, in the CSS of paged media, which browsers don't know."""

_SHORT = 30
"""A book of fewer articles begins on its first page."""

_AFTER_CONTENTS = re.compile(
    r'(<nav class="contents.*?</nav>)(.*?)(?=<section class="alr-aid-page"|</section>\s*</main>)',
    re.DOTALL,
)
_TARGETS = re.compile(r'((?:<span id="[^"]*"></span>)+)(<(?:h\d|p) class="alr-head">)')


def _in_columns(page: str) -> str:
    """The page with all chapters in one flow of columns, between the contents and the player aid:
    so no chapter leaves a column empty. Targets stand inside the headings: a line of their own at
    the foot of a column would count as the beginning of the article."""
    flowing = _AFTER_CONTENTS.sub(r'\1<div class="alr-flow">\2</div>', page, count=1)
    return _TARGETS.sub(r"\2\1", flowing)


_BEFORE_A_LINK = re.compile(r"(?<=[^\s>]) (?=<(?:span|a|strong|em|code)\b)")


def _spaced(page: str) -> str:
    """The page with the space between words and an inline element in an element of its own:
    WeasyPrint sets only the first word on a line that all of a text fits but for a space at its
    end."""
    return _BEFORE_A_LINK.sub("<span> </span>", page)


_LOOK = re.compile(r'<span class="alr-entry alr-look">.*?</svg> ([^<]*)</span>', re.DOTALL)
_EMPTY_LEGEND = '<figcaption class="alr-legend"></figcaption>'


def named_once(page: str) -> str:
    """The page with each kind of piece in the legend of the first picture that shows it: on paper,
    everybody can see that picture, and legends under all of them take two sheets."""
    named: set[str] = set()

    def first(found: re.Match[str]) -> str:
        if found[1] in named:
            return ""
        named.add(found[1])
        return found[0]

    return _LOOK.sub(first, page).replace(_EMPTY_LEGEND, "")


_SIZED = re.compile(r'(<svg [^>]*?width=")([\d.]+)(" height=")([\d.]+)("[^>]*?) style="[^"]*"')
POINTS = 0.5
"""Points of paper for a unit of a drawing: a tile is then about as large as a thumbnail."""

COLUMN = 205.0
"""How wide a drawing may be, in points: the printed page has two columns."""


def _to_print(found: re.Match[str]) -> str:
    """The beginning of a drawing, with a size on paper instead of one that follows the screen."""
    width, height = float(found[2]), float(found[4])
    scale = min(POINTS, COLUMN / width)
    size = f"width:{width * scale:.1f}pt;height:{height * scale:.1f}pt"
    return f'{found[1]}{found[2]}{found[3]}{found[4]}{found[5]} style="{size}"'


def _nothing(url: str, timeout: int = 0, ssl_context: object = None) -> dict[str, object]:
    raise ValueError(f"A rulebook fetches nothing, and here it would be {url[:100]}.")


FORMATS: dict[str, Format] = {
    "html": Format("html", whole=False, finish=_site),
    "single": Format("alarife_page", whole=True, finish=_file("html", "index.html")),
    "pdf": Format("alarife_page", whole=True, finish=_pdf, needs=("weasyprint",)),
    "epub": Format("epub", whole=False, finish=_epub),
    "text": Format("text", whole=True, finish=_file("txt", "index.txt")),
    "markdown": Format("alarife_markdown", whole=True, finish=_file("md", "index.md")),
}
"""Every format by its name on the command line."""


def format_of(printed: Printed) -> Format:
    """The format of a wish. Raises `RuleError` for an unknown name, an unknown paper, or if
    what the format needs is not installed."""
    from importlib.util import find_spec

    name, paper = printed.form, printed.paper
    if name not in FORMATS:
        raise _wrong(f"There is no format `{name}`.", FORMATS)
    if paper not in PAPERS:
        raise _wrong(f"There is no paper `{paper}`.", PAPERS)
    if missing := [package for package in FORMATS[name].needs if find_spec(package) is None]:
        hint = (
            f"Install it with `pip install 'alarife[{name}]'`, or `pip install '.[{name}]'` in a"
            " copy of the repository."
        )
        message = f"What makes a book as {name} is not installed: {', '.join(missing)}."
        raise rule_error("E0650", message, hint)
    return FORMATS[name]


def _wrong(message: str, known: dict[str, Format] | dict[str, str]) -> RuleError:
    return rule_error("E0653", message, f"There are: {', '.join(known)}.")
