"""`alarife serve`: the table in the browser. The work is done in `alarife.web`; this file only
hands it over."""

from __future__ import annotations

import click

from alarife.cli.configuring import Whole, spoken


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="H",
    help="Where to listen; `0.0.0.0` lets the network in.",
)
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=Whole(0, 65535),
    metavar="P",
    help="On which port; 0 takes one that is free.",
)
@click.option(
    "--database",
    default="",
    metavar="URL",
    help="Where tables are kept: `sqlite:///FILE` or `postgresql://…`. By default a file of yours.",
)
@click.option(
    "--behind-proxy",
    is_flag=True,
    help="Take visitors' addresses from the headers of a reverse proxy.",
)
@click.option(
    "--processes",
    type=Whole(1, 64),
    metavar="N",
    help="How many processes answer, on one address and one database. Without it: one for each"
    " core, at most 4 (on Windows 1).",
)
@click.option("--no-limits", is_flag=True, help="No limits on how often anybody may ask.")
@click.option("--quiet", is_flag=True, help="No line for each request.")
@spoken
def command(
    host: str,
    port: int,
    database: str,
    behind_proxy: bool,
    processes: int | None,
    no_limits: bool,
    quiet: bool,
) -> None:
    """Serve tables in the browser: everybody joins by a link.

    Open the address that is printed, choose a game, and send each person their link."""
    from importlib.util import find_spec

    from alarife.diagnostics import rule_error

    needed = ("starlette", "uvicorn", "jinja2", "sse_starlette", "sqlalchemy", "multipart")
    needed += ("psycopg",) if database.startswith("postgres") else ()
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        hint = (
            "Install it with `pip install 'alarife[web]'`, or `pip install '.[web]'` in a copy of"
            " the repository."
        )
        message = f"What serves pages is not installed: {', '.join(missing)}."
        raise rule_error("E0740", message, hint)
    from alarife.web import Settings, run
    from alarife.web.guard import log_to_stderr

    log_to_stderr()

    settings = Settings(database=database, behind_proxy=behind_proxy, log=not quiet)
    settings = settings.unlimited() if no_limits else settings
    opened = lambda at: click.echo(f"Tables are open at {at} (Ctrl-C ends)", err=True)  # noqa: E731
    run(settings, host, port, processes, opened)
