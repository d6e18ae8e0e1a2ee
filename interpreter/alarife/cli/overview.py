"""The commands and what each is for; and the help that lists them. Imports nothing, so that
`alarife --help` is quick."""

from __future__ import annotations

COMMANDS: dict[str, str] = {
    "games": "The games, with their modules and options.",
    "play": "Play a game at this terminal.",
    "serve": "Tables in the browser, joined by a link.",
    "simulate": "Many games between bots.",
    "lab": "What a rule does to a game: a report from many games.",
    "rules": "Every rule in force: name, sentence, citation, module, place.",
    "diff": "What differs between two configurations, in words.",
    "rulebook": "The rulebook of exactly this combination.",
    "compile": "The text of a game as machine code, for playouts.",
    "translate": "Catalogues of translations: begin, update, check, count.",
    "check": "What is wrong in rule files, where, and what to do.",
    "test": "Run the examples that are written in rule files.",
    "format": "Write rule files as they should be written.",
    "new": "Start something of your own.",
    "explain": "What the code of a message means.",
    "dump": "What each stage made of a game.",
}
"""The commands, in the order of the help, with what each is for."""

_OVERVIEW = """\
Usage: alarife COMMAND ...

  Board games whose rules are written down once: played, printed as rulebooks,
  varied by modules.

  Wherever a GAME is asked for, give the name of a game or preset (see
  `alarife games`), or the path to a file of your own.

Commands:
{commands}

Options:
  --version   Show the version and exit.
  -h, --help  Show this message and exit; after a command: how it is used.
"""


def overview() -> str:
    """The help."""
    width = max(map(len, COMMANDS))
    return _OVERVIEW.format(
        commands="\n".join(f"  {name.ljust(width)}  {what}" for name, what in COMMANDS.items())
    )
