"""Count the readings of the corpora that differ between an earlier version of the reader and this one.

    git archive COMMIT src | tar x -C /tmp/earlier
    .venv/bin/python experiments/corpora/compare.py /tmp/earlier/src [DATA]

Reads the beginnings of the validation splits and of the texts for testing only. Writes compare.json.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CHARACTERS = {"finnews": 2_500_000, "sci": 2_500_000, "world": 600_000, "ood": 400_000}
"""Characters of each file, about, by folder."""


def texts(data: Path) -> list[str]:
    """Return the first documents of each file."""
    import pyarrow.parquet as parquet

    documents: list[str] = []
    for file in sorted([*data.rglob("valid.parquet"), *data.glob("ood/*.parquet")]):
        left = CHARACTERS[file.relative_to(data).parts[0]]
        for text in parquet.read_table(file, columns=["text"])["text"].to_pylist():
            if left < 0:
                break
            documents.append(text)
            left -= len(text)
    return documents


def read(data: Path) -> list[dict[str, Any]]:
    """Read all numbers, by document and place."""
    from numerate.text import extract

    return [{str(n.start): [*map(repr, n)] for n in extract(text)} for text in texts(data)]


def read_with(source: Path, data: Path) -> list[dict[str, Any]]:
    """Read with the code of another folder, in a process of its own."""
    command = [sys.executable, __file__, "--read", str(source), str(data)]
    environment = os.environ | {"PYTHONPATH": str(source)}
    output = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout
    readings: list[dict[str, Any]] = json.loads(output)
    return readings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("earlier", type=Path, help="src of the earlier version")
    parser.add_argument("data", type=Path, nargs="?", default=HERE.parents[2] / "shared" / "data")
    parser.add_argument("--read", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.read:
        json.dump(read(given.data), sys.stdout)
        return
    before, after = (read_with(source, given.data) for source in (given.earlier, HERE.parents[1] / "src"))
    pairs = list(zip(before, after, strict=True))
    result = {
        "characters": sum(map(len, texts(given.data))),
        "numbers before": sum(map(len, before)),
        "numbers after": sum(map(len, after)),
        "no longer numbers": sum(len(old.keys() - new.keys()) for old, new in pairs),
        "new": sum(len(new.keys() - old.keys()) for old, new in pairs),
        "read otherwise": sum(old[at] != new[at] for old, new in pairs for at in old.keys() & new.keys()),
    }
    (HERE / "compare.json").write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    print(result)


if __name__ == "__main__":
    main()
