from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.documents import Table, read
from numerate.documents.quantities import CellQuantity, cell_quantities


def table(*rows: str, caption: str = "") -> Table:
    lines = [f"|{row}|" for row in rows]
    lines.insert(1, "|--" * (rows[0].count("|") + 1) + "|")
    [parsed] = read("\n".join([caption, "", *lines]).encode(), format="markdown").tables
    return parsed


def quantities(*rows: str, caption: str = "") -> list[CellQuantity]:
    return cell_quantities(table(*rows, caption=caption))


def meaning(quantity: CellQuantity) -> tuple[str, str | None, int]:
    return str(quantity.value), quantity.symbol, quantity.scale


@pytest.mark.parametrize(
    ("text", "value", "step", "symbol"),
    [
        ("5", "5", "1", None),
        ("1,234.50", "1234.50", "0.01", None),
        ("1 234", "1234", "1", None),
        ("1'234", "1234", "1", None),
        ("(1,234)", "-1234", "1", None),
        ("(1,234", "-1234", "1", None),
        ("−5.2%", "-5.2", "0.1", "%"),
        ("(5.2)%", "-5.2", "0.1", "%"),
        ("$ 3.4", "3.4", "0.1", "USD"),
        ("-$3.4", "-3.4", "0.1", "USD"),
        ("$(3.4)", "-3.4", "0.1", "USD"),
        ("A$5", "5", "1", "AUD"),
        ("+3", "3", "1", None),
        ("5-", "-5", "1", None),
        ("12*", "12", "1", None),
        ("12¹", "12", "1", None),
        ("12 (a)", "12", "1", None),
        ("1,234 (1)", "1234", "1", None),
        ("1,234 [2]", "1234", "1", None),
        ("12a", "12", "1", None),
        ("\u200e5\u200f", "5", "1", None),
        (".5", "0.5", "0.1", None),
        ("5.0 kg", "5.0", "0.1", "kg"),
        ("12.5 million", "12500000.0", "100000", None),
        ("–", "0", "1", None),
        ("nil", "0", "1", None),
    ],
)
def test_a_figure_is_read_with_its_sign_unit_and_marks(text, value, step, symbol):
    first, _ = quantities("|x", f"a|{text}", "b|7")
    assert (first.value, first.step, first.symbol) == (Decimal(value), Decimal(step), symbol)


@pytest.mark.parametrize("text", ["n/a", "<0.001", "see note 5 on page 12", "x", "30 June 2023", "*"])
def test_other_cells_have_no_quantity(text):
    assert [quantity.cell.row for quantity in quantities("|x", f"a|{text}", "b|7")] == [3]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("12 (34%)", [("12", None), ("34", "%")]),
        ("12 (3)", [("12", None), ("3", None)]),
        ("1.2 ± 0.3", [("1.2", None), ("0.3", None)]),
        ("0.5 (0.4–0.6)", [("0.5", None), ("0.4", None), ("0.6", None)]),
        ("3.4–5.6", [("3.4", None), ("5.6", None)]),
    ],
)
def test_a_cell_may_have_several_quantities(text, parts):
    read_parts = quantities("|x", f"a|{text}", f"b|{text}", f"c|{text}")[: len(parts)]
    assert [(str(quantity.value), quantity.symbol) for quantity in read_parts] == parts
    assert [quantity.part for quantity in read_parts] == list(range(len(parts)))


def test_the_header_of_counts_with_percentages_labels_both():
    assert [meaning(q) for q in quantities("|n (%)", "a|12 (34)", "b|5 (14)")] == [
        *[("12", None, 1), ("34", "%", 1), ("5", None, 1), ("14", "%", 1)],
    ]


def test_labels_give_unit_scale_and_period():
    rows = ["|2023 £m|Q1 2022 £m|Change (%)", "Sales|5|6|7", "Margin (%)|8|9|1", "Weight (kg)|2|3|4"]
    read_rows = quantities(*rows)
    assert [meaning(q)[1:] for q in read_rows] == [
        *[("GBP", 10**6), ("GBP", 10**6), ("%", 1)],
        *[("%", 1), ("%", 1), ("%", 1)],
        *[("kg", 1), ("kg", 1), ("%", 1)],
    ]
    assert [str(q.period) for q in read_rows[:3]] == ["2023", "Q1 2022", "None"]
    assert read_rows[0].amount == 5_000_000


def test_the_caption_gives_scale_except_to_rows_of_another_unit():
    read_rows = quantities(
        "|2023", "Sales|$5", "Costs|(4)", "Earnings per share|1.25", "Margin|20%", "Employees|12",
        "Weight (kg)|7",
        caption="Table 1: Results (in millions, except per share data)",
    )  # fmt: skip
    assert [meaning(q) for q in read_rows] == [
        ("5", "USD", 10**6),
        ("-4", "USD", 10**6),
        ("1.25", None, 1),
        ("20", "%", 1),
        ("12", None, 1),
        ("7", "kg", 1),
    ]


def test_a_unit_in_the_corner_is_for_all_columns():
    assert [meaning(q) for q in quantities("£'000|2023|2022", "Sales|5|6")] == [
        ("5", "GBP", 1000),
        ("6", "GBP", 1000),
    ]


def test_periods_may_label_rows():
    assert [str(q.period) for q in quantities("Year|Sales", "2022|5", "2023|6")] == ["2022", "2023"]


def test_the_decimal_sign_is_that_of_the_table():
    assert [str(q.value) for q in quantities("|x|y", "a|1.234,5|0,25", "b|1.234|12,5")] == [
        *["1234.5", "0.25", "1234", "12.5"]
    ]
    assert [str(q.value) for q in quantities("|x|y", "a|1,234.5|0.25", "b|1,234|12")] == [
        *["1234.5", "0.25", "1234", "12"]
    ]


def test_standard_errors_are_not_negative_figures():
    assert [str(q.value) for q in quantities("|(1)", "x|0.5***", "|(0.03)", "y|0.7", "|(0.04)")] == [
        "0.5",
        "0.7",
    ]


def test_a_row_without_a_label_below_negative_figures_is_their_subtotal():
    figures = quantities(" | 2024", "Payables | (402)", "Borrowings | (65)", " | (467)")
    assert [figure.value for figure in figures] == [-402, -65, -467]


def test_signs_in_cells_of_their_own_belong_to_the_figure():
    source = "<table><tr><td><td>2023<td><td><tr><td>Sales<td>$<td>5<td><tr><td>Share<td><td>(6<td>)%</table>"
    [filing] = read(source.encode(), format="html").tables
    assert [meaning(q) for q in cell_quantities(filing)] == [("5", "USD", 1), ("-6", "%", 1)]


def test_quantities_have_their_place():
    document = read(b"| |x|\n|-|-|\n|a| $(5)* |\n|b|12 (34%)|\n", format="markdown")
    spans = [(q.start, q.end) for q in cell_quantities(document.tables[0])]
    assert [document.text[start:end] for start, end in spans] == ["$(5)", "12", "34%"]


@given(st.lists(st.text("5.,()-%$ a–£\u200f'", min_size=1, max_size=30), min_size=1, max_size=6))
@settings(max_examples=150)
def test_any_cell_can_be_read(texts):
    source = "\n".join(f'"{index}","{text}"' for index, text in enumerate(texts)).encode()
    document = read(source, format="csv")
    for parsed in document.tables:
        for quantity in cell_quantities(parsed):
            assert quantity.cell.start <= quantity.start < quantity.end <= quantity.cell.end
            assert quantity.value.is_finite()
            assert quantity.step > 0
