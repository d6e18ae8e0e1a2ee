"""The lab: intervals, the same figures however it is played, records that go on, reports."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from click.testing import CliRunner

import alarife
from alarife.cli.configuring import Wish
from alarife.cli.diff import differences_of
from alarife.cli.group import command
from alarife.diagnostics import RuleError
from alarife.lab import Plan, arm_of, figures_of, run
from alarife.lab.measure import never
from alarife.lab.portions import play_portion, portions
from alarife.lab.record import NAME
from alarife.lab.report import write
from alarife.lab.statistics import interval_of, t_point, wilson
from alarife.lab.sums import Moments, Sums
from alarife.linking.diff import Difference


def plan(pairs: int = 6, bots: tuple[str, ...] = ("random",), seed: int = 1) -> Plan:
    """Two quick games of points, so that there is something to compare."""
    arms = [arm_of(alarife.load(name, players=3), name) for name in ("goofspiel", "oh_hell")]
    return Plan(tuple(arms), bots, pairs, seed)


def builders(pairs: int, bots: tuple[str, ...] = ("random",)) -> Plan:
    """A game and a module of it."""
    arms = [
        arm_of(alarife.load("alhambra", modules=modules, players=3), label)
        for modules, label in (([], "base"), (["bazaars"], "bazaars"))
    ]
    return Plan(tuple(arms), bots, pairs, 1)


def figures(sums: Sums, of: Plan) -> list[dict[str, Any]]:
    return [figure.data() for figure in figures_of(of, sums)]


# ----------------------------------------------------------------
# statistics
def test_intervals_against_printed_tables() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 20)[0] == 0
    assert wilson(0, 0) == (0, 1)
    assert t_point(4) == 2.776
    assert t_point(20) == pytest.approx(2.086, abs=2e-3)
    assert t_point(100) == pytest.approx(1.984, abs=1e-3)


def test_an_interval_holds_the_truth_about_so_often() -> None:
    chance = random.Random(3)
    held = 0
    for _ in range(400):
        m = Moments()
        for _ in range(25):
            m.add(chance.gauss(2, 5))
        low, high = interval_of(m) or (0, 0)
        held += low <= 2 <= high
    assert 365 <= held <= 396


# ----------------------------------------------------------------
# running
def test_the_figures_are_the_same_for_any_number_of_processes_and_any_portions() -> None:
    wanted = plan()
    here = figures(run(wanted), wanted)
    assert figures(run(wanted, jobs=2), wanted) == here
    sums = Sums(2)
    for portion in portions(0, 6, 4):
        for pair in play_portion(wanted, portion):
            sums.add(pair)
    assert figures(sums, wanted) == here


def test_points_by_rule_add_up_to_all_points() -> None:
    wanted = builders(2)
    sums = run(wanted)
    for arm in range(2):
        by_rule = sum(
            sums.moments(arm, name).total for name in sums.names() if name.startswith("rule.points")
        )
        assert by_rule == pytest.approx(6 * sums.moments(arm, "points.mean").total / 2)
    bazaars = next(f for f in figures_of(wanted, sums) if f.words == "Scoring the bazaars")
    assert bazaars.values[0].mean == 0 < bazaars.values[1].mean


def test_every_bot_sits_everywhere() -> None:
    wanted = plan(bots=("greedy", "random"))
    arm = wanted.arms[0]
    assert [wanted.seats(arm, pair) for pair in range(3)] == [[0, 1, 0], [0, 0, 1], [1, 0, 0]]


def test_a_broken_off_run_goes_on(tmp_path: Path) -> None:
    whole = run(plan(6), tmp_path / "whole")
    run(plan(3), tmp_path / "part")
    path = tmp_path / "part" / NAME
    path.write_bytes(path.read_bytes()[:-40])  # the last line was half written
    parts: list[int] = []
    made = run(plan(6), tmp_path / "part", resume=True, progress=parts.append)
    assert parts[0] == 2
    assert figures(made, plan(6)) == figures(whole, plan(6))
    assert path.read_bytes() == (tmp_path / "whole" / NAME).read_bytes()


def test_a_run_that_was_broken_off_before_its_first_game_holds_nothing_up(tmp_path: Path) -> None:
    """As after a bot of one's own that failed at once: mend it, and give the same command again."""
    with pytest.raises(RuleError):
        run(plan(2, bots=("no_such_bots:Bot",)), tmp_path)
    assert figures(run(plan(2), tmp_path), plan(2)) == figures(run(plan(2)), plan(2))
    (tmp_path / NAME).write_text('{"something": "else"}\n', encoding="utf-8")
    with pytest.raises(RuleError):
        run(plan(2), tmp_path)


