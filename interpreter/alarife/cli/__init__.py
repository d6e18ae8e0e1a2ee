"""The command line: `alarife`.

What comes in: words of a terminal. What goes out: text or JSON, and an exit code: 0 if all is well,
1 if rules or wishes are wrong, 2 if the words themselves can't be understood. Commands live in a
file each and are imported when they are called; the help of all of them needs not even what reads
the words."""

from __future__ import annotations

import os
import sys

__all__ = ["main"]

CLOSED_PIPE = 141
"""What shells call a program that was ended because nobody read its output any more."""


def main() -> None:
    """The entry point. What the system refuses ends here: a pipe that is closed (`| head`), a full
    disk."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # pyright: ignore[reportAttributeAccessIssue] (a terminal that lacks a sign shows another)
    try:
        code = _called()
        if sys.stdout is not None:  # pyright: ignore[reportUnnecessaryComparison] (closed: `>&-`)
            sys.stdout.flush()
    except BrokenPipeError:
        code = CLOSED_PIPE
    except OSError as wrong:
        code = 1
        said = wrong.strerror or str(wrong)
        name = f"`{wrong.filename}`: " if wrong.filename else ""
        print(f"Error: {name}{said}.", file=sys.stderr)
    else:
        sys.exit(code)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # else Python complains when it ends
    sys.exit(code)


def _called() -> int | str | None:
    """Carry out the command; its exit code."""
    if sys.argv[1:] in (["--help"], ["-h"]):
        from alarife.cli.overview import overview

        print(overview(), end="")
        return 0
    from alarife.cli.group import command

    try:
        command(prog_name="alarife")
    except SystemExit as left:
        return left.code
    return 0
