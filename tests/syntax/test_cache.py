"""What is kept from run to run: quick, and never a reason to fail."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from alarife.syntax import cache
from alarife.syntax.format import same
from alarife.syntax.parse import parse, parse_cached

TEXT = 'alarife 1\ngame g "G"\nvalue v "V": number = 3\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ALARIFE_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_a_tree_is_kept_and_comes_back(home: Path) -> None:
    first = parse_cached(TEXT, "x")
    assert any(p.name.startswith("tree-") for p in home.iterdir())
    assert same(first, parse_cached(TEXT, "x"))


def test_another_text_is_another_tree(home: Path) -> None:
    parse_cached(TEXT, "x")
    assert not same(parse_cached(TEXT.replace("3", "4"), "x"), parse_cached(TEXT, "x"))


def test_damaged_files_count_as_nothing(home: Path) -> None:
    made = parse_cached(TEXT, "x")
    for path in home.iterdir():
        path.write_bytes(path.read_bytes()[:40] + b"damaged")
    assert same(made, parse_cached(TEXT, "x"))


def test_a_folder_that_cannot_be_written_to_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ALARIFE_CACHE", str(tmp_path / "file" / "below"))
    assert same(parse_cached(TEXT, "x"), parse(TEXT, "x"))


def test_nothing_is_kept_if_the_folder_is_set_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALARIFE_CACHE", "")
    assert cache.folder() is None
    assert same(parse_cached(TEXT, "x"), parse(TEXT, "x"))


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="other systems have other rights")
def test_a_folder_that_others_may_write_to_is_not_trusted(home: Path) -> None:
    home.mkdir()
    home.chmod(0o777)
    parse_cached(TEXT, "x")
    assert list(home.iterdir()) == []


def test_old_files_go_when_there_are_too_many(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_FILES", 10)
    for number in range(30):
        cache.keep(f"n{number}", b"x")
    assert len(list(home.iterdir())) <= 11
    assert cache.fetch("n29") == b"x"


def test_a_kept_tree_needs_no_parser(home: Path) -> None:
    parse_cached(TEXT, "x")
    code = f"import sys; from alarife.syntax.parse import parse_cached; parse_cached({TEXT!r}, 'x'); print('lark' in sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert found.stdout.strip() == "False"
