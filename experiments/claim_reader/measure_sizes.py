"""Measure which amounts the network finds out of proportion, by the thresholds of `learned/sizes.py`.

    python -m experiments.claim_reader.measure_sizes [--model FOLDER] [--sets first second …]

For the everyday documents and passages of experiments/unseen that are spent: amounts in units, of money, and
percentages over 100%, in the places of planted errors, and in correct texts. Prints a table for each.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from math import isfinite
from pathlib import Path

from experiments.unseen.run import is_in, lines
from numerate.consistency.learned.network import FOLDER, ClaimModel
from numerate.consistency.learned.reading import read_part
from numerate.consistency.learned.sizes import likely_sizes, log_ratio, share_ratio
from numerate.consistency.learned.topics import encode_text
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Slot
from numerate.documents import Document, read
from numerate.text import extract

UNSEEN = Path(__file__).parents[1] / "unseen"
SETS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
THRESHOLDS = (1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0)
GROUPS = {"U": "amounts in units", "M": "amounts of money", "P": "percentages"}

Ratios = dict[str, list[float]]
"""Log ratios by the mark of the figure."""


def ratios(skeleton: Skeleton, model: ClaimModel) -> Iterator[tuple[Slot, float]]:
    """Yield the amounts of a text that have alternatives, with their log ratios."""
    for figure, logits in read_part(encode_text(skeleton, model.pieces), model).sizes:
        ratio_of = share_ratio if figure.slot.mark == "P" else log_ratio
        if isfinite(ratio := ratio_of(figure, likely_sizes(logits))):
            yield figure.slot, ratio


def of_document(document: Document) -> Skeleton:
    """Return the sentences of a document."""
    return Skeleton(document.text, extract(document.text, identifiers=True), document.headings)


def of_passage(text: str) -> Skeleton:
    """Return the sentences of a passage."""
    return Skeleton(text, extract(text, identifiers=True))


def note(found: Iterable[tuple[Slot, float]], ratios: Ratios) -> None:
    """Add log ratios to those of their marks."""
    for slot, ratio in found:
        ratios[slot.mark].append(ratio)


def read_documents(folder: Path, model: ClaimModel, errors: Ratios, correct: Ratios) -> None:
    """Note the amounts of everyday documents, of errors only where they are planted."""
    for file in sorted(folder.glob("*.json")):
        document = read(file.with_suffix(".md"))
        planted = json.loads(file.read_text("utf-8"))
        for slot, ratio in ratios(of_document(document), model):
            if any(is_in((slot.start, slot.end), error, document) for error in planted):
                errors[slot.mark].append(ratio)
        note(ratios(of_document(read(file.with_name(f"{file.stem}.right.md"))), model), correct)


def read_passages(folder: Path, model: ClaimModel, errors: Ratios, correct: Ratios) -> None:
    """Note the amounts of passages; errors are those of impossible values."""
    for name in ("claims", "singles", "traps"):
        for record in lines(folder / f"{name}.jsonl"):
            right = of_passage(record.get("right") or record["text"])
            note(ratios(right, model), correct)
            if record.get("kind") == "impossible value":
                values = Counter((slot.mark, slot.written) for slot, _ in ratios(right, model))
                wrong = ratios(of_passage(record["wrong"]), model)
                note(((s, r) for s, r in wrong if (s.mark, s.written) not in values), errors)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", type=Path, default=FOLDER)
    parser.add_argument("--sets", nargs="+", default=SETS)
    given = parser.parse_args()
    model = ClaimModel(given.model)
    errors: Ratios = defaultdict(list)
    correct: Ratios = defaultdict(list)
    for name in given.sets:
        read_documents(UNSEEN / name / "documents", model, errors, correct)
        read_passages(UNSEEN / name, model, errors, correct)
    for mark, group in GROUPS.items():
        print(group)
        for threshold in THRESHOLDS:
            caught, false = (sum(r >= threshold for r in each[mark]) for each in (errors, correct))
            print(
                f"  {threshold}: {caught} of {len(errors[mark])} errors, "
                f"{false} of {len(correct[mark])} correct amounts"
            )


if __name__ == "__main__":
    main()
