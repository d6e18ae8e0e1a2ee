"""The text of a module that replaces tables: a head, and an `only` for each, with the rows as they
are.

What comes in: a name, a game with modules in a configuration, names of pieces and tables. What goes
out: a text that checks without a word and changes nothing until a row is changed."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.cli.configuring import Wish
from alarife.diagnostics import rule_error
from alarife.linking.configure import allowed_players
from alarife.linking.link import linked
from alarife.linking.program import Program
from alarife.linking.wording import did_you_mean
from alarife.syntax import tree
from alarife.syntax.format import format_file
from alarife.syntax.parse import parse

Rowed = tree.Piece | tree.Table
_FIRST = """# The rows below take the place of those in the rules. Correct the ones that differ in
# your box, and delete the tables that you leave as they are."""


def data_start(name: str, wish: Wish, tables: Sequence[str]) -> str:
    """The text. Raises `RuleError` if there is no such game, module or table."""
    program = linked(wish.game, wish.modules, dict(wish.options), wish.players)
    game = next(file for file in program.files if file.what == "game")
    players = allowed_players([file for file in program.files if file.what in ("game", "module")])
    title = name.replace("_", " ").capitalize()
    needed = [file.name for file in program.files if file.what == "module"]
    lines = [
        "alarife 2",
        f'module {name} "{title}" for {game.name}',
        "  > The tables of our own box.",
        f"  players {players[0]}..{players[-1]}",
        *([f"  needs {', '.join(needed)}"] if needed else []),
        "",
        _FIRST,
        "",
    ]
    for decl in _chosen(program, tables):
        lines += [*_only(decl, program.more.get(decl.name, [])), ""]
    return format_file(parse("\n".join(lines), f"{name}.alr"))


def _rowed(program: Program) -> dict[str, Rowed]:
    """Everything whose rows can be replaced, by name."""
    found: dict[str, Rowed] = {**program.pieces, **program.tables}
    return {name: decl for name, decl in found.items() if len(decl.rows) > 1}


def _chosen(program: Program, tables: Sequence[str]) -> list[Rowed]:
    there = _rowed(program)
    unknown = next((one for one in tables if one not in there), None)
    if unknown is not None:
        named = f"There are {', '.join(sorted(there))}." if there else "Nothing here has any."
        hint = did_you_mean(unknown, list(there)) or named
        message = f"There is no piece or table `{unknown}` with rows."
        raise rule_error("E0732", message, hint)
    if tables:
        return [there[one] for one in tables]
    modules = {file.name for file in program.files if file.what == "module"}
    return [decl for decl in there.values() if decl.module in modules]


def _only(decl: Rowed, additions: Sequence[tree.More]) -> list[str]:
    """Its rows, but for what other files add with `more`: that stays beside an `only`."""
    others = (more for more in additions if not more.only and more.head.file != decl.head.file)
    added = [row for more in others for row in more.rows[1:]]
    rows, cells = {row.at for row in added}, {cell.at for row in added for cell in row.cells}
    own = [
        ["" if cell.at in cells else cell.text for cell in row.cells]
        for row in decl.rows
        if row.at not in rows
    ]
    filled = [column for column in zip(*own, strict=True) if any(column[1:])]
    lines = [f"  | {' | '.join(texts)} |" for texts in zip(*filled, strict=True)]
    return [f'only {decl.name} "{decl.title or decl.name}, from our box"', *lines]
