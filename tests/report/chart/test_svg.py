import xml.etree.ElementTree as ElementTree

import pytest

from numerate.model import Prediction
from numerate.model.calibration import Calibration
from numerate.report.chart import charts_of_predictions
from numerate.report.chart.svg import PARTS, to_svg
from numerate.text import extract
from tests.distributions.families import CASES, Case
from tests.report.samples import prediction

[NUMBER] = extract("It was $3.4 billion.")


def test_elements_are_placed_by_their_values() -> None:
    [chart] = charts_of_predictions([prediction(NUMBER, 3.4e9)], [[3.4e9, 3.4e6]], PARTS)
    element = ElementTree.fromstring(to_svg(chart, 3.4e9, [3.4e6]))
    parts = {part.get("class"): part for part in element.iter()}
    assert parts["observed"].get("x1") == parts["median"].get("cx")
    assert (
        float(parts["ninety"].get("x1")) < float(parts["fifty"].get("x1")) < float(parts["median"].get("cx"))
    )
    assert parts["observed-label"].text == "3.4 billion"
    assert element.get("aria-label") == chart.describe(3.4e9)
    assert "here: 3.4 billion" in element.get("aria-label", "")


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("observed", [None, 0.0, 1e-30, 12.0, 1e30, float("inf")])
def test_any_distribution_and_any_number_can_be_drawn(case: Case, observed: float | None) -> None:
    predicted = Prediction(NUMBER, case.make(())[...], Calibration())
    suggested = [] if observed is None else [observed, 5.0]
    [chart] = charts_of_predictions([predicted], [[observed, *suggested]], PARTS)
    svg = to_svg(chart, observed, suggested)
    ElementTree.fromstring(svg)
    assert "nan" not in svg
    assert len(svg) < 4000
