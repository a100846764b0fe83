import pytest

from numerate import extract

from .reading import one


def values(text):
    return [number.value for number in extract(text)]


@pytest.mark.parametrize("text", ["hit at.57 of it", "a rate of.57", "more than.57", ".57", "(.57)", "p=.57"])
def test_a_point_begins_a_decimal(text):
    number = one(text)
    assert (number.text, number.value) == (".57", 0.57)


@pytest.mark.parametrize("text", ["in the end.57", "format.57", "see No.57", "A.57"])
def test_a_point_may_end_a_word(text):
    assert values(text) == [57]


@pytest.mark.parametrize("text", ["closed at 9.15pm", "at 9.15 p.m. sharp", "at 9.15am"])
def test_a_clock_may_have_a_point(text):
    assert [(number.value, number.kind) for number in extract(text)] == [(9, "time"), (15, "time")]


def test_a_clock_has_fewer_than_60_minutes():
    assert values("sold 3.75 pm") == [3.75]


def test_digits_in_brackets_say_again_what_stands_in_words():
    assert values("for thirty-six (36) months and one (1) year") == [36, 36, 1, 1]
    assert values("as seen by two (12) and five (5.2)") == [2, 5, 5.2]


def test_a_fraction_may_end_like_an_ordinal():
    number = one("1/48th of it")
    assert (number.kind, number.text) == ("fraction", "1/48")


def test_inches_touch_their_number():
    assert [part.unit.symbol for part in one("6ft 4in tall").parts] == ["ft", "in"]
    assert one("4 in a row").unit is None


@pytest.mark.parametrize("text", ["on 1 November.", "on 1 Nov. 2016", "on the 1st of November."])
def test_a_day_stands_before_its_month(text):
    assert extract(text)[0].kind == "date"


@pytest.mark.parametrize(
    "text", ["Third-quarter 2024 results", "in mid-May 2024 sales", "year-end 2024 stocks"]
)
def test_the_last_part_of_a_compound_tells_a_year(text):
    assert extract(text)[-1].kind == "year"


@pytest.mark.parametrize("letters", ["st", "s", "th"])
def test_letters_may_follow_numbers_of_any_size(letters):
    assert extract(f"the 10^600{letters} of them", identifiers=True)


@pytest.mark.parametrize(
    ("text", "kind"), [("21st", "ordinal"), ("101st", "ordinal"), ("11st", "cardinal"), ("1990s", "decade")]
)
def test_letters_after_digits_tell_the_kind(text, kind):
    assert one(text).kind == kind
