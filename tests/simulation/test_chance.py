"""The bots' generator: the same everywhere, and even."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from itertools import islice

import pytest

from alarife.bots.chance import Generator, seed_of_bot, seed_of_game, words


def test_the_stream_of_a_seed_never_changes() -> None:
    assert list(islice(words(7), 4)) == [834389880, 1508532613, 88127762, 553068646]
    assert (seed_of_game(7, 0), seed_of_bot(7, 1)) == (16999404064579624105, 150885643247947105)


def test_blocks_follow_one_another() -> None:
    stream = list(islice(words(3), 600))
    assert stream[:256] != stream[256:512]
    assert stream == list(islice(words(3), 600))


def test_numbers_are_even_and_below_the_bound() -> None:
    rng = Generator(1)
    drawn = Counter(rng.below(5) for _ in range(10_000))
    assert sorted(drawn) == [0, 1, 2, 3, 4]
    assert all(abs(count - 2000) < 200 for count in drawn.values())


def test_games_and_seats_have_seeds_of_their_own() -> None:
    seeds = [seed_of_game(s, i) for s in range(3) for i in range(50)]
    seeds += [seed_of_bot(s, seat) for s in range(3) for seat in range(1, 7)]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize("drawn", [0, 1, 29, 30, 31, 255, 256, 257, 700])
def test_a_copy_goes_on_where_it_stands(drawn: int) -> None:
    rng = Generator(9)
    for _ in range(drawn):
        rng.below(2)
    copies = [copy.copy(rng), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))]
    following = [rng.seed() for _ in range(300)]
    assert all([other.seed() for _ in range(300)] == following for other in copies)
