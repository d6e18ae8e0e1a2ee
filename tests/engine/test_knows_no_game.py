"""The interpreter knows no game: no name that a rule file defines is a word of its source, but for
plain English words that any program uses."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from alarife.library import Library
from alarife.resources import rules_dir
from alarife.syntax import tree
from alarife.syntax.parse import parse_cached

SOURCE = Path(__file__).parents[2] / "interpreter"
GRAMMAR = Path(__file__).parents[2] / "grammar"

CONTRACT = {"play", "score", "winners"}
"""Names that every game gives to what the engine must find: its course, its points, its winners."""

PLAIN = {
    "Back",
    "Block",
    "Colour",
    "Line",
    "Mark",
    "Picture",
    "Piece",
    "Rank",
    "Tile",
    "Witness",
    "accepts",
    "acquire",
    "across",
    "act",
    "actions",
    "add",
    "advance",
    "agree",
    "ahead",
    "allowed",
    "answer",
    "area",
    "aside",
    "asked",
    "asker",
    "awake",
    "back",
    "bag",
    "behind",
    "black",
    "blue",
    "board",
    "both",
    "broken",
    "build",
    "builders",
    "call",
    "caller",
    "cancel",
    "cards",
    "chain",
    "chains",
    "change",
    "check",
    "chips",
    "chosen",
    "closed",
    "closes",
    "colour",
    "colours",
    "columns",
    "components",
    "copies",
    "corner",
    "cost",
    "counted",
    "counters",
    "course",
    "covers",
    "crown",
    "cut_off",
    "dark",
    "dash",
    "deal",
    "dealt",
    "declined",
    "deed",
    "deeds",
    "dice",
    "disc",
    "discard",
    "display",
    "done",
    "drawing",
    "drawn",
    "drop",
    "earlier",
    "east",
    "edge",
    "edges",
    "effect",
    "eight",
    "elsewhere",
    "ending",
    "ends",
    "equals",
    "exact",
    "exchange",
    "excluded",
    "family",
    "few",
    "field",
    "filled",
    "finished",
    "fits",
    "five",
    "floor",
    "fold",
    "folded",
    "four",
    "frame",
    "free",
    "further",
    "gap",
    "garden",
    "gate",
    "gather",
    "give",
    "go",
    "go_on",
    "goal",
    "goes",
    "gold",
    "half",
    "hand",
    "has",
    "heading",
    "heap",
    "heaps",
    "held",
    "here",
    "hold",
    "holding",
    "holds",
    "home",
    "ink",
    "is_free",
    "joined",
    "joins",
    "jump",
    "keep",
    "landed",
    "last",
    "lawful",
    "lay",
    "lay_out",
    "laying",
    "led",
    "left",
    "library",
    "light",
    "line",
    "linked",
    "links",
    "lost",
    "man",
    "marked",
    "marks",
    "members",
    "mixed",
    "money",
    "needed",
    "neighbours",
    "nil",
    "nine",
    "north",
    "number",
    "offer",
    "offered",
    "once",
    "one",
    "open",
    "opening",
    "optional",
    "order",
    "other",
    "out",
    "own",
    "owner",
    "part_of",
    "passes",
    "paths",
    "patience",
    "person",
    "persons",
    "pips",
    "places",
    "played",
    "plays",
    "point",
    "points",
    "pot",
    "printed",
    "promise",
    "push",
    "put",
    "quiet",
    "rank",
    "rate",
    "reached",
    "rebuilt",
    "red",
    "remove",
    "result",
    "reward",
    "rewards",
    "right",
    "ring",
    "role",
    "rolled",
    "room",
    "round",
    "rounds",
    "rows",
    "run",
    "scores",
    "scoring",
    "seat",
    "seeds",
    "set_up",
    "settle",
    "setup",
    "seven",
    "shown",
    "shuffled",
    "side",
    "sign",
    "signs",
    "silver",
    "single",
    "sites",
    "six",
    "size",
    "small",
    "south",
    "spaces",
    "spent",
    "split",
    "stack",
    "stage",
    "standing",
    "start",
    "steps",
    "stones",
    "store",
    "suits",
    "supply",
    "symbol",
    "take",
    "taken",
    "target",
    "team",
    "ten",
    "three",
    "through",
    "too_many",
    "total",
    "touches",
    "touching",
    "tower",
    "turn",
    "turned",
    "turns",
    "two",
    "usable",
    "value",
    "walk",
    "wall",
    "walls",
    "watch",
    "ways",
    "weight",
    "west",
    "white",
    "won",
    "worth",
}
"""Words of plain English (numbers, colours, verbs, shapes that are drawn) that a rule file and a
program may both need. A new one comes in only after a look at what it does in the source: a word
that is there *for* a game does not."""


def defined() -> dict[str, str]:
    """Every name that a shipped rule file defines, and the file; not `x`, nor `a4`."""
    found: dict[str, str] = {}
    for path in sorted(Path(str(rules_dir())).rglob("*.alr")):
        file = parse_cached(path.read_text(encoding="utf-8"), path.name)
        found.setdefault(file.name, path.name)
        for decl in file.decls:
            names = [decl.name, *(f.name for f in getattr(decl, "fields", []))]
            if isinstance(decl, tree.Kind):
                names += [row.cells[0].text for row in decl.rows[1:]]
            if isinstance(decl, tree.Ruling):
                names += [row.cells[0].text for row in decl.rows[1:]]
            found |= {n: path.name for n in names if len(n) > 2 and n not in found}
    return found


def words_of(path: Path) -> Iterator[str]:
    """The words of a source: names, and words in strings that are no documentation."""
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.NAME:
            yield token.string
        elif token.type == tokenize.STRING and before not in (
            tokenize.NEWLINE,
            tokenize.INDENT,
            tokenize.NL,
        ):
            yield from re.findall(r"[A-Za-z_]\w+", token.string)
        if token.type != tokenize.COMMENT:
            before = token.type


def test_no_name_of_a_game_is_in_the_source() -> None:
    names = defined()
    assert len(names) > 300
    known = PLAIN | CONTRACT
    found = {
        f"`{word}` ({names[word]}) in {path.relative_to(SOURCE)}"
        for path in SOURCE.rglob("*.py")
        for word in words_of(path)
        if word in names and word not in known
    }
    found |= {
        f"`{word}` ({names[word]}) in {path.name}"
        for path in GRAMMAR.glob("*.lark")
        for word in re.findall(r'"([A-Za-z_]\w+)"', path.read_text(encoding="utf-8"))
        if word in names and word not in known
    }
    assert not found, "\n".join(sorted(found))


def test_every_game_is_found() -> None:
    assert {"alhambra", "dice", "alcazaba"} <= {head.name for head in Library().games()}
