"""Everything that must hold before a change goes in, on any system that has Python 3.11 or later.

    python .ci/checks.py            all of it
    python .ci/checks.py quick      without what is built, and without a newcomer's commands
    python .ci/checks.py --list     the checks by name
    python .ci/checks.py NAME …     only these, in their order

Works on a copy of the files git knows of (with what is not committed yet), so nothing ignored helps
to pass and nothing is left behind. Two lanes of checks run side by side before the tests, which
have all cores to themselves; what a command says there is printed when it has ended. A failed check
does not stop the next ones, so one run shows all failures; a failed installation does.

Needs only the standard library, git, and the package index that pip is set up for.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
WINDOWS = os.name == "nt"


class Broken(Exception):
    """A step that everything after it needs has failed."""


@dataclass
class Run:
    """One run: where it works, and which commands failed. `together`: other checks run at the same
    time, so what a command says is kept until it has ended."""

    work: Path
    failed: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    together: bool = False

    @property
    def checkout(self) -> Path:
        """The copy of the repository."""
        return self.work / "checkout"

    def tool(self, name: str, where: str = "dev") -> str:
        """The path of a command in one of the virtual environments."""
        folder = self.work / where / ("Scripts" if WINDOWS else "bin")
        return str(folder / (f"{name}.exe" if WINDOWS else name))

    def check(self, *command: str, cwd: Path | None = None) -> bool:
        """Run a command and note its failure."""
        shown = " ".join(command).replace(str(self.work), "…")
        if not self.together:
            print(f"\n$ {shown}", flush=True)
        began = time.monotonic()
        done = subprocess.run(
            command,
            cwd=cwd or self.checkout,
            env=self.environment,
            check=False,
            text=True,
            errors="replace",
            stdout=subprocess.PIPE if self.together else None,
            stderr=subprocess.STDOUT if self.together else None,
        )
        said = f"\n$ {shown}\n{done.stdout}" if self.together else ""
        print(f"{said}  ({time.monotonic() - began:.0f} s)", flush=True)
        if done.returncode:
            self.failed.append(shown)
        return done.returncode == 0

    def need(self, *command: str, cwd: Path | None = None) -> None:
        """Run a command that the rest can't do without."""
        if not self.check(*command, cwd=cwd):
            raise Broken


# ----------------------------------------------------------------
# the checks, in their order
def install(run: Run) -> None:
    """The package in development mode, with all tools."""
    _new_venv(run, "dev")
    run.need(run.tool("python"), "-m", "pip", "install", "-e", ".[dev]")


def code(run: Run) -> None:
    """Linter, formatter, types, and who may import whom."""
    run.check(run.tool("ruff"), "check", ".")
    run.check(run.tool("ruff"), "format", "--check", ".")
    run.check(run.tool("pyright"), "--pythonpath", run.tool("python"))
    run.check(run.tool("lint-imports"), "--no-logo")


def rules(run: Run) -> None:
    """The form of the rule files. Every configuration and every example are tried by the tests
    (`tests/cli/test_check.py`, `tests/examples/test_runs.py`), side by side with others."""
    run.check(run.tool("alarife"), "format", "--check", "rules")


def docs(run: Run) -> None:
    """The documentation site, with warnings as errors."""
    site = str(run.work / "site")
    options = ("-q", "-n", "-W", "--keep-going", "-j", "auto", "-b", "html")
    run.check(run.tool("sphinx-build"), *options, "docs", site)


def package(run: Run) -> None:
    """The wheel, built from the sdist, used where nothing else is installed."""
    dist = run.work / "dist"
    run.need(run.tool("python"), "-m", "build", "--outdir", str(dist), ".")
    _new_venv(run, "clean")
    wheel = next(dist.glob("*.whl"))
    run.need(run.tool("python", "clean"), "-m", "pip", "install", str(wheel))
    elsewhere = run.work / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    for line in SMOKE.strip().splitlines():
        run.check(run.tool("alarife", "clean"), *shlex.split(line), cwd=elsewhere)


SMOKE = """
--help
games
check connect_four
test connect_four
explain E0202
rules connect_four
diff alhambra --with bazaars
new module my_rules --for connect_four
simulate connect_four --with ./my_rules.alr --games 20 --jobs 2
simulate alhambra --players 3 --games 3 --seed 1
"""


def compiled(run: Run) -> None:
    """The engine compiled with mypyc plays the same games; needs a C compiler."""
    if not (shutil.which("cc") or shutil.which("gcc") or WINDOWS):
        print("\nNo C compiler here, so the compiled engine was not tried.", flush=True)
        return
    run.check(run.tool("python"), "-m", "tests.compiled")


def newcomer(run: Run) -> None:
    """The command of the README that installs and plays, as it is written there."""
    _readme(run, 0)


def outside(run: Run) -> None:
    """Chromium and PostgreSQL from Debian, where that may be: then no test may be left out."""
    apt = shutil.which("apt-get")
    if apt and not WINDOWS and os.geteuid() == 0:
        run.environment["DEBIAN_FRONTEND"] = "noninteractive"
        run.check(apt, "-qq", "update")
        wanted = ("chromium", "postgresql")
        run.need(apt, "-qq", "-y", "install", "--no-install-recommends", *wanted)
        run.environment["ALARIFE_TEST_ALL"] = "1"


