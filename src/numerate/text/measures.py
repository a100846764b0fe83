"""Read the unit after a numeral, and tell a unit from a magnitude by context.

"km", "square miles", "mg/dL", "miles an hour", "per 100,000"; 30m long and $30m, at 310K and 310K followers.
"""

from __future__ import annotations

import re

from numerate.text.lexicon import LETTER_MAGNITUDES
from numerate.text.units import NAMES, SYMBOLS, Measure

_WORD = re.compile(r"[A-Za-z\xb5\xb0\xba\xc5\u03bc\u03a9\u2126\u2032\u2033]+|['\"](?![\w'\"])")
_RAISED = re.compile(r"(?:\^|\*\*)([23])(?!\d)|([23])(?!\d|[.,/-]\d|/)|([\xb2\xb3])|[ \xa0](squared|cubed)\b")
_INVERSE = re.compile(
    r"(?:[ \xa0]?[\xb7\u22c5.]|[ \xa0])([A-Za-z\xb5\u03bc]+)(?:\^?\{?[-\u2212]([123])\}?|"
    r"\u207b([\xb9\xb2\xb3]))(?!\d)"
)
_NOTHING_FOLLOWS = frozenset((".", ",", ";", ":", ")", "", "\n"))
_PRODUCT = re.compile(r"[\xb7\u22c5]([A-Za-z\u03a9]+)")
_PER = re.compile(r"[ \xa0]?/[ \xa0]?(?=[A-Za-z\xb5\u03bc\d])|[ \xa0-]per[ \xa0-]| to the (?=gallon)")
_A = re.compile(r"[ \xa0]an?[ \xa0]")
_BEFORE_RATES = frozenset("/ \xa0-")
_RATES_BEGIN = frozenset([f"/{c}" for c in map(chr, range(256))] + [a + b for a in " \xa0-" for b in "pat/"])
"""First two characters of rates; a look-up here is cheaper than the patterns below."""
_COUNT = re.compile(
    r"(\d{1,3}(?:,\d{3})+|10{1,6}|[23456]\d?|thousand|hundred thousand|million|hundred)(?![\d.,]\d)[ \xa0]?"
)
_COUNTS = {"hundred": 100, "thousand": 1000, "hundred thousand": 100_000, "million": 1_000_000}
_NO_RATE_AFTER = re.compile(
    r"[ \xa0](?:later|ago|before|earlier|after|or so|and a half|from now|early|late)\b"
)
_DEGREES = re.compile(r"[ \xa0](?:([CF])\b|(celsius|centigrade|fahrenheit|kelvin)\b)", re.IGNORECASE)
_POWERS = {"2": 2, "3": 3, "\xb2": 2, "\xb3": 3, "\xb9": 1, "1": 1, "squared": 2, "cubed": 3}
_SQUARE = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}

LETTERS = frozenset("m g s h l L t K V W J N A B b C F T".split())
"""Units of one letter, in the only case in which they are units."""
_TEMPERATURES = {"C": SYMBOLS["°C"], "F": SYMBOLS["°F"]}
_QUOTES = {"'": (SYMBOLS["ft"], SYMBOLS["′"]), '"': (SYMBOLS["in"], SYMBOLS["″"])}

_PHRASES: dict[str, list[tuple[re.Pattern[str], Measure]]] = {}
for _name, _measure in NAMES.items():
    _first, *_rest = re.split("[ -]", _name)
    if _rest:
        _pattern = re.compile(r"[ \xa0-]" + r"[ \xa0-]".join(_rest) + r"(?![a-z])")
        _PHRASES.setdefault(_first, []).append((_pattern, _measure))

UNIT_WORDS = frozenset(
    word.lower().replace("\u03bc", "\xb5").replace("\u03c9", "\xaa")
    for word in (
        *SYMBOLS,
        *_PHRASES,
        *_SQUARE,
        *(name for name in NAMES if " " not in name),
        "c",
        "f",
        "'",
        '"',
    )
)
"""First words of units, in the view; other words need not be parsed."""

_RATE_DENOMINATORS = frozenset(
    "s min h d wk mo yr decade fortnight bbl gal qt pt lb oz t ton L kg g acre ha mi km m ft in bu kWh MWh "
    "m^2 ft^2 m^3 GB MB cup".split()
)

