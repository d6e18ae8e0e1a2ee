"""The cheat sheet and the index of keywords, made from the grammar and the language reference.

    python -m tests.docs.cheat_sheet          write docs/language/cheat_sheet.md and keywords.md

For each form that the grammar knows, the sheet shows the shortest line of the reference that uses
it; for each word, the index names the sections of the reference that show it. So neither can miss a
form, and no line on them is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree

from alarife import resources
from alarife.checking.builtins import BUILT_INS
from alarife.syntax.grammar import STARTS
from alarife.syntax.layout import Layout

PAGES = Path(__file__).parents[2] / "docs" / "language"
ORDER = (
    "index", "pieces", "doing", "choosing", "grids", "expressions", "modules", "examples", "book",
)  # fmt: skip
PARTS = {
    "head of a file": "The head of a file",
    "declarations": "Declarations",
    "what only the book says": "Only for the book",
    "amendments": "Amendments",
    "statements": "Statements",
    "examples": "Examples",
    "expressions": "Values and conditions",
    "types": "Types and shapes",
    "texts, rows, citations": "Sentences and rows",
}
"""Sections of the grammar, and what they are called here."""
PARTS_OF_FORMS = frozenset({
    "start", "opening", "version", "dotted", "default", "block", "field", "key", "member", "member_of", "asked", "title",
    "cites", "low", "high", "cell", "source", "sources", "told", "caption", "fact", "target",
    "target_place", "label", "maprow", "name", "int", "minus", "prose", "rank_key", "named",
    "when_line", "fields", "keys", "joined", "test", "group", "legend", "guard", "where", "is_a",
})  # fmt: skip
"""What the grammar names that is no form by itself, but a part of others."""
BLOCK = re.compile(r"```alr(?: (\w+))?\n(.*?)```", re.DOTALL)
LABELS = {
    "apply": "ask a value", "at": "of a key", "get": "field",
    "list_for": "list", "maybe_named": "or none", "maybe_range": "range or none", "or_else": "otherwise", "if_else": "if otherwise",
    "several": "several things", "total": "sum", "truth": "yes/no", "when_block": "when",
    "let_in": "let", "multiply": "* div mod", "add": "+ -", "write": ":= += -=", "call": "a step",
    "drawn": "drawn as", "watched": "seen by, of a note", "seen": "seen by", "choose_together": "choose with", "facts": "where", "in_play": "module",
}  # fmt: skip
"""What forms are called that the grammar calls otherwise."""
CHOICE = frozenset({
    "WRITES", "ADD", "MUL", "HOW", "HOW_MANY", "MANY", "HEAP", "MOST", "PLACED", "POINTS",
    "CROSSES", "NOT_SHOWN",
})  # fmt: skip


@dataclass
class Text:
    """One file of the reference; `sections` says for each of its lines where it stands."""

    text: str = ""
    sections: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])


def texts() -> list[Text]:
    """The game of the reference, joined from its blocks, and the other files in it."""
    game, others = Text(), list[Text]()
    for page in ORDER:
        whole = (PAGES / f"{page}.md").read_text(encoding="utf-8")
        for match in BLOCK.finditer(whole):
            before = whole[: match.start()]
            heads = re.findall(
                r"^#+ (.+)$", re.sub(r"```.*?```", "", before, flags=re.DOTALL), re.MULTILINE
            )
            here = (page, heads[-1])
            kind, text = match.groups()
            into = Text() if kind else game
            if kind:
                others.append(into)
            into.text += text + "\n"
            into.sections += [here] * (text.count("\n") + 1)
    return [game, *others]


def parser() -> Lark:
    """A parser that remembers positions."""
    return Lark(
        resources.grammar_text(),
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        maybe_placeholders=False,
        propagate_positions=True,
        start=STARTS,
    )


def forms() -> dict[str, list[str]]:
    """The names of the grammar's forms, by its sections, in its order."""
    found: dict[str, list[str]] = {}
    here = ""
    for line in resources.grammar_text().splitlines():
        if (part := re.match(r"// -+ ([^:-]+?)(:.*)? ?-*$", line)) is not None:
            here = part[1].strip()
        rule = re.match(r"\??([a-z]\w*)(\{\w+\})?:", line)
        alias = re.search(r"-> (\w+)$", line)
        for name in [alias[1]] if alias else [rule[1]] if rule and line[0] != "?" else []:
            if name[:4] == "old_":
                continue  # of version 1
            if name not in PARTS_OF_FORMS and name not in found.setdefault(here, []):
                found[here].append(name)
    return found


VALUES = frozenset(forms()["expressions"])


def shown(made: Lark) -> dict[str, list[str]]:
    """For each form, the shortest line that uses it; one for each word that may stand in it."""
    best: dict[tuple[str, tuple[str, ...]], str] = {}
    layout: Any = made.options.postlex
    for one in texts():
        layout.text = one.text
        tree = made.parse(one.text, start="start")
        for node in tree.iter_subtrees():
            words = tuple(
                " ".join(c.split())
                for c in node.children
                if isinstance(c, Token) and c.type in CHOICE
            )
            said = _snippet(one.text, node)
            key = (str(node.data), words)
            if node.data == "row" and said.startswith("| |"):
                continue  # the first column goes on from the row above
            if said and len(said) < len(best.get(key, " " * 999)):
                best[key] = said
    found: dict[str, list[str]] = {}
    for (name, _), said in best.items():
        if said not in found.setdefault(name, []):
            found[name].append(said)
    return found


