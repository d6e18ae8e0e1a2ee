"""Playing a game at a terminal, any game, drawn from its rules alone.

What comes in: names, as a person types them. What goes out: screens, questions, a save after every
move. Everything that can go wrong because of what somebody typed is a `RuleError` with diagnostics
(raised before the game begins) or a line under the prompt (afterwards)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from alarife.engine.state import Game, State
    from alarife.library import Library
    from alarife.play.saves import Save

__all__ = ["replay", "resume", "run"]
PERSON = "person"


def run(  # noqa: PLR0913, PLR0917 - what a person may wish for on a command line
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    bots: Sequence[str] | str = (),
    seed: int | None = None,
    save: str | Path | None = None,
    colour: bool | None = None,
    library: Library | None = None,
    force: bool = False,
) -> int:
    """Play a game from its beginning; the exit code. `bots`: one name for all seats but the first,
    or several for the last seats, or one for each seat, where "person" is a person. `save`: the
    file to save to, else one in the place for data; if there is one already, it is overwritten only
    with `force`. `colour`: as the terminal is, if None. Raises `RuleError`."""
    import alarife
    from alarife.play import saves
    from alarife.play.session import Session
    from alarife.play.terminal import Terminal

    bots = _names(bots)
    if players is None and len(bots) > 1 and PERSON in bots:
        players = len(bots)
    loaded = alarife.load(game, modules, options, players, library)
    seats = seats_for(bots, loaded.players)
    if seed is None:
        from secrets import randbelow

        seed = randbelow(2**32)
    first = loaded.start(seed)
    made = saves.begin(loaded, seats, seed)
    saves.prune()
    target = saves.Target(
        Path(save).expanduser() if save else saves.fresh_path(loaded.name), force=force
    )
    target.check(made)
    return Session(loaded, made, [first], target, Terminal(colour)).run()


def _names(bots: Sequence[str] | str) -> list[str]:
    """Names of bots as they are given on a command line."""
    if isinstance(bots, str):
        bots = [name.strip() for name in bots.split(",") if name.strip()]
    return list(bots)


def resume(
    path: str | Path | None = None,
    colour: bool | None = None,
    bots: Sequence[str] | str = (),
) -> int:
    """Go on with a saved game, the newest if none is named, under the rules it was saved with; the
    exit code. `bots`: who plays on, as for `run`, instead of those whom the save names. A save is
    data from a stranger: bots of somebody's own, which are code, are taken from `bots` alone.
    Raises `RuleError`."""
    from alarife.play import saves
    from alarife.play.session import Session
    from alarife.play.terminal import Terminal

    file = Path(path).expanduser() if path else saves.newest()
    save = saves.read(file)
    loaded = saves.game_of(save)
    if names := _names(bots):
        save.seats = seats_for(names, loaded.players)
    else:
        check_shipped(save.seats)
    states = _states(save, loaded)
    target = saves.Target(file, mine=True)
    return Session(loaded, save, states, target, Terminal(colour)).run()


def check_shipped(seats: Sequence[str]) -> None:
    """Refuse seats of a save that are neither persons nor bots of Alarife's own. Raises `RuleError`
    (E0726)."""
    from alarife.bots import is_shipped
    from alarife.diagnostics import Diagnostic, RuleError

    for seat, name in enumerate(seats, 1):
        if name != PERSON and not is_shipped(name):
            message = f"Seat {seat} of this save is played by `{name[:80]}`, a bot from elsewhere."
            raise RuleError(
                [
                    Diagnostic(
                        "E0726",
                        message,
                        (),
                        "A bot is a program, and a save may not start one. Say yourself who plays"
                        " on, for instance `--resume FILE --bots greedy`; if you know this bot and"
                        " trust it, name it there.",
                    )
                ]
            )


def _states(save: Save, loaded: Game) -> list[State]:
    """All states, so that one can take back and the log is whole; or, if the answers don't lead
    there, the snapshot alone."""
    from alarife.diagnostics import RuleError
    from alarife.play import saves

    try:
        return saves.history(save, loaded)
    except RuleError:
        return [loaded.restore(save.state)]


def replay(path: str | Path | None = None, seat: int = 0, colour: bool | None = None) -> int:
    """Step through a saved game, the newest if none is named; the exit code. Raises `RuleError`."""
    from alarife.play import saves
    from alarife.play.replaying import replay as step_through
    from alarife.play.terminal import Terminal

    file = Path(path).expanduser() if path else saves.newest()
    return step_through(saves.read(file), Terminal(colour), seat)


def seats_for(bots: Sequence[str], players: int) -> list[str]:
    """Who plays each seat: "person" or the name of a bot. Raises `RuleError` for names of no bots,
    or too many."""
    from alarife.bots import make_bot
    from alarife.diagnostics import Diagnostic, RuleError

    for name in bots:
        if name != PERSON:
            make_bot(name, PERSON)
    if len(bots) > players:
        message = f"There are {len(bots)} bots for {players} players."
        raise RuleError(
            [
                Diagnostic(
                    "E0712",
                    message,
                    (),
                    f"Name at most {players}, or one alone for all seats but the first.",
                )
            ]
        )
    if len(bots) == 1 and players > 1:
        return [PERSON, *[bots[0]] * (players - 1)]
    return [*[PERSON] * (players - len(bots)), *bots]
