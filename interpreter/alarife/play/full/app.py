"""The app: the table above, news beside or below it, the question, a line to type in.

In: a sitting. Out: an exit code. What always holds: whatever can be clicked or pointed at can be
typed as well; bots think in a thread of their own; every event stands in the news, which scroll,
and a scoring waits until it has been read."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import events, work
from textual.actions import SkipAction
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from alarife.diagnostics import RuleError
from alarife.play.answering import Asked, Choice, NotUnderstood
from alarife.play.commands import COMMANDS
from alarife.play.full.line import Line
from alarife.play.full.middle import WIDE, Middle
from alarife.play.full.pages import HandOver, Page
from alarife.play.full.panes import Said, asking_lines, heading
from alarife.play.full.pointing import Pointer
from alarife.play.full.sheet import Sheet
from alarife.play.scene import Size
from alarife.play.screen import own_lines
from alarife.play.session import Session, refusal
from alarife.play.sitting import Sitting
from alarife.play.telling import event_lines
from alarife.play.terminal import Quit, Terminal
from alarife.play.text import Text, wrapped
from alarife.texts.spoken import phrase, phrase_of, phrased

_AROUND = 4
"""So many lines are neither table nor news nor question."""
_KEYS = phrase("F1 help F2 rules F3 why F4 log F5 hint F6 undo F8 signs F10 leave · ⇧↑↓ table")


class TableApp(App[int]):
    """One game on the whole screen."""

    CSS_PATH = "table.tcss"
    TITLE = "Alarife"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(0, -1)", priority=True),
        Binding("down", "move(0, 1)", priority=True),
        Binding("left", "move(-1, 0)", priority=True),
        Binding("right", "move(1, 0)", priority=True),
        Binding("tab", "next(1)", priority=True),
        Binding("shift+tab", "next(-1)", priority=True),
        Binding("escape", "let_go", priority=True),
        Binding("shift+up", "table(-2)", priority=True),
        Binding("shift+down", "table(2)", priority=True),
        Binding("shift+left", "table(0, -8)", priority=True),
        Binding("shift+right", "table(0, 8)", priority=True),
        Binding("pageup", "news(-5)", priority=True),
        Binding("pagedown", "news(5)", priority=True),
        Binding("ctrl+c", "interrupt", priority=True),
        Binding("ctrl+d,f10", "leave", priority=True),
        Binding("f1", "do('?')"),
        Binding("f2", "do('rules')"),
        Binding("f3", "begin('why ')"),
        Binding("f4", "do('log all')"),
        Binding("f5", "do('hint')"),
        Binding("f6", "do('undo')"),
        Binding("f7", "do('stats')"),
        Binding("f8", "do('legend')"),
    ]

    def __init__(self, sitting: Sitting, learn: bool = False) -> None:
        super().__init__()
        self.sitting = sitting
        self.said = Said()
        self.session = Session(sitting, self.said, learn)
        self.seat = sitting.persons[0]
        self.asked: Asked | None = None
        self.pointer = Pointer()
        self.failed: RuleError | None = None
        self._watching = 0
        self._seen = 0
        self._ended = False

    def compose(self) -> ComposeResult:
        """The panes."""
        yield Static(id="head", markup=False)
        yield Middle()
        yield Sheet("ask")
        yield Static(id="note", markup=False)
        yield Line()
        yield Static(phrase_of(_KEYS), id="keys", markup=False)

    def on_mount(self) -> None:
        """Begin."""
        self.sitting.write()
        self.query_one("#line", Input).focus()
        self.go_on()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the panes out anew."""
        self.said.wide = event.size.width
        self.screen.set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self.draw)

    # ----------------------------------------------------------------
    # the game goes on
    def go_on(self) -> None:
        """Whoever is asked now: a bot answers, a person sees the table."""
        self.session.picks, self.pointer.tag = [], ""
        seat = self.sitting.asked
        if seat in self.sitting.bots:
            self.asked = None
            self._seen = self.session.told.get(self.seat, 0)
            self.draw()
            self._bots()
        elif seat and self.sitting.secret and self._watching != seat:
            self.push_screen(HandOver(self.sitting.name(seat)), lambda _: self._sits(seat))
        else:
            self._sits(seat)

    @work(thread=True, exclusive=True)
    def _bots(self) -> None:
        """Let bots answer until a person is asked; the table is drawn after each."""
        while self.sitting.asked in self.sitting.bots:
            try:
                self.sitting.bot_answers()
            except RuleError as wrong:
                self.failed = wrong
                self.call_from_thread(self.exit, 1)
                return
            self.call_from_thread(self.draw)
        self.call_from_thread(self.go_on)

    def _sits(self, seat: int) -> None:
        """A person sits before the table, or the game is over."""
        self._watching = self.seat = seat or self.seat
        fresh = self.session.fresh(self.seat)
        self._seen = self.session.told[self.seat]
        self.draw()
        self.session.told[self.seat] = self.sitting.played.position
        width = self.said.size.width
        pages = [
            Page(phrased("A scoring"), event_lines(event, width))
            for event in fresh
            if event["kind"] == "scoring"
        ]
        if seat and (lesson := self.session.lesson(seat)):
            pages.append(Page(phrased("How this works"), lesson))
        if not seat and not self._ended:
            self._ended = True
            data = self.sitting.show(self.seat)
            ending = self.session.ending(data)
            if len(ending) > 1:  # else the question's pane says it, and the board is seen
                pages.append(Page(phrased("The end"), ending))
        for page in reversed(pages):  # the last one that is put up is read first
            self.push_screen(page)

    # ----------------------------------------------------------------
    # drawing
    def draw(self) -> None:
        """All panes."""
        data = self.sitting.show(self.seat, self.session.picks)
        self.asked = Asked(data["question"]) if data["yours"] else None
        scene = self.session.scene(data, [])
        for tight in (False, True):
            lines = asking_lines(scene, self.asked, self.size, self.sitting.unsaved, tight)
            asking = min(len(lines), max(self.size.height // 3, 3))
            room = Size(self.size.width, self.size.height - _AROUND - asking, True, scene.size.fine)
            if self._middle.lay(scene, room):
                break
        else:
            own = own_lines(scene, self.size.width)
            lines, asking = [*own, *lines], asking + len(own)
            self._middle.lay(scene, replace(room, height=room.height - len(own)), held=not own)
        self._ask.styles.height = asking
        self._ask.put(lines)
        position = (self.sitting.played.seq, self.seat, self.size, len(self.session.picks))
        self._middle.show(self.pointer, self._ask, position)
        head = self.query_one("#head", Static)
        head.set_class(data["yours"], "yours")
        head.update(heading(self.sitting, data))
        self._middle.tell(self.session, self.seat, self._seen)
        self._note()
        words = [c.words for c in self.asked.choices] if self.asked else []
        self.query_one("#line", Input).suggester = SuggestFromList(
            [*words, *COMMANDS], case_sensitive=False
        )

    # ----------------------------------------------------------------
    # pointing
    @property
    def _middle(self) -> Middle:
        return self.query_one(Middle)

    @property
    def _board(self) -> Sheet:
        return self._middle.board

    @property
    def _ask(self) -> Sheet:
        return self.query_one("#ask", Sheet)

    def _point(self, tag: str) -> None:
        if tag:
            self.pointer.at(tag, self._board, self._ask)
            self._note()

    def _note(self) -> None:
        """What is pointed at, and what it would do."""
        choice = self._choice(self.pointer.tag)
        effect = self._effect(choice.key) if choice else []
        words = f" {choice.handle} {choice.words}" if choice else ""
        self.query_one("#note", Static).update(
            words + ("  → " + " · ".join(effect) if effect else "")
        )

    def _choice(self, tag: str) -> Choice | None:
        choices = self.asked.choices if self.asked else []
        return next((c for c in choices if tag == f"@{c.handle}"), None)

    def _effect(self, key: str) -> list[str]:
        if self.asked is None or self.asked.kind == "set":
            return []
        return self.sitting.foresee(self.seat, key)

    def action_move(self, dx: int, dy: int) -> None:
        """Point at the nearest answer in that direction."""
        self._skip_when_typing()
        self._point(self.pointer.moved(self._board, self._ask, dx, dy))

    def action_next(self, by: int) -> None:
        """Point at the next answer; while something is typed, complete it."""
        line = self.query_one("#line", Input)
        if line.value and by > 0:
            line.action_cursor_right()
        else:
            self._point(self.pointer.next(self._board, self._ask, by))

    def _skip_when_typing(self) -> None:
        if len(self.screen_stack) > 1 or self.query_one("#line", Input).value:
            raise SkipAction

    def on_sheet_pressed(self, message: Sheet.Pressed) -> None:
        """A click chooses, or asks why not."""
        tag = message.tag
        if self.asked is not None:
            self.typed(f"why {tag[1:]}" if tag[0] == "?" else self._untagged(tag))

    def _untagged(self, tag: str) -> str:
        """What a tag means as a line: of a set, what was picked is put back."""
        choice = self._choice(tag)
        if choice is None:
            return tag[1:]
        picked = choice.data.get("state") == "picked"
        return f"drop {tag[1:]}" if picked and not choice.data.get("more") else tag[1:]

    def on_sheet_pointed(self, message: Sheet.Pointed) -> None:
        """The mouse points as the arrows do."""
        if message.tag[0] == "@" and self.asked is not None:
            self._point(message.tag)

    # ----------------------------------------------------------------
    # typing
    def on_input_submitted(self, message: Input.Submitted) -> None:
        """A line; an empty one chooses what is pointed at."""
        line = message.value.strip()
        message.input.value = ""
        self.typed(line or self._untagged(self.pointer.tag) if self.pointer.tag or line else "")

    def typed(self, line: str) -> None:
        """Do what a line says, and show what comes of it."""
        if not line:
            return
        before = self.sitting.played.seq
        try:
            if not self.sitting.asked:
                self._afterwards(line)
                return
            if self.asked is None:
                return
            self.session.typed(line, self.asked, self.seat)
        except NotUnderstood as wrong:
            self.said.show(wrapped(str(wrong), self.said.size.width))
        except RuleError as wrong:
            for words in refusal(wrong):
                self.said.show(wrapped(words, self.said.size.width))
        except Quit as left:
            self.exit(1 if self.sitting.unsaved else left.code)
            return
        if told := self.said.take():
            self._tell(told, line)
        if self.sitting.played.seq != before:
            self.go_on()
        else:
            self.draw()

    def _tell(self, told: list[Text], line: str) -> None:
        """A short answer stands under the question, a long one on a page."""
        if len(told) == 1 and told[0].width < self.size.width:
            self.call_after_refresh(self.query_one("#note", Static).update, f" {told[0].plain}")
        else:
            self.push_screen(Page(line, told))

    def _afterwards(self, line: str) -> None:
        if line in ("q", "quit"):
            self.exit(1 if self.sitting.unsaved else 0)
            return
        self.session.afterwards(line, self.seat)
        if self.session.again:
            self.exit(0)
        elif told := self.said.take():
            self._tell(told, line)

    def action_do(self, line: str) -> None:
        """What a key stands for."""
        self.typed(line)

    def action_begin(self, words: str) -> None:
        """Begin a line."""
        line = self.query_one("#line", Input)
        line.value = words
        line.cursor_position = len(words)

    def action_let_go(self) -> None:
        """Forget what is typed, or what is picked."""
        if len(self.screen_stack) > 1:
            raise SkipAction
        line = self.query_one("#line", Input)
        if line.value:
            line.value = ""
        elif self.session.picks:
            self.session.picks = []
            self.draw()

    def action_news(self, by: int) -> None:
        """Scroll the news."""
        if len(self.screen_stack) > 1:
            raise SkipAction
        self._middle.news.scroll_relative(y=by, animate=False)

    def action_table(self, by: int, aside: int = 0) -> None:
        """Scroll the table."""
        if len(self.screen_stack) > 1:
            raise SkipAction
        self._board.scroll_relative(x=aside, y=by, animate=False)

    def action_leave(self) -> None:
        """Leave; the game is saved."""
        self.exit(1 if self.sitting.unsaved else 0)

    def action_interrupt(self) -> None:
        """Leave as interrupted programs do."""
        self.exit(1 if self.sitting.unsaved else 130)


def play(sitting: Sitting, learn: bool = False) -> tuple[int, bool]:
    """Play on the whole screen; the exit code, and whether the same is to be played again; with
    `learn`, questions are explained. Raises `RuleError` if a bot fails."""
    app = TableApp(sitting, learn)
    code = app.run()
    sitting.write()
    if app.failed is not None:
        raise app.failed
    terminal = Terminal()
    terminal.show(sitting.unsaved or [phrased("Saved: {file}", file=sitting.path)])
    if sitting.asked and not sitting.unsaved:
        terminal.show([phrased("Go on with: {command}", command="alarife play --resume")])
    return code or 0, app.session.again
