"""Rule files with something changed in them by chance: what a tired author, or a malicious one,
might hand in.

`mutant(seed)` gives a game with all its files as texts, one of them damaged: mostly a game of a few
lines, at times a shipped one. The same seed gives the same one. Two changes in three follow the
grammar (`tests.fuzz.grafts`), so many of these files check clean and can be played; the others
change words, lines and signs."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.grafts import grafted
from tests.fuzz.little import LITTLE

from alarife.library import Head, Library, head_of
from alarife.resources import rules_dir

TEXTS = {
    str(p.relative_to(rules_dir())): p.read_text(encoding="utf-8")
    for p in sorted(Path(rules_dir()).rglob("*.alr"))
}
HEADS: dict[str, Head] = {
    path: head for path, text in TEXTS.items() if (head := head_of(text, path)) is not None
}
GAMES = [path for path, head in HEADS.items() if head.what == "game"]
SMALL = [path for path in GAMES if path.startswith("classics")]
OTHERS = [text for texts in LITTLE for text in texts.values()] + [TEXTS[path] for path in SMALL]
EVERY_SHIPPED = 50
"""One mutant in so many is of a shipped game."""
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d+|:=|\+=|-=|\.\.|[^\sA-Za-z0-9_]")
NUMBERS = [
    "0",
    "1",
    "2",
    "-1",
    "3",
    "7",
    "12",
    "100",
    "9999",
    "20000",
    "1000000",
    "999999999",
    "123456789012345",
]
TURNS = [
    ("every", "some", "no"), ("and", "or"), ("while", "until"), ("at least", "at most", "more than", "less than", "="), ("in", "not in"),
    ("set of", "list of", "row of", "pile of", "bag of", "grid of"), ("+", "-", "*", "div", "mod"), ("before", "after", "instead of"),
    ("is empty", "is not empty"), (":=", "+=", "-="), ("Player", "Party", "Neutral"), ("first", "only", "size", "highest", "reverse", "top"),
    ("choose some", "choose any", "choose"), ("you", "on_turn", "seat(1)", "none"), ("leaves", "enters"), ("most", "least"),
    ("most", "least"), ("yes", "no"), ("module", "step", "value", "rule", "action"), ("as", "for each"), ("count", "sum", "those"),
]  # fmt: skip
LOOPS = [
    "repeat while 1 = 1", "repeat 9999 times", "for each zz in 1..1000000000", "repeat until no", "for each zz in 1..9999 with yy in 1..9999",
    "as each zz in Player", "if 1 = 1", "may \"?\"", "as each zz in Player at once", "together",
]  # fmt: skip


@dataclass
class Mutant:
    """A damaged game: its texts by path, and what is to be loaded."""

    texts: dict[str, str]
    game: str
    modules: list[str]
    players: int | None
    seed: int

    def library(self) -> Library:
        """The files as a library."""
        return Library(texts=self.texts)


def mutant(seed: int) -> Mutant:
    """The damaged game of a seed."""
    chance = random.Random(seed)
    return (_shipped if seed % EVERY_SHIPPED == 0 else _little)(seed, chance)


def _shipped(seed: int, chance: random.Random) -> Mutant:
    path = chance.choice(SMALL if chance.random() < 0.85 else GAMES)
    head = HEADS[path]
    modules = [p for p, h in HEADS.items() if h.what == "module" and h.target == head.name]
    chosen = chance.sample(modules, chance.randint(0, min(2, len(modules))))
    files = needed([path, *chosen])
    texts = {p: TEXTS[p] for p in files}
    damaged = chance.choice(files)
    texts[damaged] = mutated(texts[damaged], [TEXTS[p] for p in files], chance)
    return Mutant(
        texts, head.name, [HEADS[p].name for p in chosen], players_of(texts[path], chance), seed
    )


def _little(seed: int, chance: random.Random) -> Mutant:
    texts = dict(chance.choice(LITTLE))
    damaged = chance.choice(list(texts))
    texts[damaged] = mutated(texts[damaged], OTHERS, chance)
    if chance.random() < 0.05:
        texts[damaged] = bytes_changed(texts[damaged], chance)
    modules = [path.removesuffix(".alr") for path in texts if path != "g.alr"]
    return Mutant(texts, "g", modules, chance.choice([None, 2, 3]), seed)


def bytes_changed(text: str, chance: random.Random) -> str:
    """Some bytes of a text become others; what is no text any more is read as an editor would show
    it."""
    data = bytearray(text.encode())
    for _ in range(chance.randint(1, 4)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return data.decode(errors="replace")


def players_of(text: str, chance: random.Random) -> int | None:
    """A number of players: mostly one that the game allows."""
    span = re.search(r"^  players (\d+)\.\.(\d+)$", text, re.MULTILINE)
    if span is None or chance.random() < 0.3:
        return None
    low, high = int(span[1]), min(int(span[1]) + 5, int(span[2]))
    return chance.randint(low, high + (chance.random() < 0.1)) if high >= low else 2


def needed(paths: list[str]) -> list[str]:
    """These files with the libraries that they use and the modules that they need."""
    found = list(paths)
    for path in found:
        for word in re.findall(r"^  (?:uses|needs) (.*)$", TEXTS[path], re.MULTILINE):
            names = {name.strip() for name in word.split(",")}
            found += [
                p
                for p, h in HEADS.items()
                if h.name in names and h.what in ("library", "module") and p not in found
            ]
    return found


def mutated(text: str, others: list[str], chance: random.Random) -> str:
    """A text with one to three changes."""
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        made = grafted(text, others, chance) if chance.random() < 2 / 3 else None
        text = made if made is not None else chance.choice(CHANGES)(text, chance)
    return text


# ----------------------------------------------------------------
# changes of lines
def _lines(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(2, max(3, len(lines)))
    end = min(len(lines), at + chance.choice([1, 1, 1, 2, 5]))
    to = chance.randrange(2, max(3, len(lines)))
    match chance.randrange(4):
        case 0:
            del lines[at:end]
        case 1:
            lines[to:to] = lines[at:end]
        case 2:
            moved = lines[at:end]
            del lines[at:end]
            lines[to:to] = moved
        case _:
            other = chance.choice(list(TEXTS.values())).split("\n")
            start = chance.randrange(2, max(3, len(other)))
            lines[to:to] = other[start : start + chance.choice([1, 2, 8])]
    return "\n".join(lines)


def _declaration(text: str, chance: random.Random) -> str:
    """A whole declaration of another file comes in, or one of this file goes."""
    lines = text.split("\n")
    starts = [n for n, line in enumerate(lines) if re.match(r"[a-z]", line)][2:]
    if not starts:
        return text
    at = chance.choice(starts)
    end = next((n for n in starts if n > at), len(lines))
    if chance.random() < 0.5:
        return "\n".join(lines[:at] + lines[end:])
    other = chance.choice(list(TEXTS.values())).split("\n")
    theirs = [n for n, line in enumerate(other) if re.match(r"[a-z]", line)][2:]
    if not theirs:
        return text
    start = chance.choice(theirs)
    stop = next((n for n in theirs if n > start), len(other))
    return "\n".join(lines[:at] + other[start:stop] + lines[at:])


def _loop(text: str, chance: random.Random) -> str:
    """A block of statements comes under a loop or a condition."""
    lines = text.split("\n")
    inside = [
        n
        for n, line in enumerate(lines)
        if re.match(r"  +(move|draw|choose|for|repeat|if|[a-z_]+ [:+-]=|as|[a-z_]+$)", line)
    ]
    if not inside:
        return text
    at = chance.choice(inside)
    indent = len(lines[at]) - len(lines[at].lstrip())
    end = at + 1
    while (
        end < len(lines)
        and lines[end].strip()
        and len(lines[end]) - len(lines[end].lstrip()) > indent
    ):
        end += 1
    block = ["  " + line for line in lines[at:end]]
    return "\n".join([*lines[:at], " " * indent + chance.choice(LOOPS), *block, *lines[end:]])


# ----------------------------------------------------------------
# changes of words
def _code_words(text: str) -> list[re.Match[str]]:
    """The words outside sentences, titles and comments."""
    quiet = [
        m.span()
        for m in re.finditer(r'"[^"\n]*"|^ *>.*$|#.*$|\[[A-Z0-9, -]+\]', text, re.MULTILINE)
    ]
    found: list[re.Match[str]] = []
    at = 0
    for m in WORD.finditer(text):
        while at < len(quiet) and quiet[at][1] <= m.start():
            at += 1
        if at == len(quiet) or m.start() < quiet[at][0]:
            found.append(m)
    return found


def _put(text: str, word: re.Match[str], new: str) -> str:
    return text[: word.start()] + new + text[word.end() :]


def _word(text: str, chance: random.Random) -> str:
    words = _code_words(text)
    word = chance.choice(words)
    match chance.randrange(4):
        case 0:
            return _put(text, word, "")
        case 1:
            return _put(text, word, f"{word.group()} {word.group()}")
        case 2:
            return _put(text, word, chance.choice(words).group())
        case _:
            return _put(
                text,
                word,
                word.group()
                + chance.choice(["x", ".", "(", ")", "[", "]", "?", ",", " 1", "..", '"']),
            )


def _name(text: str, chance: random.Random) -> str:
    """A name gives way to another name of the file."""
    names = [w for w in _code_words(text) if re.match(r"[A-Za-z_]{3,}", w.group())]
    return _put(text, chance.choice(names), chance.choice(names).group()) if names else text


def _number(text: str, chance: random.Random) -> str:
    numbers = [w for w in _code_words(text) if w.group().isdigit()]
    return _put(text, chance.choice(numbers), chance.choice(NUMBERS)) if numbers else text


def _turn(text: str, chance: random.Random) -> str:
    """A word of the language gives way to one of its kin."""
    family = chance.choice(TURNS)
    places = [m for one in family for m in re.finditer(rf"(?<!\w){re.escape(one)}(?!\w)", text)]
    return (
        _put(text, chance.choice(places), chance.choice(family)) if places else _name(text, chance)
    )


def _signs(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return (
        text[:at]
        + chance.choice(
            ['"', "\t", "\x00", "é", "  ", "\n", "{", "}", ">", "|", "#", "(", ")", "\r\n"]
        )
        + text[at + chance.randrange(3) :]
    )


CHANGES = [
    _lines,
    _declaration,
    _loop,
    _word,
    _word,
    _name,
    _name,
    _name,
    _number,
    _number,
    _turn,
    _turn,
    _signs,
]
