"""`python -m alarife.play GAME …`: the same as `alarife play`, for whoever has no command installed."""

from __future__ import annotations

import argparse
import sys

from alarife.diagnostics import RuleError
from alarife.play import replay, resume, run


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and play; the exit code."""
    p = argparse.ArgumentParser(prog="alarife play", description="Play a game at this terminal.")
    p.add_argument("game", nargs="?", help="a game's name, or a file of your own")
    p.add_argument("--with", dest="modules", default="", metavar="A,B", help="modules")
    p.add_argument(
        "--set", dest="options", action="append", default=[], metavar="MODULE.OPTION=VALUE", help="an option; may be repeated"
    )
    p.add_argument("--players", type=int, help="how many play")
    p.add_argument(
        "--bots",
        default="",
        metavar="NAMES",
        help="one bot for all seats but the first, or names for the last seats, or for all (person: somebody at the terminal)",
    )
    p.add_argument("--seed", type=int, help="the same seed gives the same game")
    p.add_argument("--save", metavar="FILE", help="where to save")
    p.add_argument("--resume", nargs="?", const="", metavar="FILE", help="go on with a save, the newest if none is named")
    p.add_argument("--replay", nargs="?", const="", metavar="FILE", help="step through a save")
    p.add_argument("--seat", type=int, default=0, help="with --replay: as this seat sees it")
    p.add_argument("--no-colour", "--no-color", dest="colour", action="store_false", default=None, help="no colours")
    a = p.parse_args(arguments)
    try:
        if a.resume is not None:
            return resume(a.resume or a.game, a.colour)
        if a.replay is not None:
            return replay(a.replay or a.game, a.seat, a.colour)
        if not a.game:
            p.error("which game? Name one, or --resume")
        options = dict(o.split("=", 1) if "=" in o else (o, "yes") for o in a.options)
        return run(
            a.game,
            _names(a.modules),
            {k: _value(v) for k, v in options.items()},
            a.players,
            _names(a.bots),
            a.seed,
            a.save,
            a.colour,
        )
    except RuleError as wrong:
        from alarife.report import render

        print(render(wrong.diagnostics, {}, sys.stderr.isatty()), file=sys.stderr)
        return 1


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _value(text: str) -> object:
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if text.lstrip("-").isdigit() else text


if __name__ == "__main__":
    sys.exit(main())
