"""Much that happens at once is told in time that grows with it, and no faster."""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import Any

import alarife
from alarife.table import Answer, History, Table
from alarife.table.gathered import with_deals_gathered, with_last_values, with_notes_gathered

GAME = """alarife 2
game g "G"
  > A game.
  players 2..2

chapter c "C"

note kept[1..200, 1..90] "kept": number = 7

step play "Course"
  > Play.
  as seat(1)
    choose x from 1..3 "?"
    for each a in 1..200 with b in 1..90
      kept[a, b] += x
  as seat(2)
    choose y from 1..3 "?"
"""


def test_one_note_with_many_keys(tmp_path: Path) -> None:
    path = tmp_path / "g.alr"
    path.write_text(GAME)
    game = alarife.load(path)
    history = History(game, 1)
    before = process_time()
    history.add(Answer(1, ("1",)))
    shown = Table(game).show(history, 2)
    (event,) = [event for event in shown["news"] if event["kind"] == "note"]
    assert event["words"].startswith("Kept: (1, 1) 8 (+1), (1, 2) 8 (+1), ")
    assert event["words"].endswith("(200, 89) 8 (+1), (200, 90) 8 (+1)")
    assert process_time() - before < 10, "30 s and more where each is joined to all before"


def test_runs_of_a_note_are_one_event() -> None:
    def note(number: int, key: str, rule: int = 1) -> dict[str, Any]:
        noted = {"note": number, "title": f"note {number}", "parts": [(key, "1")]}
        return {"kind": "note", "rule": rule, "noted": noted, "words": f"{number} ({key}): 1"}

    plain = {"kind": "note", "rule": 1, "words": "plain"}
    events = [note(1, "a"), note(1, "b"), note(1, "c"), note(2, "a"), plain, note(2, "b")]
    found = with_notes_gathered([*events, note(2, "c", 2)])
    assert [event["words"] for event in found] == [
        "note 1: (a) 1, (b) 1, (c) 1",
        "2 (a): 1",
        "plain",
        "2 (b): 1",
        "2 (c): 1",
    ]
    assert not any("noted" in event for event in found)


def test_of_a_note_without_keys_the_last_value_is_told() -> None:
    def note(number: int, was: int, now: int, rule: int = 1) -> dict[str, Any]:
        wrote = {"note": number, "title": f"Note {number}", "was": was, "now": now}
        return {"kind": "note", "rule": rule, "wrote": wrote, "words": "?"}

    move = {"kind": "move", "rule": 1, "words": "a move"}
    ends = {"kind": "choice", "rule": 1, "words": "a choice"}
    events = [note(1, 3, 4), move, note(1, 4, 5), note(2, 0, 1), note(2, 1, 0)]
    found = with_last_values([*events, note(1, 5, 6, 2), ends, note(1, 6, 7)])
    assert [event["words"] for event in found] == [
        "a move",
        "Note 1: 5 (+2)",
        "Note 1: 6 (+1)",
        "a choice",
        "Note 1: 7 (+1)",
    ]


def test_what_looks_alike_and_goes_to_several_places_is_one_event() -> None:
    def dealt(what: str, key: str, n: int = 1, rule: int = 1) -> dict[str, Any]:
        way = {"what": what, "from": "Bag", "place": "Pits", "counts": {key: n}}
        words = f"{what or 'unseen'}: Bag → Pits ({key})"
        event = {"kind": "move", "rule": rule, "words": words, "spots": [key], "forced": False}
        return {**event, "dealt": way}

    events = [dealt("Seed", "1"), dealt("Seed", "2"), dealt("Stone", "2"), dealt("Seed", "2")]
    found = with_deals_gathered([*events, dealt("", "1", 2), dealt("", "2", 3)])
    assert [(event["words"], event["spots"]) for event in found] == [
        ("Seed: Bag → Pits (1, 2)", ["1", "2"]),
        ("Stone: Bag → Pits (2)", ["2"]),
        ("Seed: Bag → Pits (2)", ["2"]),
        ("5 pieces unseen: Bag → Pits (1: 2, 2: 3)", ["1", "2"]),
    ]
    many = with_deals_gathered([dealt("4 × Seed", "1", 4), dealt("4 × Seed", "2", 4)])
    assert [event["words"] for event in many] == ["4 × Seed each: Bag → Pits (1, 2)"]


def test_what_a_piece_says_of_its_sides_is_told_apart_from_further_keys() -> None:
    game = alarife.load("alhambra", ["gates"], players=2)
    wording = Table(game).wording
    note = game.world.notes["gate"]
    tile = next(n for n in note.domains[0].values if "walls" in wording.piece(n))
    said = wording.keys_said(note.domains, (tile, note.domains[1].values[0]))
    assert said.endswith("), north")
    assert "(walls: " in said
