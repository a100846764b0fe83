"""Written numbers and their scale typos."""

from collections import defaultdict
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numerate.distributions.numeric import decimal
from numerate.text import Number, extract, render
from numerate.typos.digits import MAX_PLACES
from numerate.typos.written import WrittenNumber, restyled, scale_typos
from tests.text.reading import one

NUMERALS = st.from_regex(r"(0|[1-9][0-9]{0,19})(\.[0-9]{1,8})?", fullmatch=True)
STYLES = st.sampled_from(["{} kg", "${} billion", "€{}m", "{}%", "-{}", "{} dozen", "{} cents", "{}e-7"])


@pytest.mark.parametrize(
    ("written", "digits", "figures", "places", "decimals", "scale"),
    [
        ("12.50", "12.50", 1250, 4, 2, 1),
        ("12,345.60", "12,345.60", 1234560, 7, 2, 1),
        ("100 000", "100 000", 100000, 6, 0, 1),
        ("$3.4 billion", "3.4", 34, 2, 1, 10**9),
        ("-0.05%", "0.05", 5, 3, 2, 1),
        (".08", ".08", 8, 2, 2, 1),
        ("007", "007", 7, 3, 0, 1),
        ("21st", "21", 21, 2, 0, 1),
        ("the 1980s", "1980", 1980, 4, 0, 1),
        ("5e6", "5", 5, 1, 0, 10**6),
        ("fifteen", "", 15, 2, 0, 1),
        ("three million", "", 3_000_000, 7, 0, 1),
        ("0.0", "0.0", 0, 2, 1, 1),
    ],
)
def test_numbers_are_split_into_digits_and_scale(
    written: str, digits: str, figures: int, places: int, decimals: int, scale: int
) -> None:
    split = WrittenNumber.of(one(written))
    assert (split.written, split.figures, split.places, split.decimals) == (digits, figures, places, decimals)
    assert (split.scale, split.rest) == (scale, "")


def test_the_low_end_of_a_range_has_the_scale_of_the_high_end() -> None:
    low, _ = extract("5-10 million")
    assert (WrittenNumber.of(low).figures, WrittenNumber.of(low).power) == (5, 6)


def test_the_end_of_a_span_of_years_has_the_digits_of_its_value() -> None:
    _, end = extract("the 2016-17 season")
    split = WrittenNumber.of(end)
    assert (split.written, split.figures, split.places) == ("", 2017, 4)


@pytest.mark.parametrize("written", ["2½ million", "1e300", "a third", "7" * 15, "1/3"])
def test_the_power_is_none_where_floats_are_not_exact(written: str) -> None:
    assert WrittenNumber.of(one(written)).power is None


@given(STYLES, NUMERALS)
def test_digits_and_scale_reconstruct_the_number(style: str, digits: str) -> None:
    numbers = extract(style.format(digits))
    assume(len(numbers) == 1)
    [number] = numbers
    split = WrittenNumber.of(number)
    assert split.exact(split.figures, split.decimals) == number.decimal
    assert str(split.figures).zfill(split.places) + split.rest == digits.replace(".", "")
    assert split.places <= MAX_PLACES
    assert len(split.rest) + split.decimals == len(digits.partition(".")[2])
    if split.power is not None:
        assert split.scale == Decimal(10) ** split.power
        assert float(decimal(np.array(split.figures), split.power - split.decimals)) == number.value


@given(STYLES, NUMERALS, st.integers(1, 9))
def test_exact_agrees_with_reading_the_other_digits(style: str, digits: str, first: int) -> None:
    other = str(first) + digits[1:]
    numbers, others = extract(style.format(digits)), extract(style.format(other))
    assume(len(numbers) == len(others) == 1 and numbers[0].value)
    split = WrittenNumber.of(numbers[0])
    figures = int(other.replace(".", "")[: split.places])
    assert split.exact(figures, split.decimals) == pytest.approx(others[0].decimal, rel=Decimal("1e-25"))


def test_shifted_figures_keep_all_digits() -> None:
    long = WrittenNumber.of(one("1234567890123456789.25"))
    assert long.exact(long.figures, long.decimals + 3) == Decimal("1234567890123456.78925")
    third = WrittenNumber.of(one("1/3"))
    assert third.exact(third.figures, third.decimals - 1) == third.number.decimal * 10


# -- Scale typos -------------------------------------------------------------------------------------------

WRITTEN = st.builds(
    str.format,
    st.sampled_from(
        ["{}", "{},{:03}", "${} billion", "{}%", "{}.{:03}", "0.{}", "US${}bn", "{} mg", "{}e6", "€{}m",
         "0{}", "{} cents", "five million, {}", "{} 000", "{} kg", "{}/{}", "in 19{:02}", "{}th", "fifteen"]
    ),
    st.integers(0, 10**7),
    st.integers(0, 999),
)  # fmt: skip


def meant(number: Number, text: str | None = None) -> dict[str, set[float]]:
    """Return the values that may have been meant, by kind."""
    split = WrittenNumber.of(number)
    values = defaultdict(set)
    for figures, decimals, kind, _ in scale_typos(split, text or number.text):
        values[kind].add(float(split.exact(figures, decimals)))
    return dict(values)


def rewritten(number: Number, kind: str, value: float, text: str | None = None) -> str:
    """Return how the meant `value` is written."""
    split = WrittenNumber.of(number)
    for figures, decimals, name, _ in scale_typos(split, text or number.text):
        exact = split.exact(figures, decimals)
        if name == kind and float(exact) == value:
            return render(exact, like=restyled(split, kind, decimals, text or number.text))
    raise LookupError(f"{number.text} has no {kind} to {value}")


