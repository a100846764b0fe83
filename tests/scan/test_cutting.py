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

from numerate.scan.options import ScanOptions
from numerate.scan.records import Record, read_records
from numerate.scan.sources import cut, find_sources

SETTINGS = ScanOptions()


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
    files = find_sources([str(folder)], SETTINGS).files
    return [list(read_records(files, first, stop, SETTINGS)) for first, stop in pairwise(cut(files, size))]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(20, 20_000))
def test_every_document_is_in_one_partition_whatever_their_size(corpus: Path, size: int) -> None:
    [whole] = partitions(corpus, 1 << 30)
    assert len({record.document for record in whole}) == 130
    found = partitions(corpus, size)
    assert [record for records in found for record in records] == whole
    assert partitions(corpus, size) == found


def test_partitions_are_as_large_as_asked_for(corpus: Path) -> None:
    for name in ("a.jsonl", "c.parquet"):
        found = partitions(corpus / name, 300)
        sizes = [sum(len(record.content) for record in records) for records in found]
        assert len(found) > 3
        assert max(sizes) < 600


def test_what_can_only_be_read_from_its_start_is_cut_into_few(corpus: Path) -> None:
    files = find_sources([str(corpus / "b.jsonl.gz")], SETTINGS).files
    assert len(cut(files, 60)) == 17
    files = find_sources([str(corpus / "a.jsonl")], SETTINGS).files
    assert len(cut(files, 60)) > 30


def test_small_files_are_together_and_broken_ones_are_noted(tmp_path: Path) -> None:
    for i in range(1500):
        (tmp_path / f"{i:04}.txt").write_text("x")
    assert [len(records) for records in partitions(tmp_path, 1 << 20)] == [1000, 500]
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "a.parquet").write_bytes(b"PAR1 this is none" * 100)
    (broken / "b.jsonl.gz").write_bytes(gzip.compress(b'{"text": "1"}\n' * 50)[:30])
    (broken / "c.jsonl").write_text('{"text": "good"}\n')
    found = [record for records in partitions(broken, 10) for record in records]
    errors = {
        Path(record.document).name.partition("@")[0].partition(":")[0]: record.error for record in found
    }
    assert str(errors["a.parquet"]).startswith("broken file")
    assert str(errors["b.jsonl.gz"]).startswith("broken file")
    assert errors["c.jsonl"] is None
