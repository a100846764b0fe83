"""An exported network on prepared instances: how good and how fast it is, and its calibration."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numerate.distributions import Distribution, exponent_of
from numerate.errors import InputError
from numerate.model import Predictor
from numerate.model.calibration import Calibration, IntervalCalibration, covering_levels
from numerate.model.network import Network, Window
from numerate.training.evaluation import Cases, MismatchError
from numerate.training.evaluation.cases import Answers, Indices, Values
from numerate.training.evaluation.inference import answer_columns, answers_from
from numerate.training.prepare import Instances


@dataclass(frozen=True)
class Measurement:
    """What a network says of held-out numbers, each predicted from the text and all the others."""

    nll: float
    """Mean negative log-likelihood over ln y."""
    lmae: float
    """Mean |lg y − lg ŷ| at the median."""
    e_acc: float
    """How often the median has the exponent of the true value."""
    milliseconds: float
    """To a window."""
    numbers: int

    def lost(self, reference: Measurement) -> float:
        """The largest share of a metric by which this is worse than `reference`."""
        return max(
            (self.nll - reference.nll) / max(abs(reference.nll), 1),
            (self.lmae - reference.lmae) / reference.lmae,
            (reference.e_acc - self.e_acc) / reference.e_acc,
        )


def sample_windows(folders: Sequence[Path], count: int, split: str = "valid") -> list[Window]:
    """Choose about `count` windows of a split, as many from each folder, spread evenly over it."""
    windows = []
    for folder in folders:
        instances = Instances(folder, split)
        if not len(instances):
            raise InputError(
                f"{folder}: no {split} instances to measure on; prepare it with a split that has some"
            )
        chosen = np.unique(np.linspace(0, len(instances) - 1, max(count // len(folders), 1)).astype(int))
        picked = (instances[i] for i in chosen.tolist())
        windows += [Window(instance.ids, instance.values) for instance in picked]
    return windows


def measure(network: Network, windows: Sequence[Window]) -> Measurement:
    """Predict every number of the windows, and take the time of the network alone."""
    network.distributions(windows[:8])
    started = time.perf_counter()
    distributions = network.distributions(windows)
    seconds = time.perf_counter() - started
    values = _values(windows)
    positive = np.flatnonzero(values > 0)
    truth = values[positive]
    guess = np.maximum(distributions[positive].median.astype(np.float64), network.support.lower)
    return Measurement(
        nll=float(-distributions.log_prob(values, measure="log").mean()),
        lmae=float(np.abs(np.log10(truth / guess)).mean()),
        e_acc=float((exponent_of(truth) == exponent_of(guess)).mean()),
        milliseconds=1000 * seconds / len(windows),
        numbers=len(values),
    )


def calibrate(network: Network, windows: Sequence[Window]) -> Calibration:
    """Find the levels at which intervals hold what they promise."""
    distributions: Distribution = network.distributions(windows)
    return Calibration(IntervalCalibration.fit(covering_levels(distributions, _values(windows))))


def coverage(
    model: Predictor,
    windows: Sequence[Window],
    kinds: Sequence[str],
    shares: Sequence[float] = (0.5, 0.8, 0.9),
) -> list[float]:
    """The share of true values inside the model's calibrated intervals of each share.

    kinds: what kind each number of the windows is.
    """
    distributions, values = model.network.distributions(windows), _values(windows)
    found = []
    for share in shares:
        low, high = model.calibration.interval(distributions, share, kinds)
        found.append(float(((low <= values) & (values <= high)).mean()))
    return found


def _values(windows: Sequence[Window]) -> Values:
    return np.concatenate([window.values for window in windows])


_AT_A_TIME = 1024  # cases


@dataclass(frozen=True)
class ExportedModel:
    """A model's folder, for `numerate.training.evaluation.evaluate`."""

    model: Predictor

    @classmethod
    def load(cls, folder: str | Path, device: str = "cpu") -> ExportedModel:
        """Load what `export` wrote."""
        return cls(Predictor.from_folder(folder, device=device))

    def answer(self, cases: Cases) -> Answers:
        """Answer each of the cases."""
        self._check(cases)
        parts = defaultdict(list)
        for start in range(0, len(cases), _AT_A_TIME):
            index = np.arange(start, min(start + _AT_A_TIME, len(cases)))
            for name, column in self._columns(cases, index).items():
                parts[name].append(column)
        found = {name: np.concatenate(columns).astype(np.float64) for name, columns in parts.items()}
        return answers_from(found, cases, self.model.config.support.lower)

    def _columns(self, cases: Cases, index: Indices) -> dict[str, Values]:
        instances = [cases.instances[i] for i in index]
        shown = [Window(instance.ids, instance.values) for instance in instances]
        hidden = [Window(window.ids, np.full_like(window.values, np.nan)) for window in shown]
        counts = np.array([len(window.values) for window in shown])
        target = np.cumsum(counts) - counts + cases.places[index]
        values = np.concatenate([window.values for window in shown])[target]
        anomalies = {
            # Where there is no anomaly the true value stands in, and its score is thrown away.
            name: np.where(np.isnan(altered[index]), values, altered[index])
            for name, altered in cases.anomalies.items()
        }
        seen, alone = (self.model.network.distributions(windows)[target] for windows in (shown, hidden))
        return answer_columns(seen, alone, values, anomalies)

    def _check(self, cases: Cases) -> None:
        if cases.number_id != self.model.network.number_id:
            raise MismatchError(
                "the cases were prepared with other word pieces than the model's; "
                "prepare them with the model's --tokenizer"
            )
        tokens = max(len(instance.ids) for instance in cases.instances)
        if tokens > self.model.config.tokens:
            raise MismatchError(
                f"the cases have up to {tokens} tokens, and this model takes at most "
                f"{self.model.config.tokens}; prepare them with --tokens {self.model.config.tokens}"
            )