def test_games_of_another_plan_are_left_alone(tmp_path: Path) -> None:
    run(plan(2), tmp_path)
    for wrong in (
        lambda: run(plan(2), tmp_path),
        lambda: run(plan(2, seed=2), tmp_path, resume=True),
    ):
        with pytest.raises(RuleError) as raised:
            wrong()
        assert raised.value.diagnostics[0].code == "E0741"


def test_sums_do_not_grow_with_pairs() -> None:
    few, many = Sums(2), Sums(2)
    pair = play_portion(plan(), (0, 1))[0]
    for _ in range(3):
        few.add(pair)
    for _ in range(300):
        many.add(pair)
    assert [len(own) for own in few.own] == [len(own) for own in many.own]


# ----------------------------------------------------------------
# the report
def test_the_page_needs_no_network_and_its_plots_are_svg(tmp_path: Path) -> None:
    wanted = plan(4, bots=("random",))
    sums = run(wanted)
    differences = [
        Difference("added", "rule", "x", "A <b>rule</b> & more", "mine", new="<i>Say</i> so.")
    ]
    write(tmp_path, wanted, sums, differences, "alarife lab …")
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;rule&lt;/b&gt; &amp; more" in page
    assert "&lt;i&gt;Say&lt;/i&gt; so." in page
    assert "src=" not in page
    assert "http" not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")
    plots = page.split("<figure>")[1:]
    assert len(plots) >= 6
    for plot in plots:
        root = Xml.fromstring(plot.split("</figure>")[0])  # noqa: S314 - our own
        assert root.find("{http://www.w3.org/2000/svg}title") is not None
    data = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert data["pairs"] == 4
    assert {"win.seat.1", "length.turns"} <= {figure["name"] for figure in data["figures"]}


def test_beside_a_sentence_stands_what_it_did(tmp_path: Path) -> None:
    """The row of a new action says how often it was taken; what is never used is told as 0."""
    wanted = builders(6)
    sums = run(wanted)
    found = differences_of(*(Wish("alhambra", with_).stages() for with_ in ((), ("bazaars",))))
    write(tmp_path, wanted, sums, found, "alarife lab …")
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    row = page.split("followed by “Scoring the bazaars” (bazaars)")[1].split("</tr>")[0]
    assert "Multiply these numbers" in row
    assert "at work, Scoring the bazaars: +" in row
    assert "<li>points: +" in row.replace(' class="clear"', "")
    figures = {figure.name: figure for figure in figures_of(wanted, sums)}
    pieces = [name for name in figures if name.startswith("use.piece.building tile: ")]
    assert len(pieces) >= 54
    rules = [figure for figure in figures.values() if figure.group == "use.rule"]
    assert any(figure.values[0].mean == figure.values[1].mean == 0 for figure in rules)


CARRY = """alarife 2
module carry_over "Ties carry over" for goofspiel
  > If players tie for a prize, the next prize is worth that much more.

note carried "points carried over": 0.. = 0

instead of award as carry "Who gets the prize"
  > The highest bid wins the prize and what was carried over.
  if open_prize is some prize
    if first(rank p in Player by most offered(p)) is some p
      score[p] += prize.worth + carried
      carried := 0
    otherwise
      carried += prize.worth
    move prize to box
"""


