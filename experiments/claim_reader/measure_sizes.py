"""Measure wrong units that the network finds, at each threshold of `consistency/learned/sizes.py`.

    python -m experiments.claim_reader.measure_sizes [--model FOLDER] [--sets first second …]

For the everyday documents of experiments/unseen that are spent: planted errors of kind "unit" whose amount
exceeds a log ratio, and amounts of the mended documents that exceed it. Prints a table.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from math import isfinite
from pathlib import Path

from experiments.unseen.run import is_in
from numerate.consistency.learned.network import FOLDER, ClaimModel
from numerate.consistency.learned.reading import read_part
from numerate.consistency.learned.sizes import likely_sizes, log_ratio
from numerate.consistency.learned.topics import encode_text
from numerate.consistency.skeleton import Skeleton
from numerate.documents import Document, read
from numerate.text import extract

UNSEEN = Path(__file__).parents[1] / "unseen"
SETS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
THRESHOLDS = (2.5, 3.0, 3.5, 4.0, 4.5, 5.0)


def ratios(document: Document, model: ClaimModel) -> Iterator[tuple[tuple[int, int], float]]:
    """Yield the places of amounts that are measured in a unit, with their log ratios."""
    headings = [(block.start, block.end) for block in document.blocks if block.kind in ("title", "heading")]
    skeleton = Skeleton(document.text, extract(document.text, identifiers=True), headings)
    for figure, logits in read_part(encode_text(skeleton, model.pieces), model).sizes:
        number = figure.slot.number
        if number.unit is not None and isfinite(ratio := log_ratio(figure, likely_sizes(logits))):
            yield (number.start, number.end), ratio


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", type=Path, default=FOLDER)
    parser.add_argument("--sets", nargs="+", default=SETS)
    given = parser.parse_args()
    model = ClaimModel(given.model)
    errors: list[float] = []
    correct: list[float] = []
    for file in sorted(file for name in given.sets for file in UNSEEN.glob(f"{name}/documents/*.json")):
        document = read(file.with_suffix(".md"))
        found = list(ratios(document, model))
        for error in json.loads(file.read_text("utf-8")):
            if error["kind"] == "unit":
                errors.append(max((r for span, r in found if is_in(span, error, document)), default=0))
        correct += [ratio for _, ratio in ratios(read(file.with_name(f"{file.stem}.right.md")), model)]
    for threshold in THRESHOLDS:
        caught, false = (sum(ratio >= threshold for ratio in group) for group in (errors, correct))
        print(
            f"{threshold}: {caught} of {len(errors)} wrong units, {false} of {len(correct)} correct amounts"
        )


if __name__ == "__main__":
    main()
