import pytest

from numerate.consistency.sources.formulas import Formula, formulas
from numerate.consistency.sources.reading import read_quantities
from numerate.documents import Document


def computed(draft: str, source: str) -> list[Formula]:
    """Return the formulas over the numbers of a source for the first number of a draft."""
    [quantity, *_] = read_quantities(Document.from_text(draft)).quantities
    return list(formulas(quantity, read_quantities(Document.from_text(source), implied=True).quantities))


@pytest.mark.parametrize(
    ("draft", "source", "operation", "value"),
    [
        ("Sales rose 25%.", "Sales were 40 boats, then 50 boats.", "change", 25.0),
        ("Turnout was 5 points lower.", "Turnout was 60% and 55%.", "points", 5.0),
        ("Turnout was 150 basis points lower.", "Turnout was 60% and 58.5%.", "points", 150.0),
        ("The margin was 16.5%.", "The margin is 17.8%, 130 basis points more.", "shift", 16.5),
        ("The error rate is 7.7%.", "Without it, the error rate of 6.8% rises by 0.9 points.", "shift", 7.7),
        ("It sold 90 boats.", "It sold 40 boats and 50 boats.", "sum", 90.0),
        ("It sold 10 boats more.", "It sold 40 boats and 50 boats.", "difference", 10.0),
        ("It sold 45 boats on average.", "It sold 40 boats and 50 boats.", "average", 45.0),
        ("80% were sold.", "Of 50 boats 40 were sold.", "share", 80.0),
        ("38% stayed.", "62% left.", "complement", 38.0),
        ("It cost $30.", "It cost $120, a quarter of which was tax.", "portion", 30.0),
        ("It cost $600.", "It is $120 for five.", "product", 600.0),
        ("It saves £275.", "It was £5,450. He says yes to 5,175.", "difference", 275.0),
        ("It cost $24 each.", "It is $120 for five.", "quotient", 24.0),
        ("It is three times as long.", "One is 30 m, the other 10 m.", "ratio", 3.0),
        ("It lasted 11 years.", "It began in 2003 and ended in 2014.", "duration", 11.0),
    ],
)
def test_operations(draft: str, source: str, operation: str, value: float) -> None:
    values = [formula.value for formula in computed(draft, source) if formula.operation == operation]
    assert value in [pytest.approx(each) for each in values]


def test_yearly_amounts_are_added_to_that_of_another_year() -> None:
    source = "There are $100 for 2026 and $120 for each of the fiscal years 2027 through 2030."
    texts = [formula.text for formula in computed("It is $580 in all.", source)]
    assert "$100 + $120 × (2030 − 2027 + 1) = 580" in texts


@pytest.mark.parametrize(
    ("source", "formula"),
    [
        ("It costs 1,800 francs plus 35 francs for each of 300 vehicles.", "1,800 francs + 35 francs × 300"),
        ("We buy two tyres, £70 each, and a pipe for £90.", "£90 + £70 × two"),
        ("There is $3.6 for one year and $2.9 for each of the three years after.", "$3.6 + $2.9 × three"),
    ],
)
def test_prices_of_each_are_added_to_a_fixed_amount(source: str, formula: str) -> None:
    texts = [formula.text for formula in computed("It is £230 in all.", source)]
    assert formula in [text.partition(" = ")[0] for text in texts]


def test_small_bare_numbers_are_no_amounts() -> None:
    formulas_ = computed("It saves £5,445.", "It was £5,450, but we have 5 of it.")
    assert [formula for formula in formulas_ if formula.operation == "difference"] == []


def test_nothing_is_computed_from_numbers_far_apart() -> None:
    source = "It sold 40 boats. It rained. It was cold. It was dark. It snowed. It sold 50 boats."
    assert [formula for formula in computed("It sold 90 boats.", source) if formula.operation == "sum"] == []


def test_a_ratio_of_rates_is_a_percent_change() -> None:
    source = "Falls were rarer (rate ratio 0.81, 95% CI 0.7 to 0.93)."
    [change] = [
        each
        for each in computed("Falls were reduced by 19%.", source)
        if len(each.operands) == 1 and each.operation == "change"
    ]
    assert (change.value, change.rises) == (pytest.approx(19), False)


def test_years_through_which_something_runs_are_both_counted() -> None:
    source = "It pays $90 for each of fiscal years 2027 through 2030."
    spans = [
        each.value for each in computed("Over four fiscal years", source) if each.operation == "duration"
    ]
    assert spans == [4]


@pytest.mark.parametrize(
    ("draft", "source", "value"),
    [
        # Seats are no euros, and a price per share does not change a profit.
        ("They cost 85 euros.", "It is 90 plus cleaning, and the car has 5 seats.", 85),
        ("Income was $171 million.", "Income was $171 million, or $3.73 per share.", 171_000_003.73),
    ],
)
def test_quantities_that_nobody_computes_with(draft: str, source: str, value: float) -> None:
    assert value not in [pytest.approx(each.value, rel=1e-12) for each in computed(draft, source)]
