"""Fit the weights of `numerate.consistency.sources`, and calibrate them.

    python -m experiments.sources.fit [PAIRS_PER_SET]

Two populations: pairs made from the training split of the corpora, whose drafts keep the wording of their
sources, and summaries of our own in other words (`experiments.sources.edited`), which weigh more. Stage one
learns what makes two quantities be about the same thing: for numbers of faithful drafts whose value stands in
the source, the best place with that value against all places with another. Stage two learns when a number
that the source states is wrong, from drafts with and without altered numbers; stage three, how much the odds
of the bundled model weigh; stage four, when a formula is support, from numbers that no source states. The
thresholds control the mean share of false alarms of a document (conformal risk control, with documents as
units): of reworded text by summaries whose source was left out of the fit, of corpora by the validation
split; the higher of the two is kept. The result is src/numerate/consistency/sources/weights.json.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

import numerate
from experiments.sources.edited import FILES, UNREAD, edited
from experiments.sources.pairs import SETS, SUMMARY, Pair, altered, faithful
from numerate.checking.odds import ValueOdds
from numerate.consistency.sources.alignment import FEATURES
from numerate.consistency.sources.candidates import Aligned, Candidate, align_quantity, settle_claims
from numerate.consistency.sources.decision import ODDS_SIGNALS, SIGNALS, odds_signals, signals, wants_odds
from numerate.consistency.sources.derivations import FITNESS, Derivation, derivations_of
from numerate.consistency.sources.exempt import exemption
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText, read_quantities
from numerate.consistency.sources.tracing import index_sources
from numerate.consistency.sources.values import allowed
from numerate.documents import Document

OUT = Path(__file__).resolve().parents[2] / "src/numerate/consistency/sources/weights.json"
FOLDS = 6
CORPORA = 0.3
"""Weight of the pairs from corpora, next to that of our own summaries.

