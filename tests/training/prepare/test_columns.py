from __future__ import annotations

import numpy as np
import numpy.testing as npt
from hypothesis import given
from hypothesis import strategies as st

from numerate.training.prepare.shards import ColumnBuilder, Columns, join

INSTANCES = st.lists(st.tuples(st.lists(st.integers(0, 70_000)), st.lists(st.floats(0, 1e16))), max_size=6)
Instances = list[tuple[list[int], list[float]]]


def gather(instances: Instances) -> Columns:
    gatherer = ColumnBuilder()
    for i, (ids, values) in enumerate(instances):
        gatherer.add(ids, values, [1] * len(values), [0] * len(values), i, 10 * i)
    return gatherer.columns()


@given(INSTANCES, INSTANCES)
def test_joining_is_gathering_one_after_the_other(first: Instances, second: Instances) -> None:
    joined, expected = join([gather(first), gather(second)]), gather(first + second)
    for name in ("ids", "token_offsets", "values", "kinds", "targets", "number_offsets"):
        npt.assert_array_equal(getattr(joined, name), getattr(expected, name))
        assert getattr(joined, name).dtype == getattr(expected, name).dtype
    assert len(joined) == len(first) + len(second)


def test_offsets_tell_instances_apart() -> None:
    columns = gather([([5, 6], [1.5]), ([], []), ([7], [2.5, 3.5])])
    assert columns.token_offsets.tolist() == [0, 2, 2, 3]
    assert columns.number_offsets.tolist() == [0, 1, 1, 3]
    assert columns.documents.tolist() == [0, 1, 2]
    assert columns.values.dtype == np.float64
