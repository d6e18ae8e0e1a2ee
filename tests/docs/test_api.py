"""The page about Python: its examples are run, one after the other, and give what it says they
give."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_example_of_the_page_gives_what_it_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    examples = "\n".join(BLOCK.findall(text))
    test = doctest.DocTestParser().get_doctest(examples, {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) > 40
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL | doctest.ELLIPSIS)
    result = runner.run(test, out=said.append)
    assert result.failed == 0, "".join(said)


def test_everything_that_the_package_offers_is_spoken_of() -> None:
    import alarife

    text = PAGE.read_text(encoding="utf-8")
    assert all(name in text for name in alarife.__all__)
