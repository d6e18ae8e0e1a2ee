"""What other parts may ask of a game and its states, beyond playing them.

The public face of the engine next to `Game`, `State`, `Decision` and `Option`: who knows what,
where pieces lie, what a question or a log entry is about, what a declared value is now. Nobody
outside of the engine needs slots, tables or generated functions for that. Seats count from 1; seat
0 stands for what everybody knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import isfunction
from itertools import islice
from typing import Any

from alarife.arguments import asked
from alarife.checking.types import Maybe, Type
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.diagnostics import brief, rule_error
from alarife.engine import logs
from alarife.engine.dumps import note_values
from alarife.engine.state import Game, State
from alarife.engine.tables import GRID, PILE, ROW, SET, SPACE, Tables
from alarife.engine.views import may_know
from alarife.geometry.grid import xy
from alarife.lowering.layout import (
    COUNTERS,
    DECISION,
    FRAME,
    KNOWN,
    LOC,
    LOG,
    PlaceNo,
    Slots,
    standing,
)


# ----------------------------------------------------------------
# playing in place
def played_at_random(
    game: Game, seed: int, words: Sequence[Callable[[], int]], most: int
) -> tuple[int, State]:
    """A game in which each seat's words of 32 bits choose its options, played without copies and
    without a log: how many decisions there were, and the last state. It stops after so many."""
    machine = game.machine.playouts
    slots = machine.start(seed, log=False)
    decisions = machine.play_out(slots, words, most)
    return decisions, State(game, slots)


def slots_of(state: State) -> Slots:
    """The slots of a state, for searches; whoever changes them works on a copy (`Field.copy`), or
    owns the state."""
    return state.slots


def laid_out(game: Game) -> Slots:
    """The slots before the game begins."""
    return game.machine.table(0, log=False)


def asking_always(game: Game) -> Game:
    """The same game, in which decisions with one option are put, too."""
    return Game(game.lowered, (asking_always, (game,)), auto=False)


def has_chance(game: Game) -> bool:
    """Whether chance decides anything."""
    return bool(game.lowered.labels)


# ----------------------------------------------------------------
# who knows what
def has_secrets(game: Game) -> bool:
    """Whether anything of a game may be known to some and not to others."""
    sight, everybody = game.machine.sight, game.machine.everybody
    masks = (*sight.seen, *(top for top in sight.top_seen if top != 0))
    return (
        any(not isinstance(mask, int) or mask not in (0, everybody) for mask in masks)
        or any(site.sealed for site in game.lowered.sites)
        or game.checked.secrets.shows
    )


def knows(state: State, seat: int, piece: int) -> bool:
    """Whether a seat knows which piece this is; for 0, whether all do."""
    machine, s = state.game.machine, state.slots
    if seat:
        return may_know(machine, s, seat - 1, piece)
    return all(may_know(machine, s, p, piece) for p in range(state.game.players))


def remembered_only(state: State, seat: int) -> Iterator[tuple[str, str | None, frozenset[int]]]:
    """Pieces that lie where a seat (0: anybody) can't see them now, and that everybody knows all
    the same: place, key of the instance (None without keys), pieces. Boards are left out."""
    machine, s, words = state.game.machine, state.slots, state.game.words
    sees, everybody = machine.sight.who_sees, machine.everybody
    who = 1 << seat - 1 if seat else everybody
    for place in state.game.world.places.values():
        types = [d.type for d in place.domains]
        for number, keys in enumerate(place.keys(), place.first):
            if machine.tables.shape[number] not in (PILE, ROW, SET):
                continue
            if machine.sight.of(s, number) & who == who:
                continue
            held = machine.contents.of(s, number)
            found = frozenset(
                x
                for x in held
                if s[KNOWN][x] & everybody == everybody and sees(s, number, x) & who != who
            )
            if found:
                yield place.name, words.keys_text(keys, types) if types else None, found


def somebody_learned(earlier: State, now: State) -> int:
    """A seat that knows a piece now which it did not know earlier; 0 if there is none."""
    for piece in range(now.game.world.piece_count):
        for seat in range(1, now.game.players + 1):
            if knows(now, seat, piece) and not knows(earlier, seat, piece):
                return seat
    return 0


def is_open(game: Game, place: int) -> bool:
    """Whether everybody always sees what lies in an instance of a place."""
    return game.machine.sight.seen[place] == game.machine.everybody


def points(state: State, seat: int) -> dict[int | str, int | None]:
    """Everybody's points as a seat sees them: None where they hang on pieces that it does not know.
    For 0, as everybody sees them."""
    seats = [seat] if seat else range(1, state.game.players + 1)
    seen = [state.game.views.scores(state.slots, p - 1) for p in seats]
    return {
        party: n if all(other[party] is not None for other in seen) else None
        for party, n in seen[0].items()
    }


# ----------------------------------------------------------------
# questions and the log
@dataclass(frozen=True, slots=True)
class Question:
    """What is fixed about a question. `kind` is one, set, menu or may; `rule` the declaration that
    asks; `name` what the answer is called there; `element` the type of what is chosen; `sealed`
    says that answers stay secret until all have answered, `first` that it is the first of those;
    `secret` that being asked would tell others something hidden, `telling` that having no other
    choice would."""

    kind: str
    rule: str
    prompt: str
    name: str
    menu: str
    element: Type | None
    sealed: bool
    first: bool
    secret: bool
    telling: bool


def question(game: Game, number: int) -> Question:
    """The question of that number, as entries of the log name it."""
    site = game.lowered.sites[number]
    return Question(
        site.kind,
        site.owner,
        site.prompt,
        site.name,
        site.menu,
        site.element,
        bool(site.sealed),
        site.follows == number,
        site.at in game.checked.secrets.asked,
        site.at in game.checked.secrets.offers,
    )


def told_words(game: Game, fact: int) -> tuple[str, Type, tuple[Type, ...]]:
    """What is asked when players are told something, the type of the answer, and of what it is
    about."""
    told = game.lowered.told[fact]
    return game.views.asked(told), told.type, told.given


def questions(game: Game) -> Iterator[Question]:
    """All questions of a game."""
    return (question(game, n) for n in range(len(game.lowered.sites)))


def question_number(state: State) -> int:
    """The number of the question that is asked; -1 when the game is over."""
    decision = state.slots[DECISION]
    return -1 if decision is None else decision[0]


def values_held(state: State) -> dict[str, Any]:
    """The values of the names that the question which is asked carries with it."""
    number, _, _, values = standing(state.slots)
    return dict(zip(state.game.machine.site(number).env, values, strict=True))


def steps_under_way(game: Game, slots: Slots) -> Iterator[tuple[str, dict[str, Any]]]:
    """The declarations in which the game is suspended, the innermost first, each with what it still
    holds by name."""
    lowered = game.lowered
    frame: Any = slots[FRAME]
    while frame is not None:
        number: int = frame[0]
        if number < len(lowered.block_owners):
            names = [name.rpartition("_")[0] for name in lowered.block_names[number]]
            yield lowered.block_owners[number], dict(zip(names, frame[2:], strict=False))
        frame = frame[1]


def owner_of_block(game: Game, number: int) -> str:
    """The declaration that a block, a part of it which can stop, belongs to."""
    return str(game.lowered.block_owners[number])


def watch_notes(game: Game, seen: Callable[..., None]) -> None:
    """From now on call `seen(slots, rule, note, index, value)` whenever the log is told that a note
    changes. It runs within the rule's own function."""
    if not callable(seen):
        raise TypeError(f"`seen` must be a function, not {brief(seen)}.")
    names = game.machine.names
    log = names["log_note"]

    def noted(s: Slots, *what: Any) -> None:
        log(s, *what)
        seen(s, *what)

    names["log_note"] = noted


