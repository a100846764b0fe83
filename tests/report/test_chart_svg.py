import xml.etree.ElementTree as ElementTree

import pytest

from numerate.model import Prediction
from numerate.model.calibration import Calibration
from numerate.report.chart import describe, draw
from numerate.text import extract
from tests.distributions.families import CASES, Case
from tests.report.made import prediction

[NUMBER] = extract("It was $3.4 billion.")


def test_the_number_stands_where_it_belongs() -> None:
    drawn = ElementTree.fromstring(draw(prediction(NUMBER, 3.4e9), 3.4e9, [3.4e6]))
    parts = {part.get("class"): part for part in drawn.iter()}
    assert parts["observed"].get("x1") == parts["median"].get("cx")
    assert (
        float(parts["ninety"].get("x1")) < float(parts["fifty"].get("x1")) < float(parts["median"].get("cx"))
    )
    assert parts["observed-label"].text == "3.4 billion"
    assert drawn.get("aria-label") == describe(prediction(NUMBER, 3.4e9), 3.4e9)
    assert "here: 3.4 billion" in drawn.get("aria-label", "")


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("observed", [None, 0.0, 1e-30, 12.0, 1e30, float("inf")])
def test_any_distribution_and_any_number_can_be_drawn(case: Case, observed: float | None) -> None:
    one = Prediction(NUMBER, case.make(())[...], Calibration())
    drawn = draw(one, observed, [] if observed is None else [observed, 5.0])
    ElementTree.fromstring(drawn)
    assert "nan" not in drawn
    assert len(drawn) < 4000