def _snippet(text: str, node: Tree[Token]) -> str:
    if getattr(node.meta, "start_pos", None) is None:
        return ""
    whole = text[node.meta.start_pos : node.meta.end_pos].strip()
    if str(node.data) in VALUES:
        return " ".join(whole.split())
    return " ".join(whole.splitlines()[0].split()) if whole else ""


def label(name: str) -> str:
    """What a form is called on the sheet."""
    return LABELS.get(name, name.strip("_").replace("_", " "))


def sheet() -> str:
    """The cheat sheet."""
    made, out = shown(parser()), [
        "# All forms on one page", "",
        "Every form of the language, with the shortest line of this reference that uses it. The page is made from the grammar",
        "(`python -m tests.docs.cheat_sheet`), so nothing is missing. The pages before say what the words mean; [](keywords.md) says which",
        "page.", "",
    ]  # fmt: skip
    for part, names in forms().items():
        title = next(t for word, t in PARTS.items() if part.startswith(word))
        out += [f"## {title}", ""]
        if part.startswith("texts"):
            out += [
                "A line that begins with `>` is a sentence. `reason >`, `tip >` and `remark >` are for the book alone.",
                "",
            ]
        out += ["| form | for instance |", "| --- | --- |"]
        for name in names:
            lines = "<br>".join(f"`{line}`".replace("|", "\\|") for line in made.get(name, []))
            out.append(f"| {label(name)} | {lines} |")
        out.append("")
    return "\n".join(out)


# ----------------------------------------------------------------
# keywords
def words() -> set[str]:
    """The words of the language, as the grammar has them."""
    grammar = re.sub(r"//.*", "", resources.grammar_text())
    found = set(re.findall(r'"([a-z_]{2,})"', grammar))
    for pattern in re.findall(r"^_?[A-Z_]+(?:\.\d+)?: (.+)$", grammar, re.MULTILINE):
        if "[^" not in pattern and not pattern.startswith("/[A-Z"):
            found |= set(re.findall(r"(?<![\\\[])\b([a-z]{2,})\b", pattern))
    return found - {"for_each", "differs"}


def index() -> str:
    """The index of keywords: in which sections of the reference each is used."""
    where: dict[str, list[tuple[str, str]]] = {}
    for word in sorted(words() | set(BUILT_INS)):
        where[word] = list(dict.fromkeys(_sections_of(word)))
    out = [
        "# Index of keywords", "",
        "Where to read about each word of the language and each built-in function. The section that explains it comes first.", "",
    ]  # fmt: skip
    letter = ""
    for word, places in where.items():
        if word[0] != letter:
            letter = word[0]
            out += ["", f"## {letter.upper()}", ""]
        links = ", ".join(f"[{head}]({page}.md#{_slug(head)})" for page, head in places[:4])
        out.append(f"- `{word}`: {links}")
    return "\n".join(out) + "\n"


def _sections_of(word: str) -> list[tuple[str, str]]:
    """The sections that explain a word, then those that tell of it in their text, then those that
    use it."""
    found: list[tuple[int, tuple[str, str]]] = []
    for page in ORDER:
        whole = (PAGES / f"{page}.md").read_text(encoding="utf-8")
        for head, body in _split(whole):
            rank = _tells(word, head, re.sub(r"```.*?```", "", body, flags=re.DOTALL))
            if rank is None and any(
                re.search(rf"\b{word}\b", _code(b)) for _, b in BLOCK.findall(body)
            ):
                rank = len(_TOLD)
            if rank is not None:
                found.append((rank, (page, head)))
    return [section for _, section in sorted(found, key=lambda one: one[0])]


_TOLD = (
    r"^\|[^|`]*`{word}\b",  # a row of a table that begins with it
    r"^\|(?: *(?:`[^`]*`|·|,|or))*? *`(?:[a-z] )?{word}\b",  # one that has it further on in its first cell
    r"^\|[^|]*`[^`|]*\b{word}\b",
    r"`{word}\b",  # something that is written with it
    r"`[^`\n]*\b{word}\b[^`\n]*`",
)
"""How a text tells of a word, the plainest first."""


def _tells(word: str, head: str, text: str) -> int | None:
    if len(word) > 3 and word != "what" and re.search(rf"\b{word}s?\b", head, re.IGNORECASE):
        return -1
    ways = enumerate(_TOLD)
    return next(
        (n for n, way in ways if re.search(way.replace("{word}", word), text, re.MULTILINE)), None
    )


def _code(block: str) -> str:
    """A block without sentences, titles and comments."""
    return re.sub(r'>.*|"[^"]*"|#.*', "", block)


def _split(page: str) -> Iterator[tuple[str, str]]:
    """The sections of a page: heading and body."""
    blank = re.sub(r"```.*?```", lambda m: re.sub(r"[^\n]", " ", m[0]), page, flags=re.DOTALL)
    heads = [*re.finditer(r"^#+ (.+)$", blank, re.MULTILINE)]
    for one, following in zip(heads, [*heads[1:], None], strict=True):
        yield one[1], page[one.end() : following.start() if following else len(page)]


def _slug(head: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-")


def main() -> None:
    """Write both pages."""
    (PAGES / "cheat_sheet.md").write_text(sheet(), encoding="utf-8")
    (PAGES / "keywords.md").write_text(index(), encoding="utf-8")


if __name__ == "__main__":
    main()