@pytest.mark.parametrize(
    ("written", "kind", "values"),
    [
        ("$3.4 billion", "magnitude", {3.4e6, 3.4e12, 3.4e3, 3.4e15}),
        ("five million", "magnitude", {5e3, 5e9, 5, 5e12}),
        ("£34", "decimal", {3.4, 340}),
        ("£34", "unit", {0.34, 3400}),
        ("12%", "unit", {0.12, 1200}),
        ("1,234", "separator", {1.234}),
        ("1.234", "separator", {1234}),
        ("1916", "century", {2016, 1916, 1816}),
        ("fifteen", "teens", {50}),
        ("ninety", "teens", {19}),
    ],
)
def test_scale_typos_of_each_form(written: str, kind: str, values: set[float]) -> None:
    assert meant(one(written))[kind] == values


@pytest.mark.parametrize(
    ("written", "kinds"),
    [
        ("five", set()),
        ("nineteen hundred and four", {"magnitude"}),
        ("1/3", set()),
        ("in 1916", {"century"}),
        ("at 10:30", set()),
        ("21st", set()),
        ("007", set()),
        ("1234 kg", {"decimal", "unit", "prefix"}),
        ("1,234,567", {"decimal", "unit"}),
        ("12.34", {"decimal", "unit"}),
        ("0.123", {"decimal", "unit"}),
        ("1,234 million", {"magnitude", "decimal", "unit"}),
    ],
)
def test_forms_without_a_scale_typo_have_none(written: str, kinds: set[str]) -> None:
    for number in extract(written):
        assert set(meant(number)) - {"magnitude"} == kinds - {"magnitude"}
        assert ("magnitude" in meant(number)) == (
            "magnitude" in kinds or (number.value >= 1000 and not kinds)
        )


@pytest.mark.parametrize(
    ("written", "prefixed"),
    [("45 mg", True), ("45 kilometres", True), ("3 m", True), ("45 MHz", True), ("45 years", False)],
)
def test_only_units_with_prefixes_may_be_off_by_a_thousand(written: str, prefixed: bool) -> None:
    number = one(written)
    assert meant(number).get("prefix") == ({number.value / 1000, number.value * 1000} if prefixed else None)


def test_a_factor_of_a_hundred_is_likelier_for_money_and_percentages() -> None:
    def likelihoods(written: str) -> set[float]:
        return {
            likelihood
            for *_, kind, likelihood in scale_typos(WrittenNumber.of(one(written)), "")
            if kind == "unit"
        }

    assert likelihoods("$34") == likelihoods("34%") == {0.5}
    assert likelihoods("34 kg") == likelihoods("34 cents") == {0.1}


def test_a_missing_magnitude_is_one_of_those_nearby() -> None:
    text = "It rose to $3.4 from $2.1 billion and 40 million, then from $2 billion again."
    number = extract(text)[0]
    assert meant(number, text)["magnitude"] == {3.4e9, 3.4e6}
    assert sum(
        likelihood
        for *_, kind, likelihood in scale_typos(WrittenNumber.of(number), text)
        if kind == "magnitude"
    ) == (pytest.approx(0.2))
    assert rewritten(number, "magnitude", 3.4e6, text) == "$3.4 million"
    far = text.replace(" from", "." + " It was so." * 40 + " From", 1)
    assert "magnitude" not in meant(extract(far)[0], far)


@pytest.mark.parametrize(
    "text", ["It sold 3,400 of 2 billion.", "It is 5-7 hundred of 2 million.", "5 km of 2 million."]
)
def test_large_numbers_ranges_and_measures_miss_no_magnitude(text: str) -> None:
    assert "magnitude" not in meant(extract(text)[0], text)


def test_a_missing_magnitude_is_joined_as_in_the_text() -> None:
    text = "It rose to £3 from £2bn."
    assert rewritten(extract(text)[0], "magnitude", 3e9, text) == "£3bn"


@pytest.mark.parametrize(
    ("written", "kind", "value", "shown"),
    [
        ("1,234", "separator", 1.234, "1.234"),
        ("1.234", "separator", 1234.0, "1,234"),
        ("34.0%", "decimal", 3.4, "3.40%"),
        ("3.4%", "decimal", 34.0, "34%"),
        ("$3.40", "decimal", 34.0, "$34.00"),
        ("12%", "unit", 0.12, "0.12%"),
        ("$3.4 billion", "magnitude", 3.4e6, "$3.4 million"),
        ("1916", "century", 2016.0, "2016"),
        ("fifteen", "teens", 50.0, "fifty"),
    ],
)
def test_the_meant_value_is_written_in_the_style_of_the_number(
    written: str, kind: str, value: float, shown: str
) -> None:
    assert rewritten(one(written), kind, value) == shown


@given(WRITTEN)
def test_likelihoods_of_a_kind_sum_to_at_most_one(text: str) -> None:
    for number in extract(text):
        totals: dict[str, float] = defaultdict(float)
        for _, _, kind, likelihood in scale_typos(WrittenNumber.of(number), text):
            assert likelihood > 0
            totals[kind] += likelihood
        assert all(total <= 1 + 1e-9 for total in totals.values())


@given(WRITTEN)
def test_rendered_candidates_are_read_back(text: str) -> None:
    for number in extract(text):
        split = WrittenNumber.of(number)
        for figures, decimals, kind, _ in scale_typos(split, text):
            exact = split.exact(figures, decimals)
            written = render(exact, like=restyled(split, kind, decimals, text))
            if number.kind != "year" and exact:
                assert [n.value for n in extract(written)] == pytest.approx([float(exact)]), (kind, written)
