"""Packing places each instance once and whole, in a row with enough capacity."""

import numpy as np
import pytest

from numerate.training.batches.packing import RowCapacity, pack, plan


def random_batches(batches: int, size: int, seed: int = 0):
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, 129, batches * size)
    counts = rng.integers(0, 1 + np.minimum(lengths, 12))
    offsets = [np.concatenate([[0], np.cumsum(amounts)]) for amounts in (lengths, counts)]
    members = rng.permutation(batches * size).reshape(batches, size)
    members[-1, size // 2 :] = -1
    return members, *offsets


@pytest.mark.parametrize("per_number", [0, 2])
def test_rows_never_exceed_their_capacity(per_number):
    members, tokens, numbers = random_batches(7, 64)
    capacity = RowCapacity(256, 16, per_number)
    filled = members >= 0
    lengths = np.where(filled, np.diff(tokens)[members], 0)
    counts = np.where(filled, np.diff(numbers)[members], 0)
    rows = pack(capacity.cells(lengths, counts), counts, capacity)
    for batch in range(7):
        taken = np.bincount(rows[batch], lengths[batch] + per_number * counts[batch])
        assert taken.max() <= 256
        assert np.bincount(rows[batch], counts[batch]).max() <= 16


def test_rows_are_almost_full():
    cells = np.random.default_rng(0).integers(16, 129, (20, 256))
    rows = pack(cells, np.zeros_like(cells), RowCapacity(256, 8, 0))
    assert cells.sum() / (256 * (rows.max(1) + 1).sum()) > 0.97


def test_packing_is_first_fit_decreasing():
    cells = np.array([[5, 7, 3, 5, 2, 8]])
    assert pack(cells, np.zeros_like(cells), RowCapacity(10, 8, 0)).tolist() == [[2, 1, 1, 2, 0, 0]]


@pytest.mark.parametrize("layout", [RowCapacity(256, 16, 2), RowCapacity(128, 16, 0), None])
def test_planned_instances_do_not_overlap(layout):
    members, tokens, numbers = random_batches(5, 32, seed=1)
    batch_plan = plan(members, tokens, numbers, layout)
    planned = batch_plan.placements
    for batch in range(5):
        filled = planned.length[batch] > 0
        expected = members[batch][members[batch] >= 0]
        assert sorted(planned.token_start[batch][filled]) == sorted(tokens[expected])
        cells = set()
        for i in np.flatnonzero(filled):
            start = planned.column[batch, i]
            cells |= {(planned.row[batch, i], start + j) for j in range(planned.length[batch, i])}
        assert len(cells) == planned.length[batch].sum()  # no cell is used twice
        assert batch_plan.height[batch] == planned.row[batch][filled].max() + 1
        first = planned.document[batch] == 0
        assert (planned.column[batch][first & filled] == 0).all()
