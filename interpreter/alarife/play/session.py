"""A game at one terminal, line by line: screens, questions, commands.

In: a sitting and a terminal. Out: screens. What always holds: every event is shown to whoever is
asked next, in pages where there is no room; a line that can't be taken changes nothing; nobody is
shown what another person may see alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alarife.diagnostics import RuleError
from alarife.play import saves, shelf
from alarife.play.answering import ALL, Asked, NotUnderstood
from alarife.play.explaining import Explainer
from alarife.play.screen import ENDLESS, Scene, draw
from alarife.play.sitting import Sitting
from alarife.play.telling import (
    answer_lines,
    counts_table,
    final_lines,
    growth,
    hint_lines,
    legend,
    log_lines,
    news_lines,
    pages,
)
from alarife.play.terminal import Quit, Terminal
from alarife.play.text import Text, columns, wrapped
from alarife.texts.spoken import phrase, phrase_of, phrased

Data = dict[str, Any]
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


class Session:
    """One game under way at a terminal."""

    def __init__(self, sitting: Sitting, terminal: Terminal) -> None:
        self.sitting = sitting
        self.table = sitting.table
        self.terminal = terminal
        self.again = False
        self.told: dict[int, int] = {}
        self.picks: list[str] = []
        self._watching = 0
        self._warned = False

    # ----------------------------------------------------------------
    # the loop
    def run(self) -> int:
        """Until the game is over or somebody leaves; the exit code, which is 1 if what was played
        could not be saved."""
        sitting = self.sitting
        sitting.write()
        try:
            while seat := sitting.asked:
                if seat in sitting.bots:
                    sitting.bot_answers()
                else:
                    self._person(seat)
            self._end()
        except Quit as left:
            named = "" if sitting.path.parent == saves.folder() else f" {sitting.path}"
            self.terminal.show(
                sitting.unsaved
                or [
                    phrased("Saved: {file}", file=sitting.path),
                    phrased("Go on with: {command}", command=f"alarife play --resume{named}"),
                ]
            )
            return 1 if sitting.unsaved else left.code
        except RuleError:
            sitting.write()
            self.terminal.show(
                sitting.unsaved
                or [
                    phrased(
                        "The game stops. It is saved as it was before: {file}", file=sitting.path
                    )
                ]
            )
            raise
        return 1 if sitting.unsaved else 0

    # ----------------------------------------------------------------
    # a person
    def _person(self, seat: int) -> None:
        """Ask a person until one answer has been given, or taken back."""
        if self.sitting.secret and self._watching != seat:
            self._hand_over(seat)
        self._watching, self.picks = seat, []
        before = self.sitting.played.seq
        asked = self.draw(seat)
        while self.sitting.played.seq == before:
            line = self.terminal.ask("> ").strip()
            picks = list(self.picks)
            try:
                self.typed(line, asked, seat)
            except NotUnderstood as wrong:
                self._say(str(wrong))
            except RuleError as wrong:
                for d in wrong.diagnostics[:2]:
                    self._say(f"{d.message} {d.hint}".strip())
            if self.picks != picks and self.sitting.played.seq == before:
                asked = self.draw(seat)

    def _say(self, words: str) -> None:
        """A few words under the prompt."""
        self.terminal.show(wrapped(words, self.terminal.size.width))

    def _hand_over(self, seat: int) -> None:
        name = self.sitting.name(seat)
        self.terminal.clear(thoroughly=True)
        self.terminal.show([phrased("{name} is asked. Nobody else should look.", name=name)])
        prompt = phrased("Press Enter when only {name} can see the screen.", name=name) + " "
        while self.terminal.ask(prompt).strip().lower() not in ("", "look"):
            self.terminal.show([phrased("Just press Enter.")])

    def draw(self, seat: int, everything: bool = False) -> Asked:
        """The screen for a seat, after the news there is no room for on it; with everything,
        however long it becomes, in pages."""
        sitting, terminal = self.sitting, self.terminal
        data = sitting.show(seat, self.picks)
        fresh = self.fresh(seat)
        scene = self.scene(data, fresh)
        drawn = draw(scene)
        if not drawn.told and not _own_alone(fresh, seat):
            self._news(fresh)
            drawn = draw(self.scene(data, []))
            drawn.told = True
        if drawn.told:
            self.told[seat] = sitting.played.position
        if everything:
            scene.size.height, scene.fresh = ENDLESS, []
            terminal.page([*draw(scene).lines], phrased("The whole table") if terminal.live else "")
        else:
            terminal.clear(thoroughly=sitting.secret)
            terminal.show([*drawn.lines, *sitting.unsaved])
        return Asked(data["question"])

    def fresh(self, seat: int) -> list[Data]:
        """What this seat has not been told yet."""
        played = self.sitting.played
        if seat not in self.told:
            self.told[seat] = self.table.since(played, seat)
        return self.table.news(played, seat, self.told[seat])

    def scene(self, data: Data, fresh: list[Data]) -> Scene:
        """What a screen is made from."""
        sitting, terminal = self.sitting, self.terminal
        seat = data["seat"]
        return Scene(
            self.table,
            data,
            terminal.size,
            fresh,
            sitting.bot_names,
            terminal.encoding,
            lambda key: sitting.foresee(seat, key),
            sitting.unsaved,
        )

    def _news(self, events: list[Data]) -> None:
        """All events, in pages; a scoring has a page of its own."""
        size = self.terminal.size
        if not self.terminal.live:
            self.terminal.show(news_lines(events, size.width))
            return
        found = pages(events, size.width, size.height - 3)
        for n, page in enumerate(found, 1):
            self.terminal.clear(thoroughly=self.sitting.secret)
            head = phrased("What has happened")
            if len(found) > 1:
                head += " " + phrased("({n} of {all})", n=n, all=len(found))
            self.terminal.show([Text((head, "bold reverse")), *page])
            self.terminal.ask(phrased("Enter goes on") + " > ")

    # ----------------------------------------------------------------
    # a line
    def typed(self, line: str, asked: Asked, seat: int) -> None:
        """Do what a line says. Raises `NotUnderstood` and `RuleError` with what is wrong, and
        `Quit`."""
        word, _, rest = line.partition(" ")
        command = _SHORT.get(word.lower(), word.lower())
        if command in COMMANDS and not self._is_choice(line, asked):
            getattr(self, f"_{command}")(rest.strip(), asked, seat)
        elif word.startswith("?"):
            self._explain("", asked, seat)
        else:
            self._answer(line, asked, seat)

    @staticmethod
    def _is_choice(line: str, asked: Asked) -> bool:
        """Whether a word that is a command is the whole name of a choice: then that is meant."""
        said = line.casefold()
        return any(said in (c.words.casefold(), c.key.casefold()) for c in asked.choices)

    def _answer(self, line: str, asked: Asked, seat: int) -> None:
        """Choose what a line names: one thing, or several of a set; all of them or nothing."""
        keys, finished = asked.keys(line)
        if asked.kind != "set":
            self.sitting.answer(seat, keys)
            return
        picks = self._all(seat) if keys == [ALL] else self._picked(asked, seat, keys)
        if not finished:
            self.picks = picks
            return
        confirm = self.sitting.show(seat, picks)["question"]["confirm"]
        if not confirm:
            words = {c.key: c.words for c in asked.choices}
            said = ", ".join(words.get(k, k) for k in picks)
            said = said or phrased("Nothing")
            raise NotUnderstood(
                phrased("{things} alone can't be all. Nothing was added.", things=said)
            )
        self.sitting.answer(seat, confirm)

    def _picked(self, asked: Asked, seat: int, keys: list[str]) -> list[str]:
        """The picks with these added. Raises `NotUnderstood` for one that can't be."""
        picks = list(self.picks)
        words = {c.key: c.words for c in asked.choices}
        for key in keys:
            try:
                self.sitting.show(seat, [*picks, key])
            except RuleError:
                said = ", ".join(words.get(k, k) for k in picks)
                raise NotUnderstood(_not_added(said, words.get(key, key))) from None
            picks.append(key)
        return picks

    def _all(self, seat: int) -> list[str]:
        """Everything that can be in a set."""
        picks = list(self.picks)
        while True:
            options = self.sitting.show(seat, picks)["question"]["options"]
            more = (o["key"] for o in options if o["state"] == "open" or o.get("more"))
            if (key := next(more, None)) is None:
                return picks
            picks.append(key)

    # ----------------------------------------------------------------
    # commands
    def _look(self, rest: str, asked: Asked, seat: int) -> None:
        if rest not in ("", "all"):
            raise NotUnderstood(
                phrased("Type look for the screen again, or look all for everything there is.")
            )
        self.draw(seat, everything=rest == "all")

    def _drop(self, rest: str, asked: Asked, seat: int) -> None:
        if not self.picks:
            raise NotUnderstood(phrased("Nothing is chosen yet that could be put back."))
        key = asked.meant(rest).key if rest else self.picks[-1]
        if key not in self.picks:
            raise NotUnderstood(phrased("“{word}” is not among what is chosen.", word=rest))
        picks = list(self.picks)
        picks.remove(key)
        self.sitting.show(seat, picks)
        self.picks = picks

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
        look = self.scene(data, []).look
        lines = growth(self.table.points(played), data["people"], size.width, size.fine)
        if counts := counts_table(data, look):
            lines += counts(size.width)
        lines += final_lines(data, self.table.breakdown(played), look, size.width)[1:]
        self.terminal.page(lines or [phrased("There is nothing to count yet.")])

    def _legend(self, rest: str, asked: Asked, seat: int) -> None:
        lines = legend(self.table.game, self.scene(self.sitting.show(seat), []).look)
        marks = phrased(
            "(3), [3] a cell or piece that may be chosen   {3} one that is chosen   <X> the last"
            " move   =X= what has won   > who is asked"
        )
        width = self.terminal.size.width
        self.terminal.page([*(lines(width) if lines else []), *wrapped(marks, width)])

    def _hint(self, rest: str, asked: Asked, seat: int) -> None:
        handles = {c.key: (c.handle, c.words) for c in asked.choices}
        found = self.sitting.hints(seat)
        lines = hint_lines(found, handles, _MOST_HINTS) if found else []
        lines = lines or [phrased("There is only one choice.")]
        self.terminal.page(lines)

    def _undo(self, rest: str, asked: Asked, seat: int) -> None:
        if self.picks:
            self.picks = self.picks[:-1]
            return
        self.sitting.undo(seat)
        at = self.sitting.played.position
        self.told = {n: min(told, at) for n, told in self.told.items()}

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

    # ----------------------------------------------------------------
    # the end
    def _end(self) -> None:
        """What happened last, the table, who has won; then whatever is asked for."""
        sitting, terminal = self.sitting, self.terminal
        seat = self._watching or (sitting.persons[0] if sitting.persons else 1)
        data = sitting.show(seat)
        ending = self.ending(data)
        saved = sitting.unsaved or [
            phrased("Saved: {file}", file=sitting.path),
            phrased(
                "Step through it with: {command}", command=f"alarife play --replay {sitting.path}"
            ),
        ]
        short = len(ending) == 1
        fresh = self.fresh(seat)
        drawn = draw(self._last_scene(data, fresh, short))
        if not drawn.told:
            self._news(fresh)
            drawn = draw(self._last_scene(data, [], short))
        terminal.clear()
        terminal.show(drawn.lines)
        if short:
            terminal.show(saved)
        else:
            if terminal.live:
                terminal.ask(phrased("Enter goes on") + " > ")
            terminal.page([*ending, Text(), *saved], phrased("The end") if terminal.live else "")
        while terminal.live and not self.again and sitting.persons:
            line = terminal.ask(
                phrased("again, log, stats, export FILE, or Enter to leave") + " > "
            ).strip()
            if not line or line in ("q", "quit"):
                return
            self.afterwards(line, seat)

    def _last_scene(self, data: Data, fresh: list[Data], short: bool) -> Scene:
        """The table at the end; with room below, if nothing else comes."""
        scene = self.scene(data, fresh)
        if short and self.terminal.live:
            scene.size.height -= 4
        return scene

    def ending(self, data: Data) -> list[Text]:
        """Who has won, where the points came from, how they grew."""
        size, played = self.terminal.size, self.sitting.played
        look = self.scene(data, []).look
        lines = final_lines(data, self.table.breakdown(played), look, size.width)
        return lines + growth(self.table.points(played), data["people"], size.width, size.fine)

    def afterwards(self, line: str, seat: int) -> None:
        """Do what a line says when the game is over."""
        word, _, rest = line.partition(" ")
        try:
            if word in ("again", "a", "y", "yes"):
                self.again = True
            elif word in ("log", "stats", "export"):
                getattr(self, f"_{word}")(rest.strip(), None, seat)
            else:
                self._say(phrased("Type again, log, stats, export and a file, or press Enter."))
        except NotUnderstood as wrong:
            self._say(str(wrong))
        except RuleError as wrong:
            self._say(f"{wrong.diagnostics[0].message} {wrong.diagnostics[0].hint}")


def _not_added(picked: str, words: str) -> str:
    """That something can't join what was picked."""
    if not picked:
        return phrased("{words} can't be chosen. Nothing was added; try: why {words}", words=words)
    return phrased(
        "After {picked}, {words} can't be chosen. Nothing was added; try: why {words}",
        picked=picked,
        words=words,
    )


def _own_alone(events: list[Data], seat: int) -> bool:
    """Whether events are one's own choices and what they did: these may wait for the next news."""
    return all(e["by"] == seat and e["kind"] not in ("points", "scoring", "pass") for e in events)


_SHORT = {
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
