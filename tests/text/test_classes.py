"""Ways to write a quantity by class: every line of `quantities.txt` is a text and all that it holds."""

import math
from pathlib import Path

import pytest

from numerate import extract

_CASES = Path(__file__).with_name("quantities.txt").read_text(encoding="utf-8")


def _read_classes():
    name, classes = "", {}
    for line in filter(None, _CASES.splitlines()):
        if line.startswith("# "):
            name = line[2:]
        else:
            text, _, numbers = line.rpartition("=>")
            classes.setdefault(name, []).append((text.strip(), numbers.strip()))
    return classes


def _write(number, with_noun):
    noun = f" #{number.noun}" if with_noun and number.noun else ""
    return f"{number.value:.12g}{f' {number.unit.symbol}' if number.unit else ''}{noun}"


def _is_right(numbers, expected):
    expected = [part.strip() for part in expected.split(";")] if expected else []
    if len(numbers) != len(expected):
        return False
    for number, wanted in zip(numbers, expected, strict=True):
        value, _, rest = wanted.partition(" ")
        if not math.isclose(number.value, float(value), rel_tol=1e-6):
            return False
        if _write(number, "#" in wanted).partition(" ")[2] != rest:
            return False
    return True


@pytest.mark.parametrize("name", _read_classes())
def test_quantities_are_read_in_every_way_of_writing_them(name):
    wrong = {
        text: [_write(number, True) for number in extract(text)]
        for text, expected in _read_classes()[name]
        if not _is_right(extract(text), expected)
    }
    assert wrong == {}
