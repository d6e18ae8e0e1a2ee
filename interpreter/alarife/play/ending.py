"""The end of a game: who has won, and where the points came from.

What comes in: a game and all its states. What goes out: lines. Each change of the note `score` is
told with the step that was being carried out (which scoring) and the rule that gave the points. A
log names the rule alone; so the game is played once more, and whoever gives points is asked what it
stands in."""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import Any

from alarife.checking.types import KindOf, Seat
from alarife.code.symbols import declared
from alarife.engine.state import Game, State
from alarife.lowering.layout import FRAME
from alarife.play.look import Look
from alarife.play.text import Text, join, table

Source = tuple[str, tuple[str, ...]]
"""Where points came from: the scoring, and the steps within it, down to the rule."""


def final_lines(state: State, look: Look, answers: list[str], seed: int, width: int) -> list[Text]:
    """Who has won, all points, and where they came from."""
    winners = state.winners
    words = join((look.party(w) for w in winners), ", ") if winners else Text("nobody")
    verb = "win" if len(winners) > 1 else "wins"
    lines = [
        Text(
            ("The game is over: ", "bold"),
            words.styled("bold"),
            (f" {verb}." if winners else " wins: it is a draw.", "bold"),
        )
    ]
    scores = state.scores
    if (
        state.game.world.notes.get("score") is None
        and state.game.machine.names.get("value·score") is None
    ):
        return lines
    order = sorted(scores, key=lambda p: (-scores[p], str(p)))
    heads: list[Text] = [Text(), *(look.party(p) for p in order)]
    rows = _rows(by_scoring(sources(state.game, answers, seed)), order)
    rows.append([Text(("Points", "bold")), *(Text((str(scores[p]), "bold")) for p in order)])
    right = frozenset(range(1, len(heads)))
    shown = table([heads, *rows], 2, right)
    if max(line.width for line in shown) > width:
        shown = table([[Text(), *(look.party_sign(p) for p in order)], *rows], 2, right)
    return [*lines, Text(), *(line.cut(width) for line in shown)]


def _rows(
    given: dict[str, dict[str, dict[int | str, int]]], order: list[int | str]
) -> list[list[Text]]:
    """A row for each rule, under its scoring; under a step, where several rules stand in one."""
    rows: list[list[Text]] = []
    for scoring, by_rule in given.items():
        indent, above = "", ""
        if scoring:
            rows.append([Text((scoring, "dim"))])
            indent = "  "
        for rule, by_party in by_rule.items():
            step, _, rest = rule.rpartition(": ")
            if step and step != above:
                rows.append([Text(indent, step)])
            above = step
            said = Text(indent, "  " if step else "", rest)
            rows.append(
                [
                    said,
                    *(
                        Text(str(by_party[p])) if by_party.get(p) else Text(("-", "dim"))
                        for p in order
                    ),
                ]
            )
    return rows


def by_scoring(
    given: dict[Source, dict[int | str, int]],
) -> dict[str, dict[str, dict[int | str, int]]]:
    """Points by scoring, then by rule: the steps within a scoring are told as far as that takes to
    tell its rules apart."""
    found: dict[str, dict[str, dict[int | str, int]]] = {}
    for (scoring, path), by_party in given.items():
        others = [other for where, other in given if where == scoring]
        rule = _short(path, others) or scoring.partition(":")[0]
        rows = found.setdefault(scoring, {}).setdefault(rule, {})
        for party, points in by_party.items():
            rows[party] = rows.get(party, 0) + points
    return found


def _short(path: tuple[str, ...], others: list[tuple[str, ...]]) -> str:
    """A path among others: without what all of them begin with, and as far as none other goes."""
    first = 0
    while (
        len(others) > 1
        and all(len(o) > first + 1 for o in others)
        and len({o[first] for o in others}) == 1
    ):
        first += 1
    last = first + 1
    while last < len(path) and any(o != path and o[:last] == path[:last] for o in others):
        last += 1
    return ": ".join(path[first:last])


