"""Instances in memory: what was prepared, checked."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from numerate.errors import BrokenDataError, TrainingError
from numerate.training.batches.split import MemorySplit
from numerate.training.prepare.instances import KINDS
from numerate.training.prepare.shards import ColumnBuilder, Columns

NUMBER = 9
TENSORS = ("ids", "values", "wanted", "years", "places")
TOKENS = st.lists(st.integers(0, 8) | st.just(NUMBER), min_size=1, max_size=6)


def gather(instances):
    """Columns of instances, each value telling of which instance and number it is."""
    gatherer = ColumnBuilder()
    for i, ids in enumerate(instances):
        count = ids.count(NUMBER)
        values = [float(100 * i + n) for n in range(count)]
        kinds = [KINDS.index("year" if n % 2 else "money") for n in range(count)]
        gatherer.add(ids, values, kinds, [n % 3 > 0 for n in range(count)], i, 0)
    return gatherer.columns()


def split(instances):
    return MemorySplit.from_columns(gather(instances), NUMBER, "a")


def changed(name, index, value):
    columns = gather([[1, 9, 9], [2, 9], [3], [9, 9, 9]])
    array = getattr(columns, name).copy()
    array[index] = value
    return Columns(**{**columns._asdict(), name: array})


@given(st.lists(TOKENS, max_size=6))
def test_every_number_stands_where_its_symbol_does(instances):
    found = split(instances)
    assert len(found) == len(instances)
    assert found.tokens == sum(map(len, instances))
    assert found.lengths.tolist() == found.sizes.lengths.tolist() == [len(ids) for ids in instances]
    assert found.counts.tolist() == found.sizes.counts.tolist() == [ids.count(NUMBER) for ids in instances]
    for i, ids in enumerate(instances):
        first, last = found.number_offsets[i : i + 2]
        places = [at for at, token in enumerate(ids) if token == NUMBER]
        assert found.places[first:last].tolist() == places
        assert found.values[first:last].tolist() == [100 * i + n for n in range(len(places))]
        assert found.years[first:last].tolist() == [n % 2 == 1 for n in range(len(places))]
        assert found.wanted[first:last].tolist() == [n % 3 > 0 for n in range(len(places))]
        begin, end = found.token_offsets[i : i + 2]
        assert found.ids[begin:end].tolist() == ids


def test_tensors_have_the_types_that_batches_are_cut_from():
    found = split([[1, NUMBER]])
    types = [getattr(found, name).dtype for name in TENSORS]
    assert types == [torch.int32, torch.float64, torch.bool, torch.bool, torch.int32]
    assert found.token_offsets.dtype == found.number_offsets.dtype == np.int64


@given(st.lists(TOKENS, min_size=1, max_size=6), st.integers(0, 8))
def test_the_first_instances_are_those(instances, count):
    first, alone = split(instances).first(count), split(instances[:count])
    for name in TENSORS:
        assert getattr(first, name).tolist() == getattr(alone, name).tolist()
    assert first.token_offsets.tolist() == alone.token_offsets.tolist()
    assert first.number_offsets.tolist() == alone.number_offsets.tolist()


def test_what_is_padded_belongs_to_nobody():
    found = split([[1, NUMBER], [2]])
    padded = found.padded(7, 4)
    assert (len(padded.ids), len(padded.values)) == (7, 4)
    assert len(padded) == 2
    assert padded.tokens == 3
    assert not padded.wanted[1:].any()
    for name in TENSORS:
        there = getattr(found, name)
        assert getattr(padded, name)[: len(there)].tolist() == there.tolist()
        assert len(getattr(padded, name)) == (7 if name == "ids" else 4)


def test_a_copy_for_a_device_is_the_same():
    found = split([[1, NUMBER], [2]])
    moved = found.to(torch.device("cpu"))
    assert all(getattr(moved, name).tolist() == getattr(found, name).tolist() for name in TENSORS)
    assert moved.sample() is moved


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (changed("values", 3, np.inf), "a: instance 3 has the value inf; numbers must be finite"),
        (changed("values", 2, -2.0), "a: instance 1 has the value -2"),
        (changed("ids", 0, NUMBER), "instance 0 has 3 number symbols but 2 values; prepare the folder again"),
        (changed("ids", 5, NUMBER), "instance 2 has 1 number symbols but 0 values"),
        (changed("token_offsets", 1, 5), "instance 1 has no tokens"),
        (changed("token_offsets", 1, 6), "damaged offsets; prepare the folder again"),
        (changed("token_offsets", 0, 1), "damaged offsets"),
        (changed("number_offsets", -1, 5), "damaged offsets"),
        (changed("number_offsets", -1, 7), "damaged offsets"),
    ],
)
def test_broken_columns_are_named(columns, message):
    with pytest.raises(BrokenDataError, match=message):
        MemorySplit.from_columns(columns, NUMBER, "a")
    assert issubclass(BrokenDataError, TrainingError)


@pytest.mark.parametrize(
    ("columns", "message"),
    [(changed("values", 2, -2.0), "instance 17 has"), (changed("ids", 5, NUMBER), "instance 18 has")],
)
def test_of_some_instances_the_broken_one_is_named_by_its_own_number(columns, message):
    with pytest.raises(BrokenDataError, match=message):
        MemorySplit.from_columns(columns, NUMBER, "a", np.array([16, 17, 18, 19]))


def test_zero_and_what_is_left_open_are_values():
    columns = changed("values", slice(0, 2), [0.0, np.nan])
    assert MemorySplit.from_columns(columns, NUMBER, "a").values[0] == 0