# What may stand before or after a word that names a unit and also a thing.
_NOUN_BEFORE = {
    **dict.fromkeys(
        ("feet", "foot"), re.compile(r"\b(?:own|all|both|his|her|their|its|my|bare|hind|on|with) (?:\w+ )?$")
    ),
    **dict.fromkeys(("yards", "yard"), re.compile(r"\b(?:all|both|the) (?:\w+ )?$")),
    **dict.fromkeys(
        ("degrees", "degree"),
        re.compile(r"\b(?:holds?|earned|has|have|awarded|her|his|offers?|university|with) (?:\w+ )?$"),
    ),
    **dict.fromkeys(
        ("bars", "bar", "knots", "knot", "bits", "bit", "grays"),
        re.compile(r"\b(?:the|tied|all|behind|a) (?:\w+ )?$"),
    ),
}
_NOUN_AFTER = {
    **dict.fromkeys(("feet", "foot"), re.compile(r" (?:firmly|planted|first|in the|and two)\b")),
    **dict.fromkeys(("yards",), re.compile(r" (?:behind|where|with|full|around|containing)\b")),
    **dict.fromkeys(
        ("cups", "cup"),
        re.compile(r" (?:and saucers|on|with|in|from|that|were|have|at|for|won|stood|later|titles?)\b"),
    ),
    **dict.fromkeys(
        ("degrees", "degree"),
        re.compile(
            r" (?:of separation|in (?:[a-z]+|[A-Z])|from|courses?|programmes?|programs?|students?|holders?)\b"
        ),
    ),
    **dict.fromkeys(("seconds", "second"), re.compile(r" (?:and thirds|helpings?|place)\b")),
    **dict.fromkeys(("minutes", "minute"), re.compile(r" (?:of the meeting|secretary|taker)\b")),
    **dict.fromkeys(
        ("bars", "bar"),
        re.compile(r" (?:of (?!pressure)|on|in|and|where|near|along|staff|owner|serving|stools?|later)\b"),
    ),
    **dict.fromkeys(("knots", "knot"), re.compile(r" (?:in (?:the|his|her|a)|that|of|tied)\b")),
    **dict.fromkeys(("bits", "bit"), re.compile(r" (?:of|and pieces)\b")),
    **dict.fromkeys(
        ("moles", "mole"), re.compile(r" (?:on|were|had|under|removed|in the (?:lawn|garden))\b")
    ),
    **dict.fromkeys(
        ("pounds", "pound"),
        re.compile(r" (?:sterling|coins?|notes?|a (?:week|month|year|head)|for the|at the)\b"),
    ),
    **dict.fromkeys(("grays", "gray"), re.compile(r" ")),
    **dict.fromkeys(("atmospheres",), re.compile(r" (?:of (?:the|other)|in)\b")),
    **dict.fromkeys(
        ("stone",),
        re.compile(
            r" (?:walls?|steps?|lions?|bridges?|houses?|cottages?|arch|pillars?|crosses|columns?|towers?|"
            r"circles?|age|heads?)\b"
        ),
    ),
    **dict.fromkeys(("light", "ton", "tons"), re.compile(r" of (?:fun|work|people|homework|money|things)\b")),
    **dict.fromkeys(("days", "day"), re.compile(r" (?:off|out)\b(?!\w)")),
}


def read_unit(text: str, view: str, at: int, *, rates: bool = True) -> tuple[int, Measure] | None:
    """Read the unit that begins at `at`; return where it ends and what it means.

    text, view: the text and its normalised view, of the same length. rates: also read what it is divided by.
    """
    atom = _atom(text, view, at)
    if atom is None:
        return None
    end, measure = atom
    following = view[end : end + 1]
    if following in _NOTHING_FOLLOWS:
        return atom
    if following == " " and "-" not in view[end : end + 8] and "\xaf" not in view[end : end + 8]:
        return read_rate(text, view, end, measure) if rates else atom
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
    return read_rate(text, view, end, measure) if rates else (end, measure)


def read_rate(text: str, view: str, end: int, measure: Measure) -> tuple[int, Measure]:
    """Read what a unit that ends at `end` is divided by: "/h", " a barrel", " per 100,000 people"."""
    if view[end : end + 1] not in _BEFORE_RATES or view[end : end + 2] not in _RATES_BEGIN:
        return end, measure
    for _ in range(2):  # mg/kg per day
        if match := _PER.match(view, end):
            divided = _divide(text, view, match.end(), measure)
        elif (match := _A.match(view, end)) and (unit := _atom(text, view, match.end())):
            is_rate = unit[1].symbol in _RATE_DENOMINATORS and not _NO_RATE_AFTER.match(view, unit[0])
            divided = (unit[0], measure.per(unit[1])) if is_rate else None
        else:
            return end, measure
        if divided is None:
            return end, measure
        end, measure = divided
    return end, measure


