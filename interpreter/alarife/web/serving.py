"""Serving the application until it is stopped, in one process or several.

In: settings and an address. What always holds: streams are ended and requests that have begun are
finished before a process ends; several processes accept from one socket, and end with the one that
has started them."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any

from alarife.diagnostics import rule_error
from alarife.texts.spoken import chosen, speak
from alarife.web.app import make_app
from alarife.web.bots import undisturbed
from alarife.web.hub import Hub
from alarife.web.settings import Settings

_POLL_OF_SEVERAL = 0.02
_COLLECTING = (20_000, 20, 1000)
"""How seldom Python looks for cycles. A look at all that is in memory, hundreds of tables, holds up
everybody for a third of a second; young objects are looked at as ever, and nearly all that is let
go is in no cycle."""
_PAUSE = 1.0
_MOST_USUAL = 4
_MOST_HEAD = 16_384
_TURN = 0.001
"""After so many seconds a thread that computes lets another go on: the one that reads and sends
must not wait for pages that are being drawn."""


def usual_processes() -> int:
    """How many processes serve if nobody says: one for each core that this one may use."""
    if sys.platform == "win32":  # there, processes can't accept from one socket
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(cores or 1, _MOST_USUAL))


def run(
    settings: Settings,
    host: str = "127.0.0.1",
    port: int = 8000,
    processes: int | None = None,
    opened: Callable[[str], None] | None = None,
) -> None:
    """Serve until stopped. `opened` is told the address. Raises `RuleError` if nobody can listen
    there, or the database can't be opened."""
    _reach(settings.url)
    on = _listening(host, port)
    if opened is not None:
        opened(f"http://{host}:{on.getsockname()[1]}/")
    processes = processes or usual_processes()
    if processes == 1:
        _server(settings).run(sockets=[on])
    else:
        _Several(settings, on, processes).run()


def _reach(url: str) -> None:
    """Raise `RuleError` if the database can't be opened."""
    from sqlalchemy import create_engine
    from sqlalchemy.exc import SQLAlchemyError

    try:
        engine = create_engine(url)
        engine.connect().close()
        engine.dispose()
    except (SQLAlchemyError, ImportError, ValueError) as wrong:
        why = str(getattr(wrong, "orig", None) or wrong).split("\n")[0].rstrip(".")
        hint = "Write `sqlite:///FILE` or `postgresql://USER@HOST/NAME`, and see that it is there."
        message = f"The database can't be opened: {why}."
        raise rule_error("E0744", message, hint) from None


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048, reuse_port=False)
    except (OSError, UnicodeError) as wrong:
        why = getattr(wrong, "strerror", None) or "there is no such address"
        message = f"{host}, port {port}, can't be listened at: {why.split(' (')[0]}."
        hint = "Stop what listens there, or name another port: `--port 8001`."
        raise rule_error("E0743", message, hint) from None


def _server(settings: Settings) -> Any:
    import uvicorn

    sys.setswitchinterval(_TURN)
    gc.set_threshold(*_COLLECTING)
    config = uvicorn.Config(
        make_app(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
        limit_concurrency=4 * settings.most_streams,  # a browser keeps lines open for a while
        http=_protocol(),
        h11_max_incomplete_event_size=_MOST_HEAD,
    )
    return _server_class()(config)


def _protocol() -> Any:
    """What reads requests: httptools, where that is installed, but no endless heads of requests."""
    if find_spec("httptools") is None:
        return "h11"
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    class Bounded(HttpToolsProtocol):
        """Refuses a request whose head does not come to an end."""

        _in_head = False
        _got = 0

        def on_message_begin(self) -> None:
            """A request begins."""
            self._in_head, self._got = True, 0
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            """Its head is there."""
            self._in_head = False
            super().on_headers_complete()

        def data_received(self, data: bytes) -> None:
            """More of it."""
            super().data_received(data)
            self._got += len(data)
            if self._in_head and self._got > _MOST_HEAD:
                self._in_head = False
                self.send_400_response("The head of the request is too long.")

    return Bounded


def _server_class() -> Any:
    import uvicorn

    class Server(uvicorn.Server):
        """Ends streams before it waits for requests to be finished. Told to stop, it stops: that is
        no failure."""

        @contextmanager
        def capture_signals(self) -> Generator[None]:
            """While it runs, signals end it; afterwards nothing is left of them."""
            if threading.current_thread() is not threading.main_thread():
                yield
                return
            numbers = (signal.SIGTERM, signal.SIGINT)
            before = [signal.signal(number, self.handle_exit) for number in numbers]
            try:
                yield
            finally:
                for number, handler in zip(numbers, before, strict=True):
                    signal.signal(number, handler)

        async def shutdown(self, sockets: Any = None) -> None:
            """Stop."""
            app: Any = self.config.loaded_app
            hub = _hub_in(app)
            if hub is not None:
                hub.end_streams()
            await super().shutdown(sockets)

    return Server


def _hub_in(app: Any) -> Hub | None:
    """The hub of an application, below what uvicorn puts round it."""
    for _ in range(6):
        state = getattr(app, "state", None)
        if state is not None and hasattr(state, "hub"):
            return state.hub
        app = getattr(app, "app", None)
    return None


class _Several:
    """Processes that accept from one socket; one that fails is started again."""

    def __init__(self, settings: Settings, on: socket.socket, processes: int) -> None:
        self.settings = replace(
            settings,
            poll_seconds=_POLL_OF_SEVERAL,
            requests_a_minute=max(1, settings.requests_a_minute // processes),
            tables_an_hour=max(1, settings.tables_an_hour // processes),
            works_a_minute=max(1, settings.works_a_minute // processes),
        )
        self.socket = on
        self._context = get_context("spawn")
        self._running = [self._start() for _ in range(processes)]
        self._ending = False

    def _start(self) -> Any:
        made = self._context.Process(target=_accepting, args=(self.settings, self.socket, chosen()))
        with undisturbed():
            made.start()
        return made

    def run(self) -> None:
        """Wait until told to end, then until all have."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        while not self._ending:
            for n, process in enumerate(self._running):
                if not process.is_alive() and not self._ending:
                    time.sleep(_PAUSE)
                    self._running[n] = self._start()
            self._running[0].join(0.2)
        for process in self._running:
            process.join()
        self.socket.close()

    def _end(self, number: int, frame: Any) -> None:
        self._ending = True
        for process in self._running:
            if process.is_alive():
                process.terminate()


def _accepting(settings: Settings, on: socket.socket, language: tuple[str, Path | None]) -> None:
    """One of several processes, in the language of the first."""
    speak(*language)
    threading.Thread(target=_with_parent, daemon=True).start()
    from alarife.web.guard import log_to_stderr

    if settings.log:
        log_to_stderr()
    _server(settings).run(sockets=[on])


def _with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
