"""Sentences with their numbers: what a rule says, in this configuration.

In: a checked program, one of its declarations, a sentence of it. Out: the sentence with every hole
filled. Holes are static: constants, tables, counts, settings; so a sentence is the same for a whole
game. A hole that can't be filled leaves its own text (and `prose.check_prose` says what is wrong
with it)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from alarife.checking.constants import NotConstant
from alarife.checking.expressions import ExpressionChecker
from alarife.checking.scope import Checked, Scope
from alarife.checking.types import UNKNOWN, KindOf, Many, Maybe, Pieces, Seat, Sides, Truth, Type
from alarife.diagnostics import Report
from alarife.sentences.holes import Hole, parts
from alarife.sentences.numbers import ENGLISH, NumberWords
from alarife.sentences.static import Static
from alarife.syntax import tree
from alarife.syntax.parse import parse_expression

Blocks = list[list[tree.Stmt]]


def sentence(checked: Checked, decl: tree.Decl, text: str) -> str:
    """A sentence (or the title) of a declaration with its holes filled."""
    return filler(checked).fill(decl, text)


def sentences(checked: Checked, decl: tree.Decl) -> list[str]:
    """All sentences of a declaration, those that stand within its block too, with their holes
    filled."""
    made = filler(checked)
    told = [made.fill(decl, text) for text, _ in written(decl, made.blocks)]
    filled_by = checked.program.fills.get(decl.name) if isinstance(decl, tree.Step) else None
    if (
        filled_by is not None
    ):  # the step has the body of what fills it, but not the sentences before it
        told[len(decl.prose) : len(decl.prose)] = [
            made.fill(filled_by, prose.text) for prose in filled_by.prose
        ]
    return told


def written(
    decl: tree.Decl, blocks: Callable[[tree.Stmt], Blocks] | None = None
) -> Iterator[tuple[str, tree.Node]]:
    """The sentences of a declaration as written, each with the node it stands in; `blocks` says
    which blocks of a statement are looked into, if not all."""
    yield from ((prose.text, prose) for prose in decl.prose)
    body = getattr(decl, "body", None)
    if isinstance(body, list):
        yield from _within(body, blocks or blocks_of)


def _within(
    block: list[tree.Stmt], blocks: Callable[[tree.Stmt], Blocks]
) -> Iterator[tuple[str, tree.Node]]:
    for stmt in block:
        if isinstance(stmt, tree.Sentence) and not stmt.tone:
            yield stmt.text, stmt
        for inner in blocks(stmt):
            yield from _within(inner, blocks)


def asides(
    decl: tree.Decl, blocks: Callable[[tree.Stmt], Blocks] | None = None
) -> Iterator[tree.Prose | tree.Sentence]:
    """What a declaration says besides its rules: reasons, tips, remarks."""
    yield from decl.asides
    body = getattr(decl, "body", None)
    if isinstance(body, list):
        yield from _asides_within(body, blocks or blocks_of)


def _asides_within(
    block: list[tree.Stmt], blocks: Callable[[tree.Stmt], Blocks]
) -> Iterator[tree.Sentence]:
    for stmt in block:
        if isinstance(stmt, tree.Sentence) and stmt.tone:
            yield stmt
        for inner in blocks(stmt):
            yield from _asides_within(inner, blocks)


def blocks_of(stmt: tree.Stmt) -> Blocks:
    """The blocks within a statement, in order."""
    match stmt:
        case tree.If():
            return [block for _, block in stmt.arms] + ([stmt.otherwise] if stmt.otherwise else [])
        case tree.Choose() | tree.ChooseFrom():
            return [stmt.otherwise] if stmt.otherwise else []
        case _:
            body = getattr(stmt, "body", None)
            return [body] if isinstance(body, list) else []


@dataclass(slots=True)
class Value:
    """What a hole came to: the value, and its type."""

    value: object
    type: Type = field(default=UNKNOWN)


class Filler:
    """Fills holes for one checked program; what was worked out is kept."""

    def __init__(self, checked: Checked, numbers: NumberWords = ENGLISH) -> None:
        self.checked = Checked(
            checked.program,
            checked.world,
            types=checked.types,
            refs=checked.refs,
            params=checked.params,
            pattern_types=checked.pattern_types,
            signatures=checked.signatures,
            results=checked.results,
        )
        self.numbers = numbers
        self._kept: dict[tuple[tree.Decl | None, str], Value] = {}

    def fill(self, decl: tree.Decl | None, text: str) -> str:
        """A sentence with its holes filled."""
        if "{" not in text:
            return text
        return "".join(
            part if isinstance(part, str) else self.filled(decl, part) for part in parts(text)
        )

    def filled(self, decl: tree.Decl | None, hole: Hole, form: str | None = None) -> str:
        """What stands in a hole; in another form than the one it asks for, if one is given."""
        if hole.marked:
            return hole.said
        try:
            found = self.worth(decl, hole)
        except NotConstant:
            return hole.name or hole.expression
        return self.say(found, hole.form if form is None else form)

    def worth(
        self,
        decl: tree.Decl | None,
        hole: Hole,
        at: tree.Span | None = None,
        report: Report | None = None,
    ) -> Value:
        """The value of a hole's expression. What is wrong with the expression itself goes to the
        report."""
        about = decl if "usual" in hole.expression else None
        key = (about, hole.expression)
        if key not in self._kept:
            self._kept[key] = self._evaluate(
                decl, hole, at or (decl.head if decl else _NOWHERE), report or Report()
            )
        return self._kept[key]

    def _evaluate(self, decl: tree.Decl | None, hole: Hole, at: tree.Span, report: Report) -> Value:
        made = _plain_name(hole.expression, at) or parse_expression(hole.expression, at, report)
        if made is None:
            raise NotConstant(tree.Node(at=at), "this is no expression")
        checker = ExpressionChecker(self.checked, report)
        checker.owner = "prose"
        usual = self._usual(decl)
        before = len(report.errors)
        kind = checker.infer(made, Scope(usual=UNKNOWN if usual else None))
        if len(report.errors) > before:
            raise NotConstant(made, "this can't be read")
        return Value(Static(self.checked, usual=usual).value(made), kind)

    def _usual(self, decl: tree.Decl | None) -> Callable[[], object] | None:
        """What `usual` means in the sentences of a change: what would be without it."""
        if not isinstance(decl, tree.Change) or decl.target not in self.checked.program.values:
            return None
        static = Static(self.checked)
        chain = self.checked.program.changes.get(decl.target, [])
        places = [change.at for change in chain]
        after = chain[places.index(decl.at) + 1 :] if decl.at in places else []
        return lambda: static.without(decl.target, after)

    # ----------------------------------------------------------------
    # where it is so
    def blocks(self, stmt: tree.Stmt) -> Blocks:
        """The blocks of a statement that may be carried out here: of an `if` whose condition is
        settled before play, those that hold."""
        if not isinstance(stmt, tree.If):
            return blocks_of(stmt)
        found: Blocks = []
        for condition, block in stmt.arms:
            holds = self._settled(condition)
            if holds is not False:
                found.append(block)
            if holds is True:
                return found
        return [*found, stmt.otherwise] if stmt.otherwise else found

    def _settled(self, condition: tree.Expr) -> bool | None:
        """Whether a condition holds in every game of this configuration (or in none); None if that
        depends on play."""
        try:
            return bool(Static(self.checked).value(condition))
        except NotConstant:
            return None

    # ----------------------------------------------------------------
    # in words
    def say(self, found: Value, form: str) -> str:
        """A value in words: numbers in the form asked for, values of kinds by their titles, several
        with commas and "and"."""
        value, t = found.value, found.type
        if isinstance(t, Maybe):
            t = t.of
        match t:
            case Truth():
                return "yes" if value else "no"
            case KindOf() if isinstance(value, int):
                return self._title(t.name, value)
            case Seat() if isinstance(value, int):
                return self._party(value)
            case Sides() if isinstance(value, int):
                return _listed(
                    [
                        name
                        for i, name in enumerate(self.checked.world.kinds["Side"].titles)
                        if value >> i & 1
                    ]
                )
            case Pieces() if isinstance(value, int):
                return self.checked.world.piece_of(value).decl.title or ""
            case Many() if isinstance(value, tuple):
                return _listed([self.say(Value(v, t.of), form) for v in value])
            case _ if isinstance(value, int):
                return self._number(value, form)
            case _:
                return "none" if value is None else str(value)

    def _title(self, kind: str, index: int) -> str:
        """The title of a value of a kind; the choices of a ruling have theirs in a column."""
        ruling = self.checked.program.rulings.get(kind)
        if ruling is not None:
            head = [cell.text for cell in ruling.rows[0].cells]
            if "title" in head:
                return ruling.rows[index + 1].cells[head.index("title")].text
        return self.checked.world.kinds[kind].titles[index]

    def _party(self, party: int) -> str:
        world = self.checked.world
        if party < world.players:
            return f"player {party + 1}"
        neutral = self.checked.program.neutrals[world.neutrals[party - world.players]]
        return neutral.title or neutral.name

    def _number(self, number: int, form: str) -> str:
        made = {"word": self.numbers.word, "ordinal": self.numbers.ordinal}.get(form.lower(), str)(
            number
        )
        return made[:1].upper() + made[1:] if form[:1].isupper() else made


_NOWHERE = tree.Span("", 1, 1, 1, 1)


def filler(checked: Checked) -> Filler:
    """The filler of a checked program, kept for the last few of them."""
    for known, made in _fillers:
        if known is checked:
            return made
    made = Filler(checked)
    _fillers.insert(0, (checked, made))
    del _fillers[4:]
    return made


_fillers: list[tuple[Checked, Filler]] = []


def _plain_name(text: str, at: tree.Span) -> tree.Expr | None:
    """Most holes are a name, or the size of one: these need no parser."""
    if text.isidentifier() and text not in ("yes", "no", "none"):
        return tree.Name(text, at=at)
    inner = text.removeprefix("size(").removesuffix(")")
    if text == f"size({inner})" and inner.isidentifier():
        return tree.Call("size", [tree.Name(inner, at=at)], at=at)
    return None


def _listed(words: list[str]) -> str:
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)
