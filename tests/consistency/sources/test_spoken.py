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
