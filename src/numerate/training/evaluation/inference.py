"""Test cases through a model, in batches of like length, on whatever device the model is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import torch
from torch import Tensor

from numerate.distributions import Distribution, exponent_of
from numerate.distributions.exponent import ExponentDistribution
from numerate.distributions.numeric import Array
from numerate.training.evaluation.cases import (
    NEAR,
    POINTS,
    SCORINGS,
    TRUE,
    Answers,
    Cases,
    Indices,
    Point,
    Scoring,
    Values,
)
from numerate.training.nn import Batch, Constant, DiscModel, DistributionModel, NumberModel

_TOKENS, _ROWS = 1 << 16, 1024  # to a batch at most: enough to fill a large GPU, and little memory to each

_Columns = dict[str, Tensor]
_Answering = Callable[["_Part"], _Columns]


class MismatchError(ValueError):
    """A model that cannot be tested on the cases, and what to do about it."""


@runtime_checkable
class AnsweringModel(Protocol):
    """A model that answers by itself, such as one that was exported."""

    def answer(self, cases: Cases) -> Answers:
        """Answer each of the cases."""


@torch.inference_mode()
def answer(model: NumberModel | Constant | AnsweringModel, cases: Cases, tokens: int = _TOKENS) -> Answers:
    """Ask a model for each of the cases."""
    if isinstance(model, AnsweringModel):
        return model.answer(cases)
    if isinstance(model, Constant):
        values = np.full(len(cases), model.value)
        point = Point.of(values, least=float(np.finfo(np.float64).tiny))
        return Answers({"argmax": point, "median": point}, {"argmax": point, "median": point})
    _check(model, cases)
    training = model.training
    model.eval()
    try:
        if isinstance(model, DistributionModel):
            return _answer_distributions(model, cases, tokens)
        if isinstance(model, DiscModel):
            return _answer_disc(model, cases, tokens)
        raise TypeError(f"{type(model).__name__} is no model that can be tested")
    finally:
        model.train(training)


def _check(model: NumberModel, cases: Cases) -> None:
    if cases.number_id != model.number_id:
        raise MismatchError(
            f"the cases were prepared with other word pieces than the model's (their number symbol is "
            f"{cases.number_id}, the model's {model.number_id}); prepare them with the model's --tokenizer"
        )
    tokens, longest = max(len(instance.ids) for instance in cases.instances), model.encoder.max_tokens
    if longest is not None and tokens > longest:
        raise MismatchError(
            f"the cases have up to {tokens} tokens, and this model takes at most {longest}; "
            f"prepare them with --tokens {longest}"
        )


def _answer_distributions(model: DistributionModel, cases: Cases, tokens: int) -> Answers:
    def columns(part: _Part) -> _Columns:
        seen = model.distributions_at(part.states(model, part.hiding_target()))
        alone = model.distributions_at(part.states(model, torch.full_like(part.batch.values, torch.nan)))
        return answer_columns(seen, alone, part.values, part.anomalies)

    found = _gather(columns, model, cases, tokens)
    return answers_from(found, cases, model.config.support.lower)


def answer_columns(
    seen: Distribution, alone: Distribution, values: Array, anomalies: Mapping[str, Array]
) -> dict[str, Array]:
    """What is asked of each case's distribution, given the other numbers and given the text alone."""
    below, above = seen.tails(values)
    return {
        **_points(seen, "seen"),
        **_points(alone, "alone"),
        "below": below,
        "above": above,
        **{f"{scoring}/{TRUE}": score for scoring, score in _scores(seen, values).items()},
        **{
            f"{scoring}/{anomaly}": score
            for anomaly, altered in anomalies.items()
            for scoring, score in _scores(seen, altered).items()
        },
    }


def answers_from(found: Mapping[str, Values], cases: Cases, least: float) -> Answers:
    """Lay out what `answer_columns` gave for all of the cases; `least` stands for what is not positive."""

    def points(prefix: str) -> dict[str, Point]:
        there = {name: found.get(f"{prefix}/{name}") for name in POINTS}
        return {name: Point.of(values, least) for name, values in there.items() if values is not None}

    return Answers(
        points=points("seen"),
        points_all_hidden=points("alone"),
        scores={scoring: _scores_of(found, scoring, cases) for scoring in SCORINGS},
        pit=_spread(found["below"], 1 - found["above"]),
    )


def _spread(low: Values, high: Values) -> Values:
    """A place between the probabilities up to and with each true value, drawn at random.

    Where a family gives a number itself a probability, as the digit decoder does, only this is uniform for
    a model that is right. The draws are the same every time.
    """
    return low + np.random.default_rng(0).random(len(low)) * (high - low)


