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


def _between(estimate: list[float]) -> str:
    return f"{100 * estimate[1]:.0f} to {100 * estimate[2]:.0f}%"


def _read(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


if __name__ == "__main__":
    print("\n".join(sentences()))