def _divide(text: str, view: str, at: int, measure: Measure) -> tuple[int, Measure] | None:
    count = _COUNT.match(view, at)
    begin = count.end() if count else at
    unit = _atom(text, view, begin)
    if count is None:
        return (unit[0], measure.per(unit[1])) if unit else None
    number = _COUNTS.get(count[1]) or int(count[1].replace(",", ""))
    if unit:  # per 100 g
        scaled = Measure(f"{number}{unit[1].symbol}", unit[1].dimensions, unit[1].factor * number)
        return unit[0], measure.per(scaled)
    if number < 100:
        return None
    return count.start() + len(count[1]), measure.per(Measure(str(number), (), float(number)))


def _atom(text: str, view: str, at: int) -> tuple[int, Measure] | None:
    """Read one unit with its power: "km", "square miles", "m²", "degrees Celsius", "nautical miles"."""
    match = _WORD.match(text, at)
    if match is None:
        return None
    word, end = match[0], match.end()
    lower = word.lower()
    if lower in _SQUARE:
        return _raised_before(text, view, end, _SQUARE[lower])
    for pattern, measure in _PHRASES.get(lower, ()):
        if phrase := pattern.match(view, end):
            return phrase.end(), measure
    known = _TEMPERATURES.get(word) or SYMBOLS.get(word) or NAMES.get(lower)
    if known is None or (len(word) == 1 and word.isascii() and word not in LETTERS):
        return None
    if lower in _NOUN_AFTER and _NOUN_AFTER[lower].match(view, end):
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
        if power and (power[2] is None or measure.dimensions == (("length", 1),)):
            return power.end(), measure.to_the(_POWERS[next(filter(None, power.groups()))])
    return None if following.isalnum() else (end, measure)


def _scale(match: re.Match[str]) -> Measure:
    letter = (match[1] or match[2])[0].upper()
    return SYMBOLS["K"] if letter == "K" else _TEMPERATURES[letter]


def _raised_before(text: str, view: str, end: int, power: int) -> tuple[int, Measure] | None:
    """Read the unit after "square" or "cubic"."""
    begin = end + (view[end : end + 1] == ".")
    if view[begin : begin + 1] not in (" ", "\xa0", "-"):
        return None
    unit = _atom(text, view, begin + 1)
    return (unit[0], unit[1].to_the(power)) if unit and unit[1].dimensions == (("length", 1),) else None


def read_quote(text: str, view: str, start: int, at: int) -> Measure | None:
    """Read a prime after a numeral: minutes or seconds of arc after degrees, else feet or inches.

    A plain quotation mark is a unit only after degrees: '5' is in quotation marks.
    """
    length, arc = _QUOTES[view[at]]
    if "\xb0" in view[max(0, start - 10) : start]:
        return arc
    return length if text[at] in "′″" else None


def names_a_thing(view: str, start: int, word: str) -> bool:
    """Tell whether the words before a numeral make a unit's name a thing: her own two feet."""
    pattern = _NOUN_BEFORE.get(word)
    return pattern is not None and pattern.search(view, max(0, start - 30), start) is not None


_THOUSANDS = re.compile(r"(?<![\d,.])\d[\d,]*\d{3}\Z")
_IN_FEET = re.compile(r" ?\([\d,.]+[ \xa0-]?(?:ft|feet|foot|yd|yards?|mi|miles?)\b")
_REACH = 60
"""Characters on each side of a suffix in which its context is looked for: about a clause."""

