"""What can be wrong with a file before its grammar matters."""

from pathlib import Path

import pytest

from alarife.diagnostics import RuleError
from alarife.syntax.parse import parse
from alarife.syntax.source import MOST_BYTES, read_source


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b"\x89PNG\r\n\0\0", "E0103", (1, 1)),
        (b'alarife 1\ngame g "\xe9t\xe9"\n', "E0102", (2, 9)),
        (b"#" * (MOST_BYTES + 1), "E0104", (1, 1)),
    ],
)
def test_no_text(tmp_path: Path, data: bytes, code: str, place: tuple[int, int]) -> None:
    path = tmp_path / "g.alr"
    path.write_bytes(data)
    with pytest.raises(RuleError) as raised:
        read_source(path)
    [found] = raised.value.diagnostics
    assert found.code == code
    assert found.at is not None
    assert (found.at.line, found.at.column) == place
    assert found.hint


def test_no_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.alr", tmp_path / "x" / "none.alr"):
        with pytest.raises(RuleError) as raised:
            read_source(path)
        assert [d.code for d in raised.value.diagnostics] == ["E0128"]


def test_a_good_file_is_read_without_the_mark_of_its_encoding(tmp_path: Path) -> None:
    path = tmp_path / "g.alr"
    path.write_bytes(b"\xef\xbb\xbfalarife 1\n")
    assert read_source(path) == "alarife 1\n"


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "E0101", (1, 1)),
        ("  \n\n", "E0101", (1, 1)),
        ("alarife 1\n\tgame g\n\tx\n", "E0105", (2, 1)),
        ("alarife 1\ngame g \u202e\n", "E0124", (2, 8)),
        ('game g "G"\n', "E0107", (1, 1)),
        ("# only a comment\n", "E0107", (1, 1)),
        ("alarife one\n", "E0107", (1, 1)),
        ('# x\nalarife 3\ngame g "G"\n', "E0108", (2, 1)),
        ("alarife 1\n# " + "x" * MOST_BYTES, "E0104", (1, 1)),
    ],
)
def test_no_rule_file(text: str, code: str, place: tuple[int, int]) -> None:
    with pytest.raises(RuleError) as raised:
        parse(text, "g.alr")
    [found] = raised.value.diagnostics
    assert found.code == code
    assert found.at is not None
    assert (found.at.line, found.at.column) == place
    assert found.hint
