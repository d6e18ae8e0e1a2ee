"""`alarife simulate`: many games between bots, counted."""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from alarife.cli.configuring import Whole, Wish, configured, in_processes
from alarife.cli.telling import say

if TYPE_CHECKING:
    from alarife.simulation.many import Progress, Setup, Simulation


@click.command()
@configured
@click.option(
    "--games",
    type=Whole(min=1, max=1_000_000_000),
    default=100,
    show_default=True,
    metavar="N",
    help="How many games.",
)
@in_processes
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="S",
    help="Same seed, same games, whatever the number of processes.",
)
@click.option(
    "--bots",
    default="random",
    show_default=True,
    metavar="BOTS",
    help="random, greedy, easy, fair, hard, mcts:N (N playouts) or `module:Name`; one for all or,"
    " with commas, one for each seat.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="As JSON: games, players, seconds, decisions, scores, winners.",
)
@click.option(
    "--verify",
    is_flag=True,
    help="Play at random, and compare everything that is kept from move to move with the same"
    " worked out from scratch. Slow.",
)
def command(
    wish: Wish, games: int, jobs: int, seed: int, bots: str, as_json: bool, verify: bool
) -> None:
    """Play many games of GAME between bots, and count who wins and with how many points."""
    from alarife.simulation.many import Setup, simulate

    setup = Setup(wish.game, wish.modules, wish.options, wish.players)
    if verify:
        verifying(setup, games, seed)
        return
    names = [name.strip() for name in bots.split(",") if name.strip()]
    with _bar(games) as told:
        made = simulate(setup, games, seed, names, jobs, told)
    if as_json:
        say(json.dumps(made.data()))
    else:
        for line in summary(made):
            say(line)


def verifying(setup: Setup, games: int, seed: int) -> None:
    """Say how much was compared, or what differs."""
    from alarife.engine.verifying import Differs, verified

    try:
        compared = verified(setup.load(), games, seed)
    except Differs as found:
        raise click.ClickException(f"What is kept is not what it should be. {found}") from found
    said = {
        "laws": "answers about laws, with the whole law asked of each grid as it would be",
        "graphs": "kept graphs, with graphs of networkx built from scratch",
        "boards": "results kept with boards, with the same worked out from scratch",
    }
    for what, sentence in said.items():
        say(f"{compared[what]:>10} {sentence}")
    say("All of them are equal.")


def _bar(games: int) -> AbstractContextManager[Progress | None]:
    """A progress bar if somebody looks at a terminal."""
    if not sys.stderr.isatty():
        return nullcontext()
    from alarife.cli.progress import Bar

    return Bar(games, "games")


def summary(made: Simulation) -> list[str]:
    """The results in a few lines."""
    from alarife.linking.wording import counted

    number = len(made.results)
    decisions = sum(result.decisions for result in made.results)
    rate = number / made.seconds if made.seconds else 0.0
    games, players = counted(number, "game"), counted(made.players, "player")
    wide = max(12, *(len(bot) + 1 for bot in made.bots))
    lines = [
        (
            f"{games}, {players}, {decisions / number:.1f} decisions a game,"
            f" {made.seconds:.2f} s, {rate:.1f} games/s"
        ),
        "",
        f"{'seat':<8}{'bot':<{wide}}{'won':>7}{'shared':>8}{'lowest':>9}{'mean':>9}{'highest':>9}",
    ]
    lines += [_line(party, made, wide) for party in made.results[0].scores]
    nobody = sum(not result.winners for result in made.results)
    return [*lines, f"nobody won: {nobody}"] if nobody else lines


def _line(party: Any, made: Simulation, wide: int) -> str:
    points = [result.scores[party] for result in made.results]
    alone = sum(result.winners == [party] for result in made.results)
    shared = sum(party in result.winners and len(result.winners) > 1 for result in made.results)
    bot = made.bots[party - 1] if isinstance(party, int) else "neutral"
    mean = sum(points) / len(points)
    won = f"{party!s:<8}{bot:<{wide}}{alone:>7}{shared:>8}"
    return f"{won}{min(points):>9}{mean:>9.1f}{max(points):>9}"
