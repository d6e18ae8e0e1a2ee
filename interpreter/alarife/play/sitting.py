"""A game under way, with its people, its bots and its save; nothing is shown here.

In: a game, a save, a file. Out: what each seat is shown, answers that count, bots that answer. What
always holds: after every answer of a person the game is saved before anybody is asked again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

from alarife.bots import (
    LEVELS,
    PATIENCE,
    Bot,
    Budget,
    Generator,
    Hint,
    View,
    answer_of,
    hint,
    make_bot,
)
from alarife.bots.chance import seed_of_bot
from alarife.diagnostics import RuleError, rule_error
from alarife.engine.inspect import has_secrets
from alarife.engine.state import Game, State
from alarife.play import shelf
from alarife.play.saves import PERSON, Save
from alarife.table import Answer, History, Table

Data = dict[str, Any]
BETWEEN_SAVES = 1.0
"""How many seconds may pass without a save while bots answer one another."""
MOST_ALONE = 20_000
"""How often in a row bots alone are asked."""


class Sitting:
    """One game under way. `save.seats` names who plays: whoever reads a save says first which bots
    may. `first` is where it goes on, if the answers of the save don't lead there."""

    def __init__(
        self, game: Game, save: Save, target: shelf.Target, first: State | None = None
    ) -> None:
        self.game = game
        self.save = save
        self.target = target
        self.names = [save.names[i] if i < len(save.names) else "" for i in range(game.players)]
        self.table = Table(game, self.names, memory=save.memory)
        named = {n: name for n, name in enumerate(save.seats, 1) if name != PERSON}
        self.bot_names: dict[int, str] = named
        self.bots: dict[int, Bot] = {n: make_bot(b, patience=inf) for n, b in named.items()}
        self.persons = [n for n, name in enumerate(save.seats, 1) if name == PERSON]
        self.played = History(game, save.seed, bots=list(named), first=first)
        self._before = list(save.answers) if first is not None else []
        if first is None:
            self.played.add_keys(save.answers)
        self._chance = {
            n: Generator(seed_of_bot(save.seed + len(save.answers), n)) for n in self.bots
        }
        self._written = 0.0
        self._alone = 0
        self.unsaved: list[str] = []
        self.secret = len(self.persons) > 1 and has_secrets(game)

    # ----------------------------------------------------------------
    # what stands
    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.played.state

    @property
    def asked(self) -> int:
        """The seat that is asked; 0 if the game is over."""
        return self.state.decision.player if self.state.decision else 0

    @property
    def path(self) -> Path:
        """The file that it is saved to."""
        return self.target.path

    def name(self, seat: int) -> str:
        """Who plays a seat."""
        return self.table.wording.party(seat)

    def show(self, seat: int, picks: Sequence[str] = (), position: int | None = None) -> Data:
        """What a seat is shown. Raises `RuleError` for picks that can't be."""
        return self.table.show(self.played, seat, picks=picks, position=position)

    def foresee(self, seat: int, key: str) -> list[str]:
        """What an answer would do, in words."""
        try:
            return self.table.preview(self.played, seat, key)["words"]
        except RuleError:
            return []

    def hints(self, seat: int) -> list[Hint]:
        """What a bot thinks of the answers, the best first. It sees what the seat sees."""
        decision = self.state.decision
        if decision is None or decision.player != seat or len(decision.options) < 2:
            return []
        return hint(View(self.state, seat), decision, Budget(LEVELS["hard"], PATIENCE["fair"]))

    # ----------------------------------------------------------------
    # answering
    def answer(self, seat: int, keys: Sequence[str]) -> None:
        """An answer of a person. Raises `RuleError`, and nothing has changed."""
        self.played.add(Answer(seat, tuple(keys)))
        self._alone = 0
        self.write()

    def bot_answers(self) -> None:
        """The bot that is asked answers. Raises `RuleError`: E0713 if bots have been asked for
        ever, E0715 if it fails."""
        seat, decision = self.asked, self.state.decision
        assert decision is not None
        self._alone += 1
        if self._alone > MOST_ALONE:
            message = (
                f"The game does not end: {MOST_ALONE} times in a row bots have been asked, and"
                " nobody else."
            )
            hint = "Let the game end at some time whatever is chosen."
            raise rule_error("E0713", message, hint)
        answer = answer_of(self.bots[seat], View(self.state, seat), decision, self._chance[seat])
        if isinstance(answer, int):
            answer = decision.options[answer]
        key = answer if isinstance(answer, str) else answer.key
        self.played.add(Answer(seat, (key,)))
        if self.asked not in self.bots or time.monotonic() > self._written + BETWEEN_SAVES:
            self.write()

    def undo(self, seat: int) -> None:
        """Take back the newest answer of a person: one's own, or, where nothing is hidden, that of
        whoever else sits at the terminal. Raises `RuleError` with the reason if it may not be."""
        answered = (self.played.seat_at(n) for n in range(self.played.position, 0, -1))
        person = next((who for who in answered if who not in self.bots), seat)
        whose = seat if self.secret else person
        self.played.add(self.played.undo(whose))
        self.write()

    # ----------------------------------------------------------------
    # saving
    def write(self) -> None:
        """Save. If that fails the game goes on, and `unsaved` says why it is not saved."""
        try:
            self.write_to(self.target)
            self.unsaved = []
        except RuleError as wrong:
            self.unsaved = [wrong.diagnostics[0].message, wrong.diagnostics[0].hint]

    def write_to(self, target: shelf.Target) -> None:
        """Save to a file. Raises `RuleError`."""
        self._written = time.monotonic()
        self.save.answers = self._before + self.played.answers
        target.write(self.save, self.state)
