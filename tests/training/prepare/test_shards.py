from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.testing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import load_file

from numerate.training.prepare.shards import (
    ColumnBuilder,
    Columns,
    join,
    open_shard,
    read_header,
    write_shard,
)

INSTANCES = st.lists(st.tuples(st.lists(st.integers(0, 70_000)), st.lists(st.floats(0, 1e16))), max_size=6)
Instances = list[tuple[list[int], list[float]]]


def build(instances: Instances) -> Columns:
    builder = ColumnBuilder()
    for i, (ids, values) in enumerate(instances):
        builder.add(ids, values, [1] * len(values), [0] * len(values), i, 10 * i)
    return builder.columns()


SMALL = build([([101, 30522, 7], [2.5]), ([101, 30522, 30522], [1.0, 1e15])])


def test_a_shard_reads_back_as_written(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    write_shard(path, SMALL, {"next": [1, 2, 3]})
    opened = open_shard(path)
    for name in Columns._fields:
        npt.assert_array_equal(getattr(opened, name), getattr(SMALL, name))
        assert not getattr(opened, name).flags.writeable
    header = read_header(path)
    assert header is not None
    assert header.notes["next"] == [1, 2, 3]
    assert header.end == path.stat().st_size


def test_safetensors_can_read_a_shard(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.safetensors", SMALL, {})
    npt.assert_array_equal(load_file(tmp_path / "a.safetensors")["values"], SMALL.values)


@pytest.mark.parametrize(("largest", "dtype"), [(65_535, "uint16"), (65_536, "uint32")])
def test_ids_are_stored_in_the_smallest_sufficient_type(tmp_path: Path, largest: int, dtype: str) -> None:
    write_shard(tmp_path / "a.safetensors", build([([1, largest], [])]), {})
    ids = open_shard(tmp_path / "a.safetensors").ids
    assert (str(ids.dtype), ids.tolist()) == (dtype, [1, largest])


def test_a_shard_may_be_empty(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.safetensors", build([]), {})
    assert len(open_shard(tmp_path / "a.safetensors")) == 0


def test_a_damaged_shard_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    write_shard(path, SMALL, {})
    whole = path.read_bytes()
    for length in (0, 4, 8, 50, len(whole) - 1):
        path.write_bytes(whole[:length])
        assert read_header(path) is None
    path.write_bytes(whole + b"more")
    assert read_header(path) is None
    with pytest.raises(ValueError, match=r"a\.safetensors: damaged"):
        open_shard(path)
    assert read_header(tmp_path / "missing") is None


def test_a_shard_of_another_version_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    write_shard(path, SMALL, {})
    data = path.read_bytes().replace(b'\\"version\\": 1', b'\\"version\\": 2')
    path.write_bytes(data)
    assert read_header(path) is None


@given(INSTANCES, INSTANCES)
def test_joined_columns_equal_columns_built_at_once(first: Instances, second: Instances) -> None:
    joined, expected = join([build(first), build(second)]), build(first + second)
    for name in ("ids", "token_offsets", "values", "kinds", "targets", "number_offsets"):
        npt.assert_array_equal(getattr(joined, name), getattr(expected, name))
        assert getattr(joined, name).dtype == getattr(expected, name).dtype
    assert len(joined) == len(first) + len(second)


def test_offsets_delimit_instances() -> None:
    columns = build([([5, 6], [1.5]), ([], []), ([7], [2.5, 3.5])])
    assert columns.token_offsets.tolist() == [0, 2, 2, 3]
    assert columns.number_offsets.tolist() == [0, 1, 1, 3]
    assert columns.documents.tolist() == [0, 1, 2]
    assert columns.values.dtype == np.float64


def test_sections_and_selections_have_the_tokens_and_numbers_of_their_instances() -> None:
    instances = [([5, 6], [1.5]), ([], []), ([7], [2.5, 3.5]), ([8, 9], [4.5])]
    columns = build(instances)
    for part in (columns.section(1, 4), columns.select(np.array([1, 2, 3]))):
        assert part.ids.tolist() == [7, 8, 9]
        assert part.values.tolist() == [2.5, 3.5, 4.5]
        assert part.token_offsets.tolist() == [0, 0, 1, 3]
        assert part.number_offsets.tolist() == [0, 0, 2, 3]
        assert part.documents.tolist() == [1, 2, 3]
