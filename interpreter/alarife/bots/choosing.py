"""Bots by their names, and what they answer."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

from alarife.bots.chance import Generator
from alarife.bots.greedy import GreedyBot
from alarife.bots.mcts import LEVELS, PATIENCE, MctsBot
from alarife.bots.protocol import Bot, View
from alarife.bots.random_bot import RandomBot
from alarife.diagnostics import RuleError, brief, must_be, rule_error
from alarife.engine.decisions import Decision, Option, as_index

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "mcts": MctsBot,
    **{level: partial(MctsBot, playouts) for level, playouts in LEVELS.items()},
}
"""The bots there are by name. Each plays any game."""
_MCTS = re.compile(r"mcts:(?:(\d{1,6})|(\d{1,3}(?:\.\d+)?)s)")
"""`mcts:800` has a budget of 800 playouts, `mcts:2s` one of 2 seconds."""
_PLAYOUTS = "`mcts:N` takes up to 999999 playouts, `mcts:Ns` less than 1000 seconds."
_SOON = 100_000
"""So many playouts: a budget in seconds is over sooner."""


def is_shipped(name: str) -> bool:
    """Whether this is a bot of Alarife's own."""
    return name in BOTS or _MCTS.fullmatch(name) is not None


def make_bot(name: str, person: str = "", patience: float | None = None) -> Bot:
    """The bot of a name; one of your own is "package.module:Name". Raises `RuleError` (E0711) if
    there is none; `person` is what somebody who is no bot is called there. Where people wait for
    it, a level stops thinking after some seconds, at most after so many (`patience`)."""
    must_be("a text", "name", name, str)
    if budget := _MCTS.fullmatch(name):
        if budget[1]:
            return MctsBot(max(1, int(budget[1])))
        return MctsBot(_SOON, float(budget[2]))
    if re.match(r"mcts:(?![^\W\d])", name):
        raise rule_error("E0711", f"There is no bot `{name}`.", _PLAYOUTS)
    if ":" in name:
        return _own(name)
    if patience is not None and name in PATIENCE:
        return MctsBot(LEVELS.get(name, LEVELS["fair"]), min(PATIENCE[name], patience))
    if name in BOTS:
        return BOTS[name]()
    from alarife.linking.wording import did_you_mean

    hint = (
        did_you_mean(name, BOTS)
        or f"There are: {', '.join(BOTS)}; `mcts:N` searches with N"
        " playouts; one of your own is written `module:Name`."
    )
    hint += f" Who plays at this terminal is called `{person}`." if person else ""
    raise rule_error("E0711", f"There is no bot `{name}`.", hint)


def bots_for(names: Sequence[str], players: int) -> list[str]:
    """The names of the bots of all seats: as given, and round again if there are fewer names than
    seats."""
    for name in names:
        make_bot(name)
    if len(names) > players:
        from alarife.linking.wording import counted

        message = f"There are {len(names)} bots for {counted(players, 'player')}."
        raise rule_error("E0712", message, "Name one bot for all, or one for each seat.")
    given = list(names) or ["random"]
    return [given[seat % len(given)] for seat in range(players)]


def answer_of(bot: Bot, view: View, decision: Decision, rng: Generator) -> Option | str | int:
    """What a bot answers. A bot that fails, or answers what is not offered, is named."""
    who = f"The bot `{type(bot).__name__}` of seat {view.seat}"
    try:
        answer = bot.choose(view, decision, rng)
    except RuleError as wrong:
        first, *rest = wrong.diagnostics
        hint = f"{first.hint} {who} had to answer.".strip()
        wrong.diagnostics = [replace(first, hint=hint), *rest]
        raise
    except (Exception, SystemExit) as wrong:
        frame = traceback.extract_tb(wrong.__traceback__)[-1]
        why = "".join(traceback.format_exception_only(wrong)).strip()
        hint = f"It happened in {frame.filename}, line {frame.lineno}."
        raise rule_error("E0715", f"{who} failed: {why}.", hint) from wrong
    try:
        decision.find(answer)
    except Exception as wrong:  # whatever an object of somebody's own may do when it is looked at
        said = answer.key if isinstance(answer, Option) else answer
        said = said[:60] if isinstance(said, str) else brief(said)
        message = f"{who} answered `{said}`, which is not offered."
        hint = wrong.diagnostics[0].hint if isinstance(wrong, RuleError) else ""
        raise rule_error("E0715", message, hint) from None
    number = as_index(answer)
    return answer if number is None else number


def _own(name: str) -> Bot:
    """A bot of somebody's own. The folder one is in counts, as it does for `python -m`."""
    module, _, attribute = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        made: Any = getattr(import_module(module), attribute)
        bot = made() if callable(made) else made
    except Exception as wrong:  # whatever a module of somebody's own may do when it is imported
        message = f"The bot `{name}` can't be had: {type(wrong).__name__}: {wrong}."
        hint = (
            "Write `module:Name`, where the module can be imported from here and `Name` is a class"
            " that needs no arguments."
        )
        if module == "mcts" and isinstance(wrong, ModuleNotFoundError):
            message, hint = f"There is no bot `{name}`.", _PLAYOUTS
        raise rule_error("E0711", message, hint) from None
    if not isinstance(bot, Bot):
        raise rule_error(
            "E0711", f"`{name}` is no bot.", "A bot has a method `choose(view, decision, rng)`."
        )
    return bot
