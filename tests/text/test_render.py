import random
from decimal import Decimal

import pytest

from numerate import extract, render
from numerate.text import style


def whole(low, high):
    return lambda rng: Decimal(rng.randint(low, high))


def decimals(places, low, high, scale=1):
    step = 10**places
    return lambda rng: Decimal(rng.randint(low * step, high * step)) / step * scale


def fraction(rng):
    denominator = rng.choice([2, 3, 4, 5, 6, 8, 10, 16])
    numerator = rng.choice([n for n in range(1, denominator) if n == 1 or denominator % n])
    return Decimal(numerator) / denominator


STYLES = {
    "7": whole(0, 10**9),
    "1,234": whole(10**4, 10**15),
    "12 345": whole(10**4, 10**15),
    "12\u2009345": whole(10**4, 10**15),
    "12\xa0345": whole(10**4, 10**15),
    "1'234": whole(10**4, 10**15),
    "3.25": decimals(2, 0, 10**6),
    "1,234.50": decimals(2, 1000, 10**9),
    ".5": lambda rng: Decimal(rng.randint(1, 9)) / 10,
    "05": whole(1, 9),
    "-5%": whole(0, 500),
    "3.4 percent": decimals(1, 0, 100),
    "12 per cent": whole(2, 100),
    "25 basis points": whole(2, 900),
    "$3.4 billion": decimals(1, 1, 999, 10**9),
    "$(3.4) billion": decimals(1, 1, 999, 10**9),
    "$(1,234)": whole(10**4, 10**9),
    "(3.4)%": decimals(1, 1, 100),
    "US$1.2bn": decimals(1, 1, 999, 10**9),
    "2.5M": decimals(1, 1, 999, 10**6),
    "100K": lambda rng: Decimal(rng.randint(1, 999)) * 1000,
    "£20m": lambda rng: Decimal(rng.randint(1, 999)) * 10**6,
    "5 lakh": lambda rng: Decimal(rng.randint(1, 99)) * 10**5,
    "26 cents": whole(2, 99),
    "5.5 million euros": decimals(1, 1, 999, 10**6),
    "USD 5": whole(0, 10**6),
    "3.5e6": lambda rng: Decimal(rng.randint(11, 99)).scaleb(rng.randint(-6, 15)),
    "1.2 × 10^5": lambda rng: Decimal(rng.randint(11, 99)).scaleb(rng.randint(-6, 15)),
    "1.2 × 10⁵": lambda rng: Decimal(rng.randint(11, 99)).scaleb(rng.randint(-6, 15)),
    "10^4": lambda rng: Decimal(10) ** rng.randint(-6, 15),
    "10⁴": lambda rng: Decimal(10) ** rng.randint(2, 15),
    "3/4": fraction,
    "1 1/2": lambda rng: rng.randint(1, 99) + fraction(rng),
    "2½": lambda rng: rng.randint(1, 99) + rng.choice([Decimal("0.25"), Decimal("0.5"), Decimal("0.75")]),
    "21st": whole(1, 10**4),
    "1990s": lambda rng: Decimal(rng.randint(110, 209) * 10),
    "10x": whole(2, 100),
    "10-fold": whole(2, 100),
    "two hundred and six": whole(0, 10**12),
    "Two hundred and six": whole(0, 10**12),
    "two hundred six": lambda rng: Decimal(rng.randint(1, 10**6) * 1000 + rng.randint(101, 199)),
    "one point five million": lambda rng: Decimal(rng.choice([n for n in range(11, 999) if n % 10])) * 10**5,
    "nineteen eighty-four": lambda rng: Decimal(rng.randint(11, 20) * 100 + rng.randint(10, 99)),
    "twenty-first": lambda rng: Decimal(rng.choice([n for n in range(1, 10**4) if n != 2])),
    "twofold": lambda rng: Decimal(rng.choice([*range(2, 21), 30, 40, 50])),
    "two-thirds": fraction,
}


@pytest.mark.parametrize("written", STYLES)
def test_ten_thousand_values_come_back_with_their_style(written):
    """10,000 values over all styles and more: each value drawn from those the style can write."""
    rng = random.Random(written)
    (like,) = extract(written)
    how = style(like)
    for _ in range(10_000 // len(STYLES) + 1):
        value = STYLES[written](rng)
        text = render(value, like=like)
        (back,) = extract(text)
        assert back.decimal == pytest.approx(value, abs=Decimal("1e-20")), text
        assert back.text == text
        assert style(back) == how, text


def test_a_magnitude_that_does_not_fit_gives_way_to_its_neighbour():
    (like,) = extract("$3.4 billion")
    assert render(2.1e9, like=like) == "$2.1 billion"
    assert render(2.1e6, like=like) == "$2.1 million"
    assert render(250, like=like) == "$250.0"


def test_what_a_style_cannot_write_is_written_in_digits():
    (ordinal,) = extract("the 21st")
    assert render(2.5, like=ordinal) == "2.5"
    (words,) = extract("two-thirds")
    assert render(0.3701, like=words) == "0.3701"


def test_the_shared_part_of_a_range_is_not_written_twice():
    low, _ = extract("$5-10 million")
    assert render(7e6, like=low) == "$7"
    _, end = extract("2016-17")
    assert render(2019, like=end) == "19"


def test_groups_with_points_have_a_style():
    [fee] = extract("The fees were 120.466.326,24 RSD.")
    assert render(fee.value * 2, like=style(fee)) == "240932652.48 RSD"


def test_one_takes_the_singular():
    (like,) = extract("5 dollars")
    assert render(1, like=like) == "1 dollar"


def test_a_negative_value_brings_its_sign():
    (like,) = extract("$5")
    assert render(-7, like=like) == "-$7"


def test_a_value_must_be_finite():
    (like,) = extract("$5")
    with pytest.raises(ValueError, match="finite"):
        render(float("inf"), like=like)


@pytest.mark.parametrize(
    ("text", "value", "written"),
    [
        ("It cost £¼m.", 5e5, "£0.5m"),
        ("About 2½ million people came.", 3e6, "3 million"),
        ("Some 1 1/2 million came.", 2.5e6, "2.5 million"),
        ("It grew 2½-fold.", 7, "7-fold"),
    ],
)
def test_a_value_in_the_style_of_a_fraction_of_a_magnitude_is_written_in_digits(
    text: str, value: float, written: str
) -> None:
    [number] = extract(text)
    assert render(value, like=number) == written
