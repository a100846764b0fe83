"""Every instance is in its batch once, whole, in a row that has room for it."""

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
def test_rows_have_room_for_what_is_put_in_them(per_number):
    members, tokens, numbers = random_batches(7, 64)
    room = RowCapacity(256, 16, per_number)
    there = members >= 0
    lengths = np.where(there, np.diff(tokens)[members], 0)
    counts = np.where(there, np.diff(numbers)[members], 0)
    rows = pack(room.cells(lengths, counts), counts, room)
    for batch in range(7):
        taken = np.bincount(rows[batch], lengths[batch] + per_number * counts[batch])
        assert taken.max() <= 256
        assert np.bincount(rows[batch], counts[batch]).max() <= 16


def test_little_is_left_empty():
    cells = np.random.default_rng(0).integers(16, 129, (20, 256))
    rows = pack(cells, np.zeros_like(cells), RowCapacity(256, 8, 0))
    assert cells.sum() / (256 * (rows.max(1) + 1).sum()) > 0.97


def test_it_is_first_fit_decreasing():
    cells = np.array([[5, 7, 3, 5, 2, 8]])
    assert pack(cells, np.zeros_like(cells), RowCapacity(10, 8, 0)).tolist() == [[2, 1, 1, 2, 0, 0]]


@pytest.mark.parametrize("room", [RowCapacity(256, 16, 2), RowCapacity(128, 16, 0), None])
def test_a_plan_lays_instances_side_by_side(room):
    members, tokens, numbers = random_batches(5, 32, seed=1)
    planned = plan(members, tokens, numbers, room)
    for batch in range(5):
        there = planned.length[batch] > 0
        wanted = members[batch][members[batch] >= 0]
        assert sorted(planned.token_start[batch][there]) == sorted(tokens[wanted])
        cells = set()
        for i in np.flatnonzero(there):
            start = planned.column[batch, i]
            cells |= {(planned.row[batch, i], start + j) for j in range(planned.length[batch, i])}
        assert len(cells) == planned.length[batch].sum()  # nobody lies on anybody else
        assert planned.height[batch] == planned.row[batch][there].max() + 1
        first = planned.document[batch] == 0
        assert (planned.column[batch][first & there] == 0).all()
