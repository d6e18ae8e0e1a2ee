"""`alarife diff`: what differs between two configurations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from alarife.cli import completing
from alarife.cli.configuring import Wish, configured, wish_of, with_configuration
from alarife.cli.telling import say

if TYPE_CHECKING:
    from alarife.linking.diff import Difference
    from alarife.linking.program import Program
    from alarife.pipeline import Stages
    from alarife.syntax import tree

AGAINST = "alarife diff: against"


@click.command(add_help_option=False)
@with_configuration
def _other(
    game: str, modules: tuple[str, ...], settings: tuple[str, ...], players: int | None
) -> Wish:
    """What stands behind `--against`."""
    return wish_of(game, modules, settings, players)


class TwoGames(click.Command):
    """A command of which all words behind `--against` configure a second game. `own` are options
    with a value that belong to the command wherever they stand."""

    def __init__(self, *args: Any, own: Sequence[str] = (), **rest: Any) -> None:
        super().__init__(*args, **rest)
        self.own = frozenset(own)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the second game off the words, then read the rest as usual."""
        ctx.meta["alarife lab: words"] = list(args)
        words = [
            part
            for word in args
            for part in (word.split("=", 1) if word.startswith("--against=") else [word])
        ]
        if "--against" in words:
            cut = words.index("--against")
            behind, words = words[cut + 1 :], words[:cut]
            if ctx.resilient_parsing:  # Tab was pressed: it is the second game that is being named
                return super().parse_args(ctx, behind)
            behind, flags = self._parted(behind)
            with _other.make_context("--against", behind, parent=ctx) as other:
                ctx.meta[AGAINST] = _other.invoke(other)
            words += flags
        return super().parse_args(ctx, words)

    def _parted(self, behind: list[str]) -> tuple[list[str], list[str]]:
        """The words of the second game, and those of the command."""
        theirs: list[str] = []
        own: list[str] = []
        words = iter(behind)
        for word in words:
            if word in self.own:
                own += [word, *[value for value in [next(words, None)] if value is not None]]
            elif word in ("--json", "--resume") or word.split("=", 1)[0] in self.own:
                own.append(word)
            else:
                theirs.append(word)
        return theirs, own

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One line."""
        formatter.write_usage(ctx.command_path, "GAME [OPTIONS] [--against GAME [OPTIONS]]")


@click.command(cls=TwoGames)
@configured
@click.option(
    "--against",
    metavar="GAME ...",
    shell_complete=completing.games,
    help=(
        "The game to compare with, followed by its own `--with`, `--set`, `--players`. Without"
        " it: the same without modules; if there are none, as the game is set by itself."
    ),
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def command(ctx: click.Context, wish: Wish, against: str | None, as_json: bool) -> None:
    """What differs in GAME from another configuration, in the words of the rules.

    For instance: what a module changes (`alarife diff GAME --with MODULE`), or what a preset
    differs from another."""
    del against
    from alarife.linking.difftext import in_words

    one = wish.stages()
    found = differences_of(other_stages(ctx.meta.get(AGAINST), wish, one), one)
    if as_json:
        say(json.dumps([difference.data() for difference in found], ensure_ascii=False, indent=2))
    else:
        say(in_words(found), end="")


def differences_of(other: Stages, one: Stages) -> list[Difference]:
    """What differs in one configuration from another, with all holes of sentences filled."""
    from alarife.linking.diff import differences
    from alarife.sentences.text import sentence

    known = {id(stages.program): stages for stages in (one, other)}

    def woven(program: Program, decl: tree.Decl, text: str) -> str:
        return sentence(known[id(program)].checked, decl, text)

    return differences(other.program, one.program, woven)


def other_stages(other: Wish | None, wish: Wish, one: Stages) -> Stages:
    """The other configuration. If it does not say for how many it is, for as many as the first, as
    far as it can be."""
    from alarife.diagnostics import RuleError

    if other is None:
        own = {
            name: value
            for name, value in one.program.configuration.settings
            if one.program.configuration.modules
            and name.partition(".")[0] not in one.program.configuration.modules
        }
        game = next(file.path for file in one.program.files if file.what == "game")
        plain = Wish(
            game,
            (),
            (
                tuple((name, str(_word(value))) for name, value in own.items())
                if not one.program.preset
                else ()
            ),
        )
        return other_stages(replace(plain, players=one.program.configuration.players), wish, one)
    if other.players is None:
        try:
            return replace(other, players=one.program.configuration.players).stages()
        except RuleError:
            pass
    return other.stages()


def _word(value: bool | int | str) -> bool | int | str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
