"""The figures of the model in README.md, each as it follows from the committed results.

python -m experiments.readme      (prints the sentences that README.md must have; a test compares)
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .results import RESULTS, Results
from .table4 import best_of_paper, equal_terms

HERE = Path(__file__).parent


def sentences(results: Path = RESULTS) -> list[str]:
    """Return the parts of README.md that state figures of the model."""
    return [false_alarms(), errors_found(), errors_of_predictions(), *equal_terms_with_the_paper(results)]


def false_alarms() -> str:
    """What a check flags in correct documents."""
    untouched = _read("check/results.json")["systems"]["numerate check"]["untouched"]
    (news, news_count), (papers, papers_count) = (
        (count["flagged"]["0.01"] / count["judged"], count["numbers"])
        for count in (untouched[corpus] for corpus in ("finnews", "sci"))
    )
    return (
        f"it flags {news:.2%} of the judged numbers in held-out financial news ({news_count:,} numbers) and "
        f"{papers:.2%} in held-out papers ({papers_count:,})"
    )


def errors_found() -> str:
    """What the bundled model finds of planted errors, by our score."""
    scores = _read("check/scores.json")
    systems = (scores[corpus]["systems"]["shipped"] for corpus in ("finnews", "sci", "world"))
    news, papers, world = (system["scores"]["ours"]["found"] for system in systems)
    return (
        f"finds {news[0]:.0%} of the errors planted in news ({_between(news)}), {papers[0]:.0%} in papers "
        f"({_between(papers)}) and {world[0]:.0%} in fourteen other domains ({_between(world)})"
    )


def errors_of_predictions() -> str:
    """How far predictions of the bundled model are off."""
    news, papers = (
        _read(f"default-model/results/{corpus}-window/shipped.json")["figures"]["lmae.median"][0]
        for corpus in ("finnews", "sci")
    )
    return (
        "On held-out news and science, its mean absolute error in the logarithm (LMAE at the median) is "
        f"{news:.3f} and {papers:.3f}"
    )


def equal_terms_with_the_paper(folder: Path) -> list[str]:
    """Ours against the paper's best, with the same text, encoder and recipe; nothing if it was not run."""
    results = Results(folder)
    models = (
        equal_terms("finnews", "digits", "leave-one-out"),
        best_of_paper("finnews"),
        equal_terms("finnews", "dexp-scaled", "masked"),
    )
    measured = [results.figure(model, "lmae.median") for model in models]
    if any(figure is None for figure in measured):
        return []
    ours, authors, fair = (figure.value for figure in measured if figure is not None)
    return [
        f"{ours:.3f} against {authors:.3f} for the paper's best model as its authors train it, and "
        f"{fair:.3f} with a learned deviation and the same inputs"
    ]


def _between(estimate: list[float]) -> str:
    return f"{100 * estimate[1]:.0f} to {100 * estimate[2]:.0f}%"


def _read(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


if __name__ == "__main__":
    print("\n".join(sentences()))
