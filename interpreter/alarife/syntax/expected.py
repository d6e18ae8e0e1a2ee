"""What could stand somewhere, in plain words."""

from __future__ import annotations

from alarife.syntax import words
from alarife.syntax.grammar import literal, spellings
from alarife.syntax.trouble import Trouble

MOST_SAID = 6
"""So many things are named; beyond that a list helps nobody."""

_GROUPS: list[tuple[frozenset[str], str, frozenset[str]]] = [
    (
        frozenset({"NAME", "YES_NO", "MANY"}),
        "a type",
        frozenset({"NAME", "YES_NO", "MANY", "HEAP", "_GRID", "INT", "MINUS"}),
    ),
    (
        frozenset({"NAME", "INT", "LPAR", "NOT"}),
        "a value or a condition",
        frozenset(
            [
                "NAME",
                "INT",
                "LPAR",
                "NOT",
                "LSQB",
                "MINUS",
                "YES",
                "NO",
                "NONE",
                "MODULE",
                "CAN",
                "EVERY",
                "SOME",
                "COUNT",
                "SUM",
                "LIST",
                "THOSE",
                "RANK",
            ]
        ),
    ),
    (
        frozenset({"NAME", "INT", "LPAR"}),
        "a value",
        frozenset(["NAME", "INT", "LPAR", "LSQB", "MINUS", "YES", "NO", "NONE", "MODULE", "CAN"]),
    ),
    (frozenset({"NAME", "INT"}), "a number or a name", frozenset({"NAME", "INT", "MINUS"})),
    (
        frozenset({"IS", "DIFFERS"}),
        "a comparison (`is`, `is at least`, `is empty` …)",
        frozenset(
            [
                "EQUAL",
                "DIFFERS",
                "IN",
                "NOT",
                "IS",
                "_AT_LEAST",
                "_AT_MOST",
                "_MORE_THAN",
                "_LESS_THAN",
            ]
        ),
    ),
    (frozenset({"AND", "OR"}), "`and`, `or`", frozenset({"AND", "OR"})),
]
"""If all of the first are possible, say the second and leave the third out. In this order."""

_QUIET = frozenset(
    {"ADD", "MUL", "DOT", "LSQB", "LPAR", "OTHERWISE", "__ANON_0", "_DEDENT", "$END", "QMARK"}
)
"""What goes on with a value: said only if there is nothing else to say."""

_SAID = {
    "NAME": "a name",
    "FACE": "",
    "_BEST": "",
    "INT": "a number",
    "STRING": "a text in quotes",
    "CITES": "a citation such as `[BASE-1]`",
    "PROSE": "a sentence, beginning with `>`",
    "VBAR": "a row, beginning with `|`",
    "CELL": "the text of a cell",
    "MAPROW": "a drawn row of the map",
    "_NL": "the end of the line",
    "_INDENT": "a block, two spaces deeper",
    "WRITES": "`:=`, `+=` or `-=`",
    "CROSSES": "`leaves` or `enters`",
    "HOW": "`while` or `until`",
    "HOW_MANY": "`some` or `any`",
    "MOST": "`most` or `least`",
    "AT_ONCE": "`at once`",
    "_A": "`a`",
    "ADD": "`+` or `-`",
    "MUL": "`*`, `div` or `mod`",
    "YES_NO": "`yes/no`",
    "MANY": "`set of`",
    "HEAP": "`pile of`",
    "_GRID": "`grid of`",
    "_AT_LEAST": "`at least`",
    "_AT_MOST": "`at most`",
    "_MORE_THAN": "`more than`",
    "_LESS_THAN": "`less than`",
    "__ANON_0": "`..`",
}

_DECLARATION_WORDS = frozenset(words.DECLARATIONS)


def could_stand(t: Trouble) -> str:
    """What could stand there, as `a, b or c`; "" if nothing can be said."""
    left = set(t.could)
    said: list[str] = []
    for needed, name, covered in _GROUPS:
        if needed <= left:
            said.append(name)
            left -= covered
    if {literal(kind) for kind in left} >= {"rule", "step", "value"}:
        said.append("a declaration")
        left = {kind for kind in left if literal(kind) not in _DECLARATION_WORDS}
    if {"_MOVE", "_LET"} <= left:
        said = ["a statement", *(s for s in said if s != "a value")]
        left -= {
            kind for kind in left if (literal(kind) or kind[1:].lower()) in words.STATEMENTS
        } | {"NAME", "PROSE"}
    if left != {"CITES"}:
        left.discard("CITES")
    loud = left - _QUIET
    said += sorted(word for kind in loud for word in _words(kind))
    if not said:
        said = sorted(word for kind in left for word in _words(kind))
    return _joined(said)


def _words(kind: str) -> list[str]:
    if kind in _SAID:
        return [_SAID[kind]] if _SAID[kind] else []
    text = literal(kind)
    return [f"`{word}`" for word in ([text] if text else spellings(kind))]


def _joined(said: list[str]) -> str:
    if len(said) > MOST_SAID:
        said = said[:MOST_SAID]
        return ", ".join(said) + " …"
    return " or ".join([", ".join(said[:-1]), said[-1]]) if len(said) > 1 else "".join(said)


def form(t: Trouble) -> str:
    """How the line is written that a mistake stands in; "" for lines without a form."""
    word = _first(t.row)
    forms = words.DECLARATION_FORMS if t.start != "expr" and t.line == 1 else words.STATEMENT_FORMS
    return f"It is written so: `{forms[word]}`." if t.start != "expr" and word in forms else ""


def _first(row: str) -> str:
    found = row.split()
    return found[0] if found else ""
