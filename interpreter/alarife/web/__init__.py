"""The table in the browser: `alarife serve`.

    app = make_app(Settings(database="sqlite:///tables.db"))      an ASGI application
    run(Settings(...), host, port)                                serves it until it is stopped

In: HTTP. Out: pages rendered here, boards as SVG, news by server-sent events, and the same data as
JSON (see docs/web_api.md). The parts, each knowing only those above it:

- `settings`: limits and where things are kept;
- `store`: what is kept, in SQLite or PostgreSQL: rule files by their content, tables, links,
  actions;
- `gate`: where processes that write to one file queue;
- `book`: the rulebook of exactly one table;
- `bots`: processes in which bots think and books are woven, with a time limit;
- `bus`: news of other processes; `ears`: who listens here;
- `hub`: tables under way; an action is committed before it is confirmed;
- `lobby`: what can be chosen for a table, worked out from the rules;
- `marks`, `heaps`, `boards`, `views`: a table's data as SVG and HTML;
- `pages`, `beside`, `api`, `making`: what answers requests;
- `guard`: limits, headers, logs;
- `app`: all of it; `serving`: until it is stopped, in one process or several.

What always holds: a link is the right to a seat; nothing leaves that the seat may not know, for all
that leaves is made from `alarife.table`; exactly one of two answers to the same question counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from alarife.web.app import make_app
    from alarife.web.serving import run
    from alarife.web.settings import Settings

__all__ = ["Settings", "make_app", "run"]

_HOMES = {
    "Settings": "alarife.web.settings",
    "make_app": "alarife.web.app",
    "run": "alarife.web.serving",
}


def __getattr__(name: str) -> object:
    """Looked up when first asked for: the libraries are an extra."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