With 0, 0.1, 0.3 and 1, 61%, 63%, 61% and 58% of the altered numbers of summaries that were left out are found
at 2%, and 30%, 30%, 38% and 44% of those of the validation split.
"""
RIDGE = 10.0
"""Penalty of the weights of stage two, which has a hundred signals; 3 and 30 find less in sets left out."""
BY_HAND = {
    "other measure": -0.5,
    "same row": 4.0,
    "other row": -3.0,
    "same column": 2.5,
    "other column": -2.5,
}
"""Weights that no pair teaches: no rival has another measure, and no corpus has tables."""
SHARES = (0.005, 0.01, 0.015, 0.02, 0.025, 0.03, 0.035, 0.04, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5)


# -- Reading -------------------------------------------------------------------------------------------------


class Draft(NamedTuple):
    """A draft with the candidates of its numbers, before their scores are known."""

    pair: Pair
    text: SourceText
    index: SourceIndex
    entries: list[Aligned]


@lru_cache(maxsize=4096)
def read_source(source: str) -> SourceIndex:
    return index_sources([Document.from_text(source)])


def read(pair: Pair) -> tuple[SourceText, SourceIndex]:
    index = read_source(pair.source)
    return read_quantities(Document.from_text(pair.draft), names=index.names), index


def read_draft(pair: Pair) -> Draft:
    text, index = read(pair)
    return Draft(pair, text, index, [align_quantity(quantity, text, index) for quantity in text.quantities])


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
        print(f"{split} {name}: {kept} pairs", flush=True)
    return result


def is_specific(quantity: Quantity) -> bool:
    """Return whether a value is unlikely to stand in a source by chance."""
    digits = "".join(c for c in quantity.number.text if c.isdigit()).strip("0")
    return len(digits) >= 3 or (len(digits) == 2 and quantity.measure in ("money", "percent"))


# -- Fitting -------------------------------------------------------------------------------------------------


def logistic(
    x: np.ndarray, y: np.ndarray, weight: np.ndarray, ridge: float = 3.0
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


def conditional_logit(cases: Sequence[Aligned], weight: np.ndarray) -> np.ndarray:
    """Maximise the probability of the places with the right value among all candidates of each number."""
    x = np.array([c.features for case in cases for c in (*case.matches, *case.rivals)])
    right = np.array([i < len(case.matches) for case in cases for i in range(_candidates(case))])
    sizes = np.array([_candidates(case) for case in cases])
    starts, row = np.cumsum(sizes) - sizes, np.repeat(np.arange(len(cases)), sizes)

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        z = x @ w
        e = np.exp(z - np.maximum.reduceat(z, starts)[row])
        total, hit = np.add.reduceat(e, starts), np.add.reduceat(e * right, starts)
        slope = weight[row] * (e / total[row] - e * right / hit[row])
        return 0.5 * float(w @ w) - float(weight @ np.log(hit / total)), w + x.T @ slope

    return np.asarray(minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B").x)


def _candidates(case: Aligned) -> int:
    return len(case.matches) + len(case.rivals)


def balanced(groups: Sequence[tuple[bool, bool]]) -> np.ndarray:
    """Return the weights of cases: right and wrong ones the same, those of corpora less than our own.

    groups: of each case whether it is wrong, and whether it is our own.
    """
    counts = Counter(groups)
    shares = {group: 1.0 if group[1] else CORPORA for group in counts}
    total = sum(shares.values())
    return np.array([len(groups) * shares[group] / total / counts[group] for group in groups])


def fit_alignment(drafts: Iterable[Draft]) -> np.ndarray:
    """Stage one: the weights of the features of two quantities."""
    cases, own = [], []
    for draft in drafts:
        if draft.pair.altered is None:
            for entry in draft.entries:
                specific = _is_own(draft.pair) or is_specific(entry.quantity)
                if entry.matches and entry.rivals and specific and not _is_exempt(entry, draft):
                    cases.append(entry)
                    own.append((False, _is_own(draft.pair)))
    weights = conditional_logit(cases, balanced(own))
    for name, value in BY_HAND.items():
        weights[FEATURES.index(name)] = value
    return weights


def _is_own(pair: Pair) -> bool:
    return pair.set not in SETS


def _is_exempt(entry: Aligned, draft: Draft) -> bool:
    return exemption(entry.quantity, draft.text.document) is not None


class Case(NamedTuple):
    """A number that its source states."""

    entry: Aligned
    draft: Draft
    signals: list[float]
    wrong: bool


def cases_of(draft: Draft, alignment: np.ndarray) -> list[Case]:
    """Return the numbers of a draft that its source states; of one with an altered number, only that."""
    span = draft.pair.altered
    result = []
    for entry in settle_claims(_rescored(draft, alignment)):
        number = entry.quantity.number
        if span is not None and not (number.start < span[1] and span[0] < number.end):
            continue
        if entry.matches and not _is_exempt(entry, draft):
            result.append(Case(entry, draft, signals(entry, draft.index), span is not None))
    return result


def _rescored(draft: Draft, alignment: np.ndarray) -> list[Aligned]:
    return [
        Aligned(entry.quantity, _scored(entry.matches, alignment), _scored(entry.rivals, alignment))
        for entry in draft.entries
    ]


def _scored(candidates: Iterable[Candidate], alignment: np.ndarray) -> list[Candidate]:
    scored = [candidate._replace(score=float(alignment @ candidate.features)) for candidate in candidates]
    return sorted(scored, key=lambda candidate: -candidate.score)


class Fit(NamedTuple):
    """The weights of stages one and two."""

    alignment: np.ndarray
    alarm: np.ndarray
    bias: float

    def logits(self, cases: Sequence[Case]) -> np.ndarray:
        return np.array([case.signals for case in cases]) @ self.alarm + self.bias


def fit_words(drafts: Sequence[Draft]) -> Fit:
    """Stages one and two."""
    alignment = fit_alignment(drafts)
    cases = [case for draft in drafts for case in cases_of(draft, alignment)]
    weight = balanced([(case.wrong, _is_own(case.draft.pair)) for case in cases])
    beta, bias = logistic(
        np.array([case.signals for case in cases]),
        np.array([case.wrong for case in cases], float),
        weight,
        RIDGE,
    )
    return Fit(alignment, beta, bias)


def left_out(own: Sequence[Draft], corpora: Sequence[Draft]) -> tuple[list[Case], np.ndarray]:
    """Return the cases of our summaries with the scores of fits that have not seen their source."""
    sources = sorted({draft.pair.id for draft in own})
    cases: list[Case] = []
    logits: list[np.ndarray] = []
    for fold in range(FOLDS):
        held = set(sources[fold::FOLDS])
        fit = fit_words([*(draft for draft in own if draft.pair.id not in held), *corpora])
        new = [case for draft in own if draft.pair.id in held for case in cases_of(draft, fit.alignment)]
        cases += new
        logits.append(fit.logits(new))
    return cases, np.concatenate(logits)


def fit_odds(cases: Sequence[Case], logits: np.ndarray) -> tuple[np.ndarray, float, np.ndarray]:
    """Stage three: return the weights of the model's odds, and the logits with them."""
    odds = ValueOdds(numerate.load(threads=1))
    answers = np.full(len(cases), np.nan)
    by_draft: dict[int, list[int]] = {}
    for i, case in enumerate(cases):
        if wants_odds(case.entry, float(1 / (1 + np.exp(-logits[i])))):
            by_draft.setdefault(id(case.draft), []).append(i)
    for ids in by_draft.values():
        draft = cases[ids[0]].draft
        for i, answer in zip(ids, odds([cases[i].entry for i in ids], draft.text, draft.index), strict=True):
            answers[i] = np.nan if answer is None else answer
    asked = np.flatnonzero(~np.isnan(answers))
    x = np.array([odds_signals(logits[i], answers[i]) for i in asked])
    wrong = np.array([cases[i].wrong for i in asked], float)
    beta, bias = logistic(x, wrong, balanced([(cases[i].wrong, _is_own(cases[i].draft.pair)) for i in asked]))
    weighed = logits.copy()
    weighed[asked] = x @ beta + bias
    return beta, bias, weighed


