"""A game at one terminal: asks persons, lets bots play, saves, and takes back.

What comes in: a game, who plays each seat, a terminal. What goes out: the screens. What always
holds: after every answer the game is saved before anybody is asked again; a line that can't be
taken changes nothing; nobody is shown what another person may see alone."""

from __future__ import annotations

import time
from pathlib import Path

from alarife.bots import Bot, Generator, View, answer_of, make_bot
from alarife.bots.chance import seed_of_bot
from alarife.diagnostics import Diagnostic, RuleError
from alarife.engine.inspect import has_secrets
from alarife.engine.state import Game, State
from alarife.play import saves
from alarife.play.asking import ALL, NotUnderstood, Question
from alarife.play.ending import final_lines
from alarife.play.explaining import Explainer
from alarife.play.hinting import hint_lines
from alarife.play.look import Look
from alarife.play.saves import Save
from alarife.play.screen import Scene, draw
from alarife.play.several import play_all, play_several
from alarife.play.story import Story
from alarife.play.taking_back import can_take_back
from alarife.play.terminal import Quit, Terminal
from alarife.play.text import Text, columns, flow, wrapped

PERSON = "person"
BETWEEN_SAVES = 1.0
"""How many seconds may pass without a save while bots answer one another."""
_HELP = (
    ("3, name, 4,2", "choose: by number, name, or coordinates (column, row)"),
    ("3 5 7, done", "choose several things of a set"),
    ("?", "what is asked, and its rules"),
    ("why X", "why a cell, a card or an action is not offered"),
    ("rules TERM", "the rules that speak of something"),
    ("log [N]", "what has happened, with the rules"),
    ("look [all]", "the screen again; all: in full"),
    ("hint", "what a bot would do, and how it rates your choices"),
    ("undo", "take back your last choice"),
    ("save [FILE]", "save (it is saved anyway on every move); --force: over another file"),
    ("quit", "leave; alarife play --resume goes on"),
)


