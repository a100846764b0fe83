"""Read the unit after a numeral: "km", "square miles", "mg/dL", "miles an hour", "per 100,000"."""

from __future__ import annotations

import re

from numerate.text.cues import (
    NOUN_AFTER,
    NOUN_BEFORE,
)
from numerate.text.currencies import AMBIGUOUS, MINOR
from numerate.text.currencies import NAMES as CURRENCIES
from numerate.text.lexicon import AFTER, MAGNITUDES
from numerate.text.unit_table import NAMED_ONLY, PREFIXES
from numerate.text.units import COUNTED_THINGS, CURRENCY, LENGTH, NAMES, SYMBOLS, Measure, Unit, currency

_A_UNIT_AND = re.compile(r"\ban? ([a-z]+) and $")
_LONGEST_UNIT_AND = 24
_WORD = re.compile(r"[A-Za-z\xb5\xb0\xba\xc5\u03bc\u03a9\u2126\u2032\u2033]+|['\"](?![\w'\"])")
_RAISED = re.compile(r"(?:\^|\*\*)([23])(?!\d)|([23])(?!\d|[.,/-]\d|/)|([\xb2\xb3])|[ \xa0](squared|cubed)\b")
_INVERSE = re.compile(
    r"(?:[ \xa0]?[\xb7\u22c5.]|[ \xa0])([A-Za-z\xb5\u03bc]+)(?:\^?\{?[-\u2212]([123])\}?|"
    r"\u207b([\xb9\xb2\xb3]))(?!\d)"
)
_RECIPROCAL = re.compile(
    r"((?:[cmkn\xb5\u03bc]?m|[mn\xb5\u03bc]?s|min|h|d|yr|[mk]?g|m?L|K|m?M|mol))"
    r"(?:\^?\{?[-\u2212]([123])\}?|\u207b([\xb9\xb2\xb3]))(?![\w-]|\.\d)"
)
_ONE = Measure("", ())
_NOTHING_FOLLOWS = frozenset((".", ",", ";", ":", ")", "", "\n"))
_PRODUCT = re.compile(r"[\xb7\u22c5]([A-Za-z\u03a9]+)")
_SPACED_PRODUCTS = {"N": "m", "kN": "m", "Pa": "s", "mPa": "s"}
"""Units that are multiplied without a sign: 5 N m."""
_MOST_FACTORS = 4
"""Units of a product in brackets, so that "5/(m m m m …" stays cheap."""
_AFTER_POWER = re.compile(r"(?<=[\xb2\xb3])[ \xa0]?[\xb7\u22c5]?(K|s|Hz)\b")
_TIMES = re.compile(r"[ \xa0]?[\xb7\u22c5*.][ \xa0]?|[ \xa0]")
_PER = re.compile(r"[ \xa0]?/[ \xa0]?(?=[A-Za-z\xb5\u03bc\d(])|[ \xa0-]per[ \xa0-]| to the (?=gallon)")
_PLAIN_WORD = re.compile(r"[a-z]+")
_NO_THINGS = frozenset("se cent the a an its each".split())
_OF_A = re.compile(r"[ \xa0-](?:of[ \xa0-])?(?:an?|the)[ \xa0-]")
_A = re.compile(r"[ \xa0-](?:an?|each|every)[ \xa0-]")
RATES_BEGIN = frozenset([f"/{c}" for c in map(chr, range(256))] + [a + b for a in " \xa0-" for b in "paet/"])
"""First two characters of rates; a look-up here is cheaper than the patterns below."""
_COUNT = re.compile(
    r"(\d{1,3}(?:,\d{3})+|10{1,6}|[23456]\d?|thousand|hundred thousand|million|hundred)(?![\d.,]\d)[ \xa0]?"
)
_COUNTS = {"hundred": 100, "thousand": 1000, "hundred thousand": 100_000, "million": 1_000_000}
_NO_RATE_AFTER = re.compile(
    r"[ \xa0](?:later|ago|before(?! (?:tax|deductions|bonus|costs|expenses|interest))|earlier|after(?! tax)|"
    r"or so|and a half|from now|early|late|day|week|month|year)\b"
)
_DEGREES = re.compile(
    r"[ \xa0](?:on the )?(?:([CF])\b|(cel[sc]ius|centigrade|fah?renheit|kelvin|rankine)\b)", re.IGNORECASE
)
_SIZE_AFTER = re.compile(r"[ \xa0](?:tall|high|long|wide|deep|thick)\b")
_POWERS = {"2": 2, "3": 3, "\xb2": 2, "\xb3": 3, "\xb9": 1, "1": 1, "squared": 2, "cubed": 3}
_SQUARE = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}