def tools(run: Run) -> None:
    """Other people's tools, which `.[test]` doesn't bring: their suites, a cluster, an agent that
    learns."""
    python = run.tool("python")
    if _brings_no_drivers(run, python):
        run.check(python, "-m", "pip", "install", TORCH)
        run.check(python, "-m", "pip", "install", "-e", ".[learn]")
    else:
        print("\nPyTorch would bring drivers of graphics cards: no agent learns.", flush=True)
    run.check(python, "-m", "pytest", "tests/adapters", "tests/lab", OPENSPIEL)


OPENSPIEL = "tests/classics/test_against_openspiel.py"
TORCH = "torch==2.13.0"


def _brings_no_drivers(run: Run, python: str) -> bool:
    """Whether PyTorch is to be had without the gigabytes that graphics cards need."""
    asked = (python, "-m", "pip", "install", "--dry-run", "--quiet", "--report", "-", TORCH)
    done = subprocess.run(
        asked, cwd=run.checkout, env=run.environment, check=False, capture_output=True, text=True
    )
    return not done.returncode and '"nvidia' not in done.stdout


def tests(run: Run) -> None:
    """The README's command that installs for work and runs all tests; on all cores."""
    _readme(run, 1)


def quick_tests(run: Run) -> None:
    """All tests, in the environment that is there already."""
    run.check(run.tool("python"), "-m", "pytest")


Check = Callable[[Run], None]
LANES: tuple[tuple[Check, ...], ...] = (
    (code, rules, docs, outside, tools),
    (package, compiled, newcomer),
)
"""What runs side by side: the first in the environment of the installation, which it adds to; the
second in environments of its own."""
CHECKS: tuple[Check, ...] = (install, *(check for lane in LANES for check in lane), tests)
QUICK = (install, code, rules, quick_tests)
"""The tests come last, so that their summary ends the output."""


# ----------------------------------------------------------------
# how
def side_by_side(run: Run, lanes: Sequence[Sequence[Check]]) -> None:
    """Run lanes of checks at the same time, those of a lane one after the other."""
    run.together = True
    with ThreadPoolExecutor() as pool:
        done = [pool.submit(_in_order, run, lane) for lane in lanes]
    run.together = False
    for one in done:
        one.result()


def _in_order(run: Run, checks: Sequence[Check]) -> None:
    for each in checks:
        each(run)


def _new_venv(run: Run, name: str) -> None:
    print(f"\n$ python -m venv …/{name}", flush=True)
    venv.create(run.work / name, with_pip=True, symlinks=not WINDOWS)


def _readme(run: Run, number: int) -> None:
    """The README's block of shell commands with this number, as a newcomer would paste it."""
    text = (run.checkout / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    if len(blocks) <= number:
        print(f"README.md has no shell block {number + 1}.", file=sys.stderr)
        run.failed.append(f"README.md, block {number + 1}")
        return
    block = blocks[number].strip()
    if WINDOWS:
        block = block.replace("python3", "python").replace(".venv/bin/", ".venv\\Scripts\\")
        run.check("cmd", "/c", block.replace("'", '"'))
    else:
        run.check("bash", "-euo", "pipefail", "-c", block)


def _copy(target: Path) -> None:
    """Copy what git tracks, and what it neither tracks nor ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=HOME,
        check=True,
        capture_output=True,
    ).stdout
    for name in listed.decode().split("\0"):
        source = HOME / name
        if name and source.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name)


def _environment() -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    kept |= {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_QUIET": "1", "PYTHONUTF8": "1"}
    # A newcomer's command is left as it is in the README; the tests run on all cores all the same.
    kept.setdefault("PYTEST_ADDOPTS", "-q -n auto --dist loadfile")
    return kept


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the checks that are named; all if none is."""
    parser = argparse.ArgumentParser(description="Everything that must hold before a change.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="`quick`, or names of checks")
    parser.add_argument("--list", action="store_true", help="show the checks and end")
    wanted = parser.parse_args(arguments)
    known = {c.__name__: c for c in (*CHECKS, *QUICK)}
    if wanted.list:
        for name, each in known.items():
            print(f"{name:12} {(each.__doc__ or '').strip()}")
        return 0
    if unknown := [n for n in wanted.names if n not in known and n != "quick"]:
        parser.error(f"no check `{unknown[0]}`; there are {', '.join(known)}")
    chosen = QUICK if "quick" in wanted.names else CHECKS
    names = [n for n in wanted.names if n != "quick"]
    if names:
        chosen = tuple(c for c in CHECKS if c is install or c.__name__ in names)

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        run = Run(Path(folder), environment=_environment())
        run.checkout.mkdir()
        _copy(run.checkout)
        try:
            if wanted.names:
                _in_order(run, chosen)
            else:
                install(run)
                side_by_side(run, LANES)
                tests(run)
        except Broken:
            print("\nThe rest needs this, so it was not run.", file=sys.stderr)
    if run.failed:
        print("\nFailed:", *run.failed, sep="\n  ", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
