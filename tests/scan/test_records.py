from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from numerate.errors import InputError
from numerate.scan.options import ScanOptions
from numerate.scan.records import Record, read_records
from numerate.scan.sources import Cut, find_sources


def records(path: Path, **chosen: Any) -> list[Record]:
    options = ScanOptions(**chosen)
    files = find_sources([str(path)], options).files
    return list(read_records(files, Cut(0, 0), Cut(len(files), 0), options))


def test_records_have_names_ids_sources_and_errors(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rows = [
        {"id": 7, "text": "One.", "site": "north"},
        {"url": "u", "text": "Two.", "site": None},
        {"text": "x" * 300},
        {"body": "?"},
        {"text": ["?"]},
        {"text": "\ud800"},
        {"content": {"text": "5", "annotations": {"paragraph": [{"start": 0, "end": math.inf}]}}},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows) + "{broken\n")
    first, second, *bad = records(path, max_record_bytes=200, source_column="site")
    assert first == Record(f"{path}@0", "7", "north", "One.")
    assert second == Record(f"{path}@{len(json.dumps(rows[0])) + 1}", "u", str(path), "Two.")
    assert [record.error for record in bad] == [
        "is too large (over 200 bytes)",
        'no column "text"',
        'column "text" does not hold a text',
        "wrong encoding",
        'column "text" does not hold a text',
        "broken JSON",
    ]
    assert all(record.content == "" for record in bad)


def test_parquet_rows_are_numbered_and_s2orc_papers_recognised(tmp_path: Path) -> None:
    table = tmp_path / "a.parquet"
    pq.write_table(pa.table({"body": ["One.", None], "key": ["k", "l"], "other": [1, 2]}), table)
    first, second = records(table, text_column="body", id_column="key")
    assert first == Record(f"{table}:1", "k", str(table), "One.")
    assert (second.document, second.error) == (f"{table}:2", 'column "body" does not hold a text')
    papers = tmp_path / "papers.jsonl"
    spans = [{"start": 10, "end": 13}]
    papers.write_text(
        json.dumps({"paper_id": "p", "body_text": [{"text": "We saw 12 [1].", "cite_spans": spans}]})
    )
    [paper] = records(papers)
    assert (paper.id, paper.content) == ("p", "We saw 12 .")


def test_a_missing_table_stops_the_scan_but_a_missing_document_is_recorded(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"text": "One."}\n')
    (tmp_path / "b.txt").write_text("Two.")
    files = find_sources([str(tmp_path), str(tmp_path / "b.txt")], ScanOptions()).files
    assert len(files) == 2  # although one is named twice
    (tmp_path / "b.txt").unlink()
    *_, gone = read_records(files, Cut(0, 0), Cut(2, 0), ScanOptions())
    assert (gone.source, gone.error) == (str(tmp_path), "no such file")
    (tmp_path / "a.jsonl").unlink()
    with pytest.raises(InputError, match=r"a\.jsonl: cannot be read.*run the same command again"):
        list(read_records(files, Cut(0, 0), Cut(1, 0), ScanOptions()))
