"""From the text of a document with tables to the contradictions in them."""

import pytest

from numerate.checking.check import check_document
from numerate.consistency.tables import RULES, table_inconsistencies
from numerate.documents import read
from numerate.report.options import CheckOptions


def messages(source: str, name: str = "table.md") -> list[str]:
    document = read(source.encode(), name=name)
    return [contradiction.message for contradiction in table_inconsistencies(document)]


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_example_of_a_rule_breaks_it_and_no_other(rule):
    options = CheckOptions(false_alarms="sensitive")
    report = check_document(read(rule.example.encode(), name="example.md"), None, options)
    assert [finding.rule for finding in report.findings] == [rule.name]


def test_signs_and_parentheses_in_cells_of_their_own():
    source = """<table>
    <tr><td></td><td colspan="3">2024</td><td colspan="3">2023</td></tr>
    <tr><td>Products</td><td>$</td><td>31,204</td><td></td><td>$</td><td>28,117</td><td></td></tr>
    <tr><td>Services</td><td colspan="2">12,871</td><td></td><td colspan="2">11,902</td><td></td></tr>
    <tr><td>Returns</td><td colspan="2">(1,310</td><td>)</td><td colspan="2">(1,122</td><td>)</td></tr>
    <tr><td>Total</td><td>$</td><td>42,765</td><td></td><td>$</td><td>38,997</td><td></td></tr>
    </table>"""
    [message] = messages(source, "filing.html")
    assert message.startswith("Total in “2023”: 28,117 + 11,902 − 1,122 = 38,897, not 38,997.")


def test_a_table_without_figures_or_with_one():
    assert messages("| a | b |\n|---|---|\n| c | d |") == []
    assert messages("| a | b |\n|---|---|\n| c | 5 |") == []


@pytest.mark.parametrize(
    "table",
    [
        "| | 2024 | 2023 |\n|---|--:|--:|\n| Rent | 1,204 | 1,130 |\n| Food | 871 | 804 |\n"
        "| Total | 2,075 | 1,934 |",
        "| Item | Quantity | Unit price | Amount |\n|---|--:|--:|--:|\n| Bolts | 40 | 0.25 | 10.00 |\n"
        "| Hinges | 12 | 3.50 | 42.00 |\n| Panels | 6 | 27.80 | 166.80 |",
        "| Day | In | Out | Balance |\n|---|--:|--:|--:|\n| 1 May | | | 1,204.00 |\n"
        "| 3 May | 250.00 | | 1,454.00 |\n"
        "| 7 May | | 81.20 | 1,372.80 |\n| 9 May | 40.00 | | 1,412.80 |",
        "| | Treated (n = 240) |\n|---|--:|\n| Women | 121 (50.4%) |\n| Smokers | 43 (17.9%) |",
    ],
    ids=["sums", "products", "balances", "counts"],
)
def test_a_table_counts_as_recalculated_whatever_is_calculated_in_it(table):
    counts = check_document(read(table.encode(), name="table.md"), None).counts
    assert (counts.tables, counts.recalculated, counts.findings) == (1, 1, 0)


def test_a_table_whose_only_total_is_wrong_counts_as_recalculated():
    table = (
        "| Income | £ |\n|---|--:|\n| Fees | 5,720 |\n| Bar | 3,480 |\n| Raffles | 615 |\n| Total | 9,915 |"
    )
    counts = check_document(read(table.encode(), name="table.md"), None).counts
    assert (counts.tables, counts.recalculated, counts.findings) == (1, 1, 1)


def test_totals_that_are_off_by_rounding_are_counted_and_not_reported():
    rows = [(12.4, 11.3, 9.6), (8.4, 7.4, 10.2), (21.3, 20.9, 22.1), (30.7, 28.8, 31.0), (72.9, 68.5, 72.9)]
    labels = ["Rent", "Food", "Fuel", "Staff", "Total"]
    lines = [f"| {label} | {a} | {b} | {c} |" for label, (a, b, c) in zip(labels, rows, strict=True)]
    source = "\n".join(["| £m | 2024 | 2023 | 2022 |", "|---|--:|--:|--:|", *lines])
    counts = check_document(read(source.encode(), name="table.md"), None).counts
    assert (counts.findings, counts.within_rounding) == (0, 2)
    assert counts.summary.endswith("Calculations recognised in 1 of 1 table; 2 totals off by rounding only.")
