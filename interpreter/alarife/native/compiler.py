"""Building a native library: from a generated text to machine code.

Cython makes C of what `writing` has made, and the compiler that Python itself was built with makes
a library of that. Both run in a process of their own, in a folder that is thrown away."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from alarife.native.keeping import MODULE
from alarife.native.writing import NotWritable, written

_SETUP = """\
import sys
from setuptools import Extension, setup
from Cython.Build import cythonize
name, flags = sys.argv.pop(1), sys.argv.pop(1)
own = [Extension(name, [name + ".pyx"], extra_compile_args=flags.split())]
setup(name=name, py_modules=[], ext_modules=cythonize(own, quiet=True))
"""
_FLAGS = {"win32": "/O2"}


class NotBuilt(Exception):
    """No library could be built; the text says why."""


def missing() -> list[str]:
    """What is not installed and needed."""
    return [name for name in ("Cython", "setuptools") if find_spec(name) is None]


def built(text: str, given: Mapping[str, Any], python: Iterable[str]) -> bytes:
    """The library of a generated text that is carried out with these names, of which `python` are
    functions of Python's. Raises `NotBuilt`."""
    try:
        source = written(text, given, python)
    except NotWritable as wrong:
        raise NotBuilt(f"The text has a form that can't be compiled yet: {wrong}") from None
    with tempfile.TemporaryDirectory(prefix="alarife-") as name:
        folder = Path(name)
        (folder / f"{MODULE}.pyx").write_text(source, encoding="utf-8")
        (folder / "setup.py").write_text(_SETUP, encoding="utf-8")
        flags = _FLAGS.get(sys.platform, "-O2 -w -g0")
        done = subprocess.run(  # noqa: S603 - our own file, in a folder of our own
            [sys.executable, "setup.py", MODULE, flags, "-q", "build_ext", "--build-lib", "made"],
            cwd=folder,
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
        )
        made = sorted((folder / "made").glob(f"{MODULE}*"))
        if done.returncode or not made:
            raise NotBuilt("\n".join((done.stderr or done.stdout).strip().splitlines()[-12:]))
        return made[0].read_bytes()
