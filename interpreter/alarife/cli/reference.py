"""The reference of the command line, made from the commands themselves.

`python -m alarife.cli.reference` writes it to the standard output; `docs/cli.md` is its content,
and a test holds the two equal."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import click

from alarife.cli.group import command
from alarife.cli.overview import COMMANDS

_HEAD = """# The command line

Made from the commands themselves: `python -m alarife.cli.reference > docs/cli.md` writes this page anew.

Wherever a `GAME` is asked for, give the name of a game or a preset (`alarife games` shows them), or the path to a file of
your own. Modules are named in the same way: `--with MODULE`, `--with ./my_rules.alr`. Options and rulings are set with
their full names: `--set module.option=value`; a name alone will do where only one thing is called so.

The exit code is 0 if all is well, 1 if something is wrong with rules or wishes, 2 if the words of the command can't be
understood, 130 after Ctrl-C, 141 if nobody reads the output to its end (`| head`). Messages about rules go to the error stream (but those of `check` and `test` are their result,
and go to the standard output). Colours are used on a terminal only, and not if `NO_COLOR` is set.

`alarife --help` lists the commands, and `alarife COMMAND --help` the options of one. `alarife --version` says which version
this is and which engine runs.

Tab completes commands, options and the names of games, presets, modules and files, if your shell is told so, for example in
`~/.bashrc`: `eval "$(_ALARIFE_COMPLETE=bash_source alarife)"`. For Zsh write `zsh_source`; for Fish, put what
`_ALARIFE_COMPLETE=fish_source alarife` prints into `~/.config/fish/completions/alarife.fish`."""  # noqa: E501

EXAMPLES: dict[str, list[str]] = {
    "games": ["alarife games", "alarife games --json"],
    "play": [
        "alarife play GAME",
        "alarife play GAME --with MODULE,./my_rules.alr --players 3 --bots random,greedy",
    ],
    "serve": [
        "alarife serve",
        "alarife serve --behind-proxy --database postgresql://alarife@localhost/alarife",
    ],
    "simulate": [
        "alarife simulate GAME --players 4 --games 100 --jobs 2",
        "alarife simulate GAME --bots greedy,random --seed 7 --json",
    ],
    "lab": [
        "alarife lab GAME --with MODULE --bots fair --games 200 --jobs 2 --to report",
        "alarife lab GAME --sweep OPTION=2..5 --to report",
    ],
    "rules": ["alarife rules GAME --with MODULE", "alarife rules GAME --trace"],
    "diff": [
        "alarife diff GAME --with MODULE",
        "alarife diff PRESET --against GAME --with MODULE --players 3",
    ],
    "rulebook": ["alarife rulebook GAME --with MODULE --players 3 --to book"],
    "check": ["alarife check", "alarife check my_rules.alr", "alarife check GAME --all --how"],
    "test": ["alarife test", "alarife test GAME", "alarife test my_rules.alr"],
    "format": ["alarife format my_rules.alr", "alarife format --check rules"],
    "new game": ["alarife new game my_game"],
    "new module": ["alarife new module my_rules --for GAME"],
    "translate extract": ["alarife translate extract GAME --to game.pot"],
    "translate update": ["alarife translate update hu.po GAME"],
    "translate check": ["alarife translate check hu.po"],
    "translate stats": ["alarife translate stats hu.po"],
    "explain": ["alarife explain E0260"],
    "compile": ["alarife compile GAME --players 3", "alarife compile GAME --with MODULE"],
    "dump": ["alarife dump GAME --stage lowered"],
}
"""Calls to show, by command."""


def reference() -> str:
    """The whole page."""
    return "\n\n".join([_HEAD, *_parts()]) + "\n"


def _parts() -> Iterator[str]:
    with click.Context(command, info_name="alarife") as ctx:
        for name in COMMANDS:
            one = command.get_command(ctx, name)
            assert one is not None
            yield from _commands(name, one, ctx)


def _commands(name: str, one: click.Command, parent: click.Context) -> Iterator[str]:
    """A command; a group gives those within it."""
    with click.Context(one, info_name=name.rpartition(" ")[2], parent=parent) as ctx:
        if isinstance(one, click.Group):
            for inner in one.list_commands(ctx):
                found = one.get_command(ctx, inner)
                assert found is not None
                yield from _commands(f"{name} {inner}", found, ctx)
            return
        yield f"## alarife {name}"
        formatter = click.HelpFormatter(width=1000)
        one.format_usage(ctx, formatter)
        usage = formatter.getvalue().removeprefix("Usage: ").strip()
        yield "```text\n" + usage + "\n```"
        yield " ".join(inspect.cleandoc(one.help or "").split("\n\n")[0].split())
        yield from (
            " ".join(part.split()) for part in inspect.cleandoc(one.help or "").split("\n\n")[1:]
        )
        rows = [_row(param) for param in one.params if isinstance(param, click.Option)]
        if rows:
            yield "\n".join(["| option | meaning |", "| --- | --- |", *rows])
        if name in EXAMPLES:
            yield "```text\n" + "\n".join(EXAMPLES[name]) + "\n```"


def _row(option: click.Option) -> str:
    written = ", ".join(f"`{flag}`" for flag in [*option.opts, *option.secondary_opts])
    if not option.is_flag:
        choices: Any = option.type
        metavar = option.metavar or (
            "|".join(choices.choices) if isinstance(choices, click.Choice) else "VALUE"
        )
        written = f"`{option.opts[0]} {metavar}`"
    usual = option.default
    if option.secondary_opts and usual is not None:
        usual = f"`{(option.opts if usual else option.secondary_opts)[0]}`"
    default = f" Without it: {usual}." if option.show_default and usual is not None else ""
    return f"| {written.replace('|', ', ')} | {option.help or ''}{default} |"


if __name__ == "__main__":
    print(reference(), end="")
