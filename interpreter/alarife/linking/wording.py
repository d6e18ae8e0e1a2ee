"""Wording of the messages of this stage: lists, suggestions, words for constructs, and the text a
node was written as.

In: names, nodes, sources. Out: text. Nothing here decides anything.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from alarife.syntax import tree

WORDS: dict[type[tree.Decl], str] = {
    tree.Kind: "a kind",
    tree.Type: "a type",
    tree.Piece: "a piece",
    tree.Neutral: "a neutral party",
    tree.Place: "a place",
    tree.Note: "a note",
    tree.Table: "a table",
    tree.Value: "a value",
    tree.Rule: "a rule",
    tree.Law: "a law",
    tree.Graph: "a graph",
    tree.Moment: "a moment",
    tree.Step: "a step",
    tree.Menu: "a menu",
    tree.Action: "an action",
    tree.Option: "an option",
    tree.Ruling: "a ruling",
    tree.Change: "the label of a change",
    tree.Hook: "the label of an amendment",
    tree.Whenever: "the label of a `whenever`",
    tree.Box: "a thing in the box",
    tree.Term: "a term",
}


_CLEARLY = 0.1
"""A candidate that is nearer than the next by more than this is suggested alone."""


_LONGEST = 80
_MANY, _FEW = 400, 200
"""Up to so many candidates are all compared with a name of so many letters; of more, a few."""


def what_it_is(decl: tree.Decl) -> str:
    """The construct of a declaration in words, with its article: "a rule"."""
    return WORDS.get(type(decl), "a declaration")


def listed(names: Iterable[str], last: str = "and") -> str:
    """`a`, `b` and `c`"""
    quoted = [f"`{name}`" for name in names]
    if len(quoted) < 2:
        return "".join(quoted)
    return ", ".join(quoted[:-1]) + f" {last} {quoted[-1]}"


def counted(n: int, word: str) -> str:
    """`1 key`, `2 keys`, `no keys`"""
    return f"{n or 'no'} {word}{'' if n == 1 else 's'}"


def here(n: int) -> str:
    """`here is 1`, `here are 2`, `here is none`"""
    return f"here {'are' if n > 1 else 'is'} {n or 'none'}"


def upper_first(text: str) -> str:
    """A text that begins with a capital letter; the others stay as they are."""
    return text[:1].upper() + text[1:]


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """A suggestion as a sentence, or nothing if no candidate is near."""
    if len(name) > _LONGEST:
        return ""
    names = sorted({other for other in candidates if abs(len(other) - len(name)) <= len(name)})
    if len(names) > _MANY:  # to compare thoroughly takes long: where there are many, a few do
        names = [n for n in names if n[:2] == name[:2] or n[-2:] == name[-2:]][:_FEW]
    near = difflib.get_close_matches(name, names, n=2, cutoff=0.6)
    near = [n for n in near if sorted(n) == sorted(name)] or near  # two letters exchanged
    scores = [difflib.SequenceMatcher(None, other, name).ratio() for other in near]
    near = near[:1] if len(near) == 2 and scores[0] - scores[1] > _CLEARLY else near
    return f"Did you mean {listed(near, 'or')}?" if near else ""


def or_all(name: str, candidates: Iterable[str], are: str) -> str:
    """A suggestion, or else all that there is: "The modules are `a` and `b`."."""
    names = sorted(set(candidates))
    return did_you_mean(name, names) or (f"{are} {listed(names)}." if names else "")


def text_of(node: tree.Node, sources: Mapping[str, str]) -> str:
    """The text of a node as it was written, on one line; empty if its source is not at hand."""
    at = node.at
    lines = sources.get(at.file, "").splitlines()[at.line - 1 : at.end_line]
    if not lines:
        return ""
    lines[-1] = (
        lines[-1][: at.end_column - 1]
        if at.end_line > at.line
        else lines[-1][at.column - 1 : at.end_column - 1]
    )
    if at.end_line > at.line:
        lines[0] = lines[0][at.column - 1 :]
    return " ".join(part for line in lines if (part := line.strip()))


def head_line(file: tree.File, word: str = "") -> tree.Span:
    """Where the line of a head stands that begins with a word ("needs", "uses"); without a word,
    the line that says what the file is. If there is none: the beginning of the file."""
    for number, line in enumerate(file.source.splitlines(), 1):
        if (
            line.split(" ", 1)[0] == file.what
            if not word
            else line.startswith("  ") and line.split()[:1] == [word]
        ):
            column = len(line) - len(line.lstrip()) + 1
            return tree.Span(file.path, number, column, number, len(line) + 1)
    return file.at


def condition_of(decl: tree.Decl, sources: Mapping[str, str]) -> str:
    """The conditions of the `when` blocks a declaration stands in, as written: "players = 2 and
    open"."""
    return " and ".join(text_of(condition, sources) for condition in decl.when)
