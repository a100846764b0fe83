"""README.md states the figures of the model that the committed results have."""

from __future__ import annotations

from pathlib import Path

import pytest
from experiments.readme import sentences

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.parametrize("sentence", sentences())
def test_a_figure_in_the_readme_is_that_of_the_results(sentence: str) -> None:
    text = " ".join(README.read_text(encoding="utf-8").split())
    assert sentence in text, "run python -m experiments.readme and copy its sentences"
