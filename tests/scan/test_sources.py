from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from numerate.corpora.rows import read_span
from numerate.errors import InputError
from numerate.scan.options import ScanOptions
from numerate.scan.sources import IDS, Sources, find_sources, limits

ROW = {"id": "1", "text": "One."}
SETTINGS = ScanOptions()


def write(path: Path, *rows: dict[str, object]) -> str:
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(list(rows)), path)
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def names(found: Sources) -> list[str]:
    return [Path(file.path).name for file in found.files]


def test_folders_give_their_tables_and_documents_in_order(tmp_path: Path) -> None:
    write(tmp_path / "b.jsonl", ROW)
    write(tmp_path / "a.parquet", ROW)
    for name in ("c.md", "d.docx", "e.tex", "f.txt.gz", "g.png"):
        (tmp_path / name).write_text("Five.")
    found = find_sources([str(tmp_path)], SETTINGS)
    assert names(found) == ["a.parquet", "b.jsonl", "c.md", "d.docx", "e.tex", "f.txt.gz"]
    assert [file.format for file in found.files] == ["parquet", "jsonl", *["document"] * 4]
    assert [Path(name).name for name in found.left_out] == ["g.png"]


def test_each_file_is_scanned_once_however_often_it_is_named(tmp_path: Path) -> None:
    first, second = write(tmp_path / "a.jsonl", ROW), write(tmp_path / "b.jsonl", ROW)
    found = find_sources([second, str(tmp_path), first], SETTINGS)
    assert names(found) == ["b.jsonl", "a.jsonl"]
    assert len(found.described) == 3


def test_sources_are_described_by_what_they_hold(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", ROW)
    [before] = find_sources([path], SETTINGS).described
    assert find_sources([path], SETTINGS).described == [before]
    json.dumps(before)
    write(tmp_path / "a.jsonl", ROW, ROW)
    assert find_sources([path], SETTINGS).described != [before]


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere"):
        find_sources([str(tmp_path / "nowhere")], SETTINGS)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"text": "body"}, r'no column "body" \(there are id, text\); name one with --text'),
        ({"id": "key"}, 'no column "key".*--id'),
        ({"source": "site"}, 'no column "site".*--source'),
    ],
)
@pytest.mark.parametrize("name", ["a.jsonl", "a.parquet"])
def test_a_column_that_is_not_there_is_told_before_any_work(
    tmp_path: Path, name: str, chosen: dict[str, str], message: str
) -> None:
    path = write(tmp_path / name, ROW)
    with pytest.raises(InputError, match=message):
        find_sources([path], ScanOptions(**chosen))


@pytest.mark.parametrize("name", ["a.jsonl", "a.parquet"])
def test_columns_that_are_there_are_taken(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / name, {"body": "One.", "key": 1, "site": "north"})
    assert find_sources([path], ScanOptions(text="body", id="key", source="site")).files


def test_a_column_that_some_of_the_first_records_have_is_there(tmp_path: Path) -> None:
    rows = [{"text": "One."}] * 50 + [{"text": "Two.", "key": "k"}]
    path = write(tmp_path / "a.jsonl", *rows)
    assert find_sources([path], ScanOptions(id="key")).files
    late = write(tmp_path / "b.jsonl", *[{"text": "One."}] * 200, {"text": "Two.", "key": "k"})
    with pytest.raises(InputError, match='no column "key"'):
        find_sources([late], ScanOptions(id="key"))


def test_both_kinds_of_tables_are_looked_at(tmp_path: Path) -> None:
    write(tmp_path / "a.parquet", ROW)
    write(tmp_path / "b.jsonl", {"body": "Two."})
    with pytest.raises(InputError, match=r'b\.jsonl: no column "text" \(there are body\)'):
        find_sources([str(tmp_path)], SETTINGS)


def test_papers_need_no_column_of_text(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.jsonl", {"paper_id": "p", "body_text": [{"text": "We saw 12.", "cite_spans": []}]}
    )
    assert names(find_sources([path], SETTINGS)) == ["a.jsonl"]


@pytest.mark.parametrize("content", ["", "{broken\n", "[1]\n5\n"])
def test_a_file_without_records_has_no_columns_to_miss(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.jsonl").write_text(content)
    assert len(find_sources([str(tmp_path / "a.jsonl")], SETTINGS).files) == 1


def test_columns_that_nobody_asked_for_are_not_read(tmp_path: Path) -> None:
    asked = {"body": "One.", "key": 1, "site": "s", "url": "u"}
    path = write(tmp_path / "a.parquet", asked | {"heavy": "x" * 99})
    settings = ScanOptions(text="body", id="key", source="site", largest=50)
    [file] = find_sources([path], settings).files
    [row] = read_span(file, 0, None, limits(settings))
    assert row.content == asked
    assert {"body", "key", "site", *IDS} <= limits(settings).columns
    assert limits(settings).largest == 50
