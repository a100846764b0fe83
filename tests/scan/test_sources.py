from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from numerate.corpora.rows import read_span
from numerate.errors import InputError
from numerate.scan.options import ScanOptions
from numerate.scan.records import Record, read_records
from numerate.scan.sources import ID_COLUMNS, Sources, find_sources, row_limits, split

ROW = {"id": "1", "text": "One."}
OPTIONS = ScanOptions()


def write(path: Path, *rows: dict[str, object]) -> str:
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(list(rows)), path)
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def names(sources: Sources) -> list[str]:
    return [Path(file.path).name for file in sources.files]


def test_folders_contribute_their_tables_and_documents_in_order(tmp_path: Path) -> None:
    write(tmp_path / "b.jsonl", ROW)
    write(tmp_path / "a.parquet", ROW)
    for name in ("c.md", "d.docx", "e.tex", "f.txt.gz", "g.png"):
        (tmp_path / name).write_text("Five.")
    sources = find_sources([str(tmp_path)], OPTIONS)
    assert names(sources) == ["a.parquet", "b.jsonl", "c.md", "d.docx", "e.tex", "f.txt.gz"]
    assert [file.format for file in sources.files] == ["parquet", "jsonl", *["document"] * 4]
    assert [Path(name).name for name in sources.left_out] == ["g.png"]


def test_a_file_named_twice_is_scanned_once(tmp_path: Path) -> None:
    first, second = write(tmp_path / "a.jsonl", ROW), write(tmp_path / "b.jsonl", ROW)
    sources = find_sources([second, str(tmp_path), first], OPTIONS)
    assert names(sources) == ["b.jsonl", "a.jsonl"]
    assert len(sources.described) == 3


def test_the_description_of_a_source_depends_on_its_content(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", ROW)
    [before] = find_sources([path], OPTIONS).described
    assert find_sources([path], OPTIONS).described == [before]
    json.dumps(before)
    write(tmp_path / "a.jsonl", ROW, ROW)
    assert find_sources([path], OPTIONS).described != [before]


def test_a_missing_source_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere"):
        find_sources([str(tmp_path / "nowhere")], OPTIONS)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"text_column": "body"}, r'no column "body" \(there are id, text\); name one with --text'),
        ({"id_column": "key"}, 'no column "key".*--id'),
        ({"source_column": "site"}, 'no column "site".*--source'),
    ],
)
@pytest.mark.parametrize("name", ["a.jsonl", "a.parquet"])
def test_a_missing_column_is_an_input_error(
    tmp_path: Path, name: str, chosen: dict[str, str], message: str
) -> None:
    path = write(tmp_path / name, ROW)
    with pytest.raises(InputError, match=message):
        find_sources([path], ScanOptions(**chosen))


@pytest.mark.parametrize("name", ["a.jsonl", "a.parquet"])
def test_existing_columns_are_accepted(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / name, {"body": "One.", "key": 1, "site": "north"})
    assert find_sources([path], ScanOptions(text_column="body", id_column="key", source_column="site")).files


def test_a_column_must_occur_in_one_of_the_first_records(tmp_path: Path) -> None:
    rows = [{"text": "One."}] * 50 + [{"text": "Two.", "key": "k"}]
    path = write(tmp_path / "a.jsonl", *rows)
    assert find_sources([path], ScanOptions(id_column="key")).files
    late = write(tmp_path / "b.jsonl", *[{"text": "One."}] * 200, {"text": "Two.", "key": "k"})
    with pytest.raises(InputError, match='no column "key"'):
        find_sources([late], ScanOptions(id_column="key"))


def test_columns_are_checked_in_parquet_and_in_json_lines(tmp_path: Path) -> None:
    write(tmp_path / "a.parquet", ROW)
    write(tmp_path / "b.jsonl", {"body": "Two."})
    with pytest.raises(InputError, match=r'b\.jsonl: no column "text" \(there are body\)'):
        find_sources([str(tmp_path)], OPTIONS)


