"""A game at one terminal, line by line: screens, questions, commands.

In: a sitting and a terminal. Out: screens. What always holds: every event is shown to whoever is
asked next, in pages where there is no room; a line that can't be taken changes nothing; nobody is
shown what another person may see alone."""

from __future__ import annotations

from typing import Any

from alarife.diagnostics import RuleError
from alarife.engine.allowance import one_allowance
from alarife.engine.faults import Fault
from alarife.play import saves
from alarife.play.answering import ALL, Asked, NotUnderstood
from alarife.play.commands import COMMANDS, SHORT, Commands
from alarife.play.explaining import Explainer
from alarife.play.lessons import Lessons
from alarife.play.scene import ENDLESS, Scene
from alarife.play.screen import draw
from alarife.play.sitting import Sitting
from alarife.play.telling import (
    final_lines,
    growth,
    news_lines,
    pages,
)
from alarife.play.terminal import Quit, Terminal
from alarife.play.text import Text, wrapped
from alarife.texts.spoken import phrased

Data = dict[str, Any]
_AFTERWARDS = ("log", "stats", "export", "legend", "rules", "goal", "answers")
"""What may be typed when the game is over."""


class Session:
    """One game under way at a terminal."""

    def __init__(self, sitting: Sitting, terminal: Terminal, learn: bool = False) -> None:
        self.sitting = sitting
        self.table = sitting.table
        self.terminal = terminal
        self.again = False
        self.told: dict[int, int] = {}
        self.picks: list[str] = []
        self._watching = 0
        self.commands = Commands(self)
        self._lessons = Lessons(learn)

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
        if lesson := self.lesson(seat):
            self.terminal.page(lesson, phrased("How this works"), last=True)
        asked = self.draw(seat)
        while self.sitting.played.seq == before:
            line = self.terminal.ask("> ").strip()
            picks = list(self.picks)
            try:
                self.typed(line, asked, seat)
            except NotUnderstood as wrong:
                self._say(str(wrong))
            except RuleError as wrong:
                for words in refusal(wrong):
                    self._say(words)
            if self.picks != picks and self.sitting.played.seq == before:
                asked = self.draw(seat)

    def lesson(self, seat: int) -> list[Text]:
        """What a person should read before answering, in a first game."""
        explainer = Explainer(self.table, self.terminal.size.width)
        return self._lessons.lesson(self.sitting.show(seat), explainer)

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
            nobody=data["over"] and len(sitting.persons) > 1,
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
        command = SHORT.get(word.lower(), word.lower())
        if command in COMMANDS and not self._is_choice(line, asked):
            self.commands.do(command, rest.strip(), asked, seat)
        elif word.startswith("?"):
            self.commands.do("explain", "", asked, seat)
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
            raise NotUnderstood(_not_complete(said))
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
                if key in self.picks:
                    raise NotUnderstood(_picked_before(words.get(key, key))) from None
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
    # the end
    def _end(self) -> None:
        """What happened last, the table, who has won; then whatever is asked for."""
        sitting, terminal = self.sitting, self.terminal
        seat = self._watching or (sitting.persons[0] if sitting.persons else 1)
        with one_allowance():
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
            elif word in _AFTERWARDS:
                self.commands.do(word, rest.strip(), None, seat)
            else:
                self._say(phrased("Type again, log, stats, export and a file, or press Enter."))
        except NotUnderstood as wrong:
            self._say(str(wrong))
        except RuleError as wrong:
            self._say(f"{wrong.diagnostics[0].message} {wrong.diagnostics[0].hint}")


def refusal(wrong: RuleError) -> list[str]:
    """Why an answer was not taken. A fault is a mistake of the rules, not of whoever answers."""
    said = [f"{d.message} {d.hint}".strip() for d in wrong.diagnostics[:2]]
    if not isinstance(wrong, Fault):
        return said
    (found,) = wrong.diagnostics
    at = f"{found.labels[0].at.file}:{found.labels[0].at.line}" if found.labels else wrong.rule
    mistake = phrased(
        "Nothing has changed: the rules have a mistake here ({code}, {at}).",
        code=found.code,
        at=at,
    )
    return [mistake, *said]


def _not_complete(picked: str) -> str:
    """That a set can't be just this."""
    if not picked:
        return phrased("Nothing is chosen yet. Choose something, then type done.")
    return phrased("You can't stop at {picked}. Nothing was added.", picked=picked)


def _picked_before(words: str) -> str:
    """That something is in the set already."""
    return phrased("{words} is chosen already. Put it back with: drop {words}", words=words)


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
