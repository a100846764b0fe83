"""Read the quantities of all spent sets with the present reader, and list what is not right.

    python -m experiments.unseen.quantities [--show]

Writes quantities.json: the figures are those of development, since the reader was fixed with these sets.
"""

from __future__ import annotations

import argparse
import json

from experiments.unseen.run import HERE, is_same, lines, quantities
from numerate.text import extract


def show(name: str) -> None:
    """Print the passages of a set of which not all values are read, or others are."""
    for passage in lines(HERE / name / "quantities.jsonl"):
        text, expected = passage["text"], passage["numbers"]
        found = [n for n in extract(text, identifiers=True) if n.value == n.value]
        same = [is_same(n, e, text)[0] for n, e in zip(found, expected, strict=False)]
        if len(found) != len(expected) or not all(same):
            print(f"{name}: {text}\n    read {[(n.text, n.value) for n in found]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--show", action="store_true", help="print the passages that are not right")
    given = parser.parse_args()
    files = sorted(HERE.glob("*/quantities.jsonl"))
    results = {file.parent.name: quantities(file) for file in files}
    (HERE / "quantities.json").write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    for name, counts in results.items():
        print(name, counts)
        if given.show:
            show(name)


if __name__ == "__main__":
    main()
