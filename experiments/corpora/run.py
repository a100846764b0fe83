"""Statistics of our corpora beside the paper's table: one command makes everything in this folder again.

    .venv/bin/python experiments/corpora/run.py [FOLDER] [--every N]

FOLDER holds finnews/ and sci/ (../shared/data where none is named). Each corpus is prepared by the paper's
recipe with the command that the page shows; a run that was interrupted is taken up again. With --every, every
Nth document of each split is taken. Samples and instances go to work/corpora, which is never committed;
statistics and plots come here.
"""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

HERE = Path(__file__).parent
INSTANCES = Path("work/corpora")
SPLITS = ("train", "valid", "test")

# Name: the corpus, what the command says beside the paper's recipe, and what the paper calls it.
CORPORA = {
    "finnews": ("finnews", ["--clean", "news"], "FinNews"),
    "finnews-dollar": ("finnews", ["--clean", "news", "--dollar"], "FinNews-$"),
    "sci": ("sci", [], "Sci"),
}
RECIPE = ["--kind", "sentence", "--split", "given", "--test-numbers", "2", "--statistics"]

# Table 1 of the paper, by split.
PAPER: dict[str, dict[str, list[float]]] = {
    "finnews": {
        "instances": [522996, 58095, 64433],
        "length": [102.5, 108.3, 108.9],
        "percent_numbers": [8.8, 9.3, 9.6],
        "minimum": [1, 1, 1],
        "median": [313, 250, 329],
        "percentile_75": [3141, 2558, 3500],
        "percentile_90": [1e6, 1e6, 1e6],
        "maximum": [1e15, 1e14, 1e15],
    },
    "finnews-dollar": {
        "instances": [188286, 22338, 23281],
        "length": [115.2, 115.4, 116.1],
        "percent_numbers": [13.0, 12.7, 13.2],
        "minimum": [1, 1, 1],
        "median": [2016, 2016, 2016],
        "percentile_75": [1e4, 1e4, 1e4],
        "percentile_90": [1e7, 1e7, 1e7],
        "maximum": [1e15, 1e14, 1e15],
    },
    "sci": {
        "instances": [360514, 36523, 36104],
        "length": [125.6, 126.4, 126.5],
        "percent_numbers": [7.1, 7.2, 7.1],
        "minimum": [1, 1, 1],
        "median": [9, 8, 9],
        "percentile_75": [42, 40, 43],
        "percentile_90": [1959, 1948, 1972.1],
        "maximum": [1e15, 1e14, 1e15],
    },
}
ROWS = {
    "#instances": ("instances", "instances", ",.0f"),
    "avg-length, tokens": (None, "average_length", ".1f"),
    "avg-length, characters": ("length", "average_characters", ".1f"),
    "%numbers": ("percent_numbers", "percent_numbers", ".1f"),
    "min": ("minimum", "minimum", ",.6g"),
    "median 50": ("median", "median", ",.6g"),
    "median 75": ("percentile_75", "percentile_75", ",.6g"),
    "median 90": ("percentile_90", "percentile_90", ",.6g"),
    "max": ("maximum", "maximum", ",.6g"),
}


def command(name: str, folder: Path) -> list[str]:
    corpus, options, _ = CORPORA[name]
    return ["numerate", "prepare", str(folder / corpus), "--out", str(INSTANCES / name), *RECIPE, *options]


def sample(folder: Path, every: int) -> Path:
    """Write every Nth document of each split to a folder of its own, and return it."""
    sampled = INSTANCES / f"every-{every}"
    for corpus in {corpus for corpus, _, _ in CORPORA.values()}:
        (sampled / corpus).mkdir(parents=True, exist_ok=True)
        for split in SPLITS:
            documents = pq.read_table(folder / corpus / f"{split}.parquet")
            rows = list(range(0, documents.num_rows, every))
            pq.write_table(documents.take(rows), sampled / corpus / f"{split}.parquet")
    return sampled


def measure(name: str, folder: Path) -> dict[str, Any]:
    words = command(name, folder)
    print("$", shlex.join(words), flush=True)
    subprocess.run([str(Path(sys.executable).with_name(words[0])), *words[1:]], check=True)
    out = INSTANCES / name
    shutil.copy(out / "statistics.png", HERE / f"{name}.png")
    statistics: dict[str, Any] = json.loads((out / "statistics.json").read_text())
    counts = json.loads((out / "manifest.json").read_text())["counts"]
    (HERE / f"{name}.json").write_text(json.dumps({"counts": counts, **statistics}, indent=1) + "\n")
    return statistics["splits"]


def table(name: str, measured: dict[str, Any]) -> list[str]:
    lines = [
        "| | " + " | ".join(f"{split}, paper | {split}, ours" for split in SPLITS) + " |",
        "|---|" + "---:|---:|" * len(SPLITS),
    ]
    for row, (theirs, ours, form) in ROWS.items():
        cells = []
        for i, split in enumerate(SPLITS):
            cells.append(format(PAPER[name][theirs][i], form) if theirs else "")
            cells.append(format(measured[split][ours], form))
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    return lines


def page(measured: dict[str, dict[str, Any]], folder: Path) -> str:
    lines = [(HERE / "about.md").read_text().strip(), ""]
    for name, splits in measured.items():
        lines += [f"## {CORPORA[name][2]}", "", "```bash", shlex.join(command(name, folder)), "```", ""]
        lines += [
            *table(name, splits),
            "",
            f"![{CORPORA[name][2]}: values and leading digits]({name}.png)",
            "",
        ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=Path("../shared/data"))
    parser.add_argument("--every", type=int, default=1, help="take every Nth document")
    options = parser.parse_args()
    folder = options.folder if options.every == 1 else sample(options.folder, options.every)
    measured = {name: measure(name, folder) for name in CORPORA}
    (HERE / "README.md").write_text(page(measured, folder), encoding="utf-8")


if __name__ == "__main__":
    main()
