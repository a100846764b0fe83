"""Phrases of number words: the frequent ones by a look-up, others word by word."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache

from numerate.text.cues import PERIOD_BEFORE
from numerate.text.idioms import is_idiom, is_pronoun, is_time, word_before
from numerate.text.lexicon import (
    BARE_SCALES,
    DENOMINATORS,
    FOLDS,
    ORDINALS,
    SCALE_ORDINALS,
    SCALES,
    TENS,
    UNITS,
)
from numerate.text.number import Kind
from numerate.text.words import SHARES, WORD, Phrase, counts_one, is_part, is_share, read_in_context

_LONGEST_CACHED = 60
"""Characters of the longest phrase whose value is kept."""
_ONE, _TWO = Decimal(1), Decimal(2)

_WORDS: dict[str, tuple[int, Kind]] = {
    **{word: (value, "cardinal") for word, value in {**UNITS, **TENS}.items() if word != "one"},
    **{word: (value, "ordinal") for word, value in ORDINALS.items() if word != "second"},
    **{
        f"{tens}-{unit}": (ten + UNITS[unit], "cardinal")
        for tens, ten in TENS.items()
        for unit in "one two three four five six seven eight nine".split()
    },
    **{word: (value, "multiple") for word, value in FOLDS.items()},
}
PLAIN_WORDS = {
    word: (Decimal(value), kind)
    for word, (value, kind) in _WORDS.items()
    if not word.startswith(BARE_SCALES)  # several hundredfold
}
"""Words that mean the same wherever they stand alone; most phrases are one of them."""
_NO_CONTEXT = frozenset((*UNITS, *TENS, *SCALES, "and"))
"""Words whose numbers are the same whatever stands around the phrase, but for those of one word."""


def read_phrase(view: str, start: int, end: int) -> list[Phrase]:
    """Read the numbers of the phrase of number words at `start:end`."""
    written = view[start:end]
    if plain := PLAIN_WORDS.get(written):
        return [] if is_idiom(view, start, end) else [(start, end, *plain)]
    if read := _FREQUENT.get(written):
        return read(view, start, end)
    if (alone := _read_alone(written)) is not None:
        return [(start, end, *alone)]
    return read_in_context(view, start, end)


@lru_cache(maxsize=1 << 12)
def _read_alone(written: str) -> tuple[Decimal, Kind] | None:
    """Read a phrase that is one number wherever it stands: "two million", "one hundred and five"."""
    words = WORD.findall(written)
    if len(words) < 2 or len(written) > _LONGEST_CACHED or not _NO_CONTEXT.issuperset(words):
        return None
    numbers = read_in_context(written, 0, len(written))
    return numbers[0][2:] if len(numbers) == 1 and numbers[0][:2] == (0, len(written)) else None


def _read_one(view: str, start: int, end: int) -> list[Phrase]:
    pronoun = is_pronoun(view, start, end, word_before(view, start))
    return [] if pronoun or is_idiom(view, start, end) else [(start, end, _ONE, "cardinal")]


def _read_second(view: str, start: int, end: int) -> list[Phrase]:
    time = is_time(view, start, end, word_before(view, start))
    return [] if time or is_idiom(view, start, end) else [(start, end, _TWO, "ordinal")]


def _read_share(view: str, start: int, end: int) -> list[Phrase]:
    word = view[start:end]
    share = is_share(view, word, end, word_before(view, start))
    return [(start, end, SHARES[word], "fraction")] if share and not is_idiom(view, start, end) else []


def _read_single(view: str, start: int, end: int) -> list[Phrase]:
    return [(end - len("single"), end, _ONE, "cardinal")] if counts_one(view, end, "a") else []


def _read_part(view: str, start: int, end: int) -> list[Phrase]:
    """Read a fraction after an article, "a fifth of", or else the ordinal or share by itself."""
    at = start + len("a ")
    word = view[at:end]
    if is_part(view, word, end, word_before(view, start)):
        return [(start, end, _ONE / DENOMINATORS[word], "fraction")]
    return read_phrase(view, at, end)


def _read_first(view: str, start: int, end: int) -> list[Phrase]:
    """Read an ordinal and a count, which are two numbers: "first nine months"."""
    at = start + len("first ")
    return read_phrase(view, start, at - 1) + read_phrase(view, at, end)


def _read_period(view: str, start: int, end: int) -> list[Phrase]:
    """Read a part of a year or a match, of which only the ordinal is a number: "third quarter"."""
    ordinal = WORD.match(view, start)
    return read_phrase(view, *ordinal.span()) if ordinal else []


_FREQUENT: dict[str, Callable[[str, int, int], list[Phrase]]] = {
    "one": _read_one,
    "second": _read_second,
    "half": _read_share,
    "quarter": _read_share,
    "a single": _read_single,
    **{
        f"a {word}": _read_part
        for word in DENOMINATORS
        if word not in SCALE_ORDINALS and not word.endswith("s")
    },
    **{f"first {word}": _read_first for word, value in (UNITS | TENS).items() if value > 1},
    **{
        f"{ordinal}{joint}{period}": _read_period
        for ordinal in PERIOD_BEFORE.intersection(ORDINALS)
        for joint in " -"
        for period in SHARES
    },
}
"""Frequent phrases that are a number, or not, by what stands around them."""
