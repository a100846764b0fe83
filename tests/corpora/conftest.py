from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

BUCKET_RECORDS = [{"text": f"text {i}", "id": str(i)} for i in range(30)]
BUCKET_LINES = "".join(json.dumps(record) + "\n" for record in BUCKET_RECORDS).encode()


@pytest.fixture
def bucket() -> Iterator[str]:
    """A URL with the same records as JSON lines, compressed JSON lines and Parquet, in fsspec's memory."""
    memory = fsspec.filesystem("memory")
    table = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(BUCKET_RECORDS), table, row_group_size=7)
    for name, data in {
        "b.jsonl.gz": gzip.compress(BUCKET_LINES),
        "a.jsonl": BUCKET_LINES,
        "deep/c.parquet": table.getvalue(),
        "deep/notes.xyz": b"?",
        ".hidden/d.jsonl": BUCKET_LINES,
    }.items():
        memory.pipe(f"/bucket/{name}", data)
    yield "memory://bucket"
    memory.rm("/bucket", recursive=True)
