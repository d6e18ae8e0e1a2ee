"""Sentences with their numbers: what a rule says, in this configuration.

In: a checked program, one of its declarations, a sentence of it. Out: the sentence with every hole
filled. Holes are static: constants, tables, counts, settings; so a sentence is the same for a whole
game. A hole that can't be filled leaves its own text (and `prose.check_prose` says what is wrong
with it)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from alarife.arguments import asked
from alarife.checking.constants import Constants
from alarife.checking.inference.expressions import ExpressionChecker
from alarife.checking.scope import Checked, Scope
from alarife.checking.types import UNKNOWN, KindOf, Many, Maybe, Pieces, Seat, Sides, Truth, Type
from alarife.diagnostics import Report
from alarife.linking.evaluate import Evaluator, NotKnown
from alarife.meanings import is_many
from alarife.syntax import tree
from alarife.syntax.parse import parse_expression
from alarife.texts.holes import Hole, parts, split_form
from alarife.texts.paragraphs import Blocks, blocks_of, written
from alarife.texts.speech import Speech, worded


def sentence(checked: Checked, decl: tree.Decl, text: str) -> str:
    """A sentence (or the title) of a declaration with its holes filled."""
    return filler(checked).fill(decl, text)


@asked
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


@dataclass(slots=True)
class Value:
    """What a hole came to: the value, and its type."""

    value: object
    type: Type = field(default=UNKNOWN)


MOST_FAILED = 1000
"""So many holes that can't be filled are tried; what is wrong with them, the checker says."""


class Filler:
    """Fills holes for one checked program; what was worked out is kept."""

    def __init__(self, checked: Checked) -> None:
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
        self.speech: Speech = checked.program.speech
        self._kept: dict[tuple[tree.Decl | None, str], Value] = {}
        self._failed: set[tuple[tree.Decl | None, str]] = set()
        self._versions = {file.path: file.version for file in checked.program.files}

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
        except NotKnown:
            return hole.name or hole.expression
        number, bend = split_form(hole.form if form is None else form)
        said = self.say(found, number)
        return self.speech.bent(said, bend) if bend else said

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
        if key in self._kept:
            return self._kept[key]
        at = at or (decl.head if decl else tree.NOWHERE)
        if report is None and (key in self._failed or len(self._failed) > MOST_FAILED):
            raise NotKnown(tree.Node(at=at), "this can't be read")
        try:
            found = self._kept[key] = self._evaluate(decl, hole, at, report or Report())
        except NotKnown:
            self._failed.add(key)
            raise
        return found

    def _evaluate(self, decl: tree.Decl | None, hole: Hole, at: tree.Span, report: Report) -> Value:
        made = _plain_name(hole.expression, at) or parse_expression(
            hole.expression, at, report, self._versions.get(at.file, 1)
        )
        if made is None:
            raise NotKnown(tree.Node(at=at), "this is no expression")
        checker = ExpressionChecker(self.checked, report)
        checker.owner = "prose"
        usual = self._usual(decl)
        before = len(report.errors)
        kind = checker.infer(made, Scope(usual=UNKNOWN if usual else None))
        if len(report.errors) > before:
            raise NotKnown(made, "this can't be read")
        return Value(self._facts().value(made, usual=usual), kind)

    def _facts(self) -> Constants:
        facts = Constants(self.checked.world, self.checked)
        facts.usually = True  # a sentence says the rule; its exceptions stand with what changes it
        return facts

    def _usual(self, decl: tree.Decl | None) -> Callable[[], object] | None:
        """What `usual` means in the sentences of a change: what would be without it."""
        if not isinstance(decl, tree.Change) or decl.target not in self.checked.program.values:
            return None
        facts = self._facts()
        base = self.checked.program.values[decl.target][0].body
        chain = self.checked.program.changes.get(decl.target, [])
        places = [change.at for change in chain]
        after = chain[places.index(decl.at) + 1 :] if decl.at in places else []
        return lambda: facts.changed(after, lambda: facts.value(base), base, Evaluator(facts))

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
            return Evaluator(self._facts()).holds(condition)
        except NotKnown:
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
                return worded(self.speech, "yes" if value else "no")
            case KindOf() if isinstance(value, int):
                return self._title(t.name, value)
            case Seat() if isinstance(value, int):
                return self._party(value)
            case Sides() if isinstance(value, int):
                sides = self.checked.world.kinds["Side"].titles
                return self.speech.listed(
                    [worded(self.speech, name) for i, name in enumerate(sides) if value >> i & 1]
                )
            case Pieces() if isinstance(value, int):
                return self.checked.world.piece_of(value).decl.title or ""
            case Many() if is_many(value):
                return self.speech.listed([self.say(Value(v, t.of), form) for v in value])
            case _ if isinstance(value, int):
                return self._number(value, form)
            case _:
                return worded(self.speech, "none") if value is None else str(value)

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
            return worded(self.speech, "player {seat}").replace("{seat}", str(party + 1))
        neutral = self.checked.program.neutrals[world.neutrals[party - world.players]]
        return neutral.title or neutral.name

    def _number(self, number: int, form: str) -> str:
        if form.startswith("forms "):
            forms = form.removeprefix("forms ").split("|")
            return forms[min(self.speech.plural(number), len(forms) - 1)].strip()
        said = {"word": self.speech.word, "ordinal": self.speech.ordinal}.get(form.lower())
        made = said(number) if said else str(number)
        return made[:1].upper() + made[1:] if form[:1].isupper() else made


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
