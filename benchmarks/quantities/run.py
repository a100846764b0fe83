"""Read the cases of quantities and write the share of right answers: values, and values with units and nouns.

    .venv/bin/python benchmarks/quantities/run.py [--show] [--out FILE] [seen|unseen ...]

Writes benchmarks/results/quantities.json when `seen` and `unseen` are run, or whatever is run to FILE.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import numerate

HERE = Path(__file__).parent
RESULT = HERE.parent / "results" / "quantities.json"


def read_cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def is_right(case: dict[str, Any]) -> tuple[bool, bool]:
    """Return whether all values are right and nothing else was read, and whether units and nouns are, too."""
    numbers, expected = numerate.extract(case["text"]), case["numbers"]
    values = len(numbers) == len(expected) and all(
        math.isclose(number.value, want["value"], rel_tol=1e-6, abs_tol=1e-12)
        for number, want in zip(numbers, expected, strict=True)
    )
    if not values:
        return False, False
    full = all(
        (number.unit.symbol if number.unit else None) == want["unit"]
        and want.get("noun") in (None, number.noun)
        and (want.get("sign", 0) >= 0 or number.sign < 0)
        for number, want in zip(numbers, expected, strict=True)
    )
    return values, full


def measure(name: str, show: bool = False) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    classes: dict[str, Counter[str]] = {}
    for case in read_cases(name):
        values, full = is_right(case)
        for counter in (counts, classes.setdefault(case["class"], Counter())):
            counter.update(cases=1, values=values, full=full)
        if show and not full:
            print(f"[{case['class']}] {case['text']}")
            print(
                "    read",
                [(n.text, n.value, n.unit and n.unit.symbol, n.noun) for n in numerate.extract(case["text"])],
            )
            print("    want", [(w["value"], w["unit"], w.get("noun")) for w in case["numbers"]])
    return {**counts, "classes": {key: dict(counter) for key, counter in classes.items()}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=["seen", "unseen"])
    parser.add_argument("--show", action="store_true", help="print the cases that are not right")
    parser.add_argument("--out", type=Path, help="file for the result")
    arguments = parser.parse_args()
    results = {name: measure(name, arguments.show) for name in arguments.sets}
    for name, result in results.items():
        share = {key: f"{result[key] / result['cases']:.1%}" for key in ("values", "full")}
        print(
            f"{name}: {result['cases']} cases, values right {share['values']}, "
            f"with units and nouns {share['full']}"
        )
    out = arguments.out or (RESULT if set(results) == {"seen", "unseen"} else None)
    if out:
        out.write_text(json.dumps({"numerate": numerate.__version__, **results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
