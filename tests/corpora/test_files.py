from __future__ import annotations

import gzip
import os
from pathlib import Path

import pyarrow as pa
import pytest

from numerate.corpora.files import find_files, open_stream
from numerate.errors import InputError


def test_a_folder_gives_its_files_in_order_and_leaves_out_what_it_cannot_read(tmp_path: Path) -> None:
    for name in (
        "b/2.json",
        "b/1.json",
        "a.txt",
        "README.rst",
        ".hidden/x.txt",
        "c.csv.gz",
        "d.tsv.zst",
        "e.parquet.gz",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    files = find_files(tmp_path)
    assert [file.name.partition("/")[2] for file in files] == [
        "a.txt",
        "c.csv.gz",
        "d.tsv.zst",
        "b/1.json",
        "b/2.json",
    ]
    assert [file.format for file in files] == ["text", "csv", "tsv", "json", "json"]
    assert [file.compression for file in files] == [None, "gzip", "zstd", None, None]


def test_a_compressed_file_without_a_suffix_holds_json_lines(tmp_path: Path) -> None:
    (tmp_path / "20230101_00001.gz").touch()
    [file] = find_files(tmp_path / "20230101_00001.gz")
    assert (file.format, file.compression) == ("jsonl", "gzip")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing", "no such file or folder"),
        ("empty", "no file in this folder"),
        ("x.docx", "its suffix is none of"),
    ],
)
def test_errors_name_the_source(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "x.docx").touch()
    with pytest.raises(InputError, match=message) as raised:
        find_files(tmp_path / name)
    assert str(tmp_path / name) in str(raised.value)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch(mode=0)
    with pytest.raises(InputError, match="may not be read"):
        find_files(tmp_path)


def test_streams_are_uncompressed(tmp_path: Path) -> None:
    data = b"a line of text\n" * 200_000
    (tmp_path / "a.txt").write_bytes(data)
    # Two members, as tools that append to archives leave them.
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(data[:100]) + gzip.compress(data[100:]))
    with pa.CompressedOutputStream(str(tmp_path / "c.txt.zst"), "zstd") as out:
        out.write(data)
    for file in find_files(tmp_path):
        with open_stream(file).content as content:
            assert content.read() == data, file.name
