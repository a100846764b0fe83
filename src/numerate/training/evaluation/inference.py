"""A model's answers to test cases, in batches of similar lengths on the model's device."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import torch
from array_api_compat import device
from torch import Tensor

from numerate.distributions import Distribution, exponent_of
from numerate.distributions.exponent import ExponentDistribution
from numerate.distributions.numeric import Array, namespace_of
from numerate.errors import InputError
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
    written_unit,
)
from numerate.training.evaluation.marginal import Marginal
from numerate.training.nn import Batch, Constant, DiscModel, DistributionModel, NumberModel

_MAX_TOKENS = 1 << 16
"""Maximum number of tokens of a batch, with padding: enough to fill a large GPU."""
_MAX_ROWS = 1024
"""Maximum number of cases of a batch."""

_SMALLEST_MASS = 1e-12

_Columns = dict[str, Tensor]


class MismatchError(InputError):
    """A model that cannot be evaluated on the given cases."""


@runtime_checkable
class AnsweringModel(Protocol):
    """A model with its own inference, such as an exported one."""

    def answer(self, cases: Cases) -> Answers:
        """Answer the cases."""


def to_device(model: NumberModel, name: str | None = None) -> NumberModel:
    """Move a model to a device, by default a GPU if there is one."""
    try:
        return model.to(name or ("cuda" if torch.cuda.is_available() else "cpu"))
    except (RuntimeError, AssertionError) as error:  # the latter if torch was built without CUDA
        raise InputError(f"--device {name}: {str(error).splitlines()[0]}") from None


@torch.inference_mode()
def answer(
    model: NumberModel | Constant | AnsweringModel, cases: Cases, max_tokens: int = _MAX_TOKENS
) -> Answers:
    """Return a model's answers to the cases, from batches of at most `max_tokens`."""
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
            return _answer_distributions(model, cases, max_tokens)
        if isinstance(model, DiscModel):
            return _answer_disc(model, cases, max_tokens)
        raise TypeError(f"cannot evaluate a {type(model).__name__}")
    finally:
        model.train(training)


def _check(model: NumberModel, cases: Cases) -> None:
    if cases.number_id != model.number_id:
        raise MismatchError(
            f"the data has other word pieces than the model (its number symbol is {cases.number_id}, the "
            f"model's {model.number_id}); prepare it with --tokenizer and the model's tokenizer"
        )
    tokens, limit = max(len(instance.ids) for instance in cases.instances), model.encoder.max_tokens
    if limit is not None and tokens > limit:
        raise MismatchError(
            f"the data has instances of {tokens} tokens, but the model takes at most {limit}; "
            f"prepare it with --tokens {limit}"
        )


def _answer_distributions(model: DistributionModel, cases: Cases, max_tokens: int) -> Answers:
    def answer_batch(batch: _CaseBatch) -> _Columns:
        given_numbers = model.distributions_at(batch.states(model, batch.hiding_target()))
        hidden = torch.full_like(batch.batch.values, torch.nan)
        given_text = model.distributions_at(batch.states(model, hidden))
        return answer_columns(given_numbers, given_text, batch.values, batch.anomalies)

    columns = _answer_batches(answer_batch, model, cases, max_tokens)
    return answers_from(columns, cases, model.config.support.lower)


def answer_columns(
    given_numbers: Distribution, given_text: Distribution, values: Array, anomalies: Mapping[str, Array]
) -> dict[str, Array]:
    """Return the columns for `answers_from`: predictions, tail probabilities and scores of each case.

    given_numbers: distributions given the text and the other numbers.
    given_text: distributions given the text only.
    """
    below, above = given_numbers.tails(values)
    candidates = {TRUE: values, **anomalies}
    return {
        **_points(given_numbers, "numbers"),
        **_points(given_text, "text"),
        "below": below,
        "above": above,
        "written": _written(given_numbers, values),
        **{
            f"{scoring}/{name}": score
            for name, candidate in candidates.items()
            for scoring, score in _scores(given_numbers, candidate).items()
        },
    }


def answers_from(columns: Mapping[str, Values], cases: Cases, least: float) -> Answers:
    """Make answers from the columns of `answer_columns`, with predictions of at least `least`."""

    def points(given: str) -> dict[str, Point]:
        predictions = {name: columns.get(f"{given}/{name}") for name in POINTS}
        return {name: Point.of(values, least) for name, values in predictions.items() if values is not None}

    densities = (scoring for scoring in SCORINGS if scoring != "ratio")
    scores: dict[Scoring, Mapping[str, Values]] = {
        scoring: _select_scores(columns, scoring, cases) for scoring in densities
    }
    return Answers(
        points=points("numbers"),
        points_all_hidden=points("text"),
        scores={**scores, "ratio": _ratio(scores["log"], cases)},
        written=columns["written"],
        pit=_randomized_pit(columns["below"], 1 - columns["above"]),
    )


def _ratio(log_density: Mapping[str, Values], cases: Cases) -> dict[str, Values]:
    """Return the log ratio of each value's density in its text to that among all training numbers.

    By the lemma of Neyman and Pearson no other score tells true values better from draws of these numbers, if
    the densities are right.
    """
    marginal = Marginal(cases.training_numbers)
    values = {TRUE: cases.values, **cases.anomalies}
    return {name: score - marginal.log_density(values[name]) for name, score in log_density.items()}


def _written(distribution: Distribution, values: Array) -> Array:
    """Return the log probability of the numbers that are written like each value."""
    xp = namespace_of(values)
    known = values if isinstance(values, np.ndarray) else values.cpu().numpy()
    unit = xp.asarray(written_unit(known), device=device(values))
    precise = distribution.double()
    mass = precise.cdf(values + unit / 2) - precise.cdf(values - unit / 2)
    # Far in the tails a difference of probabilities is nothing but rounding.
    log_mass = xp.log(mass.clip(min=_SMALLEST_MASS))
    return xp.where(mass > _SMALLEST_MASS, log_mass, precise.log_prob(values) + xp.log(unit))


