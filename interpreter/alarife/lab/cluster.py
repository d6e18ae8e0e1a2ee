"""The same on other machines: Dask distributed, an extra.

Rule files go to every worker once, by content. A portion whose worker dies is played again by
another, so nothing is lost and nothing counts twice. Results are taken in the order of portions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from platform import python_version_tuple
from typing import Any
from uuid import uuid4

from alarife import __version__
from alarife.diagnostics import Diagnostic, RuleError, rule_error
from alarife.lab.arms import Plan
from alarife.lab.measure import Measures
from alarife.lab.portions import Portion, play_portion

_ASKED = 20
"""So many seconds a scheduler may take to answer, and so many workers to turn up."""
_WINDOW = 4


def play_on_cluster(
    plan: Plan, left: Iterator[Portion], address: str
) -> Iterator[list[list[Measures]]]:
    """The pairs of these portions, in order."""
    try:
        from distributed import Client, KilledWorker
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        message = "`--cluster` needs Dask distributed, which is not installed."
        raise rule_error("E0742", message, "pip install 'alarife[cluster]'") from None
    try:
        get_address_host_port(address)  # a client that is given no address never ends
        client: Any = Client(address, timeout=_ASKED, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as wrong:
        message = f"There is no Dask scheduler at `{address}`: {wrong}"
        hint = "Start one with `dask scheduler`, and workers with `dask worker ADDRESS`."
        raise rule_error("E0742", message, hint) from None
    name = ""
    try:
        workers = _workers(client)
        _check_versions(client)
        name = f"alarife-{plan.digest}-{str(uuid4())[:8]}"
        client.register_plugin(_rules_there(plan), name=name)
        waiting: deque[Any] = deque()
        for portion in left:
            key = f"{name}-{portion[0]}-{portion[1]}"
            waiting.append(client.submit(_answer, name, portion, key=key, retries=2))
            if len(waiting) >= _WINDOW * workers:
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())
    except KilledWorker as wrong:
        message = f"A portion of games ended its worker again and again: {wrong.task}."
        hint = "Look for what takes so much memory there; `--resume` goes on."
        raise rule_error("E0742", message, hint) from None
    finally:
        if name:
            with suppress(Exception):  # the scheduler may be gone
                client.unregister_worker_plugin(name)
        client.close()


def _workers(client: Any) -> int:
    """How many workers there are; waits for the first."""
    try:
        client.wait_for_workers(1, timeout=_ASKED)
    except TimeoutError:
        message = "The scheduler has no workers."
        hint = "Start some: `dask worker ADDRESS`, in an environment with this Alarife."
        raise rule_error("E0742", message, hint) from None
    return len(client.scheduler_info(n_workers=-1)["workers"])


def version() -> tuple[str, str]:
    """What has to be the same on all machines: of Alarife, and of Python without the last part."""
    return __version__, ".".join(python_version_tuple()[:2])


def _check_versions(client: Any) -> None:
    """Every worker must run what runs here."""
    own = version()
    for worker, found in client.run(_version_there, on_error="return").items():
        if isinstance(found, OSError):
            continue  # it has died since: what it was to do is done by others
        if found != own:
            there = (
                f"Alarife {found[0]} on Python {found[1]}"
                if isinstance(found, tuple)
                else "no Alarife with a lab"
            )
            message = f"The worker {worker} has {there}; here it is {own[0]} on {own[1]}."
            hint = "Install the same version everywhere: otherwise games may differ."
            raise rule_error("E0742", message, hint)


def _version_there() -> tuple[str, str]:
    return version()


def _rules_there(plan: Plan) -> Any:
    """A plugin with the plan: every worker gets it once, also one that turns up later."""
    from distributed import WorkerPlugin

    made = WorkerPlugin()
    vars(made)["plan"] = plan
    return made


def _answer(name: str, portion: Portion) -> Any:
    """What a worker does: games, or what the rules did wrong, which is no reason to try again."""
    from distributed import get_worker

    try:
        return play_portion(vars(get_worker().plugins[name])["plan"], portion)
    except RuleError as wrong:
        return wrong.diagnostics


def _result(future: Any) -> list[list[Measures]]:
    found = future.result()
    future.release()
    if found and isinstance(found[0], Diagnostic):
        raise RuleError(found)
    return found
