import pytest

from numerate import extract
from numerate.consistency import Inconsistency, inconsistencies


def only(text: str) -> Inconsistency:
    [finding] = inconsistencies(text)
    return finding


def ranked(finding: Inconsistency) -> list[str]:
    """The numbers, the one whose error would explain it best first."""
    pairs = zip(finding.error_costs, finding.numbers, strict=True)
    return [number.text for _, number in sorted(pairs, key=lambda pair: pair[0])]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("We saw 45 of 60 patients (57%).", "57%"),
        ("We saw 54 of 60 patients (75%).", "54"),
        ("We saw 123 of 456 patients (37.0%).", "37.0%"),
        ("Visits fell to 54 million from 60 million, a drop of 25%.", "54 million"),
    ],
)
def test_a_common_typo_identifies_the_wrong_number(text: str, wrong: str) -> None:
    finding = only(text)
    assert ranked(finding)[0] == wrong
    assert finding.suspect is not None
    assert finding.suspect.text == wrong


@pytest.mark.parametrize("text", ["In all, 180 of 240 (65%) agreed.", "We saw 123 of 456 cases (26.0%)."])
def test_without_a_typo_the_calculated_figure_is_blamed(text: str) -> None:
    finding = only(text)
    assert finding.suspect is None  # it need not be: both counts may be those of another year
    assert ranked(finding)[0] == finding.numbers[-1].text
    assert finding.suggestions[0].number == finding.numbers[-1]


def test_a_count_stays_whole() -> None:
    finding = only("We saw 45 of 60 patients (7.5%).")
    assert [s.text for s in finding.suggestions if s.number.text == "45"] == []
    assert all(s.value % 1 == 0 for s in finding.suggestions if s.number.kind == "cardinal")


def test_a_number_without_a_correction_may_be_the_wrong_one() -> None:
    # From $100 million to $250 million is a rise of anything from 138% to 168%: too many to suggest one.
    finding = only("Sales rose 25% to $250 million from $100 million.")
    assert "25%" not in [suggestion.number.text for suggestion in finding.suggestions]
    assert finding.suspect is None


@pytest.mark.parametrize(
    "text",
    [
        "Profit rose 12% to $0.287 billion from $0.512 billion.",
        "The town had 38,200 residents in 2010, up 10% from 43,700 in 2000.",
        "Sales rose 25% to 1,234,567,890,123 from 2,098,765,432,101.",
        "We saw 45 of 60 tenants (7.5%).",
    ],
)
def test_a_suggestion_is_written_as_somebody_would(text: str) -> None:
    for finding in inconsistencies(text):
        for suggestion in finding.suggestions:
            [read] = extract(suggestion.text)
            assert read.value == pytest.approx(suggestion.value)
            assert suggestion.text != suggestion.number.text
            if suggestion.number.value >= 1000 and suggestion.number.unit is None:
                assert "." not in suggestion.text


def test_the_suggestion_of_a_sum_is_the_one_that_its_message_shows() -> None:
    text = "The budget is £24.6 million: £12.3 million for schools, £8.1 million for roads and £4.4 million."
    [finding] = inconsistencies(text)
    assert "= £24.8 million, not" in finding.message
    assert finding.suggestions[0].text == "£24.8 million"


def test_what_another_calculation_confirms_is_not_the_first_to_blame() -> None:
    text = (
        "The club had 412 members, 38 more than the 364 of last year. Of the 412, 168 were juniors and 244"
        " seniors."
    )
    [finding] = inconsistencies(text)
    assert finding.suggestions[0].number.text == "38"
    assert finding.suggestions[0].text == "48"
