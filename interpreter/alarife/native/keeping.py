"""Native libraries in the user's cache.

In: a generated text. Out: the class of its library, if one was built from this very text, by this
version of the interpreter, for this Python. The library lies in the cache beside a digest of it;
one that is damaged, not the user's own or for another Python is never loaded. The cache is a folder
that nobody but the user may write to (`alarife.syntax.cache`). A package whose engine is compiled
has libraries of some games with it; without a cache they are left alone, too."""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import sys
import sysconfig
from functools import cache
from pathlib import Path
from typing import Any

from alarife.resources import machine_code
from alarife.syntax import cache as kept

MODULE = "alarife_text"
"""The name that a library has for Python."""
MOST_LIBRARIES = 24
"""How many are kept; the oldest go first."""


def name_of(text: str) -> str:
    """The name under which the library of a text is kept."""
    told = (sys.version, str(sysconfig.get_config_var("SOABI")), sysconfig.get_platform())
    return "native-" + kept.key(text, *told, _writer())


@cache
def _writer() -> bytes:
    """A digest of what makes a library of a text."""
    digest = hashlib.sha256()
    for name in ("writing.py", "numbers.py", "prelude.pyx", "compiler.py"):
        digest.update((Path(__file__).parent / name).read_bytes())
    return digest.digest()


def keep(text: str, library: bytes) -> Path | None:
    """Keep the library of a text; None if there is no cache."""
    home, name = kept.folder(), name_of(text)
    if home is None:
        return None
    kept.keep(f"{name}.so", library)
    kept.keep(name, hashlib.sha256(library).digest())
    kept.trim("native-", 2 * MOST_LIBRARIES)
    file = home / f"{name}.so"
    return file if kept.fetch(f"{name}.so") == library else None


def is_kept(text: str) -> bool:
    """Whether there is a sound library of a text."""
    return _sound(name_of(text)) is not None


def found(text: str) -> Any:
    """The class `Text` of a text's library; None if there is none that can be loaded."""
    file = _sound(name_of(text))
    return None if file is None else _loaded(file)


def run(text: Any, names: dict[str, Any]) -> Any:
    """An instance of a text's class that gives its names to a namespace; None if what is there is
    not of the kind that the library was built for."""
    made = text()
    try:
        made.run(names)
    except (TypeError, ValueError, OverflowError):
        return None
    return made


def forget() -> None:
    """Look at the cache anew."""
    _loaded.cache_clear()


@cache
def _loaded(file: Path) -> Any:
    loader = importlib.machinery.ExtensionFileLoader(MODULE, str(file))
    spec = importlib.util.spec_from_file_location(MODULE, file, loader=loader)
    assert spec is not None
    try:
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
        return module.Text
    except (ImportError, AttributeError):
        return None


def _sound(name: str) -> Path | None:
    """The file of a library that is as it was built: the package's own, or the user's."""
    home, digest = kept.folder(), kept.fetch(name)
    if home is None:
        return None
    shipped = machine_code() / f"{name}.so"
    if shipped.is_file():
        return shipped
    library = kept.fetch(f"{name}.so") if digest is not None else None
    if library is None or hashlib.sha256(library).digest() != digest:
        return None
    return home / f"{name}.so"
