"""GAME, `--with`, `--set` and `--players`: how every command says which game in which configuration
it means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from alarife.cli import completing

if TYPE_CHECKING:
    from alarife.engine.state import Game
    from alarife.pipeline import Stages


class Whole(click.IntRange):
    """A whole number within bounds, called so in messages."""

    name = "whole number"


F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Wish:
    """A game in a configuration, as it was asked for."""

    game: str
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    players: int | None = None

    def load(self) -> Game:
        """The game. Raises `RuleError` for what can't be."""
        from alarife.pipeline import load

        return load(self.game, self.modules, dict(self.options), self.players)

    def stages(self, without: tuple[str, ...] = ()) -> Stages:
        """What each stage makes of it, with some passes over the IR left out."""
        from alarife.pipeline import stages

        return stages(self.game, self.modules, dict(self.options), self.players, without=without)


in_processes = click.option(
    "--jobs",
    type=Whole(min=1, max=256),
    default=1,
    show_default=True,
    metavar="N",
    help="In how many processes.",
)


def configured(function: F) -> F:
    """Gives a command the argument GAME and the options that configure it; it gets them as one
    `Wish`, called `wish`."""
    return _configured(function, required=True)


def maybe_configured(function: F) -> F:
    """The same for a command that can do without; then `wish` is None."""
    return _configured(function, required=False)


def _configured(function: F, required: bool) -> F:
    @click.pass_context
    def inner(
        ctx: click.Context,
        game: str | None,
        modules: tuple[str, ...],
        settings: tuple[str, ...],
        players: int | None,
        **rest: Any,
    ) -> Any:
        wish = None if game is None else wish_of(game, modules, settings, players)
        return ctx.invoke(function, wish=wish, **rest)

    inner.__doc__ = function.__doc__
    inner.__name__ = function.__name__
    if hasattr(function, "__click_params__"):
        inner.__click_params__ = function.__click_params__  # type: ignore[attr-defined]
    return with_configuration(inner, required)  # type: ignore[return-value]


def with_configuration(function: F, required: bool = True) -> F:
    """The argument and the options themselves."""
    for decorate in (
        click.option(
            "--players",
            type=int,
            metavar="N",
            help="How many play. Without it: what is usual for the game.",
        ),
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="OPTION=VALUE",
            help="Set an option or a ruling: `module.option=value`. May be repeated.",
        ),
        click.option(
            "--with",
            "modules",
            multiple=True,
            metavar="MODULES",
            shell_complete=completing.modules,
            help="Modules, by name or by path, with commas between. May be repeated.",
        ),
        click.argument(
            "game",
            metavar="GAME" if required else "[GAME]",
            required=required,
            shell_complete=completing.games,
        ),
    ):
        function = decorate(function)
    return function


def spoken(function: F) -> F:
    """Gives a command the options `--language` and `--catalogues`; it gets nothing of them, for
    they hold for all rules that it reads."""

    def catalogues(ctx: click.Context, _: click.Parameter, folder: Path | None) -> None:
        ctx.meta["catalogues"] = folder

    def language(ctx: click.Context, _: click.Parameter, code: str) -> None:
        from alarife.diagnostics import RuleError
        from alarife.texts.spoken import speak

        try:
            speak(code, ctx.meta.get("catalogues"))
        except RuleError as wrong:
            raise click.BadParameter(str(wrong)) from None

    for decorate in (
        click.option(
            "--language",
            default="en",
            metavar="CODE",
            expose_value=False,
            callback=language,
            help="The language of the rules: their questions, titles and sentences.",
        ),
        click.option(
            "--catalogues",
            type=click.Path(exists=True, file_okay=False, path_type=Path),
            metavar="DIR",
            expose_value=False,
            is_eager=True,
            callback=catalogues,
            help="A folder with catalogues of your own: CODE.po.",
        ),
    ):
        function = decorate(function)
    return function


def wish_of(
    game: str, modules: tuple[str, ...], settings: tuple[str, ...], players: int | None
) -> Wish:
    """A wish from the words that were given."""
    named = tuple(name.strip() for part in modules for name in part.split(",") if name.strip())
    return Wish(game, named, tuple(_setting(text) for text in settings), players)


def _setting(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip() or not value.strip():
        raise click.BadParameter(
            f"`{text}` sets nothing. Write `module.option=value`.", param_hint="'--set'"
        )
    return name.strip(), value.strip()
