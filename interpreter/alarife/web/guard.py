"""Limits, headers and logs for everything that comes in.

In: requests. Out: the same, or a refusal with the right status. What always holds: a page may load
nothing from elsewhere and run no script but our own file; logs hold no links (they are rights to
seats), only what sort of page was asked for."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections import OrderedDict
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from alarife.texts.spoken import phrased
from alarife.web.settings import Settings

logger = logging.getLogger("alarife.web")

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src"
        " 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "x-robots-tag": "noindex",
}


def log_to_stderr() -> None:
    """What the server tells goes to the error stream, a line of JSON each."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)


class Buckets:
    """How often each address may do something: a bucket that fills evenly."""

    def __init__(self, most: float, seconds: float) -> None:
        self.most, self.rate = float(most), most / seconds
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, who: str, n: float = 1) -> bool:
        """Whether once more is allowed."""
        now = time.monotonic()
        with self._lock:
            left, then = self._held.pop(who, (self.most, now))
            left = min(self.most, left + (now - then) * self.rate)
            allowed = left >= n
            self._held[who] = (left - n if allowed else left, now)
            while len(self._held) > 20_000:
                self._held.popitem(last=False)
            return allowed


class Guard:
    """The outermost layer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._requests = Buckets(settings.requests_a_minute, 60)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.monotonic()
        who = visitor(scope, self.settings)
        scope["alarife.visitor"] = who
        told = {"status": 500}

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                told["status"] = message["status"]
                headers = message.setdefault("headers", [])
                held = {name for name, _ in headers}
                for name, value in HEADERS.items():
                    if name.encode() not in held:
                        headers.append((name.encode(), value.encode()))
                if b"cache-control" not in held:
                    headers.append((b"cache-control", b"no-store"))
            await send(message)

        if not self._requests.take(who):
            await _refuse(sending, 429, phrased("Too many requests. Wait a minute."))
        elif _length(scope) > self.settings.most_body:
            await _refuse(sending, 413, phrased("That is too much at once."))
        else:
            await self.app(scope, _bounded(receive, self.settings.most_body), sending)
        if self.settings.log:
            self._log(scope, told["status"], time.monotonic() - began)

    def _log(self, scope: Scope, status: int, seconds: float) -> None:
        """One line of JSON; of the address only what sort of page it is."""
        route = scope.get("route")
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "method": scope["method"],
            "page": getattr(route, "path", "-"),
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
        logger.info(json.dumps(line))


def visitor(scope: Scope, settings: Settings) -> str:
    """The address of who asks."""
    if settings.behind_proxy:
        for name, value in scope["headers"]:
            if name == b"x-forwarded-for":
                return value.decode("latin-1").split(",")[-1].strip()[:64]
    return scope["client"][0] if scope.get("client") else "-"


def _length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() and len(value) < 12 else 10**12
    return 0


class TooMuch(Exception):
    """A body is longer than it may be, and did not say so."""


def _bounded(receive: Receive, most: int) -> Receive:
    got = 0

    async def receiving() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > most:
            raise TooMuch
        return message

    return receiving


async def _refuse(send: Send, status: int, words: str) -> None:
    body = words.encode()
    headers: Any = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"60")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