def _points(distribution: Distribution, prefix: str) -> dict[str, Array]:
    points = {f"{prefix}/argmax": distribution.published_mode, f"{prefix}/median": distribution.median}
    if isinstance(distribution, ExponentDistribution):
        points[f"{prefix}/exponent"] = distribution.median_of_likeliest
    return points


def _scores(distribution: Distribution, values: Array) -> dict[Scoring, Array]:
    return {
        "published": distribution.published_score(values),
        "linear": distribution.log_prob(values),
        "log": distribution.log_prob(values, measure="log"),
        "near": distribution.log_prob_near(values, NEAR),
    }


def _answer_disc(model: DiscModel, cases: Cases, tokens: int) -> Answers:
    """Score every candidate by showing it, and predict the exponent whose numbers look most real."""
    exponents = model.config.support.exponents

    def columns(part: _Part) -> _Columns:
        def score(candidates: Tensor) -> Tensor:
            states = part.states(model, part.showing(candidates))
            with torch.autocast(states.device.type, enabled=False):
                scores: Tensor = model.head(states.float())
                return scores

        tried = [score(torch.full_like(part.values, 10.0 ** (e + 0.5))) for e in exponents]
        table = torch.stack(tried, 1)

        def looked_up(candidates: Tensor) -> Tensor:
            index = exponent_of(candidates).clamp(exponents[0], exponents[-1]) - exponents[0]
            return table.gather(1, index[:, None])[:, 0]

        # Of a candidate that the encoder sees only the exponent of, every score is known by now.
        score_of = looked_up if model.config.input == "exponent" else score
        candidates = {TRUE: part.values, **part.anomalies}
        return {
            "exponent": table.argmax(1) + exponents[0],
            **{f"published/{name}": score_of(values) for name, values in candidates.items()},
        }

    found = _gather(columns, model, cases, tokens)
    return Answers(
        points={"argmax": Point(found["exponent"].astype(np.int64))},
        scores={"published": _scores_of(found, "published", cases)},
    )


def _scores_of(found: Mapping[str, Values], scoring: Scoring, cases: Cases) -> dict[str, Values]:
    scores = {name: found[f"{scoring}/{name}"] for name in (TRUE, *cases.anomalies)}
    for anomaly, values in cases.anomalies.items():
        scores[anomaly] = np.where(np.isnan(values), np.nan, scores[anomaly])
    return scores


@dataclass(frozen=True)
class _Part:
    """Some of the cases, on the device: a row of the batch for each."""

    batch: Batch
    places: Tensor
    values: Tensor
    anomalies: dict[str, Tensor]

    def hiding_target(self) -> Tensor:
        return self.showing(torch.full_like(self.values, torch.nan))

    def showing(self, candidates: Tensor) -> Tensor:
        """(B, K): the numbers as they are, and a candidate in the target's place."""
        return self.batch.values.scatter(1, self.places[:, None], candidates[:, None])

    def states(self, model: NumberModel, shown: Tensor) -> Tensor:
        """(B, width): the target's hidden vector when the encoder is shown these values."""
        device = shown.device.type
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            states = model.encode(self.batch, shown)
        return states[torch.arange(len(states), device=states.device), self.places]


def _gather(columns: _Answering, model: NumberModel, cases: Cases, tokens: int) -> dict[str, Values]:
    """Answer part by part, and lay the answers out in the order of the cases."""
    parts = defaultdict(list)
    order = []
    for index in _batches(cases, tokens):
        order.append(index)
        for name, column in columns(_part(model, cases, index)).items():
            parts[name].append(column)
    back = np.argsort(np.concatenate(order))
    # Copied at the end, in one go: a copy for each part would make the device wait each time.
    return {name: torch.cat(column).double().cpu().numpy()[back] for name, column in parts.items()}


def _part(model: NumberModel, cases: Cases, index: Indices) -> _Part:
    device = next(model.parameters()).device
    batch = model.collator()([cases.instances[i] for i in index]).to(device)
    places = torch.from_numpy(cases.places[index]).to(device)
    values = batch.values.gather(1, places[:, None])[:, 0]

    def candidates(altered: Values) -> Tensor:
        # Where there is no anomaly the true value stands in, and its score is thrown away.
        given = torch.from_numpy(altered[index]).to(device)
        return torch.where(given.isnan(), values, given)

    anomalies = {name: candidates(altered) for name, altered in cases.anomalies.items()}
    return _Part(batch, places, values, anomalies)


def _batches(cases: Cases, tokens: int) -> Iterator[Indices]:
    """Cases of like length together, at most so many tokens with padding, the longest first."""
    lengths = np.array([len(instance.ids) for instance in cases.instances])
    order = np.argsort(-lengths, kind="stable")
    start = 0
    while start < len(order):
        rows = min(_ROWS, max(1, tokens // int(lengths[order[start]])))
        yield order[start : start + rows]
        start += rows
