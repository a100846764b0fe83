"""The figures of the model in README.md, each as it follows from the committed results.

python -m experiments.readme      (prints the sentences that README.md must have; a test compares)
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .results import RESULTS, Results
from .table9 import frozen

HERE = Path(__file__).parent


def sentences(results: Path = RESULTS) -> list[str]:
    """Return the parts of README.md that state figures of the model."""
    return [false_alarms(), errors_found(), errors_of_predictions(), *heads_on_one_encoder(results)]


def false_alarms() -> str:
    """What a check judges, flags and finds by default."""
    counts = _read("default-model/results/coverage.json")["counts"]["all"]
    judged, flagged = counts["judged"] / counts["numbers"], counts["flagged default"] / counts["judged"]
    return (
        f"it judges {judged:.0%} of {counts['numbers']:,} numbers. By default it flags {flagged:.2%} of them "
        f"and finds {counts['found default'] / counts['planted']:.0%} of {counts['planted']:,} planted typos"
    )


def errors_found() -> str:
    """What a check flags and finds at 1%."""
    counts = _read("default-model/results/coverage.json")["counts"]["all"]
    flagged, found = counts["flagged 1%"] / counts["judged"], counts["found 1%"] / counts["planted"]
    return f"at 1%, {flagged:.2%} and {found:.0%}"


def errors_of_predictions() -> str:
    """How far predictions of the bundled model are off."""
    news, papers, articles = (
        _read(f"default-model/results/{corpus}.json")["figures"]["lmae.median"][0]
        for corpus in ("finnews", "sci", "encyclopedia")
    )
    return f"(LMAE at the median) is {news:.3f}, {papers:.3f} and {articles:.3f}"


def heads_on_one_encoder(folder: Path) -> list[str]:
    """The digit decoder beside DExp on one frozen encoder, each at its better point; nothing if not run."""
    results = Results(folder)
    errors = []
    for head in ("digits", "dexp", "dexp-scaled"):
        points = [results.figure(frozen(head), f"lmae.{point}") for point in ("argmax", "median")]
        if any(figure is None for figure in points):
            return []
        errors.append(min(figure.value for figure in points if figure is not None))
    ours, authors, learned = errors
    return [
        f"a digit decoder has {ours:.3f} where the paper's best head, DExp, has {authors:.3f} as its authors "
        f"train it and {learned:.3f} with a learned deviation"
    ]


def _read(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


if __name__ == "__main__":
    print("\n".join(sentences()))