class Session:
    """One game under way."""

    def __init__(
        self,
        game: Game,
        save: Save,
        states: list[State],
        target: saves.Target,
        terminal: Terminal,
    ) -> None:
        """`save.seats` names who plays: whoever reads a save says first which bots may."""
        self.game = game
        self.save = save
        self.states = states
        self.target = target
        self.terminal = terminal
        self.bots: dict[int, Bot] = {
            n: make_bot(name, waited_for=True)
            for n, name in enumerate(save.seats, 1)
            if name != PERSON
        }
        self.bot_names = {n: name for n, name in enumerate(save.seats, 1) if name != PERSON}
        self.persons = [n for n, name in enumerate(save.seats, 1) if name == PERSON]
        self._chance = {
            n: Generator(seed_of_bot(save.seed + len(save.answers), n)) for n in self.bots
        }
        self._seen: dict[int, int] = {}
        self._watching = 0
        self._written = 0.0
        self._unsaved: list[str] = []
        self._warned = False
        self._alone = 0
        self._secret = len(self.persons) > 1 and has_secrets(game)

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.states[-1]

    @property
    def path(self) -> Path:
        """The file that it is saved to."""
        return self.target.path

    # ----------------------------------------------------------------
    # the loop
    def run(self) -> int:
        """Until the game is over or somebody leaves; the exit code, which is 1 if what was played
        could not be saved."""
        self._write()
        try:
            while not self.state.is_over:
                decision = self.state.decision
                assert decision is not None
                if decision.player in self.bots:
                    self._bot(decision.player)
                else:
                    self._person(decision.player)
        except Quit:
            named = "" if self.path.parent == saves.folder() else f" {self.path}"
            self.terminal.show(
                self._unsaved
                or [f"Saved: {self.path}", f"Go on with: alarife play --resume{named}"]
            )
            return 1 if self._unsaved else 0
        except RuleError:
            self._write()
            self.terminal.show(
                self._unsaved or [f"The game stops. It is saved as it was before: {self.path}"]
            )
            raise
        self._end()
        return 1 if self._unsaved else 0

    def _bot(self, seat: int) -> None:
        decision = self.state.decision
        assert decision is not None
        self._alone += 1
        if self._alone > MOST_ALONE:
            message = (
                f"The game does not end: {MOST_ALONE} times in a row bots have been asked, and"
                " nobody else."
            )
            raise RuleError(
                [
                    Diagnostic(
                        "E0713", message, (), "Let the game end at some time whatever is chosen."
                    )
                ]
            )
        answer = answer_of(self.bots[seat], View(self.state, seat), decision, self._chance[seat])
        self._advance(
            answer
            if isinstance(answer, str)
            else decision.options[answer].key
            if isinstance(answer, int)
            else answer.key
        )

    def _advance(self, key: str) -> None:
        """One answer: played, and saved; among bots, who answer a hundred times a second, saved now
        and then."""
        bot_answers = self._asks_bot()
        self.states.append(self.state.play(key))
        self.save.answers.append(key)
        if (
            not (bot_answers and self._asks_bot())
            or time.monotonic() > self._written + BETWEEN_SAVES
        ):
            self._write()

    def _asks_bot(self) -> bool:
        return self.state.decision is not None and self.state.decision.player in self.bots

    def _write(self) -> None:
        """Save. If that fails the game goes on, and under every screen stands that it is not
        saved."""
        self._written = time.monotonic()
        try:
            self.target.write(self.save, self.state)
            self._unsaved = []
        except RuleError as wrong:
            self._unsaved = [wrong.diagnostics[0].message, wrong.diagnostics[0].hint]

    # ----------------------------------------------------------------
    # a person
    def _person(self, seat: int) -> None:
        """Ask a person once: until the state is another one."""
        if self._secret and self._watching != seat:
            self._hand_over(seat)
        self._watching, self._alone = seat, 0
        since = self._seen.setdefault(seat, self._asked_last(seat))
        question = self.draw(seat, since)
        self._seen[seat] = len(self.state.log)
        before = self.state
        while self.state is before:
            line = self.terminal.ask("> ").strip()
            try:
                self._line(line, question, seat, since)
            except NotUnderstood as wrong:
                self._say(str(wrong))
            except RuleError as wrong:
                for d in wrong.diagnostics[:2]:
                    self._say(f"{d.message} {d.hint}".strip())

    def _say(self, words: str) -> None:
        """A few words under the prompt."""
        self.terminal.show(wrapped(words, self.terminal.size.width))

    def _asked_last(self, seat: int) -> int:
        """How long the log was when a seat was asked last, of a game that goes on."""
        return next(
            (
                len(s.log)
                for s in reversed(self.states[:-1])
                if s.decision and s.decision.player == seat
            ),
            0,
        )

    def _hand_over(self, seat: int) -> None:
        self.terminal.clear(thoroughly=True)
        self.terminal.show([f"Player {seat} is asked. Nobody else should look."])
        while self.terminal.ask(
            f"Press Enter when only player {seat} can see the screen. "
        ).strip().lower() not in ("", "look"):
            self.terminal.show(["Just press Enter."])

    def draw(self, seat: int, since: int = 0, everything: bool = False) -> Question:
        """The screen for a seat; with everything, however long it becomes."""
        size = self.terminal.size
        if everything:
            size.height = _ENDLESS
        scene = Scene(self.state, seat, size, since, self.bot_names, self.terminal.encoding)
        lines = draw(scene)
        self.terminal.clear(thoroughly=self._secret)
        self.terminal.show([*lines, *self._unsaved])
        return Question(
            self.state, self.state.view(seat), Look(self.game.world, seat, self.terminal.encoding)
        )

    # ----------------------------------------------------------------
    # a line
    def _line(self, line: str, question: Question, seat: int, since: int) -> None:
        word, _, rest = line.partition(" ")
        command = {
            "?": "explain",
            "h": "help",
            "q": "quit",
            "exit": "quit",
            "u": "undo",
            "l": "look",
            "": "look",
        }.get(word.lower(), word.lower())
        if command in _COMMANDS and not self._is_choice(line, question):
            getattr(self, f"_{command}")(rest.strip(), question, seat, since)
        elif word.startswith("?"):
            self._explain("", question, seat, since)
        else:
            self._answer(line, question)

    @staticmethod
    def _is_choice(line: str, question: Question) -> bool:
        """Whether a word that is a command is the whole name of a choice: then that is meant."""
        said = line.casefold()
        return any(said in (c.words.plain.casefold(), c.key.casefold()) for c in question.choices)

    def _answer(self, line: str, question: Question) -> None:
        """Choose what a line names: one thing, or several of a set; all of them or nothing."""
        parts = question.split(line)
        if question.decision.kind != "set":
            self._advance(question.meant(parts[0]).key)
            return
        if parts == [ALL]:
            states, keys = play_all(self.state)
        else:
            states, keys = play_several(
                self.state, question, [question.meant(part) for part in parts]
            )
        self.states.extend(states)
        self.save.answers.extend(keys)
        self._write()

    # ----------------------------------------------------------------
    # commands
    def _look(self, rest: str, question: Question, seat: int, since: int) -> None:
        if rest not in ("", "all"):
            raise NotUnderstood(
                "Type look for the screen again, or look all for everything there is."
            )
        self.draw(seat, since, everything=rest == "all")

    def _help(self, rest: str, question: Question, seat: int, since: int) -> None:
        items = [Text((f"{typed:14}", "bold"), said) for typed, said in _HELP]
        self.terminal.show(columns(items, self.terminal.size.width))

    def _explain(self, rest: str, question: Question, seat: int, since: int) -> None:
        self.terminal.show(self._explainer().question(question))

    def _why(self, rest: str, question: Question, seat: int, since: int) -> None:
        self.terminal.show(
            self._explainer().why(
                self.state, question, rest.removeprefix("not ").strip(), question.look
            )
        )

    def _rules(self, rest: str, question: Question, seat: int, since: int) -> None:
        self.terminal.show(self._explainer().rules(rest))

    def _explainer(self) -> Explainer:
        return Explainer(self.game, self.terminal.size.width)

    def _log(self, rest: str, question: Question, seat: int, since: int) -> None:
        if rest and not rest.isdigit() and rest != "all":
            raise NotUnderstood("Type log, log and a number of lines, or log all.")
        entries = Story(self.state, question.look, seat).entries()
        most = len(entries) if rest == "all" else int(rest or 15)
        width = self.terminal.size.width
        lines: list[Text] = []
        for entry in entries[-most:] if most else []:
            lines += flow([entry.words, Text((f"[{entry.rule}]", "dim"))], width, None, "  ", 4)
        self.terminal.show([line.cut(width) for line in lines] or ["Nothing has happened yet."])

    def _hint(self, rest: str, question: Question, seat: int, since: int) -> None:
        self.terminal.show(hint_lines(self.state, question))

    def _undo(self, rest: str, question: Question, seat: int, since: int) -> None:
        for back in range(1, len(self.states)):
            earlier = self.states[-1 - back]
            asked = earlier.decision.player if earlier.decision else 0
            if asked in self.bots or (asked != seat and self._secret):
                break
            if refused := can_take_back(earlier, self.state, asked):
                raise NotUnderstood(refused)
            if asked in self.persons:
                del self.states[-back:]
                del self.save.answers[-back:]
                self._seen = {n: min(seen, len(self.state.log)) for n, seen in self._seen.items()}
                self._write()
                return
        raise NotUnderstood(
            "There is nothing to take back."
            if len(self.states) < 2
            else "Somebody else has answered since: that can't be taken back."
        )

    def _save(self, rest: str, question: Question, seat: int, since: int) -> None:
        words = rest.split(" ")
        name = " ".join(word for word in words if word != "--force")
        path = Path(name).expanduser() if name else self.path
        if path != self.path or "--force" in words:
            other = saves.Target(path, force="--force" in words)
            other.write(self.save, self.state)
            if self._unsaved or path == self.path:  # from now on there
                self.target, self._unsaved = other, []
        else:
            self.target.write(self.save, self.state)
            self._unsaved = []
        self.terminal.show([f"Saved: {path}"])

    def _quit(self, rest: str, question: Question, seat: int, since: int) -> None:
        if self._unsaved and not self._warned:
            self._warned = True
            raise NotUnderstood(
                "\n".join(
                    [
                        *self._unsaved,
                        "Type quit again to leave all the same: then this game is lost.",
                    ]
                )
            )
        raise Quit

    # ----------------------------------------------------------------
    # the end
    def _end(self) -> None:
        seat = self._watching or (self.persons[0] if self.persons else 1)
        self.terminal.clear()
        size = self.terminal.size
        self.terminal.show(
            draw(
                Scene(
                    self.state,
                    seat,
                    size,
                    self._seen.get(seat, 0),
                    self.bot_names,
                    self.terminal.encoding,
                )
            )
        )
        look = Look(self.game.world, seat, self.terminal.encoding)
        self.terminal.show(
            [*final_lines(self.state, look, self.save.answers, self.save.seed, size.width)]
        )
        told = self._unsaved or [
            f"Saved: {self.path}",
            f"Step through it with: alarife play --replay {self.path}",
        ]
        self.terminal.show([Text(), *told])


_ENDLESS = 10_000
MOST_ALONE = 20_000
"""How often in a row bots alone are asked."""
_COMMANDS = ("look", "help", "explain", "why", "rules", "log", "hint", "undo", "save", "quit")
