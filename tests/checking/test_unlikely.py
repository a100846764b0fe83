"""From suspects to findings, with a stub model of known expectations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.checking.score import Suspect, judge
from numerate.checking.unlikely import EXPECTED_SHARE, unlikely_findings
from numerate.documents import Document
from numerate.model.calibration import Calibration, IntervalCalibration, LevelTable
from numerate.report.finding import Finding
from numerate.report.options import UNLIKELY, CheckOptions
from numerate.text import extract
from tests.checking.stub import StubModel

SENTENCE = "The bank said that profit was ${} billion in {} and that it rose {}% from the year before."


def suspects(text: str, model: StubModel | None = None) -> list[Suspect]:
    """Return every number of the text as a suspect."""
    return judge(Document.from_text(text), model or StubModel(), CheckOptions(false_alarms=1.0))[1]


def findings(*values: object, model: StubModel | None = None) -> list[Finding]:
    text = SENTENCE.format(*values)
    return unlikely_findings(suspects(text, model), Document.from_text(text))


def test_an_unlikely_finding_has_the_span_and_p_value_of_its_number() -> None:
    text = SENTENCE.format(3000, 2014, 8)
    for finding, suspect in zip(findings(3000, 2014, 8), suspects(text), strict=True):
        assert finding.rule == UNLIKELY
        assert text[finding.start : finding.end] == finding.text == suspect.number.text
        assert (finding.value, finding.p_value) == (suspect.number.value, suspect.p_value)
        assert finding.related == ()


def test_the_usual_range_is_written_in_the_style_of_the_number() -> None:
    money, year, percent = findings(3000, 2014, 800)
    assert money.message == "$3000 billion is unlikely here: usually $1.7–$5.3 billion"
    assert percent.message == "800% is unlikely here: usually 4–14%"
    assert year.message == "2014 is unlikely here, though not by its size"
    assert year.expected is None
    assert money.expected.low < 3e9 < money.expected.high
    assert money.expected.share == EXPECTED_SHARE == 0.9


def test_the_usual_range_is_that_of_the_calibration() -> None:
    narrow = Calibration(IntervalCalibration(LevelTable((0.0, 1.0), (0.0, 0.5))))
    wide, own = (findings(90, 2014, 8, model=StubModel(calibration=c))[0] for c in (Calibration(), narrow))
    assert wide.expected.low < own.expected.low < 3e9 < own.expected.high < wide.expected.high


@given(st.integers(1, 10**6), st.integers(1, 9999), st.decimals("0.01", "9999", places=2, allow_nan=False))
def test_no_finding_lies_in_its_own_range(money: int, year: int, percent: object) -> None:
    for finding in findings(money, year, percent):
        if finding.expected is not None:
            assert not finding.expected.low <= finding.value <= finding.expected.high
            ends = [number.value for number in extract(finding.expected.text)]
            assert not ends[0] <= finding.value <= ends[-1]


def test_the_most_probable_suggestion_comes_first() -> None:
    _, year, _ = findings(3, 2041, 8)
    assert (year.suggestions[0].text, year.suggestions[0].reason) == ("2014", "two digits were swapped")
    assert year.suggestions[0].value == 2014
    assert year.suggestions[0].probability > 0.9


def test_usual_numbers_have_no_suggestions() -> None:
    assert [finding.suggestions for finding in findings(3, 2014, 8)] == [(), (), ()]


@given(st.integers(1, 10**6), st.integers(1, 9999), st.decimals("0.01", "9999", places=2, allow_nan=False))
def test_suggestions_are_at_most_three_probable_and_new(money: int, year: int, percent: object) -> None:
    for finding in findings(money, year, percent):
        probabilities = [suggestion.probability for suggestion in finding.suggestions]
        assert len(probabilities) <= 3
        assert probabilities == sorted(probabilities, reverse=True)
        assert all(p >= max(0.01, 0.1 * probabilities[0]) for p in probabilities)
        assert sum(probabilities) <= 1 + 1e-9
        values = {suggestion.value for suggestion in finding.suggestions} | {finding.value}
        assert len(values) == 1 + len(probabilities)


def test_findings_are_the_same_in_a_batch_as_alone() -> None:
    text = SENTENCE.format(3000, 2041, 800)
    document, batch = Document.from_text(text), suspects(text)
    alone = [unlikely_findings([suspect], document)[0] for suspect in batch]
    for finding, other in zip(unlikely_findings(batch, document), alone, strict=True):
        assert finding.message == other.message
        assert [s.text for s in finding.suggestions] == [s.text for s in other.suggestions]
        assert [s.probability for s in finding.suggestions] == pytest.approx(
            [s.probability for s in other.suggestions]
        )


def test_without_suspects_there_are_no_findings() -> None:
    assert unlikely_findings([], Document.from_text("All is usual.")) == []
