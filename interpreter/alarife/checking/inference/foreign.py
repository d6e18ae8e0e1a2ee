"""Words that people bring from elsewhere, and what is said here instead: hints for names that mean
nothing.

What comes in: a name that nobody has declared. What goes out: a sentence that says what to write,
or ""."""

from __future__ import annotations

from alarife.linking.program import Program
from alarife.linking.wording import listed
from alarife.syntax.words import NUMBERS

FOREIGN_NAMES = {
    "me": "you", "my": "you", "myself": "you", "self": "you", "i": "you",
    "noone": "nobody", "true": "yes", "false": "no", "null": "none", "nil": "none", "nothing": "none", "everyone": "Player", "everybody": "Player",  # noqa: E501
}  # fmt: skip
FOREIGN_FUNCTIONS = {
    "len": "size", "length": "size", "max": "highest", "maximum": "highest", "largest": "highest", "min": "lowest",  # noqa: E501
    "minimum": "lowest", "smallest": "lowest", "reversed": "reverse", "index": "position", "neighbours": "beside",  # noqa: E501
    "neighbors": "beside", "adjacent": "beside", "one": "the x in", "only": "the x in",
}  # fmt: skip
LEAVING = ("return", "exit", "break", "leave", "continue")
"""Statements that leave a block elsewhere."""
FOREIGN_TYPES = {
    "bool": "yes/no", "boolean": "yes/no", "int": "number", "integer": "number", "str": "text", "string": "text",  # noqa: E501
    "float": "decimal", "double": "decimal",
}  # fmt: skip
LONG_FORMS = {
    "sum": "sum e for x in S", "count": "count x in S where c", "every": "every x in S: c", "some": "some x in S: c",  # noqa: E501
    "no": "no x in S: c", "list": "list e for x in S", "those": "those x in S where c", "rank": "rank x in S by most e",  # noqa: E501
    "all": "every x in S: c", "any": "some x in S: c", "filter": "those x in S where c",
}  # fmt: skip


def meant_by_name(name: str, choices: tuple[str, ...] = ()) -> str:
    """What to write in the place of a plain name; `choices` is what could stand there, if that is
    known."""
    meant = FOREIGN_NAMES.get(name.lower())
    if name in NUMBERS:
        return f"Write `{NUMBERS.index(name) + 1}`; in a sentence, `{{={name}}}`."
    if meant == "you":
        return "Whoever is asked, or whose turn it is, is `you`."
    if meant is not None:
        return f"Write `{meant}`."
    return f"It may be {listed(choices, 'or')}." if 0 < len(choices) <= 12 else ""


def meant_by_type(name: str) -> str:
    """What to write in the place of a type."""
    meant = FOREIGN_TYPES.get(name.lower())
    return f"Write `{meant}`." if meant else ""


def meant_by_call(name: str, program: Program) -> str:
    """What to write in the place of `name(…)`."""
    if name in program.places or name in program.notes or name in program.tables:
        return f"Keys stand in square brackets: `{name}[…]`."
    if name in LONG_FORMS:
        return f"It is written so: `{LONG_FORMS[name]}`, in brackets if something follows."
    meant = FOREIGN_FUNCTIONS.get(name.lower())
    return f"Write `{meant}(…)`." if meant else ""
