"""Read one unit with its power, without products and rates: "km", "square miles", "m²", "degrees Celsius"."""

from __future__ import annotations

import re

from numerate.text.cues import INCHES_GO_ON, INCHES_OF, LENGTH_BEFORE, NOUN_AFTER, NOUN_BEFORE
from numerate.text.lexicon import AFTER, MAGNITUDES
from numerate.text.unit_table import NAMED_ONLY, PREFIXES
from numerate.text.units import LENGTH, NAMES, SYMBOLS, Measure

_WORD = re.compile(
    r"[\xb0\xba](?=[NSEW]\b)|[A-Za-z\xb5\xb0\xba\xc5\u03bc\u03a9\u2126\u2032\u2033]+|['\"](?![\w'\"])"
)
_RAISED = re.compile(r"(?:\^|\*\*)([23])(?!\d)|([23])(?!\d|[.,/-]\d|/)|([\xb2\xb3])|[ \xa0](squared|cubed)\b")
PLAIN_WORD = re.compile(r"[a-z]+")
NOTHING_FOLLOWS = frozenset((".", ",", ";", ":", ")", "", "\n"))
_DEGREES = re.compile(
    r"[ \xa0](?:on the )?(?:([CF])\b|(cel[sc]ius|centigrade|fah?renheit|kelvin|rankine)\b)", re.IGNORECASE
)
POWERS = {"2": 2, "3": 3, "\xb2": 2, "\xb3": 3, "\xb9": 1, "1": 1, "squared": 2, "cubed": 3}
_SQUARE = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}
LETTERS = frozenset("m g s h l L t K V W J N A B b C F T M".split())
"""Units of one letter, in the only case in which they are units."""
_TEMPERATURES = {"C": SYMBOLS["°C"], "F": SYMBOLS["°F"]}
_SCALES = {**_TEMPERATURES, "K": SYMBOLS["K"], "R": SYMBOLS["°R"]}
"""Scales of temperature by their first letter."""
_DOTTED = re.compile(r"[a-z]\.[a-z](?:\.[a-z])?\b\.?(?!\w)")
_DOTTED_UNITS = {word: SYMBOLS[word] for word in "mph kph rpm psi mpg hp cc bpm fps".split()}
"""Units that are also written with points: m.p.h."""
_UNIT_GOES_ON = re.compile(
    r" (?:[/\xb7.]|(?:squared|cubed|olds?|of age|per|an?|each|every|to the gallon)\b|[ms](?![a-z0-9])|"
    r"[a-z\xb5]+\^?\{?[-\xaf])"
)
"""What belongs to the unit before it, or says more of it: " squared", " per", " min-1"; " old"."""


def _phrases() -> dict[str, list[tuple[re.Pattern[str], Measure]]]:
    """Index the names of several words by their first: "nautical miles", "watt-hours"."""
    phrases: dict[str, list[tuple[re.Pattern[str], Measure]]] = {}
    for name, measure in NAMES.items():
        first, *rest = re.split("[ -]", name)
        if rest:
            pattern = re.compile("".join(rf"\.?[ \xa0-]{word}" for word in rest) + "(?![a-z])")
            phrases.setdefault(first, []).append((pattern, measure))
    return phrases


_PHRASES = _phrases()
_PREFIXES = frozenset(name for name, _ in PREFIXES.values())
_WRITTEN = {symbol: measure for symbol, measure in SYMBOLS.items() if symbol not in NAMED_ONLY}
_PLAIN_SYMBOLS = frozenset(("\xb0C", "\xb0F", "h", "g", "s", "l"))
"""Symbols that are read like words; other letters may be magnitudes, or are units in one case only."""
ONE_WORD = {
    word: measure
    for word, measure in (NAMES | _WRITTEN | _TEMPERATURES).items()
    if (len(word) > 1 and word.isascii() and word.isalpha()) or word in _PLAIN_SYMBOLS
    if word.lower() not in _SQUARE.keys() | _PREFIXES and measure.symbol != "\xb0"
}
_SIMPLE = {
    word: measure
    for word, measure in ONE_WORD.items()
    if word.lower() not in _PHRASES.keys() | NOUN_AFTER.keys()
}
"""Units whose words mean nothing else, whatever follows: most of those that texts have."""
PLAIN_UNITS = {
    word: measure
    for word, measure in ONE_WORD.items()
    if word not in NOUN_BEFORE and word not in AFTER and word not in MAGNITUDES and word != "in"
}
"""Units of one word that are no magnitudes, currencies or parts of a body.

What follows may still make more of them: see `ends_plain_unit`.
"""
UNIT_WORDS = frozenset(
    word.lower().replace("\u03bc", "\xb5").replace("\u03c9", "\xaa")
    for word in (
        *SYMBOLS,
        *_PHRASES,
        *_SQUARE,
        *_PREFIXES,
        *(name for name in NAMES if " " not in name),
        "c",
        "f",
        *("m.p.", "k.p.", "r.p.", "p.s.", "h.p.", "c.c.", "b.p.", "f.p."),
        "'",
        '"',
    )
)
"""First words of units, in the view; other words need not be parsed."""


