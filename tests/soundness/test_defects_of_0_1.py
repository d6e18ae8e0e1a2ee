"""Attacks on version 0.1.0 that went through, each in a few lines.

Every test here fails with that version. To see it, check it out somewhere and run this file with it:

    git worktree add /tmp/old 664aed7
    PYTHONPATH=/tmp/old/interpreter pytest --noconftest tests/soundness/test_defects_of_0_1.py

| what was tried | the test |
| --- | --- |
| a save that runs code: `forge_save` | `test_a_save_runs_no_code` |
| files into the book: `rst_title_reads_files`, `rst_game_title_reads_files` | `test_a_title_takes_no_file_into_the_book` |
| `html_title_xss` | `test_a_title_is_no_markup_of_the_page` |
| `memory_6gb_list`, `slow_winners` | `test_a_game_computes_no_longer_than_it_may` |
| `quadratic_unknown_names`, `quadratic_duplicate_values` | `test_the_first_mistakes_are_told` |
| `slow_holes` | `test_holes_take_time_by_their_number` |
| `restore_packed_note` | `test_a_note_of_many_keys_is_restored` |
| `option_of_another_decision` | `test_an_option_belongs_to_its_decision` |
| `score_value_leaks_hidden_cards` | `test_points_do_not_show_hidden_cards` |
| `winners_*`, `score_*` | `test_results_of_other_types_are_refused` |
| `name_collision_*` | `test_names_of_generated_code_are_free` |
| `imagine_sealed_*` | `test_what_is_answered_in_secret_stays_answered` |
| `why_not_tracebacks` | `test_odd_arguments_are_answered_in_a_sentence` |
"""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from tests.soundness.outside import Folder, dealt, keys

import alarife

TITLED = """alarife 1
game inc "GAME"
  > A harmless game.
  players 2..2

chapter c "CHAPTER"
  > Text.

note score[Player] "points": 0.. = 0

step play "Course"
  > Play.
  pass
"""


def test_a_save_runs_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evil.py").write_text(
        "from pathlib import Path\n"
        "class Bot:\n"
        "    def __init__(self): Path(__file__).with_name('RAN').touch()\n"
        "    def choose(self, view, decision, rng): return 0\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    monkeypatch.delitem(sys.modules, "evil", raising=False)
    folder, path = Folder(tmp_path, dealt("")), tmp_path / "save.json"
    folder.run("play", "nim", "--bots", "greedy", "--save", str(path), typed="1\nquit\n")
    save = json.loads(path.read_text())
    body = json.dumps({**save["save"], "seats": ["person", "evil:Bot"]}, separators=(",", ":"))
    sign = sha256(body.encode()).hexdigest()
    head = f'{{"alarife save":{save["alarife save"]},"sum":"{sign}","save":'
    path.write_text(head + body + "}")
    said = folder.run("play", "--resume", str(path), typed="quit\n").output
    assert not (tmp_path / "RAN").exists()
    assert "E0726" in said


@pytest.mark.parametrize("title", ["GAME", "CHAPTER"])
def test_a_title_takes_no_file_into_the_book(tmp_path: Path, title: str) -> None:
    """Sphinx copies what a `:download:` names; the link goes up from the folder of the pages."""
    secret = tmp_path / "secret.txt"
    secret.write_text("SECRET")
    up = "../" * 12 + str(secret).lstrip("/")
    folder = Folder(tmp_path, TITLED.replace(title, f"A :download:`x <{up}>` B"))
    out = tmp_path / "out"
    try:
        folder.run("rulebook", "{}", "--players", "2", "--to", str(out))
    finally:
        assert not list(out.rglob("secret.txt"))


def test_a_title_is_no_markup_of_the_page(tmp_path: Path) -> None:
    folder = Folder(tmp_path, TITLED.replace("GAME", "<img src=x onerror=alert(1)>"))
    folder.run("rulebook", "{}", "--players", "2", "--to", str(tmp_path / "out"))
    pages = [p.read_text() for p in (tmp_path / "out").rglob("*.html")]
    assert pages
    assert not any("<img src=x" in page for page in pages)


