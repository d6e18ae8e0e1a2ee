"""All configurations of a game: counted, described, searched for dead parts, and found for
examples."""

from __future__ import annotations

import json
import re
from itertools import combinations, product
from pathlib import Path

from tests.linking.texts import GAME, library_of, module

from alarife.diagnostics import Report
from alarife.linking.configurations import (
    Run,
    check_space,
    count_configurations,
    example_runs,
    games_data,
)
from alarife.linking.link import link

MODULES = (
    module(
        "a", 'option fast "F": yes/no = no\nwhen fast\n  option speed "S": 1..3 = 2', "players 2..3"
    ),
    module("b", 'when players = 2\n  option duel "D": yes/no = no', "needs a"),
    module("c", 'when module d and tie = none_\n  option odd "O": yes/no = no', "excludes e"),
    module("d", ""),
    module("e", 'option hue "H": Colour = red'),
)


def every_configuration(*texts: str) -> set[object]:
    """All configurations, found by linking with everything that could be said."""
    library = library_of(*texts)
    names = [head.name for head in library.modules("g")]
    values = {
        "tie": ["both", "none_"],
        "fast": [0, 1],
        "speed": [1, 2, 3],
        "duel": [0, 1],
        "odd": [0, 1],
        "hue": ["red", "blue"],
    }
    found: set[object] = set()
    for size in range(len(names) + 1):
        for chosen, players in product(combinations(names, size), range(2, 5)):
            plain = link("g", chosen, {}, players, library, Report())
            if plain is None:
                continue
            for picked in product(*values.values()):
                options = {
                    name: bool(v) if v in (0, 1) and name != "speed" else v
                    for name, v in zip(values, picked, strict=True)
                }
                there = {
                    name: v
                    for name, v in options.items()
                    if link("g", chosen, {name: v}, players, library, Report())
                }
                program = link("g", chosen, there, players, library, Report())
                found.add(program.configuration if program else None)
    return found - {None}


def test_the_structure_counts_as_many_as_linking_finds() -> None:
    library = library_of(GAME, *MODULES)
    by_structure = count_configurations("g", library, Report())
    # a: 1 way with `fast` off, 3 with it on; b adds `duel` for two; c, d, e; `tie` doubles, `odd`
    # doubles where it is there
    assert by_structure == sum(_by_hand(players) for players in (2, 3, 4))


def _by_hand(players: int) -> int:
    total = 0
    for size in range(6):
        for chosen in combinations("abcde", size):
            if (
                ("a" in chosen and players > 3)
                or ("b" in chosen and "a" not in chosen)
                or {"c", "e"} <= set(chosen)
            ):
                continue
            ways = 4 if "a" in chosen else 1
            ways *= 2 if "b" in chosen and players == 2 else 1
            ways *= 2 if "e" in chosen else 1
            ways *= 1 + 2 if {"c", "d"} <= set(chosen) else 2
            total += ways
    return total


def test_a_small_game_is_counted_as_it_links() -> None:
    texts = (
        GAME,
        module("a", 'option fast "F": yes/no = no', "players 2..3"),
        module("e", 'when fast\n  value v "V": number = 1', "needs a"),
    )
    assert count_configurations("g", library_of(*texts), Report()) == len(
        every_configuration(*texts)
    )


def test_long_ranges_are_counted_by_classes() -> None:
    text = (
        'option big "Big": 1..1000000 = 3\nwhen big at least 11\n  option small_ "S": yes/no = no'
    )
    library = library_of(GAME, module("a", text))
    assert count_configurations("g", library, Report()) == 3 * 2 * (1 + 10 + 2 * 999990)


