"""Measure the processor time of the contradictions of a page of text, without a model, on one core.

    python -m benchmarks.consistency [FILE ...]

Each file (default: README.md, CHANGELOG.md and docs/model.md) is cut into pages of 3,000 characters.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from time import process_time

from numerate.consistency import inconsistencies

PAGE = 3_000
ROUNDS = 5


def milliseconds(page: str) -> float:
    """Return the shortest time of some rounds over a page."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        list(inconsistencies(page))
        times.append(1000 * (process_time() - start))
    return min(times)


def main() -> None:
    """Print the median and the slowest page of each file."""
    for name in sys.argv[1:] or ["README.md", "CHANGELOG.md", "docs/model.md"]:
        text = Path(name).read_text("utf-8")
        times = [milliseconds(text[at : at + PAGE]) for at in range(0, len(text), PAGE)]
        print(f"{name}: median {median(times):.1f} ms, slowest {max(times):.1f} ms, {len(times)} pages")


if __name__ == "__main__":
    main()
