"""Recalibrate the model that ships: the same weights, another reader or score of numbers.

    .venv/bin/python experiments/default-model/recalibrate.py [--data ../shared/data] [--model FOLDER]

Writes calibration.json of the model's folder, from validation documents of all sixteen corpora.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from numerate.checking.calibrate import DocumentScores, fit
from numerate.model import load
from numerate.model.folder import CALIBRATION, DEFAULT, write_json
from numerate.training.export.measuring import held_out_corpora


def score(corpus: Path, model: Path, numbers: int) -> list[DocumentScores]:
    """Score validation documents of a corpus until there are enough numbers."""
    predictor, rng = load(model, threads=1), np.random.default_rng(0)
    [documents] = held_out_corpora([corpus / "valid.parquet"])

    def scored() -> Iterator[DocumentScores]:
        count = 0
        for document in documents:
            scores = DocumentScores.of(document, predictor, rng)
            yield scores
            count += len(scores.kinds)
            if count >= numbers:
                return

    return list(scored())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--model", type=Path, default=DEFAULT)
    parser.add_argument("--numbers", type=int, default=5000, help="of each corpus")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    corpora = [given.data / "finnews", given.data / "sci", *sorted((given.data / "world").iterdir())]
    with ProcessPoolExecutor(given.processes) as pool:
        futures = [pool.submit(score, corpus, given.model, given.numbers) for corpus in corpora]
        documents = [document for future in futures for document in future.result()]
    calibration = fit(documents)
    write_json(given.model / CALIBRATION, calibration.to_dict())
    print(f"calibrated on {calibration.numbers:,} numbers, {calibration.errors.numbers:,} planted errors")


if __name__ == "__main__":
    main()
