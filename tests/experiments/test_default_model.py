"""What is written of the shipped model is what its committed results say."""

import json
import runpy
from pathlib import Path

from numerate.model.folder import CARD, DEFAULT

FOLDER = Path(__file__).parents[2] / "experiments" / "default-model"
RUN = runpy.run_path(str(FOLDER / "run.py"))
COVERAGE = runpy.run_path(str(FOLDER / "coverage.py"))


def test_the_report_is_that_of_the_results():
    results = RUN["read_results"](FOLDER)
    assert set(results) == set(RUN["CORPORA"])
    assert (FOLDER / "RESULTS.md").read_text() == RUN["report"](results)


def test_the_table_of_coverage_is_that_of_its_result():
    result = json.loads((FOLDER / "results" / "coverage.json").read_text())
    assert (FOLDER / "COVERAGE.md").read_text() == COVERAGE["table"](result)


def test_the_cards_figures_are_those_of_the_results(tmp_path):
    card = tmp_path / CARD
    card.write_text("# A card\n\n## Figures\n\nof another model\n\n## Weights\n\nfew\n")
    RUN["write_card"](card, RUN["read_results"](FOLDER))
    figures = card.read_text().partition("## Figures\n")[2].partition("## Weights\n")[0]
    assert "of another model" not in figures
    assert "LMAE at the median" in figures
    assert figures in (DEFAULT / CARD).read_text()
