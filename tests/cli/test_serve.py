"""`alarife serve` where what it needs is missing."""

from __future__ import annotations

import importlib.util
import socket

import pytest
from click.testing import CliRunner

from alarife.cli.group import command


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *rest: None if name in ("uvicorn", "psycopg") else found(name, *rest),
    )
    told = CliRunner().invoke(command, ["serve", "--database", "postgresql://nowhere/x"])
    assert told.exit_code == 1
    assert "E0740" in told.output + (told.stderr if told.stderr_bytes else "")
    assert "uvicorn, psycopg" in " ".join((told.output + told.stderr).split())


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = CliRunner().invoke(command, ["serve", "--port", str(port)])
    assert told.exit_code == 1
    said = " ".join((told.output + told.stderr).split())
    assert "E0743" in said
    assert str(port) in said
