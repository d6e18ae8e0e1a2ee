"""Hungarian words in sentences: the article before them, and suffixes in harmony with them.

In: a word or a number in digits, and a form: `az` or `Az` for the article, or a suffix with a
hyphen in any of its shapes (`-ban`, `-re`, `-hoz`, `-val`, `-t`). Out: the word in that form. What
is irregular stands in the catalogue's table of forms, which is asked first."""

from __future__ import annotations

from collections.abc import Sequence

_BACK, _ROUND, _FRONT = "aáoóuú", "öőüű", "eéiíöőüű"
_LONGER = {"a": "á", "e": "é", "A": "Á", "E": "É"}
_TWO_LETTERS = ("cs", "dz", "gy", "ly", "ny", "sz", "ty", "zs")
_SHAPES = [
    ("ban", "ben"),
    ("ba", "be"),
    ("ból", "ből"),
    ("nak", "nek"),
    ("ról", "ről"),
    ("ra", "re"),
    ("nál", "nél"),
    ("tól", "től"),
    ("val", "vel"),
    ("vá", "vé"),
    ("hoz", "hez", "höz"),
    ("szor", "szer", "ször"),
    ("on", "en", "ön"),
    ("ok", "ek", "ök"),
    ("t",),
]
_SUFFIXES = {shape: shapes for shapes in _SHAPES for shape in shapes}
_NO_LINK = ("j", "l", "ly", "n", "ny", "r", "s", "sz", "z", "zs")
_DIGITS = ("nulla", "egy", "kettő", "három", "négy", "öt", "hat", "hét", "nyolc", "kilenc")
_OBJECT = {
    **dict.fromkeys(("nulla", "kettő"), "t"),
    **dict.fromkeys(("öt",), "öt"),
    **dict.fromkeys(("hat",), "ot"),
    **dict.fromkeys(("három", "nyolc", "húsz", "harminc", "hatvan", "nyolcvan", "száz"), "at"),
}
"""What the object's -t is after the digits of a number, by what is said last: 3-at, 5-öt; else -et
(7-et, 40-et)."""
_TENS = ("", "tíz", "húsz", "harminc", "negyven", "ötven", "hatvan", "hetven", "nyolcvan")


def bent(text: str, form: str) -> str | None:
    """A word in a form; None if there is no such form."""
    if form in ("az", "Az"):
        article = "az" if _spoken_first(text)[:1].lower() in _BACK + _FRONT else "a"
        return f"{article.capitalize() if form == 'Az' else article} {text}"
    shapes = _SUFFIXES.get(form.removeprefix("-")) if form.startswith("-") else None
    if shapes is None or not text:
        return None
    if text[-1].isdigit():
        spoken = _spoken_last(text)
        if shapes[0] == "t":
            return f"{text}-{_OBJECT.get(spoken, 'et')}"
        stem, ending = _attached(spoken, shapes)
        doubled = _last_sound(spoken) if len(stem) > len(spoken) else ""
        return f"{text}-{doubled}{ending}"
    stem, ending = _attached(text, shapes)
    return stem + ending


def _attached(word: str, shapes: Sequence[str]) -> tuple[str, str]:
    """The word as it becomes before the suffix, and the shape that the suffix takes."""
    vowel = word[-1].lower() in _BACK + _FRONT
    stem = word[:-1] + _LONGER.get(word[-1], word[-1])
    if shapes[0] == "t":
        link = "" if vowel or _last_sound(word) in _NO_LINK else _harmony(word, ("o", "e", "ö"))
        return stem, f"{link}t"
    shape = _harmony(word, shapes)
    if shape[0] in "oeö" and vowel:  # asztalon, but kapun
        return stem, shape[1:]
    if shape[0] == "v" and not vowel:  # kővel, but kerttel
        return _doubled(word), shape[1:]
    return stem, shape


def _harmony(word: str, shapes: Sequence[str]) -> str:
    """Back if the word has a back vowel behind its last hyphen or space, or none at all of the
    front ones but i; else front, and rounded where the last vowel is."""
    vowels = [c for c in _last_part(word) if c in _BACK + _FRONT]
    if any(c in _BACK for c in vowels):
        return shapes[0]
    return shapes[2] if len(shapes) > 2 and vowels and vowels[-1] in _ROUND else shapes[1]


def _last_part(word: str) -> str:
    return word.lower().replace("-", " ").rsplit(" ", 1)[-1]


def _last_sound(word: str) -> str:
    return word[-2:].lower() if word[-2:].lower() in _TWO_LETTERS else word[-1].lower()


def _doubled(word: str) -> str:
    """The word with its last consonant doubled: kert → kertt, ász → ássz."""
    sound = _last_sound(word)
    if len(word) > 2 and word[-2].lower() == sound:  # toll: long already
        return word
    return word[: -len(sound)] + sound[0] + word[-len(sound) :]


def _spoken_first(text: str) -> str:
    """What is said first: of a number its first word."""
    digits = text[: next((i for i, c in enumerate(text) if not c.isdigit()), len(text))]
    if not digits:
        return text
    leading = len(digits) % 3
    if digits[0] == "1":  # egy, ezer; but tíz, száz
        return "egy" if leading == 1 else "tíz"
    return _DIGITS[int(digits[0])]


def _spoken_last(text: str) -> str:
    """What is said last of a number."""
    number = int("".join(c for c in text.rsplit(" ", 1)[-1] if c.isdigit())[-6:])
    if number % 10 or number == 0:
        return _DIGITS[number % 10]
    if number % 100:
        return (*_TENS, "kilencven")[number // 10 % 10]
    return "száz" if number % 1000 else "ezer"
