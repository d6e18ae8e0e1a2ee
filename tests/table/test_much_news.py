"""Much that happens at once is told in time that grows with it, and no faster."""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import Any

import alarife
from alarife.table import Answer, History, Table
from alarife.table.gathered import with_notes_gathered

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
