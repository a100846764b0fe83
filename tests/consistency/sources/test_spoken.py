import pytest

from numerate.consistency.sources.spoken import spoken_numbers
from tests.consistency.sources.helpers import verdicts


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("That's another one fifty.", [150.0, 1.5]),
        ("It would add two euros forty per unit.", [2.4]),
        ("So that's sixteen thousand two seventy-five.", [16_275.0]),
        ("Fourteen five ninety-two, all in.", [14_592.0]),
        ("About eleven two plus tax.", [11_200.0]),
        ("We have twenty-five vans and three drivers.", []),
        ("It took nineteen hundred men.", []),
        ("one two three four", []),
        ("Eighteen forty thousand", []),
    ],
)
def test_readings_of_spoken_numbers(text: str, values: list[float]) -> None:
    assert [number.value for number in spoken_numbers(text)] == values


def test_the_place_is_that_of_the_words() -> None:
    text = "We could do two euros forty."
    [number] = spoken_numbers(text)
    assert text[number.start : number.end] == number.text == "two euros forty"
    assert number.currency == "EUR"


def test_a_draft_writes_out_what_is_spoken() -> None:
    source = "Agent: Thirty-five people, three nights, that's sixteen thousand two seventy-five."
    assert verdicts("Three nights would cost $16,275.", source)[-1] == ("$16,275", "rescaled")


def test_long_runs_of_number_words_take_linear_time() -> None:
    assert len(list(spoken_numbers("one fifty, " * 20_000))) == 40_000


def test_a_price_in_digits_may_be_spoken() -> None:
    assert [number.value for number in spoken_numbers("It is 194 pounds 65.")] == [194.65]
    assert list(spoken_numbers("It is 194 pounds 65 percent of the time.")) == []
    assert verdicts("The lamp costs £194.65.", "The lamp is 194 pounds 65, sir.") == [("£194.65", "same")]


@pytest.mark.parametrize(
    ("source", "draft"),
    [
        ("It opened in two thousand and eight.", "It opened in 2008."),
        ("He is five and fifty and rich.", "He is 55 years old."),
        ("The chip is 12 euros fifty per unit.", "The chip costs €12.50."),
        ("The agency wants 60,000. I can give you 45.", "The agency wants 60,000 but gets 45,000."),
        ("In FY22 we grew.", "They grew in fiscal 2022."),
        ("The meeting is at half past six.", "The meeting is at 6:30."),
        ("See you at quarter to five.", "They meet at 4:45."),
        ("I'll come at seven thirty tonight.", "She will come at 7:30 pm."),
        ("The seventies were fun.", "The 1970s were fun."),
        ("I lived with her for the first year and a half.", "He lived with her for a year and a half."),
    ],
)
def test_what_is_said_is_found_in_digits(source: str, draft: str) -> None:
    assert {verdict for _, verdict in verdicts(draft, source)} <= {"same", "rescaled", "exempt"}


def test_other_readings_take_linear_time() -> None:
    for text in ("twelve euros fifty, half past six ", "five and five and ", "at seven at seven oh "):
        assert len(list(spoken_numbers(text * 20_000))) < 200_000
