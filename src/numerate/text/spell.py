"""Spell whole numbers in English words; the counterpart of `words`."""

from __future__ import annotations

from numerate.text.lexicon import SCALES, SMALL_ORDINALS, TENS, UNITS

_UNITS = {value: word for word, value in reversed(UNITS.items())}
_TENS = {value: word for word, value in TENS.items()}
_ORDINALS = {value: word for word, value in SMALL_ORDINALS.items()}
_GROUPS = sorted(
    ((value, word) for word, value in SCALES.items() if value >= 1000 and word not in ("lakh", "crore")),
    reverse=True,
)
LARGEST_SPELLED = 10**18
"""Words end below this."""


def spell_cardinal(value: int, *, british: bool = True) -> str:
    """256000 → "two hundred and fifty-six thousand"; without "and" unless British."""
    if not 0 <= value < LARGEST_SPELLED:
        raise ValueError(f"only numbers from 0 to below 1e18 are spelled out, not {value}")
    if value < 1000:
        return _below_thousand(value, british)
    words: list[str] = []
    for scale, word in _GROUPS:
        count, value = divmod(value, scale)
        if count:
            words.append(f"{_below_thousand(count, british)} {word}")
    if value:
        joint = "and " if british and value < 100 else ""
        words.append(joint + _below_thousand(value, british))
    return " ".join(words)


def spell_ordinal(value: int, *, british: bool = True) -> str:
    """21 → "twenty-first"."""
    words = spell_cardinal(value, british=british)
    cut = max(words.rfind(" "), words.rfind("-")) + 1
    head, last = words[:cut], words[cut:]
    if last in UNITS:
        return head + _ORDINALS[UNITS[last]]
    return head + (last[:-1] + "ieth" if last in TENS else last + "th")


def spell_year(value: int) -> str | None:
    """1984 → "nineteen eighty-four"; None where a year is not said in two halves."""
    century, rest = divmod(value, 100)
    if not 11 <= century <= 20 or rest < 10:
        return None
    return f"{_below_thousand(century, False)} {_below_thousand(rest, False)}"


def ordinal_suffix(value: int) -> str:
    """Return the letters behind an ordinal in digits: 21 → "st"."""
    if value % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def _below_thousand(value: int, british: bool) -> str:
    hundreds, rest = divmod(value, 100)
    if not hundreds:
        return _below_hundred(rest)
    head = f"{_UNITS[hundreds]} hundred"
    if not rest:
        return head
    return f"{head} and {_below_hundred(rest)}" if british else f"{head} {_below_hundred(rest)}"


def _below_hundred(value: int) -> str:
    if value < 20:
        return _UNITS[value]
    tens, unit = divmod(value, 10)
    return _TENS[tens * 10] + (f"-{_UNITS[unit]}" if unit else "")
