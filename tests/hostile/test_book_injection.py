"""What a rule file or a catalogue says is text in the book, whatever it looks like.

Two books are built of the same rules: in one every text holds markup of all kinds, in the other
harmless words in its place. But for these words they must be alike, tag by tag and file by file.
A real browser then opens the hostile one, if there is one on this machine."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.rulebook.conftest import ORCHARD, WIND

from alarife.diagnostics import RuleError
from alarife.library import Library
from alarife.rulebook.build import build, escaped
from alarife.rulebook.formats import Printed
from alarife.syntax.parse import parse
from alarife.texts.catalogue import catalogue_for
from alarife.texts.messages import messages
from alarife.translation.template import fixed

pytest.importorskip("furo")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next((found for name in BROWSERS if (found := shutil.which(name))), None)
RUNS = "document.documentElement.dataset.pwned=1"
HARMLESS = "Harmless"
PAYLOADS = [
    f"<img src=x onerror={RUNS}>",
    f"<script>{RUNS}</script>",
    f"</title></style></script></head></main><svg onload={RUNS}><script>{RUNS}</script>",
    f"'onmouseover='{RUNS}' a<b>c</b>&lt;i&gt;",
    f"&#60;script&#62;{RUNS}&#60;/script&#62;",
    "`x <javascript:document.documentElement.dataset.pwned=1>`_ http://evil.example/",
    ":download:`x <../../../../../../../../../../../../../SECRET>`",
    ":doc:`x </index>` :alr:rule:`light` :math:`x` :raw-html:`<b>`",
    ".. include:: /SECRET",
    ".. raw:: html",
    "**bold *it ``lit a_ `b`__ |sub| [1]_ [#]_ _`t` x\\",
    "===== ----- ~~~~ :: + * # $ % ^",
    "@media import url(javascript:1) ]]> <!-- --> <?php ?>",
]
BRACED = [
    "{{ 7*7 }} {% include 'layout.html' %} {{ config }}",
    "{{ ''.__class__.__mro__ }}",
    '"><script>document.documentElement.dataset.pwned=1</script>',
]
"""A rule file can't hold these: braces are holes, and quotes end a text. A catalogue can."""
_TITLE = re.compile(r'(?<=")(?=[^"\n]+"(?: \[[^\]\n]*\])?(?:[:= ].*)?$)', re.MULTILINE)
_SENTENCE = re.compile(r"^(\s*> )", re.MULTILINE)
_SLUG = re.compile(r"#[a-z0-9-]+$")
"""What docutils makes of a heading: letters and digits alone."""
_CELL = re.compile(r"(\| (?:Apple|Pear|No|Yes|red|green|ours|theirs|Nobody may sleep\.)) ")


def filled(text: str, secret: Path, hostile: bool) -> str:
    """A rule file with something put into every text of it."""
    count = 0

    def word(_: re.Match[str]) -> str:
        nonlocal count
        count += 1
        words = PAYLOADS[count % len(PAYLOADS)].replace("/SECRET", str(secret))
        return (words if hostile else HARMLESS) + " "

    text = _TITLE.sub(word, text)
    text = _SENTENCE.sub(lambda found: found[1] + word(found), text)
    return _CELL.sub(lambda found: found[1] + " " + word(found).replace("|", "/"), text)


def catalogue(texts: list[str], hostile: bool) -> str:
    """A catalogue that translates every message of these rule files, and every phrase of the
    book."""
    blocks = ['msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n != 1;\\n"\n']
    files = [parse(text, f"{n}.alr") for n, text in enumerate(texts)]
    said = [(m.context, m.text) for m in messages(files)]
    said += [(context, text) for context, texts in fixed() for text in texts]
    for n, (context, text) in enumerate(said):
        payload = PAYLOADS[n % len(PAYLOADS)]
        words = f"{payload if hostile else HARMLESS} {text}"
        lines = (f"msgctxt {_po(context)}", f"msgid {_po(text)}")
        blocks.append("\n".join((*lines, f"msgstr {_po(words)}", "")))
    return "\n".join(blocks)


