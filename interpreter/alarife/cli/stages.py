"""What each stage made, as text: for those who look into the machine. Meant for eyes, not for
programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from pprint import pformat
from typing import TYPE_CHECKING, Any

from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.cli.configuring import Wish
    from alarife.engine.state import Game
    from alarife.linking.program import Program
    from alarife.pipeline import Stages


def program_of(wish: Wish) -> Program:
    """The joined rules, whatever later stages would say to them."""
    from alarife.linking.link import linked

    return linked(wish.game, wish.modules, dict(wish.options), wish.players)


# ----------------------------------------------------------------
# syntax
def syntax(wish: Wish) -> str:
    """The trees of all files, even if they can't be joined."""
    from alarife.diagnostics import Report
    from alarife.library import Library
    from alarife.linking.gather import gather

    report = Report()
    chosen = gather(wish.game, wish.modules, Library(), report)
    report.stop_if_wrong()
    assert chosen is not None
    return "\n".join(line for file in chosen.files for line in _node(file, "", 0))


def _node(node: tree.Node, name: str, depth: int) -> Iterator[str]:
    """A node on a line, with what is plain in it; the nodes within it below."""
    plain: list[str] = []
    inner: list[tuple[str, Any]] = []
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name in ("at", "head", "source", "comments", "when") or value in (
            None,
            [],
            "",
            (),
        ):
            continue
        if any(True for _ in _nodes(value)):
            inner.append((field.name, value))
        else:
            plain.append(f"{field.name}={value!r}")
    label = f"{name}: " if name else ""
    yield (
        f"{'  ' * depth}{label}{type(node).__name__} {' '.join(plain)}".rstrip()
        + f"  @{node.at.line}:{node.at.column}"
    )
    for field_name, value in inner:
        for child in _nodes(value):
            yield from _node(child, field_name, depth + 1)


def _nodes(value: Any) -> Iterator[tree.Node]:
    if isinstance(value, tree.Node):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _nodes(part)


# ----------------------------------------------------------------
# linked
def linked(program: Program) -> str:
    """The joined rules, spelled as rule files are, shelf by shelf; and what hangs on what, in which
    order."""
    from alarife.linking.program import SHELVES
    from alarife.linking.wording import counted

    lines = [
        f"{program.title}: {counted(program.configuration.players, 'player')}",
        f"digest {program.digest}",
        "files:",
    ]
    lines += [f"  {file.what} {file.name}  {Path(file.path).name}" for file in program.files]
    lines += [
        "settings:",
        *(f"  {name} = {value}" for name, value in program.configuration.settings),
    ]
    nowhere = [""] * max(text.count("\n") + 1 for text in program.sources.values())
    for shelf in (*SHELVES, "labels"):
        held: dict[str, Any] = getattr(program, shelf)
        if held:
            lines += ["", f"# {shelf}"]
            for one in held.values():
                for decl in one if isinstance(one, list) else [one]:
                    lines += _spelled(decl, nowhere)
    return "\n".join([*lines, *_hanging(program)])


def _spelled(decl: tree.Decl, nowhere: list[str]) -> list[str]:
    """A declaration as rule files spell it. `nowhere` stands for its source: what is joined comes
    from several files."""
    from alarife.syntax.lines import Lines
    from alarife.syntax.spell_declarations import spell_declaration

    out = Lines(nowhere)
    spell_declaration(out, 0, decl, apart=False)
    lines = [" " * line.indent + line.text for line in out.made]
    lines[0] += f"  # {decl.module}:{decl.head.line}"
    return lines


def _hanging(program: Program) -> Iterator[str]:
    yield from ["", "# changes"] if program.changes else []
    for name, chain in program.changes.items():
        yield f"{name}: {' → '.join(change.name for change in chain)}"
    yield from ["", "# hooks"] if program.hooks else []
    for name, hooks in program.hooks.items():
        for how in ("before", "instead", "after"):
            named = [hook.name for hook in getattr(hooks, how)]
            if named:
                yield f"{how} {name}: {', '.join(named)}"


# ----------------------------------------------------------------
# checked
def checked(stages: Stages) -> str:
    """The type of every expression, and what every name means, file by file."""
    from alarife.checking.describe import describe

    found = stages.checked
    files: dict[str, set[tuple[int, int, str]]] = {}
    for node, made in found.types.items():
        meaning = found.refs.get(node)
        means = f"  ({meaning.kind})" if meaning is not None else ""
        row = (node.at.line, node.at.column, f"{_text(node, stages)}: {describe(made)}{means}")
        files.setdefault(node.at.file, set()).add(row)
    lines: list[str] = []
    for file, rows in files.items():
        lines += [file, *(f"  {line}:{column}  {text}" for line, column, text in sorted(rows))]
    return "\n".join(lines)


def _text(node: tree.Node, stages: Stages) -> str:
    """The text that a node was written as, in one line."""
    lines = stages.program.sources.get(node.at.file, "").split("\n")[
        node.at.line - 1 : node.at.end_line
    ]
    if not lines:
        return type(node).__name__
    if len(lines) == 1:
        return lines[0][node.at.column - 1 : node.at.end_column - 1]
    return f"{lines[0][node.at.column - 1 :].strip()} …"


# ----------------------------------------------------------------
# ir
def ir(stages: Stages) -> str:
    """The functions that have a value, after all passes."""
    from alarife.ir.show import show

    return show(stages.lowered.ir).rstrip()


# ----------------------------------------------------------------
# lowered
def tables(stages: Stages) -> str:
    """The tables that the generated code reads, and where things lie in a state."""
    lowered = stages.lowered
    parts = [
        f"{name} = {pformat(table, width=120, compact=True)}"
        for name, table in sorted(lowered.tables.items())
    ]
    parts.append(f"layout = {pformat(lowered.layout, width=120)}")
    parts.append("sites:")
    parts += [
        f"  {number}: {site.owner} {site.kind} {site.prompt!r}"
        for number, site in enumerate(lowered.sites)
    ]
    return "\n".join(parts)


# ----------------------------------------------------------------
# state
def state(game: Game, seed: int) -> str:
    """The first state, as it is saved."""
    return json.dumps(game.start(seed).dump(), ensure_ascii=False, indent=2)
