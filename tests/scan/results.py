"""The tables of a scan, read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq


def table(folder: Path, name: str) -> list[dict[str, Any]]:
    parts = [pq.read_table(path) for path in sorted(folder.glob(f"part-*/{name}.parquet"))]
    rows: list[dict[str, Any]] = pa.concat_tables(parts).to_pylist()
    return rows


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.glob("part-*/*")}
