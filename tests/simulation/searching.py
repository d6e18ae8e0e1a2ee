"""What tests of searching bots share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import alarife
from alarife.bots import Generator, MctsBot, View


def answer(state: Any, bot: MctsBot, seed: int = 1) -> str:
    decision = state.decision
    index = bot.choose(View(state, decision.player), decision, Generator(seed))
    return decision.options[index].key


def own_game(tmp_path: Path, text: str) -> Any:
    path = tmp_path / "own.alr"
    path.write_text(text, encoding="utf-8")
    return alarife.load(str(path))
