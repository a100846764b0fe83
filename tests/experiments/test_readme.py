"""Pages state the figures that the committed results have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from experiments.check.scores_report import to_markdown
from experiments.readme import sentences
from experiments.report import OUT, report
from experiments.results import Results

ROOT = Path(__file__).parents[2]
CHECK = ROOT / "experiments" / "check"


@pytest.mark.parametrize(
    ("page", "sentence"), [(page, sentence) for page, parts in sentences().items() for sentence in parts]
)
def test_a_figure_of_a_page_is_that_of_the_results(page: str, sentence: str) -> None:
    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    assert sentence in text, "run python -m experiments.readme and copy its sentences"


def test_the_tables_are_those_of_the_results() -> None:
    for name, page in report(Results()).items():
        assert (OUT / name).read_text(encoding="utf-8") == page, "run python -m experiments.report"


def test_the_page_of_scores_is_that_of_its_results() -> None:
    scores = json.loads((CHECK / "scores.json").read_text(encoding="utf-8"))
    assert (CHECK / "SCORES.md").read_text(encoding="utf-8") == to_markdown(scores)
