"""Measure how many cells of tables in PDF files are read right.

    python -m benchmarks.pdf_tables.run

A cell is right if it has the right text at the right row and column. The reader was developed with files of
other seeds than these 40.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from benchmarks.pdf_tables.generate import Cells, make_examples

from numerate.documents import Document, read

RESULTS = Path(__file__).parents[1] / "results" / "pdf_tables.json"
SEED = 2026


def cells_of(document: Document) -> Cells:
    """Return the cells of the largest table."""
    table = max(document.tables, key=lambda table: len(table.cells), default=None)
    if table is None:
        return {}
    return {(cell.row, cell.column): " ".join(cell.text.split()) for cell in table.cells}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--show", action="store_true", help="show what is wrong, and write no result")
    options = parser.parse_args()
    expected, right, extra, whole = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for number, example in enumerate(make_examples(options.seed)):
        document = read(example.pdf, format="pdf")
        cells = cells_of(document)
        correct = sum(cells.get(place) == text for place, text in example.cells.items())
        expected[example.kind] += len(example.cells)
        right[example.kind] += correct
        extra[example.kind] += len(cells) - sum(place in example.cells for place in cells)
        whole[example.kind] += cells == example.cells
        if options.show and cells != example.cells:
            print(
                f"\n{number} {example.kind}: {correct} of {len(example.cells)}, {len(document.tables)} tables"
            )
            wrong = {p: (t, cells.get(p)) for p, t in example.cells.items() if cells.get(p) != t}
            print("  wrong", list(wrong.items())[:6])
            print("  extra", [(p, t) for p, t in cells.items() if p not in example.cells][:6])
    rows = [
        {
            "kind": kind,
            "tables": 5,
            "whole": whole[kind],
            "cells": expected[kind],
            "right": right[kind],
            "extra": extra[kind],
        }
        for kind in expected
    ]
    total = {key: sum(row[key] for row in rows) for key in ("tables", "whole", "cells", "right", "extra")}
    for row in [*rows, {"kind": "all", **total}]:
        share = row["right"] / row["cells"]
        print(
            f"{row['kind']:32} {row['whole']:2}/{row['tables']:2} tables  "
            f"{row['right']:4}/{row['cells']:4} cells {share:6.1%}  extra {row['extra']}"
        )
    if not options.show:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps({"seed": options.seed, "kinds": rows, "all": total}, indent=1) + "\n")


if __name__ == "__main__":
    main()
