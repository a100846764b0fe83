"""Number words, and the words next to a number that determine its kind."""

from __future__ import annotations

import re
from decimal import Decimal

from numerate.text import currencies

_WORD_ENDS = re.compile(r"[ \xa0-]")
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_SMALL_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()

_TENS_AND_UNITS = [
    (tens + unit, 10 * ten + value)
    for ten, tens in enumerate(_TENS, 2)
    for value, unit in enumerate(_SMALL[1:10], 1)
]
UNITS: dict[str, int] = {
    **{word: value for value, word in enumerate(_SMALL)},
    **dict(_TENS_AND_UNITS),  # twentyfive, run together
    "nought": 0,
    "naught": 0,
    "threescore": 60,
    "fourscore": 80,
}
TENS: dict[str, int] = {word: 10 * value for value, word in enumerate(_TENS, 2)}
SCALES: dict[str, int] = {
    "hundred": 10**2,
    "thousand": 10**3,
    "lakh": 10**5,
    "million": 10**6,
    "crore": 10**7,
    "billion": 10**9,
    "trillion": 10**12,
    "quadrillion": 10**15,
}
SMALL_ORDINALS: dict[str, int] = {word: value for value, word in enumerate(_SMALL_ORDINALS)}
TENS_ORDINALS: dict[str, int] = {word[:-1] + "ieth": value for word, value in TENS.items()}
SCALE_ORDINALS: dict[str, int] = {word + "th": value for word, value in SCALES.items()}
_TENS_AND_ORDINALS = {
    tens + word: 10 * ten + value
    for ten, tens in enumerate(_TENS, 2)
    for value, word in enumerate(_SMALL_ORDINALS[1:10], 1)
}
ORDINALS: dict[str, int] = {**SMALL_ORDINALS, **TENS_ORDINALS, **SCALE_ORDINALS, **_TENS_AND_ORDINALS}

DENOMINATORS: dict[str, int] = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4,
    **{word: value for word, value in ORDINALS.items() if value >= 4},
    **{word + "s": value for word, value in ORDINALS.items() if value >= 4},
}  # fmt: skip
"""Words under a fraction line. "second" is none: "one second" is a time."""

FOLDS: dict[str, int] = {
    **{word + "fold": value for word, value in {**UNITS, **TENS}.items() if value >= 2},
    "hundredfold": 100,
    "thousandfold": 1000,
    "twice": 2,
    "thrice": 3,
}

MAGNITUDES: dict[str, Decimal] = {
    **{word: Decimal(value) for word, value in SCALES.items()},
    **{word + "s": Decimal(value) for word, value in SCALES.items()},
    "mln": Decimal(10**6), "mio": Decimal(10**6), "mn": Decimal(10**6), "mm": Decimal(10**6),
    "bn": Decimal(10**9), "bln": Decimal(10**9),
    "tn": Decimal(10**12), "trn": Decimal(10**12), "tln": Decimal(10**12),
    "cr": Decimal(10**7), "lac": Decimal(10**5), "lacs": Decimal(10**5), "lakhs": Decimal(10**5),
    "crores": Decimal(10**7), "krores": Decimal(10**7), "krore": Decimal(10**7),
    "dozen": Decimal(12), "dozens": Decimal(12), "grand": Decimal(10**3), "mil": Decimal(10**6),
    "k": Decimal(10**3), "m": Decimal(10**6), "b": Decimal(10**9), "t": Decimal(10**12),
}  # fmt: skip
"""What may follow digits and multiply them. The last line holds only with care: `5 m` is five metres."""

LETTER_MAGNITUDES = frozenset(("k", "m", "b", "t", "mm", "mil", "cr"))

MONTHS = frozenset(
    "january february march april may june july august september october november december jan feb mar "
    "apr jun jul aug sep sept oct nov dec jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. nov. "
    "dec.".split()
)
SEASONS = frozenset("spring summer autumn fall winter".split())

PERCENT_WORDS = frozenset(("%", "\x89", "percent", "percents", "pct", "pc"))
POINT_UNITS = frozenset(("pp", "ppt", "ppts", "bp", "bps"))

