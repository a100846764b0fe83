from __future__ import annotations

from pathlib import Path

import numpy.testing as npt
import pytest
from safetensors.numpy import load_file

from numerate.io.files import write_whole
from numerate.training.prepare.shards import Columns, open_shard, read_header, write_shard

from .test_columns import gather

SMALL = gather([([101, 30522, 7], [2.5]), ([101, 30522, 30522], [1.0, 1e15])])


def test_what_is_written_is_read(tmp_path: Path) -> None:
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


def test_other_tools_can_read_it(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.safetensors", SMALL, {})
    npt.assert_array_equal(load_file(tmp_path / "a.safetensors")["values"], SMALL.values)


@pytest.mark.parametrize(("largest", "dtype"), [(65_535, "uint16"), (65_536, "uint32")])
def test_ids_take_as_little_room_as_they_need(tmp_path: Path, largest: int, dtype: str) -> None:
    write_shard(tmp_path / "a.safetensors", gather([([1, largest], [])]), {})
    ids = open_shard(tmp_path / "a.safetensors").ids
    assert (str(ids.dtype), ids.tolist()) == (dtype, [1, largest])


def test_no_instances_are_a_shard_too(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.safetensors", gather([]), {})
    assert len(open_shard(tmp_path / "a.safetensors")) == 0


def test_a_damaged_file_is_no_shard(tmp_path: Path) -> None:
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


def test_another_version_is_no_shard(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    write_shard(path, SMALL, {})
    data = path.read_bytes().replace(b'\\"version\\": 1', b'\\"version\\": 2')
    path.write_bytes(data)
    assert read_header(path) is None


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_whole(path, [b"before"])

    with pytest.raises(TypeError):
        write_whole(path, [b"half", None])
    assert path.read_bytes() == b"before"