LETTERS = frozenset("m g s h l L t K V W J N A B b C F T M".split())
"""Units of one letter, in the only case in which they are units."""
_TEMPERATURES = {"C": SYMBOLS["°C"], "F": SYMBOLS["°F"]}
_SCALES = {**_TEMPERATURES, "K": SYMBOLS["K"], "R": SYMBOLS["°R"]}
"""Scales of temperature by their first letter."""
_QUOTATION = re.compile(r'(?<!\d)"')
_AFTER_INCHES = frozenset((" ", ",", ".", ")", "-", "", "\n"))
_LONGEST_LINE = 400
"""Characters of a line in which open quotations are looked for."""
_QUOTES = {"'": (SYMBOLS["ft"], SYMBOLS["′"]), '"': (SYMBOLS["in"], SYMBOLS["″"])}


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
_ONE_WORD = {
    word: measure
    for word, measure in (NAMES | _WRITTEN | _TEMPERATURES).items()
    if (len(word) > 1 and word.isascii() and word.isalpha()) or word in _PLAIN_SYMBOLS
    if word.lower() not in _SQUARE.keys() | _PREFIXES and measure.symbol != "\xb0"
}
_SIMPLE = {
    word: measure
    for word, measure in _ONE_WORD.items()
    if word.lower() not in _PHRASES.keys() | NOUN_AFTER.keys()
}
"""Units whose words mean nothing else, whatever follows: most of those that texts have."""
PLAIN_UNITS = {
    word: measure
    for word, measure in _ONE_WORD.items()
    if word not in NOUN_BEFORE and word not in AFTER and word not in MAGNITUDES and word != "in"
}
"""Units of one word that are no magnitudes, currencies or parts of a body.

What follows may still make more of them: see `ends_plain_unit`.
"""


def _otherwise() -> dict[str, re.Pattern[str]]:
    """Index what makes a longer unit or a thing of a word: tonnes of oil equivalent, six cups and saucers."""
    patterns = {word: [phrase.pattern for phrase, _ in phrases] for word, phrases in _PHRASES.items()}
    for word, thing in NOUN_AFTER.items():
        patterns.setdefault(word, []).append(thing.pattern)
    return {word: re.compile("|".join(alternatives)) for word, alternatives in patterns.items()}


_OTHERWISE = _otherwise()
_UNIT_GOES_ON = re.compile(
    r" (?:[/\xb7.]|(?:squared|cubed|olds?|of age|per|an?|each|every|to the gallon)\b|[ms](?![a-z0-9])|"
    r"[a-z\xb5]+\^?\{?[-\xaf])"
)
"""What belongs to the unit before it, or says more of it: " squared", " per", " min-1"; " old"."""
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

_DOTTED = re.compile(r"[a-z]\.[a-z](?:\.[a-z])?\b\.?(?!\w)")
_DOTTED_UNITS = {word: SYMBOLS[word] for word in "mph kph rpm psi mpg hp cc bpm fps".split()}
"""Units that are also written with points: m.p.h."""