def rule_name(game: Game, number: int) -> str:
    """The name of a rule by the number that entries of the log have; the empty text for none."""
    rules = game.lowered.rules
    return rules[number] if 0 <= number < len(rules) else ""


def chance_between(earlier: State, now: State) -> bool:
    """Whether chance has decided something in between."""
    return bool(earlier.slots[COUNTERS] != now.slots[COUNTERS])


def logged_between(earlier: State, now: State) -> list[tuple[Any, ...]]:
    """What the log holds now that it did not earlier, oldest first."""
    return logs.entries(now.slots[LOG], earlier.slots[LOG])


def last_logged(state: State, many: int) -> list[tuple[Any, ...]]:
    """So many of the newest entries of a log, oldest first."""
    return list(islice(logs.newest_first(state.slots[LOG]), many))[::-1]


def without_log(state: State) -> State:
    """The same state with an empty log."""
    slots = state.game.machine.copy(state.slots)
    slots[LOG] = logs.begun()
    return State(state.game, slots, state.restored)


# ----------------------------------------------------------------
# places, notes, pieces
def place_of(game: Game, number: int) -> tuple[PlaceInfo, tuple[int, ...]]:
    """The place that an instance belongs to, and its keys."""
    tables = game.machine.tables
    return game.world.places[tables.name[number]], tables.keys[number]


