"""Run sets that somebody wrote who had seen neither the code nor its tests, once.

    python -m experiments.unseen.run second [--out FILE]

README.md says what the sets are. Counts are written to results.json in the folder of the set; what was missed
or wrongly reported is not printed, so that nothing is mended on it.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numerate
from numerate.consistency import inconsistencies
from numerate.consistency.learned.network import claim_model
from numerate.documents import Document, read
from numerate.text import Number, extract

HERE = Path(__file__).parent
CERTAIN = "error"
RATES = ("likely", 0.01, 0.001)
"""Settings of `--false-alarms` for the documents; the first is the default."""

Counts = dict[str, int]


def lines(file: Path) -> list[dict[str, Any]]:
    """Read a set of passages."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def is_reported(text: str) -> bool:
    """Return whether a check finds a certain contradiction in a passage."""
    return any(finding.level == CERTAIN for finding in inconsistencies(text, reader=claim_model()))


def pairs(file: Path) -> dict[str, Counts]:
    """Count contradictory passages that are found, and consistent twins that are reported, by kind."""
    counts: dict[str, Counter[str]] = {"all": Counter()}
    for pair in lines(file):
        for counted in (counts["all"], counts.setdefault(pair["kind"], Counter())):
            counted["pairs"] += 1
            counted["found"] += is_reported(pair["wrong"])
            counted["twins reported"] += is_reported(pair["right"])
    return {kind: dict(counted) for kind, counted in counts.items()}


def traps(file: Path) -> Counts:
    """Count consistent passages that are reported."""
    texts = [line["text"] for line in lines(file)]
    return {"passages": len(texts), "reported": sum(map(is_reported, texts))}


def is_same(number: Number, expected: dict[str, Any], text: str) -> tuple[bool, bool]:
    """Return whether a number has the value that is expected, and also its unit, as written or normalised."""
    unit = symbol = ""
    if number.unit is not None:
        unit, symbol = text[number.unit.start : number.unit.end], number.unit.symbol
    rest = number.text.replace(expected["text"], " ")  # signs of money and percent stand in the number itself
    wanted = expected["unit"]
    value = -number.value if number.sign < 0 else number.value
    close = abs(value - expected["value"]) <= 1e-6 * max(1.0, abs(expected["value"]))
    is_unit = wanted is None or wanted in (unit, symbol, rest.strip()) or wanted in rest.split()
    return close, close and is_unit


def quantities(file: Path) -> dict[str, Counts]:
    """Count passages of which all values are read and no others, and the same with units."""
    counts: dict[str, Counter[str]] = {}
    passages = lines(file)
    for i, passage in enumerate(passages):
        counted = counts.setdefault("quantities" if i < len(passages) // 2 else "look-alikes", Counter())
        # In this set numbers in names are numbers, and codes, whose value is NaN, are none.
        found = [n for n in extract(passage["text"], identifiers=True) if n.value == n.value]
        expected = passage["numbers"]
        same = [is_same(n, e, passage["text"]) for n, e in zip(found, expected, strict=False)]
        complete = len(found) == len(expected)
        counted["passages"] += 1
        counted["values right"] += complete and all(value for value, _ in same)
        counted["values and units right"] += complete and all(both for _, both in same)
    return {name: dict(counted) for name, counted in counts.items()}


def documents(folder: Path) -> dict[str, dict[str, Counts]]:
    """Count planted errors that are found, by kind, and findings in mended documents, for each setting."""
    model = numerate.load()
    counts: dict[str, dict[str, Counter[str]]] = {}
    for rate in RATES:
        counted = counts.setdefault(str(rate), {"all": Counter()})
        for file in sorted(folder.glob("*.json")):
            text = read(file.with_suffix(".md"))
            marked = spans(text, rate, model)
            mended = read(file.with_name(f"{file.stem}.right.md"))
            counted["all"]["numbers of mended documents"] += len(extract(mended.text))
            counted["all"]["findings in mended documents"] += len(findings(mended, rate, model))
            for error in json.loads(file.read_text("utf-8")):
                for group in (counted["all"], counted.setdefault(error["kind"], Counter())):
                    group["errors"] += 1
                    group["found"] += any(is_in(span, error, text) for span in marked)
    return {rate: {kind: dict(c) for kind, c in counted.items()} for rate, counted in counts.items()}


def findings(document: Document, rate: float | str, model: Any) -> list[Any]:
    """Return the findings of a check."""
    return list(model.check(document, false_alarms=rate).findings)


def spans(document: Document, rate: float | str, model: Any) -> list[tuple[int, int]]:
    """Return every place that a finding marks: the number, and the others of its equation."""
    found = findings(document, rate, model)
    return [span for finding in found for span in [(finding.start, finding.end), *finding.related]]


def is_in(span: tuple[int, int], error: dict[str, Any], document: Document) -> bool:
    """Return whether a span is within the planted error, or around it."""
    source = document.source.split("\n")
    start = sum(len(line) + 1 for line in source[: error["line"] - 1])
    at = document.source.index(error["wrong"], start)
    place = document.locate(*span)
    return place.start < at + len(error["wrong"]) and place.end > at


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("set", choices=sorted(file.parent.name for file in HERE.glob("*/claims.jsonl")))
    parser.add_argument("--out", type=Path, help="instead of results.json in the folder of the set")
    given = parser.parse_args()
    folder = HERE / given.set
    results = {
        "claims": pairs(folder / "claims.jsonl"),
        "singles": pairs(folder / "singles.jsonl"),
        "traps": traps(folder / "traps.jsonl"),
        "documents": documents(folder / "documents"),
    }
    if (numbers := folder / "quantities.jsonl").exists():
        results["quantities"] = quantities(numbers)
    out = given.out or folder / "results.json"
    out.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    for name, counts in results.items():
        print(name, counts.get("all", counts))


if __name__ == "__main__":
    main()