_RATE_DENOMINATORS = frozenset(
    "s min h d wk mo yr decade fortnight bbl gal qt pt lb oz t ton L kg g acre ha mi km m ft in bu kWh MWh "
    "m^2 ft^2 m^3 GB MB cup".split()
) | frozenset(COUNTED_THINGS)
_PLAIN_DIVISORS = {
    word: measure
    for word, measure in _ONE_WORD.items()
    if word in NAMES and measure.symbol in _RATE_DENOMINATORS
}
_PLAIN_RATE = re.compile(
    r" (?:an?|per) ([a-z]+)(?:[.,;:)]|\Z| (?!(?:squared|cubed|per|an?|to|later|ago|before|earlier|after|"
    r"or|and|from|early|late)\b)[a-z])"
)
"""What a unit is divided by where nothing more can belong to it: " a barrel,", " per day in"."""


def read_unit(text: str, view: str, at: int) -> tuple[int, Measure] | None:
    """Read the unit that begins at `at`; return where it ends and what it means.

    text, view: the text and its normalised view, of the same length.
    """
    atom = _atom(text, view, at)
    if atom is None:
        return None
    end, measure = atom
    following = view[end : end + 1]
    if following in _NOTHING_FOLLOWS:
        return atom
    if following == " " and (symbol := _SPACED_PRODUCTS.get(measure.symbol)) and _is_word(text, end, symbol):
        return read_rate(text, view, end + 1 + len(symbol), measure.times(SYMBOLS[symbol]))
    if following == " " and "-" not in view[end : end + 8] and "\xaf" not in view[end : end + 8]:
        return read_rate(text, view, end, measure)
    while match := _PRODUCT.match(text, end):
        factor = SYMBOLS.get(match[1])
        if factor is None:
            break
        end, measure = match.end(), measure.times(factor)
    while match := _INVERSE.match(text, end):
        divisor = SYMBOLS.get(match[1])
        if divisor is None:
            break
        end, measure = match.end(), measure.per(divisor.to_the(_POWERS[match[2] or match[3]]))
    return read_rate(text, view, end, measure)


def read_reciprocal(text: str, at: int) -> tuple[int, Measure] | None:
    """Read a unit to the power of minus one that stands alone: 4e14 s-1, 1650 cm⁻¹."""
    match = _RECIPROCAL.match(text, at)
    unit = SYMBOLS.get(match[1]) if match else None
    if match is None or unit is None:
        return None
    return match.end(), _ONE.per(unit.to_the(_POWERS[match[2] or match[3]]))


def ends_plain_unit(view: str, word: str, end: int) -> bool:
    """Tell whether one of `PLAIN_UNITS` that ends at `end` is the whole unit, and means nothing else."""
    following = view[end : end + 1]
    if following == " ":
        if _UNIT_GOES_ON.match(view, end):
            return False
    elif following not in _NOTHING_FOLLOWS:
        return False
    return not _means_more(view, word, end)


def _means_more(view: str, word: str, end: int) -> bool:
    """Tell whether what follows the word that ends at `end` makes a longer unit of it, or a thing."""
    pattern = _OTHERWISE.get(word)
    return pattern is not None and pattern.match(view, end) is not None


def read_dotted(view: str, at: int) -> tuple[int, Measure] | None:
    """Read a unit that is written with points, m.p.h."""
    dotted = _DOTTED.match(view, at)
    known = _DOTTED_UNITS.get(dotted[0].replace(".", "")) if dotted else None
    return (dotted.end(), known) if dotted and known else None


def read_unit_and(text: str, view: str, earliest: int, end: int) -> tuple[int, Unit] | None:
    """Read a unit without a number before `end`, "an hour and"; return where it begins, and the unit."""
    match = _A_UNIT_AND.search(view, max(earliest, end - _LONGEST_UNIT_AND), end)
    measure = read_unit(text, view, match.start(1)) if match else None
    if match is None or measure is None or measure[0] != match.end(1):
        return None
    return match.start(), Unit(match[1], match.start(1), match.end(1), measure[1])


