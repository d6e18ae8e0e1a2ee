"""What is typed at a terminal besides answers.

In: a session, the words behind a command. Out: pages, files, changes of the session. What always
holds: only what the seat may know is shown; a command that can't be done says what to type."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alarife.play import saves, shelf
from alarife.play.answering import Asked, NotUnderstood
from alarife.play.explaining import Explainer
from alarife.play.legend import whole_legend
from alarife.play.screen import signs_of
from alarife.play.telling import (
    answer_lines,
    counts_table,
    final_lines,
    growth,
    hint_lines,
    log_lines,
    news_lines,
)
from alarife.play.terminal import Quit
from alarife.play.text import Text, columns
from alarife.texts.spoken import phrase, phrase_of, phrased

if TYPE_CHECKING:
    from alarife.play.session import Session

_MOST_HINTS = 8
HELP = (
    ("3, name, 4,2", phrase("choose: by number, name, or coordinates (column, row)")),
    ("3 5 7, done", phrase("choose several things of a set")),
    ("drop 3", phrase("put back something of a set")),
    ("?", phrase("what is asked, and its rules")),
    ("why X", phrase("why a cell, a card or an action is not offered")),
    ("rules [TERM]", phrase("all rules; those that speak of something")),
    ("goal", phrase("what the game is about")),
    ("news", phrase("what has happened since your last turn")),
    ("log [N]", phrase("what has happened, with the rules")),
    ("answers [N]", phrase("who answered what: bids, guesses, passes")),
    ("stats", phrase("points over time, scorings, counts")),
    ("legend", phrase("what the letters stand for")),
    ("look [all]", phrase("the screen again; all: in full")),
    ("hint", phrase("what a bot would do, and how it rates your choices")),
    ("undo", phrase("take back your last choice")),
    ("save [FILE]", phrase("save (it is saved anyway on every move); --force: over another file")),
    ("export FILE", phrase("the game so far as text")),
    ("quit", phrase("leave; alarife play --resume goes on")),
)
SHORT = {
    "?": "explain",
    "h": "help",
    "q": "quit",
    "exit": "quit",
    "u": "undo",
    "l": "look",
    "": "look",
    "news": "news_again",
}
COMMANDS = (
    "look",
    "drop",
    "help",
    "explain",
    "why",
    "rules",
    "goal",
    "news_again",
    "log",
    "answers",
    "stats",
    "legend",
    "hint",
    "undo",
    "save",
    "export",
    "quit",
)


class Commands:
    """The commands of one session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.sitting = session.sitting
        self.table = session.table
        self.terminal = session.terminal
        self._warned = False

    def do(self, command: str, rest: str, asked: Asked | None, seat: int) -> None:
        """Do a command. Raises `NotUnderstood`, `RuleError`, and `Quit`."""
        getattr(self, f"_{command}")(rest, asked, seat)

    def _look(self, rest: str, asked: Asked, seat: int) -> None:
        if rest not in ("", "all"):
            raise NotUnderstood(
                phrased("Type look for the screen again, or look all for everything there is.")
            )
        self.session.draw(seat, everything=rest == "all")

    def _drop(self, rest: str, asked: Asked, seat: int) -> None:
        if not self.session.picks:
            raise NotUnderstood(phrased("Nothing is chosen yet that could be put back."))
        key = asked.meant(rest).key if rest else self.session.picks[-1]
        if key not in self.session.picks:
            raise NotUnderstood(phrased("“{word}” is not among what is chosen.", word=rest))
        picks = list(self.session.picks)
        picks.remove(key)
        self.sitting.show(seat, picks)
        self.session.picks = picks

    def _help(self, rest: str, asked: Asked, seat: int) -> None:
        items = [Text((f"{typed:14}", "bold"), phrase_of(said)) for typed, said in HELP]
        self.terminal.page(columns(items, self.terminal.size.width))

    def _explain(self, rest: str, asked: Asked, seat: int) -> None:
        foresee = lambda key: self.sitting.foresee(seat, key)  # noqa: E731 - one use
        self.terminal.page(self._explainer().question(asked, foresee))

    def _why(self, rest: str, asked: Asked, seat: int) -> None:
        word = rest.removeprefix("not ").strip()
        found = self.table.why(self.sitting.played, seat, word)
        self.terminal.page(self._explainer().why(asked, found, word))

    def _rules(self, rest: str, asked: Asked, seat: int) -> None:
        self.terminal.page(self._explainer().rules(rest))

    def _goal(self, rest: str, asked: Asked, seat: int) -> None:
        self.terminal.page(self._explainer().goal())

    def _explainer(self) -> Explainer:
        return Explainer(self.table, self.terminal.size.width)

    def _news_again(self, rest: str, asked: Asked, seat: int) -> None:
        news = self.sitting.show(seat)["news"]
        self.terminal.page(news_lines(news, self.terminal.size.width) or [phrased("Nothing yet.")])

    def _log(self, rest: str, asked: Asked, seat: int) -> None:
        if rest and not rest.isdigit() and rest != "all":
            raise NotUnderstood(phrased("Type log, log and a number of events, or log all."))
        events = self.table.log(self.sitting.played, seat)
        most = len(events) if rest == "all" else int(rest or 15)
        lines = log_lines(events[-most:] if most else [], self.terminal.size.width)
        self.terminal.page(lines or [phrased("Nothing has happened yet.")])

    def _answers(self, rest: str, asked: Asked, seat: int) -> None:
        if rest and not rest.isdigit() and rest != "all":
            raise NotUnderstood(phrased("Type answers, answers and a number, or answers all."))
        found = self.table.answers(self.sitting.played, seat)
        most = len(found) if rest == "all" else int(rest or 15)
        people = self.sitting.show(seat)["people"]
        lines = answer_lines(found[-most:] if most else [], people, self.terminal.size.width)
        self.terminal.page(lines or [phrased("Nobody has been asked anything yet.")])

    def _stats(self, rest: str, asked: Asked | None, seat: int) -> None:
        size, played = self.terminal.size, self.sitting.played
        data = self.sitting.show(seat)
        look = self.session.scene(data, []).look
        lines = growth(self.table.points(played), data["people"], size.width, size.fine)
        if counts := counts_table(data, look):
            lines += counts(size.width)
        lines += final_lines(data, self.table.breakdown(played), look, size.width)[1:]
        self.terminal.page(lines or [phrased("There is nothing to count yet.")])

    def _legend(self, rest: str, asked: Asked, seat: int) -> None:
        look = signs_of(self.session.scene(self.sitting.show(seat), []))
        self.terminal.page(whole_legend(self.table.game, look, self.terminal.size.width))

    def _hint(self, rest: str, asked: Asked, seat: int) -> None:
        handles = {c.key: (c.handle, c.words) for c in asked.choices}
        found = self.sitting.hints(seat)
        lines = hint_lines(found, handles, _MOST_HINTS) if found else []
        lines = lines or [phrased("There is only one choice.")]
        self.terminal.page(lines)

    def _undo(self, rest: str, asked: Asked, seat: int) -> None:
        if self.session.picks:
            self.session.picks = self.session.picks[:-1]
            return
        self.sitting.undo(seat)
        at = self.sitting.played.position
        self.session.told = {n: min(told, at) for n, told in self.session.told.items()}

    def _save(self, rest: str, asked: Asked, seat: int) -> None:
        sitting, words = self.sitting, rest.split(" ")
        name = " ".join(word for word in words if word != "--force")
        path = Path(name).expanduser() if name else sitting.path
        if path != sitting.path or "--force" in words:
            other = shelf.Target(path, force="--force" in words)
            sitting.write_to(other)
            if sitting.unsaved or path == sitting.path:  # from now on there
                sitting.target, sitting.unsaved = other, []
        else:
            sitting.write_to(sitting.target)
            sitting.unsaved = []
        self.terminal.show([phrased("Saved: {file}", file=path)])

    def _export(self, rest: str, asked: Asked | None, seat: int) -> None:
        if not rest:
            raise NotUnderstood(phrased("Where to? Type, for example: export game.txt"))
        path = Path(rest).expanduser()
        saves.write_text(path, self.table.transcript(self.sitting.played, seat))
        self.terminal.show([phrased("Written: {file}", file=path)])

    def _quit(self, rest: str, asked: Asked, seat: int) -> None:
        if self.sitting.unsaved and not self._warned:
            self._warned = True
            raise NotUnderstood(
                "\n".join(
                    [
                        *self.sitting.unsaved,
                        phrased("Type quit again to leave all the same: then this game is lost."),
                    ]
                )
            )
        raise Quit
