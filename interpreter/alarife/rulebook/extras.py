"""What stands round the chapters: how many there are of each piece, the glossary, the rulings.

In: a program and how to tell its texts. Out: parts of the book.
"""

from __future__ import annotations

from alarife.checking.scope import Checked
from alarife.linking.numbers import constant_of
from alarife.linking.program import Program
from alarife.rulebook.book import Paragraph, Ruling, Table, Term
from alarife.rulebook.paragraphs import paragraphs_of
from alarife.rulebook.phrases import phrase
from alarife.rulebook.targets import bare_title, capital, target_of
from alarife.rulebook.telling import Telling
from alarife.syntax import tree


def things(checked: Checked, telling: Telling, base: Checked | None) -> Table | None:
    """How many there are of each piece, in file order; beside it how many there are without modules, if that differs."""
    t = telling.translation
    rows: list[list[str]] = []
    marks: list[str] = []
    modules = {file.name: telling.file_title(file) for file in checked.program.files if file.what == "module"}
    for info in checked.world.pieces.values():
        if info.decl.title and info.count:
            old = base.world.pieces[info.name].count if base is not None and info.name in base.world.pieces else None
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
    readings = [(cell(row, "title"), cell(row, "meaning"), cell(row, "source")) for row in decl.rows[1:]]
    paragraphs: list[Paragraph] = [telling.paragraph(decl, written) for written in paragraphs_of(decl)]
    index = names.index(str(chosen)) if str(chosen) in names else 0
    title = capital(bare_title(telling.title(decl)))
    return Ruling(target, title, paragraphs, readings, index, list(decl.cites), decl.module, decl.head)


def glossary(program: Program, telling: Telling, told: set[str]) -> list[Term]:
    """Types with their sentences, and constants with their numbers, by their titles: what has no article of its own."""
    found: list[Term] = []
    for decl in program.types.values():
        if decl.title and decl.prose:
            text = " ".join(telling.paragraph(decl, written).text for written in paragraphs_of(decl))
            found.append(Term(target_of(decl), capital(telling.title(decl)), text, decl.head, list(decl.cites)))
    for name, cases in program.values.items():
        decl = cases[0]
        number = constant_of(name, program)
        if decl.title and not decl.params and number is not None and target_of(decl) not in told:
            found.append(Term(target_of(decl), capital(telling.title(decl)), str(number), decl.head, list(decl.cites)))
    return sorted(found, key=lambda term: term.title.casefold())
