"""A hook of the build: machine code of shipped games goes into a compiled wheel.

Runs with the hook that compiles the engine, and only then (`HATCH_BUILD_HOOKS_ENABLE=1`). What is
made is what `alarife compile` makes, of the games that `pyproject.toml` names; it lies in
`alarife/_data/native`, and is found by the text that it was made of (`alarife.native.keeping`)."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MachineCode(BuildHookInterface):
    """See the module."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the libraries, and say that the wheel holds them."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory(prefix="alarife-")
        made = Path(self._folder.name)
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            list(workers.map(lambda game: self._compile(game, made), self.config["games"]))
        for library in sorted(made.glob("native-*.so")):
            build_data["force_include"][str(library)] = f"alarife/_data/native/{library.name}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """They are in the wheel."""
        if version != "editable":
            self._folder.cleanup()

    def _compile(self, game: str, made: Path) -> None:
        """One game, in as many words as `alarife compile` is given."""
        subprocess.run(
            [sys.executable, "-m", "alarife", "compile", *game.split()],
            check=True,
            stdout=subprocess.DEVNULL,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(Path(self.root) / "interpreter"), *sys.path]),
                "ALARIFE_CACHE": str(made),
            },
        )
