"""The public face of the engine: games, states, decisions, options.

`Game` is a loaded configuration; `start` gives a `State`. A state never changes: `play` gives
another one. A decision asks one player one small question; its options are all legal, and each can
be completed. Texts of options are made when they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from alarife.checking.types import CELL, Many, Maybe, Pieces, Seat, Truth, Type
from alarife.diagnostics import Diagnostic, RuleError
from alarife.engine import asking, dumps, history
from alarife.engine.answers import Answers, no_answer
from alarife.engine.hidden.imagining import Imagining
from alarife.engine.machine import Machine
from alarife.engine.refusals import numbers, refused
from alarife.engine.rehearsal import damage, rehearse
from alarife.engine.teams import teams, whole_teams
from alarife.engine.views import Views
from alarife.engine.words import Words
from alarife.geometry.grid import GridTooLarge
from alarife.lowering.flow.decisions import Site
from alarife.lowering.layout import COUNTERS, DECISION, LOC, LOG, SEED, Slots, standing
from alarife.lowering.lower import Lowered


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule as readers know it. `kind` is its word (`rule`, `action`, `step` …), `sentence` its
    sentences, with their numbers."""

    name: str
    title: str
    sentence: str
    cites: tuple[str, ...]
    module: str
    file: str
    line: int
    kind: str


class Option:
    """One answer to a decision: `key` (stable text), `label` (for readers), `value` (JSON-able)."""

    __slots__ = ("decision", "index", "raw")

    def __init__(self, decision: Decision, index: int, raw: Any) -> None:
        self.decision, self.index, self.raw = decision, index, raw

    @property
    def key(self) -> str:
        """A text that names this option in its decision, the same in every process."""
        return self.decision.keys[self.index]

    @property
    def label(self) -> str:
        """What a reader is shown."""
        return self.decision.label_of(self.raw)

    @property
    def number(self) -> int:
        """The number to show beside it, from 1; 0 for done. While a set is chosen, a piece keeps
        its number."""
        return self.decision.numbers[self.index]

    @property
    def value(self) -> Any:
        """The action's name, a piece's id, `{"at": [x, y]}`, `{"done": true}` …"""
        return self.decision.value_of(self.raw)

    def __repr__(self) -> str:
        return f"<Option {self.key}>"