def test_games_are_described_as_data() -> None:
    preset = '\npreset night "Night" for g\n  players 4..4\n  with e\n  set hue to blue\n'
    data = games_data(library_of(GAME, *MODULES, preset))
    assert json.loads(json.dumps(data)) == data
    game = data[0]
    assert (game["name"], game["players"], [m["name"] for m in game["modules"]]) == (
        "g",
        [2, 4],
        list("abcde"),
    )
    assert game["modules"][1]["needs"] == ["a"]
    assert game["modules"][2]["excludes"] == ["e"]
    tie = game["options"][0]
    assert (tie["name"], tie["kind"], tie["default"], tie["choices"][0]["meaning"]) == (
        "g.tie",
        "ruling",
        "both",
        "Both win.",
    )
    speed = game["modules"][0]["options"][1]
    assert (speed["type"], speed["low"], speed["high"], speed["when"]) == ("number", 1, 3, "fast")
    assert game["presets"][0]["settings"] == {"hue": "blue"}
    assert game["presets"][0]["modules"] == ["e"]


def test_dead_options_and_conditions_are_named() -> None:
    text = (
        'option used "U": yes/no = no\noption dead "D": yes/no = no\n'
        'when used and not used\n  value v1 "V": number = 1\nwhen players = 7\n  value v2 "V": number = 1\n'
        'when used and players = 2\n  value v3 "V": number = 1\nwhen module b and tie = none_\n  value v4 "V": number = 1'
    )
    report = Report()
    check_space("g", library_of(GAME, module("a", text), module("b", "", "needs a")), report)
    assert [d.code for d in report.found] == ["E0270", "E0271", "E0271"]
    assert not report.errors


def runs_of(name: str | None, *texts: str) -> list[Run]:
    report = Report()
    found = example_runs("g", library_of(*texts), report, name)
    assert not report.found
    return found


def test_examples_run_in_the_configuration_of_their_file() -> None:
    text = (
        'option fast "F": yes/no = no\n\nexample "Always"\n  then few = 5\n\n'
        'when fast\n  example "Fast"\n    then few = 5\n\n'
        'when players = 2\n  when module c\n    example "Two"\n      then few = 5\n\n'
        'when not fast\n  example "Slow"\n    then few = 5'
    )
    texts = (
        GAME + '\nexample "Game"\n  then few = 5\n',
        module("a", text, "needs b"),
        module("b", ""),
        module("c", "", "needs d"),
        module("d", ""),
    )
    assert [(r.modules, r.players, len(r.examples)) for r in runs_of(None, *texts)] == [([], 3, 1)]
    found = [
        (r.modules, r.options, r.players, [e.title for e in r.examples])
        for r in runs_of("a", *texts)
    ]
    assert found == [
        (["a", "b"], {}, 3, ["Always", "Slow"]),
        (["a", "b"], {"a.fast": True}, 3, ["Fast"]),
        (["a", "b", "c", "d"], {}, 2, ["Two"]),
    ]


def test_examples_of_a_module_of_ones_own_name_its_path(tmp_path: Path) -> None:
    (tmp_path / "g.alr").write_text("alarife 1" + GAME, "utf-8")
    own = tmp_path / "own.alr"
    own.write_text("alarife 1" + module("own", 'example "Here"\n  then few = 5'), "utf-8")
    from alarife.library import Library

    runs = example_runs(str(tmp_path / "g.alr"), Library(tmp_path), Report(), "own", [str(own)])
    assert [(run.modules, len(run.examples)) for run in runs] == [([str(own)], 1)]


def test_every_code_is_provoked() -> None:
    here = Path(__file__).parent
    code = re.compile(r"E02\d\d")
    sources = [
        *(here.parents[1] / "interpreter/alarife/linking").glob("*.py"),
        here.parents[1] / "interpreter/alarife/library.py",
    ]
    used = {c for path in sources for c in code.findall(path.read_text("utf-8"))}
    tested = {c for path in here.glob("test_*.py") for c in code.findall(path.read_text("utf-8"))}
    tested |= {path.stem for path in (here.parent / "diagnostics" / "bad").iterdir()}
    assert used <= tested
