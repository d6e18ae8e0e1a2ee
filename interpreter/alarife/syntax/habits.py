"""What people write out of habit, from other languages or from English, and what is written here.

Each explanation knows one habit; `explain` asks them before it says what could stand there."""

from __future__ import annotations

import re
from collections.abc import Callable

from alarife.diagnostics import Diagnostic, Label
from alarife.syntax import words
from alarife.syntax.comparing import COMPARING, KINDS
from alarife.syntax.trouble import Trouble, slip

_CONDITIONAL = "Write `a if condition otherwise b`."
_IN_LINES = (
    "What is done stands on the next line, further to the right: after `if condition`, and after"
    " `otherwise` in a line of its own. Of values, write `a if condition otherwise b`."
)


_HEAPS = ("pile", "row", "bag")


def _stack_on_a_grid(t: Trouble) -> Diagnostic | None:
    """`grid 5 by 5 of pile of Stone`"""
    if t.said != "of" or t.prior() not in _HEAPS or not re.search(r"\bgrid\b", t.row):
        return None
    return slip(
        t,
        "On each cell of a grid without a size lies one piece: no pile, row or bag.",
        "A board may have a pile on each cell: `grid 5 by 5 of pile of Piece`. Anything else is"
        " kept in a place with cells as keys: `place store[Cell of board] …: set of Piece`.",
    )


def _heap_as_a_value(t: Trouble) -> Diagnostic | None:
    """`law neat(g: pile of Stone)`, `note last "last": pile of Stone = []`"""
    if t.said != "of" or t.prior() not in _HEAPS or t.prior(1) not in (":", "of"):
        return None
    kind = "set" if t.prior() == "bag" else "list"
    return slip(
        t,
        f"A {t.prior()} is a shape of places. What lies in it is, as a value, a {kind}.",
        f"Write `{kind} of` here; `{t.prior()} of` stands only where a `place` is declared.",
    )


def _statement_in_a_law(t: Trouble) -> Diagnostic | None:
    """`require size(g) at most 3` below a law"""
    if t.first != "law" or not t.begins_line() or t.line == 1:
        return None
    return slip(
        t,
        "Below a law stand only sentences: what it demands are rules of their own.",
        "Write them after it: `rule few in lawful(g) …`, a sentence, and a condition that holds or"
        " not.",
    )


def _name_that_is_a_word(t: Trouble) -> Diagnostic | None:
    """`advance(sum)`"""
    word = "" if t.prior(1) == "." else t.prior()
    ends = t.said in (")", "]", ",") or t.kind in ("_NL", "$END", *KINDS)
    if (
        word not in words.NEVER_NAMES
        or not ends
        or t.follows_first_word()
        or "OTHERWISE" in t.could
    ):
        return None
    last = t.before[0]
    at = t.place.span(t.line, last.column or 1, last.end_column or 2)
    return Diagnostic(
        "E0116",
        f"`{word}` is a word of the language, so nothing can be called so.",
        (Label(at),),
        "Choose another name. All such words stand under “Reserved words” in the reference.",
    )


def _how_many_are_moved(t: Trouble) -> Diagnostic | None:
    """`move 2 of hand[p] to deck`"""
    if t.said != "of" or not t.row.lstrip().startswith(("move", "draw", "show")):
        return None
    return slip(
        t,
        "Pieces are moved by what they are, not by how many.",
        "To take some from a pile, a row, a bag or a set without looking, write `draw 2 from place"
        " to place`. To let a player pick, write `choose some cards from place`, and move those.",
    )


def _how_many_are_chosen(t: Trouble) -> Diagnostic | None:
    """`choose 2 cards from hand[you]`"""
    found = re.match(r"\s*choose\s+(\w+)\s+(\w+)\s+from\b", t.row)
    if found is None or not (found[1].isdigit() or found[1] in words.NUMBERS):
        return None
    number = found[1] if found[1].isdigit() else str(words.NUMBERS.index(found[1]) + 1)
    hint = f"Write `choose some {found[2]} from … where size({found[2]}) is {number}`."
    return slip(t, "How many are chosen is a condition.", hint)


_UNDER = ("under", "below", "beneath", "underneath", "onto", "on", "into", "behind")