def read_whole(text: str, view: str, end: int) -> Unit | None:
    """Read the unit that the fraction which ends at `end` is a part of: half an hour, 5/8 of a percent."""
    if (match := _OF_A.match(view, end)) is None:
        return None
    at = match.end()
    unit = read_unit(text, view, at) or _coin(view, at)
    return Unit(text[at : unit[0]], at, *unit) if unit else None


def _coin(view: str, at: int) -> tuple[int, Measure] | None:
    """Read the name of a currency or of its hundredth: half a dollar, a tenth of a cent."""
    word = _PLAIN_WORD.match(view, at)
    if word is None or word[0] in AMBIGUOUS:
        return None
    code = CURRENCIES.get(word[0]) or MINOR.get(word[0])
    return (word.end(), currency(code, minor=word[0] in MINOR)) if code else None


def _is_word(text: str, space: int, word: str) -> bool:
    end = space + 1 + len(word)
    return text.startswith(word, space + 1) and not text[end : end + 1].isalnum()


def read_rate(text: str, view: str, end: int, measure: Measure) -> tuple[int, Measure]:
    """Read what a unit that ends at `end` is divided by: "/h", " a barrel", " per 100,000 people"."""
    if view[end : end + 2] not in RATES_BEGIN:
        return end, measure
    if (plain := _PLAIN_RATE.match(text, end)) and (divisor := _plain_divisor(view, plain, measure)):
        return plain.end(1), measure.per(divisor)
    for _ in range(2):  # mg/kg per day
        if match := _PER.match(view, end):
            divided = _divide(text, view, match.end(), measure) or _divide_by_thing(view, match, measure)
        elif (match := _A.match(view, end)) and (unit := _divisor(text, view, match.end(), measure)):
            is_rate = unit[1].symbol in _RATE_DENOMINATORS and not _NO_RATE_AFTER.match(view, unit[0])
            divided = (unit[0], measure.per(unit[1])) if is_rate else None
        else:
            return end, measure
        if divided is None:
            return end, measure
        end, measure = divided
    return end, measure


def _plain_divisor(view: str, rate: re.Match[str], measure: Measure) -> Measure | None:
    """Look up the word that a unit is divided by, if it means nothing else; things divide only money."""
    word = rate[1]
    if divisor := _PLAIN_DIVISORS.get(word):
        return None if _means_more(view, word, rate.end(1)) else divisor
    return COUNTED_THINGS.get(word) if _is_money(measure) else None


def _divide(text: str, view: str, at: int, measure: Measure) -> tuple[int, Measure] | None:
    count = _COUNT.match(view, at)
    begin = count.end() if count else at
    unit = _bracketed(text, view, begin) or _divisor(text, view, begin, measure)
    if count is None:
        return _divide_further(text, unit[0], measure.per(unit[1])) if unit else None
    number = _COUNTS.get(count[1]) or int(count[1].replace(",", ""))
    if unit:  # per 100 g
        scaled = Measure(f"{number}{unit[1].symbol}", unit[1].dimensions, unit[1].factor * number)
        return unit[0], measure.per(scaled)
    if number < 100:
        return None
    return count.start() + len(count[1]), measure.per(Measure(str(number), (), float(number)))


def _divide_further(text: str, end: int, measure: Measure) -> tuple[int, Measure]:
    """Divide by the unit that follows a power without a sign: W/m²K."""
    match = _AFTER_POWER.match(text, end)
    return (match.end(), measure.per(SYMBOLS[match[1]])) if match else (end, measure)


def _bracketed(text: str, view: str, at: int) -> tuple[int, Measure] | None:
    """Read a product in brackets that a unit is divided by: J/(kg·K)."""
    if view[at : at + 1] != "(" or (first := _atom(text, view, at + 1)) is None:
        return None
    end, product = first
    for _ in range(_MOST_FACTORS):
        times = _TIMES.match(text, end)
        factor = _atom(text, view, times.end()) if times else None
        if factor is None:
            break
        end, product = factor[0], product.times(factor[1])
    return (end + 1, product._replace(symbol=f"({product.symbol})")) if view[end : end + 1] == ")" else None