HEAVY = {
    "memory": "  points[seat(1)] := size(list x for x in 1..99999 with y in 1..99999)",
    "winners": "  pass\n\nvalue winners: set of Player ="
    " those p in Player where (sum points[p] for x in 1..90000 with y in 1..90000) = 0",
}
LIMITED = """
import resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (700_000_000, 700_000_000))
import alarife
from alarife.engine import budget
budget.MOST_SECONDS = 1
game = alarife.load(sys.argv[1])
before = time.process_time()
try:
    game.start(1).winners
except alarife.RuleError as wrong:
    print(wrong.diagnostics[0].code)
print(time.process_time() - before)
"""


@pytest.mark.parametrize("what", HEAVY)
def test_a_game_computes_no_longer_than_it_may(tmp_path: Path, what: str) -> None:
    """Not 700 MB, and as many seconds as the budget has: one here, ten in earnest."""
    folder = Folder(tmp_path, dealt(HEAVY[what]))
    words = [sys.executable, "-c", LIMITED, str(folder.file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr[-1000:]
    code, seconds = done.stdout.split()
    assert code in ("E0507", "E0515")
    assert float(seconds) < 1.6


@pytest.mark.parametrize("line", ["value v{n}: number = w{n}", "value v: number = {n}"])
def test_the_first_mistakes_are_told(tmp_path: Path, line: str) -> None:
    before = process_time()
    said = Folder(tmp_path, "\n".join(line.format(n=n) for n in range(3000))).checked()
    assert said.count("error E") <= 101
    assert process_time() - before < 6


def test_holes_take_time_by_their_number(tmp_path: Path) -> None:
    before = process_time()
    holes = "{size(Player)} " * 16_000
    said = Folder(tmp_path, f'step play "Course"\n  > {holes}.\n  pass\n').checked()
    assert "nothing is wrong" in said
    assert process_time() - before < 5


def test_a_note_of_many_keys_is_restored(tmp_path: Path) -> None:
    game = Folder(
        tmp_path,
        """
piece Tile "tile"
  20 of each
place heap "heap": set of Tile, starting with Tile
note seen[Tile] "seen": yes/no = no
step play "Course"
  > Take one.
  as seat(1)
    choose t from heap "Which?"
    otherwise
      never "because it is not empty"
    seen[t] := yes
    may "More?"
      pass
""",
    ).load()
    for state in (game.start(1), game.start(1).play(0)):
        assert game.restore(json.loads(json.dumps(state.dump()))).dump() == state.dump()


def test_an_option_belongs_to_its_decision(tmp_path: Path) -> None:
    question = (
        '  as seat(1)\n    choose n from 1..3 "How many?"\n    choose c from hand[you] "Which?"'
    )
    state = Folder(tmp_path, dealt(question + '\n    otherwise\n      never "three"')).start()
    assert state.decision is not None
    olds = list(state.decision.options)
    state = state.play(0)
    for old in olds:
        with pytest.raises(alarife.RuleError, match="E0702"):
            state.play(old)


def test_points_do_not_show_hidden_cards(tmp_path: Path) -> None:
    score = "value score(p: Player): number = sum c.rank for c in hand[p]"
    game = Folder(tmp_path, dealt('  as seat(1)\n    may "Bet?"\n      pass', score)).load()
    for seed in range(8):
        state = game.start(seed)
        assert state.view(1)["scores"]["2"] is None
        assert state.imagine(1, seed).view(1) == state.view(1)


@pytest.mark.parametrize(
    "result",
    [
        "value winners: Player? = none",
        "value winners: ranking of Player = rank p in Player by most 1",
        "value winners: list of number = [7, 99]",
        "value winners(p: Player): yes/no = yes",
        'note score[Player] "s": Player? = none',
        'note score[Player, Player] "s": number = 0',
        'note score[1..3] "s": number = 0',
    ],
)
def test_results_of_other_types_are_refused(tmp_path: Path, result: str) -> None:
    assert "E0391" in Folder(tmp_path, result).checked()


MENUS = """
menu x "X"
menu y "Y"
action outer in x "Outer"
  > Outer.
  choose from y
action NAME in MENU "Never"
  > Never.
  require no_way
action ok in y "OK"
  > Always.
  pass
action also in x "Also"
  > Always.
  pass
rule no_way "No way"
  > Never ever.
  1 = 2
step play "Play"
  as seat(1)
    choose from x
    otherwise
      never "because of OK"
"""
LAW = """
piece T "t"
  4 of each
place yard "yard": grid 3 by 3 of T, under by_leaving
place hand "hand": set of T, starting with T
law by_leaving(g: grid of T) "Law"
rule joined in by_leaving(g) "One"
  > Only one.
  size(cells(g)) at most 1
menu x "X"
action lay in x "Lay"
  > Lay.
  choose t from hand "?"
  choose c from gaps(yard) "?"
  move t to yard[c]
action take in x "Take"
  > Take.
  choose t from pieces(yard) "?"
  move t to hand
action pass_on in x "Pass"
  > Pass.
  pass
step play "Course"
  > Play.
  repeat 6 times
    as seat(1)
      choose from x
      otherwise
        pass
"""


def test_names_of_generated_code_are_free(tmp_path: Path) -> None:
    for name, menu in (("menu_x", "x"), ("menu", "y")):
        state = Folder(tmp_path, MENUS.replace("NAME", name).replace("MENU", menu)).start()
        assert keys(state) == ["outer", "also"]
        assert [rule.name for rule in state.why_not(name)] == ["no_way"]
    state = Folder(tmp_path, LAW).start().play("lay").play("1,1")
    yard = state.view(1)["places"]["yard"]
    assert state.why_not("take", yard[0]["piece"]["id"]) == []


SEALED = """
kind Sign "sign"
  | name  |
  | stone |
  | paper |
note told[Player] "told": Sign? = none
step play "Course"
  > All at once.
  as each p in Player at once
    choose QUESTION from Player "Who?"
    choose sign from Sign "Which?"
    told[you] := sign
"""


@pytest.mark.parametrize("question", ["some q", "q"])
def test_what_is_answered_in_secret_stays_answered(tmp_path: Path, question: str) -> None:
    state = Folder(tmp_path, SEALED.replace("QUESTION", question)).start(players=3)
    while state.decision is not None:
        for seat in (1, 2, 3):
            other = state.imagine(seat, 5)
            assert other.view(seat) == state.view(seat)
            if state.decision.player == seat:
                assert keys(other) == keys(state)
        state = state.play(len(state.decision.options) - 1)


def test_odd_arguments_are_answered_in_a_sentence() -> None:
    state = alarife.load("alhambra", players=3).start(7)
    odd: list[tuple[str, list[Any]]] = [
        ("build_in", []),
        ("keep", [10**6]),
        ("build", [{"at": [1]}]),
        ("build", [None]),
    ]
    for action, answers in odd:
        with pytest.raises(alarife.RuleError):
            state.why_not(action, *answers)
    four = alarife.load("connect_four").start(1)
    with pytest.raises(alarife.RuleError):
        four.why_not_here("x")
    assert state.decision is not None
    assert four.decision is not None
    assert four.why_not_here(four.decision.options[0]) == []
    with pytest.raises((alarife.RuleError, TypeError), match="`players`"):
        alarife.load("goofspiel", players="2")  # pyright: ignore[reportArgumentType]
    with pytest.raises((alarife.RuleError, TypeError), match="`options`"):
        alarife.load("goofspiel", options={1: 1})  # pyright: ignore[reportArgumentType]