class Decision:
    """A question to one player. `kind` is one, set, menu or may; `chosen` is what has been chosen
    so far of a set."""

    __slots__ = ("_env", "_game", "_keys", "_numbers", "_options", "_raw", "_state", "_you", "site")

    def __init__(self, state: State) -> None:
        self._state = state
        self._game = state.game
        number, self._you, self._raw, self._env = standing(state.slots)
        self.site: Site = self._game.lowered.sites[number]
        self._options: list[Option] | None = None
        self._keys: list[str] | None = None
        self._numbers: list[int] | None = None

    @property
    def state(self) -> State:
        """The state in which it stands."""
        return self._state

    @property
    def player(self) -> int:
        """The seat that is asked, from 1."""
        return self._you + 1

    @property
    def kind(self) -> str:
        """`one`, `set`, `menu` or `may`."""
        return self.site.kind

    @property
    def prompt(self) -> str:
        """The question."""
        return self.site.prompt

    @property
    def rule(self) -> str:
        """The name of the declaration that asks."""
        return self.site.owner

    @property
    def options(self) -> list[Option]:
        """Every legal answer, in a fixed order."""
        found = self._options
        if found is None:
            found = self._options = [Option(self, i, raw) for i, raw in enumerate(self._raw)]
        return found

    @property
    def chosen(self) -> tuple[Any, ...]:
        """Of a set: what has been chosen so far, as values."""
        return tuple(self.value_of(x) for x in self.chosen_raw)

    @property
    def chosen_raw(self) -> tuple[Any, ...]:
        """The same, as the machine has it."""
        return self._env[self.site.env.index(self.site.got)] if self.kind == "set" else ()

    @property
    def numbers(self) -> list[int]:
        """The numbers of the options, as `Option.number` has them."""
        if self._numbers is None:
            with self._game.machine.afresh():
                self._numbers = numbers(self._game.machine, self._state.slots)
        return self._numbers

    @property
    def keys(self) -> list[str]:
        """The keys of the options."""
        if self._keys is None:
            keys = [self._key(raw) for raw in self._raw]
            twice = {k for k, n in Counter(keys).items() if n > 1}
            self._keys = [
                self._longer(k, raw) if k in twice else k
                for k, raw in zip(keys, self._raw, strict=True)
            ]
        return self._keys

    @property
    def element(self) -> Type | None:
        """The type of what is chosen, of a decision for one or a set."""
        t = self.site.element
        return t.of if isinstance(t, Many) else t

    def _key(self, raw: Any) -> str:
        if raw is None:
            return "done"
        if self.kind == "menu":
            return str(self._actions()[int(raw)])
        if self.kind == "may":
            return "yes" if raw else "no"
        return self._game.words.key(self._state.slots, raw, self.element or CELL)

    def _longer(self, key: str, raw: Any) -> str:
        if not isinstance(self.element, Pieces):
            return key
        machine = self._game.machine
        s = self._state.slots
        number = s[LOC][int(raw)]
        held = machine.contents.of(s, number)
        where = held.where(raw) if hasattr(held, "where") else None
        spot = f"@{self._game.words.label(s, where, CELL)}" if where is not None else f"#{raw}"
        return key + spot

    def _actions(self) -> list[str]:
        return self._game.program.actions_of[self.site.menu]

    def label_of(self, raw: Any) -> str:
        """What a reader is shown of a raw answer."""
        if raw is None:
            return "done"
        if self.kind == "menu":
            action = self._game.program.actions[self._actions()[int(raw)]]
            return action.title or action.name
        if self.kind == "may":
            return "yes" if raw else "no"
        return self._game.words.label(self._state.slots, raw, self.element or CELL)

    def value_of(self, raw: Any) -> Any:
        """A raw answer as JSON-able data."""
        if raw is None:
            return {"done": True}
        if self.kind == "menu":
            return str(self._actions()[int(raw)])
        t = self.element
        if self.kind == "may" or isinstance(t, Pieces):
            return raw
        return self._game.words.data(self._state.slots, raw, t or CELL)

    def find(self, option: Option | str | int) -> Any:
        """The raw answer that an option, a key or an index means; an error if it is not offered
        (E0702). An option of another decision is taken only if the same question is put to the same
        player by the same rules, and its key is offered."""
        if isinstance(option, Option):
            asked = option.decision
            if asked is self:
                return option.raw
            if not self._is_like(asked):
                raise self._not_offered(f"{option.key}", "It is an option of another decision. ")
            option = option.key
        elif isinstance(option, int) and not isinstance(option, bool):
            if 0 <= option < len(self._raw):
                return self._raw[option]
            raise self._not_offered(str(option))
        if option in self.keys:
            return self._raw[self.keys.index(option)]
        raise self._not_offered(str(option))

    def _is_like(self, other: Decision) -> bool:
        """Whether both put the same question to the same player, under the same rules."""
        mine, theirs = self._game, other._game
        return (mine is theirs or mine.program.digest == theirs.program.digest) and (
            standing(self._state.slots)[:2] == standing(other._state.slots)[:2]
        )

    def _not_offered(self, asked: str, why: str = "") -> RuleError:
        some = ", ".join(self.keys[:12]) + (" …" if len(self.keys) > 12 else "")
        return RuleError(
            [
                Diagnostic(
                    "E0702", f"`{asked}` is not offered here.", (), f"{why}Offered are: {some}"
                )
            ]
        )


