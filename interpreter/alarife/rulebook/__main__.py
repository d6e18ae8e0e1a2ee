"""`python -m alarife.rulebook FOLDER FILE.pot`: the messages of all rule files below a folder, and
of the book, as a template."""

from __future__ import annotations

import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    """Extract; the exit code."""
    from alarife.rulebook.messages import extract

    if len(arguments) != 2 or not Path(arguments[0]).is_dir():
        sys.stderr.write(
            "Say a folder of rule files, and where the template goes: … rules alarife.pot\n"
        )
        return 2
    sys.stdout.write(f"{extract(Path(arguments[0]), Path(arguments[1]))} messages\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
