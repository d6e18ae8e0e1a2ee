"""Sentences with holes, taken apart.

In: the text of a sentence as written: `{few}`, `{price = room_price}`, `{heaps:word}`,
`{three_times = 3 * few:Word}`, `{=two}` (a number that is no fact of the rules), `{=three: copies +
1}` (a number said in words of its own, and checked) and `{=equally many: a = b}` (a claim, which
must hold). Out: pieces of text and `Hole`s, in order. Expressions are not looked at here."""

from __future__ import annotations

import re
from dataclasses import dataclass

FORMS = ("word", "Word", "ordinal", "Ordinal")
"""How a number may be said, behind the colon. A translation may say more: see `split_form`."""

_HOLE = re.compile(r"\{([^{}]*)\}")
BENT = "\N{BROKEN BAR}"
"""In a translated sentence this stands before a form, which may be any of the language's."""
_FORM = re.compile(rf":\s*({'|'.join(FORMS)})$")
_NAMED = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)\s*")


@dataclass(frozen=True, slots=True)
class Hole:
    """One hole. `start` is where it begins in the sentence and `expression_at` where its expression
    does. `said` is the text of a marked number or claim (then `expression` is empty, or what it is
    checked against)."""

    start: int
    raw: str
    name: str
    expression: str
    expression_at: int
    form: str = ""
    said: str = ""

    @property
    def marked(self) -> bool:
        """Whether it is a marked number or a claim, `{=…}`."""
        return bool(self.said)


def parts(text: str) -> list[str | Hole]:
    """The sentence as text and holes."""
    found: list[str | Hole] = []
    end = 0
    for match in _HOLE.finditer(text):
        if match.start() > end:
            found.append(text[end : match.start()])
        found.append(_hole(match))
        end = match.end()
    if end < len(text):
        found.append(text[end:])
    return found


def split_form(form: str) -> tuple[str, str]:
    """What a form does with a number, and with the words that come of it. A number is said in
    words, or (in a translation) chooses among words: `forms kocka|kockák`. Any other form bends a
    word: see `Speech.bent`. A translation may say both: `ordinal az`."""
    if form in FORMS or form.startswith("forms "):
        return form, ""
    first, _, rest = form.partition(" ")
    return (first, rest.strip()) if first in FORMS else ("", form)


def holes(text: str) -> list[Hole]:
    """The holes of a sentence."""
    return [part for part in parts(text) if isinstance(part, Hole)]


def bare(text: str) -> str:
    """The sentence with every hole blanked out, as long as it was."""
    return _HOLE.sub(lambda match: "\N{NO-BREAK SPACE}" * len(match.group()), text)


def _hole(match: re.Match[str]) -> Hole:
    inside, at = match.group(1), match.start(1)
    if inside.startswith("="):
        said, colon, expression = inside[1:].partition(":")
        pad = len(expression) - len(expression.lstrip())
        return Hole(
            match.start(),
            inside,
            "",
            expression.strip(),
            at + 1 + len(said) + len(colon) + pad,
            said=said.strip(),
        )
    inside, bent, form = inside.rstrip().partition(BENT)
    if not bent and (found := _FORM.search(inside)):
        form, inside = found[1], inside[: found.start()]
    named = _NAMED.match(inside)
    start = named.end() if named else len(inside) - len(inside.lstrip())
    expression = inside[start:].strip()
    name = named.group(1) if named else expression if expression.isidentifier() else ""
    return Hole(match.start(), match.group(1), name, expression, at + start, form)
