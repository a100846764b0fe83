import pytest

from numerate.consistency.tables.measures import gross_lines, measure_pairs, starting_lines
from tests.growth import assert_linear


@pytest.mark.parametrize(
    ("labels", "pairs"),
    [
        (["Gross receivables", "Loss allowance", "Net receivables"], {2: 0}),
        (["Receivables, gross", "Less: loss allowance", "Receivables, net"], {2: 0}),
        (["GAAP net income", "Restructuring", "Taxes", "Non-GAAP net income"], {3: 0}),
        (["Net income", "Restructuring", "Taxes", "Adjusted net income"], {3: 0}),
        (["Operating profit", "Impairment", "Underlying operating profit"], {2: 0}),
        (["Total debt", "Cash", "Net debt"], {2: 0}),
        (["Gross receivables", "Net receivables"], {}),
        (["Net income", "Interest", "Net income per share"], {}),
        (["Gross profit", "Other", "Net income"], {}),
    ],
)
def test_the_figure_that_another_leads_on_from(labels, pairs):
    assert measure_pairs(labels) == pairs


def test_gross_figures():
    assert gross_lines(["Gross receivables", "Allowance", "Net receivables", "Gross margin"]) == {0}
    assert gross_lines(["Total debt", "Cash", "Net debt"]) == set()


def test_stocks_and_measures():
    labels = ["Opening balance", "Added", "Closing balance", "Gross assets", "Allowance", "Net assets"]
    assert starting_lines(labels) == {2: 0, 5: 3}


def test_many_labels_take_linear_time():
    def labels(count: int) -> list[str]:
        return [f"{word} item {i}" for i in range(count // 2) for word in ("Gross", "Net")]

    assert_linear(measure_pairs, labels(2_000), labels(8_000))
