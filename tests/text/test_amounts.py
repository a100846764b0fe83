import pytest

from tests.text.reading import one


@pytest.mark.parametrize(
    ("text", "value", "code"),
    [
        ("It cost MCHF 40.", 40_000_000, "CHF"),
        ("It cost 40 EUR million.", 40_000_000, "EUR"),
        ("It cost CAD$3.50.", 3.5, "CAD"),
        ("It cost 1,5 million euros.", 1_500_000, "EUR"),
        ("It cost 12 Hong Kong dollars.", 12, "HKD"),
    ],
)
def test_a_currency_is_read_on_either_side(text, value, code):
    number = one(text)
    assert (number.value, number.currency) == (value, code)


@pytest.mark.parametrize("text", ["Five won medals.", "She made 10 CAD drawings."])
def test_a_word_that_may_be_a_currency_needs_its_context(text):
    assert one(text).currency is None
