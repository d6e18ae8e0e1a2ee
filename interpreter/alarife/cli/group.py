"""The command that holds the others.

It imports one when it is called. Whatever a rule file or a wish did wrong ends here: it is shown,
and the exit code is 1. Ctrl-C ends here too, and a pipe that is closed (`| head`)."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from platform import python_version
from typing import Any

import click

from alarife import __version__
from alarife.cli import CLOSED_PIPE
from alarife.cli.overview import COMMANDS, overview


class Commands(click.Group):
    """Commands that are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One of them; None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"alarife.cli.{cmd_name}").command
        command.short_help = COMMANDS[cmd_name]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; a misspelt one gets a guess."""
        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            from alarife.linking.wording import did_you_mean

            hint = did_you_mean(name, COMMANDS) or f"There are: {', '.join(COMMANDS)}."
            raise click.UsageError(f"There is no command `{name}`. {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The overview, which is written without importing anything."""
        formatter.write(overview())

    def invoke(self, ctx: click.Context) -> Any:
        """Carry out a command; show what was wrong."""
        from alarife.diagnostics import RuleError

        try:
            return super().invoke(ctx)
        except RuleError as wrong:
            from alarife.cli.telling import tell

            tell(wrong.diagnostics)
            ctx.exit(1)
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
            ctx.exit(130)
        except BrokenPipeError:
            ctx.exit(CLOSED_PIPE)


def _engine() -> str:
    """How the engine that would run was built; nothing of it is imported."""
    found = find_spec("alarife.engine.chance")
    pure = found is None or str(found.origin).endswith(".py")
    return "pure Python" if pure else "compiled"


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"alarife {__version__} ({_engine()} engine, Python {python_version()})")
        ctx.exit()


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def command() -> None:
    """Board games whose rules are written down once: played, printed as rulebooks, varied by
    modules.

    Wherever a GAME is asked for, give the name of a game or preset (see `alarife games`), or the
    path to a file of your own."""
