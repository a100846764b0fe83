import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from numerate.text.sentences import sentences
from tests.growth import assert_linear


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "The U.S. economy grew.",
        "It is No. 5 on the list.",
        "Apple Inc. said so.",
        "Alphabet Inc. 10-K filings are long.",
        "See Fig. 3 for the spectrum.",
        "It lies approx. 20 km away.",
        "See Vol. 3 of the series.",
        "By Eq. 5 the sum vanishes.",
        "By Eqs. (5) and (6) it does.",
        "It was built ca. 1900 by monks.",
        "It was built c. 1900 by monks.",
        "It costs approx. $20 a month.",
        "It fell on Sept. 11 in the morning.",
        "Fleming et al. found it.",
        "Mr. J. Smith paid Rs. 500 for it.",
        "It rose 3.5 percent to 1,200.25 points.",
        "A line\nthat is wrapped.",
        "😀😀 It fell to approx. 20 e\u0301tages.",
    ],
)
def test_abbreviations_do_not_end_a_sentence(text: str) -> None:
    assert split(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "It opens at 5 p.m. Monday and closes at 7 a.m. Tuesday.",
        "Doors close at 9 p.m. Fridays.",
        "They met at 11 a.m. June 20 in town.",
        "They met at 11 a.m. 20 June in town.",
        "They met at 11 a.m. Sept. 20 in town.",
        "The call begins at 8:30 a.m. ET on Friday.",
        "The call begins at 8:30 a.m. New York time.",
        "The call begins at 8:30 a.m. Eastern and ends at 9.",
        "It ended at 5 p.m. Friday, the police said.",
    ],
)
def test_a_day_or_a_clock_after_the_hour_goes_on(text: str) -> None:
    assert split(text) == [text]


@pytest.mark.parametrize(
    "expected",
    [
        ["It opens at 5 p.m.", "The doors close at 9."],
        ["It opens at 5 p.m.", "Monday is free."],
        ["It opened at 5 p.m.", "Monday's meeting was long."],
        ["It opens at 5 p.m.", "May we come?"],
        ["It opens at 5 p.m.", "Each time we came."],
        ["It opens at 5 p.m.", "Eastern Europe was cold."],
        ["It opens at 5 p.m. Monday.", "We came."],
    ],
)
def test_an_hour_may_end_a_sentence(expected: list[str]) -> None:
    assert split(" ".join(expected)) == expected


@pytest.mark.parametrize(
    "expected",
    [
        ["He left.", "She stayed."],
        ["It rose to 5.", "Nobody knew why."],
        ["Is it 12%?", "No!", "It is 13."],
        ["It was sold for $3.4 billion.", "20 people left."],
        ["It took so long.", "20 people left."],
        ["😀 fell by 3.", "👩‍👩‍👧 rose by 4.", "e\u0301tude."],
    ],
)
@pytest.mark.parametrize("between", [" ", "  ", "\n", "\n\n", "\r\n\r\n", " \n \n\t"])
def test_a_text_is_split_into_its_sentences(expected: list[str], between: str) -> None:
    assert split(between.join(expected) + between) == expected


def test_a_blank_line_ends_a_sentence() -> None:
    assert split("A heading\n\nThe text\nof it.") == ["A heading", "The text\nof it."]


def test_windows_leave_no_seam() -> None:
    pieces = [
        f"Sentence {n} has the value {n}.5, approx. {n} times {'more ' * (n % 50)}than before."
        for n in range(400)
    ]
    assert split(" ".join(pieces)) == pieces


def test_a_sentence_longer_than_any_window_stays_whole() -> None:
    long = "and ".join(f"item {n}, " for n in range(5000)) + "done."
    assert split(f"Before it. {long} After it.") == ["Before it.", long, "After it."]


# Letters, digits, everything that ends or encloses a sentence, and what breaks byte offsets.
HOSTILE = st.text(
    st.sampled_from(list("aB1 .,!?()[]“”\"'’…。\n\r\t\0\u00a0\u2028\u0301\ud800😀é")), max_size=400
)


@example("vitamin B\xa0. Next")
@example("A\u2028.B\u3000.")
@given(st.one_of(st.text(), HOSTILE, HOSTILE.map(lambda text: text * 40)))
def test_spans_are_sorted_disjoint_and_complete(text: str) -> None:
    done = 0
    for start, end in sentences(text):
        assert done <= start < end <= len(text)
        assert not text[done:start].strip()
        assert text[start:end] == text[start:end].strip()
        done = end
    assert not text[done:].strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["“", "'", "1", "1. ", "(A. ", "a", ".", "\n", "Abc.\n\n", "No. ", "e\u0301", "中。a؟ "]
)
def test_time_is_linear(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    assert_linear(sentences, text[:25_000], text)  # the library alone takes quadratic time on some of these