def _otherwise() -> dict[str, re.Pattern[str]]:
    """Index what makes a longer unit or a thing of a word: tonnes of oil equivalent, six cups and saucers."""
    patterns = {word: [phrase.pattern for phrase, _ in phrases] for word, phrases in _PHRASES.items()}
    for word, thing in NOUN_AFTER.items():
        patterns.setdefault(word, []).append(thing.pattern)
    return {word: re.compile("|".join(alternatives)) for word, alternatives in patterns.items()}


_OTHERWISE = _otherwise()


def read_single_unit(text: str, view: str, at: int) -> tuple[int, Measure] | None:
    """Read one unit with its power: "km", "square miles", "m²", "degrees Celsius", "nautical miles"."""
    match = _WORD.match(text, at)
    if match is None:
        return None
    word, end = match[0], match.end()
    if simple := _SIMPLE.get(word):
        return _raised_after(view, end, simple)
    lower = word.lower()
    if lower in _SQUARE:
        return _raised_before(text, view, end, _SQUARE[lower])
    for pattern, measure in _PHRASES.get(lower, ()):
        if phrase := pattern.match(view, end):
            return phrase.end(), measure
    if lower in _PREFIXES and (name := PLAIN_WORD.match(view, end + 1)) and lower + name[0] in NAMES:
        return name.end(), NAMES[lower + name[0]]  # kilo meters
    known = _TEMPERATURES.get(word) or _WRITTEN.get(word) or NAMES.get(lower)
    if known is None or (len(word) == 1 and word.isascii() and word not in LETTERS):
        return None
    if lower in NOUN_AFTER and NOUN_AFTER[lower].match(view, end):
        return None
    if known.symbol == "°" and (scale := _DEGREES.match(text, end)):
        return scale.end(), _scale(scale)
    return _raised_after(view, end, known)


def _raised_after(view: str, end: int, measure: Measure) -> tuple[int, Measure] | None:
    """Read the power after a unit: m², ft^2, m3, metres squared; None where the word goes on."""
    following = view[end : end + 1]
    if following in NOTHING_FOLLOWS:
        return end, measure
    if following != " " or view[end + 1 : end + 2] in "sc":
        power = _RAISED.match(view, end)
        if power and (power[2] is None or measure.dimensions == LENGTH or measure.symbol == "s"):
            return power.end(), measure.to_the(POWERS[next(filter(None, power.groups()))])
    return None if following.isalnum() and measure.dimension != "angle" else (end, measure)


def _raised_before(text: str, view: str, end: int, power: int) -> tuple[int, Measure] | None:
    """Read the unit after "square" or "cubic"."""
    begin = end + (view[end : end + 1] == ".")
    if view[begin : begin + 1] not in (" ", "\xa0", "-"):
        return None
    unit = read_single_unit(text, view, begin + 1)
    return (unit[0], unit[1].to_the(power)) if unit and unit[1].dimensions == LENGTH else None


def _scale(match: re.Match[str]) -> Measure:
    return _SCALES[(match[1] or match[2])[0].upper()]


def read_dotted(view: str, at: int) -> tuple[int, Measure] | None:
    """Read a unit that is written with points, m.p.h."""
    dotted = _DOTTED.match(view, at)
    known = _DOTTED_UNITS.get(dotted[0].replace(".", "")) if dotted else None
    return (dotted.end(), known) if dotted and known else None


def ends_plain_unit(view: str, word: str, end: int) -> bool:
    """Return whether one of `PLAIN_UNITS` that ends at `end` is the whole unit, and means nothing else."""
    following = view[end : end + 1]
    if following == " ":
        if _UNIT_GOES_ON.match(view, end):
            return False
    elif following not in NOTHING_FOLLOWS:
        return False
    return not means_more(view, word, end)


def means_more(view: str, word: str, end: int) -> bool:
    """Return whether what follows the word that ends at `end` makes a longer unit of it, or a thing."""
    pattern = _OTHERWISE.get(word)
    return pattern is not None and pattern.match(view, end) is not None


def are_inches(view: str, start: int, end: int) -> bool:
    """Return whether the "in" that ends at `end` is a unit by what is measured; its number is at `start`."""
    if INCHES_OF.match(view, end):
        return True
    measured = INCHES_GO_ON.match(view, end) and LENGTH_BEFORE.search(view, max(0, start - 40), start)
    return measured is not None


def names_a_thing(view: str, start: int, word: str) -> bool:
    """Return whether the words before a numeral make a unit's name a thing: her own two feet."""
    pattern = NOUN_BEFORE.get(word)
    if word in ("feet", "foot") and view[start : start + 2].isdecimal():  # with 900 feet of climbing
        return False
    return pattern is not None and pattern.search(view, max(0, start - 30), start) is not None
