"""What is too long or too deep is told in a sentence, by `check` already, and soon."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest
from tests.soundness.outside import Folder

from alarife import RuleError


def asked(head: str, number: int) -> str:
    lines = [f'    choose n{i} from 1..9 "?"' for i in range(number)]
    return f'step play "Play"\n  {head}\n' + "\n".join(lines)


def ladder(number: int) -> str:
    rungs = [f"  otherwise if x = {i}\n    pass" for i in range(number)]
    return 'note x "x": number = 0\nstep play "Play"\n  if x = 0\n    pass\n' + "\n".join(rungs)


def menus(number: int) -> str:
    """Two ways at each menu, so 2 to the power of `number` ways through all."""
    text = ""
    for i in range(number):
        text += f'menu m{i} "M"\n'
        for name in "ab":
            text += f'action {name}{i} in m{i} "A"\n  > A.\n  choose from m{i + 1}\n'
    text += f'menu m{number} "M"\naction z in m{number} "Z"\n  > Z.\n  pass\n'
    return text + 'step play "Play"\n  as seat(1)\n    choose from m0\n'


def calls(what: str, number: int) -> str:
    """Each calls the next twice."""
    match what:
        case "value":
            line, last = "value v{0}: number = v{1} + v{1}\n", "value v{0}: number = x\n"
            use = "x := v0"
        case "rule":
            line = 'rule v{0} "R"\n  > R.\n  v{1} and v{1}\n'
            last, use = 'rule v{0} "R"\n  > R.\n  x = 1\n', "if v0\n    pass"
        case _:
            line = 'step v{0} "S"\n  v{1}\n  v{1}\n'
            last, use = 'step v{0} "S"\n  x += 1\n', "if x = 7\n    v0"
    text = "".join(line.format(i, i + 1) for i in range(number)) + last.format(number)
    return f'note x "x": number = 0\n{text}step play "Play"\n  {use}\n'


LONG: dict[str, Callable[[], str]] = {
    "questions": lambda: asked("as seat(1)", 2000),
    "some questions": lambda: asked("as seat(1)", 40),
    "questions at once": lambda: asked("as each p in Player at once", 40),
    "a ladder": lambda: ladder(2000),
}


def told(number: int) -> str:
    rules = [f'rule r{i} "R{i}"\n  > R.\n  1 = 1\n' for i in range(number + 1)]
    return "".join(rules) + "\n".join(f"tell r{i} under r{i + 1}" for i in range(number)) + "\n"


def test_places_in_the_book_depend_on_few_others(tmp_path: Path) -> None:
    for number in (101, 3000):
        assert Folder(tmp_path, told(number)).checked().count("error E0299") == 1
    assert "E0299" not in Folder(tmp_path, told(100)).checked()


FINE: dict[str, Callable[[], str]] = {
    "questions": lambda: asked("as seat(1)", 18),
    "a short ladder": lambda: ladder(60),
    "menus": lambda: menus(40),
    "values": lambda: calls("value", 40),
    "rules": lambda: calls("rule", 40),
    "steps": lambda: calls("step", 40),
}


@pytest.mark.parametrize("what", LONG)
def test_too_long_is_told(tmp_path: Path, what: str) -> None:
    before = process_time()
    folder = Folder(tmp_path, LONG[what]())
    assert "E0402" in folder.checked()
    with pytest.raises(RuleError, match="E0402"):
        folder.start()
    assert process_time() - before < 10


@pytest.mark.parametrize("what", FINE)
def test_many_ways_through_are_looked_through_once(tmp_path: Path, what: str) -> None:
    before = process_time()
    folder = Folder(tmp_path, FINE[what]())
    assert "nothing is wrong" in folder.checked()
    folder.load()
    assert process_time() - before < 5
