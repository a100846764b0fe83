import pytest

from numerate.consistency.tables import labels


@pytest.mark.parametrize(
    ("label", "total", "bare"),
    [
        ("Total", True, True),
        ("Grand total:", True, True),
        ("Total income", True, False),
        ("Sub-total", True, True),
        ("Consolidated", True, False),
        ("Totally", False, False),
        ("Rent", False, False),
    ],
)
def test_totals(label, total, bare):
    assert (labels.is_total(label), labels.is_bare_total(label)) == (total, bare)


@pytest.mark.parametrize(
    ("label", "result", "sure"),
    [
        ("Gross profit", True, True),
        ("Net current assets", True, True),
        ("Operating profit", True, False),
        ("Profit before tax", True, True),
        ("Retained profit for the year", True, False),
        ("Retained earnings at end of year", True, True),
        ("Retained earnings", False, False),
        ("Equity", False, False),
    ],
)
def test_results(label, result, sure):
    assert (labels.is_result(label), labels.is_sure_result(label)) == (result, sure)


@pytest.mark.parametrize(
    ("label", "additive"),
    [
        ("Sales", True),
        ("Days with 1 mm or more", True),
        ("Days lost", True),
        ("Professional fees related to index services", True),
        ("Days", False),
        ("Receivable days", False),
        ("Earnings per share", False),
        ("Average age", False),
        ("% of sales", False),
    ],
)
def test_what_may_be_added_up(label, additive):
    assert labels.is_additive(label) == additive


def test_a_large_figure_is_no_rate():
    assert not labels.is_additive("Interest rate")
    assert labels.is_additive("Interest rate", small=False)


@pytest.mark.parametrize(
    ("label", "above", "below", "known"),
    [
        ("Margin", "Operating profit", "Revenue", True),
        ("Effective tax rate", "Total tax charge", "Profit before tax", True),
        ("Effective tax rate", "Total tax charge", "Revenue", False),
        ("Turnout", "Votes cast", "Electorate", True),
        ("Share", "Profit", "Revenue", False),
    ],
)
def test_ratios_that_labels_name(label, above, below, known):
    assert labels.is_known_ratio(label, above, below) == known


@pytest.mark.parametrize(
    ("label", "date"), [("2024", True), ("31 December 2024", True), ("Q1 2023", True), ("Sales 2024", False)]
)
def test_dates(label, date):
    assert labels.is_date(label) == date


def test_counts_are_not_in_thousands():
    assert labels.is_count("Votes by party")
    assert not labels.is_count("Votes, in thousands")


@pytest.mark.parametrize(
    ("label", "opening", "closing"),
    [
        ("Opening balance", True, False),
        ("Balance at beginning of year", True, False),
        ("Balance carried forward", False, True),
        ("Movement", False, False),
    ],
)
def test_openings_and_closings(label, opening, closing):
    assert (labels.is_opening(label), labels.is_closing(label)) == (opening, closing)


@pytest.mark.parametrize(
    ("lines", "actual"),
    [
        (("Tax at the statutory rate", "Credits", "Provision for income taxes"), {2}),
        (("Tax at statutory rate", "Credits", "Income tax expense", "Effective tax rate"), {2, 3}),
        (("Income tax expense", "Statutory rate", "State taxes"), set()),
        (("Sales", "Provision for income taxes"), set()),
    ],
)
def test_taxes_that_are_due(lines, actual):
    assert labels.actual_taxes(lines) == actual


@pytest.mark.parametrize("label", ["Team", "Complete bike", "Whole bridge", "**In all**", "All rooms"])
def test_labels_of_a_whole(label: str) -> None:
    assert labels.is_whole(label)


@pytest.mark.parametrize("label", ["Team bus", "Complete", "A whole chicken", "Allowance"])
def test_labels_of_a_part(label: str) -> None:
    assert not labels.is_whole(label)
