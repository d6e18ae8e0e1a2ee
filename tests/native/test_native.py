"""Machine code of a generated text plays the same games as the text, faults included; what is
damaged or of another text is never loaded."""

from __future__ import annotations

import random
import shutil
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.runs import run

import alarife
from alarife.engine import native
from alarife.engine.binding import PYTHON, text_of
from alarife.engine.faults import Fault
from alarife.engine.machine import Machine
from alarife.engine.state import Game
from alarife.library import Library
from alarife.native import compiler, keeping, writing
from alarife.simulation.driver import at_random

COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]
needs_a_compiler = pytest.mark.skipif(
    bool(compiler.missing()) or shutil.which(COMPILER) is None, reason="needs Cython and a compiler"
)

RULES = """alarife 2
game fault "Fault"
  > A test.
  players 2..3

chapter c "C"

piece Stone(worth: 1..3) "stone"
  3 of each
place bowl "bowl": pile of Stone, starting with Stone
place meadow "meadow": grid of Stone
note counter "counter": number = 0
note many "many": list of number = []

place yard "yard": grid 3 by 3 of Stone
note shut[Edge of yard] "shut": yes/no = no

graph ways "ways"
  > From one space to the next.
  join a and b for a in Cell of yard with b in beside(yard, a) where not shut[between(yard, a, b)]

rule wide "Wide"
  > All spaces can be reached.
  size(reach(ways, cell(1, 1))) is 9

value third(n: 1..3) "A third": number = n

step play "Play"
  > Play.
  as seat(1)
    choose n from 1..6 "How many?"
    tell Player whether wide
    counter := n
    trouble

step trouble "The trouble"
  > Trouble comes.
  if counter is 1
    repeat 100 times
      counter := (counter + 1) * (counter + 1)
  otherwise if counter is 2
    repeat 100 times
      many := many + many + [1]
  otherwise if counter is 3
    counter := third(counter + 1)
  otherwise if counter is 4
    if top(bowl) is some s
      move s to meadow[cell(1000 * counter, 4)]
  otherwise if counter is 5
    if seat(counter + 1) is seat(1)
      pass
  otherwise
    counter := 7
"""

TEXT = """\
def odd(s, n):
    return n > 0 and even(s, n - 1)


def even(s, n):
    return n == 0 or odd(s, n - 1)


def down(s, n):
    return down(s, n - 1) + 1


def kept(s, n):
    s[1] += 1
    return n * s[0]


kept = memo(kept)


def twice(s, n):
    return kept(s, n) + kept(s, n)


def row(s, n):
    return (n, n) if n > 2 else (n,)


def picked(s, i):
    out = [ROW[j] for j in range(0, 3) if (x := ROW[j]) > i or (j + 1 < 3 and ROW[j + 1] == x)]
    return tuple(out), len(out), ROW[-1], s[i + 1], sum([s[i] for _ in range(0, 2)])


def summed(s, n):
    total = 0
    k = len(s)
    for i in range(0, 3):
        if i != n and total + ROW[i] <= 6:
            total += ROW[i]
        total -= -1
        s[i] = total * k << i
    return total * 5000000000000000000, k * 5000000000000000000, (n < 3) * 4000000000, -total


def part_of(s, n):
    h = tuple(s)
    return h[:n] + h[n + 1:], h[-2:n], h[n:], s[n:], h[1:-1], h[:], h[-9:9]


def holes(s, n):
    k = len(s)
    m = n & 1
    return HOLES[m] == 3, HOLES[m] != k, k == HOLES[m], HOLES[m] is None, 1 < k == HOLES[m]


def ordered(s, n):
    k = len(s)
    return k > HOLES[n]


def chosen(s, n):
    o = (5, 6, 7)
    x = s
    return o[n * len(o) >> 32], x[n * len(x) >> 32]


def large(s, n):
    return n * n * n > 5, n * n < 10, -n <= 3, ROW[0] <= n, sorted({n, 2})


ALL = (odd, even)
"""


def memo(function: Any) -> Any:
    known: dict[int, Any] = {}

    def asked(s: Any, n: int) -> Any:
        if n not in known:
            known[n] = function(s, n)
        return known[n]

    return asked


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache of the tests' own, that stays while they run; nothing that was loaded is known."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.getbasetemp() / "native"
        patch.setenv("ALARIFE_CACHE", str(home))
        keeping.forget()
        yield home
    keeping.forget()


