"""Typos of scale, and of numbers in words."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.text import Number, extract, render
from numerate.typos.scale_typos import restyled, scale_typos
from numerate.typos.written import WrittenNumber
from tests.text.reading import one

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
        ("$12", "thousands", {12_000}),
        ("12,000", "thousands", {12}),
        ("twenty", "words", {*range(21, 30)}),
        ("five", "words", {*range(25, 100, 10)}),
        ("two hundred", "words", {2000}),
        ("26 km", "conversion", {41.8}),
        ("18 months", "conversion", {216, 4.14}),
    ],
)
def test_scale_typos_of_each_form(written: str, kind: str, values: set[float]) -> None:
    assert meant(one(written))[kind] == values


@pytest.mark.parametrize(
    ("written", "kinds"),
    [
        ("five", {"words"}),
        ("nineteen hundred and four", {"magnitude"}),
        ("1/3", set()),
        ("in 1916", {"century"}),
        ("at 10:30", set()),
        ("21st", set()),
        ("007", set()),
        ("1234 kg", {"decimal", "unit", "prefix", "conversion"}),
        ("1,234,567", {"decimal", "unit"}),
        ("12.34", {"decimal", "unit"}),
        ("34 cows", {"decimal", "unit", "thousands"}),
        ("1,200 cows", {"decimal", "unit", "separator"}),
        ("12 mg", {"decimal", "unit", "prefix"}),
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
        ("34.0%", "decimal", 3.4, "3.4%"),
        ("3.4%", "decimal", 34.0, "34%"),
        ("$3.40", "decimal", 34.0, "$34.00"),
        ("12%", "unit", 0.12, "0.12%"),
        ("$3.4 billion", "magnitude", 3.4e6, "$3.4 million"),
        ("1916", "century", 2016.0, "2016"),
        ("fifteen", "teens", 50.0, "fifty"),
        ("$12", "thousands", 12_000, "$12,000"),
        ("twenty", "words", 25, "twenty-five"),
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
