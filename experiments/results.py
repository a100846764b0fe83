"""What came out: one JSON file for each run, committed, and read back for the tables.

python -m experiments.results FILE      (writes the results that `experiments.run --lines FILE` gathered)
"""

from __future__ import annotations

import json
import math
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .spec import Experiment

RESULTS = Path(__file__).parent / "results"


def result_file(name: str, folder: Path) -> Path:
    return folder / f"{name}.json"


def write_result(result: dict[str, Any], folder: Path) -> None:
    """Write a result under its run's name, only when it is whole; a figure to a line, for readable diffs."""
    file = result_file(result["run"]["name"], folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_text(_join_numbers(json.dumps(result, indent=1)) + "\n", encoding="utf-8")
    unfinished.replace(file)


def _join_numbers(text: str) -> str:
    """Put lists of numbers, which `json` writes one to a line, on one line each."""
    return re.sub(r"\[[\d\s.,eE+-]*\]", lambda match: re.sub(r"\s+", " ", match[0]), text)


@dataclass(frozen=True)
class Measured:
    """A figure over the seeds of an experiment."""

    value: float
    """The mean."""
    spread: float | None
    """Half the distance between the seeds; None where there is one."""
    sampling: float
    """Half the bootstrap interval: how far other test numbers might have moved it."""

    @property
    def uncertainty(self) -> float:
        return math.hypot(self.sampling, self.spread or 0.0)


@dataclass(frozen=True)
class Results:
    """The results in a folder."""

    folder: Path = RESULTS

    def of(self, experiment: Experiment) -> list[dict[str, Any]]:
        """The results of the seeds that have been run."""
        files = [result_file(run.name, self.folder) for run in experiment.runs()]
        return [json.loads(file.read_text(encoding="utf-8")) for file in files if file.exists()]

    def figure(self, experiment: Experiment, name: str) -> Measured | None:
        """A figure of an experiment; None where it was not run, or its model has no such figure.

        "swap/auc.log" is the area under the curve for the anomaly "swap".
        """
        anomaly, _, figure = name.rpartition("/")
        found = []
        for result in self.of(experiment):
            evaluation = result["evaluation"]
            figures = evaluation["by_anomaly"].get(anomaly, {}) if anomaly else evaluation["figures"]
            found.append(figures.get(figure))
        given = [estimate for estimate in found if estimate is not None]
        if not given:
            return None
        values = [value for value, *_ in given]
        spread = (max(values) - min(values)) / 2 if len(values) > 1 else None
        sampling = sum((high - low) / 2 for _, low, high, _ in given) / len(given)
        return Measured(sum(values) / len(values), spread, sampling)


def split_lines(file: Path, folder: Path = RESULTS) -> int:
    """Write each result of a gathered file under its own name; a line that was cut off is left out."""
    lines = file.read_text(encoding="utf-8").split("\n")[:-1]
    for line in lines:
        write_result(json.loads(line), folder)
    return len(lines)


if __name__ == "__main__":
    print(f"{split_lines(Path(sys.argv[1]))} results")
