import pytest

from numerate.consistency.tables.products import find_products
from tests.consistency.tables.grids import failures_of, grid

PRICES = ("Quantity", "Unit price", "Amount")
DENSITY = ("Population", "Area (km²)", "People per km²")
SERVINGS = ("Per serving", "3 servings")


def wrong(text: str, columns: tuple[str, ...]) -> list[tuple[tuple[int, int], float]]:
    failures = failures_of(find_products, grid(text, columns))
    return [(failure.suspects[0].position, failure.suspects[0].meant) for failure in failures]


@pytest.mark.parametrize(
    ("text", "columns", "old", "new", "position", "meant"),
    [
        (
            "A  40  0.25  10.00\nB  12  3.50  42.00\nC  6  27.80  166.80",
            PRICES,
            "42.00",
            "24.00",
            (1, 2),
            4200,
        ),
        (
            "A  18,400  9.2  2,000\nB  12,150  4.5  2,700\nC  7,260  6.6  1,100",
            DENSITY,
            "2,700",
            "7,200",
            (1, 2),
            27000,
        ),
        ("A  420  1,260\nB  18  54\nC  14  42", SERVINGS, "54", "45", (1, 1), 54),
    ],
)
def test_one_that_does_not_follow(text, columns, old, new, position, meant):
    assert wrong(text, columns) == []
    assert wrong(text.replace(old, new), columns) == [(position, meant)]
    assert wrong(text.replace(old, new), ("x", "y", "z")[: len(columns)]) == []


def test_without_labels_the_figures_must_prove_a_product():
    assert wrong(
        "A  38.5  13.20  508.20\nB  41.0  12.75  522.57\nC  36.0  14.10  507.60", ("x", "y", "z")
    ) == [((1, 2), 52275)]
    assert wrong("A  2  30  60\nB  5  10  50\nC  4  20  90", ("x", "y", "z")) == []


def test_a_factor_is_a_suspect_only_if_the_product_holds_with_it():
    minimum = "A  10  4.20  42.00\nB  3  18.00  54.00\nC  2  1.10  5.00"
    assert wrong(minimum, PRICES) == []


def test_a_tax_at_the_rate_of_its_label():
    bill = "Subtotal  3,970\nVAT (20%)  794\nTotal due  4,764"
    assert wrong(f"{bill}\n", ("Amount",)) == []


def test_a_wrong_price_is_a_suspect_too():
    text = "A  40  0.25  10.00\nB  12  3.80  42.00\nC  6  27.80  166.80"
    [failure] = failures_of(find_products, grid(text, PRICES))
    assert (1, 1) in [suspect.position for suspect in failure.suspects]


def test_discounts_are_no_errors():
    assert wrong("A  40  0.25  9.00\nB  12  3.50  42.00\nC  6  27.80  150.00", PRICES) == []


def test_few_figures_that_are_nearly_exact_do_not_show_that_prices_are():
    earnings = ("Shares", "Earnings per share", "Net income")
    assert (
        wrong("2024  664  18.87  12,530\n2023  747  17.05  12,733\n2022  772  14.19  10,955", earnings) == []
    )