def sources(game: Game, answers: list[str], seed: int) -> dict[Source, dict[int | str, int]]:
    """Points by where they came from and who got them, in the order in which they were given."""
    note = game.world.notes.get("score")
    if note is None or len(note.domains) != 1 or not isinstance(note.domains[0].type, Seat):
        return {}
    watch = _Watch(game, list(game.world.notes).index("score"))
    watch.run(answers, seed)
    return watch.found


class _Watch:
    """Plays a game again and notes who gives points."""

    def __init__(self, game: Game, note: int) -> None:
        from alarife.engine.machine import Machine

        self.game = game
        self.note = note
        self.machine = Machine(game.lowered)
        self.names: dict[str, Any] = self.machine.names
        self.found: dict[Source, dict[int | str, int]] = {}
        self._titles = {info.name: info.title for info in reversed(game.rules)}
        self._last: dict[int, int] = defaultdict(int)
        self._log = self.names["log_note"]
        self.names["log_note"] = self.noted

    def run(self, answers: list[str], seed: int) -> None:
        """The whole game."""
        again = Game.__new__(Game)
        again.__dict__.update(
            {k: v for k, v in self.game.__dict__.items() if k != "machine"}, machine=self.machine
        )
        first = self.machine.table(seed, log=False)
        from alarife.engine.dumps import note_values

        self._last.update({keys[0]: v for keys, v in note_values(self.machine, first, "score")})
        state = again.start(seed)
        for answer in answers:
            state = state.play(answer)

    def noted(self, s: list[Any], rule: int, note: int, index: int, value: Any) -> None:
        """In the place of what writes the log: the same, and a look at who calls."""
        self._log(s, rule, note, index, value)
        if note != self.note:
            return
        points, self._last[index] = value - self._last[index], value
        if points:
            by_party = self.found.setdefault(self._source(s, rule), {})
            party = self.game.party(index)
            by_party[party] = by_party.get(party, 0) + points

    def _source(self, s: list[Any], rule: int) -> Source:
        """What the rule stands in. The scoring is the outermost step that is carried out for a
        value of a kind, such as a round; or else the outermost of several, or the step in which
        somebody has been asked."""
        steps: list[tuple[str, str]] = []
        frame = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename == "<rules>":
            what, name = declared(frame.f_code.co_name)
            if what == "step":
                titled = self._title(name, frame.f_locals)
                if titled[0] and (not steps or steps[-1] != titled):
                    steps.append(titled)
            frame = frame.f_back
        steps.reverse()
        for i, (title, value) in enumerate(steps):
            if value:
                return f"{title}: {value}", tuple(t for t, _ in steps[i + 1 :])
        path = tuple(title for title, _ in steps)
        if len(path) > 1:
            return path[0], path[1:]
        rules = self.game.lowered.rules
        path = path or (self.game.rule(rules[rule]).title if 0 <= rule < len(rules) else "",)
        around = self._asking(s)
        return ("" if around in path else around), path

    def _asking(self, s: list[Any]) -> str:
        """The step, outside of the flow of the whole game, in which somebody was asked last."""
        frame, found = s[FRAME], ""
        while frame is not None:
            owners = self.game.lowered.block_owners
            name = owners[frame[0]] if frame[0] < len(owners) else ""
            if (
                name not in ("", "play")
                and (decl := self.game.program.steps.get(name)) is not None
                and decl.title
            ):
                found = decl.title
            frame = frame[1]
        return found

    def _title(self, step: str, local: dict[str, Any]) -> tuple[str, str]:
        """A step's title, and the value of a kind that it is carried out for."""
        title = self._titles.get(step, "")
        if not title:
            return "", ""
        for param in self.game.checked.signatures.get(f"step {step}", []):
            if isinstance(param, KindOf) and param.name in self.game.world.kinds:
                value = next((v for k, v in local.items() if k != "s" and isinstance(v, int)), None)
                return title, "" if value is None else self.game.world.kinds[param.name].titles[
                    value
                ]
        return title, ""
