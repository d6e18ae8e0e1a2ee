"""What a shell offers when Tab is pressed: names of games, presets and modules, or files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of games and presets that begin so; files, if it looks like a path."""
    if _is_path(incomplete):
        return [CompletionItem(incomplete, type="file")]
    names = {thing["name"]: thing["title"] for g in _all() for thing in (g, *g["presets"])}
    return _items(names, incomplete)


def modules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of modules after the last comma: of the game that is named before, else of all."""
    before, comma, begun = incomplete.rpartition(",")
    if _is_path(begun):
        return [] if comma else [CompletionItem(incomplete, type="file")]
    said = {ctx.params.get("game"), *ctx.args}  # an option without its value leaves words over
    of = [g for g in _all() if said & {g["name"], *(p["name"] for p in g["presets"])}]
    taken = before.split(",")
    names = {m["name"]: m["title"] for g in of or _all() for m in g["modules"]}
    left = {f"{before}{comma}{name}": title for name, title in names.items() if name not in taken}
    return _items(left, incomplete)


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, and names of games, presets and modules that begin so: then the rule files here are
    among them, as shells offer only what they are given."""
    found = [CompletionItem(incomplete, type="file")]
    if not _is_path(incomplete):
        names = {m["name"]: m["title"] for g in _all() for m in g["modules"]}
        names |= {path.name: "" for path in Path().glob("*.alr")}
        found += games(ctx, param, incomplete) + _items(names, incomplete)
    return found


def _is_path(text: str) -> bool:
    return "/" in text or "\\" in text or text.startswith((".", "~"))


def _items(names: dict[str, str], incomplete: str) -> list[CompletionItem]:
    return [
        CompletionItem(name, help=title)
        for name, title in sorted(names.items())
        if name.startswith(incomplete)
    ]


def _all() -> list[dict[str, Any]]:
    """All games; a folder of yours with mistakes keeps nobody from typing."""
    from alarife.diagnostics import Report
    from alarife.library import Library
    from alarife.linking.configurations import games_data

    return games_data(Library(), Report())
