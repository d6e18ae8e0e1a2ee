"""Configurations: which files are in play, how many play, and how everything is set; and what is
refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.linking.texts import GAME, linked, module, refused, try_link

from alarife.diagnostics import Report
from alarife.library import Library
from alarife.linking.link import link

OPEN = module(
    "open_shelf",
    'option open "Open": yes/no = no\noption depth "Depth": 1..few = 2\noption first "First": Colour = blue',
)
OTHER = '\ngame other "Other"\n  players 2..2\n'


def test_defaults_of_everything_are_filled_in() -> None:
    program = linked(GAME, OPEN)
    assert program.configuration.players == 3
    assert program.configuration.modules == ("open_shelf",)
    assert dict(program.configuration.settings) == {
        "g.tie": "both",
        "open_shelf.depth": 2,
        "open_shelf.first": "blue",
        "open_shelf.open": False,
    }
    assert program.settings["open"] is False
    assert program.settings["open_shelf.depth"] == 2


@pytest.mark.parametrize(("range_", "usual"), [("2..4", 3), ("2..2", 2), ("4..6", 4), ("1..2", 1)])
def test_three_play_if_they_may(range_: str, usual: int) -> None:
    assert linked(f'\ngame g "G"\n  players {range_}\n').configuration.players == usual


@pytest.mark.parametrize(
    ("key", "value", "result"),
    [("open", "yes", True), ("open_shelf.open", True, True), ("depth", "4", 4)],
)
def test_options_are_set_by_full_name_or_bare_one(key: str, value: object, result: object) -> None:
    assert linked(GAME, OPEN, options={key: value}).settings[key] == result


def test_a_module_narrows_the_number_of_players() -> None:
    narrow = module("narrow", "", "players 4..4")
    assert linked(GAME, narrow).configuration.players == 4
    wrong = refused(GAME, narrow, players=3)
    assert wrong.code == "E0218"
    assert "nearest that goes is 4" in wrong.hint
    assert "leave out `narrow`" in wrong.hint


def test_modules_that_suit_no_common_number_of_players_are_refused() -> None:
    assert (
        refused(GAME, module("two", "", "players 2..2"), module("four", "", "players 4..4")).code
        == "E0219"
    )


def test_a_game_says_for_how_many_it_is() -> None:
    assert refused('\ngame g "G"\n').code == "E0217"


def test_unknown_games_and_modules_get_a_suggestion() -> None:
    wrong = refused(GAME, OTHER, game="othr")
    assert (wrong.code, wrong.hint) == ("E0202", "Did you mean `other`?")
    wrong = refused(GAME, OPEN, modules=["open_shelv"])
    assert (wrong.code, wrong.hint) == ("E0206", "Did you mean `open_shelf`?")


def test_a_module_for_another_game_is_refused() -> None:
    wrong = refused(GAME, OTHER, OPEN, game="other", modules=["open_shelf"])
    assert wrong.code == "E0205"
    assert "for the game `g`" in wrong.message


def test_needs_and_excludes_are_refused_with_what_would_go() -> None:
    a, b = module("a", "", "needs b"), module("b", "")
    wrong = refused(GAME, a, b, modules=["a"])
    assert (wrong.code, wrong.hint) == ("E0208", "Play with `a` and `b`, or leave out `a`.")
    assert linked(GAME, a, b)
    wrong = refused(GAME, module("c", "", "excludes b"), b)
    assert wrong.code == "E0209"
    assert "Leave out `b` or `c`" in wrong.hint


def test_what_would_go_is_whole_and_allowed() -> None:
    a, b, c = module("a", "", "needs b"), module("b", "", "needs c"), module("c", "")
    assert (
        refused(GAME, a, b, c, modules=["a"]).hint
        == "Play with `a`, `b` and `c`, or leave out `a`."
    )
    d = module("d", "", "excludes c")
    assert refused(GAME, a, b, c, d, modules=["a", "d"]).hint == "Leave out `a`."
    wrong = refused(
        GAME, module("a", "", "needs b\nexcludes c"), module("b", ""), c, modules=["a", "b", "c"]
    )
    assert (wrong.code, wrong.hint) == ("E0209", "Leave out `c` or `a`.")
    wrong = refused(GAME, a, b, c, d, modules=["a", "b", "c", "d"])
    assert (wrong.code, wrong.hint) == ("E0209", "Leave out `a`, `b` and `c`, or `d`.")


def test_needs_of_a_module_that_is_not_there_get_a_suggestion() -> None:
    wrong = refused(GAME, module("a", "", "needs baazar"), module("bazaar", ""))
    assert (wrong.code, wrong.hint) == ("E0208", "Did you mean `bazaar`?")


def test_modules_that_need_one_another_in_a_circle_are_refused() -> None:
    assert refused(GAME, module("a", "", "needs b"), module("b", "", "needs a")).code == "E0210"


def test_unknown_options_and_wrong_values_are_refused() -> None:
    wrong = refused(GAME, OPEN, options={"dept": 3})
    assert (wrong.code, wrong.hint) == ("E0211", "Did you mean `depth`?")
    wrong = refused(GAME, OPEN, options={"depth": 6})
    assert (wrong.code, wrong.hint) == ("E0213", "It may be a number from 1 to 5.")
    wrong = refused(GAME, OPEN, options={"first": "green"})
    assert (wrong.code, wrong.hint) == ("E0213", "It may be `red` or `blue`.")
    assert refused(GAME, OPEN, options={"open": 3}).code == "E0213"
    assert refused(GAME, OPEN, options={"tie": "neither"}).code == "E0213"
    assert refused(GAME, OPEN, options={"depth": "²"}).code == "E0213"


def test_a_bare_name_that_two_modules_use_must_be_made_full() -> None:
    a, b = module("a", 'option fast "F": yes/no = no'), module("b", 'option fast "F": yes/no = no')
    _, found = try_link(GAME, a, b, options={"fast": True})
    assert found[0].code == "E0212"
    assert "`a.fast` or `b.fast`" in found[0].hint


def test_an_option_of_other_configurations_can_not_be_set() -> None:
    two = module("duo", 'when players = 2\n  option quick "Quick": yes/no = no')
    wrong = refused(GAME, two, options={"quick": True})
    assert wrong.code == "E0214"
    assert "number of players" in wrong.hint
    assert linked(GAME, two, options={"quick": True}, players=2).settings["quick"] is True


def test_options_have_a_finite_type_and_a_default_that_fits() -> None:
    assert refused(GAME, module("a", 'option x "X": number = 3')).code == "E0215"
    assert refused(GAME, module("a", 'option x "X": 1..3 = 4')).code == "E0216"
    assert refused(GAME.replace('a tie?" = both', 'a tie?" = bth')).code == "E0216"


def test_settings_that_hang_on_one_another_in_a_circle_are_refused() -> None:
    text = 'when x\n  option y "Y": yes/no = no\nwhen y\n  option x "X": yes/no = no'
    _, found = try_link(GAME, module("a", text))
    assert "E0223" in {d.code for d in found}


def test_a_preset_is_taken_like_a_game() -> None:
    preset = '\npreset night "Night" for g\n  players 4..4\n  with open_shelf\n  set open to yes\n  set tie to none_\n'
    program = linked(GAME, OPEN, preset, game="night")
    assert (
        program.configuration
        == linked(GAME, OPEN, players=4, options={"open": "yes", "tie": "none_"}).configuration
    )
    assert program.preset == "Night"
    assert (
        program.digest
        == linked(GAME, OPEN, players=4, options={"open": "yes", "tie": "none_"}).digest
    )
    assert (
        linked(GAME, OPEN, preset, game="night", options={"open": "no"}).settings["open"] is False
    )
    assert refused(GAME, OPEN, preset, game="night", players=3).code == "E0218"
    assert (
        refused(GAME, OPEN, preset.replace("for g", "for h"), game="night", modules=[]).code
        == "E0202"
    )


def test_unknown_libraries_are_refused() -> None:
    assert (
        refused(GAME.replace("players 2..4", "players 2..4\n  uses nothing_such")).code == "E0207"
    )


def test_libraries_are_joined_once_and_come_before_their_users() -> None:
    base = '\nlibrary base "Base"\n\nvalue one "One": number = 1'
    upper = '\nlibrary upper "Upper"\n  uses base\n\nvalue two "Two": number = one + 1'
    program = linked(GAME.replace("players 2..4", "players 2..4\n  uses upper, base"), base, upper)
    assert [file.name for file in program.files] == ["base", "upper", "g"]


def test_files_of_ones_own_are_named_by_their_path(tmp_path: Path) -> None:
    (tmp_path / "mine.alr").write_text(
        "alarife 1" + GAME.replace("players 2..4", "players 2..4\n  uses near"), "utf-8"
    )
    (tmp_path / "near.alr").write_text('alarife 1\nlibrary near "Near"\n', "utf-8")
    (tmp_path / "extra.alr").write_text("alarife 1" + OPEN, "utf-8")
    program = link(str(tmp_path / "mine.alr"), [str(tmp_path / "extra.alr")])
    assert program is not None
    assert [file.name for file in program.files] == ["near", "g", "open_shelf"]
    report = Report()
    assert link(str(tmp_path / "extra.alr"), report=report) is None
    assert report.found[0].code == "E0203"
    report = Report()
    assert link(str(tmp_path / "missing.alr"), report=report) is None
    assert "missing.alr" in report.found[0].message
    (tmp_path / "notes.alr").write_text("nothing of the kind", "utf-8")
    report = Report()
    assert link(str(tmp_path / "notes.alr"), report=report) is None
    assert report.found[0].code == "E0201"


def test_two_files_can_not_be_the_same_module(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.alr").write_text("alarife 1" + module("x", ""), "utf-8")
    (tmp_path / "g.alr").write_text("alarife 1" + GAME, "utf-8")
    report = Report()
    assert (
        link(str(tmp_path / "g.alr"), [str(tmp_path / f / "x.alr") for f in "ab"], report=report)
        is None
    )
    assert report.found[0].code == "E0204"


def test_texts_in_memory_are_closed_off_from_the_disk(tmp_path: Path) -> None:
    (tmp_path / "x.alr").write_text("alarife 1" + module("x", ""), "utf-8")
    report = Report()
    assert (
        link(
            "g",
            [str(tmp_path / "x.alr")],
            library=Library(texts={"g.alr": "alarife 1" + GAME}),
            report=report,
        )
        is None
    )
    assert report.found[0].code == "E0201"


@pytest.mark.parametrize("range_", ["0..3", "3..2", "2..1000"])
def test_ranges_of_players_are_sound(range_: str) -> None:
    assert refused(f'\ngame g "G"\n  players {range_}\n').code == "E0222"


def test_options_with_very_long_ranges_cost_nothing() -> None:
    text = 'option big "Big": 0..1000000000000 = 3\nwhen big at least 10\n  option small_ "S": yes/no = no'
    assert (
        linked(GAME, module("a", text), options={"big": "999999999999"}).settings["big"]
        == 999999999999
    )
    assert refused(GAME, module("a", text), options={"big": "9" * 5000}).code == "E0213"


def test_excluding_what_does_not_exist_is_warned_of() -> None:
    program, found = try_link(GAME, module("a", "", "excludes b"))
    assert program is not None
    assert [(d.code, d.severity) for d in found] == [("E0221", "warning")]


def test_a_copy_beside_a_file_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    (tmp_path / "g.alr").write_text(
        "alarife 1" + GAME.replace("players 2..4", "players 2..4\n  uses lib"), "utf-8"
    )
    for name in ("lib", "lib_old"):
        (tmp_path / f"{name}.alr").write_text('alarife 1\nlibrary lib "Lib"\n', "utf-8")
    report = Report()
    assert link(str(tmp_path / "g.alr"), report=report) is None
    assert [d.code for d in report.found] == ["E0204"]
    assert "lib_old.alr" in report.found[0].message
