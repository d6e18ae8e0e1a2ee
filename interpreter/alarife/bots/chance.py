"""Bots' chance: a small generator, apart from the game's own.

What comes in: a seed of 64 bits. What goes out: numbers, evenly. The same seed gives the same
numbers everywhere and always; the game's own chance is never touched. Block `k` of the stream is
SHAKE-128 over the seed and `k` (8 bytes each, little-endian), read as 256 little-endian words of 32
bits; a number below n is `word * n >> 32`. Blocks make a draw cheap: it costs a step of an
iterator."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from hashlib import sha256, shake_128
from itertools import chain, count, islice
from typing import TypeVar

from alarife.diagnostics import must_be
from alarife.engine.chance import MASK, outcome, spread

T = TypeVar("T")
_FEW = struct.Struct("<30I")
_BLOCK = 256
_MANY = struct.Struct(f"<{_BLOCK}I")


def words(seed: int, drawn: int = 0) -> Iterator[int]:
    """The endless stream of 32-bit words of a seed, after so many have been drawn."""
    start = (seed & MASK).to_bytes(8, "little")
    blocks, more = divmod(drawn, _BLOCK)

    def parts() -> Iterator[tuple[int, ...]]:
        if not blocks:
            first = shake_128(start + bytes(8))
            yield _FEW.unpack(first.digest(_FEW.size))  # many a game needs no more
            yield _MANY.unpack(first.digest(_MANY.size))[_FEW.size // 4 :]
        for number in count(max(1, blocks)):
            block = shake_128(start + number.to_bytes(8, "little"))
            yield _MANY.unpack(block.digest(_MANY.size))

    stream = chain.from_iterable(parts())
    return islice(stream, more, None) if more else stream


class Generator:
    """What a bot draws from. A copy goes on where it stands."""

    __slots__ = ("_drawn", "_seed", "_words")

    def __init__(self, seed: int, drawn: int = 0) -> None:
        must_be("a whole number", "seed", seed, int)
        self._seed, self._drawn = seed, drawn
        self._words = words(seed, drawn)

    def __reduce__(self) -> tuple[type[Generator], tuple[int, int]]:
        return Generator, (self._seed, self._drawn)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._drawn += 1
        return next(self._words) * n >> 32

    def pick(self, items: Sequence[T]) -> T:
        """One of some things."""
        return items[self.below(len(items))]

    def seed(self) -> int:
        """A seed of 64 bits for something else, such as `imagine`."""
        self._drawn += 2
        return next(self._words) << 32 | next(self._words)


# ----------------------------------------------------------------
# seeds
def _key(name: str) -> int:
    return int.from_bytes(sha256(f"alarife/{name}".encode()).digest()[:8], "little")


_GAMES, _SEATS = _key("games of a simulation"), _key("bots of a game")


def seed_of_game(seed: int, number: int) -> int:
    """The seed of the game with this number (from 0) in a simulation with this seed."""
    return outcome(spread(seed), _GAMES, number)


def seed_of_bot(game_seed: int, seat: int) -> int:
    """The seed of the bot of a seat (from 1) in a game with this seed."""
    return outcome(spread(game_seed), _SEATS, seat)