REJECTED = 1.75
"""Weight of a right number whose formula is rejected, next to a wrong one whose formula is accepted.

With 1, 1.5, 2, 2.5 and 3.5, each set with weights fitted on the others, 181, 205, 211, 216 and 224 of 261
right numbers that no source states and some formula gives are accepted, and 48, 67, 84, 105 and 131 of 812
wrong ones.
"""
SPELLED_OUT = 2.0
"""Weight of words that leave no doubt, such as "16 more than": too few sentences have them to teach it."""


def fit_derivations(drafts: Iterable[Draft], alignment: np.ndarray) -> tuple[np.ndarray, float]:
    """Stage four: return the weights of what makes a formula fit, and the bias."""
    choices: list[list[Derivation]] = []
    right = []
    for draft in drafts:
        span, text = draft.pair.altered, draft.text.document.text
        for entry in settle_claims(_rescored(draft, alignment)):
            number = entry.quantity.number
            is_altered = span is not None and number.start < span[1] and span[0] < number.end
            if entry.matches or _is_exempt(entry, draft) or (span is not None and not is_altered):
                continue
            if derivations := derivations_of(entry, text, draft.index):
                choices.append(derivations)
                right.append(not is_altered)
    is_right = np.array(right)
    beta, bias = fit_choices(choices, is_right)
    beta[FITNESS.index("spelled out")] = SPELLED_OUT
    accepted = np.array([max(float(beta @ d.fitness) for d in each) for each in choices]) + bias > 0
    print(f"formulas: {accepted[is_right].sum()} of {sum(right)} right, {accepted[~is_right].sum()} wrong")
    return beta, bias


def fit_choices(choices: Sequence[Sequence[Derivation]], is_right: np.ndarray) -> tuple[np.ndarray, float]:
    """Fit the weights by which the best formula of each number is chosen, and accepted."""
    weight = np.where(is_right, REJECTED, 1.0)
    beta = np.array([-1.0, 1.5, 1.0, 1.0, 1.0, 0.5, -0.3, *[0.0] * (len(FITNESS) - 7)])
    bias = 0.0
    for _ in range(4):  # the best formula of each number depends on the weights
        best = [max((d.fitness for d in each), key=lambda f: float(beta @ f)) for each in choices]
        beta, bias = logistic(np.array(best), is_right.astype(float), weight, ridge=1.0)
    return beta, bias


# -- Calibration ---------------------------------------------------------------------------------------------


