"""Declarations as lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from alarife.syntax import tree
from alarife.syntax.lines import STEP, Lines
from alarife.syntax.spell_expressions import spell, spell_sources, spell_type
from alarife.syntax.spell_statements import spell_block, spell_cites, spell_example, spell_prose


def spell_declaration(out: Lines, indent: int, node: tree.Decl, apart: bool) -> None:
    """A declaration: its first line, its sentences, its body. `apart` asks for a blank line before
    it."""
    out.add(indent, _FIRST_LINES[type(node)](node), node.head.line, apart)
    inner = indent + STEP
    for sentence in _said(node):
        out.add(inner, spell_prose(sentence), sentence.at.line)
    if isinstance(node, tree.Piece) and node.each is not None:
        out.add(inner, f"{spell(node.each)} of each", node.each.at.line)
    if isinstance(node, tree.Kind | tree.Piece | tree.Table | tree.Ruling | tree.More):
        _rows(out, inner, node.rows)
    elif (isinstance(node, tree.Rule) and not node.forbids) or (
        isinstance(node, tree.Value | tree.Change) and not _in_one_line(node)
    ):
        _spell_meaning(out, inner, node.body)
    elif isinstance(node, tree.Graph):
        word, between = ("lead", "to") if node.directed else ("join", "and")
        text = f"{word} {spell(node.a)} {between} {spell(node.b)} for {spell_sources(node.sources)}"
        out.add(inner, text, node.a.at.line)
    elif isinstance(node, tree.Step | tree.Action | tree.Hook | tree.Whenever | tree.Fill):
        spell_block(out, inner, node.body or [])
    elif isinstance(node, tree.Example):
        spell_example(out, inner, node)


def _spell_meaning(out: Lines, indent: int, body: tree.Expr) -> None:
    """What a value or rule means, after the lines that give names to its parts."""
    while isinstance(body, tree.LetIn):
        out.add(indent, f"let {body.name} = {spell(body.value)}", body.at.line)
        body = body.body
    out.add(indent, spell(body), body.at.line)


def has_body(node: tree.Decl) -> bool:
    """Whether more than sentences stands under a declaration: such a one stands apart."""
    return node.at.end_line > max((one.at.line for one in _said(node)), default=node.at.line)


def _said(node: tree.Decl) -> list[tree.Prose]:
    """The sentences of a declaration and its asides, in the order written."""
    return sorted([*node.prose, *node.asides], key=lambda said: said.at.line)


def _in_one_line(node: tree.Value | tree.Change) -> bool:
    return node.body.at.line == node.head.line


def _rows(out: Lines, indent: int, rows: Sequence[tree.Row]) -> None:
    """The rows of a table, its columns under one another."""
    columns = max((len(r.cells) for r in rows), default=0)
    widths = [max(len(r.cells[n].text) for r in rows if n < len(r.cells)) for n in range(columns)]
    for row in rows:
        cells = [cell.text.ljust(width) for cell, width in zip(row.cells, widths, strict=False)]
        out.add(indent, f"| {' | '.join(cells)} |", row.at.line)


# ----------------------------------------------------------------
# first lines
def _heading(node: tree.Decl) -> str:
    return ("" if node.title is None else f' "{node.title}"') + spell_cites(node.cites)


def spell_field(node: tree.Field) -> str:
    """`face owner: Player = e`"""
    out = ("face " if node.face else "") + node.name
    if node.type is not None:
        out += f": {spell_type(node.type)}"
    return out if node.default is None else f"{out} = {spell(node.default)}"


def _fields(fields: Sequence[tree.Field]) -> str:
    return f"({', '.join(spell_field(f) for f in fields)})" if fields else ""


def _keys(keys: Sequence[tree.Key]) -> str:
    if not keys:
        return ""
    return f"[{', '.join(spell_type(k.type) if k.name is None else f'{k.name}: {spell_type(k.type)}' for k in keys)}]"  # noqa: E501


def _is_a(types: Sequence[str]) -> str:
    return f" is {', '.join(types)}" if types else ""


def _member(of: str | None, params: Sequence[str]) -> str:
    if of is None:
        return ""
    return f" in {of}" + (f"({', '.join(params)})" if params else "")


def _narrowed(node: tree.Action) -> list[str]:
    """The names that an action gives to what its menu is about, with the types it is for."""
    types = {
        s.condition.of.id: s.condition.type
        for s in node.body
        if isinstance(s, tree.Require)
        and s.by_type
        and isinstance(s.condition, tree.IsA)
        and isinstance(s.condition.of, tree.Name)
    }
    return [f"{name}: {types[name]}" if name in types else name for name in node.menu_params]


def _guard(condition: tree.Expr | None) -> str:
    return "" if condition is None else f" when {spell(condition)}"


def _trait(node: tree.Trait) -> str:
    if node.kind == "under":
        return f"under {node.law}"
    if node.kind == "starting":
        assert node.value is not None
        return f"starting with {spell(node.value)}" + (
            "" if node.cell is None else f" at {spell(node.cell)}"
        )
    if node.kind == "printed":
        return f"printed {node.shows}"
    if node.kind == "hexagonal":
        return "hexagonal"
    assert node.who is not None
    return f"{node.kind} by {spell(node.who)}{_guard(node.guard)}"


def _label(node: tree.Decl) -> str:
    return f" as {node.name}" if node.name else ""


def _plain(word: str) -> Callable[[Any], str]:
    return lambda n: f"{word} {n.name}{_heading(n)}"


def _with_params(word: str) -> Callable[[Any], str]:
    return lambda n: f"{word} {n.name}{_fields(n.params)}{_heading(n)}"


def _place(node: tree.Place) -> str:
    parts = [_shape(node.shape), *(_trait(t) for t in node.traits)]
    return f"place {node.name}{_keys(node.keys)}{_heading(node)}: {', '.join(parts)}"


def _shape(node: tree.TypeExpr) -> str:
    if isinstance(node, tree.NamedType) and node.optional:
        return f"space for {node.name}"
    return spell_type(node)


def _value(node: tree.Value) -> str:
    out = f"value {node.name}{_fields(node.params)}{_heading(node)}: {spell_type(node.type)}"
    return f"{out} = {spell(node.body)}" if _in_one_line(node) else out


def _rule(node: tree.Rule) -> str:
    if not node.forbids:
        member = _member(node.law, node.law_params)
        return f"rule {node.name}{_fields(node.params)}{member}{_heading(node)}"
    assert isinstance(node.body, tree.Not)
    guard = _guard(node.body.of)
    return f"forbid {node.forbids}{_fields(node.params)} as {node.name}{_heading(node)}{guard}"


def _change(node: tree.Change) -> str:
    out = (
        "change"
        f" {node.target}{_fields(node.pattern)}{_label(node)}{_heading(node)}{_guard(node.guard)}"
    )
    return f"{out} to {spell(node.body)}" if _in_one_line(node) else out


def _hook(node: tree.Hook) -> str:
    word = "instead of" if node.how == "instead" else node.how
    return (
        f"{word}"
        f" {node.target}{_fields(node.pattern)}{_label(node)}{_heading(node)}{_guard(node.guard)}"
    )


def _whenever(node: tree.Whenever) -> str:
    place = node.place + (f"[{', '.join(node.place_keys)}]" if node.place_keys else "")
    crossing = f"{node.piece}: {spell_type(node.type)} {node.crosses} {place}"
    return f"whenever {crossing}{_label(node)}{_heading(node)}{_guard(node.guard)}"


def _tell(node: tree.Tell) -> str:
    what = node.what or f'example "{node.example}"'
    others = [f'"{word}"' if node.how == "also" else word for word in node.others]
    return f"tell {what} {node.how} {', '.join(others)}".rstrip()


def _box(node: tree.Box) -> str:
    using = "" if node.used is None else f", using {spell(node.used)}"
    return f"box {node.name}{_heading(node)} = {spell(node.number)}{using}"


_FIRST_LINES: dict[type[tree.Decl], Callable[[Any], str]] = {
    tree.Chapter: _plain("chapter"),
    tree.Section: _plain("section"),
    tree.Kind: lambda n: f"kind {n.name}{_fields(n.fields)}{_heading(n)}",
    tree.Type: lambda n: f"type {n.name}{_fields(n.fields)}{_heading(n)}{_is_a(n.is_a)}",
    tree.Piece: lambda n: f"piece {n.name}{_fields(n.fields)}{_heading(n)}{_is_a(n.is_a)}",
    tree.Neutral: _plain("neutral"),
    tree.Place: _place,
    tree.Note: lambda n: (
        f"note {n.name}{_keys(n.keys)}{_heading(n)}: {spell_type(n.type)} = {spell(n.value)}"
        + ("" if n.shown else ", not shown")
        + (f", drawn as {n.drawn}" if n.drawn else "")
        + (f", seen by {n.seen}" if n.seen else "")
    ),
    tree.Table: lambda n: f"table {n.name}{_keys(n.keys)}{_heading(n)}: {spell_type(n.type)}",
    tree.Value: _value,
    tree.Rule: _rule,
    tree.Law: _with_params("law"),
    tree.Graph: _with_params("graph"),
    tree.Moment: _with_params("moment"),
    tree.Step: lambda n: (
        f"step {n.name}{_fields(n.params)}{_heading(n)}" + (", once for each" if n.once else "")
    ),
    tree.Menu: _with_params("menu"),
    tree.Action: lambda n: f"action {n.name}{_member(n.menu, _narrowed(n))}{_heading(n)}",
    tree.Option: lambda n: (
        f"option {n.name}{_heading(n)}: {spell_type(n.type)} = {spell(n.default)}"
    ),
    tree.Ruling: lambda n: f"ruling {n.name}{_heading(n)} = {n.default}",
    tree.Change: _change,
    tree.Hook: _hook,
    tree.Whenever: _whenever,
    tree.Fill: lambda n: f"fill {n.name}{_fields(n.pattern)}{_heading(n)}",
    tree.More: lambda n: _plain("only" if n.only else "more")(n),
    tree.Order: lambda n: f"order {n.first} before {n.second}{spell_cites(n.cites)}",
    tree.Formerly: lambda n: f"formerly {n.old} now {n.name}",
    tree.Example: lambda n: f"{'question' if n.question else 'example'}{_heading(n)}",
    tree.Tell: _tell,
    tree.Aid: lambda n: _plain("aid")(n) + (f": {', '.join(n.others)}" if n.others else ""),
    tree.Box: _box,
    tree.Term: _plain("term"),
}
