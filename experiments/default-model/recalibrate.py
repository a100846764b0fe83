"""Calibrate the model that ships anew: the same weights, another reader of numbers.

    .venv/bin/python experiments/default-model/recalibrate.py [--data ../shared/data] [--model FOLDER]

Writes calibration.json of the model's folder, from the held-out documents that the model card names.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from numerate.checking.calibrate import calibrate
from numerate.model import load
from numerate.model.folder import CALIBRATION, DEFAULT, write_json
from numerate.training.export.measuring import held_out_corpora


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--model", type=Path, default=DEFAULT)
    parser.add_argument("--numbers", type=int, default=50_000, help="of each corpus")
    arguments = parser.parse_args()
    corpora = held_out_corpora([arguments.data / name / "valid.parquet" for name in ("finnews", "sci")])
    calibration = calibrate(load(arguments.model), corpora, numbers=arguments.numbers)
    write_json(arguments.model / CALIBRATION, calibration.to_dict())
    print(f"calibrated on {calibration.numbers:,} numbers")


if __name__ == "__main__":
    main()
