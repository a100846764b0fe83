"""Measure each set of edited summaries with weights that were fitted on the others.

    python -m experiments.sources.across [SET ...]

All stages but that of the model are fitted on the other sets of `experiments.sources.edited.FILES` and 60
pairs of each corpus; the thresholds are those that ship. For each set: false alarms among the numbers of
faithful summaries, and altered numbers that are found, also by whether the source has the value somewhere,
as the reader reads it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

import numpy as np

from experiments.sources.edited import FILES, Edited, edited
from experiments.sources.errors import UNSUPPORTED
from experiments.sources.fit import Draft, Fit, fit_derivations, fit_words, read_draft, summaries
from experiments.sources.pairs import Pair, altered, is_checkable
from experiments.sources.sample import supports
from numerate.consistency.sources import alignment, decision, derivations
from numerate.text import Number, extract

_PAIRS = 60


def use(fit: Fit, fitness: np.ndarray, base: float) -> None:
    """Trace with these weights from here on, instead of those that ship."""
    alignment.WEIGHTS = tuple(map(float, fit.alignment))
    decision._WEIGHTS, decision._BIAS = tuple(map(float, fit.alarm)), fit.bias
    derivations._WEIGHTS, derivations._BIAS = tuple(map(float, fitness)), base


def count(group: Sequence[Edited]) -> Counter[tuple[str, bool]]:
    """Count false alarms and altered numbers that are found, by whether the source has the value."""
    counts: Counter[tuple[str, bool]] = Counter()
    for pair, edits in group:
        known = {number.value for number in extract(pair.source)}
        for support in supports(pair):
            if is_checkable(support.number, pair.draft):
                is_known = support.number.value in known
                counts["numbers", is_known] += 1
                counts["false", is_known] += support.verdict in UNSUPPORTED
        for edit in edits:
            if edit.kind != "direction":
                is_known = all(number.value in known for number in altered_numbers(edit))
                counts["altered", is_known] += 1
                counts["found", is_known] += any(each.verdict in UNSUPPORTED for each in supports(edit))
    return counts


def altered_numbers(edit: Pair) -> list[Number]:
    """Return the numbers of a draft that were altered."""
    assert edit.altered
    start, end = edit.altered
    return [number for number in extract(edit.draft) if number.start < end and start < number.end]


def describe(name: str, counts: Counter[tuple[str, bool]]) -> str:
    """Return a line for a set."""

    def share(part: str, whole: str) -> str:
        total = [sum(counts[key, known] for known in (True, False)) for key in (part, whole)]
        parts = [f"{counts[part, known]} of {counts[whole, known]}" for known in (True, False)]
        rate = total[0] / max(1, total[1])
        return f"{total[0]} of {total[1]} ({rate:.1%}; value in the source {parts[0]}, not in it {parts[1]})"

    return f"{name}: false alarms {share('false', 'numbers')}, found {share('found', 'altered')}"


def main() -> None:
    groups = {name: list(edited(name)) for name in FILES}
    own: dict[str, list[Draft]] = {}
    for name, group in groups.items():
        edits = [edit for _, each in group for edit in each if edit.kind != "direction"]
        own[name] = [read_draft(pair) for pair in (*(pair for pair, _ in group), *edits)]
    training = summaries("train", _PAIRS)
    corpora = [read_draft(pair) for pair in (*training, *altered(training, 1), *altered(training, 2))]
    total: Counter[tuple[str, bool]] = Counter()
    for name in sys.argv[1:] or FILES:
        others = [draft for other, drafts in own.items() if other != name for draft in drafts]
        fit = fit_words([*others, *corpora])
        use(fit, *fit_derivations(others, fit.alignment))
        counts = count(groups[name])
        total += counts
        print(describe(name, counts), flush=True)
    print(describe("all", total))


if __name__ == "__main__":
    main()
