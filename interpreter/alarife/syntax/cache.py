"""The user's cache: things that can be made again, kept from one run to the next.

What comes in: a name and bytes. What goes out: the bytes, or None. Nothing here fails: a folder
that can't be written to, a damaged or half-written file count as nothing kept. Files are written
beside their place and renamed, so that no other process sees half of one. The environment variable
`ALARIFE_CACHE` moves the folder; if it is set to nothing, nothing is kept. The folder belongs to
the user alone (it is made so, and is not used if it is somebody else's): what is read from it is
trusted. A file in it that is somebody else's is not read."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from pathlib import Path

_PLAIN = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
MOST_FILES = 400
"""How many files are kept; beyond that the oldest go."""


def folder() -> Path | None:
    """Where things are kept, or None if nowhere."""
    named = os.environ.get("ALARIFE_CACHE")
    if named is not None:
        return Path(named) if named.strip() else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    with contextlib.suppress(RuntimeError):
        return Path(base).expanduser() / "alarife"
    return None


def key(*parts: str | bytes) -> str:
    """A name for what was made of these parts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(str(len(data)).encode() + b":" + data)
    return digest.hexdigest()[:40]


def fetch(name: str) -> bytes | None:
    """What was kept under a name."""
    home = folder()
    if home is None or not _ours(home):
        return None
    try:
        handle = os.open(home / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | _PLAIN)
        with os.fdopen(handle, "rb") as file:
            return file.read() if _is_own(os.fstat(handle)) else None
    except OSError:
        return None


def keep(name: str, data: bytes) -> None:
    """Keep bytes under a name."""
    home = folder()
    if home is None:
        return
    with contextlib.suppress(OSError):
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _ours(home):
            return
        handle, temporary = tempfile.mkstemp(dir=home, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(temporary).replace(home / name)
        except OSError:
            Path(temporary).unlink()
            raise
        _trim(home)


def trim(prefix: str, most: int) -> None:
    """Throw the oldest files away whose names begin like this, if there are too many."""
    home = folder()
    if home is None:
        return
    with contextlib.suppress(OSError):
        files = [entry for entry in os.scandir(home) if entry.name.startswith(prefix)]
        files.sort(key=lambda entry: entry.stat().st_mtime)
        for entry in files[: max(0, len(files) - most)]:
            Path(entry.path).unlink()


def _ours(home: Path) -> bool:
    """Whether the folder is the user's, and nobody else may write to it."""
    try:
        return _is_own(home.stat())
    except OSError:
        return False


def _is_own(found: os.stat_result) -> bool:
    """Whether a file or folder is the user's, and nobody else may write to it."""
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


def _trim(home: Path) -> None:
    """Throw the oldest files away if there are too many."""
    files = [entry for entry in os.scandir(home) if entry.is_file(follow_symlinks=False)]
    if len(files) <= MOST_FILES:
        return
    files.sort(key=lambda entry: entry.stat().st_mtime)
    for entry in files[: len(files) - MOST_FILES // 2]:
        with contextlib.suppress(OSError):
            Path(entry.path).unlink()
