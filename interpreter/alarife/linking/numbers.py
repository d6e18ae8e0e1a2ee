"""Numbers that stand in the rules of a linked program: constants with their changes, and how many
pieces there are.

In: a program. Out: numbers, or None for what is known only during play (or takes more than
arithmetic to know)."""

from __future__ import annotations

import re

from alarife.linking.program import Program
from alarife.linking.walk import bare
from alarife.syntax import tree

_DEEPEST = 12
_LARGEST = 10**9
_SIZE = re.compile(r"size\((\w+)\)$")
_CELL = re.compile(r"(\w+)\[(\w+)\]$")
_HOLE = re.compile(r"\{([^{}]*)\}")
_FORM = re.compile(r":\w+$")


def constant_of(name: str, program: Program) -> int | None:
    """The number that a value without parameters is in this configuration, its changes included."""
    return _constant(name, program, 0)


def _constant(name: str, program: Program, depth: int) -> int | None:
    cases = program.values.get(program.formerly.get(name, name), [])
    if len(cases) != 1 or cases[0].params:
        value = program.settings.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None
    return _chained(name, 0, program, cases[0].body, depth)


def _chained(name: str, number: int, program: Program, body: tree.Expr, depth: int) -> int | None:
    """What the chain of changes of a name gives, from one of them on."""
    chain = program.changes.get(name, [])
    if depth > _DEEPEST:
        return None
    if number == len(chain):
        return evaluated(body, program, None, depth + 1)
    change = chain[number]
    if change.guard is not None:
        return None
    rest = _chained(name, number + 1, program, body, depth + 1)
    if change.name not in program.changes:
        return evaluated(change.body, program, rest, depth + 1)
    inner = [c for c in program.changes[change.name] if c.guard is None]
    if len(inner) != 1:
        return None
    return evaluated(
        inner[0].body, program, evaluated(change.body, program, rest, depth + 1), depth + 1
    )


def evaluated(
    expr: tree.Expr, program: Program, usual: int | None = None, depth: int = 0
) -> int | None:
    """The number an expression is, if it consists of numbers, constants and arithmetic."""
    expr = bare(expr)
    if depth > _DEEPEST:
        return None
    match expr:
        case tree.Int():
            return expr.value
        case tree.Name(id="usual"):
            return usual
        case tree.Name(id="players"):
            return program.configuration.players
        case tree.Name():
            return _constant(expr.id, program, depth + 1)
        case tree.Arithmetic():
            left, right = (
                evaluated(expr.left, program, usual, depth + 1),
                evaluated(expr.right, program, usual, depth + 1),
            )
            return _computed(expr.op, left, right)
        case _:
            return None


def _computed(op: str, left: int | None, right: int | None) -> int | None:
    if (
        left is None
        or right is None
        or (op in ("div", "mod") and right == 0)
        or max(abs(left), abs(right)) > _LARGEST
    ):
        return None
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "div":
            return left // right
        case _:
            return left % right


# ----------------------------------------------------------------
# pieces
Rows = dict[tuple[str, ...], int | None]


def copies_by_row(piece: tree.Piece, program: Program) -> Rows:
    """How many pieces there are of each row of a piece (its cells without the copies); `n of each`
    is one row without cells."""
    found: Rows = {}
    if piece.each is not None:
        each, combinations = evaluated(piece.each, program), _combinations(piece, program)
        found[()] = None if each is None or combinations is None else each * combinations
    if not piece.rows:
        return found
    columns = [cell.text for cell in piece.rows[0].cells]
    for row in piece.rows[1:]:
        cells = {name: cell.text for name, cell in zip(columns, row.cells, strict=False)}
        copies = cells.pop("copies", "") or "1"
        key = tuple(cells.values())
        count = (
            int(copies) if copies.isascii() and copies.isdigit() else constant_of(copies, program)
        )
        before = found.get(key, 0)
        found[key] = None if count is None or before is None else before + count
    return found


def pieces_of(piece: tree.Piece, program: Program) -> int | None:
    """How many pieces of that name there are."""
    counts = list(copies_by_row(piece, program).values())
    return None if any(count is None for count in counts) else sum(count or 0 for count in counts)


def _combinations(piece: tree.Piece, program: Program) -> int | None:
    product = 1
    for field in piece.fields:
        if field.default is None and not field.face:
            size = _size_of(field.type, program)
            if size is None:
                return None
            product *= size
    return product


def _size_of(written: tree.TypeExpr | None, program: Program) -> int | None:
    """How many values a type of a field has."""
    match written:
        case tree.TruthType():
            return 2
        case tree.RangeType(low=low, high=high) if high is not None:
            first, last = evaluated(low, program), evaluated(high, program)
            return None if first is None or last is None else last - first + 1
        case tree.NamedType(name=name) if name in program.kinds:
            return len(program.kinds[name].rows) - 1
        case tree.NamedType(name=name):
            players, neutrals = program.configuration.players, len(program.neutrals)
            return {
                "Player": players,
                "Neutral": neutrals,
                "Party": players + neutrals,
                "Side": 4,
            }.get(name)
        case _:
            return None


# ----------------------------------------------------------------
# sentences
def plain(text: str, program: Program) -> str:
    """A sentence with those holes filled whose number can be told here; others show their
    expression."""

    def fill(found: re.Match[str]) -> str:
        inside = _FORM.sub("", found[1].strip())
        if inside.startswith("="):
            return inside[1:].partition(":")[0].strip()
        name, equals, expression = inside.partition("=")
        wanted = expression.strip() if equals else name.strip()
        value = (
            program.settings.get(wanted) if wanted in program.settings else _told(wanted, program)
        )
        return wanted if value is None else str(value)

    return _HOLE.sub(fill, text)


def _told(text: str, program: Program) -> int | str | None:
    """What a constant, the size of a kind or a piece, or a cell of a table is."""
    if text == "players":
        return program.configuration.players
    if text.isidentifier():
        return constant_of(text, program)
    if (size := _SIZE.match(text)) is not None:
        name = size[1]
        if name in program.kinds:
            return len(program.kinds[name].rows) - 1
        return pieces_of(program.pieces[name], program) if name in program.pieces else None
    if (cell := _CELL.match(text)) is not None and cell[1] in program.tables:
        rows = program.tables[cell[1]].rows[1:]
        return next(
            (
                row.cells[1].text
                for row in rows
                if len(row.cells) == 2 and row.cells[0].text == cell[2]
            ),
            None,
        )
    return None
