"""Why something is not offered: what a word means that is no option, and which rules it would
break.

What comes in: a state, its question, words such as `4,2` or `denar 7`. What goes out: what was
meant, and the rules. Nothing hidden is searched: only pieces that the asked seat knows are found by
name."""

from __future__ import annotations

import re
from typing import Any

from alarife.checking.types import CellType, KindOf, Number, Pieces, Seat
from alarife.engine.inspect import knows, lies_in, piece_data
from alarife.engine.state import RuleInfo, State
from alarife.play.asking import Question
from alarife.play.look import Look
from alarife.play.text import Text

_AT = re.compile(r"^[(\[]?\s*(-?\d{1,3})\s*[,; ]\s*(-?\d{1,3})\s*[)\]]?$")
_FAR = 120


def reasons(state: State, question: Question, word: str, look: Look) -> tuple[Text, list[RuleInfo]]:
    """What a word means here, in words, and the rules that it would break; none if it can't be
    chosen here at all."""
    said = " ".join(word.casefold().split())
    if question.decision.kind == "menu":
        return _action(state, question, said)
    for words, answer in _candidates(state, question, said, look):
        broken = state.why_not_here(answer)
        if broken:
            return words, broken
    return Text(f"“{word}”"), []


def _action(state: State, question: Question, said: str) -> tuple[Text, list[RuleInfo]]:
    program = state.game.program
    for name in program.actions_of.get(question.decision.site.menu, []):
        title = program.actions[name].title or name
        if said in (name, title.casefold()) or title.casefold().startswith(said):
            broken = state.why_not(name) or [state.game.rule(name)]
            return Text((title, "bold")), broken
    return Text(f"“{said}”"), []


def _candidates(state: State, question: Question, said: str, look: Look) -> list[tuple[Text, Any]]:
    """What a word may mean, as the question's answers are: words and answer."""
    t = question.decision.element
    spot = _AT.match(said)
    if isinstance(t, CellType):
        at = (int(spot[1]), int(spot[2])) if spot else None
        return (
            [(Text(f"{at[0]},{at[1]}"), {"at": list(at)})]
            if at and max(map(abs, at)) < _FAR
            else []
        )
    if isinstance(t, Number):
        return [(Text(said), int(said))] if said.lstrip("-").isdigit() and len(said) < 9 else []
    if isinstance(t, KindOf) and t.name in look.world.kinds:
        info = look.world.kinds[t.name]
        return [
            (look.title(t.name, n), n)
            for n, title in zip(info.names, info.titles, strict=True)
            if said in (n.casefold(), title.casefold())
        ]
    if isinstance(t, Seat):
        number = said.removeprefix("player").strip()
        return (
            [(look.party(int(number)), int(number))]
            if number.isdigit() and 1 <= int(number) <= state.game.players
            else []
        )
    if isinstance(t, Pieces):
        return _pieces(
            state, question, said, t, look, (int(spot[1]), int(spot[2])) if spot else None
        )
    return []


def _pieces(
    state: State, question: Question, said: str, t: Pieces, look: Look, at: tuple[int, int] | None
) -> list[tuple[Text, Any]]:
    """Known pieces of that name, those of the asked seat first; or the piece on a cell."""
    seat = question.decision.player
    if at is not None:
        there = [x for x, spot in question.cells.items() if spot == at]
        return [(look.long(piece_data(state, x)), x) for x in there]
    found: list[tuple[int, int, Text]] = []
    for name in sorted(t.names):
        for x in look.world.pieces[name].ids:
            if not lies_in(state, x) or not knows(state, seat, x):
                continue
            piece = piece_data(state, x)
            words = look.long(piece, {"Party": seat})
            if said in (
                words.plain.casefold(),
                look.short(piece, {"Party": seat}).plain.casefold(),
            ) or words.plain.casefold().startswith(said):
                seats = range(1, state.game.players + 1)
                far = 0 if not any(knows(state, p, x) for p in seats if p != seat) else 1
                found.append((far, x, words))
    return [(words, x) for _, x, words in sorted(found, key=lambda f: f[:2])][:8]
