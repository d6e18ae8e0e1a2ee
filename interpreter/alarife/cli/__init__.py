"""The command line: `alarife`.

What comes in: words of a terminal. What goes out: text or JSON, and an exit code: 0 if all is well,
1 if rules or wishes are wrong, 2 if the words themselves can't be understood. Commands live in a
file each and are imported when they are called; the help of all of them needs not even what reads
the words."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """The entry point."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # pyright: ignore[reportAttributeAccessIssue] (a terminal that lacks a sign shows another)
    if sys.argv[1:] in (["--help"], ["-h"]):
        from alarife.cli.overview import overview

        print(overview(), end="")
        return
    from alarife.cli.group import command, end

    try:
        command(prog_name="alarife")
    except SystemExit as left:
        sys.exit(end(left.code))