def test_a_house_rule_from_idea_to_report(tmp_path: Path) -> None:
    """A rule with the title of the one that it replaces: beside what differs stands what both did,
    and no figure is cut off by another of one title. What never varies has no interval."""
    path = tmp_path / "carry_over.alr"
    path.write_text(CARRY, encoding="utf-8")
    done = lab(
        "goofspiel",
        "--with",
        str(path),
        "--players",
        "3",
        *("--games", "6"),
        *("--bots", "random"),
        "--to",
        str(tmp_path / "report"),
    )
    assert done.returncode == 0, done.stderr
    assert "turns: without: 36  |  with carry_over: 36  |  difference: 0" in done.stdout
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "<title>Goofspiel: without and with carry_over</title>" in page
    row = page.split("replaced by “Who gets the prize” (carry_over)")[1].split("</tr>")[0]
    assert "<p>was: The highest bid wins the prize. If players tie" in row
    assert "<p>now: The highest bid wins the prize and what" in row
    assert "points, Who gets the prize (carry_over): +9" in row
    assert "points, Who gets the prize (goofspiel): −" in row
    glance = page.split("All differences at a glance")[1].split("</figure>")[0]
    assert "share of the game after which the winner led for good" in glance
    assert "Who gets the prize" not in glance  # only one of the two has it


def test_progress_says_how_many_and_how_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    from alarife.cli.progress import Bar

    with Bar(40, "games") as told:
        for _ in range(40):
            told(1)
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().err)
    assert "games" in shown
    assert re.search(r"\d+/40 (-:--:--|\d:\d\d:\d\d)", shown)


def test_pieces_have_names_for_readers() -> None:
    """Titles instead of names of the rule file; no word for what a row leaves out."""
    pieces = set(never(arm_of(alarife.load("dice", players=2), "dice")))
    assert {"use.piece.bonus tile: Light, Black die", "use.piece.white die"} <= pieces
    assert "use.piece.bonus tile: Dark, Points, 3" in pieces


def test_points_of_a_value_count_too() -> None:
    arm = arm_of(alarife.load("go"), "go")
    assert "points.mean" in run(Plan((arm,), ("random",), 2, 1)).names()


def lab(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "alarife", "lab", *words],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_command(tmp_path: Path) -> None:
    done = lab("pig", "--games", "4", "--bots", "random", "--to", str(tmp_path / "a"))
    assert done.returncode == 0, done.stderr
    assert "seat 1: pig:" in done.stdout
    words = ("alhambra", "--against", "alhambra", "--with", "bazaars", "--players", "3")
    done = lab(*words, "--games", "2", "--bots", "random", "--to", str(tmp_path / "b"))
    assert done.returncode == 0, done.stderr
    assert "difference" in done.stdout
    assert "azaar" in json.loads((tmp_path / "b" / "report.json").read_text())["differences"]


def test_a_sweep(tmp_path: Path) -> None:
    option = "alhambra.further_action=optional,compulsory"
    done = lab(
        "alhambra", "--sweep", option, "--games", "2", "--bots", "random", "--to", str(tmp_path)
    )
    assert done.returncode == 0, done.stderr
    data = json.loads((tmp_path / "report.json").read_text())
    assert [arm["label"] for arm in data["arms"]] == ["optional", "compulsory"]
    assert "by alhambra.further_action" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert lab("pig", "--sweep", "x", "--to", str(tmp_path / "x")).returncode == 2


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RuleError) as raised:
        run(plan(3), cluster="tcp://127.0.0.1:1")
    assert raised.value.diagnostics[0].code == "E0742"
    assert "alarife[cluster]" in raised.value.diagnostics[0].hint


@pytest.mark.parametrize(
    "sweep",
    [
        *["nim.x", "=1..2", "nim.x=9..1", "nim.x=1..2..3", "nim.x=1..999999999", "nim.x=1"],
        *["nim.x=\u0661..\u0662", f"nim.x={'9' * 5000}..{'9' * 5001}", "nim.x=" + "a," * 50],
    ],
)
def test_what_is_no_sweep_is_told(tmp_path: Path, sweep: str) -> None:
    """Also one that would take a list of a thousand million numbers."""
    words = ["lab", "nim", "--games", "2", "--to", str(tmp_path / "x"), "--sweep", sweep]
    done = CliRunner().invoke(command, words, prog_name="alarife")
    assert done.exit_code == 2, done.output
    assert "is no sweep" in done.output
    assert len(done.output) < 1000
