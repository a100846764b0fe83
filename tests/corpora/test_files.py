from __future__ import annotations

import errno
import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from numerate.corpora.files import describe, find_files, open_stream
from numerate.errors import InputError
from tests.corpora.conftest import BUCKET_LINES


def test_a_folder_lists_its_files_in_order_without_those_of_unknown_format(tmp_path: Path) -> None:
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
    files, left_out = find_files(tmp_path)
    assert [file.name.partition("/")[2] for file in files] == [
        "a.txt",
        "c.csv.gz",
        "d.tsv.zst",
        "b/1.json",
        "b/2.json",
    ]
    assert [file.format for file in files] == ["text", "csv", "tsv", "json", "json"]
    assert [file.compression for file in files] == [None, "gzip", "zstd", None, None]
    assert [Path(path).name for path in left_out] == ["README.rst", "e.parquet.gz"]


@pytest.mark.skipif(os.name != "posix", reason="names are bytes there only")
def test_names_in_another_encoding_are_described(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text("5")
    files = find_files(tmp_path)
    assert describe(tmp_path, files.files)["files"] == 1


def test_a_compressed_file_without_another_suffix_has_json_lines(tmp_path: Path) -> None:
    (tmp_path / "20230101_00001.gz").touch()
    [file] = find_files(tmp_path / "20230101_00001.gz").files
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
def test_a_file_without_read_permission_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch(mode=0)
    with pytest.raises(InputError, match="may not be read"):
        find_files(tmp_path)


def test_streams_are_uncompressed(tmp_path: Path) -> None:
    data = b"a line of text\n" * 200_000
    (tmp_path / "a.txt").write_bytes(data)
    # Two gzip members, as tools that append to archives write them.
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(data[:100]) + gzip.compress(data[100:]))
    with pa.CompressedOutputStream(str(tmp_path / "c.txt.zst"), "zstd") as out:
        out.write(data)
    for file in find_files(tmp_path).files:
        with open_stream(file).content as content:
            assert content.read() == data, file.name


def test_a_url_may_be_a_folder_a_file_or_a_pattern(bucket: str) -> None:
    files, left_out = find_files(bucket)
    assert [file.name for file in files] == ["bucket/a.jsonl", "bucket/b.jsonl.gz", "bucket/deep/c.parquet"]
    assert [Path(path).name for path in left_out] == ["notes.xyz"]
    assert files[0].size == len(BUCKET_LINES)
    [file] = find_files(f"{bucket}/b.jsonl.gz").files
    assert (file.format, file.compression) == ("jsonl", "gzip")
    assert [file.format for file in find_files(f"{bucket}/*.jsonl*").files] == ["jsonl", "jsonl"]


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("memory://nowhere", "there is no file"),
        ("nosuch://bucket/a.jsonl", "nosuch"),
        ("memory://bucket/deep/notes.xyz", "its suffix is none of"),
    ],
)
def test_errors_name_the_url(bucket: str, url: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        find_files(url)
    assert "://" in str(raised.value)


def test_an_empty_name_is_not_the_current_folder() -> None:
    with pytest.raises(InputError, match="'': an empty name"):
        find_files("")


def test_a_folder_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Left out without a word, its documents would seem to have been scanned."""
    (tmp_path / "a.txt").touch()
    (tmp_path / "secret").mkdir()
    scan = os.scandir

    def refuse(path: str) -> Iterator[os.DirEntry[str]]:
        if "secret" in str(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(InputError, match="secret: may not be read; change its permissions"):
        find_files(tmp_path)
