"""Every layer that answers for a law is held equal to the plain law, each by itself, on grids that
grow and shrink lawfully."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.engine.lawgames import ABOUT_FREE_CELLS, LAWS, PLAIN, load, machine

from alarife.engine.laws import guards
from alarife.engine.laws.guards import GuardedBook
from alarife.engine.laws.laws import LawBook, LawSource
from alarife.engine.laws.notes import NotedBook, NotedLaw
from alarife.engine.laws.quick import questions_of
from alarife.engine.laws.quick_cache import QuickCache
from alarife.engine.laws.relaxed import RelaxedLaw
from alarife.engine.machine import Machine
from alarife.geometry.grid import HOME, Grid, W, gaps
from alarife.lowering.laws.classification import classification
from alarife.lowering.layout import standing

LAYERS = ("windows", "windows undecided", "direct", "quick")


class Quick:
    """A book whose quick questions are asked first."""

    def __init__(self, book: LawBook) -> None:
        self.book, self.questions = book, questions_of(book)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.questions, name, None) or getattr(self.book, name)


def book_of(m: Machine, law: str, layer: str) -> Any:
    """A book of its own that answers by one layer."""
    book = guards.book_of(
        LawSource(m.lowered.law_forms[law], m.names, m.world.members, m.tables.kind)
    )
    use(book, layer)
    return Quick(book) if layer == "quick" and isinstance(book, LawBook) else book


def use(book: guards.AnyBook, layer: str) -> None:
    """Answer by this layer."""
    book.use("windows" if layer.startswith("windows") else layer)
    if layer == "windows undecided":
        inner = innermost(book)
        assert inner.windows is not None
        inner.windows.decide = False


def innermost(book: guards.AnyBook) -> LawBook:
    """The book that answers in the end."""
    if isinstance(book, RelaxedLaw):
        return book.book
    return book.inner if isinstance(book, NotedLaw) else book


class Compared:
    """A grid for each layer, all with the same pieces, and what the plain law says."""

    def __init__(
        self,
        m: Machine,
        law: str,
        layers: tuple[str, ...],
        start: dict[int, int],
        bounds: tuple[int, int] | None = None,
    ) -> None:
        self.holds: Any = m.names[f"law·{law}"]
        self.state = m.table(1, log=False)
        self.books = [book_of(m, law, layer) for layer in layers]
        self.grids = [Grid(dict(start), bounds) for _ in layers]
        self.compared = 0

    def plain(self, g: Grid) -> bool:
        return self.holds(self.state, Grid(dict(g.cells), g.bounds))

    def same(self, expected: bool, answers: list[bool], what: str) -> bool:
        self.compared += len(answers)
        assert answers == [expected] * len(answers), (
            f"{what}: {answers} instead of {expected}; {self.grids[0]!r}"
        )
        return expected

    def pairs(self) -> zip[tuple[Any, Grid]]:
        return zip(self.books, self.grids, strict=True)

    def lay(self, cell: int, x: int) -> bool:
        expected = self.plain(self.grids[0].lay(cell, x))
        return self.same(
            expected,
            [book.may_lay(self.state, g, cell, x) for book, g in self.pairs()],
            f"lay {x} on {cell}",
        )

    def take(self, cell: int) -> bool:
        expected = self.plain(self.grids[0].take(cell))
        return self.same(
            expected,
            [book.may_take(self.state, g, cell) for book, g in self.pairs()],
            f"take from {cell}",
        )

    def exchange(self, cell: int, x: int) -> bool:
        expected = self.plain(self.grids[0].swap(cell, x))
        return self.same(
            expected,
            [book.may_exchange(self.state, g, cell, x) for book, g in self.pairs()],
            f"{x} instead on {cell}",
        )

    def everything(self, pieces: list[int], rng: random.Random) -> list[tuple[str, int, int]]:
        """All that is allowed now, as far as it is looked at."""
        g = self.grids[0]
        spots = list(gaps(g))
        found: list[tuple[str, int, int]] = []
        for x in pieces:
            found += [
                ("lay", c, x) for c in rng.sample(spots, min(12, len(spots))) if self.lay(c, x)
            ]
            found += [
                ("swap", c, x)
                for c in rng.sample(sorted(g.cells), min(3, len(g.cells)))
                if self.exchange(c, x)
            ]
            for book, mine in self.pairs():
                assert list(book.spots(self.state, mine, x)) == [
                    c for c in spots if book.may_lay(self.state, mine, c, x)
                ]
                assert book.fits(self.state, mine, x) == bool(book.spots(self.state, mine, x))
        found += [("take", c, 0) for c in sorted(g.cells) if self.take(c)]
        self.in_one_go(tuple(sorted(pieces)))
        return found

    def in_one_go(self, pieces: tuple[int, ...]) -> None:
        for book, g in self.pairs():
            s = self.state
            assert book.any_fits(s, g, pieces) == any(book.fits(s, g, x) for x in pieces)
            removable = tuple(sorted(x for c, x in g.cells.items() if book.may_take(s, g, c)))
            assert book.removable(s, g) == removable
            assert book.any_removable(s, g) == bool(removable)
            exchangeable = tuple(
                sorted(
                    old
                    for c, old in g.cells.items()
                    if any(book.may_exchange(s, g, c, x) for x in pieces)
                )
            )
            assert book.exchangeable(s, g, pieces) == exchangeable
            assert book.any_exchangeable(s, g, pieces) == bool(exchangeable)

    def carry_out(self, how: str, cell: int, x: int) -> None:
        self.grids = [
            g.lay(cell, x) if how == "lay" else g.take(cell) if how == "take" else g.swap(cell, x)
            for g in self.grids
        ]


def grow(m: Machine, law: str, place: str, layers: tuple[str, ...], seed: int, moves: int) -> int:
    """A grid grows at random, lawfully; everything is compared after each move. How much was
    compared."""
    rng = random.Random(seed)
    world = m.world
    start = m.contents.of(m.table(1, log=False), world.places[place].first)
    members = m.lowered.law_forms[law].members
    both = Compared(m, law, layers, dict(start.cells), start.bounds)
    for _ in range(moves):
        lying = set(both.grids[0].cells.values())
        pieces = rng.sample([x for x in members if x not in lying], 4)
        allowed = both.everything(pieces, rng)
        if not allowed:
            break
        laying = [a for a in allowed if a[0] == "lay"]
        both.carry_out(*rng.choice(laying if laying and rng.random() < 0.75 else allowed))
    return both.compared


def mark(m: Machine, s: Any, rng: random.Random) -> None:
    """Let a note about some piece say something else, or a player have other passes."""
    for atom, note in m.lowered.law_forms["fine"].notes.items():
        x = rng.choice(sorted(note.index))
        if rng.random() < 0.5 and (atom[1] == "still" or x in s[note.slot] or rng.random() < 0.3):
            held = list(s[note.slot])
            held[note.index[x]] = not held[note.index[x]]
            s[note.slot] = tuple(held)
    slots = m.lowered.layout.notes.get("passes")
    if slots is not None and rng.random() < 0.5:
        s[slots.base] = rng.randrange(3)


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
    assert all(isinstance(b, NotedBook) and b.missing_seen() for b in inner)


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
