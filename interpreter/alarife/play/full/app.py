"""The app: the table above, news beside or below it, the question, a line to type in.

In: a sitting. Out: an exit code. What always holds: whatever can be clicked or pointed at can be
typed as well; bots think in a thread of their own; every event stands in the news, which scroll,
and a scoring waits until it has been read."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events, work
from textual.actions import SkipAction
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from alarife.diagnostics import RuleError
from alarife.play.answering import Asked, Choice, NotUnderstood
from alarife.play.commands import COMMANDS
from alarife.play.full.pages import HandOver, Page
from alarife.play.full.panes import Said, asking_lines, heading, news_of
from alarife.play.full.sheet import Sheet, Span, nearest
from alarife.play.screen import (
    Scene,
    Size,
    body_lines,
)
from alarife.play.session import Session, refusal
from alarife.play.sitting import Sitting
from alarife.play.telling import event_lines
from alarife.play.terminal import Quit, Terminal
from alarife.play.text import Text, wrapped
from alarife.texts.spoken import phrase, phrase_of, phrased

Data = dict[str, Any]
_WIDE = 116
"""From so many columns on, news stand beside the table."""
_AROUND = 4
"""So many lines are neither table nor news nor question."""
_LEAST_NEWS = 4
_NEWS_WIDE = 46
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
        Binding("space", "choose", priority=True),
        Binding("escape", "let_go", priority=True),
        Binding("shift+up", "table(-2)", priority=True),
        Binding("shift+down", "table(2)", priority=True),
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
        self.pointed = ""
        self.failed: RuleError | None = None
        self._watching = 0
        self._seen = 0
        self._ended = False

    def compose(self) -> ComposeResult:
        """The panes."""
        yield Static(id="head", markup=False)
        with Container(id="middle"):
            yield Sheet("board")
            yield Sheet("news")
        yield Sheet("ask")
        yield Static(id="note", markup=False)
        yield Input(id="line", placeholder=phrased("a number, a name, or ?"), compact=True)
        yield Static(phrase_of(_KEYS), id="keys", markup=False)

    def on_mount(self) -> None:
        """Begin."""
        self.sitting.write()
        self.query_one("#line", Input).focus()
        self.go_on()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the panes out anew."""
        self.said.wide = event.size.width
        self.screen.set_class(event.size.width >= _WIDE, "wide")
        self.call_after_refresh(self.draw)

    # ----------------------------------------------------------------
    # the game goes on
    def go_on(self) -> None:
        """Whoever is asked now: a bot answers, a person sees the table."""
        self.session.picks, self.pointed = [], ""
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
        board, ask = self.query_one("#board", Sheet), self.query_one("#ask", Sheet)
        lines = asking_lines(scene, self.asked, self.size, self.sitting.unsaved)
        asking = min(len(lines), max(self.size.height // 3, 3))
        ask.styles.height = asking
        news = _NEWS_WIDE if self.screen.has_class("wide") else 0
        scene.size = Size(max(self.size.width - news, 40), 5, True, self.said.draws())
        board.put(self._table(scene, self.size.height - _AROUND - asking))
        ask.put(lines)
        head = self.query_one("#head", Static)
        head.set_class(data["yours"], "yours")
        head.update(heading(self.sitting, data))
        self._news()
        known = {s.tag for s in self._spans()}
        if self.pointed not in known:
            self.pointed = next((s.tag for s in self._spans()), "")
        self._point(self.pointed)
        words = [c.words for c in self.asked.choices] if self.asked else []
        self.query_one("#line", Input).suggester = SuggestFromList(
            [*words, *COMMANDS], case_sensitive=False
        )

    def _table(self, scene: Scene, room: int) -> list[Text]:
        """What lies on the table, and the room that it leaves to the news: beside it, or below as
        much as it does not need itself."""
        news = self.query_one("#news", Sheet)
        wide = self.screen.has_class("wide")
        scene.size.height = max(room if wide else room - _LEAST_NEWS, 5)
        lines = body_lines(scene)
        news.styles.height = "100%" if wide else max(room - len(lines), _LEAST_NEWS)
        if len(lines) > scene.size.height:
            scene.size.width -= 1  # for the bar that scrolls it
            lines = body_lines(scene)
        return lines

    def _news(self) -> None:
        """All that has happened; what this seat has not seen yet is in view."""
        pane = self.query_one("#news", Sheet)
        lines, unseen = news_of(self.session, self.seat, self._seen, max(pane.size.width - 2, 30))
        pane.put(lines)
        self.call_after_refresh(pane.scroll_to, 0, unseen, animate=False)

    # ----------------------------------------------------------------
    # pointing
    def _spans(self) -> list[Span]:
        """The answers that can be pointed at: those of the table, then those listed."""
        board, ask = self.query_one("#board", Sheet), self.query_one("#ask", Sheet)
        under = len(board.lines)
        listed = [Span(s.tag, s.y + under, s.begin, s.end) for s in ask.spans]
        return [s for s in (*board.spans, *listed) if s.tag[0] == "@"]

    def _point(self, tag: str) -> None:
        self.pointed = tag
        for name in ("#board", "#ask"):
            self.query_one(name, Sheet).point(tag)
        note = self.query_one("#note", Static)
        choice = self._choice(tag)
        effect = self._effect(choice.key) if choice else []
        words = f" {choice.handle} {choice.words}" if choice else ""
        note.update(words + ("  → " + " · ".join(effect) if effect else ""))

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
        spans = self._spans()
        here = next((s for s in spans if s.tag == self.pointed), None)
        if here is None:
            self._point(spans[0].tag if spans else "")
            return
        tag = nearest(spans, here, dx, dy)
        if tag:
            self._point(tag)
        elif dx:
            self.action_next(dx)

    def action_next(self, by: int) -> None:
        """Point at the next answer; while something is typed, complete it."""
        line = self.query_one("#line", Input)
        if line.value and by > 0:
            line.action_cursor_right()
            return
        tags = list(dict.fromkeys(s.tag for s in self._spans()))
        if tags:
            at = tags.index(self.pointed) if self.pointed in tags else -by
            self._point(tags[(at + by) % len(tags)])

    def _skip_when_typing(self) -> None:
        if len(self.screen_stack) > 1 or self.query_one("#line", Input).value:
            raise SkipAction

    def action_choose(self) -> None:
        """Choose what is pointed at."""
        self._skip_when_typing()
        if self.pointed:
            self.typed(self.pointed[1:])

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
        self.typed(line or self._untagged(self.pointed) if self.pointed or line else "")

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
        self.query_one("#news", Sheet).scroll_relative(y=by, animate=False)

    def action_table(self, by: int) -> None:
        """Scroll the table."""
        if len(self.screen_stack) > 1:
            raise SkipAction
        self.query_one("#board", Sheet).scroll_relative(y=by, animate=False)

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
