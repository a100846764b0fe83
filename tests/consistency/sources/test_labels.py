import pytest

import numerate
from tests.consistency.sources.helpers import verdicts

SOURCE = "Welcome to episode eighty-six. In Q2 we opened gate 12, after phase II. Section 7 has 40 lines."


@pytest.mark.parametrize(
    "draft", ["In episode 86, phase 2 is over.", "Gate 12 opened in Q2.", "COVID-19 and 5G are in Section 7."]
)
def test_labels_that_a_source_has_in_whatever_form_are_not_reported(draft: str) -> None:
    assert [text for text, verdict in verdicts(draft, SOURCE) if verdict == "absent"] == []


@pytest.mark.parametrize(
    ("draft", "label"),
    [("In episode 68, it is over.", "68"), ("Gate 21 opened.", "21"), ("Gate 12 opened in Q3.", "Q3")],
)
def test_labels_that_no_source_has_are_absent(draft: str, label: str) -> None:
    assert (label, "absent") in verdicts(draft, SOURCE)
    [finding] = numerate.trace(draft, SOURCE).findings
    assert (finding.rule, finding.text, draft[finding.start : finding.end]) == ("absent", label, label)


def test_a_version_that_a_source_names_needs_no_source() -> None:
    source = "Release 4.2 is late. It has 19 open tickets, and takes 14.5 days."
    assert verdicts("We put off release 4.2 by a week.", source) == [("4.2", "exempt")]
    assert verdicts("We put off release 4.3 by a week.", source) == [("4.3", "absent")]


def test_a_quarter_is_compared_with_quarters_alone() -> None:
    assert verdicts("Gate 12 opened in Q3.", "Gate 12 opened in autumn.") == []
    assert verdicts("Gate 12 opened in Q3.", "Gate 12 opened in the third quarter.") == []


def test_the_number_of_a_unit_is_no_label() -> None:
    assert ("100", "absent") not in verdicts("It uses 27 litres per 100 km.", "It uses 27 litres.")


@pytest.mark.parametrize(
    ("draft", "label"),
    [
        ("Sales rose in H2.", "H2"),
        ("FY23 guidance was raised.", "23"),
        ("Guidance was raised in FY2023.", "2023"),
        ("FY22 guidance was raised for H1.", None),
    ],
)
def test_halves_and_fiscal_years_are_those_of_the_source(draft: str, label: str | None) -> None:
    source = "Sales rose in the first half. Guidance for fiscal 2022 was raised."
    assert verdicts(draft, source) == ([(label, "absent")] if label else [])


def test_a_fiscal_year_is_compared_with_years_alone() -> None:
    assert verdicts("FY23 guidance was raised.", "Guidance was raised by 5%.") == []
