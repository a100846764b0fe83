"""How many numbers a reader gets right, and how fast it reads: numerate against its peers.

The peers live in an environment of their own; this makes it and measures:

    python3 -m venv .peers && .peers/bin/pip install . -r benchmarks/requirements.txt
    .peers/bin/python benchmarks/extract.py

A peer that is not installed is reported as absent, so `.venv/bin/python benchmarks/extract.py` measures
numerate alone. The result goes to benchmarks/results/extract.json and, as a table, to the terminal.

A case is right when all its values are found and nothing else. Speed is measured twice: over documents of a
few KB, one call each, and over one long string, where readers may be slower. Every reader reads the same
documents in the same order; a slow one reads as many of them, or as much of the string, as --seconds allow.
Time is processor time, so that other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import random
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from extract_cases import Case, cases
from extract_peers import UNIT_READERS, Reader, installed

HERE = Path(__file__).parent
DOCUMENT = 4_000
"""Characters of a document, about."""
LONG = 2_000_000
"""Characters of the whole text."""


def right(case: Case, values: Sequence[float]) -> bool:
    """Whether these are the values of the case; six digits count, as some readers print no more."""
    found, expected = sorted(values), sorted(case.values)
    return len(found) == len(expected) and all(
        math.isclose(a, b, rel_tol=1e-6) for a, b in zip(found, expected, strict=True)
    )


def accuracy(read: Reader) -> dict[str, list[int]]:
    """Right and all cases, by group."""
    counts: dict[str, list[int]] = {}
    for case in cases():
        count = counts.setdefault(case.group, [0, 0])
        count[0] += right(case, read(case.text))
        count[1] += 1
    return counts


def with_units(name: str, read: Reader) -> dict[str, dict[str, int]]:
    """Count the cases of quantities that are right: all values, and all values with their units."""
    read_units = UNIT_READERS[name]() if name in UNIT_READERS else None
    results: dict[str, dict[str, int]] = {}
    for cases_name in ("seen", "unseen"):
        lines = (HERE / "quantities" / f"{cases_name}.jsonl").read_text(encoding="utf-8").splitlines()
        counts = {"cases": len(lines), "values": 0, "units": 0}
        for case in map(json.loads, lines):
            expected = Case(case["class"], case["text"], [number["value"] for number in case["numbers"]])
            if not right(expected, read(case["text"])):
                continue
            counts["values"] += 1
            units = sorted(str(number["unit"]) for number in case["numbers"])
            counts["units"] += read_units is not None and units == sorted(
                str(unit) for _, unit in read_units(case["text"])
            )
        results[cases_name] = counts
    return results


def documents(text: str | None, seed: int = 0) -> list[str]:
    """The text (or paragraphs of our own, drawn at random) as documents of a few KB."""
    if text is None:
        pool = (HERE / "extract_text.txt").read_text().strip().split("\n\n")
        draw = random.Random(seed)
        paragraphs = (draw.choice(pool) for _ in iter(int, 1))
        wanted = LONG
    else:
        paragraphs = iter(re.split(r"\n\s*\n", text))
        wanted = len(text)
    made: list[str] = []
    size, document = 0, ""
    for paragraph in paragraphs:
        document += paragraph + "\n\n"
        if len(document) >= DOCUMENT:
            made.append(document)
            size += len(document)
            document = ""
        if size >= wanted:
            break
    return made + [document] * bool(document)


def speeds(readers: dict[str, Reader], texts: Sequence[str], seconds: float) -> dict[str, tuple[float, int]]:
    """Characters per second and characters read, by reader, over as many of the texts as the time allows.

    The readers take turns at every text, and each text's best of up to twenty times counts: other work on the
    machine slows all of them alike, and what interrupts one reading is in none of the best.
    """
    for read in readers.values():
        read(texts[0])  # some load their tables on the first call
    best = {name: [math.inf] * len(texts) for name in readers}
    spent = dict.fromkeys(readers, 0.0)
    for _ in range(20):
        for place, text in enumerate(texts):
            for name, read in readers.items():
                if spent[name] < seconds:
                    started = time.process_time()
                    read(text)
                    took = time.process_time() - started
                    spent[name] += took
                    best[name][place] = min(best[name][place], took)
    results = {}
    for name, times in best.items():
        done = [(len(text), took) for text, took in zip(texts, times, strict=True) if took < math.inf]
        characters = sum(length for length, _ in done)
        results[name] = characters / sum(took for _, took in done), characters
    return results


def long_speed(read: Reader, text: str, seconds: float) -> tuple[float, int]:
    """The same for one string: the whole text, or the longest beginning of it the time allows."""
    length = DOCUMENT
    while True:
        started = time.process_time()
        read(text[:length])
        took = time.process_time() - started
        # Twice the length may take four times as long: some readers are quadratic.
        if length >= len(text) or 4 * took > seconds:
            return min(length, len(text)) / took, min(length, len(text))
        length *= 2


def measure(
    name: str, read: Reader, texts: Sequence[str], seconds: float, speed: tuple[float, int]
) -> dict[str, Any]:
    groups = accuracy(read)
    per_second, done = speed
    long_per_second, long_done = long_speed(read, "".join(texts), seconds)
    return {
        "right": sum(count[0] for count in groups.values()),
        "cases": sum(count[1] for count in groups.values()),
        "groups": groups,
        "quantities": with_units(name, read),
        "mb_per_s": per_second / 1e6,
        "characters": done,
        "long_mb_per_s": long_per_second / 1e6,
        "long_characters": long_done,
    }


def table(results: dict[str, dict[str, Any] | None]) -> str:
    """The result in Markdown: a row per reader, and per group of cases."""
    ours = results["numerate"]
    assert ours is not None
    rows = [
        "| reader | right | share | MB/s | numerate is | MB/s, one long string | numerate is |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, result in results.items():
        if result is None:
            rows.append(f"| {name} | not installed | | | | | |")
            continue
        faster = ours["mb_per_s"] / result["mb_per_s"]
        long_faster = ours["long_mb_per_s"] / result["long_mb_per_s"]
        rows.append(
            f"| {name} {result['version']} | {result['right']} of {result['cases']} "
            f"| {result['right'] / result['cases']:.1%} "
            f"| {result['mb_per_s']:.3g} | {faster:.3g}× "
            f"| {result['long_mb_per_s']:.3g} | {long_faster:.3g}× |"
        )
    present = {name: result for name, result in results.items() if result}
    rows += [
        "",
        "| quantities | values, seen | with units, seen | values, unseen | with units, unseen |",
        "|---" * 5 + "|",
    ]
    for name, result in present.items():
        shares = (
            f"{counts[key] / counts['cases']:.1%}"
            for counts in result["quantities"].values()
            for key in ("values", "units")
        )
        rows.append(f"| {name} | {' | '.join(shares)} |")
    rows += ["", "| right, by line of the specification | " + " | ".join(present) + " |"]
    rows.append("|---" * (1 + len(present)) + "|")
    for group, (_, total) in ours["groups"].items():
        counts = " | ".join(f"{result['groups'][group][0]}" for result in present.values())
        rows.append(f"| {group} ({total}) | {counts} |")
    return "\n".join(rows)


def show_failures(read: Reader) -> None:
    for case in cases():
        if not right(case, values := read(case.text)):
            print(f"{case.group}: {case.text!r}\n    expected {case.values}\n    found    {values}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", action="store_true", help="only show the cases numerate gets wrong")
    parser.add_argument("--text", type=Path, metavar="FILE", help="measure speed on this text (UTF-8)")
    parser.add_argument("--seconds", type=float, default=20, help="time for each reader and measurement")
    parser.add_argument("--out", type=Path, default=HERE / "results" / "extract.json")
    options = parser.parse_args()

    readers = installed()
    if readers["numerate"] is None:
        parser.error("numerate is not installed here; see the first lines of this file")
    if options.cases:
        show_failures(readers["numerate"][0])
        return
    texts = documents(options.text.read_text(encoding="utf-8") if options.text else None)
    measured = speeds({name: reader[0] for name, reader in readers.items() if reader}, texts, options.seconds)
    results = {
        name: reader
        and measure(name, reader[0], texts, options.seconds, measured[name]) | {"version": reader[1]}
        for name, reader in readers.items()
    }
    record = {
        "command": "python benchmarks/extract.py",
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "text": {
            "source": options.text.name if options.text else "benchmarks/extract_text.txt",
            "documents": len(texts),
            "characters": sum(map(len, texts)),
        },
        "readers": results,
    }
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(record, indent=2) + "\n")
    print(table(results))


if __name__ == "__main__":
    main()
