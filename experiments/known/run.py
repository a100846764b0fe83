"""Sentences about the world by somebody who saw neither the table of facts nor the code: which are reported.

    python -m experiments.known.run seen            # to develop with; what is missed is printed
    python -m experiments.known.run unseen          # once, when the rule is finished
    python -m experiments.known.run documents       # planted errors in the spent sets of experiments/unseen
    python -m experiments.known.run corpora [--data ../shared/data]

Each line of sentences/report_*.tsv has a wrong figure, each of silent_*.tsv a right one, or one that is about
something else. A text with a title is read as a document with that heading. `documents` counts errors of kind
"world" that the rules `known` and `implausible` find, what they find in the mended documents, and prints what
is missed. `corpora` counts what they report in 100 validation documents of each corpus, nearly all of which
is false. Counts are written to PART.json.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet

from experiments.unseen.run import is_in
from numerate.consistency import Inconsistency, inconsistencies
from numerate.documents import Document, read
from numerate.text import extract

HERE = Path(__file__).parent
UNSEEN = HERE.parent / "unseen"
DOCUMENTS = 100


def read_lines(file: Path) -> list[dict[str, str]]:
    """Read the lines of a set."""
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def findings(title: str, text: str, *rules: str) -> list[Inconsistency]:
    """Return the certain findings of some rules in a text below a heading."""
    headings = [(0, len(title))] if title else []
    whole = f"{title}\n\n{text}" if title else text
    return [each for each in inconsistencies(whole, headings, rules=rules) if each.level == "error"]


def reported(line: dict[str, str]) -> list[str]:
    """Return the figures of a line that the rule reports."""
    return [each.numbers[-1].text for each in findings(line["title"], line["text"], "known")]


def count_sentences(part: str) -> Counter[str]:
    """Count the lines of both sets that are reported."""
    counts: Counter[str] = Counter()
    for line in read_lines(HERE / "sentences" / f"report_{part}.tsv"):
        is_found = any(line["wrong"] in figure for figure in reported(line))
        counts["wrong figures"] += 1
        counts["found"] += is_found
        if not is_found and part == "seen":
            print("missed:", line["title"], "|", line["text"])
    for line in read_lines(HERE / "sentences" / f"silent_{part}.tsv"):
        figures = reported(line)
        counts["right sentences"] += 1
        counts["reported"] += bool(figures)
        if figures and part == "seen":
            print("reported:", *figures, "|", line["title"], "|", line["text"])
    return counts


def spans(document: Document) -> list[tuple[int, int]]:
    """Return what the certain findings of both rules mark in a document."""
    certain = inconsistencies(document.text, document.headings, rules=("known", "implausible"))
    return [(n.start, n.end) for each in certain if each.level == "error" for n in each.numbers]


def count_documents() -> dict[str, Counter[str]]:
    """Count planted errors about the world that are found, and findings in mended documents, by set."""
    counts = {}
    for folder in sorted(UNSEEN.glob("*/documents")):
        counted = counts[folder.parent.name] = Counter[str]()
        for file in sorted(folder.glob("*.json")):
            document, mended = read(file.with_suffix(".md")), read(file.with_name(f"{file.stem}.right.md"))
            counted["numbers of mended documents"] += len(extract(mended.text))
            counted["findings in mended documents"] += len(spans(mended))
            for error in json.loads(file.read_text("utf-8")):
                if error["kind"] != "world":
                    continue
                is_found = any(is_in(span, error, document) for span in spans(document))
                counted["errors"] += 1
                counted["found"] += is_found
                if not is_found:
                    print("missed:", folder.parent.name, file.stem, error["line"], error["wrong"])
    return counts


def count_corpora(data: Path) -> Counter[str]:
    """Count findings in validation documents, by rule."""
    counts: Counter[str] = Counter(documents=0, known=0, implausible=0)
    for file in sorted(data.glob("**/valid.parquet")):
        table = parquet.read_table(file)
        texts = table["text"].to_pylist()
        titles = table["title"].to_pylist() if "title" in table.column_names else [""] * len(texts)
        step = max(1, len(texts) // DOCUMENTS)
        for title, text in list(zip(titles, texts, strict=True))[::step][:DOCUMENTS]:
            counts["documents"] += 1
            for each in findings((title or "").strip(), text, "known", "implausible"):
                counts[each.kind] += 1
                print(file.parent.name, each.kind, each.message)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("part", choices=("seen", "unseen", "documents", "corpora"))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    given = parser.parse_args()
    counts: Any
    if given.part == "documents":
        counts = count_documents()
    else:
        counts = count_corpora(given.data) if given.part == "corpora" else count_sentences(given.part)
    (HERE / f"{given.part}.json").write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    print(counts)


if __name__ == "__main__":
    main()
