"""Every layer that answers for a law is held equal to the plain law, each by itself, on grids that
grow and shrink lawfully."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.engine.law_layers import LAYERS, Compared, Quick, book_of, grow, innermost, mark, use
from tests.engine.lawgames import ABOUT_FREE_CELLS, LAWS, PLAIN, load, machine

from alarife.engine.laws import guards
from alarife.engine.laws.guards import GuardedBook
from alarife.engine.laws.notes import NotedBook
from alarife.engine.laws.quick_cache import QuickCache
from alarife.engine.machine import Machine
from alarife.geometry.grid import HOME, Grid, W, gaps
from alarife.lowering.laws.classification import classification
from alarife.lowering.layout import standing

NOTED = (
    "barred",
    "barred and still",
    "opened and still",
    "opened with passes",
    "passes",
    "barred with passes",
)


@pytest.mark.parametrize("law", NOTED)
def test_notes_change_between_questions(law: str) -> None:
    """What is known of a grid is forgotten when a note about a piece of it says something else; a
    grid on which the law doesn't hold any more is asked about as well. The notes go back and forth,
    as they do where moves are searched and taken back."""
    m = machine(law)
    rng = random.Random(5)
    compared = 0
    for _ in range(3):
        start = m.contents.of(m.table(1, log=False), m.world.places["yard"].first)
        members = m.lowered.law_forms["fine"].members
        both = Compared(m, "fine", LAYERS, dict(start.cells), start.bounds)
        states = [both.state]
        for _ in range(14):
            lying = set(both.grids[0].cells.values())
            pieces = rng.sample([x for x in members if x not in lying], 5)
            both.state = rng.choice(states)
            allowed = both.everything(pieces, rng)
            laying = [a for a in allowed if a[0] == "lay"]
            if allowed:
                both.carry_out(*rng.choice(laying if laying and rng.random() < 0.8 else allowed))
            m.budget.renew()
            both.state = both.state.copy()
            mark(m, both.state, rng)
            states = [*states[-2:], both.state]
        compared += both.compared
    assert compared > 1500


def test_looks_without_a_sample_have_tables_of_their_own() -> None:
    """As long as every piece of a look has notes that say yes, nobody asks about that look."""
    m = machine("barred and still")
    rng = random.Random(9)
    start = m.contents.of(m.table(1, log=False), m.world.places["yard"].first)
    members = m.lowered.law_forms["fine"].members
    both = Compared(m, "fine", LAYERS, dict(start.cells), start.bounds)
    plain, all_barred = both.state, both.state.copy()
    for atom, note in m.lowered.law_forms["fine"].notes.items():
        if atom[1:] == ("barred", "0"):
            all_barred[note.slot] = tuple(
                i in note.index.values() for i in range(len(all_barred[note.slot]))
            )
    for n in range(10):
        both.state = (plain, all_barred)[n % 2]
        lying = set(both.grids[0].cells.values())
        pieces = rng.sample([x for x in members if x not in lying], 6)
        allowed = [a for a in both.everything(pieces, rng) if a[0] == "lay"]
        if allowed:
            both.carry_out(*rng.choice(allowed))
    inner = [innermost(b.book if isinstance(b, Quick) else b) for b in both.books]
    assert all(isinstance(b, NotedBook) and any(b._verdicts) for b in inner)


def test_a_note_that_says_what_a_field_may_say_gives_the_look_of_that_field() -> None:
    """A door that has been opened is a door, so a stone with it looks like one that has that door
    from the beginning; where there is none like it, it has a look of its own."""
    m = machine("opened with passes")
    book = innermost(book_of(m, "fine", "windows"))
    assert isinstance(book, NotedBook)
    stones = m.world.pieces["Stone"]
    by_doors = dict(zip(stones.fields["doors"], stones.ids, strict=True))
    s = m.table(1, log=False)
    for doors, more, like in [(0b0001, 1, 0b0011), (0b0011, 3, 0b1011), (0b0010, 0, 0b0011)]:
        state = s.copy()
        x = by_doors[doors]
        note = m.lowered.law_forms["fine"].notes["note", "opened", str(more)]
        held = list(state[note.slot])
        held[note.index[x]] = True
        state[note.slot] = tuple(held)
        book.put_on(state)
        assert book.looks[x] == book.looks[by_doors[like]]
        assert book.bits[x]
        assert x not in book.noted


@pytest.mark.parametrize("law", ["opened with passes", "barred and still"])
def test_looks_that_follow_from_those_before_are_those_from_the_beginning(law: str) -> None:
    m = machine(law)
    book, fresh = (innermost(book_of(m, "fine", "windows")) for _ in range(2))
    assert isinstance(book, NotedBook)
    assert isinstance(fresh, NotedBook)
    notes = m.lowered.law_forms["fine"].notes
    rng, s = random.Random(3), m.table(1, log=False)
    for turns in [1, 2, 3, 40, 1, 1, 40, 2] * 3:
        for note in rng.choices(list(notes.values()), k=turns):
            held = list(s[note.slot])
            i = rng.choice(list(note.index.values()))
            held[i] = not held[i]
            s[note.slot] = tuple(held)
        book.put_on(s)
        fresh.use("windows")
        fresh.put_on(s)
        assert book.dressing is not None
        assert fresh.dressing is not None
        assert book.noted == fresh.noted
        assert book.bits == fresh.bits
        assert book.samples == fresh.samples
        assert (book.dressing.missing, book.dressing.said) == (
            fresh.dressing.missing,
            fresh.dressing.said,
        )


@pytest.mark.parametrize(
    "law", [name for name in LAWS if name not in ("far", "later", "passes for the second")]
)
def test_every_layer_of_a_made_up_law_says_what_the_plain_law_says(law: str) -> None:
    compared = sum(grow(machine(law), "fine", "yard", LAYERS, seed, 11) for seed in range(2))
    assert compared > 800


ON_A_BOARD = ("family", "doors", "land of eight", "slanting", "crowd", "far", "changed")


@pytest.mark.parametrize("law", ON_A_BOARD)
def test_on_a_board_every_layer_says_what_the_plain_law_says(law: str) -> None:
    m = machine(law, (5, 4))
    forms = classification(m.lowered.checked)
    assert {name for name, form in forms.items() if form.lay == "plain"} == set()
    assert sum(grow(m, "fine", "yard", LAYERS, seed, 16) for seed in range(2)) > 800


@pytest.mark.parametrize("near", ["beside", "around"])
def test_a_board_is_filled_to_its_last_cell(near: str) -> None:
    m = machine(f"open{'' if near == 'beside' else ' to the corners'}", (3, 3))
    assert sum(grow(m, "fine", "yard", LAYERS, seed, 30) for seed in range(6)) > 500


def test_a_window_of_two_steps_says_what_the_plain_law_says() -> None:
    assert grow(machine("far"), "fine", "yard", LAYERS, 3, 14) > 500


@pytest.mark.parametrize("seed", range(4))
def test_the_shipped_law_is_answered_as_the_plain_law_answers_it(seed: int) -> None:
    m = load(None, "alhambra", 3)
    assert grow(m, "lawful", "city", LAYERS, seed, 22) > 2000


def test_a_changed_rule_has_the_form_of_what_it_is_changed_to() -> None:
    m = load(None, "alhambra", 3, ("our_table",), {"our_table.patios": True})
    assert grow(m, "lawful", "city", LAYERS, 5, 11) > 800
    forms = {name: form.lay for name, form in classification(m.lowered.checked).items()}
    assert forms["no_gaps"] == "window"
    assert "plain" not in forms.values()


def crowded(m: Machine, law: str, seed: int) -> dict[int, int]:
    """Pieces on most cells of a square of five, so that free cells are shut in; the law holds."""
    rng = random.Random(seed)
    members = m.lowered.law_forms[law].members
    holds = m.names[f"law·{law}"]
    s = m.table(1, log=False)
    while True:
        square = [HOME + x + y * W for x in range(5) for y in range(5)]
        some = rng.sample(square, rng.randint(15, 23))
        found = dict(zip(some, rng.sample(members, len(some)), strict=True))
        if holds(s, Grid(dict(found))):
            return found


@pytest.mark.parametrize("law", ABOUT_FREE_CELLS)
def test_what_is_shut_in_is_told_from_what_has_changed(law: str) -> None:
    m = machine(law)
    for seed in range(24):
        start = crowded(m, "fine", seed)
        both = Compared(m, "fine", LAYERS, start)
        x = next(x for x in m.lowered.law_forms["fine"].members if x not in start.values())
        for cell in gaps(both.grids[0]):
            both.lay(cell, x)
        for cell in start:
            both.take(cell)
            both.exchange(cell, x)


@pytest.mark.parametrize("law", LAWS)
def test_what_is_classified_is_what_should_be(law: str) -> None:
    forms = classification(machine(law).lowered.checked)
    assert {name for name, form in forms.items() if form.lay == "plain"} == (PLAIN & set(forms)) | (
        {"next"} if law == "softened" else set()
    )
    assert all(form.why for form in forms.values())


def test_a_range_that_is_too_long_to_be_written_out_is_asked_as_a_whole() -> None:
    m = machine("dear")
    assert classification(m.lowered.checked)["dear"].lay == "plain"
    book, state = book_of(m, "fine", "windows"), m.table(1, log=False)
    stones = m.world.pieces["Stone"]
    start = Grid({HOME: next(iter(m.world.pieces["Hearth"].ids))})
    for x, colour in zip(stones.ids, stones.fields["colour"], strict=True):
        assert book.may_lay(state, start, HOME + 1, x) is (colour != 3)


def books_of(m: Machine) -> list[guards.AnyBook]:
    """The books of all laws, for every outcome of conditions."""
    found: list[guards.AnyBook] = []
    for book in m.laws.books.values():
        if isinstance(book, GuardedBook):
            found += book.books.values()
        else:
            assert isinstance(book, guards.AnyBook)
            found.append(book)
    return found


def play(m: Machine, seed: int, layer: str) -> list[Any]:
    """A whole game at random: all that was offered, and how it ended."""
    for book in books_of(m):
        use(book, layer)
    rng = random.Random(seed)
    s = m.start(seed, log=False)
    seen: list[Any] = []
    while s[1] is not None:
        seen.append(standing(s)[2])
        m.advance(s, rng.choice(standing(s)[2]))
    return [*seen, [x.items_sorted() if isinstance(x, Grid) else x for x in s[8:]]]


@pytest.mark.parametrize("law", LAWS)
def test_whole_games_are_the_same_with_windows_and_without(law: str) -> None:
    expected = play(machine(law), 7, "plain")
    assert len(expected) > 20
    for layer in ("direct", "windows undecided", "windows", "quick"):
        assert play(machine(law), 7, layer) == expected


def test_whole_games_of_a_shipped_game_are_the_same_with_windows_and_without() -> None:
    expected = play(load(None, "alhambra", 2), 3, "direct")
    for layer in ("windows undecided", "windows", "quick"):
        assert play(load(None, "alhambra", 2), 3, layer) == expected


def test_the_shipped_law_is_asked_by_quick_questions() -> None:
    m = load(None, "alhambra", 2)
    s = m.start(3, log=False)
    rng = random.Random(3)
    quick = 0
    while s[1] is not None:
        m.advance(s, rng.choice(standing(s)[2]))
        quick += sum(isinstance(x, Grid) and isinstance(x.view, QuickCache) for x in s)
    assert quick > 100


@pytest.mark.parametrize(("law", "variants"), [("later", 4), ("passes for the second", 2)])
def test_a_law_changed_under_conditions_has_forms_for_each_outcome(law: str, variants: int) -> None:
    m = machine(law)
    form = m.lowered.law_forms["fine"]
    assert len(form.variants) == variants
    assert all(rule.parts for variant in form.variants.values() for rule in variant.rules)
    book = m.laws.books["fine"]
    assert isinstance(book, GuardedBook)
    s = m.start(7, log=False)
    rng = random.Random(7)
    seen: set[guards.AnyBook] = set()
    while s[1] is not None:
        seen.add(book.book(s))
        m.advance(s, rng.choice(standing(s)[2]))
    assert len(seen) >= min(variants, 3)
