import pytest

from numerate import extract

from .reading import one


@pytest.mark.parametrize(
    ("text", "value", "kind", "currency"),
    [
        ("$(4.2) million", 4.2e6, "money", "USD"),
        ("$(0.07)", 0.07, "money", "USD"),
        ("$(4)", 4, "money", "USD"),
        ("US$(1,250)", 1250, "money", "USD"),
        ("€(3)bn", 3e9, "money", "EUR"),
        ("(3.5)%", 3.5, "percent", None),
    ],
)
def test_brackets_are_a_minus_sign(text, value, kind, currency):
    number = one(f"It came to {text}, they said.")
    assert (number.text, number.value, number.sign) == (text, value, -1)
    assert (number.kind, number.currency) == (kind, currency)


def test_other_brackets_are_none():
    assert one("It cost a lot ($4.2 million).").sign == 0
    assert one("It grew (3.5%).").sign == 0
    assert [number.sign for number in extract("It was 13.5(5.0)% of it.")] == [0, 0]
    assert one("It had many (213) reviews.").sign == 0
    assert extract("as was shown (5)") == []
