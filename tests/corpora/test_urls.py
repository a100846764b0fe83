"""Sources at URLs, through fsspec's file system in memory and that of the disk."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from numerate.corpora.files import FORMATS, find, open_stream
from numerate.corpora.rows import RowLimits, column_names, read_rows, read_span
from numerate.errors import InputError

RECORDS = [{"text": f"text {i}", "id": str(i)} for i in range(30)]
LINES = "".join(json.dumps(record) + "\n" for record in RECORDS).encode()


@pytest.fixture
def bucket() -> Iterator[str]:
    memory = fsspec.filesystem("memory")
    table = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(RECORDS), table, row_group_size=7)
    for name, data in {
        "b.jsonl.gz": gzip.compress(LINES),
        "a.jsonl": LINES,
        "deep/c.parquet": table.getvalue(),
        "deep/notes.xyz": b"?",
        ".hidden/d.jsonl": LINES,
    }.items():
        memory.pipe(f"/bucket/{name}", data)
    yield "memory://bucket"
    memory.rm("/bucket", recursive=True)


def test_a_folder_a_file_and_a_pattern(bucket: str) -> None:
    found = find(bucket, FORMATS)
    assert [file.name for file in found.files] == [
        "bucket/a.jsonl",
        "bucket/b.jsonl.gz",
        "bucket/deep/c.parquet",
    ]
    assert [Path(path).name for path in found.left_out] == ["notes.xyz"]
    assert found.files[0].size == len(LINES)
    [one] = find(f"{bucket}/b.jsonl.gz", FORMATS).files
    assert (one.format, one.compression) == ("jsonl", "gzip")
    assert [file.format for file in find(f"{bucket}/*.jsonl*", FORMATS).files] == ["jsonl", "jsonl"]


def test_every_format_reads_the_same_as_from_disk(bucket: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(LINES)
    urls = [*find(bucket, FORMATS).files, *find(f"file://{tmp_path}/a.jsonl", FORMATS).files]
    assert len(urls) == 4
    for file in urls:
        assert [row.content for row in read_rows(file, 3, RowLimits(1000))] == RECORDS[3:], file.path
        assert [row.content for row in read_span(file, 0, None, RowLimits(1000))] == RECORDS
    assert column_names(urls[2]) == ["text", "id"]
    with open_stream(urls[1]).content as content:
        assert content.read() == LINES


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
        find(url, FORMATS)
    assert "://" in str(raised.value)
