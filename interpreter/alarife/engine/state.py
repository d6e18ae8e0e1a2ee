"""Games and states.

`Game` is a loaded configuration; `start` gives a `State`. A state never changes: `play` gives
another one. Its decision (`decisions`) asks one player one small question; the options are all
legal, and each can be completed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from alarife.checking.types import Seat
from alarife.diagnostics import brief, rule_error
from alarife.engine import asking, dumps, history, logs, restoring
from alarife.engine.answers import Answers
from alarife.engine.damage import damage
from alarife.engine.decisions import Decision, Option
from alarife.engine.hidden.imagining import Imagining
from alarife.engine.machine import Machine
from alarife.engine.rehearsal import rehearse
from alarife.engine.results import Result
from alarife.engine.rules import RuleInfo, rules_in_force
from alarife.engine.teams import teams, whole_teams
from alarife.engine.views import Views, own
from alarife.engine.why_not import rules_broken, rules_broken_here
from alarife.engine.words import Words
from alarife.lowering.layout import COUNTERS, DECISION, LOG, SEED, Slots
from alarife.lowering.lower import Lowered


class State:
    """A moment of a game. Compares equal to states with the same dump."""

    __slots__ = ("_decision", "_known", "game", "restored", "slots")

    def __init__(self, game: Game, slots: Slots, restored: bool = False) -> None:
        self.game = game
        self.slots = slots
        self.restored = restored
        self._decision: Decision | None = None
        self._known: Result | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.slots[DECISION] is None

    @property
    def decision(self) -> Decision | None:
        """Who is asked what; None when the game is over."""
        if self._decision is None and self.slots[DECISION] is not None:
            self._decision = Decision(self.game, self.slots, self.restored)
        return self._decision

    @property
    def decisions(self) -> list[Decision]:
        """All decisions that stand (one, as the engine asks one after the other)."""
        return [self.decision] if self.decision else []

    def play(self, option: Option | str | int) -> State:
        """The state after this answer; this state stays as it is."""
        decision = self.decision
        if decision is None:
            raise rule_error("E0703", "The game is over: nothing is asked any more.")
        raw = decision.find(option)
        slots = self.game.machine.copy(self.slots)
        if self.restored:
            with damage():
                self.game.machine.advance(slots, raw)
        else:
            self.game.machine.advance(slots, raw)
        return State(self.game, slots, self.restored)

    @property
    def _result(self) -> Result:
        """Points, winners and teams, each worked out once."""
        if self._known is None:
            self._known = Result(self.game, self.slots)
        return self._known

    @property
    def scores(self) -> dict[int | str, int]:
        """Points by seat, of neutral players by name: the note or value `score`; without one, 1 for
        a winner and 0 for others."""
        return {**self._result.scores}

    @property
    def winners(self) -> list[int | str]:
        """Who has won, when the game is over: seats, and names of neutral players."""
        return [*self._result.winners] if self.is_over else []

    @property
    def teams(self) -> list[list[int]]:
        """The seats that win and lose together, by the value `team`."""
        found = self._result.teams
        return [[p + 1 for p, t in enumerate(found) if t == team] for team in sorted(set(found))]

    def value(self, name: str, *args: Any, **named: Any) -> Any:
        """What a declared value is now, or whether a rule holds: `state.value("strength", seat=1)`.
        Arguments are values as options have them, in order or by the names of parameters."""
        return asking.value(self, name, args, named)

    def note(self, name: str) -> Any:
        """What a note says; of several keys, nested dicts: `state.note("bid")[1]["apple"]`."""
        return asking.note(self, name)

    def place(self, name: str) -> Any:
        """What lies in a place, in the same form."""
        return asking.place(self, name)

    def history(self, seat: int) -> list[dict[str, Any]]:
        """Who was asked what and answered what, oldest first, as far as this seat (from 1) may
        know; JSON-able. What was answered at once or in secret only that seat itself is told."""
        self.game.check_seat(seat)
        return history.history(self, seat)

    def view(self, seat: int, history: bool = False) -> dict[str, Any]:
        """What this seat (from 1) sees, JSON-able; what is hidden is only counted. The options are
        there if this seat is asked; with `history`, also what has been answered so far."""
        self.game.check_seat(seat)
        with self.game.machine.afresh():
            found = self.game.views.view(self.slots, seat - 1)
        if self.decision is not None and self.decision.player == seat:
            found["decision"]["options"] = [
                {"key": o.key, "label": o.label, "value": o.value, "number": o.number}
                for o in self.decision.options
            ]
        if history:
            found["history"] = self.history(seat)
        return own(found)

    def imagine(self, seat: int, seed: int) -> State:
        """A state that this seat (from 1) cannot tell from this one: what it can't know is dealt
        anew. Same seed, same state: also from another state that this seat can't tell from this
        one."""
        return self.imagining(seat)(seed)

    def imagining(self, seat: int) -> Callable[[int], State]:
        """`imagine` for one seat and many seeds: what is the same for all is worked out once."""
        self.game.check_seat(seat)
        machine = self.game.machine
        with machine.afresh():
            imagining = Imagining(machine, self.slots, seat - 1, self.game.result)

        def imagine(seed: int) -> State:
            whole_number("seed", seed)
            with machine.afresh():
                return State(self.game, imagining.state(seed), self.restored)

        return imagine

    def dump(self) -> dict[str, Any]:
        """Everything, JSON-able. Equal states have equal dumps."""
        return dumps.dump(self.game.machine, self.game.words, self.slots)

    @property
    def log(self) -> list[tuple[Any, ...]]:
        """What has happened, oldest first: tuples of what, the number of the rule in
        `game.lowered.rules`, and details."""
        return logs.entries(self.slots[LOG])

    def why_not(self, action: str, *answers: Any) -> list[RuleInfo]:
        """The named rules that these answers to an action's questions would break, with their
        sentences. Answers are options, keys, values as options have them, pieces' ids, `(x, y)`, or
        lists of those for a set. Where an answer is no candidate at all, the action itself is
        named."""
        return [self.game.rule(name) for name in rules_broken(self, action, answers)]

    def why_not_here(self, answer: Any) -> list[RuleInfo]:
        """The same for an answer to the decision that stands."""
        return [self.game.rule(name) for name in rules_broken_here(self, answer)]

    def __deepcopy__(self, memo: object) -> State:
        return State(self.game, self.game.machine.copy(self.slots), self.restored)

    def __reduce__(self) -> tuple[Any, ...]:
        slots = self.slots[:]
        slots[LOG] = None
        log = None if self.slots[LOG] is None else self.log
        return _unpickled, (self.game, slots, log, self.restored)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.dump() == other.dump()

    def __hash__(self) -> int:
        return hash((self.slots[SEED], self.slots[COUNTERS]))


class Game:
    """A game as it is played: rules, modules, options, players. Made by `alarife.load`. `auto`: an
    answer without an alternative is given at once, and nobody is asked."""

    def __init__(
        self, lowered: Lowered, again: tuple[Any, ...] | None = None, auto: bool = True
    ) -> None:
        self.lowered = lowered
        self.again = again
        """A function and its arguments that make this game again, in another process, too."""
        self.checked = lowered.checked
        self.program = lowered.checked.program
        self.configuration = self.program.configuration
        self.machine = Machine(lowered, auto)
        self.world = lowered.checked.world
        self.words = Words(self.world, self.machine.tables)
        self.answers = Answers(self.world, self.words)
        self.views = Views(self.machine, self.words, self.scores, self.party)

    @property
    def name(self) -> str:
        """The game's name."""
        return self.configuration.game

    @property
    def title(self) -> str:
        """The game's title."""
        return self.program.title

    @property
    def players(self) -> int:
        """How many play."""
        return self.configuration.players

    def start(self, seed: int = 0, log: bool = True) -> State:
        """The first state in which somebody is asked. Same seed, same game."""
        whole_number("seed", seed)
        return State(self, self.machine.start(seed, bool(log)))

    def state(self, slots: Slots, restored: bool = False) -> State:
        """A state with these slots."""
        return State(self, slots, restored)

    def restore(self, d: Any) -> State:
        """A state from its dump."""
        slots = restoring.restore(self.machine, self.words, d)
        with self.machine.afresh():
            rehearse(self.machine, self.words, self.views, slots, d)
        return State(self, slots, restored=True)

    def check_seat(self, seat: int) -> None:
        """An error for a seat that there is not (E0704)."""
        if type(seat) is not int or not 1 <= seat <= self.players:
            raise rule_error(
                "E0704", f"There is no seat {brief(seat)}.", f"Seats go from 1 to {self.players}."
            )

    # ----------------------------------------------------------------
    # rules
    @cached_property
    def rules(self) -> list[RuleInfo]:
        """Every rule in force: all that has a title and a sentence or a citation."""
        return list(rules_in_force(self.checked))

    @cached_property
    def _by_name(self) -> dict[str, RuleInfo]:
        return {r.name: r for r in reversed(self.rules)}

    def rule(self, name: str) -> RuleInfo:
        """A rule by its name."""
        if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"`name` must be a text, not {brief(name)}.")
        found = self._by_name.get(name)
        if found is None:
            at = self.machine.blame.place_of(name)
            found = RuleInfo(
                name, name, "", (), "", at.file if at else "", at.line if at else 0, ""
            )
        return found

    # ----------------------------------------------------------------
    # scores
    def party(self, p: int) -> int | str:
        """A party as the contract says it: the seat, or the neutral's name."""
        return p + 1 if p < self.world.players else self.world.neutrals[p - self.world.players]

    def scores(
        self, s: Slots, winners: Callable[[], list[int | str]] | None = None
    ) -> dict[int | str, int]:
        """Points by party. `winners` says who has won, if somebody knows that already."""
        note = self.world.notes.get("score")
        if note is not None and len(note.domains) == 1 and isinstance(note.domains[0].type, Seat):
            return {
                self.party(keys[0]): v for keys, v in dumps.note_values(self.machine, s, "score")
            }
        value = self.machine.names.get("value·score")
        if value is not None and len(self.checked.signatures.get("value score", [])) == 1:
            return {self.party(p): value(s, p) for p in range(self.world.players)}
        if s[DECISION] is not None:
            won: list[int | str] = []
        else:
            won = winners() if winners else self.winners(s)
        return {self.party(p): int(self.party(p) in won) for p in range(self.world.players)}

    def result(self, s: Slots) -> tuple[dict[int | str, int], list[int | str]]:
        """Points by party, and who has won."""
        return self.scores(s), self.winners(s)

    def winners(self, s: Slots) -> list[int | str]:
        """Who has won, by the value `winners`; without one, who has most points. A team wins as
        one."""
        names = self.machine.names
        value, grouped = names.get("value·winners"), "value·team" in names
        if value is None and "score" not in self.world.notes and "value·score" not in names:
            return []
        if value is None:
            scores = list(self.scores(s).values())
            won = [p for p, n in enumerate(scores) if n == max(scores)]
        else:
            won = value(s)
        if grouped:
            won = whole_teams(teams(names, s, self.players), won)
        return [self.party(p) for p in won]

    def teams(self, s: Slots) -> list[int]:
        """The team of each seat: the lowest seat, from 0, in it."""
        return teams(self.machine.names, s, self.players)

    # ----------------------------------------------------------------
    # copies
    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.again is None:
            raise TypeError("Only a game that `alarife.load` has made can be pickled.")
        return self.again


def whole_number(name: str, n: object) -> None:
    """An error (TypeError) for an argument that is no whole number."""
    if type(n) is not int:
        raise TypeError(f"`{name}` must be a whole number, not {brief(n)}.")


def _unpickled(game: Game, slots: Slots, log: list[Any] | None, restored: bool) -> State:
    """A state from what it was pickled as."""
    slots[LOG] = None if log is None else logs.begun(log)
    return State(game, slots, restored)
