"""The moments whose screens are kept in `screens/`.

`python -m tests.play.scenes` draws them all anew; look at them before you commit.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.play.table import game, played, until

from alarife import State
from alarife.play.scene import Scene, Size
from alarife.play.screen import draw
from alarife.table import History, Table

FOLDER = Path(__file__).parent / "screens"
SIZES = {
    "80x24": Size(80, 24),
    "80x24-colour": Size(80, 24, colour=True),
    "80x24-ascii": Size(80, 24, fine=False),
    "120x40": Size(120, 40),
    "120x40-colour": Size(120, 40, colour=True),
}
WALLED = ("gates", "traders", "walls")
ALL = ("bazaars", "cards", "change", "invaders", "treasure")


def _asks(rule: str) -> Callable[[State], bool]:
    return lambda state: (
        state.decision is not None
        and state.decision.rule == rule
        and len(state.decision.options) > 2
    )


def _alhambra(steps: int, rule: str = "", players: int = 3, modules: tuple[str, ...] = ()) -> State:
    state = played(game("alhambra", players, modules), steps)
    return until(state, _asks(rule)) if rule else state


def _walled(state: State) -> bool:
    """A wall has been built and a gate put up."""
    notes = state.dump()["notes"]
    return any(notes["gate"].values()) and any(notes["stick"].values())


MOMENTS: dict[str, Callable[[], State]] = {
    "alhambra-first": lambda: _alhambra(0),
    "alhambra-cards": lambda: _alhambra(20, "take_money"),
    "alhambra-where": lambda: _alhambra(150, "build"),
    "alhambra-late": lambda: _alhambra(400, players=4),
    "alhambra-modules": lambda: _alhambra(300, modules=ALL, players=4),
    "alhambra-walls": lambda: until(_alhambra(1, modules=WALLED, players=2), _walled),
    "dice-after-a-roll": lambda: until(played(game("dice", 3), 40), _asks("roll_again")),
    "dice-where-to": lambda: until(played(game("dice", 6), 200), _asks("place_marker")),
    "alcazaba": lambda: played(game("alcazaba", 4), 250),
    "dice-late": lambda: played(game("dice", 4), 250),
    "connect-four": lambda: played(game("connect_four", 2), 12),
    "hex": lambda: played(game("hex", 2), 16),
    "oh-hell-bidding": lambda: played(game("oh_hell", 4), 2),
    "oh-hell-trick": lambda: played(game("oh_hell", 4), 12),
    "goofspiel": lambda: played(game("goofspiel", 3), 13),
}


def scene(state: State, seat: int, size: Size, news: int = 0) -> Scene:
    """What a seat is shown of a state; `news`: so many of the newest events are told."""
    table, played_so_far = Table(state.game), History(state.game, 0, first=state)
    data = table.show(played_so_far, seat)
    fresh = table.log(played_so_far, seat)[-news:] if news else []

    def foresee(key: str) -> list[str]:
        return table.preview(played_so_far, seat, key)["words"]

    return Scene(table, data, size, fresh, foresee=foresee)


def screen(moment: str, size: str) -> str:
    """The screen of a moment, as the asked seat sees it."""
    state = MOMENTS[moment]()
    seat = state.decision.player if state.decision else 1
    lines = draw(scene(state, seat, SIZES[size], news=5)).lines
    return "".join(line.render(SIZES[size].colour) + "\n" for line in lines)


def main() -> None:
    """Draw all screens anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for moment in MOMENTS:
        for size in SIZES:
            (FOLDER / f"{moment}.{size}.txt").write_text(screen(moment, size), encoding="utf-8")


if __name__ == "__main__":
    main()
