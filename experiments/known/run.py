"""Sentences about the world by somebody who saw neither the table of facts nor the code: which are reported.

    python -m experiments.known.run seen            # to develop with; what is missed is printed
    python -m experiments.known.run unseen          # once, when the rule is finished

Each line of sentences/report_*.tsv has a wrong figure, each of silent_*.tsv a right one, or one that is about
something else. A text with a title is read as a document with that heading. Counts are written to PART.json.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter
from pathlib import Path

from numerate.consistency import inconsistencies

HERE = Path(__file__).parent


def read_lines(file: Path) -> list[dict[str, str]]:
    """Read the lines of a set."""
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def reported(title: str, text: str) -> list[str]:
    """Return the figures that the rule reports."""
    headings = [(0, len(title))] if title else []
    whole = f"{title}\n\n{text}" if title else text
    return [each.numbers[-1].text for each in inconsistencies(whole, headings, rules=["known"])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("part", choices=("seen", "unseen"))
    part = parser.parse_args().part
    counts: Counter[str] = Counter()
    for line in read_lines(HERE / "sentences" / f"report_{part}.tsv"):
        found = any(line["wrong"] in each for each in reported(line["title"], line["text"]))
        counts["wrong figures"] += 1
        counts["found"] += found
        if not found and part == "seen":
            print("missed:", line["title"], "|", line["text"])
    for line in read_lines(HERE / "sentences" / f"silent_{part}.tsv"):
        figures = reported(line["title"], line["text"])
        counts["right sentences"] += 1
        counts["reported"] += bool(figures)
        if figures and part == "seen":
            print("reported:", *figures, "|", line["title"], "|", line["text"])
    (HERE / f"{part}.json").write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    print(dict(counts))


if __name__ == "__main__":
    main()
