"""What is done in processes of their own, each job with a time limit: bots think there, rule texts
of strangers are tried there, and rulebooks are woven there.

In: a table as plain data (its rule files, configuration, seed, actions) and the seat that is asked;
or a wish for a new table, or for its book. Out: the key of an option; a survey; a page. What always
holds: a bot gets what its seat may know, and nothing of the server; one that takes too long, fails,
or answers what is not offered is ended, and a legal answer is given by chance instead, so that no
table waits for ever."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from alarife.bots import Hint
from alarife.texts.spoken import chosen, speak
from alarife.web.book import BookOf, woven
from alarife.web.lobby import Survey, Wish, survey

_BOOK_SECONDS = 90.0
_SURVEY_SECONDS = 20.0
"""So much time of a processor it may take to read rules: a machine that is busy refuses no good
ones."""
_PATIENCE = 6
"""After so many times that, a job is given up whatever the reason."""
_MOST_PLAYOUTS = 2000
"""So many a hint may take."""


@dataclass(frozen=True, slots=True)
class Job:
    """One question to a bot: which option; or, without the name of a bot, what a search thinks of
    all. It may think for so many seconds. `actions`: kind, seat and content of each."""

    table: str
    configuration: dict[str, Any]
    sources: dict[str, str]
    seed: int
    actions: list[tuple[str, int, list[Any]]]
    seat: int
    bot: str
    bots: tuple[int, ...]
    seconds: float


def seatable() -> list[str]:
    """The names of the bots that anybody may seat."""
    from alarife.bots import BOTS

    return sorted(BOTS, key=lambda name: (name != "random", name))


class Pool:
    """A few processes, started when first needed."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.seconds = seconds
        self._free: queue.LifoQueue[_Worker] = queue.LifoQueue()
        self._all: list[_Worker] = []
        self._most = workers
        self._lock = threading.Lock()
        self._closed = False

    def answer(self, job: Job) -> str | None:
        """The key of the bot's answer; None if it gave none in time. Blocks."""
        found = self._done(job)
        return found if isinstance(found, str) else None

    def hint(self, job: Job) -> list[Hint] | None:
        """What a bot thinks of the options, the best first; None if that takes too long. Blocks."""
        found = self._done(job)
        return found if isinstance(found, list) else None

    def survey(self, wish: Wish) -> Survey | None:
        """What comes of a wish; None if that takes too long. Blocks."""
        found = self._done(wish, work=_SURVEY_SECONDS)
        return found if isinstance(found, Survey) else None

    def book(self, wish: BookOf) -> str | None:
        """The rulebook of a table; None if it can't be made. Blocks."""
        found = self._done(wish, work=_BOOK_SECONDS)
        return found if isinstance(found, str) else None

    def _done(self, job: Job | Wish | BookOf, work: float = 0) -> Any:
        worker = self._take()
        try:
            return worker.ask(job, _PATIENCE * work or self.seconds, work)
        finally:
            self._free.put(worker)

    def _take(self) -> _Worker:
        try:
            return self._free.get_nowait()
        except queue.Empty:
            pass
        with self._lock:
            if len(self._all) < self._most and not self._closed:
                self._all.append(_Worker())
                return self._all[-1]
        return self._free.get()

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        with self._lock:
            for worker in self._all:
                worker.end()


class _Worker:
    """One process, which is replaced when it has to be ended."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection | None = None
        self._ended = False

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, chosen()), daemon=True)
        with undisturbed():
            process.start()
        self._process = process
        theirs.close()
        if not ours.poll(60):
            self.end()
        else:
            ours.recv()
        self._pipe = ours
        return ours

    def ask(self, job: Job | Wish | BookOf, seconds: float, work: float = 0) -> Any:
        """What comes of a job; None if it takes longer than so many seconds, or more than so much
        `work` of a processor, or fails."""
        if self._ended:
            return None
        try:
            pipe = self._pipe if self._process and self._process.is_alive() else None
            pipe = pipe or self._start()
            pipe.send((job, work))
            if pipe.poll(seconds):
                return pipe.recv()
        except (OSError, EOFError, ValueError):
            pass
        self._kill()
        return None

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join(5)
        self._process = self._pipe = None

    def end(self) -> None:
        """End for good."""
        self._ended = True
        self._kill()


@contextmanager
def undisturbed() -> Generator[None]:
    """What is started here does not hear Ctrl-C, which a terminal sends to all processes: the one
    that started it ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would let signals in again when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ----------------------------------------------------------------
# in the process
def _work(pipe: Connection, language: tuple[str, Path | None]) -> None:
    """Answer one job after the other, until nobody asks any more, in the language of the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bound_memory()
    speak(*language)
    games: dict[str, Any] = {}
    pipe.send("ready")
    with suppress(EOFError, OSError):
        while True:
            job, work = pipe.recv()
            with _at_most(work):
                try:
                    found = _done(job, games)
                except Exception:  # whatever a bot does: the table goes on without it
                    found = None
            pipe.send(found)


@contextmanager
def _at_most(work: float) -> Generator[None]:
    """End this process if a job takes more seconds of a processor than that; 0 for no limit."""
    done = threading.Event()

    def watch(began: float) -> None:
        while not done.wait(min(work, 0.5)):
            if time.process_time() - began > work:
                os._exit(1)

    if work:
        threading.Thread(target=watch, args=(time.process_time(),), daemon=True).start()
    try:
        yield
    finally:
        done.set()


def _done(job: Job | Wish | BookOf, games: dict[str, Any]) -> Any:
    match job:
        case Wish():
            return survey(job)
        case BookOf():
            return woven(job)
        case Job():
            return _answer(job, games)


def _bound_memory() -> None:
    """A process that thinks too big fails by itself."""
    try:
        import resource

        most = 2 * 1024**3
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, ValueError, OSError):
        return


def _answer(job: Job, games: dict[str, Any]) -> str | list[Hint] | None:
    from alarife.bots import Budget, Generator, View, answer_of, hint, make_bot
    from alarife.bots.chance import seed_of_bot
    from alarife.table import History
    from alarife.web.play import action_of, load

    known = repr((job.configuration, sorted(job.sources)))
    game = games.get(known)
    if game is None:
        games.clear()
        game = games[known] = load(job.configuration, job.sources)
    history = History(game, job.seed, [action_of(*a) for a in job.actions], job.bots)
    state = history.state
    decision = state.decision
    if decision is None or decision.player != job.seat:
        return None
    if not job.bot:
        return hint(View(state, job.seat), decision, Budget(_MOST_PLAYOUTS, job.seconds))
    rng = Generator(seed_of_bot(job.seed + len(job.actions), job.seat))
    bot = make_bot(job.bot, patience=job.seconds)
    answer = answer_of(bot, View(state, job.seat), decision, rng)
    if isinstance(answer, int):
        return decision.options[answer].key
    return answer if isinstance(answer, str) else answer.key
