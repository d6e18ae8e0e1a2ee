"""Text → tree: the entry of this stage.

What comes in: the text of a rule file. What goes out: its `File`, or None and diagnostics. If the
whole text parses, its tree is built; if not, `recover` takes it apart to say everything that is
wrong with it."""

from __future__ import annotations

import hashlib
import pickle
import sys
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from alarife import resources
from alarife.diagnostics import Label, Report, RuleError
from alarife.syntax import cache as kept
from alarife.syntax import tree
from alarife.syntax.source import check_text

if TYPE_CHECKING:
    from alarife.syntax.grammar import Parsed


def parse(text: str, path: str) -> tree.File:
    """The tree of a rule file; raises `RuleError` with everything that is wrong with it."""
    report = Report()
    made = parse_file(text, path, report)
    report.stop_if_wrong()
    assert made is not None
    return made


def parse_file(text: str, path: str, report: Report) -> tree.File | None:
    """The tree of a rule file; what is wrong with it goes to the report, and then there is no
    tree."""
    text = normal(text)
    before = len(report.errors)
    check_text(text, path, report)
    if len(report.errors) > before:
        return None
    from alarife.syntax.recover import whole_or_reported

    parsed = whole_or_reported(text, path, report)
    if parsed is None:
        return None
    made = _build(parsed, text, path, report)
    return made if len(report.errors) == before else None


def parse_cached(text: str, path: str) -> tree.File:
    """Like `parse`, but the tree of a text that was parsed before comes from the user's cache."""
    name = "tree-" + kept.key(normal(text), path, resources.grammar_text(), _stage_digest())
    data = kept.fetch(name)
    if data is not None:
        try:
            made = pickle.loads(data)  # noqa: S301 (the user's own folder, see alarife.syntax.cache)
            if isinstance(made, tree.File):
                return made
        except Exception:  # noqa: S110 (a damaged file can fail in any way; the text is then parsed anew)
            pass
    made = parse(text, path)
    kept.keep(name, pickle.dumps(made, protocol=pickle.HIGHEST_PROTOCOL))
    return made


def parse_expression(
    text: str, at: tree.Span, report: Report, version: int = 1
) -> tree.Expr | None:
    """The expression that stands at a place in a file (in the hole of a sentence); `at` begins
    where its text begins, `version` is that of the file."""
    from alarife.syntax.build import Builder
    from alarife.syntax.expressions import expr
    from alarife.syntax.recover import part_or_reported

    before = len(report.errors)
    parsed = part_or_reported(text, "expr", at, report)
    if parsed is None:
        return None
    builder = Builder(at.file, report, down=at.line - 1, right=at.column - 1, version=version)
    made = _guarded(builder, lambda: expr(builder, parsed.branch))
    return made if len(report.errors) == before else None


def normal(text: str) -> str:
    """The text with plain line ends, without a mark of its encoding, ending in a line end."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return text if text.endswith("\n") else text + "\n"


@cache
def _stage_digest() -> str:
    """A hash of the code that makes trees: a kept tree is only as good as what made it."""
    from pathlib import Path

    digest = hashlib.sha256(sys.version.encode())
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _guarded(builder: Any, work: Any) -> Any:
    """Do the work of building; a tree that is too deep is reported."""
    from alarife.syntax.build import TooDeep

    try:
        return work()
    except TooDeep as deep:
        builder.report.error(
            "E0106",
            "This is nested too deeply.",
            Label(deep.at, "too deep from here"),
            hint="Give parts of it a name of their own: with `value`, `rule`, `step` or `let`.",
        )
        return None


def _build(parsed: Parsed, text: str, path: str, report: Report) -> tree.File | None:
    from alarife.syntax.build import Builder
    from alarife.syntax.files import build_file

    builder = Builder(path, report)
    return cast("tree.File | None", _guarded(builder, lambda: build_file(builder, parsed, text)))


__all__ = ["RuleError", "normal", "parse", "parse_cached", "parse_expression", "parse_file"]
