"""Measure how long tables of up to 10,000 × 100 cells take to read and to recalculate, and how much memory.

    python benchmarks/large_tables.py [FORMAT [ROWS]]

Each table is read in a process of its own, as CSV, HTML, Markdown and XLSX, first with a tenth of its rows:
time that is linear in the number of cells grows tenfold, which `times_a_tenth` shows. Writes
benchmarks/results/large_tables.json; of one format, it replaces the results of that format only.
"""

from __future__ import annotations

import io
import json
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

from machine import machine

from numerate.consistency.tables.failures import analyse_together, failures
from numerate.consistency.tables.figures import read_table
from numerate.documents import Limits, read

RESULT = Path(__file__).parent / "results" / "large_tables.json"
COLUMNS = 100
ROWS = (1_000, 10_000)
FORMATS = ("csv", "html", "markdown", "xlsx")


def write(form: str, rows: int) -> bytes:
    """Write a table of labelled rows of figures."""
    rng = random.Random(rows)
    header = ["", *(f"c{column}" for column in range(1, COLUMNS))]
    body = ([f"row {row}", *(rng.randint(0, 99_999) for _ in header[1:])] for row in range(1, rows))
    if form == "xlsx":
        import openpyxl

        workbook = openpyxl.Workbook(write_only=True)
        sheet = workbook.create_sheet()
        for row in [header, *body]:
            sheet.append(row)
        file = io.BytesIO()
        workbook.save(file)
        return file.getvalue()
    texts = [[str(cell) for cell in row] for row in [header, *body]]
    if form == "html":
        return "".join(["<table>", *(f"<tr><td>{'<td>'.join(row)}" for row in texts), "</table>"]).encode()
    lines = [("|" if form == "markdown" else ",").join(row) for row in texts]
    if form == "markdown":
        lines = [f"|{line}|" for line in lines]
        lines.insert(1, "|--" * COLUMNS + "|")
    return "\n".join(lines).encode()


def measure(form: str, rows: int) -> dict[str, float]:
    data = write(form, rows)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    document = read(data, format=form, limits=Limits(seconds=600))
    was_read = time.process_time()
    [table] = document.tables
    reading = read_table(document.text, table)
    assert reading is not None
    [analysis] = analyse_together([reading.grid])
    list(failures(analysis))
    return {
        "cells": len(table.cells),
        "file_mb": round(len(data) / 1e6, 1),
        "seconds": round(was_read - began, 2),
        "recalculation_seconds": round(time.process_time() - was_read, 2),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3),
        "before_mb": round(before / 1e3),
    }


def main() -> None:
    """Measure one table and print it, or measure all and write the results."""
    if len(sys.argv) > 2:
        print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
        return
    formats = sys.argv[1:] or FORMATS
    results = [
        result
        for result in json.loads(RESULT.read_text(encoding="utf-8"))["results"]
        if result["format"] not in formats
    ]
    for form in formats:
        tenth = None
        for rows in ROWS:
            output = json.loads(subprocess.check_output([sys.executable, __file__, form, str(rows)]))
            if tenth:
                keys = "seconds", "recalculation_seconds"
                output["times_a_tenth"] = {key: round(output[key] / tenth[key], 1) for key in keys}
            tenth = output
            results.append({"format": form, "rows": rows, "columns": COLUMNS, **output})
            print(results[-1], flush=True)
    results.sort(key=lambda result: (FORMATS.index(result["format"]), result["rows"]))
    RESULT.write_text(json.dumps({"machine": machine(), "results": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