def calibrate(cases: Sequence[Case], logits: np.ndarray) -> list[tuple[float, float]]:
    """Return the scores that at most a share of the right numbers of a document exceed, on average.

    Numbers of one document are alike, so documents are what is drawn: of K of them with shares r, a further
    one has at most (r₁ + … + r_K + 1) / (K + 1) in the mean. The first entry is for shares that so few
    documents cannot promise: the score of the worst of all.
    """
    populations: dict[bool, dict[str, list[float]]] = {True: {}, False: {}}
    for case, logit in zip(cases, logits, strict=True):
        if not case.wrong:
            populations[_is_own(case.draft.pair)].setdefault(case.draft.pair.id, []).append(float(logit))
    limits = sorted(logits)
    curves = []
    for documents in populations.values():
        exceeding = [
            1 - np.searchsorted(np.sort(scores), limits, side="right") / len(scores)
            for scores in documents.values()
        ]
        curves.append((np.sum(exceeding, axis=0) + 1) / (len(documents) + 1))
    risk = np.max(curves, axis=0)
    worst = max(score for group in populations.values() for scores in group.values() for score in scores)
    result = [(0.0, round(float(1 / (1 + np.exp(-worst))), 6))]
    for share in SHARES:
        at = np.flatnonzero(risk <= share)
        if len(at):
            result.append((share, round(float(1 / (1 + np.exp(-limits[at[0]]))), 6)))
    return result


def report(title: str, cases: Sequence[Case], logits: np.ndarray) -> None:
    """Print the share of altered numbers that are found at some rates of false alarms."""
    for name, is_own in (("own, left out", True), ("corpora, validation", False)):
        group = [i for i, case in enumerate(cases) if _is_own(case.draft.pair) == is_own]
        right = np.array([logits[i] for i in group if not cases[i].wrong])
        wrong = [i for i in group if cases[i].wrong]
        for rate in (0.01, 0.02, 0.03):
            limit = np.quantile(right, 1 - rate)
            kinds = sorted({cases[i].draft.pair.kind for i in wrong})
            by_kind = {
                kind: round(
                    float(np.mean([logits[i] > limit for i in wrong if cases[i].draft.pair.kind == kind])), 3
                )
                for kind in kinds
            }
            found = float(np.mean([logits[i] > limit for i in wrong]))
            print(
                f"{title}, {name}: {len(right)} right, {len(wrong)} wrong; at {rate:.0%} {found:.3f}", by_kind
            )


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    written = [summary for name in FILES.keys() - UNREAD for summary in edited(name)]
    # The direction of a change is no altered number.
    edits = [edit for _, group in written for edit in group if edit.kind != "direction"]
    own = [read_draft(pair) for pair in (*(pair for pair, _ in written), *edits)]
    training, held_out = summaries("train", count), summaries("valid", count)
    corpora = [read_draft(pair) for pair in (*training, *altered(training, 1), *altered(training, 2))]
    valid = [read_draft(pair) for pair in (*held_out, *altered(held_out, 3))]
    fit = fit_words([*own, *corpora])
    cases, logits = left_out(own, corpora)
    held = [case for draft in valid for case in cases_of(draft, fit.alignment)]
    cases, logits = [*cases, *held], np.concatenate([logits, fit.logits(held)])
    report("words", cases, logits)
    beta, bias, weighed = fit_odds(cases, logits)
    report("odds", cases, weighed)
    fitness, base = fit_derivations(own, fit.alignment)
    content = {
        "alignment": {"weights": _named(FEATURES, fit.alignment)},
        "alarm": {"bias": round(fit.bias, 4), "weights": _named(SIGNALS, fit.alarm)},
        "odds": {"bias": round(bias, 4), "weights": _named(ODDS_SIGNALS, beta)},
        "derivation": {"bias": round(base, 4), "weights": _named(FITNESS, fitness)},
        "calibration": {"words": calibrate(cases, logits), "odds": calibrate(cases, weighed)},
    }
    print(json.dumps(content, indent=1))
    OUT.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def _named(names: Sequence[str], weights: np.ndarray) -> dict[str, float]:
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}


if __name__ == "__main__":
    main()
