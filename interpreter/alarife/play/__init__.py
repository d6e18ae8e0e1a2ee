"""Playing a game at a terminal, any game, drawn from its rules alone.

In: names, as a person types them. Out: screens, questions, a save after every move. Everything
shown comes from the table model (`alarife.table`). Everything that can go wrong because of what
somebody typed is a `RuleError` with diagnostics (raised before the game begins) or a line under the
prompt (afterwards)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from alarife.diagnostics import rule_error
from alarife.linking.wording import counted
from alarife.play import saves, shelf
from alarife.play.saves import PERSON

if TYPE_CHECKING:
    from alarife.library import Library
    from alarife.play.sitting import Sitting

__all__ = ["Display", "choose", "export", "replay", "resume", "run", "seats_for"]


@dataclass(frozen=True, slots=True)
class Display:
    """How a game is shown. `colour`: as the terminal is, if None; `full`: with the whole screen,
    panes and pointer, or line by line; if None, as the terminal can. `learn`: each question is
    explained the first time."""

    colour: bool | None = None
    full: bool | None = None
    learn: bool = False


def run(  # noqa: PLR0913, PLR0917 - what a person may wish for on a command line
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    bots: Sequence[str] | str = (),
    seed: int | None = None,
    save: str | Path | None = None,
    look: Display = Display(),
    library: Library | None = None,
    force: bool = False,
    names: Sequence[str] = (),
    memory: bool = False,
) -> int:
    """Play a game from its beginning; the exit code. `bots`: one name for all seats but the first,
    or several for the last seats, or one for each seat, where "person" is a person. `save`: the
    file to save to, else one in the place for data; if there is one already, it is overwritten only
    with `force`. `names`: what those at the seats are called. `memory`: whether cards that
    everybody has seen stay open. Raises `RuleError`."""
    import alarife
    from alarife.play.sitting import Sitting

    bots = _names(bots)
    if players is None and len(bots) > 1 and PERSON in bots:
        players = len(bots)
    loaded = alarife.load(game, modules, options, players, library)
    seats = seats_for(bots, loaded.players)
    check_names(names, loaded.players)
    while True:
        made = saves.begin(loaded, seats, _seed(seed), names, memory)
        shelf.prune()
        own = Path(save).expanduser() if save else None
        target = shelf.Target(own, force=force) if own else shelf.fresh(loaded.name)
        target.check(made)
        code, again = _play(Sitting(loaded, made, target), look)
        if not again:
            return code
        seed = save = None


def _seed(seed: int | None) -> int:
    from secrets import randbelow

    return randbelow(2**32) if seed is None else seed


def _play(sitting: Sitting, look: Display) -> tuple[int, bool]:
    """Play at the terminal; the exit code, and whether the same is to be played again."""
    from alarife.play.session import Session
    from alarife.play.terminal import Terminal

    terminal = Terminal(look.colour)
    full = look.full
    if full is None:
        full = terminal.takes_keys and _has_textual()
    if full and sitting.persons:
        from alarife.play.full import play

        return play(sitting, look.learn)
    session = Session(sitting, terminal, look.learn)
    return session.run(), session.again


def _has_textual() -> bool:
    from importlib.util import find_spec

    return find_spec("textual") is not None


def _names(bots: Sequence[str] | str) -> list[str]:
    """Names of bots as they are given on a command line."""
    if isinstance(bots, str):
        bots = [name.strip() for name in bots.split(",") if name.strip()]
    return list(bots)


def check_names(names: Sequence[str], players: int) -> None:
    """Refuse more names than seats, and the same one twice. Raises `RuleError` (E0712)."""
    given = [name for name in names if name]
    message = ""
    if len(names) > players:
        message = f"There are {len(names)} names for {counted(players, 'player')}."
    elif len(set(given)) < len(given):
        message = "Two players have the same name."
    if message:
        hint = "Give each seat a name of its own, for example --names Ann,Bob."
        raise rule_error("E0712", message, hint)


def resume(
    path: str | Path | None = None,
    look: Display = Display(),
    bots: Sequence[str] | str = (),
) -> int:
    """Go on with a saved game, the newest if none is named, under the rules it was saved with; the
    exit code. `bots`: who plays on, as for `run`, instead of those whom the save names. A save is
    data from a stranger: bots of somebody's own, which are code, are taken from `bots` alone.
    Raises `RuleError`."""
    from alarife.play.sitting import Sitting

    file = shelf.named(path) if path else shelf.newest()
    save = saves.read(file)
    loaded = saves.game_of(save)
    if names := _names(bots):
        save.seats = seats_for(names, loaded.players)
    else:
        check_shipped(save.seats)
    target = shelf.Target(file, mine=True)
    code, again = _play(Sitting(loaded, save, target, saves.first_of(save, loaded)), look)
    while again:
        fresh = saves.begin(loaded, save.seats, _seed(None), save.names, save.memory)
        target = shelf.fresh(loaded.name)
        code, again = _play(Sitting(loaded, fresh, target), look)
    return code


def check_shipped(seats: Sequence[str]) -> None:
    """Refuse seats of a save that are neither persons nor bots of Alarife's own. Raises `RuleError`
    (E0726)."""
    from alarife.bots import is_shipped

    for seat, name in enumerate(seats, 1):
        if name != PERSON and not is_shipped(name):
            message = f"Seat {seat} of this save is played by `{name[:80]}`, a bot from elsewhere."
            raise rule_error(
                "E0726",
                message,
                "A bot is a program, and a save may not start one. Say yourself who plays"
                " on, for instance `--resume FILE --bots greedy`; if you know this bot and"
                " trust it, name it there.",
            )


def replay(path: str | Path | None = None, seat: int = 0, look: Display = Display()) -> int:
    """Step through a saved game, the newest that is over if none is named; the exit code. Raises
    `RuleError`."""
    from alarife.play.replaying import replay as step_through
    from alarife.play.terminal import Terminal

    file = shelf.named(path) if path else shelf.newest(over=True)
    return step_through(saves.read(file), Terminal(look.colour), seat)


def export(path: str | Path | None, to: str | Path, seat: int = 0) -> int:
    """Write a saved game as text, the newest that is over if none is named. Raises `RuleError`."""
    from alarife.play.replaying import export as write

    file = shelf.named(path) if path else shelf.newest(over=True)
    write(saves.read(file), Path(to).expanduser(), seat)
    return 0


def choose(look: Display = Display()) -> int:
    """Ask what to play, or what to go on with; the exit code. Raises `RuleError`."""
    from alarife.play.choosing import chosen
    from alarife.play.terminal import Quit, Terminal

    terminal = Terminal(look.colour)
    try:
        wish = chosen(terminal)
    except Quit as left:
        return left.code
    if wish.save:
        return resume(wish.save, look)
    look = replace(look, learn=look.learn or wish.learn)
    return run(wish.game, wish.modules, None, wish.players, wish.bots, look=look, names=wish.names)


def seats_for(bots: Sequence[str], players: int) -> list[str]:
    """Who plays each seat: "person" or the name of a bot. Raises `RuleError` for names of no bots,
    or too many."""
    from alarife.bots import make_bot

    for name in bots:
        if name != PERSON:
            make_bot(name, PERSON)
    if len(bots) > players:
        message = f"There are {len(bots)} bots for {counted(players, 'player')}."
        raise rule_error(
            "E0712", message, f"Name at most {players}, or one alone for all seats but the first."
        )
    if len(bots) == 1 and players > 1:
        return [PERSON, *[bots[0]] * (players - 1)]
    return [*[PERSON] * (players - len(bots)), *bots]
