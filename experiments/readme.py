"""The figures of the model in README.md and docs/, each as it follows from the committed results.

python -m experiments.readme      (prints the sentences that the pages must have; a test compares)
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .claims import Comparison
from .results import RESULTS, Results
from .spec import LMAE_MEDIAN
from .table4 import best_of_paper, equal_terms
from .table6 import FAIR, OURS

HERE = Path(__file__).parent


def sentences(results: Path = RESULTS) -> dict[str, list[str]]:
    """Return the parts of each page that state figures of the model."""
    return {
        "README.md": [
            false_alarms(),
            errors_found(),
            errors_of_predictions(),
            *models_on_equal_terms(results),
        ],
        "docs/check.md": [rates_of_corpora()],
    }


def false_alarms() -> str:
    """What a check judges, flags and finds by default."""
    counts = _read("default-model/results/coverage.json")["counts"]["all"]
    judged, flagged = counts["judged"] / counts["numbers"], counts["flagged default"] / counts["judged"]
    return (
        f"judges {judged:.1%} of {counts['numbers']:,} numbers; by default flags {flagged:.2%} of them "
        f"and finds {counts['found default'] / counts['planted']:.0%} of {counts['planted']:,} planted typos"
    )


def errors_found() -> str:
    """What a check flags and finds at 1%."""
    counts = _read("default-model/results/coverage.json")["counts"]["all"]
    flagged, found = counts["flagged 1%"] / counts["judged"], counts["found 1%"] / counts["planted"]
    return f"at `--false-alarms 0.01`, {flagged:.2%} and {found:.0%}"


def rates_of_corpora() -> str:
    """What a check flags at 1%, of all and of each corpus."""
    found = _read("default-model/results/coverage.json")
    flagged = {
        name: counts["flagged 1%"] / counts["judged"]
        for name, counts in found["counts"].items()
        if name == "all" or (name in found["corpora"] and counts["judged"] >= 300)
    }
    rate = flagged.pop("all")
    return (
        f"at 1%, {rate:.2%} of all judged numbers are flagged, and {min(flagged.values()):.1%} to "
        f"{max(flagged.values()):.1%} of those of a corpus"
    )


def errors_of_predictions() -> str:
    """How far predictions of the bundled model are off."""
    news, papers, articles = (
        _read(f"default-model/results/{corpus}.json")["figures"]["lmae.median"][0]
        for corpus in ("finnews", "sci", "encyclopedia")
    )
    head = "| news | papers | encyclopedia articles | |---|---|---|"
    return f"{head} | {news:.3f} | {papers:.3f} | {articles:.3f} |"


def models_on_equal_terms(folder: Path) -> list[str]:
    """Our model beside the paper's best, each at its better point, and their paired difference; Table 4."""
    results = Results(folder)
    models = [equal_terms("finnews", *OURS), best_of_paper("finnews"), equal_terms("finnews", *FAIR)]
    at_median = Comparison(models[0], models[2], LMAE_MEDIAN).gain(results)
    errors = [
        [figure.value for point in ("argmax", "median") if (figure := results.figure(model, f"lmae.{point}"))]
        for model in models
    ]
    if at_median is None or not all(errors):
        return []
    ours, authors, learned = map(min, errors)
    low, high = at_median.interval
    return [
        f"| ours | {ours:.3f} |",
        f"| DExp, the best of the paper, as its authors train it | {authors:.3f} |",
        f"| DExp with a learned deviation and our inputs | {learned:.3f} |",
        f"The last difference is {at_median.value:.3f}, with a 95% interval from {low:.3f} to {high:.3f}",
    ]


def _read(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


if __name__ == "__main__":
    for page, parts in sentences().items():
        print(f"{page}:", *parts, sep="\n  ")