def _where_it_goes(t: Trouble) -> Diagnostic | None:
    """`move card to under deck`, `move card below deck`"""
    word = t.said if t.said in _UNDER else t.prior() if t.prior(1) == "to" else ""
    if word not in _UNDER or not t.row.lstrip().startswith(("move", "draw")):
        return None
    return slip(
        t,
        "A piece goes `to` a place: on top of a pile, to the end of a row.",
        "To put it under a pile, write `move card under deck`; to a position, counted from the top"
        " or the beginning, `move card to deck at 3`.",
    )


def _conditional(t: Trouble) -> Diagnostic | None:
    """`c ? a : b`, `if c then a else b`, `a if c else b`"""
    before = t.row[: t.column - 1]
    asked = t.said == "?" and ":" in t.rest
    chosen = t.said in ("else", "then") and re.search(r"\bif\b", before)
    begun = re.search(r"(=|return|:=|\()\s*if\b", t.row) and re.search(r"\b(then|else)\b", t.row)
    if not asked and not chosen and not begun:
        return None
    done = re.match(r"\s*(if|otherwise if)\b", t.row)
    return slip(t, f"`{t.said}` can't stand here.", _IN_LINES if done else _CONDITIONAL)


def _secret_note(t: Trouble) -> Diagnostic | None:
    """`note code "code": number = 0, seen by (those p in Player where …)`"""
    seen = re.match(r",?\s*(top\s+)?seen\b", t.rest) or (t.prior(1), t.prior()) == ("seen", "by")
    if t.first != "note" or not seen:
        return None
    return slip(
        t,
        "A note is seen by everybody, by a player that is one of its keys, or by nobody.",
        "`note wish[p: Player] …: Fruit = apple, seen by p`, or `seen by nobody`. What some others"
        " may see, or see at times, is a piece in a place.",
    )


def _text_as_a_value(t: Trouble) -> Diagnostic | None:
    """`value mark(c: Cell): text = "x"`"""
    if not t.said.startswith('"') or not {"INT", "NAME"} <= t.could:
        return None
    return slip(
        t,
        "A text can't stand in a value.",
        "Texts are titles and the columns of kinds: give a kind a column, such as `sign`, and ask"
        " for `x.sign`. What is printed or shown may also be a value of a kind.",
    )


def _key_from_a_board(t: Trouble) -> Diagnostic | None:
    """`note level[c in board]: 0..4 = 0`"""
    found = re.match(r"in\s+(\w+)", t.rest)
    if t.first not in ("note", "place", "table") or not found or "[" not in t.row[: t.column]:
        return None
    name = t.prior()
    return slip(
        t,
        "A key has a type: it is not taken from a set.",
        f"If `{found[1]}` is a board, write `{name}: Cell of {found[1]}`.",
    )


def _some_without_a_name(t: Trouble) -> Diagnostic | None:
    """`board[c] is not some t`, `board[c] is some`"""
    if t.prior() != "some" or "is" not in (t.prior(1), t.prior(2)):
        return None
    if t.prior(1) == "not":
        message = f"Where there is none, nothing is called `{t.short}`."
        return slip(t, message, f"Write `… is empty`, or `not (… is some {t.short} and …)`.")
    message = "`is some` gives a name to what is there."
    return slip(t, message, "Write `… is some x`, or without a name `… is not empty`.")


def _condition_before_with(t: Trouble) -> Diagnostic | None:
    """`list d for c in S where good(c) with d in T`"""
    if t.said != "with" or not re.search(r"\bwhere\b", t.row[: t.column]):
        return None
    return slip(
        t,
        "The condition comes last: `with` can't follow `where`.",
        "Write `… x in S with y in T where condition`.",
    )


def _second_line_of_a_graph(t: Trouble) -> Diagnostic | None:
    """Another `join` below a `join`."""
    if t.first != "graph" or t.said not in ("join", "lead") or not t.begins_line():
        return None
    return slip(
        t,
        "A graph has one line `join` or `lead`.",
        "Where there are several reasons for a link, let a rule or value say what is linked:"
        " `join a and b for a in S with b in S where linked(a, b)`.",
    )


_QUANTIFIERS = {"all": "every", "each": "every", "any": "some", "exists": "some", "none": "no"}


def _how_many_play(t: Trouble) -> Diagnostic | None:
    """`players 2 to 4`, `players 2, 3, 4`"""
    numbers = re.fullmatch(r"\s*players\s+(\d+)\D.*?(\d+)\s*", t.row)
    if numbers is None:
        return None
    return slip(t, f"`{t.said}` can't stand here.", f"Write `players {numbers[1]}..{numbers[2]}`.")