_METRES_AFTER = re.compile(
    r"[ \xa0-](?:long|high|tall|deep|wide|away|above|below|apart|tower|race|sprint|hurdles|dash|freestyle|"
    r"relay|"
    r"butterfly|backstroke|breaststroke|medley|north|south|east|west|underwater|final|x\b|by \d|pool|of "
    r"(?:rope|cable|"
    r"fabric|hose|pipe|fencing|wire|water|snow|chain|line)|in (?:length|height|depth|width|diameter)|tank|"
    r"yacht|"
    r"swim|crane|mast|ship|vessel|telescope|waves?|drop|cliff|dinghy|boat|wall|fence|pole|ladder|ditch|"
    r"fall|lead|"
    r"putt|kick|penalty|radius|gap|trench|trees?|statue|and)"
)
_METRES_BEFORE = re.compile(
    r"(?:\b(?:depth|height|length|width|distance|radius|altitude|elevation|diameter|span|swam|ran|swim|"
    r"run|climbed|"
    r"dived?|dug|within|metres?|deep|tall|high|wide|long|measur(?:es|ing|ed)|rope|cliff|trench|tunnel|"
    r"pool|hurdles|"
    r"sprint|freestyle|track|jump(?:ed)?|threw|throw|fell|drop(?:ped)?|stands|rises|sank|"
    r"stretch(?:es)?)\b|\d ?(?:km|cm|mm|ft)\b)"
)
_HOURS_BEFORE = re.compile(r"\dh(?:rs?|ours?)?[ \xa0]?$")
_KELVIN = re.compile(
    r"\b(?:temperatures?|kelvin|heated|cooled|cool(?:s|ing)?|warmed|boil(?:s|ing)?|melt(?:s|ing)?|"
    r"freez(?:es|ing)|"
    r"anneal(?:ed)?|thermal|superconduct\w*|cryogenic|cryostat|plasma|star|sample|furnace|liquid|helium|"
    r"nitrogen|"
    r"colou?r temperature|surface|bath|incubat\w*|held|kept|\d ?[\xb0\xba]c)\b"
)
_AT_BEFORE = re.compile(
    r"\b(?:at|to|of|above|below|near|from|between)[ \xa0](?:about |around |roughly |only )?$"
)
_BITS = re.compile(
    r"\b(?:bits?|bytes?|blocks?|cipher|key|keys|encryption|memory|register|packet|hash|header|buffer|"
    r"cache|disk|word|"
    r"payload|instruction|storage|ram|sector|\d ?(?:kb|mb|gb|kib|mib))\b"
)
_TESLA = re.compile(r"\b(?:mri|magnet|magnets|scanner|magnetic|field|tesla|coil)\b")
_TONNES = re.compile(
    r"\b(?:tonnes?|tons?|cargo|freight|payload|lorry|truck|crane|weigh\w*|steel|grain|coal|ore|cement|load|"
    r"harvest|scrap|maize|wheat|axle)\b"
)
_GRAMS = re.compile(r"\b(?:network|phone|mobile|signal|spectrum|masts?|licen[cs]e|coverage|broadband)\b")


OTHER_READINGS: dict[str, Measure] = {
    "m": SYMBOLS["m"],
    "K": SYMBOLS["K"],
    "b": SYMBOLS["bit"],
    "B": SYMBOLS["B"],
    "T": SYMBOLS["T"],
}
"""Units that a letter could be which was read as a magnitude."""


def is_magnitude(text: str, view: str, start: int, match: re.Match[str], money: bool) -> bool:
    """Tell whether a word that may be a magnitude is one here: `5m` people, not `5 m` of rope.

    start: where the numeral begins. match: the joint and the word, by `affixes.NEXT`.
    """
    joint, word = match.groups()
    end = match.end()
    if view[end : end + 1].isalnum() or (word.endswith("s") and not joint):
        return False
    if word not in LETTER_MAGNITUDES:
        return True
    if money:
        return True
    if word == "cr":
        return True
    if word == "mm" or joint:
        return False
    written = text[match.start(2) : end]
    return not _is_unit(view, written, start, match.start(2), end)


def _is_unit(view: str, written: str, start: int, at: int, end: int) -> bool:
    before, after = view[max(0, start - _REACH) : start], view[end : end + _REACH]
    if written == "m":
        return bool(
            _HOURS_BEFORE.search(before)
            or _THOUSANDS.search(view, max(0, at - 16), at)  # the 10,000m
            or _IN_FEET.match(view, end)
            or _METRES_AFTER.match(after)
            or _METRES_BEFORE.search(before)
        )
    if written == "K":
        return bool(_KELVIN.search(before) or _KELVIN.search(after)) and bool(
            _AT_BEFORE.search(before) or _KELVIN.search(before)
        )
    if written in ("b", "B"):
        return bool(_BITS.search(before) or _BITS.search(after))
    if written == "T":
        return bool(_TESLA.search(before) or _TESLA.search(after))
    return written == "t"