def plain(game: Game) -> Game:
    """The same game, with the machine for playouts that carries out the text itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keeping, "found", lambda text: None)
        made = Game(game.lowered)
        assert made.machine.playouts.native is None
    return made


def by_machine_code(game: Game) -> Game:
    native.build(game)
    made = Game(game.lowered)
    assert made.machine.playouts.native is not None
    return made


@needs_a_compiler
def test_the_same_games() -> None:
    game = alarife.load("connect_four", players=2)
    one, other = plain(game), by_machine_code(game)
    for seed in range(30):
        assert at_random(one, seed) == at_random(other, seed)


@needs_a_compiler
def test_the_same_faults() -> None:
    game = alarife.load("fault", library=Library(texts={"fault.alr": RULES}))
    told: list[list[tuple[Any, ...]]] = []
    for made in (plain(game), by_machine_code(game)):
        told.append([])
        machine = made.machine.playouts
        for option in range(6):
            s = machine.start(1, log=False)
            words = iter([(option << 32) // 6 + 1])
            try:
                machine.play_out(s, [words.__next__] * 2, 10)
                told[-1].append((option, s[12:14]))
            except Fault as wrong:
                told[-1].append((option, wrong.rule, wrong.diagnostics))
    assert told[0] == told[1]
    assert [one[1] for one in told[1][:5]] == ["trouble"] * 5
    assert len(told[0][5]) == 2


@needs_a_compiler
def test_the_same_as_python() -> None:
    given = {"memo": memo, "ROW": (4, 1, 1), "HOLES": (None, 3)}
    python: dict[str, Any] = {"__builtins__": PYTHON, **given}
    exec(TEXT, python)  # noqa: S102 - the text above
    keeping.keep(TEXT, compiler.built(TEXT, python, PYTHON))
    own = dict(given)
    made = keeping.run(keeping.found(TEXT), own)
    assert own.keys() == python.keys() - {"__builtins__"}
    rng = random.Random(1)
    for word in (0, 1, 2**31, 2**32 - 1):
        assert python["chosen"]([1, 2], word) == own["chosen"]([1, 2], word)
    for wrong in (2**32, 2**70, -(2**40)):
        with pytest.raises(IndexError):
            own["chosen"]([1, 2], wrong)
    for name in ("odd", "even", "twice", "row", "picked", "large", "summed", "part_of", "holes"):
        for n in [0, 1, 2, *([] if name == "picked" else [3, 9, rng.randrange(100, 300)])]:
            one, other = [5, 0, 7, 8], [5, 0, 7, 8]
            assert python[name](one, n) == own[name](other, n), name
            assert one == other
    for n in (2**31, 2**62, -(2**64), 10**40):
        assert python["large"]([0], n) == own["large"]([0], n)
    with pytest.raises(RecursionError):
        own["down"]([0], 1)
    for function in (python["ordered"], own["ordered"]):
        assert function([1, 2, 3, 4], 1) is True
        with pytest.raises(TypeError):
            function([1, 2, 3, 4], 0)
    for wrong in (-7, 5, None):
        with pytest.raises((IndexError, TypeError)) as first:
            python["picked"]([5, 0, 7, 8], wrong)
        with pytest.raises(first.type):
            own["picked"]([5, 0, 7, 8], wrong)
    made.bind({"ROW": (9, 9, 9)})
    assert own["picked"]([5, 0, 7, 8], 1)[0] == (9, 9, 9)
    for other in ([4, 1, 1], (4, 2**40, 1), ("4",)):
        assert keeping.run(keeping.found(TEXT), {"memo": memo, "ROW": other}) is None


@needs_a_compiler
def test_what_is_damaged_is_not_loaded(own_cache: Path) -> None:
    game = alarife.load("connect_four", players=2)
    native.build(game)
    text = text_of(game.lowered, playing=True)
    file = own_cache / f"{keeping.name_of(text)}.so"
    before = file.read_bytes()
    assert keeping.is_kept(text)
    assert not keeping.is_kept(text + "\n")
    for damaged in (before[:-1], bytes([*before[:-1], before[-1] ^ 1]), b""):
        _replace(file, damaged)
        keeping.forget()
        assert not keeping.is_kept(text)
        assert keeping.found(text) is None
    _replace(file, before)
    file.chmod(0o666)
    assert not keeping.is_kept(text)
    file.chmod(0o600)
    assert keeping.is_kept(text)
    digest = own_cache / keeping.name_of(text)
    digest.write_bytes(bytes(32))
    assert keeping.found(text) is None
    digest.unlink()
    assert Machine(game.lowered).playouts.native is None


@needs_a_compiler
def test_what_came_with_the_package_is_found_where_there_is_a_cache(
    own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = alarife.load("tic_tac_toe", players=2)
    file = native.build(game)
    assert file is not None
    text = text_of(game.lowered, playing=True)
    shutil.move(file, tmp_path / file.name)
    assert keeping.found(text) is None
    monkeypatch.setattr(keeping, "machine_code", lambda: tmp_path)
    assert keeping.found(text) is not None
    assert native.is_built(game)
    assert native.build(game) is None
    monkeypatch.setenv("ALARIFE_CACHE", "")
    assert keeping.found(text) is None


def _replace(file: Path, data: bytes) -> None:
    """Another file in its place: the old one may be in use."""
    file.unlink()
    file.write_bytes(data)
    file.chmod(0o600)


@needs_a_compiler
def test_the_command() -> None:
    said = run("compile", "connect_four").output
    again = run("compile", "connect_four").output
    assert ".so" in said or again == said
    assert again == "There is machine code already.\n"


def test_nothing_is_built_without_the_command(own_cache: Path) -> None:
    at_random(alarife.load("nim", players=2), 1)
    assert not list(own_cache.glob("native-*nim*"))
    assert not keeping.is_kept(text_of(alarife.load("nim", players=2).lowered, playing=True))


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "missing", lambda: ["Cython"])
    done = run("compile", "nim")
    assert done.exit_code == 1
    assert "pip install 'alarife[native]'" in done.output


@needs_a_compiler
def test_a_compiler_that_fails_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    done = run("compile", "tic_tac_toe")
    assert done.exit_code == 1
    assert "No machine code could be made" in done.output
    assert "no-such-compiler" in done.output


def test_forms_that_are_not_known() -> None:
    for text in ("import os", "def f(s, *rest):\n    pass", "def f(s):\n    return lambda: 1"):
        with pytest.raises(writing.NotWritable):
            writing.written(text, {}, PYTHON)
        with pytest.raises(compiler.NotBuilt, match="form"):
            compiler.built(text, {}, PYTHON)