def _randomized_pit(low: Values, high: Values) -> Values:
    """Draw the PIT uniformly between the probabilities below and up to each true value, reproducibly.

    For families with point masses, like the digit decoder, only the randomized PIT of a perfect model is
    uniform.
    """
    return low + np.random.default_rng(0).random(len(low)) * (high - low)


def _points(distribution: Distribution, given: str) -> dict[str, Array]:
    points = {f"{given}/argmax": distribution.published_mode, f"{given}/median": distribution.median}
    if isinstance(distribution, ExponentDistribution):
        points[f"{given}/exponent"] = distribution.median_of_likeliest
    return points


def _scores(distribution: Distribution, values: Array) -> dict[Scoring, Array]:
    return {
        "published": distribution.published_score(values),
        "linear": distribution.log_prob(values),
        "log": distribution.log_prob(values, measure="log"),
        "near": distribution.log_prob_near(values, NEAR),
    }


def _answer_disc(model: DiscModel, cases: Cases, max_tokens: int) -> Answers:
    """Score each candidate in place of the number, and predict the exponent with the highest score."""
    exponents = model.config.support.exponents

    def answer_batch(batch: _CaseBatch) -> _Columns:
        def score(candidates: Tensor) -> Tensor:
            states = batch.states(model, batch.showing(candidates))
            with torch.autocast(states.device.type, enabled=False):
                scores: Tensor = model.head(states.float())
                return scores

        table = torch.stack([score(torch.full_like(batch.values, 10.0 ** (e + 0.5))) for e in exponents], 1)

        def look_up(candidates: Tensor) -> Tensor:
            index = exponent_of(candidates).clamp(exponents[0], exponents[-1]) - exponents[0]
            return table.gather(1, index[:, None])[:, 0]

        # If the encoder sees only the exponent of a number, the table has the scores of all candidates.
        score_candidates = look_up if model.config.input == "exponent" else score
        candidates = {TRUE: batch.values, **batch.anomalies}
        return {
            "exponent": table.argmax(1) + exponents[0],
            **{f"published/{name}": score_candidates(values) for name, values in candidates.items()},
        }

    columns = _answer_batches(answer_batch, model, cases, max_tokens)
    return Answers(
        points={"argmax": Point(columns["exponent"].astype(np.int64))},
        scores={"published": _select_scores(columns, "published", cases)},
    )


def _select_scores(columns: Mapping[str, Values], scoring: Scoring, cases: Cases) -> dict[str, Values]:
    scores = {name: columns[f"{scoring}/{name}"] for name in (TRUE, *cases.anomalies)}
    for anomaly, values in cases.anomalies.items():
        scores[anomaly] = np.where(np.isnan(values), np.nan, scores[anomaly])
    return scores


@dataclass(frozen=True)
class _CaseBatch:
    """A batch of cases on the device, one in a row."""

    batch: Batch
    places: Tensor
    values: Tensor
    anomalies: dict[str, Tensor]

    def hiding_target(self) -> Tensor:
        return self.showing(torch.full_like(self.values, torch.nan))

    def showing(self, candidates: Tensor) -> Tensor:
        """(B, K) values of the numbers, with a candidate in place of each target."""
        return self.batch.values.scatter(1, self.places[:, None], candidates[:, None])

    def states(self, model: NumberModel, shown: Tensor) -> Tensor:
        """(B, width) hidden states of the targets when the encoder is given the values `shown`."""
        kind = shown.device.type
        with torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda"):
            states = model.encode(self.batch, shown)
        return states[torch.arange(len(states), device=states.device), self.places]


def _answer_batches(
    answer_batch: Callable[[_CaseBatch], _Columns], model: NumberModel, cases: Cases, max_tokens: int
) -> dict[str, Values]:
    """Answer all cases batch by batch, and return the columns in the order of the cases."""
    parts = defaultdict(list)
    order = []
    for index in _batches(cases, max_tokens):
        order.append(index)
        for name, column in answer_batch(_make_batch(model, cases, index)).items():
            parts[name].append(column)
    inverse = np.argsort(np.concatenate(order))
    # Copied to the CPU once at the end: a copy for each batch would synchronize with the device each time.
    return {name: torch.cat(column).double().cpu().numpy()[inverse] for name, column in parts.items()}


def _make_batch(model: NumberModel, cases: Cases, index: Indices) -> _CaseBatch:
    device = next(model.parameters()).device
    batch = model.collator()([cases.instances[i] for i in index]).to(device)
    places = torch.from_numpy(cases.places[index]).to(device)
    values = batch.values.gather(1, places[:, None])[:, 0]

    def candidates(altered: Values) -> Tensor:
        # Where there is no anomaly, the true value is a placeholder whose score is dropped later.
        given = torch.from_numpy(altered[index]).to(device)
        return torch.where(given.isnan(), values, given)

    anomalies = {name: candidates(altered) for name, altered in cases.anomalies.items()}
    return _CaseBatch(batch, places, values, anomalies)


def _batches(cases: Cases, max_tokens: int) -> Iterator[Indices]:
    """Yield batches of cases of similar lengths, the longest first, of at most `max_tokens` with padding."""
    lengths = np.array([len(instance.ids) for instance in cases.instances])
    order = np.argsort(-lengths, kind="stable")
    start = 0
    while start < len(order):
        rows = min(_MAX_ROWS, max(1, max_tokens // int(lengths[order[start]])))
        yield order[start : start + rows]
        start += rows