def _citation(t: Trouble) -> Diagnostic | None:
    """`section paying "Paying" (ORCHARD-3)`"""
    found = re.match(r"[\[(]\s*(\w+-\d+)", t.rest)
    if found is None or "CITES" not in t.could:
        return None
    return slip(t, f"`{t.said}` can't stand here.", f"A citation looks so: `[{found[1].upper()}]`.")


def _at_once(t: Trouble) -> Diagnostic | None:
    """`as each p in Player where c at ones`"""
    found = re.fullmatch(r"at\s+(\w+)\s*", t.rest)
    if found is None or not re.match(r"\s*as each\b", t.row) or t.near(found[1], ["once"]) is None:
        return None
    return slip(t, f"`{t.rest.strip()}` can't stand here.", "Did you mean `at once`?")


def _article(t: Trouble) -> Diagnostic | None:
    """`shuffle the deck`"""
    if t.prior() != "the" or t.kind != "NAME" or re.match(r"\w+\s+in\b", t.rest):
        return None
    return slip(t, "Names stand without `the`.", f"Write `{t.said}`, or `the x in S where …`.")


def _quantifier(t: Trouble) -> Diagnostic | None:
    """`all k in 1..heaps: …`"""
    meant = _QUANTIFIERS.get(t.prior())
    if meant is None or t.kind != "NAME" or not re.match(r"\w+\s+in\b", t.rest):
        return None
    message = f"`{t.prior()}` can't stand here."
    at = t.place.span(t.line, t.before[0].column or 1, t.before[0].end_column or 2)
    return Diagnostic("E0116", message, (Label(at),), f"Write `{meant} {t.said} in … : …`.")


def _several_at_once(t: Trouble) -> Diagnostic | None:
    """`every a, b in cards: …`"""
    found = re.match(r",\s*(\w+)\s+in\s+(\w+)", t.rest)
    if found is None or t.prior(1) not in ("every", "some", "no", "count", "those", "each", "for"):
        return None
    hint = f"Write `{t.prior()} in {found[2]} with {found[1]} in {found[2]}`."
    return slip(t, "Here stands one name.", hint)


def _shape(t: Trouble) -> Diagnostic | None:
    """`place deck "deck": stack of Card`"""
    if t.said != "of" or t.first != "place" or t.prior(1) != ":":
        return None
    shapes = "`set of`, `bag of`, `row of`, `pile of`, `grid of`, `grid 7 by 6 of`, `space for`"
    return slip(t, f"There is no shape `{t.prior()} of`.", f"The shapes of a place are {shapes}.")


def _empty_brackets(t: Trouble) -> Diagnostic | None:
    """`take_turn()`, `on_turn.left()`"""
    name = t.prior() if t.rest.startswith("()") else t.prior(1) if t.said == ")" else ""
    if not name.isidentifier() or (t.said == ")" and t.prior() != "("):
        return None
    return slip(t, "Nothing stands in these brackets.", f"Leave them out: `{name}`.")


def _two_words(t: Trouble) -> Diagnostic | None:
    """`value few cards "Few cards": number = 3`"""
    declares = t.prior(1) in words.DECLARATIONS and t.prior(1) == t.first and t.line == 1
    if t.kind != "NAME" or not declares or not {"STRING", "COLON"} <= t.could:
        return None
    return slip(t, "A name is a single word.", f"Write `{t.prior()}_{t.said}`.")


def _foreign_letter(t: Trouble) -> Diagnostic | None:
    """`value höhe "Height": number = 3`"""
    if t.said.isascii() or not t.said.isalpha():
        return None
    return slip(
        t,
        f"`{t.said}` can't stand in a name.",
        "Names are made of `a` to `z`, `A` to `Z`, digits and `_`. Titles and sentences may hold"
        " any letter.",
    )


HABITS: list[Callable[[Trouble], Diagnostic | None]] = [
    *COMPARING,
    _stack_on_a_grid,
    _heap_as_a_value,
    _statement_in_a_law,
    _conditional,
    _how_many_are_moved,
    _how_many_are_chosen,
    _where_it_goes,
    _secret_note,
    _key_from_a_board,
    _some_without_a_name,
    _name_that_is_a_word,
    _text_as_a_value,
    _condition_before_with,
    _second_line_of_a_graph,
    _how_many_play,
    _citation,
    _at_once,
    _article,
    _quantifier,
    _several_at_once,
    _shape,
    _empty_brackets,
    _foreign_letter,
    _two_words,
]
"""Asked in this order."""
