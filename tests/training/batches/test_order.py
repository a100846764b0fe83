"""An epoch's order: every instance once, shuffled, and the same wherever and by whomever it is taken up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.training.batches import order
from numerate.training.batches.order import Share, batches


@given(
    instances=st.integers(1, 3000),
    batch_size=st.integers(1, 300),
    window=st.none() | st.integers(1, 2000),
    seed=st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9)),
    processes=st.integers(1, 5),
    data=st.data(),
)
def test_every_instance_comes_once_in_the_same_batches_for_any_number_of_processes(
    instances, batch_size, window, seed, processes, data
):
    stretches = list(batches(instances, batch_size, window, seed))
    whole = np.concatenate(stretches)
    assert sorted(whole[whole >= 0]) == list(range(instances))
    assert whole.shape == (-(-instances // batch_size), batch_size)
    if window is not None:
        assert max(map(len, stretches)) <= -(-window // batch_size)
    start = data.draw(st.integers(0, len(whole)))
    rest = [np.empty((0, batch_size)), *batches(instances, batch_size, window, seed, start)]
    assert np.array_equal(np.concatenate(rest), whole[start:])
    parts = [Share(i, processes).take(whole) for i in range(processes)]
    for i, members in enumerate(whole):
        taken = [part[i][part[i] >= 0] for part in parts]
        assert np.array_equal(np.concatenate(taken), members[members >= 0])
        assert np.ptp([len(part) for part in taken]) <= 1


def test_without_a_seed_they_come_as_they_lie():
    for window in (None, 700):
        members = np.concatenate(list(batches(3000, 7, window)))
        assert members[members >= 0].tolist() == list(range(3000))


def test_windows_mix_instances_from_all_over(monkeypatch):
    monkeypatch.setattr(order, "BLOCK", 10)
    first, *others = batches(10_000, 50, 1000, seed=(0, 0))
    assert len(others) == 9
    # A hundred blocks of a thousand lie all over: their places have the mean and spread of all places.
    assert first.mean() == pytest.approx(5000, rel=0.2)
    assert first.std() == pytest.approx(10_000 / 12**0.5, rel=0.15)
    # And so do those of each batch, which are drawn from the whole window.
    assert np.ptp(first, axis=1).min() > 5000
    again, other = (next(batches(10_000, 50, 1000, seed=seed)) for seed in ((0, 0), (0, 1)))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_process_reads_a_part_of_the_window_of_its_own():
    (window, *_) = batches(1 << 16, 256, 1 << 14, seed=(0,))
    blocks = [np.unique(taken[taken >= 0] // order.BLOCK) for taken in shares(window, 4)]
    read, in_all = sum(map(len, blocks)), len(np.unique(window // order.BLOCK))
    assert in_all == 64
    assert read < 1.6 * in_all  # a block at the edge of two parts is read by both; drawn freely it were 4


def shares(members, count):
    return [Share(i, count).take(members) for i in range(count)]
