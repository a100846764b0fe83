"""Exported networks on held-out data: metrics, speed, calibration, evaluation."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numerate.distributions import Distribution, exponent_of
from numerate.documents import Document, DocumentError, read
from numerate.errors import InputError
from numerate.model import Predictor
from numerate.model.calibration import Calibration, IntervalCalibration, covering_levels
from numerate.model.network import Network, Window
from numerate.training.evaluation import Cases, MismatchError
from numerate.training.evaluation.cases import Answers, Indices, Values
from numerate.training.evaluation.inference import answer_columns, answers_from
from numerate.training.prepare import Instances
from numerate.training.prepare.sources import SourceCorpus, SourceDocument


@dataclass(frozen=True)
class Measurement:
    """Metrics of a network on held-out numbers, each predicted from the text and all other numbers.

    nll: mean negative log-likelihood over ln y.
    lmae: mean |lg y − lg ŷ| at the median.
    e_acc: share of numbers whose median has the exponent of the true value.
    milliseconds: time per window.
    """

    nll: float
    lmae: float
    e_acc: float
    milliseconds: float
    numbers: int

    def loss(self, reference: Measurement) -> float:
        """Return the largest relative loss of a metric against `reference`."""
        return max(
            (self.nll - reference.nll) / max(abs(reference.nll), 1),
            (self.lmae - reference.lmae) / reference.lmae,
            (reference.e_acc - self.e_acc) / reference.e_acc,
        )


def sample_windows(folders: Sequence[Path], count: int, split: str = "valid") -> list[Window]:
    """Sample about `count` windows of a split, evenly over the folders and their instances."""
    windows = []
    for folder in folders:
        instances = Instances(folder, split)
        if not len(instances):
            raise InputError(
                f"{folder}: has no {split} instances to measure on; prepare it with a split that has some"
            )
        chosen = np.unique(np.linspace(0, len(instances) - 1, max(count // len(folders), 1)).astype(int))
        sampled = (instances[i] for i in chosen.tolist())
        windows += [Window(instance.ids, instance.values) for instance in sampled]
    return windows


def measure(network: Network, windows: Sequence[Window]) -> Measurement:
    """Predict every number of the windows; the time is that of the network alone."""
    network.distributions(windows[:8])  # warm up
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
    """Calibrate the levels of central intervals, so that they have their nominal coverage."""
    distributions: Distribution = network.distributions(windows)
    return Calibration(IntervalCalibration.fit(covering_levels(distributions, _values(windows))))


def coverage(
    model: Predictor,
    windows: Sequence[Window],
    kinds: Sequence[str],
    shares: Sequence[float] = (0.5, 0.8, 0.9),
) -> list[float]:
    """Return the coverage of the model's calibrated intervals at each nominal share.

    kinds: the kind of each number in the windows.
    """
    distributions, values = model.network.distributions(windows), _values(windows)
    coverages = []
    for share in shares:
        low, high = model.calibration.interval(distributions, share, kinds)
        coverages.append(float(((low <= values) & (values <= high)).mean()))
    return coverages


def _values(windows: Sequence[Window]) -> Values:
    return np.concatenate([window.values for window in windows])


_MAX_DOCUMENTS = 10_000
"""Documents sampled from a corpus for calibration; the limit bounds memory."""


def held_out_corpora(sources: Sequence[Path], seed: int = 0) -> list[Iterator[Document]]:
    """Open the documents of each source in random order, since neighbouring documents are often similar."""
    return [_documents(SourceCorpus((source,)), source, seed) for source in sources]


def _documents(corpus: SourceCorpus, source: Path, seed: int) -> Iterator[Document]:
    records = sample(corpus, _MAX_DOCUMENTS, seed)
    if not records:
        raise InputError(f"{source}: has no documents to calibrate on")
    for record in records:
        try:
            yield read(record.text.encode("utf-8", "replace"), name=record.where, format="text")
        except DocumentError:  # nothing but a list of references
            continue


def sample(corpus: SourceCorpus, count: int, seed: int) -> list[SourceDocument]:
    """Sample at most `count` documents uniformly, in one pass over the corpus (reservoir sampling)."""
    rng = random.Random(seed)  # noqa: S311 - reproducible, not secret
    reservoir: list[SourceDocument] = []
    seen = 0
    for entry in corpus.entries():
        if not isinstance(entry.content, SourceDocument):
            continue
        seen += 1
        if len(reservoir) < count:
            reservoir.append(entry.content)
        elif (slot := rng.randrange(seen)) < count:
            reservoir[slot] = entry.content
    rng.shuffle(reservoir)
    return reservoir


_CASES_AT_A_TIME = 1024


@dataclass(frozen=True)
class ExportedModel:
    """An exported model as `numerate.training.evaluation.evaluate` takes it."""

    model: Predictor

    @classmethod
    def load(cls, folder: str | Path, device: str = "cpu") -> ExportedModel:
        """Load a folder that `export` wrote."""
        return cls(Predictor.from_folder(folder, device=device))

    def answer(self, cases: Cases) -> Answers:
        """Predict each of the cases."""
        self._check(cases)
        parts = defaultdict(list)
        for start in range(0, len(cases), _CASES_AT_A_TIME):
            index = np.arange(start, min(start + _CASES_AT_A_TIME, len(cases)))
            for name, column in self._columns(cases, index).items():
                parts[name].append(column)
        columns = {name: np.concatenate(arrays).astype(np.float64) for name, arrays in parts.items()}
        return answers_from(columns, cases, self.model.config.support.lower)

    def _columns(self, cases: Cases, index: Indices) -> dict[str, Values]:
        instances = [cases.instances[i] for i in index]
        shown = [Window(instance.ids, instance.values) for instance in instances]
        hidden = [Window(window.ids, np.full_like(window.values, np.nan)) for window in shown]
        counts = np.array([len(window.values) for window in shown])
        target = np.cumsum(counts) - counts + cases.places[index]
        values = np.concatenate([window.values for window in shown])[target]
        anomalies = {
            # A case without this anomaly gets the true value, and its score is discarded.
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
                f"the cases have up to {tokens} tokens, but this model takes at most "
                f"{self.model.config.tokens}; prepare them with --tokens {self.model.config.tokens}"
            )
