"""Choosing what to play: games, saves, and what came of the games that are over.

In: a terminal, the folder of saves. Out: a wish, or lines. What always holds: a save that can't be
read is listed with what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from alarife.diagnostics import RuleError
from alarife.play import saves, shelf
from alarife.play.saves import PERSON, Save
from alarife.play.terminal import Terminal
from alarife.play.text import Text, columns, table, wrapped
from alarife.table.wording import bot_title
from alarife.texts.spoken import phrased

_MOST_SAVES = 8


@dataclass(slots=True)
class Chosen:
    """What somebody wants to play, or go on with."""

    game: str = ""
    players: int | None = None
    modules: list[str] = field(default_factory=list)
    bots: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    learn: bool = False
    save: Path | None = None


def chosen(terminal: Terminal) -> Chosen:
    """What somebody chooses, asked step by step. Raises `Quit`."""
    from alarife.library import Library
    from alarife.linking.configurations import games_data

    games = games_data(Library())
    waiting = [path for path in shelf.listed() if _is_open(path)][:_MOST_SAVES]
    size = terminal.size
    lines = [Text((phrased("What do you want to play?"), "bold"))]
    items = [Text((str(n), "bold"), " ", g["title"]) for n, g in enumerate(games, 1)]
    lines += columns(items, size.width)
    if waiting:
        lines += [Text(), Text((phrased("Or go on with"), "bold"))]
        lines += save_lines(waiting, size.width, letter="r")
    terminal.page(lines)
    while True:
        said = terminal.ask(phrased("A number or name; q leaves") + " > ").strip().casefold()
        if said in ("q", "quit"):
            from alarife.play.terminal import Quit

            raise Quit
        if said.startswith("r") and said[1:].isdigit() and 0 < int(said[1:]) <= len(waiting):
            return Chosen(save=waiting[int(said[1:]) - 1])
        found = _game(games, said)
        if len(found) == 1:
            return _details(terminal, found[0])
        terminal.show(
            [
                phrased("“{word}” could be {n} of them.", word=said, n=len(found))
                if found
                else phrased("There is none.")
            ]
        )


def _game(games: list[dict[str, Any]], said: str) -> list[dict[str, Any]]:
    if said.isdigit():
        return games[int(said) - 1 : int(said)] if int(said) else []
    exact = [g for g in games if said in (g["name"], g["title"].casefold())]
    return exact or [g for g in games if said and g["title"].casefold().startswith(said)]


def _about(game: dict[str, Any]) -> str:
    """What a game says of itself, with the numbers that it has if nothing else is said."""
    import alarife
    from alarife.table.wording import Wording

    if "{" not in game["sentence"]:
        return game["sentence"]
    return Wording(alarife.load(game["name"])).about()


def _details(terminal: Terminal, game: dict[str, Any]) -> Chosen:
    low, high = game["players"] or (1, 6)
    wish = Chosen(game["name"])
    terminal.show([Text((game["title"], "bold")), *wrapped(_about(game), terminal.size.width)])
    while wish.players is None:
        how_many = phrased("How many players ({low} to {high})?", low=low, high=high) + " "
        said = terminal.ask(how_many).strip() if low < high else low
        if str(said).isdigit() and low <= int(said) <= high:
            wish.players = int(said)
    if game["modules"]:
        names = [m["name"] for m in game["modules"]]
        terminal.show(
            wrapped(phrased("Modules: {names}", names=", ".join(names)), terminal.size.width)
        )
        while True:
            said = terminal.ask(phrased("Which, with commas between them (Enter: none)?") + " ")
            wish.modules = [m.strip() for m in said.split(",") if m.strip()]
            if not (unknown := [m for m in wish.modules if m not in names]):
                break
            terminal.show([phrased("There is no {name}.", name=unknown[0])])
    said = terminal.ask(phrased("Your name (several, with commas, for several people)?") + " ")
    wish.names = [n.strip() for n in said.split(",") if n.strip()][: wish.players]
    people = max(1, len(wish.names))
    if people < wish.players:
        how_good = phrased("How good are the others: easy, fair or hard (Enter: fair)?") + " "
        bot = terminal.ask(how_good).strip()
        bot = bot if bot in ("easy", "fair", "hard", "random", "greedy") else "fair"
        wish.bots = [PERSON] * people + [bot] * (wish.players - people)
    first = phrased("Is it your first game of it? Then each question is explained (y, Enter: no)")
    wish.learn = terminal.ask(f"{first} ").strip().lower() in ("y", "yes")
    return wish


# ----------------------------------------------------------------
# saves
def _is_open(path: Path) -> bool:
    try:
        return not saves.read(path).over
    except RuleError:
        return False


def save_lines(files: list[Path], width: int, letter: str = "") -> list[Text]:
    """Saves, a line each: its number, when, how far, what it is, who plays. What comes last is
    cut first."""
    rows: list[list[Text]] = []
    for n, path in enumerate(files, 1):
        handle = Text((f"{letter}{n}", "bold"))
        try:
            save = saves.read(path)
        except RuleError as wrong:
            rows.append([handle, Text(), Text(), Text((wrong.diagnostics[0].message, "red"))])
            continue
        rows.append(
            [
                handle,
                Text(save.saved.replace("T", " ")[:16]),
                Text(_outcome(save)),
                Text(_title(save)),
                Text(", ".join(_people(save))),
            ]
        )
    return [line.cut(width) for line in table(rows)]


def _title(save: Save) -> str:
    if not save.modules:
        return save.title
    return phrased("{game} with {modules}", game=save.title, modules=", ".join(save.modules))


def _people(save: Save) -> list[str]:
    return [
        (save.names[n] if n < len(save.names) and save.names[n] else phrased("Player {n}", n=n + 1))
        + ("" if seat == PERSON else f" ({bot_title(seat)})")
        for n, seat in enumerate(save.seats)
    ]


def _outcome(save: Save) -> str:
    if not save.over:
        return phrased("{n} {n:forms answer|answers}", n=len(save.answers))
    names = _winners(save)
    return phrased("won by {names}", names=", ".join(names)) if names else phrased("over")


def _winners(save: Save) -> list[str]:
    """Who won, by name."""
    people = {str(n): name for n, name in enumerate(_people(save), 1)}
    winners: list[str] = save.result.get("winners", [])
    return [people.get(w, w) for w in winners]


def statistics(files: list[Path], width: int) -> list[Text]:
    """Of the games that are over: how often each was played, and who won how often."""
    played: dict[str, int] = {}
    won: dict[str, dict[str, int]] = {}
    for path in files:
        try:
            save = saves.read(path)
        except RuleError:
            continue
        if not save.over or not save.result:
            continue
        played[save.title] = played.get(save.title, 0) + 1
        for name in _winners(save):
            row = won.setdefault(save.title, {})
            row[name] = row.get(name, 0) + 1
    if not played:
        return [Text(phrased("No game in the folder of saves is over yet."))]
    rows = [[Text((head, "dim")) for head in (phrased("game"), phrased("played"), phrased("won"))]]
    for title, n in sorted(played.items()):
        winners = sorted(won.get(title, {}).items(), key=lambda w: (-w[1], w[0]))
        rows.append(
            [Text(title), Text(str(n)), Text(", ".join(f"{name} {k}" for name, k in winners))]
        )
    return [line.cut(width) for line in table(rows, right=frozenset({1}))]
