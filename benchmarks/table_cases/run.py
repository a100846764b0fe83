"""Measure the recalculation of small tables: `python -m benchmarks.table_cases.run [--part PART] [--show]`.

The documents are in the Markdown files of this folder, one group for each formula and one of traps, which are
consistent but could mislead. Each is written in every format and checked without a model. An error counts as
found if a finding names its cell or has it among the figures of its formula.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from benchmarks.table_cases.cases import Block, Case, Planted, load
from benchmarks.table_cases.formats import WRITERS

from numerate.checking.check import check_document
from numerate.documents import read
from numerate.report.finding import Finding

RESULTS = Path(__file__).parents[1] / "results" / "table_cases.json"


def main() -> None:
    """Measure, print and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=("development", "kept"), default="development")
    parser.add_argument("--formats", default=",".join(WRITERS), help="formats, separated by commas")
    parser.add_argument("--group", default="", help="what the names of groups must contain")
    parser.add_argument("--show", action="store_true", help="print what is missed and what is false")
    arguments = parser.parse_args()
    cases = [
        case
        for case in load()
        if case.kept == (arguments.part == "kept") and arguments.group.lower() in case.group.lower()
    ]
    formats = arguments.formats.split(",")
    results = {form: measure(cases, form, arguments.show) for form in formats}
    if len(formats) == len(WRITERS) and not arguments.group:
        recorded = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
        recorded[arguments.part] = results
        RESULTS.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(results, indent=1))


def measure(cases: Iterable[Case], form: str, show: bool) -> dict[str, object]:
    """Count errors found, and consistent documents with a finding, for one format."""
    counts: Counter[str] = Counter()
    missed: dict[str, list[str]] = {"missed": [], "false": []}
    for case in cases:
        false = [finding for finding in _findings(case.blocks, form) if finding.level == "error"]
        counts["consistent"] += 1
        counts["with a false finding"] += bool(false)
        if false:
            missed["false"].append(f"{case.group}: {case.name}")
            if show:
                print(f"{form} FALSE {case.group}: {case.name}: {false[0].message}")
        if case.planted:
            counts["planted"] += 1
            found = any(_names(finding, case.planted) for finding in _findings(case.planted.blocks, form))
            counts["found"] += found
            if not found:
                missed["missed"].append(f"{case.group}: {case.name}")
                if show:
                    print(f"{form} MISSED {case.group}: {case.name} ({case.planted.written})")
    return {**counts, **missed}


def _findings(blocks: list[Block], form: str) -> list[Finding]:
    document = read(WRITERS[form](blocks), name=f"case.{form}")
    return list(check_document(document, None).findings)


def _names(finding: Finding, planted: Planted) -> bool:
    """Return whether a finding is about the planted error: its cell or, in the text, its number."""
    record = finding.to_dict()
    if record["level"] != "error":
        return False
    if planted.cell is None:
        return "cell" not in record and planted.written in record["text"]
    return any(
        planted.written in str(figure["text"]) or str(figure["text"]) in planted.written
        for figure in (record, *record["related"])
        if "cell" in figure
    )


if __name__ == "__main__":
    main()
