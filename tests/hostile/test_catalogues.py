"""A catalogue comes from a stranger. Whatever it says in place of every text of a game, that is
text: nothing is formatted, looked up or evaluated, and nothing takes long."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

import pytest
from babel.messages.pofile import normalize, read_po, write_po
from click.testing import CliRunner

from alarife.cli.group import command
from alarife.diagnostics import RuleError
from alarife.drawing.looks import Looks
from alarife.library import Library
from alarife.pipeline import load
from alarife.rulebook.load import book_of
from alarife.texts.catalogue import catalogue_for
from alarife.texts.holes import holes

GAME = "pig"
MOST_SECONDS = 15
BLANKS = " " * 30_000
PAYLOADS = {
    "wide": "{seat:9999999999} {sides!r:>9999999999}",
    "attributes": "{seat.__class__.__init__.__globals__}",
    "unclosed": "{" * 500,
    "closed": "}{}{0}{x}",
    "percent": "%s %(x)s %n %99999999d",
    "blanks before a form": f"{{x\N{BROKEN BAR}{BLANKS}y}}",
    "blanks": f"{{seat{BLANKS}}} {{={BLANKS}}} {{:{BLANKS}word}}",
    "forms": "{x\N{BROKEN BAR}forms} {x\N{BROKEN BAR}forms a|b|c} {x\N{BROKEN BAR}}",
    "deep": f"{{x = {'(' * 800}1{')' * 800}}}",
    "powers": "{x = " + " * ".join(["999999999999999"] * 40) + "}",
    "claims": "{=x: 1 div 0} {=three: size(Player)}",
    "markup": "`x <javascript:alert(1)>`_ :download:`x </etc/passwd>` <script>alert(1)</script>",
}


SAID = "said"
"""Stands for what a catalogue says."""


@cache
def template() -> bytes:
    """Every message of the game and of what shows it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.pot"
        done = CliRunner().invoke(command, ["translate", "extract", GAME, "--to", str(path)])
        assert done.exit_code == 0, done.output
        return path.read_bytes()


def written(folder: Path, said: str) -> Path:
    """A catalogue that says this in place of everything. It is broken into lines once: that takes
    long."""
    catalogue = read_po(BytesIO(template()))
    for message in catalogue:
        if message.id:
            message.string = SAID
    out = BytesIO()
    write_po(out, catalogue)
    stands = f'msgstr "{SAID}"'.encode()
    assert stands in out.getvalue()
    path = folder / "xx.po"
    path.write_bytes(out.getvalue().replace(stands, f"msgstr {normalize(said)}".encode()))
    return path


def played(folder: Path) -> None:
    state = load(GAME, library=Library(speech=catalogue_for("xx", folder))).start(1)
    for _ in range(4):
        assert all(option.label for option in (state.decision.options if state.decision else ()))
        state.view(1)
        state = state.play(0)


def printed(folder: Path) -> None:
    book_of(GAME, library=Library(speech=catalogue_for("xx", folder)), strict=False)


def checked(folder: Path) -> None:
    done = CliRunner().invoke(command, ["translate", "check", str(folder / "xx.po")])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception


@pytest.mark.parametrize("what", PAYLOADS)
def test_a_translation_is_text(tmp_path: Path, what: str) -> None:
    written(tmp_path, PAYLOADS[what])
    uses: list[Callable[[Path], None]] = [played, printed, checked]
    for use in uses:
        before = process_time()
        with suppress(RuleError):
            use(tmp_path)
        assert process_time() - before < MOST_SECONDS, use.__name__


BITS = [
    *['msgid "', 'msgstr "', 'msgctxt "x"', 'msgid_plural "x"', 'msgstr[9] "a"', "#, fuzzy", '"'],
    *["#~ msgid", "#: a.alr:99999999999999999999", "\\", "\\x", "\0", "\N{RIGHT-TO-LEFT OVERRIDE}"],
    *['"Language: ../../x\\n"', '"Content-Type: text/plain; charset=zlib\\n"'],
    *['"PO-Revision-Date: 2020-99-99 99:99+9999\\n"', '"Last-Translator: <\\n"', 'domain "x"'],
    *[
        f'"Plural-Forms: nplurals=2; plural={rule};\\n"'
        for rule in ("n/0", "n<<9999", "n**9", "-1")
    ],
    *['"Plural-Forms: nplurals=99999999; plural=' + 4000 * "!" + 'n;\\n"', '"\n"'],
]


@pytest.mark.parametrize("seed", range(4))
def test_damaged_catalogues(tmp_path: Path, seed: int) -> None:
    """Bits of catalogues put anywhere into one: it is read, or refused with a sentence."""
    chance = Random(seed)
    whole = template().decode().split("\n\n")
    found: set[bool] = set()
    for _ in range(60):
        text = "\n\n".join([whole[0], *chance.sample(whole[1:], 4)])
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(text))
            bit = chance.choice(BITS)
            text = (
                text[:at] + chance.choice([bit, f"\n{bit}\n"]) + text[at + chance.choice([0, 9]) :]
            )
        (tmp_path / "xx.po").write_text(text, encoding="utf-8")
        before = process_time()
        try:
            speech = catalogue_for("xx", tmp_path)
            found.add(all(speech.plural(n) >= 0 for n in (0, 1, 2, 11, 10**18)))
            speech.word(3)
        except RuleError as wrong:
            found.add(wrong.diagnostics[0].code != "E0735")
        assert process_time() - before < 3
    assert found == {True, False}, seed


def test_a_hole_is_taken_apart_in_one_go() -> None:
    """Blanks behind the bar of a form took time by the square of their number."""
    before = process_time()
    hole = holes(f"{{x\N{BROKEN BAR}{' ' * 300_000}y}}")[0]
    assert (hole.name, hole.form.strip()) == ("x", "y")
    assert process_time() - before < 5


def test_names_of_players_are_not_formatted() -> None:
    """They went through `str.format`, which looks up attributes and pads to any width."""
    said = "{seat.__class__} {seat:99} {seat}"
    looks = Looks(load(GAME).world, say=lambda _: said)
    assert looks.party(1).label == "{seat.__class__} {seat:99} 2"
