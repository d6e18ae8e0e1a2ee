"""The end of a game: who has won, and where the points came from.

What comes in: a game and all its states. What goes out: lines. Each change of the note `score` is told with the step that
was being carried out (which scoring) and the rule that gave the points. A log names the rule alone; so the game is played
once more, and whoever gives points is asked what it stands in.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from typing import Any

from alarife.checking.types import KindOf, Seat, Truth
from alarife.engine.state import Game, State
from alarife.lowering.layout import FRAME
from alarife.play.look import Look
from alarife.play.text import Text, join, table

_STEP = re.compile(r"^step_(\w+?)(?:__usual)?$")
Source = tuple[str, str]
"""Where points came from: the scoring (the outermost step), and the rule."""


def final_lines(state: State, look: Look, answers: list[str], seed: int, width: int) -> list[Text]:
    """Who has won, all points, and where they came from."""
    winners = state.winners
    words = join((look.party(w) for w in winners), ", ") if winners else Text("nobody")
    verb = "win" if len(winners) > 1 else "wins"
    lines = [
        Text(("The game is over: ", "bold"), words.styled("bold"), (f" {verb}." if winners else " wins: it is a draw.", "bold"))
    ]
    scores = state.scores
    if state.game.world.notes.get("score") is None and state.game.machine.names.get("value_score") is None:
        return lines
    order = sorted(scores, key=lambda p: (-scores[p], str(p)))
    given = sources(state.game, answers, seed)
    heads: list[Text] = [Text(), *(look.party(p) for p in order)]
    rows: list[list[Text]] = [heads]
    for scoring in dict.fromkeys(scoring for scoring, _ in given):
        if scoring:
            rows.append([Text((scoring, "dim"))])
        for (where, rule), by_party in given.items():
            if where == scoring:
                said = Text("  " if scoring else "", rule.partition(":")[0] if rule == scoring else rule)
                rows.append([said, *(Text(str(by_party[p])) if by_party.get(p) else Text(("-", "dim")) for p in order)])
    rows.append([Text(("Points", "bold")), *(Text((str(scores[p]), "bold")) for p in order)])
    lines += [Text(), *(line.cut(width) for line in table(rows, 2, frozenset(range(1, len(heads)))))]
    return lines


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
        self._last: dict[int, int] = defaultdict(int)
        self._log = self.names["log_note"]
        self.names["log_note"] = self.noted

    def run(self, answers: list[str], seed: int) -> None:
        """The whole game."""
        again = Game.__new__(Game)
        again.__dict__.update({k: v for k, v in self.game.__dict__.items() if k != "machine"}, machine=self.machine)
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
        """What the rule stands in: the steps that are being carried out, outermost first."""
        steps: list[str] = []
        frame = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename == "<rules>":
            if step := _STEP.match(frame.f_code.co_name):
                title = self._title(step[1], frame.f_locals)
                if title and (not steps or steps[-1] != title):
                    steps.append(title)
            frame = frame.f_back
        rules = self.game.lowered.rules
        own = self.game.rule(rules[rule]).title if 0 <= rule < len(rules) else ""
        steps = steps[::-1] or [own]
        if len(steps) > 1:
            return steps[0], steps[1]
        if ":" in steps[0]:
            return steps[0], steps[0]
        around = self._asking(s)
        return ("", steps[0]) if around in ("", steps[0]) else (around, steps[0])

    def _asking(self, s: list[Any]) -> str:
        """The step, outside of the flow of the whole game, in which somebody was asked last."""
        frame, found = s[FRAME], ""
        while frame is not None:
            owners = self.game.lowered.block_owners
            name = owners[frame[0]] if frame[0] < len(owners) else ""
            if name not in ("", "play") and (decl := self.game.program.steps.get(name)) is not None and decl.title:
                found = decl.title
            frame = frame[1]
        return found

    def _title(self, step: str, local: dict[str, Any]) -> str:
        """A step's title, with the values of a kind that it is carried out for."""
        decl = self.game.program.steps.get(step)
        if decl is None or not decl.title:
            return ""
        said: list[str] = []
        for param in self.game.checked.signatures.get(f"step {step}", []):
            if isinstance(param, KindOf) and param.name in self.game.world.kinds and not isinstance(param, Truth):
                value = next((v for k, v in local.items() if k not in ("s",) and isinstance(v, int)), None)
                if value is not None:
                    said.append(self.game.world.kinds[param.name].titles[value])
                break
        return f"{decl.title}: {', '.join(said)}" if said else decl.title
