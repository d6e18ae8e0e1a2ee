"""Every format of a book: one file (or folder) that holds the rules and needs nothing else."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from alarife.diagnostics import RuleError
from alarife.rulebook.build import build
from alarife.rulebook.formats import FORMATS, Printed, format_of

pytest.importorskip("furo")

SENTENCE = "Pay at least the price."


def words(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def test_a_single_page_needs_no_other_file(tmp_path: Path) -> None:
    made = build("alhambra", players=3, to=tmp_path, printed=Printed("single"))
    assert [made] == list(tmp_path.iterdir())
    text = made.read_text(encoding="utf-8")
    assert SENTENCE in words(text)
    assert "<svg" in text
    assert "<script" not in text
    assert not re.search(r'(?:src|href)="(?!#)', text)
    assert "break-inside" in text, "the styles are inside"


def test_text_and_markdown_have_readable_tables(tmp_path: Path) -> None:
    text = build("alhambra", players=3, to=tmp_path, printed=Printed("text")).read_text(
        encoding="utf-8"
    )
    assert SENTENCE in words(text)
    assert re.search(r"^\| Tower +\| 6 +\| 13, 6 +\| 21, 13, 6 +\|$", text, re.MULTILINE)
    marked = build("alhambra", players=3, to=tmp_path, printed=Printed("markdown"))
    text = marked.read_text(encoding="utf-8")
    assert marked.name == "alhambra.md"
    assert "| Tower | 6 | 13, 6 | 21, 13, 6 |" in text
    assert re.search(r"^## \d+ Scoring$", text, re.MULTILINE)
    anchors = set(re.findall(r'<a id="([^"]+)">', text))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors | {"alhambra"}, (
        "links lead somewhere"
    )


def test_a_map_that_no_file_draws_is_told_in_words(tmp_path: Path) -> None:
    made = build("draughts", to=tmp_path, printed=Printed("text"))
    said = words(made.read_text(encoding="utf-8"))
    assert "Before: 2, 7: Man: Black Man. Afterwards: 1, 8: Man: Black King." in said


def test_text_of_a_stranger_is_no_markup_in_markdown(tmp_path: Path) -> None:
    file = tmp_path / "odd.alr"
    shown = "<b>*bold*</b> [x](javascript:x) `code` | bar"
    file.write_text(
        'alarife 1\ngame odd "Odd"\n  > Aim.\n  players 2..2\n\nchapter c "C"\n\n'
        f'step play "P"\n  > {shown}\n  pass\n\nvalue winners "W": set of Player = Player\n',
        encoding="utf-8",
    )
    text = build(str(file), players=2, to=tmp_path, printed=Printed("markdown")).read_text(
        encoding="utf-8"
    )
    assert r"\<b\>\*bold\*\</b\> \[x\](javascript:x) \`code\` \| bar" in text


def test_an_epub_holds_the_chapters(tmp_path: Path) -> None:
    made = build("tic_tac_toe", to=tmp_path, printed=Printed("epub"))
    assert made.name == "tic_tac_toe.epub"
    with zipfile.ZipFile(made) as book:
        assert book.namelist()[0] == "mimetype"
        pages = [name for name in book.namelist() if name.endswith(".xhtml")]
        texts = {name: book.read(name).decode() for name in pages}
        package = book.read("content.opf").decode()
    assert "You win with a whole line" in " ".join(texts.values())
    drawn = set(re.findall(r'href="([^"]+)"[^>]*properties="svg"', package))
    assert drawn == {name for name, text in texts.items() if "<svg" in text}
    turns = re.findall(r'<itemref[^>]*idref="([^"]+)"', package)
    assert len(turns) == len(set(turns))


def test_the_base_game_fits_sixteen_sheets(tmp_path: Path) -> None:
    try:
        import weasyprint
    except (ImportError, OSError) as missing:  # its libraries belong to the system
        pytest.skip(f"WeasyPrint can't be used here: {missing}")
    made = build("tic_tac_toe", to=tmp_path, printed=Printed("pdf"))
    assert made.read_bytes().startswith(b"%PDF-")
    page = build("alhambra", players=2, to=tmp_path, printed=Printed("single")).read_text(
        encoding="utf-8"
    )
    from alarife.rulebook.formats import (
        _SHORT,  # pyright: ignore[reportPrivateUsage]
        laid_out,
    )

    assert len(laid_out(page, "letter").pages) <= 16, "the longest of all, on the shortest paper"
    assert weasyprint.__version__
    # Wherever the contents come to stand, rules follow them. The first chapters do for that: as
    # many as make a book that is not short.
    start = re.search(r"<nav[^>]*contents", page)
    assert start is not None
    some = page[: page.index('<section id="r-alhambra-chapter-end-of-turn"')]
    assert some.count('class="alr-article') >= _SHORT
    for lines in (4, 8):
        fuller = some[: start.start()] + "<p>More to need.</p>" * lines + some[start.start() :]
        pages = laid_out(f"{fuller}</section></main></body></html>", "a4").pages
        assert len(pages) > 3
        assert any(name.startswith("r-") for name in pages[1].anchors), lines


def test_on_paper_a_legend_names_each_piece_once() -> None:
    from alarife.rulebook.formats import named_once

    entry = '<span class="alr-entry alr-look"><svg><path/></svg> {}</span>'
    legend = '<figcaption class="alr-legend">{}</figcaption>'
    mark = '<span class="alr-entry"><svg></svg> Goes away</span>'
    garden, tower = entry.format("Garden"), entry.format("Tower")
    page = "".join(
        legend.format(entries) for entries in (garden, garden + tower, garden, mark + tower)
    )
    left = "".join(legend.format(entries) for entries in (garden, tower, mark))
    assert named_once(page) == left, "what the marks mean is said each time"


def test_citations_are_named_only_where_asked_for(tmp_path: Path) -> None:
    plain = build("tic_tac_toe", to=tmp_path / "a", printed=Printed("text")).read_text(
        encoding="utf-8"
    )
    assert "RULE-7" not in plain
    bare = build("alhambra", players=3, to=tmp_path / "b", printed=Printed("text"))
    assert "BASE-" not in bare.read_text(encoding="utf-8").replace("base-", "")
    cited = build("alhambra", players=3, to=tmp_path / "c", printed=Printed("text", citations=True))
    text = cited.read_text(encoding="utf-8")
    assert "BASE-24" in text
    assert "RULE-7" in text, "and it is explained what that is"


@pytest.mark.parametrize(("form", "paper"), [("docx", "a4"), ("pdf", "a9")])
def test_an_unknown_format_or_paper_is_told(form: str, paper: str) -> None:
    with pytest.raises(RuleError, match="E0653"):
        format_of(Printed(form, paper))


def test_the_command_offers_all_formats() -> None:
    from alarife.cli.rulebook import command

    offered = next(p for p in command.params if p.name == "form").type
    assert list(offered.choices) == list(FORMATS)  # pyright: ignore[reportAttributeAccessIssue]


def test_a_player_aid_goes_on_one_sheet_if_smaller_letters_let_it() -> None:
    pytest.importorskip("weasyprint")
    from alarife.rulebook.formats import _small_enough  # pyright: ignore[reportPrivateUsage]

    def rules(lines: int) -> str:
        box = f'<div class="alr-aid-box">{"<p>Do this, then that.</p>" * lines}</div>'
        css = "<style>.alr-aid-box { font-size: 8.8pt } p { margin: 0; line-height: 1.2 }</style>"
        page = f'<html><head>{css}</head><body><main><section class="alr-aid-page">{box}</section></main></body></html>'
        return _small_enough(page, "@page { size: 100mm 100mm; margin: 0 }")

    assert rules(10) == ""
    assert "7.8pt" in rules(29)
    assert "break-inside: auto" in rules(200)


def test_a_few_lines_of_the_glossary_take_no_page() -> None:
    from types import SimpleNamespace

    from alarife.rulebook.formats import _nearly_empty  # pyright: ignore[reportPrivateUsage]

    def pages(*terms: int) -> list[SimpleNamespace]:
        made = [SimpleNamespace(anchors={"r-play": 0})]
        for many in terms:
            names = ["glossary-of-orchard", *(f"r-{n}-term" for n in range(many))]
            made.append(SimpleNamespace(anchors=dict.fromkeys(names)))
        return made

    assert [_nearly_empty(pages(*terms)) for terms in ((), (1,), (20, 8), (20, 4), (20, 0))] == [
        False,
        False,
        False,
        True,
        True,
    ]


def test_a_wide_table_has_small_letters_on_paper(tmp_path: Path) -> None:
    text = build("minishogi", to=tmp_path, printed=Printed("single")).read_text(encoding="utf-8")
    frames = re.findall(r'<div class="([^"]*\balr-table\b[^"]*)"', text)
    assert ["alr-wide" in frame for frame in frames].count(True) == 2, "the table, and the aid"
    assert ".alr-wide" in text


def test_on_paper_no_word_stands_alone_before_a_number() -> None:
    pytest.importorskip("weasyprint")
    from alarife.rulebook.formats import laid_out

    css = "<style>p { font: 8.8pt 'DejaVu Serif', serif; margin: 0 }</style>"
    said = (
        "<strong>Enough money</strong>: Pay at least the price. You may pay more, even with cards"
    )
    said += " you didn't need"
    widths = "".join(
        f'<p style="width: {width}pt">{said}. <span>(4.7)</span></p>' for width in range(200, 232)
    )
    made = laid_out(f"<html><head>{css}</head><body>{widths}</body></html>", "a4")
    lines = [text for page in made.pages for text in _lines(page._page_box.children[0])]
    assert len(lines) >= 64
    assert [line for line in lines if line.count(" ") == 0 and not line.endswith(")")] == []


def _lines(box: Any) -> list[str]:
    """The lines below a box of WeasyPrint's, in order."""
    inside = getattr(box, "children", ())
    if type(box).__name__ == "LineBox":
        return [_said(box).strip()]
    return [line for one in inside for line in _lines(one)]


def _said(box: Any) -> str:
    return getattr(box, "text", "") or "".join(map(_said, getattr(box, "children", ())))
