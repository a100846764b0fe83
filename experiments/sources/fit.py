"""Fit the weights of `numerate.consistency.sources`, on pairs made from the training split of the corpora.

    python -m experiments.sources.fit [PAIRS_PER_SET]
    python -m experiments.sources.fit odds [PAIRS_PER_SET]

Stage one learns what makes two quantities be about the same thing: for numbers of faithful drafts whose value
stands in the source, the best place with that value against all places with another. Stage two learns when a
number is wrong, from drafts with and without planted errors. Calibration takes faithful drafts of the
validation split. The half of benchmarks/sources/edited.md that is used in development joins both: corpora
have few summaries in other words than their source's. After it, `odds` fits how much the odds of the bundled
model weigh, on the validation split. The result is src/numerate/consistency/sources/weights.json.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import numerate
from experiments.sources.edited import edited
from experiments.sources.pairs import SETS, SUMMARY, Pair, altered, faithful
from numerate.checking.odds import ValueOdds
from numerate.consistency.sources import alignment, decision
from numerate.consistency.sources.alignment import FEATURES, Weighed, align
from numerate.consistency.sources.candidates import align_draft
from numerate.consistency.sources.decision import (
    ODDS_SIGNALS,
    SIGNALS,
    alarm_score,
    odds_signals,
    signals,
    wants_odds,
    wording,
)
from numerate.consistency.sources.exempt import exemption
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText, read_quantities
from numerate.consistency.sources.tracing import index_sources
from numerate.consistency.sources.values import allowed
from numerate.documents import Document

OUT = Path(__file__).resolve().parents[2] / "src/numerate/consistency/sources/weights.json"


def logistic(
    x: np.ndarray, y: np.ndarray, weight: np.ndarray, ridge: float = 1.0
) -> tuple[np.ndarray, float]:
    """Fit a logistic regression with an unpenalised bias by Newton's method."""
    x = np.hstack([x, np.ones((len(x), 1))])
    penalty = np.full(x.shape[1], ridge)
    penalty[-1] = 1e-6
    beta = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        gradient = x.T @ (weight * (p - y)) + penalty * beta
        hessian = (x * (weight * p * (1 - p) + 1e-9)[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        beta -= step
        if np.abs(step).max() < 1e-6:
            break
    return beta[:-1], float(beta[-1])


def conditional_logit(cases: Sequence[tuple[list[tuple[float, ...]], list[tuple[float, ...]]]]) -> np.ndarray:
    """Maximise the probability of the places with the right value among all candidates of each number."""
    from scipy.optimize import minimize

    arrays = [(np.array(matches), np.array(rivals)) for matches, rivals in cases]

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        value, gradient = 0.5 * float(w @ w), w.copy()
        for matches, rivals in arrays:
            a, b = matches @ w, rivals @ w
            top = max(a.max(), b.max())
            ea, eb = np.exp(a - top), np.exp(b - top)
            total = ea.sum() + eb.sum()
            value -= float(np.log(ea.sum() / total))
            gradient += (ea @ matches + eb @ rivals) / total - ea @ matches / ea.sum()
        return value, gradient

    return np.asarray(minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B").x)


def read(pair: Pair) -> tuple[SourceText, SourceIndex]:
    index = index_sources([Document.from_text(pair.source)])
    return read_quantities(Document.from_text(pair.draft), names=index.names), index


def summaries(split: str, count: int) -> list[Pair]:
    """Return pairs whose source states most numbers of the draft, up to `count` of each set."""
    result = []
    for name in SETS:
        kept = 0
        for pair in faithful(name, split, 8 * count):
            draft, index = read(pair)
            matched = [
                bool(index.matches(quantity, allowed(quantity, draft.document.text)))
                for quantity in draft.quantities
                if not exemption(quantity, draft.document)
            ]
            if matched and sum(matched) >= SUMMARY * len(matched):
                result.append(pair)
                kept += 1
            if kept == count:
                break
        print(f"{name}: {kept} pairs")
    return result


def is_specific(quantity: Quantity) -> bool:
    """Return whether a value is unlikely to stand in a source by chance."""
    digits = "".join(c for c in quantity.number.text if c.isdigit()).strip("0")
    return len(digits) >= 3 or (len(digits) == 2 and quantity.measure in ("money", "percent"))


def stage_one(pairs: Sequence[Pair]) -> None:
    cases = []
    for pair in pairs:
        draft, index = read(pair)
        for quantity in draft.quantities:
            if exemption(quantity, draft.document):
                continue
            bounds = allowed(quantity, draft.document.text)
            weighed = Weighed.of(quantity, index)
            matches = [align(weighed, index.quantities[i], index) for i in index.matches(quantity, bounds)]
            rivals = [align(weighed, index.quantities[i], index) for i in index.rivals(quantity, bounds)]
            if matches and rivals and is_specific(quantity):
                cases.append((matches, rivals))
    print(f"stage one: {len(cases)} numbers of {len(pairs)} pairs")
    beta = conditional_logit(cases)
    by_hand = {
        "other measure": -0.5,
        "same row": 2.0,
        "other row": -3.0,
        "same column": 2.5,
        "other column": -2.5,
    }
    for name, value in by_hand.items():  # no rival has another measure, and no corpus has tables
        beta[FEATURES.index(name)] = value
    alignment.WEIGHTS = tuple(beta.tolist())
    right = np.mean([max(map(alignment.score, m)) > max(map(alignment.score, r)) for m, r in cases])
    print(f"the right place first: {right:.3f}")
    for name, value in zip(FEATURES, beta, strict=True):
        print(f"  {value:7.2f}  {name}")


def cases_of(pair: Pair, stated_only: bool = True) -> list[tuple[list[float], float, str]]:
    """Return the signals of each number of a draft with 1 for the altered one."""
    draft, index = read(pair)
    result = []
    for aligned in align_draft(draft, index):
        quantity = aligned.quantity
        if exemption(quantity, draft.document):
            continue
        wrong = pair.altered == (quantity.number.start, quantity.number.end)
        if not wrong and not aligned.matches and (stated_only or pair.set != "extract"):
            continue
        result.append((signals(aligned, index), float(wrong), wording(aligned)))
    return result


def stage_two(pairs: Sequence[Pair], drafts: Sequence[Pair]) -> tuple[np.ndarray, float]:
    cases = [case for pair in (*pairs, *drafts) for case in cases_of(pair)]
    x, y = np.array([case[0] for case in cases]), np.array([case[1] for case in cases])
    weight = np.where(y > 0, (y == 0).sum() / max(1, (y > 0).sum()), 1.0)
    beta, bias = logistic(x, y, weight, ridge=1.0)
    print(f"stage two: {int(y.sum())} altered, {int((y == 0).sum())} not")
    for name, value in zip(SIGNALS, beta, strict=True):
        print(f"  {value:7.2f}  {name}")
    return beta, bias


def evaluate(
    beta: np.ndarray, bias: float, pairs: Sequence[Pair], drafts: Sequence[Pair]
) -> dict[str, np.ndarray]:
    """Print recall at some rates of false alarms; return the scores of faithful drafts by their wording."""

    def alarm(case: tuple[list[float], float, str]) -> float:
        return float(1 / (1 + np.exp(-(np.array(case[0]) @ beta + bias))))

    clean: dict[str, list[float]] = {}
    for pair in pairs:
        for case in cases_of(pair):
            clean.setdefault(case[2], []).append(alarm(case))
    by_kind: dict[str, list[tuple[str, float]]] = {}
    for pair in drafts:
        for case in cases_of(pair):
            if case[1]:
                stated = case[0][0] > 0
                by_kind.setdefault(pair.kind, []).append((case[2], alarm(case) if stated else 1.0))
    print("validation:", {group: len(scores) for group, scores in clean.items()}, "stated numbers")
    for rate in (0.01, 0.02, 0.03, 0.05):
        limits = {group: np.quantile(scores, 1 - rate) for group, scores in clean.items()}
        recalls = {
            kind: round(float(np.mean([score > limits[group] for group, score in cases])), 3)
            for kind, cases in by_kind.items()
        }
        print(
            f"  at {rate:.0%}:", recalls, {group: round(float(limit), 3) for group, limit in limits.items()}
        )
    return {group: np.array(scores) for group, scores in clean.items()}


SHARES = (
    0.0005,
    0.001,
    0.002,
    0.005,
    0.01,
    0.015,
    0.02,
    0.025,
    0.03,
    0.04,
    0.05,
    0.075,
    0.1,
    0.15,
    0.2,
    0.3,
    0.5,
)


def calibration(scores: np.ndarray) -> list[tuple[float, float]]:
    """Return conformal thresholds: the score that at most a share of further numbers exceeds."""
    ordered = np.sort(scores)
    result = []
    for share in SHARES:
        rank = int(np.ceil((1 - share) * (len(ordered) + 1)))
        if rank <= len(ordered):
            result.append((share, round(float(ordered[rank - 1]), 6)))
    return result


def odds_cases(pair: Pair, odds: ValueOdds) -> list[tuple[float, float | None, float, str]]:
    """Return of each stated number the score of the words, the odds, 1 if it is altered, and its wording."""
    draft, index = read(pair)
    aligned = [
        entry
        for entry in align_draft(draft, index)
        if entry.matches and not exemption(entry.quantity, draft.document)
    ]
    if pair.altered:
        aligned = [entry for entry in aligned if entry.quantity.number.start == pair.altered[0]]
    scores = [alarm_score(entry, index) for entry in aligned]
    asked = [i for i, entry in enumerate(aligned) if wants_odds(entry, scores[i])]
    answers = dict(zip(asked, odds([aligned[i] for i in asked], draft, index), strict=True)) if asked else {}
    return [
        (scores[i], answers.get(i), float(pair.altered is not None), wording(entry))
        for i, entry in enumerate(aligned)
    ]


def fit_odds(count: int) -> None:
    """Fit how much the odds of the model weigh, and calibrate the scores; all on the validation split."""
    content = json.loads(OUT.read_text(encoding="utf-8"))
    odds = ValueOdds(numerate.load(threads=1))
    pairs = summaries("valid", count)
    written = list(edited("seen"))
    swaps = [edit for _, edits in written for edit in edits if edit.kind == "swap"]
    swaps += [planted for seed in (5, 6, 7) for planted in altered(pairs, seed) if planted.kind == "swap"]
    faithful_pairs = [*pairs, *(pair for pair, _ in written)]
    cases = [case for pair in (*faithful_pairs, *swaps) for case in odds_cases(pair, odds)]
    asked = [case for case in cases if case[1] is not None]
    x = np.array([odds_signals(score, answer or 0.0, group) for score, answer, _, group in asked])
    y = np.array([case[2] for case in asked])
    beta, bias = logistic(x, y, np.where(y > 0, (y == 0).sum() / max(1, (y > 0).sum()), 1.0))
    weights = dict(zip(ODDS_SIGNALS, (round(float(w), 4) for w in beta), strict=True))
    print(f"odds: {len(asked)} numbers, {int(y.sum())} swapped", weights)
    content["odds"] = {"bias": round(bias, 4), "weights": weights}
    decision._ODDS_WEIGHTS, decision._ODDS_BIAS = tuple(beta.tolist()), bias
    by_group: dict[str, list[float]] = {}
    swapped: dict[str, list[float]] = {}
    for score, answer, wrong, group in cases:
        weighed = score if answer is None else decision.weigh_odds(score, answer, group)
        (swapped if wrong else by_group).setdefault(group, []).append(weighed)
    for group, scores in by_group.items():
        table = calibration(np.array(scores))
        content["calibration"][f"{group}, odds"] = {"numbers": len(scores), "scores": table}
    words = {group: [case[0] for case in cases if case[3] == group and not case[2]] for group in by_group}
    for rate in (0.01, 0.02, 0.03):
        both = np.mean(
            [
                score > np.quantile(by_group[group], 1 - rate)
                for group, scores in swapped.items()
                for score in scores
            ]
        )
        alone = np.mean([case[0] > np.quantile(words[case[3]], 1 - rate) for case in cases if case[2]])
        print(f"  swaps found at {rate:.0%}: {both:.3f}, by the words alone {alone:.3f}")
    OUT.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    if sys.argv[1:2] == ["odds"]:
        fit_odds(int(sys.argv[2]) if len(sys.argv) > 2 else 60)
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    pairs = summaries("train", count)
    stage_one(pairs)
    written = list(edited("seen"))
    swapped = [edit for _, edits in written for edit in edits if edit.kind == "swap"]
    own = [pair for pair, _ in written]
    beta, bias = stage_two([*pairs, *own], [*altered(pairs, 1), *altered(pairs, 2), *swapped])
    held_out = summaries("valid", count)
    evaluate(beta, bias, own, swapped)
    clean = evaluate(beta, bias, [*held_out, *own], altered(held_out, 3))
    content = {
        "alignment": {
            "weights": {name: round(w, 4) for name, w in zip(FEATURES, alignment.WEIGHTS, strict=True)},
        },
        "alarm": {
            "bias": round(bias, 4),
            "weights": {name: round(float(w), 4) for name, w in zip(SIGNALS, beta, strict=True)},
        },
        "odds": json.loads(OUT.read_text(encoding="utf-8"))["odds"],
        "calibration": {
            group: {"numbers": len(scores), "scores": calibration(scores)} for group, scores in clean.items()
        },
    }
    OUT.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