def _po(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def book(folder: Path, builder: str, hostile: bool, translated: bool) -> Path:
    """The folder of a book."""
    secret = folder / "secret.txt"
    secret.write_text("TOP-SECRET")
    for name, text in (("orchard", ORCHARD), ("wind", WIND)):
        written = text if translated else filled(text, secret, hostile)
        (folder / f"{name}.alr").write_text(written, encoding="utf-8")
    (folder / "xx.po").write_text(catalogue([ORCHARD, WIND], hostile), encoding="utf-8")
    build(
        str(folder / "orchard.alr"),
        [str(folder / "wind.alr")],
        {"wind.storm": True},
        2,
        "xx" if translated else "en",
        folder / "out",
        folder if translated else None,
        printed=Printed(builder, draft=True),
    )
    return folder / "out"


class Skeleton(HTMLParser):
    """The tags of a page with the names of their attributes, where they lead, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, ...]] = []
        self.leads: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, *sorted(name for name, _ in attrs)))
        leads = [value or "" for name, value in attrs if name in ("href", "src", "action")]
        self.leads += [_SLUG.sub("#slug", lead) for lead in leads]

    def handle_data(self, data: str) -> None:
        self.text += data


def pages(folder: Path) -> dict[str, Skeleton]:
    """The pages of a book, by their paths."""
    return {
        str(path.relative_to(folder)): Skeleton(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*html"))
    }


WHOLE = "orchard.html"
"""The whole book as one page."""
FORMS = {
    f"{how} of {of}": (how, of == "catalogue")
    for how in ("html", "single")
    for of in ("rule files", "catalogue")
}


@pytest.fixture(scope="module", params=FORMS.values(), ids=list(FORMS))
def books(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Path]:
    """The hostile book and the harmless one."""
    hostile, harmless = (tmp_path_factory.mktemp("book") for _ in range(2))
    how, translated = request.param
    return book(hostile, how, True, translated), book(harmless, how, False, translated)


def test_pages_differ_in_words_only(books: tuple[Path, Path]) -> None:
    hostile, harmless = (pages(folder) for folder in books)
    assert list(hostile) == list(harmless)
    for name, page in hostile.items():
        assert alike(page.tags, harmless[name].tags, name), name
        assert alike(page.leads, harmless[name].leads, name), name


def alike(hostile: list[Any], harmless: list[Any], name: str) -> bool:
    """Whether two pages are made of the same things: in the same order, but for those that are
    ordered by the words; an index has a heading for each letter besides, and a draft as a whole
    says more of what is wrong with the words."""
    if "index" in name:
        return {x for x in hostile if not re.match(r"#(cap-)?.{1,8}$", str(x))} <= set(harmless)
    if name == WHOLE:
        more, fewer = (Counter(a) - Counter(b) for a, b in pairwise((hostile, harmless, hostile)))
        return not fewer and set(more) <= {("li",), ("p",)}
    return sorted(hostile) == sorted(harmless) if "glossary" in name else hostile == harmless


def test_every_text_is_in_the_book(books: tuple[Path, Path]) -> None:
    """The test above would pass, too, if the texts were left out."""
    said = " ".join(page.text for page in pages(books[0]).values())
    for word in ("<img src=x onerror=", "<script>", ":download:`x <", "**bold *it ``lit a_ `b`__"):
        assert word in said


def test_no_file_comes_along(books: tuple[Path, Path]) -> None:
    listed = [
        sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())
        for folder in books
    ]
    assert listed[0] == listed[1]
    for path in books[0].rglob("*"):
        assert path.is_dir() or b"TOP-SECRET" not in path.read_bytes(), path


@pytest.mark.skipif(BROWSER is None, reason="no browser (chromium) is installed on this machine")
def test_nothing_runs_in_a_browser(books: tuple[Path, Path], tmp_path: Path) -> None:
    assert BROWSER is not None
    (tmp_path / "bait.html").write_text(f"<html><body>{PAYLOADS[0]}</body></html>")
    assert "data-pwned" in _opened(tmp_path / "bait.html", tmp_path), "the bait works"
    many = (books[0] / "search.html").exists()
    some = ("index.html", "01-components.html", "03-turn.html", "difference.html")
    for name in some if many else pages(books[0]):
        assert "data-pwned" not in _opened(books[0] / name, tmp_path), name
    for words in ("box", "harmless") if many else ():
        dom = _opened(books[0] / "search.html", tmp_path, f"?q={words}")
        assert "data-pwned" not in dom, words


def _opened(path: Path, profile: Path, query: str = "") -> str:
    """What a page has become in a browser that has run its scripts."""
    done = subprocess.run(
        [
            str(BROWSER),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={profile / 'profile'}",
            "--virtual-time-budget=3000",
            "--dump-dom",
            path.as_uri() + query,
        ],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert "<html" in done.stdout, done.stderr[-500:]
    return done.stdout


# ----------------------------------------------------------------
# other forms
@pytest.mark.parametrize("translated", [False, True])
def test_an_epub_differs_in_words_only(tmp_path: Path, translated: bool) -> None:
    made: list[dict[str, list[str]]] = []
    for hostile in (True, False):
        folder = tmp_path / str(hostile)
        folder.mkdir()
        out = book(folder, "epub", hostile, translated)
        [path] = out.glob("*.epub")
        with zipfile.ZipFile(path) as packed:
            assert b"TOP-SECRET" not in b"".join(packed.read(n) for n in packed.namelist())
            made.append(
                {name: list(_elements(packed.read(name), name)) for name in packed.namelist()}
            )
    assert list(made[0]) == list(made[1])
    for name, elements in made[0].items():
        assert alike(elements, made[1][name], name), name


def _elements(data: bytes, name: str) -> Iterator[str]:
    """The elements of a document; that it is well-formed is asked by reading it."""
    if name.endswith((".xhtml", ".opf", ".ncx")):
        for element in ElementTree.fromstring(data).iter():  # noqa: S314 - our own book
            yield f"{element.tag} {sorted(element.attrib)}"


def test_as_text_it_is_the_text(tmp_path: Path) -> None:
    out = book(tmp_path, "text", hostile=True, translated=False)
    said = "".join(path.read_text(encoding="utf-8") for path in out.glob("*.txt"))
    assert "TOP-SECRET" not in said
    assert ".. include:: /" in said
    assert "**bold *it ``lit a_ `b`__ |sub| [1]_" in " ".join(said.split())


@pytest.mark.parametrize("text", [chr(n) * 3 + " a" for n in range(33, 127)])
def test_headings_are_text(text: str) -> None:
    from docutils.core import publish_doctree

    for words in (text, f"a {text} b", f"x{text}", text[:3]):
        heading = escaped(words)
        document = publish_doctree(
            f"{heading}\n{'=' * 2 * len(heading)}\n\nBody\n",
            settings_overrides={"report_level": 3, "halt_level": 2, "doctitle_xform": False},
        )
        assert document[0][0].astext() == words


# ----------------------------------------------------------------
# what can't be read or written
@pytest.mark.parametrize(
    "content",
    [
        b'msgid "\xff"',
        'msgid "a"\nmsgstr "a\u202eb"'.encode(),
        b'msgid "a"\nmsgstr "a\x1b]0;x"',
        b'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=__import__;"',
        b'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=' + b"(" * 900 + b';"',
        b"x" * 8_000_001,
    ],
)
def test_catalogues_that_are_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "xx.po").write_bytes(content)
    with pytest.raises(RuleError, match="E0735"):
        catalogue_for("xx", tmp_path)


def test_odd_catalogues_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "xx.po").write_text(
        'msgid ""\nmsgstr "Plural-Forms: plural=n/(n-1);"\n\n"lost"\nmsgid "a"\nmsgstr "\\N{x} \\x"\n'
    )
    found = catalogue_for("xx", tmp_path)
    assert found.plural(1) == 0
    assert found.text("", "a") == "\\N{x} \\x"
    with pytest.raises(RuleError, match="E0733"):
        catalogue_for("../xx", tmp_path / "sub")


@pytest.mark.parametrize("where", ["file", "file/below"])
def test_a_file_in_the_way_is_told(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("precious")
    with pytest.raises(RuleError, match="E0652"):
        build("nim", to=tmp_path / where)
    assert (tmp_path / "file").read_text() == "precious"


def test_where_nothing_can_be_made_is_told() -> None:
    with pytest.raises(RuleError, match="E0652"):
        build("nim", to="/proc/book")


def test_a_library_of_texts_names_no_file() -> None:
    with pytest.raises(RuleError):
        Library(texts={}).text("/etc/hostname")
