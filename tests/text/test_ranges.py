import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from numerate import extract
from numerate.text import render_range
from numerate.text.ranges import rounded_range
from tests.text.reading import one

LIKE = (
    "7", "41,915", "12 345", "1'234'567", "3.25", "1,234.50", ".5", "-5%", "12 percent", "12 per cent",
    "25 basis points", "$3.4 billion", "-$3.4 billion", "US$1.2bn", "2.5M", "100K", "£20m", "€5", "26 cents",
    "5.5 million euros", "USD 5", "10x", "10-fold", "twofold", "3.5e6", "1.2 × 10^5", "two hundred and six",
    "one point five million", "two-thirds", "3/4", "1 1/2", "minus 5",
)  # fmt: skip


@pytest.mark.parametrize(
    ("written", "low", "high", "expected"),
    [
        ("$3.4 billion", 1.1e9, 9.02e9, "$1.1–$9 billion"),
        ("$3.4 billion", 8.7e8, 9.02e9, "$0.87–$9 billion"),
        ("$3.4 billion", 8.7e6, 9.02e9, "$8.7 million–$9 billion"),
        ("$3.4 million", 512, 1.21e6, "$510 to $1.2 million"),
        ("US$1.2bn", 1.1e9, 9.02e9, "US$1.1–9bn"),
        ("12%", 5.2, 12.4, "5–12%"),
        ("12%", 0.21, 0.44, "0.21–0.44%"),
        ("-12 percent", 5.2, 12.4, "5–12 percent"),
        ("41,915", 1234.5, 98765, "1,200–99,000"),
        ("seven", 2.2, 11.9, "2–12"),
        ("21st", 2.2, 11.9, "2nd to 12th"),
        ("3.50", 3.4987, 3.5012, "3.499–3.501"),
        ("7", 3.0, 3.0, "3"),
        ("$2500", 3.5e7, 1.8e9, "$35 million–$1.8 billion"),
        ("two", 1.6e7, 8e7, "16–80 million"),
        ("$2500", 3.5e3, 1.8e6, "$3,500–$1,800,000"),
        ("1/2", 0.26, 0.98, "1/4 to 1"),
        ("1 1/2", 0.7, 3.3, "2/3 to 3 1/3"),
        ("½", 0.12, 2.4, "⅛ to 2⅓"),
        ("two-thirds", 0.31, 0.52, "1/3 to 1/2"),
        ("3/4", 0.003, 0.02, "0.003–0.02"),
        ("$580 million", 2200, 1e7, "$2,200 to $10 million"),
        ("05", 3, 510, "3–510"),
    ],
)
def test_a_range_is_written_like_the_number(written, low, high, expected):
    assert render_range(low, high, like=one(written)) == expected


def test_years_stay_whole_years():
    year = extract("in 2016")[0]
    assert render_range(1998.4, 2011.2, like=year) == "1998–2011"
    decade = extract("the 1990s")[0]
    assert render_range(1987.0, 2011.0, like=decade) == "1987–2011"


@example("2.5M", 100001.0, 1.0)
@given(st.sampled_from(LIKE), st.floats(1e-3, 1e13), st.floats(1.0, 1e4))
def test_what_is_written_reads_back_as_the_rounded_ends(written, low, ratio):
    like = one(written)
    ends = rounded_range(low, low * ratio, like=like)
    text = render_range(low, low * ratio, like=like)
    read = [number.value for number in extract(text)]
    assert read == [float(end) for end in dict.fromkeys(ends)], text


@pytest.mark.parametrize(("low", "high"), [(2, 1), (-1, 1), (float("nan"), 1), (1, float("inf"))])
def test_a_range_that_goes_nowhere_is_refused(low, high):
    with pytest.raises(ValueError, match="a range goes up"):
        render_range(low, high, like=one("7"))


def test_a_number_of_more_digits_than_arithmetic_has_gives_a_range_too() -> None:
    [number] = extract("3" * 40)
    assert render_range(1e3, 5e4, like=number) == "1,000–50,000"