class State:
    """A moment of a game. Compares equal to states with the same dump."""

    __slots__ = ("_decision", "game", "restored", "slots")

    def __init__(self, game: Game, slots: Slots, restored: bool = False) -> None:
        self.game = game
        self.slots = slots
        self.restored = restored
        self._decision: Decision | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.slots[DECISION] is None

    @property
    def decision(self) -> Decision | None:
        """Who is asked what; None when the game is over."""
        if self._decision is None and self.slots[DECISION] is not None:
            self._decision = Decision(self)
        return self._decision

    @property
    def decisions(self) -> list[Decision]:
        """All decisions that stand (one, as the engine asks one after the other)."""
        return [self.decision] if self.decision else []

    def play(self, option: Option | str | int) -> State:
        """The state after this answer; this state stays as it is."""
        decision = self.decision
        if decision is None:
            raise RuleError([Diagnostic("E0703", "The game is over: nothing is asked any more.")])
        raw = decision.find(option)
        slots = self.game.machine.copy(self.slots)
        if self.restored:
            with damage():
                self.game.machine.advance(slots, raw)
        else:
            self.game.machine.advance(slots, raw)
        return State(self.game, slots, self.restored)

    @property
    def scores(self) -> dict[int | str, int]:
        """Points by seat, of neutral players by name: the note or value `score`; without one, 1 for
        a winner and 0 for others."""
        with self.game.machine.afresh():
            return self.game.scores(self.slots)

    @property
    def winners(self) -> list[int | str]:
        """Who has won, when the game is over: seats, and names of neutral players."""
        with self.game.machine.afresh():
            return self.game.winners(self.slots) if self.is_over else []

    @property
    def teams(self) -> list[list[int]]:
        """The seats that win and lose together, by the value `team`."""
        with self.game.machine.afresh():
            found = self.game.teams(self.slots)
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
        return found

    def imagine(self, seat: int, seed: int) -> State:
        """A state that this seat (from 1) cannot tell from this one: what it can't know is dealt
        anew. Same seed, same state: also from another state that this seat can't tell from this
        one."""
        return self.imagining(seat)(seed)

    def imagining(self, seat: int) -> Callable[[int], State]:
        """`imagine` for one seat and many seeds: what is the same for all is worked out once."""
        self.game.check_seat(seat)
        machine = self.game.machine
        imagining = Imagining(machine, self.slots, seat - 1)

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
        found: list[tuple[Any, ...]] = []
        log = self.slots[LOG]
        while log:
            entry, log = log
            found.append(entry)
        return found[::-1]

    def why_not(self, action: str, *answers: Any) -> list[RuleInfo]:
        """The named rules that these answers to an action's questions would break, with their
        sentences. Answers are options, keys, values as options have them, pieces' ids, `(x, y)`, or
        lists of those for a set. Where an answer is no candidate at all, the action itself is
        named."""
        return [self.game.rule(n or action) for n in self.game.broken(self, action, answers)]

    def why_not_here(self, answer: Any) -> list[RuleInfo]:
        """The same for an answer to the decision that stands."""
        return self.game.broken_here(self, answer)

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

    def restore(self, d: Any) -> State:
        """A state from its dump."""
        slots = dumps.restore(self.machine, self.words, d)
        with self.machine.afresh():
            rehearse(self.machine, self.words, self.views, slots, d)
        return State(self, slots, restored=True)

    def check_seat(self, seat: int) -> None:
        """An error for a seat that there is not (E0704)."""
        if type(seat) is not int or not 1 <= seat <= self.players:
            raise RuleError(
                [
                    Diagnostic(
                        "E0704",
                        f"There is no seat {seat!r}.",
                        (),
                        f"Seats go from 1 to {self.players}.",
                    )
                ]
            )

    # ----------------------------------------------------------------
    # rules
    @cached_property
    def rules(self) -> list[RuleInfo]:
        """Every rule in force: all that has a title and a sentence or a citation."""
        return list(self._rules())

    def _rules(self) -> Iterator[RuleInfo]:
        from alarife.sentences.text import sentence

        for article in self.program.articles:
            decl = article.decl
            kind = type(decl).__name__.lower()
            if kind in ("example", "chapter", "section", "order", "formerly") or not (
                decl.title or decl.prose
            ):
                continue
            yield RuleInfo(
                decl.name,
                sentence(self.checked, decl, decl.title or decl.name),
                " ".join(sentence(self.checked, decl, p.text) for p in decl.prose),
                tuple(decl.cites),
                decl.module,
                decl.head.file,
                decl.head.line,
                kind,
            )

    @cached_property
    def _by_name(self) -> dict[str, RuleInfo]:
        return {r.name: r for r in reversed(self.rules)}

    def rule(self, name: str) -> RuleInfo:
        """A rule by its name."""
        found = self._by_name.get(name)
        if found is None:
            at = self.machine.place_of(name)
            found = RuleInfo(
                name, name, "", (), "", at.file if at else "", at.line if at else 0, ""
            )
        return found

    # ----------------------------------------------------------------
    # scores
    def party(self, p: int) -> int | str:
        """A party as the contract says it: the seat, or the neutral's name."""
        return p + 1 if p < self.world.players else self.world.neutrals[p - self.world.players]

    def scores(self, s: Slots) -> dict[int | str, int]:
        """Points by party."""
        note = self.world.notes.get("score")
        if note is not None and len(note.domains) == 1 and isinstance(note.domains[0].type, Seat):
            return {
                self.party(keys[0]): v for keys, v in dumps.note_values(self.machine, s, "score")
            }
        value = self.machine.names.get("value·score")
        if value is not None and len(self.checked.signatures.get("value score", [])) == 1:
            return {self.party(p): value(s, p) for p in range(self.world.players)}
        won = self.winners(s) if s[DECISION] is None else []
        return {self.party(p): int(self.party(p) in won) for p in range(self.world.players)}

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
    # why not
    def broken(self, state: State, action: str, answers: Sequence[Any]) -> list[str | None]:
        """The names of the rules that answers to an action break."""
        if not isinstance(action, str) or action not in self.program.actions:  # pyright: ignore[reportUnnecessaryIsInstance]
            from alarife.linking.wording import did_you_mean

            hint = did_you_mean(str(action), self.program.actions)
            raise RuleError([Diagnostic("E0705", f"There is no action `{action}`.", (), hint)])
        decision = state.decision
        you = decision.player - 1 if decision else 0
        wanted = self.checked.signatures.get(f"action {action}", [])
        args = self._menu_args(state, action) if wanted else []
        if len(args) < len(wanted):
            if len(answers) < len(wanted):
                raise no_answer(
                    list(answers),
                    f"`{action}` is offered for something, and that must come first",
                    f"It takes {len(wanted)} before the answers to its own questions.",
                )
            args = [self._raw(state, t, a) for t, a in zip(wanted, answers, strict=False)]
            answers = answers[len(wanted) :]
        raw = self.raw_answers(state, action, answers)
        try:
            with self.machine.afresh():
                return self.machine.why(state.slots, action, you, args, raw)
        except NO_CANDIDATE:
            return [None]

    def _menu_args(self, state: State, action: str) -> list[Any]:
        decision = state.decision
        menu = self.program.actions[action].menu
        if decision is None or decision.site.menu != menu or not all(decision.site.menu_args):
            return []
        env = dict(zip(decision.site.env, standing(state.slots)[3], strict=True))
        return [env[name] for name in decision.site.menu_args if name in env]

    def raw_answers(self, state: State, action: str, answers: Sequence[Any]) -> list[Any]:
        """Answers as the machine has them, by what the action's questions ask for."""
        out: list[Any] = []
        items = list(self.lowered.action_items.get(action, []))
        rest = list(answers)
        while rest and items:
            kind, t = items.pop(0)
            given = rest.pop(0)
            if kind == "menu":
                name = given.key if isinstance(given, Option) else given
                if not isinstance(name, str) or name not in self.program.actions:
                    raise no_answer(given, "it is the name of no action")
                out.append(name)
                items = list(self.lowered.action_items.get(str(name), []))
            elif kind == "set":
                several = isinstance(given, (list, tuple, set))
                many = cast("Iterable[Any]", given) if several else [given]
                out.append([self._raw(state, t, x) for x in many])
            else:
                out.append(self._raw(state, t, given))
        if rest:
            raise no_answer(rest[0], f"`{action}` asks for {len(answers) - len(rest)} answers")
        return out

    def _raw(self, state: State, t: Type | None, given: Any) -> Any:
        """An answer to a question for one or several of a type."""
        t = t.of if isinstance(t, (Many, Maybe)) else t
        if isinstance(given, Option):
            given = given.value
        return self.answers.raw(state.slots, t, given)

    def broken_here(self, state: State, answer: Any) -> list[RuleInfo]:
        """The rules that an answer to the decision that stands breaks; none if it is offered."""
        decision = state.decision
        if decision is None:
            return []
        if (isinstance(answer, Option) and answer.decision is decision) or (
            isinstance(answer, str) and answer in decision.keys
        ):
            return []
        if decision.kind == "menu":
            name = answer.key if isinstance(answer, Option) else str(answer)
            return [self.rule(n or name) for n in self.broken(state, name, ())]
        if decision.kind == "may":
            self.answers.raw(state.slots, Truth(), _value_of(answer))
            return []
        done = decision.kind == "set" and _value_of(answer) in ("done", {"done": True})
        raw = None if done else self._raw(state, decision.element, answer)
        try:
            with self.machine.afresh():
                broken = refused(self.machine, state.slots, raw)
        except NO_CANDIDATE:
            broken = [None]
        return [self.rule(n or decision.rule) for n in broken]

    # ----------------------------------------------------------------
    # copies
    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.again is None:
            raise TypeError("Only a game that `alarife.load` has made can be pickled.")
        return self.again


NO_CANDIDATE = (TypeError, LookupError, ValueError, AttributeError, GridTooLarge)
"""What a rule may come to that is asked of something which is no candidate at all."""


def whole_number(name: str, n: object) -> None:
    """An error (TypeError) for an argument that is no whole number."""
    if type(n) is not int:
        raise TypeError(f"`{name}` must be a whole number, not {n!r}.")


def _value_of(answer: Any) -> Any:
    return answer.value if isinstance(answer, Option) else answer


def _unpickled(game: Game, slots: Slots, log: list[Any] | None, restored: bool) -> State:
    """A state from what it was pickled as."""
    slots[LOG] = None
    if log is not None:
        slots[LOG] = ()
        for entry in log:
            slots[LOG] = (entry, slots[LOG])
    return State(game, slots, restored)
