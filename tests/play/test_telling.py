"""The log in words, taking back, and where points came from."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest
from tests.play.table import game, played

import alarife
from alarife import RuleError, State
from alarife.bots import Generator
from alarife.engine.inspect import chance_between
from alarife.play import saves
from alarife.play.look import PieceText
from alarife.play.replaying import replay
from alarife.play.scene import Size
from alarife.play.screen import draw
from alarife.play.session import Session
from alarife.play.shelf import Target
from alarife.play.sitting import Sitting
from alarife.play.telling import event_lines, final_lines, growth, news_lines, pages
from alarife.play.terminal import Terminal
from alarife.play.text import Text
from alarife.table import Answer, History, Table, by_heading
from alarife.table.scorings import with_scorings


def _told(state: State, seat: int) -> list[str]:
    history = History(state.game, 0, first=state)
    return [e["words"] for e in Table(state.game).log(history, seat)]


def _whole(name: str, players: int, modules: tuple[str, ...] = (), seed: int = 8) -> History:
    """A game played to its end by lot."""
    lot, history = Generator(seed), History(game(name, players, modules), seed)
    while (decision := history.state.decision) is not None:
        key = decision.options[lot.below(len(decision.options))].key
        history.add(Answer(decision.player, (key,)))
    return history


def test_who_sees_a_card_is_told_which_it_was() -> None:
    state = game("kuhn_poker", 2).start(3)
    mine, other = _told(state, 1), _told(state, 2)
    card = state.view(1)["places"]["hand"]["1"]
    card = (card[0] if isinstance(card, list) else card)["rank"]
    assert any(card in line.lower() and "Hand of Player 1" in line for line in mine)
    assert not any(card in line.lower() for line in other if "Hand" in line)
    assert any("unseen" in line for line in other)


def test_a_secret_answer_is_not_told_before_all_have_answered() -> None:
    history = History(game("goofspiel", 3), 1)
    assert history.state.decision is not None
    history.add(Answer(1, (history.state.decision.options[3].key,)))
    table = Table(history.game)
    assert table.log(history, 2)[-1]["words"] == "Player 1 has answered"
    assert "4" in table.log(history, 1)[-1]["words"]


def test_the_action_that_somebody_takes_is_told_to_all_even_if_being_asked_is_a_secret() -> None:
    history = _whole("alhambra", 3)
    table = Table(history.game)
    acts = {seat: [e["words"] for e in table.log(history, seat) if e["by"] == 2] for seat in (2, 3)}
    assert acts[2].count("Player 2: Take money") > 3
    assert acts[3].count("Player 2: Take money") == acts[2].count("Player 2: Take money")


def test_every_event_names_its_rule() -> None:
    state = played(game("alhambra", 3, ("treasure",)), 200)
    events = Table(state.game).log(History(state.game, 0, first=state), 1)
    assert len(events) > 100
    assert all(e["rule"]["title"] for e in events)
    for event in events:
        drawn = event_lines(event, 80)
        if event["kind"] == "choice" and event.get("named"):
            assert event["rule"]["title"] not in drawn[-1].plain.replace(event["words"], "")
            assert event["rule"]["name"] in state.game.program.actions
        elif event["kind"] != "scoring":
            assert "[" in drawn[-1].plain


def test_a_log_reads_without_what_goes_without_saying() -> None:
    lot, history = Generator(8), History(game("alhambra", 3), 8)
    for _ in range(90):
        decision = history.state.decision
        assert decision is not None
        key = decision.options[lot.below(len(decision.options))].key
        history.add(Answer(decision.player, (key,)))
    lines = [line.plain for line in news_lines(Table(history.game).log(history), 80)]
    taken = next(i for i, line in enumerate(lines) if line.endswith(": Take money"))
    assert "→ Hand of" in lines[taken + 1]
    assert not lines[taken + 1].endswith("]")
    assert not any(", walls:" in line for line in lines)


def test_rows_of_a_scoring_begin_where_they_differ() -> None:
    rows = [
        {
            "kind": "points",
            "party": 1,
            "delta": 2,
            "scoring": "A",
            "path": path,
            "n": 1,
            "by": 0,
            "rule": {"title": "x"},
            "forced": False,
        }
        for path in (
            [("A scoring", ""), ("Buildings", "Tower")],
            [("A scoring", ""), ("Walls", "")],
        )
    ]
    (told,) = with_scorings(rows, {"1": "Ann"})
    assert [row["title"] for row in told["rows"]] == ["Buildings: Tower", "Walls"]


def test_a_shown_card_is_named_to_whoever_knows_it() -> None:
    """At the showdown each learns the other's card; that the other saw one's own is told with its
    name, and who watches learns neither."""
    history = History(game("kuhn_poker", 2), 3)
    for word in ("bet", "call"):
        decision = history.state.decision
        assert decision is not None
        key = next(o.key for o in decision.options if o.key.startswith(word))
        history.add(Answer(decision.player, (key,)))
    table = Table(history.game, ["Ann", "Bob"])
    looks = {
        seat: [e["words"] for e in table.log(history, seat) if e["kind"] == "show"]
        for seat in (0, 1, 2)
    }
    assert looks[1] == looks[2]
    assert len(looks[1]) == 2
    assert not any("unseen" in words for words in looks[1])
    assert all("unseen" in words for words in looks[0])


def test_a_choice_is_taken_back_as_long_as_nobody_learned_anything() -> None:
    history = History(game("alhambra", 3), 1)
    assert history.state.decision is not None
    seat = history.state.decision.player
    history.add(Answer(seat, ("take_money",)))
    history.add(history.undo(seat))
    assert history.position == 0
    thrown = History(game("dice", 2), 7)
    first = thrown.state
    while not chance_between(first, thrown.state):
        assert thrown.state.decision is not None
        seat = thrown.state.decision.player
        thrown.add(Answer(seat, (thrown.state.decision.options[0].key,)))
    with pytest.raises(RuleError, match="Chance has decided"):
        thrown.undo(seat)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("dice", 2),
        ("dice", 3),
        ("oh_hell", 3),
        ("goofspiel", 3),
        ("kalah", 2),
        ("pig", 2),
        ("alhambra", 3),
        ("alcazaba", 3),
    ],
)
def test_points_add_up(name: str, players: int) -> None:
    history = _whole(name, players)
    table = Table(history.game)
    breakdown = table.breakdown(history)
    for party, points in history.state.scores.items():
        given = (row["points"].get(str(party), 0) for s in breakdown for row in s["rows"])
        if breakdown:
            assert sum(given) == points
    data = table.show(history, 1)
    look = PieceText(history.game.world, 1)
    text = "\n".join(line.plain for line in final_lines(data, breakdown, look, 80))
    assert "won." in text
    bars = growth(table.points(history), data["people"], 80, fine=True)
    assert len(bars) == len(history.state.scores) + 1 or not any(
        p["points"] for p in data["people"]
    )


def test_each_scoring_is_told_with_its_rules() -> None:
    history = _whole("alhambra", 3, ("treasure",))
    found = Table(history.game).breakdown(history)
    scorings = [s for s in found if s["title"].startswith("Scoring ")]
    assert len(scorings) == 3
    assert all(len(s["rows"]) > 1 for s in scorings), "the buildings and the wall"
    buildings = history.game.world.kinds["Building"].titles
    for scoring in scorings:
        rows = scoring["rows"]
        kinds = [row["short"] for row in rows if row["under"] == "Scoring the buildings"]
        kinds = [kind for kind in kinds if kind != "Scoring the chests"]
        assert kinds == [title for title in buildings if title in kinds]
        assert kinds, "each kind of building has a row"
        assert "Scoring the outer walls" in [row["title"] for row in rows]


def test_the_value_that_a_step_is_at_is_told_as_long_as_its_loop_runs(tmp_path: Path) -> None:
    """What comes after the loop, in the same step, belongs to no value."""
    path = tmp_path / "garden.alr"
    path.write_text(LOOP, encoding="utf-8")
    garden = alarife.load(str(path))
    history = History(garden, 1)
    history.add_keys(["yes"])
    [scoring] = Table(garden).breakdown(history)
    given = {row["title"]: row["points"] for row in scoring["rows"]}
    assert given == {
        "Beds: North": {"1": 1},
        "Beds: South": {"1": 2},
        "Beds: For the fence": {"1": 5},
    }
    assert [len(some) for _, some in by_heading(scoring["rows"])] == [3]


def test_the_value_of_a_step_is_the_parameter_of_that_kind(tmp_path: Path) -> None:
    """Whatever stands before it, and whatever other loops call theirs."""
    path = tmp_path / "garden.alr"
    rules = LOOP.replace(
        "  for each b in Bed\n    give(b.worth)", "  for each b in Bed\n    give(7, b)"
    )
    rules = rules.replace("give(n: number)", "give(n: number, bed: Bed)")
    rules = rules.replace("  fence\n", "  fence\n  for each b in 5..6\n    score[seat(1)] += b\n")
    path.write_text(rules, encoding="utf-8")
    history = History(alarife.load(str(path)), 1)
    history.add_keys(["yes"])
    titles = [s["title"] for s in Table(history.game).breakdown(history)]
    assert titles[:2] == ["Points: North", "Points: South"]


LOOP = """alarife 2
game garden "Garden"
  > Grow.
  players 1..1

