"""Chance: a small generator whose whole state is in the state of the game.

Every declaration that draws has its own counter. An outcome is `mix(seed + key + counter * step)`,
with `key` made from the declaration's name: a module that draws elsewhere does not shift it. A
shuffle takes one step of its counter and a stream below it. What is fixed here decides every saved
game: 64-bit arithmetic, multiply-shift to a range, SHAKE-128 over the 8 bytes of the step
(little-endian), read as little-endian 32-bit words."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import shake_128
from typing import Final

MASK: Final = (1 << 64) - 1
GOLDEN: Final = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """A well mixed 64-bit number from a 64-bit number (splitmix's finaliser)."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def outcome(seed: int, key: int, count: int) -> int:
    """The `count`-th outcome of a declaration, 64 bits."""
    z = (seed + key + count * GOLDEN) & MASK  # `mix`, written out: nothing is asked oftener
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def below(bits: int, n: int) -> int:
    """A number from 0 to n - 1 from an outcome."""
    return (bits >> 32) * n >> 32


def shuffled(items: Sequence[int], bits: int) -> tuple[int, ...]:
    """The items in an order that the outcome decides (Fisher and Yates)."""
    order = list(items)
    n = len(order)
    if n > 1:
        stream = struct.unpack(f"<{n}I", shake_128(bits.to_bytes(8, "little")).digest(4 * n))
        for i in range(n - 1, 0, -1):
            j = stream[i] * (i + 1) >> 32
            order[i], order[j] = order[j], order[i]
    return tuple(order)


def spread(seed: int) -> int:
    """A seed given by a person, spread over 64 bits."""
    return mix((seed * GOLDEN + 0x243F6A8885A308D3) & MASK)