def _divide_by_thing(view: str, per: re.Match[str], measure: Measure) -> tuple[int, Measure] | None:
    """Divide money by what the noun after "per" names, whatever it is: $46,000 per home."""
    word = _PLAIN_WORD.match(view, per.end())
    if word is None or "per" not in per[0] or word[0] in _NO_THINGS or not _is_money(measure):
        return None
    return word.end(), measure.per(Measure(word[0], ((word[0], 1),)))


def _divisor(text: str, view: str, at: int, measure: Measure) -> tuple[int, Measure] | None:
    """Read what a unit is divided by: another unit, or for money a thing, as in "$3 a share"."""
    if (unit := _atom(text, view, at)) or not _is_money(measure):
        return unit
    word = _PLAIN_WORD.match(view, at)
    thing = COUNTED_THINGS.get(word[0]) if word else None
    return (at + len(thing.symbol), thing) if thing else None


def _is_money(measure: Measure) -> bool:
    return len(measure.dimensions) == 1 and measure.dimensions[0][0].startswith(CURRENCY)


def _atom(text: str, view: str, at: int) -> tuple[int, Measure] | None:
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
    if lower in _PREFIXES and (name := _PLAIN_WORD.match(view, end + 1)) and lower + name[0] in NAMES:
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
    if following in _NOTHING_FOLLOWS:
        return end, measure
    if following != " " or view[end + 1 : end + 2] in "sc":
        power = _RAISED.match(view, end)
        if power and (power[2] is None or measure.dimensions == LENGTH or measure.symbol == "s"):
            return power.end(), measure.to_the(_POWERS[next(filter(None, power.groups()))])
    return None if following.isalnum() and measure.dimension != "angle" else (end, measure)


def _scale(match: re.Match[str]) -> Measure:
    return _SCALES[(match[1] or match[2])[0].upper()]


def _raised_before(text: str, view: str, end: int, power: int) -> tuple[int, Measure] | None:
    """Read the unit after "square" or "cubic"."""
    begin = end + (view[end : end + 1] == ".")
    if view[begin : begin + 1] not in (" ", "\xa0", "-"):
        return None
    unit = _atom(text, view, begin + 1)
    return (unit[0], unit[1].to_the(power)) if unit and unit[1].dimensions == LENGTH else None


def read_quote(text: str, view: str, start: int, at: int, end: int) -> Measure | None:
    """Read a prime after a numeral: minutes or seconds of arc after degrees, else feet or inches.

    A plain quotation mark is a unit only after degrees, after a fraction (3 3/4"), before a word of size
    (6' tall), and where it closes no quotation: "5" is quoted.
    """
    length, arc = _QUOTES[view[at]]
    if "\xb0" in view[max(0, start - 10) : start]:
        return arc
    fraction = view[at] == '"' and (view[end - 1] in "\xbc\xbd\xbe" or "/" in view[start:end])
    if fraction or text[at] in "′″" or _SIZE_AFTER.match(view, at + 1) or _is_inch_mark(text, view, at):
        return length
    return None


def _is_inch_mark(text: str, view: str, at: int) -> bool:
    """Tell whether a quotation mark closes nothing, as none is open in its line: a 9" plate."""
    if text[at] != '"' or view[at + 1 : at + 2] not in _AFTER_INCHES:
        return False
    line = view.rfind("\n", max(0, at - _LONGEST_LINE), at) + 1
    return (line > 0 or at < _LONGEST_LINE) and len(_QUOTATION.findall(view, line, at)) % 2 == 0


def names_a_thing(view: str, start: int, word: str) -> bool:
    """Tell whether the words before a numeral make a unit's name a thing: her own two feet."""
    pattern = NOUN_BEFORE.get(word)
    if word in ("feet", "foot") and view[start : start + 2].isdecimal():  # with 900 feet of climbing
        return False
    return pattern is not None and pattern.search(view, max(0, start - 30), start) is not None
