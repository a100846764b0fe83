"""Measure what the network adds to the words, each set of edited summaries left out of the fit in turn.

    python -m experiments.sources.same_fact.measure MODEL.onnx

Of the numbers of faithful and altered summaries whose value the source has: AUC, and altered ones found at
1%, 2% and 3% false alarms, by the signals of `decision` and by these with those of the network: the best
rival, none of them, the best number that another one states, and all others, each less the best match.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy.special import logsumexp
from sklearn.metrics import roc_auc_score

from experiments.sources.edited import FILES, edited
from experiments.sources.fit import Case, balanced, cases_of, fit_words, logistic, read_draft
from experiments.sources.same_fact.questions import Window, window_of
from numerate.consistency.sources.candidates import Aligned
from numerate.model.network import open_backend
from numerate.text.wordpieces import DEFAULT, read_wordpieces, to_ids

LARGEST, NOTHING = 8.0, -9.0


def ask(window: Window, backend: object) -> np.ndarray:
    """Return the scores of none and of each number of a window."""
    feeds = {
        "ids": to_ids(window.tokens).astype(np.int64)[None],
        "kinds": np.array([window.kinds], np.int64),
        "draft": np.array([window.draft]),
        "lengths": np.array([len(window.tokens)]),
        "asked": np.array([window.asked]),
        "places": np.array([window.places], np.int64),
    }
    return backend.run(["scores"], feeds)["scores"][0]  # type: ignore[attr-defined]


def signals_of(entry: Aligned, window: Window | None, scores: np.ndarray | None) -> list[float]:
    """Return the network's signals of a number; zeros where it was not asked."""
    groups: dict[str, list[float]] = {"match": [], "rival": [], "claimed": []}
    if window is not None and scores is not None:
        matches = {id(each.quantity) for each in entry.matches}
        rivals = {id(each.quantity) for each in entry.rivals}
        for quantity, score in zip(window.numbers, scores[1:], strict=True):
            key = id(quantity)
            groups["match" if key in matches else "rival" if key in rivals else "claimed"].append(
                float(score)
            )
    if not groups["match"] or scores is None:
        return [0.0] * 7
    none, match = float(scores[0]), max(groups["match"])
    rival = max(groups["rival"], default=none - 2) - match
    claimed = max(groups["claimed"], default=NOTHING) - match
    others = float(logsumexp([*groups["rival"], none]) - logsumexp(groups["match"]))
    signals = [rival, none - match, claimed, others, max(0.0, rival), max(0.0, none - match)]
    return [1.0, *(min(LARGEST, max(-LARGEST, each)) for each in signals)]


def describe(title: str, logits: np.ndarray, wrong: np.ndarray) -> str:
    """Return a line with the share of altered numbers that are found."""
    found = [
        float(np.mean(logits[wrong] > np.quantile(logits[~wrong], 1 - rate))) for rate in (0.01, 0.02, 0.03)
    ]
    shares = " ".join(f"{each:.3f}" for each in found)
    return f"{title}: AUC {roc_auc_score(wrong, logits):.4f}, found at 1, 2, 3%: {shares}"


def left_out(x: np.ndarray, cases: Sequence[Case], sets: np.ndarray) -> np.ndarray:
    """Return the logits of each case by a regression that has not seen its set."""
    wrong, result = np.array([case.wrong for case in cases]), np.zeros(len(cases))
    for name in dict.fromkeys(sets):
        seen = sets != name
        weight = balanced([(bool(each), True) for each in wrong[seen]])
        beta, bias = logistic(x[seen], wrong[seen].astype(float), weight)
        result[~seen] = x[~seen] @ beta + bias
    return result


def main() -> None:
    backend, pieces = open_backend(Path(sys.argv[1]), threads=1), read_wordpieces(DEFAULT)
    drafts = {
        name: [
            read_draft(each)
            for pair, edits in edited(name)
            for each in (pair, *(edit for edit in edits if edit.kind != "direction"))
        ]
        for name in FILES
    }
    cases: list[Case] = []
    sets: list[str] = []
    for name, own in drafts.items():
        others = [draft for other, group in drafts.items() if other != name for draft in group]
        alignment = fit_words(others).alignment
        cases += (found := [case for draft in own for case in cases_of(draft, alignment)])
        sets += [name] * len(found)
    asked = []
    for case in cases:
        window = window_of(case.entry, case.draft.text, case.draft.index, pieces)
        asked.append(signals_of(case.entry, window, None if window is None else ask(window, backend)))
    words, wrong = np.array([case.signals for case in cases]), np.array([case.wrong for case in cases])
    for title, x in (("words", words), ("words and network", np.hstack([words, np.array(asked)]))):
        logits = left_out(x, cases, np.array(sets))
        print(describe(title, logits, wrong))
        for name in FILES:
            mine = np.array(sets) == name
            print("  ", describe(name, logits[mine], wrong[mine]))


if __name__ == "__main__":
    main()