def tables_of(game: Game) -> Tables:
    """What is fixed about pieces and places, by their numbers."""
    return game.machine.tables


def face_of(state: State, piece: int) -> int | None:
    """The face that a piece shows; None if it has but one."""
    tables = state.game.machine.tables
    slot = tables.face_slot[piece]
    return state.slots[slot][piece - tables.face_first[piece]] if slot >= 0 else None


def is_grid(game: Game, number: int) -> bool:
    """Whether an instance of a place is a grid or board."""
    return game.machine.tables.shape[number] == GRID


def lies_in(state: State, piece: int) -> PlaceNo:
    """The instance of a place in which a piece lies; 0 is the box."""
    return PlaceNo(state.slots[LOC][piece])


def cell_of(state: State, piece: int) -> tuple[int, int] | None:
    """The cell of a grid on which a piece lies."""
    number = lies_in(state, piece)
    if not is_grid(state.game, number):
        return None
    at = state.game.machine.contents.of(state.slots, number).where(piece)
    return None if at is None else xy(at)


def pieces_in(state: State, number: int) -> tuple[int, ...]:
    """The pieces in an instance of a place, in their order; of a grid in the order of cells."""
    held = state.game.machine.contents.of(state.slots, number)
    shape = state.game.machine.tables.shape[number]
    if shape == SPACE:
        return () if held is None else (held,)
    if shape == GRID:
        return tuple([x for _, x in held.items_sorted()])
    return held


def piece_data(state: State, piece: int) -> dict[str, Any]:
    """A piece as views have it: id, type, and fields by name."""
    return state.game.words.piece(state.slots, piece)


def piece_name(state: State, piece: int) -> str:
    """A piece for readers of figures: its type and what tells it from others of that type."""
    return state.game.words.piece_name(state.slots, piece)


def value_data(state: State, value: Any, t: Type) -> Any:
    """A value as views have it."""
    return state.game.words.data(state.slots, value, t)


def first_notes(game: Game) -> dict[str, list[tuple[tuple[int, ...], Any]]]:
    """The values that notes begin with, by their keys."""
    first = game.machine.table(0, log=False)
    return {name: note_values(game.machine, first, name) for name in game.world.notes}


def note_at(game: Game, number: int) -> NoteInfo:
    """The note that entries of the log mean by a number."""
    return list(game.world.notes.values())[number]


# ----------------------------------------------------------------
# declared values
def has_value(game: Game, name: str) -> bool:
    """Whether a value of that name can be asked for."""
    return f"value {name}" in game.checked.signatures


def asker(state: State, name: str) -> Callable[..., Any] | None:
    """A declared value as a function of arguments as the engine has them, in this state; None if
    there is none in generated code."""
    work = state.game.machine.names.get(f"value·{name}")
    slots = state.game.machine.copy(state.slots)
    return None if work is None else lambda *given: work(slots, *given)


def is_generated(game: Game, name: str) -> bool:
    """Whether generated code has a function for a declared value."""
    return f"value·{name}" in game.machine.names


def value(state: State, name: str, *given: Any) -> Any:
    """A declared value as it is now, as data: `value(state, "strength", 2)`. Arguments are said as
    answers are: seats, names of kinds, ids of pieces, numbers. Raises `RuleError`: E0705 for a
    value that is not declared or arguments that don't fit; a fault if it can't be worked out."""
    game = state.game
    wanted = game.checked.signatures.get(f"value {name}")
    if wanted is None or len(wanted) != len(given):
        message = (
            f"There is no value `{name}`."
            if wanted is None
            else f"`{name}` takes {len(wanted)} arguments, and these are {len(given)}."
        )
        raise rule_error("E0705", message)
    args = [game.answers.raw(state.slots, t, one) for t, one in zip(wanted, given, strict=True)]
    function = game.machine.names[f"value·{name}"]
    slots = game.machine.copy(state.slots)
    game.machine.budget.renew()
    with game.machine.blame.within_bounds():
        found = function(slots, *args)
    result = game.checked.results[f"value {name}"]
    return None if found is None and isinstance(result, Maybe) else value_data(state, found, result)


# Every function that others may call says what is wrong with its arguments.
for _name, _public in [*globals().items()]:
    if isfunction(_public) and _public.__module__ == __name__ and not _name.startswith("_"):
        globals()[_name] = asked(_public)
