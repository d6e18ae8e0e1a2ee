"""The lab on a cluster of processes: the same figures, and a worker that dies loses nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

import alarife
from alarife.diagnostics import RuleError
from alarife.lab import Plan, arm_of, cluster, figures_of, run

distributed = pytest.importorskip("distributed", reason="Dask distributed is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")
"""Dask's own processes warn of each other's ends."""


@pytest.fixture(scope="module")
def scheduler() -> Iterator[Any]:
    made = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True, silence_logs=50
    )
    yield made
    made.close()


def plan(pairs: int) -> Plan:
    text = alarife.load("connect_four")
    return Plan((arm_of(text, "connect four"),), ("random",), pairs, 3)


def figures(pairs: int, address: str | None) -> list[Any]:
    wanted = plan(pairs)
    return [figure.data() for figure in figures_of(wanted, run(wanted, cluster=address))]


def test_the_same_figures_as_here_also_if_a_worker_is_killed(
    scheduler: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("alarife.lab.portions.MOST", 20)
    here = figures(400, None)
    assert figures(400, scheduler.scheduler_address) == here
    victims = [worker.process.pid for worker in scheduler.workers.values()]

    def kill(more: int) -> None:
        if more > 1 and len(victims) == 2:
            os.kill(victims.pop(), signal.SIGKILL)

    wanted = plan(1200)
    made = run(wanted, cluster=scheduler.scheduler_address, progress=kill)
    assert len(victims) == 1
    assert made.pairs == 1200
    assert [f.data() for f in figures_of(wanted, made)] == figures(1200, None)


def test_another_version_is_refused(scheduler: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "version", lambda: ("0.0.0", "2.7"))
    with pytest.raises(RuleError) as raised:
        figures(40, scheduler.scheduler_address)
    assert raised.value.diagnostics[0].code == "E0742"
    assert "0.0.0" in raised.value.diagnostics[0].message


def test_no_scheduler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_ASKED", 1)
    with pytest.raises(RuleError) as raised:
        figures(40, "tcp://127.0.0.1:9")
    assert raised.value.diagnostics[0].code == "E0742"


@pytest.mark.parametrize("address", ["nonsense", "http://127.0.0.1:80"])
def test_what_is_no_address_is_never_asked(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """A client of Dask that is given none tries to close itself for most of a minute."""
    monkeypatch.setattr(distributed, "Client", None)
    with pytest.raises(RuleError) as raised:
        figures(40, address)
    assert raised.value.diagnostics[0].code == "E0742"
