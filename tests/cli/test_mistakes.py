"""Whatever somebody mistypes gets an answer: what is wrong and what to do, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.runs import run

MISTAKES: list[tuple[str, int, str]] = [
    ("simulate conect_four", 1, "Did you mean `connect_four`"),
    ("simulate", 2, "GAME"),
    ("simulate connect_four --players 5", 1, "E0218"),
    ("simulate connect_four --players many", 2, "many"),
    ("simulate connect_four --games 0", 2, "--games"),
    ("simulate connect_four --jobs 0", 2, "--jobs"),
    ("simulate connect_four --bots cleverest", 1, "E0711"),
    ("simulate connect_four --bots random,random,random", 1, "E0712"),
    ("simulate connect_four --bots no.such:Bot", 1, "E0711"),
    ("simulate connect_four --with nothing", 1, "E0206"),
    ("simulate connect_four --set edge=7", 1, "E0211"),
    ("simulate hex --set hex.edge=900", 1, "E0213"),
    ("simulate hex --set hex.edge", 2, "module.option=value"),
    ("simulate hex --set =3", 2, "module.option=value"),
    ("simulate ./nothing_here.alr", 1, "E0128"),
    ("simulate .", 1, "E02"),
    ("play", 2, "--resume"),
    ("play hexx", 1, "E0202"),
    ("play hex --bots cleverest", 1, "E0711"),
    ("play hex --bots random,random,random", 1, "E0712"),
    ("play --resume nothing.json", 1, "E07"),
    ("play --replay nothing.json", 1, "E07"),
    ("rules nothing_like_it", 1, "E0202"),
    ("diff connect_four --against", 2, "GAME"),
    ("diff connect_four --against nothing_like_it", 1, "E0202"),
    ("diff connect_four --against hex --nonsense", 2, "nonsense"),
    ("check no_such_file.alr", 1, "E0128"),
    ("check empty.alr", 1, "E01"),
    ("check binary.alr", 1, "E0103"),
    ("check words.alr", 1, "E01"),
    ("check no_such_name", 1, "E0202"),
    ("check ./folder", 1, "E0201"),
    ("test no_such_file.alr", 1, "E0128"),
    ("test no_such_name", 1, "E0202"),
    ("test words.alr", 1, "E01"),
    ("format words.alr", 1, "E01"),
    ("format no_such_file.alr", 1, "E01"),
    ("format", 2, "FILE"),
    ("dump connect_four", 2, "--stage"),
    ("dump connect_four --stage middle", 2, "middle"),
    ("dump words.alr --stage syntax", 1, "E0"),
    ("new", 2, "module"),
    ("new module my-rules --for hex", 1, "E0732"),
    ("new module my_rules --for hexx", 1, "E0202"),
    ("new module words --for hex", 1, "E0732"),
    ("new module my_rules", 2, "--for"),
    ("new data words --for alhambra --with huts", 1, "E0732"),
    ("new data my_box --for alhambra --with hut", 1, "E0206"),
    ("new data my_box --for alhambra --with huts --of Hat", 1, "E0732"),
    ("rulebook hexx --to somewhere", 1, "E0202"),
    ("rulebook hex", 2, "--to"),
    ("rulebook hex --to somewhere --language xx", 1, "E0733"),
    ("rulebook hex --to somewhere --language xx --catalogues .", 1, "E0733"),
    ("rulebook hex --to words.alr", 2, "words.alr"),
    ("simulate connect_four --bots mcts:few", 1, "`mcts:N` takes up to"),
    ("serve --database tables.db", 1, "E0744"),
    ("", 2, "Usage"),
    ("nonsense", 2, "no command"),
]


@pytest.mark.parametrize(
    ("words", "code", "said"), MISTAKES, ids=[words or "nothing" for words, _, _ in MISTAKES]
)
def test_a_mistake_is_answered(
    words: str, code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.alr").write_text("", encoding="utf-8")
    Path("binary.alr").write_bytes(bytes(range(256)))
    Path("words.alr").write_text("Some words about a game.\n", encoding="utf-8")
    Path("folder").mkdir()
    result = run(*words.split())
    assert result.exit_code == code, result.output
    assert said in result.output
    assert "Traceback" not in result.output
