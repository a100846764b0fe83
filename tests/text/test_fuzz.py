"""The reader's promises over texts made of the grammar's own tokens, where characters alone seldom get."""

from hypothesis import example, given
from hypothesis import strategies as st

from numerate import extract, render
from numerate.text.currencies import CODES, MINOR, NAMES, PREFIXES
from numerate.text.lexicon import (
    AFTER,
    BEFORE,
    DENOMINATORS,
    FOLDS,
    MAGNITUDES,
    ORDINALS,
    SCALES,
    TENS,
    UNITS,
)
from numerate.text.units import NAMES as UNIT_NAMES
from numerate.text.units import SYMBOLS

_WORDS = sorted(
    {*UNITS, *TENS, *SCALES, *ORDINALS, *DENOMINATORS, *FOLDS, "dozen", "half", "quarter", "nil", "single"}
)
_NUMERALS = [
    "0",
    "1",
    "5",
    "12",
    "10",
    "100",
    "1,234",
    "1 000",
    "3.14",
    ".5",
    "2016",
    "1.2.3",
    "1/2",
    "½",
    "007",
    "1e5",
    "A380",
    "H1N1",
    "v2",
]
_JOINTS = [
    "",
    " ",
    " ",
    " ",
    "-",
    "–",
    "—",
    "/",
    ":",
    ".",
    ",",
    ", ",
    "'",
    '"',
    "^",
    " × ",
    "±",
    "(",
    ")",
    "%",
    "\n",
    "  ",
]
_LINKS = [
    "and",
    "and a",
    "a",
    "an",
    "of",
    "of a",
    "in",
    "out of",
    "over",
    "per",
    "point",
    "to",
    "by",
    "couple",
    "pair",
    "the",
]
_AFFIXES = sorted(
    {
        *AFTER,
        *BEFORE,
        *MAGNITUDES,
        *CODES,
        *NAMES,
        *MINOR,
        *PREFIXES,
        *SYMBOLS,
        *UNIT_NAMES,
        "$",
        "€",
        "°",
        "′",
        "¢",
    }
)

ALL_TOKENS = [*_WORDS, *_NUMERALS, *_JOINTS, *_LINKS, *_AFFIXES]
_TOKENS = st.one_of(
    *map(st.sampled_from, (_WORDS, _NUMERALS, _JOINTS, _LINKS, _AFFIXES)), st.from_regex(r"\A\d{1,6}\Z")
)
_TEXTS = st.lists(st.tuples(_TOKENS, st.sampled_from(_JOINTS)), max_size=14).map(
    lambda pairs: "".join(token + joint for token, joint in pairs)
)


@given(_TEXTS)
@example("1.2.3-1/2 cups")
@example("at 5,12:30:45 today")
@example("half million million")
@example("9" * 5000 + "/" + "9" * 5000)
@example("a hundred dozen dozen hundred")
@example("A380 of 1%")
def test_reading_never_raises_and_spans_are_sorted_and_disjoint(text: str) -> None:
    assert_numbers(text)


def assert_numbers(text: str) -> None:
    """Read the numbers of a text, and look at their spans."""
    done = 0
    for number in extract(text, identifiers=True):
        assert done <= number.start < number.end <= len(text)
        assert number.text == text[number.start : number.end]
        assert number.start <= number.numeral[0] < number.numeral[1] <= number.end
        assert number.kind == "identifier" or number.value >= 0
        if number.unit is not None and number.unit.text:
            assert 0 <= number.unit.start <= number.unit.end <= len(text)
        done = number.end


@given(_TEXTS, st.floats(0.001, 1e12))
def test_every_number_can_be_written_with_another_value(text: str, value: float) -> None:
    for number in extract(text):
        assert render(value, like=number)