kind Bed(worth: number) "bed"
  | name  | title | worth |
  | north | North | 1     |
  | south | South | 2     |

note score[Player] "points": number = 0

step play "Play"
  as seat(1)
    may "Score"
      finish

step finish "The end"
  beds

step beds "Beds"
  for each b in Bed
    give(b.worth)
  fence

step give(n: number) "Points"
  score[seat(1)] += n

step fence "For the fence"
  score[seat(1)] += 5
"""


def test_a_scoring_has_a_page_of_its_own_and_pages_hold_every_event() -> None:
    history = _whole("alhambra", 3)
    events = Table(history.game).news(history, 1, 0)
    found = pages(events, 80, 21)
    assert max(map(len, found)) <= 21
    assert max(line.width for page in found for line in page) <= 80
    said = " ".join(" ".join(line.plain for page in found for line in page).split())
    for event in events:
        assert " ".join(event["words"].split()) in said
    heads = [page[0].plain for page in found]
    assert all(e["words"] in heads for e in events if e["kind"] == "scoring")


def test_what_was_taken_without_asking_is_told_to_whom_it_was_taken_for() -> None:
    state = played(game("alhambra", 3), 120)
    told = [line for seat in (1, 2, 3) for line in _told(state, seat)]
    assert any("nothing else was possible" in line for line in told)


def test_without_memory_cards_that_all_have_seen_are_only_counted() -> None:
    history = History(game("alhambra", 3), 5)
    lot = Generator(5)
    for _ in range(60):
        assert history.state.decision is not None
        options = history.state.decision.options
        history.add(Answer(history.state.decision.player, (options[lot.below(len(options))].key,)))

    def hand(memory: bool, seat: int) -> object:
        data = Table(history.game, memory=memory).show(history, 1)
        return next(p["content"] for p in data["places"] if p["id"] == f"hand:{seat}")

    assert isinstance(hand(False, 2), dict)
    assert set(hand(False, 2)) == {"hidden"}  # type: ignore[call-overload]
    assert hand(True, 2) != hand(False, 2)
    assert hand(True, 1) == hand(False, 1)


def test_what_changes_together_in_one_note_is_told_in_one_line() -> None:
    history = _whole("dice", 2)
    notes = [e for e in Table(history.game).log(history, 1) if e["kind"] == "note"]
    rolls = [e["words"] for e in notes if e["words"].startswith("Results, roll by roll")]
    assert any(words.count("(+") > 1 for words in rolls)
    for one, other in pairwise(Table(history.game).log(history, 1)):
        title = one["words"].partition(":")[0].partition(" (")[0]
        alike = one["kind"] == other["kind"] == "note" and other["words"].startswith(title)
        assert not alike or one["rule"] != other["rule"] or one["position"] != other["position"]


def test_dealing_unseen_cards_is_told_in_one_line_with_how_many_went_where() -> None:
    history = History(game("oh_hell", 3), 3)
    told = [e["words"] for e in Table(history.game).log(history, 1) if "unseen" in e["words"]]
    assert told == ["14 pieces unseen: Deck → Hand (Player 2: 7, Player 3: 7)"]
    piles = [e["words"] for e in Table(game("alhambra", 3)).log(History(game("alhambra", 3), 5), 1)]
    assert sum("Piles for the deck (1: 1" in words for words in piles) == 1
    assert len(piles) < 40


def test_a_finished_game_of_several_people_calls_nobody_you(tmp_path: Path) -> None:
    of = game("tic_tac_toe", 2)
    sitting = Sitting(
        of, saves.begin(of, ["person", "person"], 1, ["Ann", "Bob"]), Target(tmp_path / "a")
    )
    for key in ("1,1", "2,1", "1,2", "2,2"):
        decision = sitting.played.state.decision
        assert decision is not None
        sitting.played.add(Answer(decision.player, (key,)))
    session = Session(sitting, Terminal(colour=False))

    def shown() -> str:
        return "\n".join(line.plain for line in draw(session.scene(sitting.show(1), [])).lines)

    assert "(you)" in shown()
    sitting.played.add(Answer(1, ("1,3",)))
    assert "Ann has won" in shown()
    assert "(you)" not in shown()


def test_the_prompt_of_a_replay_fits_eighty_columns(tmp_path: Path) -> None:
    of = game("tic_tac_toe", 2)
    save = saves.begin(of, ["person", "person"], 1, ["Ann", "Bob"])
    terminal = _Asked()
    replay(save, terminal)
    assert terminal.asked
    wide = terminal.asked[-1].replace("[0 of 0]", "[1250 of 1330]")
    assert len(wide) + 4 <= 80


def test_a_replay_that_jumps_to_a_scoring_shows_it_in_a_small_terminal(tmp_path: Path) -> None:
    seats = ["random"] * 3
    save = saves.begin(game("alhambra", 3), seats, 3, ["Ann", "Bob", "Cy"])
    sitting = Sitting(game("alhambra", 3), save, Target(tmp_path / "a.json"))
    while not any(e["kind"] == "scoring" for e in sitting.table.log(sitting.played, 1)):
        sitting.bot_answers()
    sitting.write()
    terminal = _Asked(["s"])
    replay(saves.read(tmp_path / "a.json"), terminal)
    last = terminal.told[-terminal.size.height :]
    assert any(line.startswith("Scoring A") for line in last)
    assert any("together" in line for line in last)


class _Asked(Terminal):
    """Types what it is given, then leaves; keeps the prompts and what is shown."""

    def __init__(self, typed: list[str] | None = None) -> None:
        super().__init__(colour=False)
        self.asked: list[str] = []
        self.told: list[str] = []
        self.typed = typed or []

    @property
    def size(self) -> Size:
        """A small terminal."""
        return Size(80, 24)

    def show(self, lines: Iterable[Text | str]) -> None:
        """Keep the lines."""
        self.told += [line if isinstance(line, str) else line.plain for line in lines]

    def ask(self, prompt: str) -> str:
        """Keep the prompt."""
        self.asked.append(prompt)
        return self.typed.pop(0) if self.typed else "q"
