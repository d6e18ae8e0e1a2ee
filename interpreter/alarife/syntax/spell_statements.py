"""Statements as lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from alarife.syntax import tree
from alarife.syntax.lines import STEP, Lines
from alarife.syntax.spell_expressions import spell, spell_given, spell_sources, spell_where


def spell_block(out: Lines, indent: int, body: Sequence[tree.Stmt]) -> None:
    """The statements of a block."""
    for i, statement in enumerate(body):
        if isinstance(statement, tree.Require) and statement.by_type:
            continue
        if not isinstance(statement, tree.Choose) or statement.together[1] == 1:
            spell_statement(out, indent, statement)
        elif statement.together[0] == 0:
            _together(out, indent, cast("list[tree.Choose]", body[i : i + statement.together[1]]))


def _together(out: Lines, indent: int, asked: list[tree.Choose]) -> None:
    """`choose x from S with y from T where r(x, y)`"""
    first, last = asked[0], asked[-1]
    each = " with ".join(f"{one.name} from {spell(one.plain or one.source)}" for one in asked)
    condition = spell_where(last.where, (last.plain or last.source).at.end_line)
    said = f"choose {each}{condition}{_prompt(first.prompt)}{spell_cites(first.cites)}"
    out.add(indent, said, first.at.line)
    _otherwise(out, indent, first.otherwise)


def spell_statement(out: Lines, indent: int, node: tree.Stmt) -> None:
    """A statement, with the block under it."""
    if isinstance(node, tree.If):
        _if(out, indent, node)
        return
    out.add(indent, _FIRST_LINES[type(node)](node) + spell_cites(node.cites), node.at.line)
    if isinstance(node, tree.Choose | tree.ChooseFrom):
        _otherwise(out, indent, node.otherwise)
    elif isinstance(
        node,
        tree.Together
        | tree.May
        | tree.ForEach
        | tree.Repeat
        | tree.RepeatTimes
        | tree.As
        | tree.AsEach,
    ):
        spell_block(out, indent + STEP, _said_body(node))
    if isinstance(node, tree.May):
        _otherwise(out, indent, node.otherwise)


def _said_body(node: Any) -> list[tree.Stmt]:
    """The block under a statement as it was written."""
    asked = node.body[0] if isinstance(node, tree.RepeatTimes) and node.up_to else None
    return asked.body if isinstance(asked, tree.May) else node.body


def _repeat_times(node: tree.RepeatTimes) -> str:
    asked = node.body[0] if node.up_to else None
    prompt = _prompt(asked.prompt) if isinstance(asked, tree.May) else ""
    return f"repeat {'up to ' if node.up_to else ''}{spell(node.times)} times{prompt}"


def spell_cites(cites: Sequence[str]) -> str:
    """` [BASE-1, BASE-2]`, or nothing"""
    return f" [{', '.join(cites)}]" if cites else ""


def spell_prose(said: tree.Prose | tree.Sentence) -> str:
    """`> A sentence.`, `reason > A sentence.`"""
    if said.written:
        return said.written
    tone = f"{said.tone} " if said.tone else ""
    return f"{tone}> {said.text}".rstrip()


def _if(out: Lines, indent: int, node: tree.If) -> None:
    word = "if"
    for condition, body in node.arms:
        out.add(indent, f"{word} {spell(condition)}", condition.at.line)
        spell_block(out, indent + STEP, body)
        word = "otherwise if"
    _otherwise(out, indent, node.otherwise)


def _otherwise(out: Lines, indent: int, body: list[tree.Stmt] | None) -> None:
    if body is not None:
        out.add(indent, "otherwise", out.line_above(body[0].at.line, "otherwise"))
        spell_block(out, indent + STEP, body)


def _prompt(text: str | None) -> str:
    return "" if text is None else f' "{text}"'


def _faced(node: tree.Turn | tree.Roll) -> str:
    return spell(node.what) if node.face is None else f"{node.face} of {spell(node.what)}"


def _move(node: tree.Move) -> str:
    where = "" if node.position is None else f" at {spell(node.position)}"
    return f"move {spell(node.what)} {'under' if node.under else 'to'} {spell(node.to)}{where}"


def _choose(node: tree.Choose) -> str:
    how = f"{node.how} " if node.how else ""
    condition = spell_where(node.where, node.source.at.end_line)
    return f"choose {how}{node.name} from {spell(node.source)}{condition}{_prompt(node.prompt)}"


def _choose_from(node: tree.ChooseFrom) -> str:
    args = f"({', '.join(spell(a) for a in node.args)})" if node.args else ""
    return f"choose from {node.menu}{args}"


_FIRST_LINES: dict[type[tree.Stmt], Callable[[Any], str]] = {
    tree.Sentence: spell_prose,
    tree.Pass: lambda n: "pass",
    tree.Never: lambda n: f'never "{n.because}"',
    tree.Stop: lambda n: "stop",
    tree.EndGame: lambda n: "end the game",
    tree.Do: lambda n: spell(n.call),
    tree.Write: lambda n: f"{spell(n.target)} {n.op} {spell(n.value)}",
    tree.Let: lambda n: f"let {n.name} = {spell(n.value)}",
    tree.Move: _move,
    tree.Draw: lambda n: f"draw {spell(n.count)} from {spell(n.source)} to {spell(n.to)}",
    tree.Pick: lambda n: f"pick {n.name} from {spell(n.source)} at random",
    tree.Shuffle: lambda n: f"shuffle {spell(n.place)}",
    tree.Swap: lambda n: f"swap {spell(n.left)} with {spell(n.right)}",
    tree.Turn: lambda n: f"turn {_faced(n)} to {spell(n.to)}",
    tree.Roll: lambda n: f"roll {_faced(n)}",
    tree.Inform: lambda n: (
        f"tell {spell(n.to)} {'whether' if n.whether else 'what'} {spell(n.what)}"
        + (f' "{n.title}"' if n.title else "")
    ),
    tree.Show: lambda n: f"show {spell(n.what)} to {spell(n.to)}",
    tree.Together: lambda n: "together",
    tree.Raise: lambda n: f"now {spell(n.call)}",
    tree.Require: lambda n: f"require {spell(n.condition)}",
    tree.Choose: _choose,
    tree.ChooseFrom: _choose_from,
    tree.May: lambda n: "may" + _prompt(n.prompt),
    tree.ForEach: lambda n: f"for each {spell_sources(n.sources)}",
    tree.Repeat: lambda n: f"repeat {n.how} {spell(n.condition)}",
    tree.RepeatTimes: _repeat_times,
    tree.As: lambda n: f"as {spell(n.who)}",
    tree.AsEach: lambda n: (
        f"as each {spell_sources(n.sources)}" + (" at once" if n.at_once else "")
    ),
}


# ----------------------------------------------------------------
# examples
def spell_example(out: Lines, indent: int, node: tree.Example) -> None:
    """What an example supposes, what happens, and what holds then."""
    for given in node.given:
        if isinstance(given, tree.Given):
            out.add(indent, f"given {spell_given(given.condition)}", given.at.line)
        else:
            _map(out, indent, given)
    said = [*node.steps, *(caption for _, caption in node.captions)]
    for step in sorted(said, key=lambda step: step.at.line):
        out.add(indent, _step(step), step.at.line)


def _step(node: tree.When | tree.Then | tree.Prose) -> str:
    if isinstance(node, tree.Prose):
        return spell_prose(node)
    return _when(node) if isinstance(node, tree.When) else _then(node)


def _map(out: Lines, indent: int, node: tree.GivenMap) -> None:
    out.add(indent, f"given map {spell(node.place)}", node.at.line)
    for drawn, source in zip(
        node.lines, out.lines_below(node.at.line, len(node.lines)), strict=True
    ):
        out.add(indent + STEP, drawn, source)
    rows: dict[int, list[str]] = {}
    end = 0
    line = 0
    for letter, what in node.legend:
        line = what.at.line if what.at.line > end else line
        end = what.at.end_line
        rows.setdefault(line, []).append(f"{letter} = {spell(what)}")
    for source, entries in rows.items():
        out.add(indent + STEP, ", ".join(entries), source)


def _when(node: tree.When) -> str:
    if node.answers is not None:
        return f"when {node.player} answers {', '.join(spell(a) for a in node.answers)}"
    assert node.call is not None
    who = f"{node.player}: " if node.player else ""
    return f"when {who}{spell(node.call)}"


def _then(node: tree.Then) -> str:
    if node.refused_by is not None:
        return f"then refused by {', '.join(node.refused_by)}"
    assert node.condition is not None
    return f"then {spell(node.condition)}"
