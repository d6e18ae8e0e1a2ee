"""`alarife lab`: what a rule does to a game, from many games between bots."""

from __future__ import annotations

import re
import shlex
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from alarife.cli import completing
from alarife.cli.configuring import Whole, Wish, configured, in_processes
from alarife.cli.diff import AGAINST, TwoGames, differences_of, other_stages
from alarife.cli.telling import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alarife.lab import Figure, Plan
    from alarife.linking.diff import Difference
    from alarife.pipeline import Stages

_MOST_VALUES = 24
_RANGE = re.compile(r"(-?[0-9]{1,15})\.\.(-?[0-9]{1,15})")


@click.command(cls=TwoGames, own=("--bots", "--games", "--to", "--seed", "--jobs", "--cluster"))
@configured
@click.option(
    "--against",
    metavar="GAME ...",
    shell_complete=completing.games,
    help=(
        "The game to compare with, followed by its own `--with`, `--set`, `--players`. Without"
        " it: the same without modules; if there are none, nothing."
    ),
)
@click.option(
    "--sweep",
    metavar="OPTION=A..B",
    help="Compare the values of an option instead: `OPTION=2..5` or `OPTION=yes,no`.",
)
@click.option(
    "--bots",
    default="greedy",
    show_default=True,
    metavar="BOTS",
    help="random, greedy, easy, fair, hard, mcts:N (N playouts) or `module:Name`; one for all or,"
    " with commas, one for each seat. They move on by a seat from game to game.",
)
@click.option(
    "--games",
    type=Whole(min=2, max=1_000_000),
    default=100,
    show_default=True,
    metavar="N",
    help="How many games of each.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="S",
    help="Same seed, same figures, whatever the number of processes.",
)
@in_processes
@click.option(
    "--cluster", metavar="URL", help="On the workers of a Dask scheduler: `tcp://HOST:PORT`."
)
@click.option("--resume", is_flag=True, help="Go on with the games in the folder.")
@click.option(
    "--to",
    "folder",
    type=click.Path(),
    required=True,
    metavar="DIR",
    help="Where the report and the games go.",
)
@click.pass_context
def command(
    ctx: click.Context,
    wish: Wish,
    against: str | None,
    sweep: str | None,
    folder: str,
    **rest: Any,
) -> None:
    """What a rule does to GAME: many games between bots with it and without it, and a report.

    For instance what a module changes: `alarife lab GAME --with MODULE --to report`. Both are
    played from the same seeds, and every figure and difference has its 95 % interval."""
    from alarife.lab.arms import Plan
    from alarife.lab.run import run

    other = ctx.meta.get(AGAINST)
    del against
    if sweep and other:
        raise click.UsageError("`--sweep` and `--against` don't go together.")
    arms, differences = _swept(wish, sweep) if sweep else _compared(wish, other)
    names = tuple(name.strip() for name in rest["bots"].split(",") if name.strip()) or ("greedy",)
    _check_bots(names, min(arm.players for arm in arms))
    plan = Plan(tuple(arms), names, rest["games"], rest["seed"])
    to = Path(folder).expanduser()
    with _bar(plan.pairs) as told:
        sums = run(plan, to, rest["jobs"], rest["cluster"], rest["resume"], told)
    from alarife.lab.report import write

    repeat = shlex.join(["alarife", "lab", *ctx.meta.get("alarife lab: words", [])])
    figures = write(to, plan, sums, differences, repeat, (sweep or "").partition("=")[0])
    for line in summary(plan, figures):
        say(line)
    say(f"\nReport: {to / 'index.html'}")


def _check_bots(names: tuple[str, ...], players: int) -> None:
    from alarife.bots import bots_for

    bots_for(names, players)


def _bar(games: int) -> Any:
    if not sys.stderr.isatty():
        return nullcontext()
    from alarife.cli.progress import Bar

    return Bar(games, "games of each")


def _compared(wish: Wish, other: Wish | None) -> tuple[list[Any], Sequence[Difference] | None]:
    """The arms: what is compared with comes first. And what differs."""
    from alarife.lab.arms import arm_of

    one = wish.stages()
    if other is None and not one.program.configuration.modules:
        return [arm_of(one.game(), _label(one))], None
    base = other_stages(other, wish, one)
    found = differences_of(base, one)
    labels = ["without" if other is None else _label(base), _label(one)]
    if labels[0] == labels[1]:
        labels = [f"{labels[0]} (against)", labels[1]]
    games = (base.game(), one.game())
    return [arm_of(game, label) for game, label in zip(games, labels, strict=True)], found


def _label(stages: Stages) -> str:
    program = stages.program
    modules = program.configuration.modules
    if program.preset:
        return str(program.configuration.game)
    return "with " + ", ".join(modules) if modules else program.configuration.game


def _swept(wish: Wish, sweep: str) -> tuple[list[Any], None]:
    """An arm for each value of an option."""
    from alarife.lab.arms import arm_of

    option, _, values = sweep.partition("=")
    arms = []
    for value in _values(option, values):
        settings = (*wish.options, (option.strip(), value))
        arms.append(arm_of(replace(wish, options=settings).load(), value))
    return arms, None


def _values(option: str, values: str) -> list[str]:
    if ".." in values:
        ends = _RANGE.fullmatch(values.strip())
        low, high = map(int, ends.groups()) if ends else (0, 0)
        found = [str(n) for n in range(low, min(high, low + _MOST_VALUES) + 1)]
    else:
        found = [value.strip() for value in values.split(",") if value.strip()]
    if not option.strip() or not 2 <= len(found) <= _MOST_VALUES:
        raise click.BadParameter(
            f"`{f'{option}={values}'[:80]}` is no sweep. Write `module.option=2..5` or"
            f" `module.option=yes,no`, with 2 to {_MOST_VALUES} values.",
            param_hint="'--sweep'",
        )
    return found


def summary(plan: Plan, figures: list[Figure]) -> list[str]:
    """The main figures in a few lines."""
    from alarife.lab.report import MAIN, in_words
    from alarife.linking.wording import counted

    players = counted(plan.arms[0].players, "player")
    lines = [f"{plan.pairs} games of each, {players}, {', '.join(plan.bots)}"]
    for figure in figures:
        if not (figure.name in MAIN or figure.group.startswith("win.")):
            continue
        said = "  |  ".join(
            f"{arm.label}: {in_words(figure.name, v.mean, v.interval)}"
            for arm, v in zip(plan.arms, figure.values, strict=True)
        )
        apart = "".join(
            f"  |  difference: {in_words(figure.name, d.mean, d.interval, True)}"
            for d in figure.apart[:1]
            if len(figure.apart) == 1
        )
        lines.append(f"{figure.words}: {said}{apart}")
    return lines
