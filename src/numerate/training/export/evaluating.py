"""Exported models put to the tests that networks in torch are put to, by the same figures."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numerate.model import Model
from numerate.model.network import Window

from ..evaluation import Cases, MismatchError
from ..evaluation.answers import Answers
from ..evaluation.cases import Indices, Values
from ..evaluation.inference import answer_columns, answers_from

_AT_A_TIME = 1024  # cases


@dataclass(frozen=True)
class ExportedModel:
    """A model's folder, for `numerate.training.evaluation.evaluate`."""

    model: Model

    @classmethod
    def load(cls, folder: str | Path, device: str = "cpu") -> ExportedModel:
        """Load what `export` wrote."""
        return cls(Model.from_folder(folder, device=device))

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
