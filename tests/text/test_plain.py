"""Short ways of the reader: each must read what the long way reads."""

import re
from itertools import product
from pathlib import Path

import pytest

from numerate import extract
from numerate.text import affixes, compounds, phrases, plain, rates, spelled

from .reading import one

_NEVER = re.compile(r"(?!)")
_SHORT_WAYS = [
    (plain, "_PLAIN_NUMBER", _NEVER),
    (plain, "_PLAIN_AMOUNT", _NEVER),
    (spelled, "PLAIN_FOLLOWING", _NEVER),
    (spelled, "PLAIN_WORDS", {}),
    (phrases, "_FREQUENT", {"one": phrases._FREQUENT["one"]}),
    (rates, "_PLAIN_RATE", _NEVER),
    (affixes, "PLAIN_UNITS", {}),
    (compounds, "_TWO_NUMBERS", _NEVER),
]
_BEFORE = [
    *(
        "",
        "in ",
        "of ",
        "May ",
        "About ",
        "Apollo ",
        "Marsh, ",
        "type ",
        "page ",
        "aged ",
        "minus ",
        "USD ",
        "rm ",
    ),
    *("third-quarter ", "(", " (", "cost $", "up by ($", "to £", "A$", "6 - ", "5, "),
]
_NUMERALS = [
    *(
        "5",
        "38",
        "187",
        "2019",
        "25,000",
        "3.4",
        "12,34",
        "1234,567",
        "10-15",
        "2014-16",
        "two",
        "twenty-three",
    ),
    *("third", "a fifth", "half", "a single", "second half", "one", "two million"),
]
_AFTER = [
    *(
        "",
        ".",
        ")",
        ")%",
        " (x",
        ", as",
        " percent of",
        "-percent rise",
        " per cent.",
        "%",
        " million people",
    ),
    *(
        " billion.",
        " km of",
        " km per day",
        " km squared",
        " days off",
        " days.",
        "-day trip",
        "-year-old",
        " h a",
    ),
    *(
        " tonnes of oil equivalent",
        " min-1",
        " years of age",
        " cents a share,",
        " euros a year earlier",
        " euros",
    ),
    *(
        " a barrel,",
        " a head and",
        " patients per doctor",
        " patients were",
        " of the patients",
        " more patients",
    ),
    *(
        "-plus stores",
        " it's",
        " May",
        " and",
        " and a half miles",
        " new coastal stations were",
        " seat hall",
    ),
    *(" p.m.", " times as", " m long", " °C for", " in 2019"),
]


def long_way(monkeypatch, texts):
    with monkeypatch.context() as patch:
        for module, name, nothing in _SHORT_WAYS:
            patch.setattr(module, name, nothing)
        return [extract(text, identifiers=True) for text in texts]


def test_short_ways_read_what_the_long_way_reads(monkeypatch):
    texts = [
        f"It rose {before}{number}{after}" for before, number, after in product(_BEFORE, _NUMERALS, _AFTER)
    ]
    for text, expected in zip(texts, long_way(monkeypatch, texts), strict=True):
        assert repr(extract(text, identifiers=True)) == repr(expected), text


def test_short_ways_read_prose_as_the_long_way_does(monkeypatch):
    prose = (Path(__file__).parents[2] / "benchmarks" / "extract_text.txt").read_text(encoding="utf-8")
    texts = prose.split("\n\n")
    assert [extract(text, identifiers=True) for text in texts] == long_way(monkeypatch, texts)


@pytest.mark.parametrize("digits", ["5", "25,000", "1,234,567,890.12", "12345678901234"])
def test_digits_keep_their_exact_value(digits):
    number = one(f"a total of {digits} patients")
    assert (number.text, str(number.decimal)) == (digits, digits.replace(",", ""))
    assert number.value == float(digits.replace(",", ""))
