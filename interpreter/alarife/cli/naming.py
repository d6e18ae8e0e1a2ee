"""FILE: rule files by path, by name, or by the folder they are in.

What comes in: words. What goes out: heads of files. Nothing is parsed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from alarife.diagnostics import Report, RuleError, rule_error
from alarife.library import Head, Library, is_path


def heads_of(words: Sequence[str], library: Library, report: Report) -> list[Head]:
    """The heads of all files that are meant; without words, of all that are shipped. What is none
    goes to the report."""
    found: dict[str, Head] = {}
    for word in words:
        try:
            found.update((head.path, head) for head in _meant(word, library, report))
        except RuleError as wrong:
            report.found.extend(wrong.diagnostics)
    return list(found.values()) if words else library.heads()


def _meant(word: str, library: Library, report: Report) -> list[Head]:
    path = Path(word)
    if path.is_dir() and not [head for head in library.heads() if head.name == word]:
        found = sorted(path.rglob("*.alr"))
        if not found:
            raise rule_error(
                "E0201", f"There is no rule file in `{word}`.", "Rule files end in `.alr`."
            )
        return heads_of([str(one) for one in found], library, report)
    if is_path(word):
        return [_at(word, library)]
    for kinds in (("game", "preset"), ("module",), ("library",)):
        found_heads = [head for head in library.heads() if head.what in kinds and head.name == word]
        if found_heads:
            return found_heads
    from alarife.linking.wording import did_you_mean

    hint = (
        did_you_mean(word, (head.name for head in library.heads()))
        or "Give a path, or a name that `alarife games` shows."
    )
    raise rule_error("E0202", f"There is no rule file called `{word}`.", hint)


def _at(path: str, library: Library) -> Head:
    """The head of a file of one's own. A file whose head can't be read is parsed, which says
    why."""
    head = library.head_at(path)
    if head is None:
        from alarife.syntax.parse import parse

        parse(library.text(path), path)
        raise rule_error(
            "E0201",
            f"`{path}` is no rule file.",
            "It needs a head: `game`, `module`, `library` or `preset`.",
        )
    return head
