"""What stands round the chapters: how many there are of each piece, the glossary, the rulings.

In: a program and how to tell its texts. Out: parts of the book.
"""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.scope import Checked
from alarife.linking.numbers import constant_of
from alarife.linking.program import Program
from alarife.rulebook.book import Article, Link, Paragraph, Ruling, Table, Term
from alarife.rulebook.calls import mentioned
from alarife.rulebook.paragraphs import paragraphs_of
from alarife.rulebook.phrases import phrase
from alarife.rulebook.targets import KINDS, bare_title, capital, target_of
from alarife.rulebook.telling import Telling
from alarife.syntax import tree

_MOST_SEE = 4


def things(checked: Checked, telling: Telling, base: Checked | None) -> Table | None:
    """How many there are of each piece, in file order; beside it how many there are without
    modules, if that differs."""
    t = telling.translation
    rows: list[list[str]] = []
    marks: list[str] = []
    modules = {
        file.name: telling.file_title(file)
        for file in checked.program.files
        if file.what == "module"
    }
    for info in checked.world.pieces.values():
        if info.decl.title and info.count:
            old = (
                base.world.pieces[info.name].count
                if base is not None and info.name in base.world.pieces
                else None
            )
            was = str(old) if old is not None and old != info.count else ""
            rows.append([str(info.count), capital(telling.title(info.decl)), was])
            marks.append(modules.get(info.decl.module, ""))
    if not rows:
        return None
    head = [phrase("count", t), phrase("thing", t), phrase("before_count", t)]
    if not any(row[2] for row in rows):
        head, rows = head[:2], [row[:2] for row in rows]
    return Table(head, rows, marks, title=phrase("box", t))


def rulings(program: Program, telling: Telling) -> list[Ruling]:
    """The rulings in play, with the reading that holds."""
    return [_ruling(program, telling, decl) for decl in program.rulings.values()]


def _ruling(program: Program, telling: Telling, decl: tree.Ruling) -> Ruling:
    head = [cell.text for cell in decl.rows[0].cells]
    target = target_of(decl)

    def cell(row: tree.Row, column: str) -> str:
        if column not in head or head.index(column) >= len(row.cells):
            return ""
        text = row.cells[head.index(column)].text
        return telling.translation.text(f"{target}.{row.cells[0].text} {column}", text) or text

    names = [row.cells[0].text for row in decl.rows[1:]]
    chosen = program.settings.get(decl.name, decl.default)
    readings = [
        (cell(row, "title"), cell(row, "meaning"), cell(row, "source")) for row in decl.rows[1:]
    ]
    paragraphs: list[Paragraph] = [
        telling.paragraph(decl, written) for written in paragraphs_of(decl)
    ]
    index = names.index(str(chosen)) if str(chosen) in names else 0
    title = capital(bare_title(telling.title(decl)))
    return Ruling(
        target, title, paragraphs, readings, index, list(decl.cites), decl.module, decl.head
    )


def glossary(checked: Checked, telling: Telling, printed: Sequence[Article]) -> list[Term]:
    """What has no article of its own, by title: types with their sentences, constants with their
    numbers, places and notes with the articles that speak of them."""
    program = checked.program
    told = {article.target: article for article in printed}
    found: list[Term] = []
    found += [
        _term(telling, decl, _told(decl, telling))
        for decl in program.types.values()
        if decl.title and decl.prose
    ]
    for name, cases in program.values.items():
        number = constant_of(name, program)
        if (
            cases[0].title
            and not cases[0].params
            and number is not None
            and target_of(cases[0]) not in told
        ):
            found.append(_term(telling, cases[0], str(number), _speaking_of(name, program, told)))
    for decl in (
        *program.places.values(),
        *(note for note in program.notes.values() if not _is_flag(note)),
    ):
        if (
            decl.title
            and target_of(decl) not in told
            and (see := _speaking_of(decl.name, program, told))
        ):
            found.append(_term(telling, decl, _who_sees(decl, telling), see))
    return _one_for_each_title(sorted(found, key=lambda term: term.title.casefold()))


def _is_flag(note: tree.Note) -> bool:
    """Whether a note only says yes or no: that is how a rule remembers something, and no term of
    the game."""
    return isinstance(note.type, tree.TruthType)


def _one_for_each_title(terms: list[Term]) -> list[Term]:
    """Terms of the same title (a place, and how many there are of it) as one entry."""
    made: list[Term] = []
    for term in terms:
        if made and made[-1].title == term.title:
            last = made[-1]
            last.text = ". ".join(text.rstrip(".") for text in (last.text, term.text) if text)
            last.see += [link for link in term.see if link not in last.see]
            del last.see[_MOST_SEE:]
        else:
            made.append(term)
    return made


def _told(decl: tree.Decl, telling: Telling) -> str:
    return " ".join(telling.paragraph(decl, written).text for written in paragraphs_of(decl))


def _term(telling: Telling, decl: tree.Decl, text: str, see: list[Link] | None = None) -> Term:
    kind = "term" if isinstance(decl, tree.Type) else KINDS[type(decl)]
    return Term(target_of(decl), capital(telling.title(decl)), text, decl.head, kind, see or [])


def _speaking_of(name: str, program: Program, told: dict[str, Article]) -> list[Link]:
    """The first articles whose declaration mentions a name."""
    found: list[Link] = []
    for article in program.articles:
        printed = told.get(target_of(article.decl))
        if (
            printed is not None
            and not isinstance(article.decl, tree.Example)
            and name in mentioned(article.decl)
        ):
            found.append(Link(printed.title, printed.target))
    return found[:_MOST_SEE]


def _who_sees(decl: tree.Place | tree.Note, telling: Telling) -> str:
    """Who sees a place, if not all do."""
    for trait in decl.traits if isinstance(decl, tree.Place) else []:
        if trait.kind == "seen" and trait.guard is None and isinstance(trait.who, tree.Name):
            own = trait.who.id in {key.name for key in decl.keys}
            if own or trait.who.id == "nobody":
                return phrase("seen_by_owner" if own else "seen_by_nobody", telling.translation)
    return ""
