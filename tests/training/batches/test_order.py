"""The order of an epoch: each instance once, shuffled, and independent of start and processes."""

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
def test_each_instance_occurs_once_and_the_batches_do_not_depend_on_start_or_processes(
    instances, batch_size, window, seed, processes, data
):
    windows = list(batches(instances, batch_size, window, seed))
    whole = np.concatenate(windows)
    assert sorted(whole[whole >= 0]) == list(range(instances))
    assert whole.shape == (-(-instances // batch_size), batch_size)
    if window is not None:
        assert max(map(len, windows)) <= -(-window // batch_size)
    start = data.draw(st.integers(0, len(whole)))
    rest = [np.empty((0, batch_size)), *batches(instances, batch_size, window, seed, start)]
    assert np.array_equal(np.concatenate(rest), whole[start:])
    parts = [Share(i, processes).take(whole) for i in range(processes)]
    for i, members in enumerate(whole):
        taken = [part[i][part[i] >= 0] for part in parts]
        assert np.array_equal(np.concatenate(taken), members[members >= 0])
        assert np.ptp([len(part) for part in taken]) <= 1


def test_without_a_seed_the_order_is_that_of_the_split():
    for window in (None, 700):
        members = np.concatenate(list(batches(3000, 7, window)))
        assert members[members >= 0].tolist() == list(range(3000))


def test_windows_mix_instances_of_the_whole_split(monkeypatch):
    monkeypatch.setattr(order, "BLOCK", 10)
    first, *others = batches(10_000, 50, 1000, seed=(0, 0))
    assert len(others) == 9
    # A window has a hundred of a thousand blocks, whose indices have the mean and spread of all indices.
    assert first.mean() == pytest.approx(5000, rel=0.2)
    assert first.std() == pytest.approx(10_000 / 12**0.5, rel=0.15)
    # Each batch is drawn from the whole window, so its indices are spread as widely.
    assert np.ptp(first, axis=1).min() > 5000
    again, other = (next(batches(10_000, 50, 1000, seed=seed)) for seed in ((0, 0), (0, 1)))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_each_process_reads_mostly_its_own_part_of_a_window():
    (window, *_) = batches(1 << 16, 256, 1 << 14, seed=(0,))
    blocks = [np.unique(taken[taken >= 0] // order.BLOCK) for taken in shares(window, 4)]
    read, total = sum(map(len, blocks)), len(np.unique(window // order.BLOCK))
    assert total == 64
    # A block at the border of two parts is read by both processes; a free draw would need a factor of 4.
    assert read < 1.6 * total


def shares(members, count):
    return [Share(i, count).take(members) for i in range(count)]