REFERENCE_WORDS = frozenset(
    "figure fig fig. table section sec. chapter ch. appendix equation eq eq. page p. vol. volume version "
    "ver. v. ref. footnote theorem lemma proposition corollary algorithm exhibit annex isbn issn isin "
    "cusip doi flight route highway interstate room suite extension ext. windows ios android python "
    "supplement panel scheme movie video rev. revision rule article clause iso rfc box bib pier locker "
    "invoice docket patent paragraph ending platform gate cohort runway sku arxiv iban ean pin \xa7".split()
)
"""What follows one of these is a name, not an amount: Figure 3, Section 4.2, version 10."""
REFERENCES_WORDS = frozenset(
    "figures figs figs. tables sections secs. chapters equations eqs. pages pp. refs. paragraphs articles "
    "clauses exhibits appendices annexes footnotes verses theorems lemmas \xa7\xa7".split()
)
"""What follows one of these is a series of names: Sections 2.1 and 2.2."""
LABEL_WORDS = frozenset(
    "type phase stage grade level category tier zone district ward precinct engine arm no. no nos. "
    "channel bus tram terminal lane squadron row seat floor episode season class unit rm rm. formula "
    "junction scene verse psalm lesson resolution size".split()
)
"""What follows one of these is a name where nothing is counted after it: type 2 diabetes, stage 4."""
LETTERED_WORDS = frozenset(
    "flat apartment apt apt. block exit bay stand form schedule plot lot house hall berth stall wing bed "
    "stop part buoy building appendix warehouse ref".split()
)
"""What follows one of these is a name where a capital letter ends it: flat 2B, exit 12A."""
INDEX_NAMES = frozenset(
    "nasdaq ftse ftseurofirst dow dax cac nikkei russell stoxx fortune topix kospi csi sensex nifty asx smi "
    "aex ibex boeing airbus xbox playstation iphone usb bluetooth".split()
)
"""Names that end in a number: FTSE 100, Boeing 747."""

INDEFINITE = frozenset("few several many some multi hundreds thousands millions billions dozens".split())

BARE_SCALES = (*SCALES, "dozen")

AFTER: dict[str, str] = {
    **dict.fromkeys(currencies.BY_FIRST_WORD, "country"),
    **dict.fromkeys(currencies.PREFIXES, "abbreviation"),
    **dict.fromkeys(currencies.CODES, "code"),
    **{
        prefix + code: "code" for prefix in "mk" for code in ("chf", "eur", "usd", "gbp", "sek", "nok", "dkk")
    },
    **dict.fromkeys(currencies.NAMES, "coin"),
    **dict.fromkeys(currencies.MINOR, "minor"),
    **dict.fromkeys(("$", "\xa2", "\xa3", "\xa4", "\xa5"), "sign"),
    **dict.fromkeys(PERCENT_WORDS, "percent"),
    **dict.fromkeys(POINT_UNITS, "points"),
    **dict.fromkeys(("percentage", "basis"), "point"),
    "per": "per",
    "pound": "pound",
    "pounds": "pound",
    "fold": "fold",
    "times": "times",
    "x": "x",
}
"""What a word directly after a number, or after its magnitude, does to it."""

YEAR_WORDS = frozenset(
    "in since of by from until till during through throughout year years fiscal fy early late mid end the "
    "and to after before between for circa ca. c. calendar quarter half around its their his her "
    "our".split()
)
BEFORE: dict[str, str] = {
    **dict.fromkeys(YEAR_WORDS, "year"),
    **dict.fromkeys(SEASONS, "year"),
    **dict.fromkeys(MONTHS, "month"),
    **dict.fromkeys(LETTERED_WORDS, "lettered"),
    **dict.fromkeys(REFERENCE_WORDS, "reference"),
    **dict.fromkeys(REFERENCES_WORDS, "references"),
    **dict.fromkeys(INDEX_NAMES, "reference"),
    **dict.fromkeys(LABEL_WORDS, "label"),
    **dict.fromkeys(currencies.CODES, "currency"),
    **dict.fromkeys(
        (prefix + code for prefix in "mkt" for code in ("chf", "eur", "usd", "gbp", "sek")), "currency"
    ),
    **dict.fromkeys(currencies.PREFIXES, "currency"),
    **dict.fromkeys(("minus", "negative", "plus"), "sign"),
    "s&p": "reference",
    "aged": "age",
    "on": "on",
}
"""What the word before a number says of it."""


def last_word(numeral: str) -> str:
    """Return the last word of a numeral, which may be its scale: "million" of "5 million"."""
    return _WORD_ENDS.split(numeral)[-1]
