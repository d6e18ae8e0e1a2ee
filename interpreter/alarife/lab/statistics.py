"""Intervals: Wilson's for rates, Student's for means and for differences within pairs."""

from __future__ import annotations

from math import sqrt

from alarife.lab.sums import Moments

Z = 1.959964
_T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Student's 97.5 % points for 1 to 10 degrees of freedom."""


def t_point(freedom: int) -> float:
    """Student's 97.5 % point; beyond the table by Cornish and Fisher's expansion."""
    if freedom < 1:
        return float("inf")
    if freedom <= len(_T):
        return _T[freedom - 1]
    g1 = (Z**3 + Z) / 4
    g2 = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    return Z + g1 / freedom + g2 / freedom**2


def mean_of(m: Moments) -> float:
    """The mean."""
    return m.total / m.n if m.n else 0.0


def deviation_of(m: Moments) -> float:
    """The standard deviation of the values."""
    if m.n < 2:
        return 0.0
    return sqrt(max(0.0, (m.squares - m.total * m.total / m.n) / (m.n - 1)))


def interval_of(m: Moments) -> tuple[float, float] | None:
    """The 95 % interval of the mean; None with fewer than two values."""
    if m.n < 2:
        return None
    half = t_point(m.n - 1) * deviation_of(m) / sqrt(m.n)
    return mean_of(m) - half, mean_of(m) + half


def wilson(successes: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a rate. Shared successes may be parts: then it is a little too wide."""
    if not n:
        return 0.0, 1.0
    p = successes / n
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def smallest_visible(m: Moments) -> float | None:
    """The difference that so many pairs show with a power of 80 %."""
    return None if m.n < 2 else (Z + 0.8416) * deviation_of(m) / sqrt(m.n)
