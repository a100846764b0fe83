"""Reports in a folder of HTML files, read as documents: their tables, their text, and their findings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from numerate.checking.check import check_document
from numerate.consistency.tables.figures import read_table
from numerate.consistency.tables.grid import Grid
from numerate.documents import Document, Limits, read


class Report(NamedTuple):
    """A report: its tables with figures, and its text outside of them."""

    name: str
    document: Document
    grids: list[Grid]
    passages: list[str]

    def findings(self) -> list[dict[str, object]]:
        """Return what a check without a model says is wrong in the tables, or between them and the text."""
        records = (finding.to_dict() for finding in check_document(self.document, None).findings)
        return [
            {"file": self.name, **{key: record.get(key) for key in ("rule", "text", "cell", "message")}}
            for record in records
            if str(record["rule"]).startswith("table-") and record["level"] == "error"
        ]


def read_reports(folder: Path) -> Iterator[Report]:
    """Yield the reports of a folder, by name."""
    paths = sorted(folder.glob("*.html"))
    if not paths:
        raise SystemExit(f"{folder} has no file that ends in .html.")
    for path in paths:
        document = read(path.read_bytes(), name=path.name, limits=Limits(seconds=600))
        readings = (read_table(document.text, table) for table in document.tables)
        grids = [reading.grid for reading in readings if reading]
        passages = [document.text[block.start : block.end] for block in document.blocks if not block.cell]
        yield Report(path.name, document, grids, passages)