def test_s2orc_papers_need_no_text_column(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.jsonl", {"paper_id": "p", "body_text": [{"text": "We saw 12.", "cite_spans": []}]}
    )
    assert names(find_sources([path], OPTIONS)) == ["a.jsonl"]


@pytest.mark.parametrize("content", ["", "{broken\n", "[1]\n5\n"])
def test_a_file_without_records_lacks_no_column(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.jsonl").write_text(content)
    assert len(find_sources([str(tmp_path / "a.jsonl")], OPTIONS).files) == 1


def test_only_requested_columns_are_read(tmp_path: Path) -> None:
    requested = {"body": "One.", "key": 1, "site": "s", "url": "u"}
    path = write(tmp_path / "a.parquet", requested | {"heavy": "x" * 99})
    options = ScanOptions(text_column="body", id_column="key", source_column="site", max_record_bytes=50)
    [file] = find_sources([path], options).files
    [row] = read_span(file, 0, None, row_limits(options))
    assert row.content == requested
    assert {"body", "key", "site", *ID_COLUMNS} <= row_limits(options).columns
    assert row_limits(options).largest == 50


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of each kind, 40 records in each."""
    folder = tmp_path_factory.mktemp("corpus")
    records = [{"id": i, "text": f"Text {i}. " * (i % 7)} for i in range(40)]
    lines = "".join(json.dumps(record) + "\n" for record in records).encode()
    (folder / "a.jsonl").write_bytes(lines)
    (folder / "b.jsonl.gz").write_bytes(gzip.compress(lines))
    pq.write_table(pa.Table.from_pylist(records), folder / "c.parquet", row_group_size=15)
    for i in range(10):
        (folder / f"d{i}.md").write_text(f"# Title\n\nText {i}.")
    return folder


def partitions(folder: Path, size: int) -> list[list[Record]]:
    files = find_sources([str(folder)], OPTIONS).files
    return [list(read_records(files, first, stop, OPTIONS)) for first, stop in pairwise(split(files, size))]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(20, 20_000))
def test_every_document_is_in_exactly_one_partition(corpus: Path, size: int) -> None:
    [whole] = partitions(corpus, 1 << 30)
    assert len({record.document for record in whole}) == 130
    parts = partitions(corpus, size)
    assert [record for records in parts for record in records] == whole
    assert partitions(corpus, size) == parts


def test_partitions_have_about_the_requested_size(corpus: Path) -> None:
    for name in ("a.jsonl", "c.parquet"):
        parts = partitions(corpus / name, 300)
        sizes = [sum(len(record.content) for record in records) for records in parts]
        assert len(parts) > 3
        assert max(sizes) < 600


def test_compressed_files_are_split_into_few_partitions(corpus: Path) -> None:
    files = find_sources([str(corpus / "b.jsonl.gz")], OPTIONS).files
    assert len(split(files, 60)) == 17
    files = find_sources([str(corpus / "a.jsonl")], OPTIONS).files
    assert len(split(files, 60)) > 30


def test_small_files_share_a_partition_and_broken_ones_are_recorded(tmp_path: Path) -> None:
    for i in range(1500):
        (tmp_path / f"{i:04}.txt").write_text("x")
    assert [len(records) for records in partitions(tmp_path, 1 << 20)] == [1000, 500]
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "a.parquet").write_bytes(b"PAR1 this is none" * 100)
    (broken / "b.jsonl.gz").write_bytes(gzip.compress(b'{"text": "1"}\n' * 50)[:30])
    (broken / "c.jsonl").write_text('{"text": "good"}\n')
    recorded = [record for records in partitions(broken, 10) for record in records]
    errors = {
        Path(record.document).name.partition("@")[0].partition(":")[0]: record.error for record in recorded
    }
    assert str(errors["a.parquet"]).startswith("broken file")
    assert str(errors["b.jsonl.gz"]).startswith("broken file")
    assert errors["c.jsonl"] is None
