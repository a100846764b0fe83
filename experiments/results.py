"""What came out, read back from the committed results."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .spec import Experiment, Run

RESULTS = Path(__file__).parent / "results"


def result_file(run: Run, folder: Path) -> Path:
    return folder / f"{run.name}.json"


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
        files = [result_file(run, self.folder) for run in experiment.runs()]
        return [json.loads(file.read_text(encoding="utf-8")) for file in files if file.exists()]

    def figure(self, experiment: Experiment, name: str) -> Measured | None:
        """A figure of an experiment; None where it was not run, or its model has no such figure."""
        found = [result["evaluation"]["figures"].get(name) for result in self.of(experiment)]
        given = [estimate for estimate in found if estimate is not None]
        if not given:
            return None
        values = [value for value, *_ in given]
        spread = (max(values) - min(values)) / 2 if len(values) > 1 else None
        sampling = sum((high - low) / 2 for _, low, high, _ in given) / len(given)
        return Measured(sum(values) / len(values), spread, sampling)
