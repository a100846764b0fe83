"""What came out: one JSON file for each run, committed, and read back for the tables.

python -m experiments.results FILE      (writes the results that `experiments.run --lines FILE` gathered)
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .spec import Experiment

RESULTS = Path(__file__).parent / "results"
UNIT = 1e-5
"""Deviations of replicates are kept as whole numbers of this."""


def result_file(name: str, folder: Path) -> Path:
    return folder / f"{name}.json"


def write_result(result: dict[str, Any], folder: Path) -> None:
    """Write a result under its run's name, only when it is whole; a figure to a line, for readable diffs."""
    file = result_file(result["run"]["name"], folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_text(_join_numbers(json.dumps(_rounded(result), indent=1)) + "\n", encoding="utf-8")
    unfinished.replace(file)


def _rounded(value: Any) -> Any:
    """Round numbers to six digits, more than any of them means: half the size of the files."""
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_rounded(part) for part in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _join_numbers(text: str) -> str:
    """Put lists of numbers, which `json` writes one to a line, on one line each."""
    return re.sub(r"\[[\d\s.,eE+-]*\]", lambda match: re.sub(r"\s+", " ", match[0]), text)


@dataclass(frozen=True)
class Measured:
    """A figure over the seeds of an experiment."""

    value: float
    """The mean."""
    seeds: int
    spread: float | None
    """The standard deviation between the seeds; None where there is one."""
    sampling: float
    """Half the bootstrap interval: how far other test documents might have moved it."""


@dataclass(frozen=True)
class Difference:
    """By how much the figure of one experiment is higher than that of another, tested on the same numbers.

    The standard error has two parts: that of the paired bootstrap over documents, of the difference of the
    means over seeds, and that of those means themselves, from the variation between seeds. Few seeds say
    little of their variation, so intervals are those of a t distribution with Welch's degrees of freedom.
    """

    value: float
    error: float
    seeds: tuple[int, int]
    freedom: float = math.inf

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of 95%."""
        half = self._quantile(0.975) * self.error
        return self.value - half, self.value + half

    @property
    def differs(self) -> bool:
        """Whether zero lies outside the interval."""
        low, high = self.interval
        return low > 0 or high < 0

    def is_within(self, margin: float) -> bool:
        """Whether the two are equivalent: both one-sided tests at 5% rule out a difference of the margin."""
        return abs(self.value) + self._quantile(0.95) * self.error < margin

    def _quantile(self, share: float) -> float:
        from scipy.stats import norm, t

        return float(norm.ppf(share) if math.isinf(self.freedom) else t.ppf(share, self.freedom))


@dataclass(frozen=True)
class Results:
    """The results in a folder."""

    folder: Path = RESULTS

    def of(self, experiment: Experiment) -> list[dict[str, Any]]:
        """The results of the seeds that have been run."""
        files = [result_file(run.name, self.folder) for run in experiment.runs()]
        return [_read(file, file.stat().st_mtime_ns) for file in files if file.exists()]

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
        spread = float(np.std(values, ddof=1)) if len(values) > 1 else None
        sampling = sum((high - low) / 2 for _, low, high, _ in given) / len(given)
        return Measured(sum(values) / len(values), len(values), spread, sampling)

    def difference(
        self, first: Experiment, second: Experiment, name: str, against: str | None = None
    ) -> Difference | None:
        """The paired difference of a figure; None where one has none, or other numbers were tested.

        against: the figure of the second, where it is another one, such as the error at another point.
        """
        sides = [self._replicates(first, name), self._replicates(second, against or name)]
        if not all(len(values) for values, _ in sides):
            return None
        (a, a_deviations), (b, b_deviations) = sides
        if self._cases(first) != self._cases(second):
            return None
        documents = float(np.var(a_deviations.mean(0) - b_deviations.mean(0), ddof=1))
        parts = [(documents, a_deviations.shape[1] - 1)]
        parts += [self._between_seeds(first, name), self._between_seeds(second, against or name)]
        variance = sum(part for part, _ in parts)
        spread = sum(part**2 / freedom for part, freedom in parts if freedom)
        freedom = variance**2 / spread if spread else math.inf
        return Difference(float(a.mean() - b.mean()), math.sqrt(variance), (len(a), len(b)), freedom)

    def _between_seeds(self, experiment: Experiment, name: str) -> tuple[float, int]:
        """The variance of a mean over seeds, and its degrees of freedom.

        One or two seeds say little of their variation: then it is that of all rows with the same encoder and
        corpus, pooled, or of those with the same encoder where no other row of the corpus has several seeds.
        """
        results = self.of(experiment)
        values = [result["evaluation"]["figures"][name][0] for result in results]
        if len(values) > 2:
            return float(np.var(values, ddof=1)) / len(values), len(values) - 1
        seeds: dict[tuple[Any, ...], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for file in sorted(self.folder.glob("table*/*-seed*.json")):
            result = _read(file, file.stat().st_mtime_ns)
            figures = result.get("evaluation", {}).get("figures", {})
            if name in figures:
                for kin in _kin(result):
                    seeds[kin][file.stem.rpartition("-seed")[0]].append(figures[name][0])
        for kin in _kin(results[0]):
            several = [found for found in seeds[kin].values() if len(found) > 1]
            freedom = sum(len(found) - 1 for found in several)
            squares = sum(float(np.var(found, ddof=1)) * (len(found) - 1) for found in several)
            if freedom:
                return squares / freedom / len(values), freedom
        return 0.0, 0

    def _replicates(
        self, experiment: Experiment, name: str
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """A figure of each seed, and the deviations of its replicates."""
        found = [
            (result["evaluation"]["figures"][name][0], result["replicates"][name])
            for result in self.of(experiment)
            if name in result.get("replicates", {}) and name in result["evaluation"]["figures"]
        ]
        return np.array([value for value, _ in found]), UNIT * np.array([kept for _, kept in found])

    def _cases(self, experiment: Experiment) -> tuple[str, int]:
        [first, *_] = self.of(experiment)
        return experiment.corpus, first["evaluation"]["cases"]


def _kin(result: dict[str, Any]) -> tuple[tuple[Any, ...], ...]:
    """Runs that vary alike: those with the same encoder and corpus, and those with the same encoder."""
    model = result["run"].get("model", {})
    encoder = (model.get("encoder"), model.get("pretrained")) if isinstance(model, dict) else (model,)
    return (*encoder, result["run"]["corpus"]), encoder


@lru_cache(maxsize=512)
def _read(file: Path, _changed: int) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return result


def split_lines(file: Path, folder: Path = RESULTS) -> int:
    """Write each result of a gathered file under its own name; a line that was cut off is left out."""
    lines = file.read_text(encoding="utf-8").split("\n")[:-1]
    for line in lines:
        write_result(json.loads(line), folder)
    return len(lines)


if __name__ == "__main__":
    print(f"{split_lines(Path(sys.argv[1]))} results")
