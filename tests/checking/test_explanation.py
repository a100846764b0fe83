"""What is said of a number that is odd."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.checking.check import SHARE, unlikely
from numerate.checking.score import Suspect, judge
from numerate.documents import Document
from numerate.model.calibration import Calibration, IntervalCalibration, LevelTable
from numerate.report.options import UNLIKELY, CheckOptions
from numerate.report.report import Finding
from tests.checking.stub import StubModel

TEXT = "The bank said that profit was ${} billion in {} and that it rose {}% from the year before."


def suspects(text: str, model: StubModel | None = None) -> list[Suspect]:
    """Every number of the text, odd or not."""
    return judge(Document.from_text(text), model or StubModel(), CheckOptions(false_alarms=1.0))[1]


def findings(*values: object, model: StubModel | None = None) -> list[Finding]:
    text = TEXT.format(*values)
    return unlikely(suspects(text, model), text)


def test_a_finding_stands_where_its_number_does() -> None:
    text = TEXT.format(3000, 2014, 8)
    for finding, suspect in zip(unlikely(suspects(text), text), suspects(text), strict=True):
        assert finding.rule == UNLIKELY
        assert text[finding.start : finding.end] == finding.text == suspect.number.text
        assert (finding.value, finding.p_value) == (suspect.number.value, suspect.p_value)
        assert finding.related == ()


def test_what_is_usual_is_said_in_the_style_of_the_number() -> None:
    money, year, percent = findings(3000, 2014, 800)
    assert money.message == "$3000 billion is unlikely here: usually $1.7–$5.3 billion"
    assert percent.message == "800% is unlikely here: usually 4–14%"
    assert year.message == "2014 is unlikely here, though not by its size: usually 2011–2017"
    assert money.expected.low < 3e9 < money.expected.high
    assert money.expected.share == SHARE == 0.9


def test_the_usual_range_is_that_of_the_calibration() -> None:
    narrow = Calibration(IntervalCalibration(LevelTable((0.0, 1.0), (0.0, 0.5))))
    wide, own = (findings(3, 2014, 8, model=StubModel(calibration=c))[0] for c in (Calibration(), narrow))
    assert wide.expected.low < own.expected.low < 3e9 < own.expected.high < wide.expected.high


def test_what_may_have_been_meant_comes_likeliest_first() -> None:
    _, year, _ = findings(3, 2041, 8)
    assert (year.suggestions[0].text, year.suggestions[0].reason) == ("2014", "two digits were swapped")
    assert year.suggestions[0].value == 2014
    assert year.suggestions[0].probability > 0.9


def test_nothing_is_suggested_for_what_fits() -> None:
    assert [finding.suggestions for finding in findings(3, 2014, 8)] == [(), (), ()]


@given(st.integers(1, 10**6), st.integers(1, 9999), st.decimals("0.01", "9999", places=2, allow_nan=False))
def test_suggestions_are_few_worth_making_and_new(money: int, year: int, percent: object) -> None:
    for finding in findings(money, year, percent):
        shares = [suggestion.probability for suggestion in finding.suggestions]
        assert len(shares) <= 3
        assert shares == sorted(shares, reverse=True)
        assert all(share >= max(0.01, 0.1 * shares[0]) for share in shares)
        assert sum(shares) <= 1 + 1e-9
        assert len({suggestion.value for suggestion in finding.suggestions} | {finding.value}) == 1 + len(
            shares
        )


def test_each_is_explained_alone_as_among_others() -> None:
    text = TEXT.format(3000, 2041, 800)
    every = suspects(text)
    for one, other in zip(unlikely(every, text), [unlikely([s], text)[0] for s in every], strict=True):
        assert one.message == other.message
        assert [s.text for s in one.suggestions] == [s.text for s in other.suggestions]
        assert [s.probability for s in one.suggestions] == pytest.approx(
            [s.probability for s in other.suggestions]
        )


def test_without_suspects_there_is_nothing_to_explain() -> None:
    assert unlikely([], "There is nothing odd.") == []
