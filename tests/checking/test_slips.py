import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.text.reading import one

from numerate import extract
from numerate.checking.slips import CHANCES, describe, slips
from numerate.training.data.anomalies import ANOMALIES

MOST = 125


def candidates(written, text=None):
    return {slip.text: slip for slip in slips(one(written), text or written)}


@pytest.mark.parametrize(
    ("stands", "meant", "kind"),
    [
        ("$3.4 billion", "$3.4 million", "magnitude"),
        ("$3.4 billion", "$3.4 trillion", "magnitude"),
        ("£20m", "£20bn", "magnitude"),
        ("five million", "five billion", "magnitude"),
        ("$34 billion", "$3.4 billion", "decimal"),
        ("$3.4 billion", "$34.0 billion", "decimal"),
        ("1,234", "1.234", "separator"),
        ("1.234", "1,234", "separator"),
        ("$26", "$0.26", "unit"),
        ("0.12%", "12%", "unit"),
        ("45 mg", "45000", "prefix"),
        ("1016", "2016", "keypad"),
        ("1916", "2016", "century"),
        ("12345", "1235", "add"),
        ("12344", "1234", "repeated"),
        ("1243", "1234", "transposed"),
        ("125", "126", "keypad"),
        ("124", "1234", "missing"),
        ("fifteen", "fifty", "teens"),
        ("21st", "12th", "transposed"),
        ("12%", "112%", "missing"),
    ],
)
def test_what_may_have_been_meant(stands, meant, kind):
    assert candidates(stands)[meant].kind == kind


def test_a_magnitude_left_out_is_looked_for_nearby():
    text = "It rose to $3.4 from $2.1 billion."
    number = extract(text)[0]
    (slip,) = [slip for slip in slips(number, text) if slip.kind == "magnitude"]
    assert (slip.text, slip.value) == ("$3.4 billion", 3.4e9)
    assert describe(slip, number) == "billion left out?"


def test_the_end_of_a_year_stays_in_its_century():
    _, end = extract("the 2016-17 season")
    assert {slip.value // 100 for slip in slips(end, "the 2016-17 season")} == {20}


def test_names_agree_with_those_of_the_planted_anomalies():
    shared = {"add", "missing", "repeated", "transposed", "keypad", "decimal", "unit", "magnitude"}
    assert shared <= set(CHANCES)
    assert shared <= set(ANOMALIES)
    assert sum(CHANCES.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("stands", "meant", "words"),
    [
        ("$3.4 billion", "$3.4 million", "billion for million?"),
        ("12345", "1235", "a digit was added"),
        ("124", "1234", "a digit is missing"),
        ("$26", "$0.26", "cents for dollars?"),
        ("0.12%", "12%", "a fraction for a percentage?"),
        ("1243", "1234", "two digits were swapped"),
        ("1,234", "1.234", "a decimal point for a thousands separator, or the other way round"),
    ],
)
def test_a_slip_in_words(stands, meant, words):
    assert describe(candidates(stands)[meant], one(stands)) == words


STYLES = st.sampled_from(
    ["{}", "{},{:03}", "$3.{}", "${} billion", "{}%", "{}.{}", "0.{}", "US${}bn", "{}st", "{} basis points",
     "-{}", "{} 000", "{}e6", "{}/{}", "{}0s", "0{}", "{}:{:02}", "{} kg", "€{}m", "{} cents"]
)  # fmt: skip


@given(STYLES, st.integers(0, 10**9), st.integers(0, 999))
def test_candidates_are_few_unique_readable_and_never_what_stands(style, first, second):
    text = style.format(first, second)
    for number in extract(text):
        found = slips(number, text)
        values = [slip.value for slip in found]
        assert len(values) == len(set(values)) <= MOST
        assert number.value not in values
        for slip in found:
            assert slip.log_prior <= math.log(CHANCES[slip.kind])
            assert describe(slip, number)
            read = extract(slip.text)
            if number.kind not in ("year", "time", "date", "identifier"):
                assert [n.value for n in read] == pytest.approx([slip.value]), slip
        assert found == sorted(found, key=lambda slip: -slip.log_prior)


def test_many_digits_have_no_more_candidates_than_few():
    assert len(slips(one("7" * 18 + ".77"), "")) <= MOST


def test_a_bare_point_belongs_to_its_digits() -> None:
    text = "The period was .08 days."
    [number] = extract(text)
    found = {slip.text: slip.kind for slip in slips(number, text)}
    assert found[".80"] == "transposed"
    assert found["1.08"] == "missing"
    assert "1.0" not in found
