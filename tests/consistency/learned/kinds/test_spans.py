import pytest

from numerate.consistency.learned.kinds import candidates
from tests.consistency.learned.helpers import figures, holding, reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Born in 1931, she died in 2004 at 73.", ("span", (0, 1, 2))),
        ("It opens at 9:30 and closes at 17:15, so 7 hours 45 minutes.", ("span", (0, 1, 2))),
        ("In at noon, out at twenty to four: three hours and forty minutes.", ("span", (0, 1, 2))),
        ("It opens at 8.30 and closes at 12.15, three hours and forty-five minutes.", ("span", (0, 1, 2))),
        ("Open 9:00 to 5:30, eight and a half hours.", ("span", (0, 1, 2))),
        ("Shift B, 2200 to 0600, is eight hours.", ("span", (0, 1, 2))),
        (
            "Ingrid took 3:42:10 and Solveig 3:51:40, nine minutes and thirty seconds more.",
            ("span", (0, 1, 2)),
        ),
        ("Ordered in April 2004, it turned in October 2006, thirty months later.", ("span", (0, 1, 2))),
        ("Karl was a monk at 19, in 1883, and abbot at 45, in 1909.", ("ages", (1, 3, 2))),
    ],
)
def test_spans_that_hold(text: str, expected: tuple[str, tuple[int, ...]]) -> None:
    assert expected in holding(text)


@pytest.mark.parametrize(
    ("text", "kind", "indices", "problem"),
    [
        ("From 1979 to 1980, four years.", "span", (0, 1, 2), "From 1979 to 1980 is 1 year, not four years."),
        ("From 9:00 to 17:30, 9 hours.", "span", (0, 1, 2), "From 9:00 to 17:30 is 8 h 30 min, not 9 hours."),
        ("3 July 2021 to 17 July 2021: 3 weeks", "span", (0, 1, 2),
         "From 3 July 2021 to 17 July 2021 is 14 days, not 3 weeks."),
        ("Monk at 19, in 1883, abbot at 54, in 1909.", "ages", (1, 3, 2), "26 years after 19 is 45, not 54."),
    ],
)  # fmt: skip
def test_problems_show_correct_arithmetic(
    text: str, kind: str, indices: tuple[int, ...], problem: str
) -> None:
    assert reading(text, kind, *indices).problem() == problem


def test_a_span_that_does_not_fit_holds_in_no_way() -> None:
    stated = holding("The lease runs from 1 March 2020 to 28 February 2021, or 24 months.")
    assert "span" not in {kind for kind, _ in stated}


def test_a_span_has_all_numbers_of_its_dates() -> None:
    numbers = reading("3 July 2021 to 17 July 2021: 3 weeks", "span", 0, 1, 2).numbers
    assert sorted(number.text for number in numbers) == ["17", "2021", "2021", "3", "3"]


def test_years_between_months_may_be_counted_by_the_year() -> None:
    assert ("span", (0, 1, 2)) in holding("He served from September 1978 to July 1993, fifteen years.")
    assert ("span", (0, 1, 2)) not in holding("He served from September 1978 to July 1993, seventeen years.")


@pytest.mark.parametrize(
    ("died", "holds"), [("4 May 1910", True), ("4 March 1910", False), ("12 May 1910", True)]
)
def test_people_count_up_to_a_birthday_that_is_near(died: str, holds: bool) -> None:
    assert (("span", (0, 1, 2)) in holding(f"Born on 10 May 1840, she died on {died}, at 70.")) == holds


def test_two_times_of_one_thing_are_no_span() -> None:
    assert not reading("Milking is at 5:00 and at 16:00 and lasts 2 hours.", "span", 0, 1, 2).is_possible
    assert reading("It runs from 5:00 to 16:00 and lasts 2 hours.", "span", 0, 1, 2).is_possible


@pytest.mark.parametrize(
    "text",
    [
        "He fell ill in 1795 and died on the first of May 1807.",
        "Sung since 1879 and adopted in 1953, the hymn takes four minutes.",
    ],
)
def test_days_of_the_month_and_minutes_are_no_time_between_years(text: str) -> None:
    assert not {each.kind for each in candidates(figures(text)) if each.kind == "span"}


def test_years_that_have_passed_since_are_not_between_two_years() -> None:
    text = "The fuse board dates from 1978. The last test was in 2009, 17 years{}."
    assert not reading(text.format(" ago"), "span", 0, 1, 2).is_possible
    assert reading(text.format(" later"), "span", 0, 1, 2).is_possible


def test_years_between_full_dates_are_exact() -> None:
    text = "The term is five years. It begins on 1 April 2026 and ends on 31 March {}."
    assert ("span", (1, 2, 0)) in holding(text.format(2031))
    assert ("span", (1, 2, 0)) not in holding(text.format(2032))


def test_an_age_is_read_between_full_dates() -> None:
    text = "She died on 4 July 1934 at the age of {}. She was born on 7 November 1867."
    assert ("span", (2, 0, 1)) in holding(text.format(66))
    assert ("span", (2, 0, 1)) not in holding(text.format(67))


def test_the_first_day_of_a_range_has_the_month_of_the_last() -> None:
    assert ("span", (1, 2, 0)) in holding("It is on for nine days, from 3 to 11 May.")
    assert ("span", (1, 2, 0)) in holding("It is on for nine days, from May 3 to 11.")


def test_a_failing_span_says_what_its_duration_should_be() -> None:
    claim = reading("The lease runs from 1 September 2024 to 31 August 2027, 30 months.", "span", 0, 1, 2)
    [duration] = claim.equation.quantities()
    needed = claim.equation.needed(duration)
    assert not claim.equation.holds()
    assert needed.low < 36 < needed.high


def test_failing_ages_say_what_the_later_age_should_be() -> None:
    claim = reading("She was 27 when it opened in 1988; now, in 2024, she is 53.", "ages", 1, 2, 3)
    [age] = claim.equation.quantities()
    assert claim.equation.needed(age).low <= 63 <= claim.equation.needed(age).high
    assert claim.problem() == "36 years after 27 is 63, not 53."


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("From 1 January to 28 February: 2 months.", True),
        ("From 10 March to 10 June: 3 months.", True),
        ("From 1 January to 28 February: 3 months.", False),
    ],
)
def test_months_from_a_day_to_the_day_before(text: str, holds: bool) -> None:
    assert (("span", (0, 1, 2)) in holding(text)) == holds


def test_times_of_day_of_two_places_are_no_span() -> None:
    text = "It left at 21:30 and came at 08:40, where clocks are ahead, after 10 hours and 10 minutes."
    assert not reading(text, "span", 0, 1, 2).is_possible
