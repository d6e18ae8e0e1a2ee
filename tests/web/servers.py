"""Servers in processes of their own, and PostgreSQL in a folder of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlencode

import pytest

NEEDED = os.environ.get("ALARIFE_TEST_ALL") == "1"
"""Where this is set, tests that need a browser or a database fail rather than being left out."""

PATIENCE = 240
"""So many seconds anything may take on a slow machine before it counts as stuck."""


def left_out(why: str) -> NoReturn:
    """Leave a test out with a sentence; where all are needed, fail."""
    if NEEDED:
        pytest.fail(f"This must not be left out here: {why}")
    pytest.skip(why)


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """`alarife serve` in a process of its own."""

    def __init__(self, database: str, folder: Path, *options: str) -> None:
        self.port = free_port()
        self.database = database
        self.base = f"http://127.0.0.1:{self.port}"
        self.log = (folder / f"server-{self.port}.log").open("wb")
        command = [sys.executable, "-m", "alarife", "serve", "--port", str(self.port), "--quiet"]
        environment = os.environ | {"XDG_DATA_HOME": str(folder)}
        self.process = subprocess.Popen(
            [*command, "--database", database, *options],
            stdout=self.log,
            stderr=self.log,
            env=environment,
            start_new_session=True,
        )
        for _ in range(2400):
            if self.process.poll() is not None:
                break
            try:
                if self.get("/healthz")[0] == 200:
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(Path(self.log.name).read_text())

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of a page."""
        return self._ask(urllib.request.Request(self.base + path))

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        """Status and answer."""
        head = {"content-type": "application/json"}
        data = json.dumps(body).encode()
        status, text = self._ask(urllib.request.Request(self.base + path, data, head))
        return status, json.loads(text)

    def _ask(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as wrong:
            return wrong.code, wrong.read().decode()

    def make(self, game: str, **form: Any) -> list[str]:
        """A table; the tokens of its seats."""
        import re

        body = urlencode({"game": game} | form, doseq=True).encode()
        with urllib.request.urlopen(self.base + "/new", body, timeout=PATIENCE) as answer:
            found = re.findall(r'href="/t/([\w-]+)">Take this seat', answer.read().decode())
        assert found
        return found

    def kill(self) -> None:
        """End it at once, as when the power fails."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        self.log.close()

    def interrupt(self) -> None:
        """Ctrl-C, as a terminal sends it: to all processes."""
        os.killpg(self.process.pid, signal.SIGINT)

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.log.close()


@contextmanager
def postgres(folder: Path) -> Generator[str]:
    """A PostgreSQL of our own; its URL. Leaves the test out where there is none."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    initdb = shutil.which("initdb") or (str(programs[-1]) if programs else "")
    if not initdb:
        left_out("There is no PostgreSQL here (`apt-get install postgresql`).")
    try:
        import psycopg
    except ImportError:
        left_out("There is no psycopg here (`pip install 'alarife[postgres]'`).")
    user: dict[str, Any] = {}
    if os.geteuid() == 0:  # it refuses to run as root
        user = {"user": "postgres"}
        folder = Path(f"/tmp/alarife-pg-{os.getpid()}")  # noqa: S108 - where that user may write
        folder.mkdir(mode=0o700)
        shutil.chown(folder, "postgres")
    data, port = folder / "pg", free_port()
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "cwd": "/", **user}
    subprocess.run([initdb, "-D", str(data), "-A", "trust", "-U", "alarife"], check=True, **quiet)
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
    control = [str(Path(initdb).with_name("pg_ctl")), "-D", str(data), "-w"]
    subprocess.run(
        [*control, "-o", options, "-l", str(folder / "log"), "start"], check=True, **quiet
    )
    try:
        url = f"postgresql://alarife@127.0.0.1:{port}/postgres"
        with psycopg.connect(url) as c:
            c.execute("SELECT 1")
        yield url
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=True, **quiet)
        shutil.rmtree(folder, ignore_errors=True)
