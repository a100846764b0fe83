"""Write a value in the style of a number: digits, words, fractions, powers, compound quantities."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from numerate.text.lexicon import MAGNITUDES, SCALES
from numerate.text.number import Number
from numerate.text.spell import LARGEST_SPELLED, ordinal_suffix, spell_cardinal, spell_ordinal, spell_year

Form = Literal[
    "digits",
    "power",
    "fraction",
    "ordinal",
    "decade",
    "year end",
    "words",
    "year in words",
    "ordinal in words",
    "fraction in words",
    "fold",
    "compound",
    "share",
]

_DIGITS = re.compile(r"(?P<digits>\.\d+|\d(?:[\d,.'’\s]*\d)?)(?P<joint>\)?[\s-]?)(?P<rest>.*)", re.DOTALL)
_EXPONENT = r"(?:[+−-]?\d+|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
_POWER = re.compile(rf"(?P<mantissa>\d[\d.,]*)(?P<power>[eE]\+?|\s?[x×*·⋅]\s?10\^?){_EXPONENT}")
_FRACTION_OF_MAGNITUDE = re.compile(
    r"[\d,.]*(?:[\s-]?[¼-¾⅐-⅞]|\s?\d+[/⁄]\d+)(?P<joint>[\s-]?)(?P<magnitude>[A-Za-z]+)"
)
_POWER_OF_TEN = re.compile(r"(?P<mantissa>)(?P<power>10\^(?=[+−-]?\d)|10(?=[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]))[+−-]?.+")
_RAISE = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_FRACTION = re.compile(r"(?:(?P<whole>[\d,]+)(?P<joint>[\s-]))?\d+(?P<bar>[/⁄])\d+")
_VULGAR = re.compile(r"(?P<whole>\d+)?(?P<joint>\s?)[½¼¾⅐-⅞]")
_VULGAR_CHARS = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾",
    Fraction(1, 8): "⅛", Fraction(3, 8): "⅜", Fraction(5, 8): "⅝", Fraction(7, 8): "⅞",
}  # fmt: skip
_FAMILIES: tuple[tuple[str, ...], ...] = (
    ("thousand", "million", "billion", "trillion", "quadrillion"),
    ("k", "m", "bn", "tn"),
    ("K", "M", "B", "T"),
    ("mn", "bn", "tn"),
    ("mln", "bln", "tln"),
    ("lakh", "crore"),
)
"""Magnitudes that a text uses together: where one does not fit a value, another of its family may."""
_SHARE_JOINT = re.compile(r"\s(?:in|out of|of)(?:\s+every)?\s")
_NUMERALS = re.compile(r"\d+(?:[.,]\d+)*")
_DENOMINATOR_WORDS = {2: ("half", "halves"), 3: ("third", "thirds"), 4: ("quarter", "quarters")}
_PLURAL = re.compile(
    r"^( )(dollar|cent|euro|pound|rupee|rouble|ruble|franc|percentage point|basis point)(s?)$"
)

_ORDINAL = re.compile(r"\d(?:st|nd|rd|th)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Style:
    """The way a number is written, apart from its value."""

    form: Form
    prefix: str = ""
    """The part of the span before the numeral: "-$", "US$"."""
    suffix: str = ""
    """The part after it: "%", " percent", " dollars" (in the plural)."""
    grouping: str = ""
    decimals: int = 0
    """Fewest digits after the point."""
    width: int = 0
    """Digits before the point where they are padded with zeros: 2 in "05"."""
    bare_point: bool = False
    """".5" rather than "0.5"."""
    joint: str = ""
    magnitude: str = ""
    power: str = ""
    """The text between mantissa and exponent: "e", " × 10^", " × 10" before raised digits."""
    implied: Decimal = Decimal(1)
    """The factor that the other end of a range implies: a million for the 5 of "5-10 million"."""
    case: Literal["lower", "capitalised", "upper"] = "lower"
    british: bool = True
    """Words take "and": "two hundred and six"."""
    units: tuple[tuple[str, Fraction], ...] = ()
    """Of a compound quantity: what follows each part, and how many of that part the one before it holds."""


def style(number: Number) -> Style:
    """Return how `number` is written."""
    begin, end = (at - number.start for at in number.numeral)
    numeral, prefix, suffix = number.text[begin:end], number.text[:begin], number.text[end:]
    if number.parts:
        return _style_of_share(number) if number.kind == "share" else _style_of_parts(number)
    if match := _PLURAL.match(suffix.lower()):
        suffix = f"{match[1]}{match[2]}s"
    if not any(char.isdigit() or char.isnumeric() for char in numeral):
        return _style_of_words(number, numeral, prefix, suffix)
    if match := _FRACTION.fullmatch(numeral) or _VULGAR.fullmatch(numeral):
        bar = match.groupdict().get("bar") or ""
        return Style("fraction", prefix, suffix, joint=match["joint"] or "", power=bar)
    if match := _FRACTION_OF_MAGNITUDE.fullmatch(numeral):  # "2½m", "2½x": other values are written in digits
        joint, word = match.groups()
        if word.lower() in MAGNITUDES:
            return Style("digits", prefix, suffix, joint=joint, magnitude=word)
        return Style("digits", prefix, joint + word + suffix)
    if match := _POWER.fullmatch(numeral) or _POWER_OF_TEN.fullmatch(numeral):
        return _style_of_power(match, prefix, suffix)
    if number.kind == "decade":
        return Style("decade", prefix, suffix + "s", width=len(numeral) - 1)
    if _ORDINAL.search(numeral):
        return Style("ordinal", prefix, suffix, grouping="," if "," in numeral else "")
    return _style_of_digits(number, numeral, prefix, suffix)


def _style_of_share(number: Number) -> Style:
    """Read how a share is written: "one in five", "3 out of 10"."""
    joint = _SHARE_JOINT.search(number.text)
    words = not any(char.isdigit() for char in number.text)
    case: Literal["lower", "capitalised", "upper"] = "capitalised" if number.text[0].isupper() else "lower"
    return Style("share", joint=joint[0] if joint else " in ", case=case, width=int(words))


def _style_of_parts(number: Number) -> Style:
    """Read how a compound quantity is written: what follows each part, and the decimals of the last."""
    pieces = _NUMERALS.split(number.text)
    prefix, followers = pieces[0], pieces[1:]
    if len(followers) != len(number.parts):  # in words
        return Style("digits", suffix=f" {number.unit}" if number.unit else "")
    ratios = [Fraction(1)]
    for larger, smaller in pairwise(part.unit for part in number.parts):
        factors = [
            Fraction(unit.factor).limit_denominator(10**6) if unit else Fraction(1)
            for unit in (larger, smaller)
        ]
        ratios.append(factors[0] / factors[1])
    exponent = number.parts[-1].value.as_tuple().exponent
    decimals = max(0, -exponent) if isinstance(exponent, int) else 0
    return Style("compound", prefix, decimals=decimals, units=tuple(zip(followers, ratios, strict=True)))


def _style_of_words(number: Number, numeral: str, prefix: str, suffix: str) -> Style:
    case: Literal["lower", "capitalised", "upper"] = "lower"
    if numeral[0].isupper():
        case = "upper" if numeral.isupper() and len(numeral) > 1 else "capitalised"
    words = numeral.lower()
    form: Form = "words"
    if number.kind == "year" and number.value >= 1100:
        form = "year in words"
    elif number.kind in ("ordinal", "date"):
        form = "ordinal in words"
    elif number.kind == "fraction" and number.value < 1:
        form = "fraction in words"
    elif words.endswith("fold"):
        form = "fold"
    magnitude = words.split()[-1] if " point " in words and words.split()[-1] in SCALES else ""
    british = re.search(r"hundred (?!and\b|thousand|[a-z]+illion)", words) is None
    return Style(form, prefix, suffix, case=case, magnitude=magnitude, british=british)


def _style_of_power(match: re.Match[str], prefix: str, suffix: str) -> Style:
    mantissa = match["mantissa"]
    decimals = len(mantissa.partition(".")[2])
    return Style("power", prefix, suffix, decimals=decimals, power=match["power"], width=int(bool(mantissa)))


def _style_of_digits(number: Number, numeral: str, prefix: str, suffix: str) -> Style:
    match = _DIGITS.fullmatch(numeral)
    if (
        match is None and number.kind != "identifier"
    ):  # "six hundred and 9": other values are written in digits
        return Style("digits", prefix, suffix)
    if match is None:
        raise ValueError(f"{numeral!r} at {number.start} is no number in digits")
    digits, joint, magnitude = match.groups()
    if magnitude.lower() not in MAGNITUDES:  # "10-fold", "10x", "5 thousand million"
        suffix, joint, magnitude = joint + magnitude + suffix, "", ""
    if len(digits) == 2 and number.kind == "year" and number.value >= 1100:
        return Style("year end", prefix, suffix, width=2)
    if digits.count(".") > 1:  # 120.466.326,24
        return Style("digits", prefix, suffix)
    whole, _, decimals = digits.partition(".")
    separator = re.search(r"\D", whole)
    value = Decimal(re.sub(r"[^\d.]", "", digits))
    return Style(
        "digits",
        prefix,
        suffix,
        grouping=separator[0] if separator else "",
        decimals=len(decimals),
        width=len(whole) if whole.startswith("0") and whole.isdigit() and len(whole) > 1 else 0,
        bare_point=not whole,
        joint=joint,
        magnitude=magnitude,
        implied=number.decimal / value if value and not magnitude else Decimal(1),
    )


def render(value: float | Decimal, *, like: Number | Style) -> str:
    """Write `value` in the style of `like`.

    What cannot be written so (a half as an ordinal, 0.37 as a fraction in words) is written in digits.
    """
    how = style(like) if isinstance(like, Number) else like
    exact = value if isinstance(value, Decimal) else Decimal(repr(float(value)))
    if not exact.is_finite():
        raise ValueError(f"only a finite value can be written, not {value}")
    prefix = how.prefix
    if exact < 0:
        exact, prefix = -exact, prefix if "-" in prefix or "−" in prefix else "-" + prefix.lstrip("+")
    written = _FORMS[how.form](exact, how)
    if written is None:
        written = _digits(exact, how)
    suffix = how.suffix
    if exact == 1 and not how.magnitude and (plural := _PLURAL.match(suffix)):
        suffix = plural[1] + plural[2]
    return prefix + written + suffix


def _plain(value: Decimal, decimals: int, grouping: str) -> str:
    """Digits with at least `decimals` after the point, as many more as the value needs."""
    exponent = value.normalize().as_tuple().exponent
    needed = max(decimals, -exponent if isinstance(exponent, int) else 0)
    text = f"{value:,.{needed}f}" if grouping else f"{value:.{needed}f}"
    return text.replace(",", grouping) if grouping else text


def _fitting(value: Decimal, magnitude: str) -> str:
    """Return the magnitude to write `value` with: the same for 0.1 to 1000, else one of its family."""
    if not value or Decimal("0.1") <= value / MAGNITUDES[magnitude.lower()] < 1000:
        return magnitude
    family = next((names for names in _FAMILIES if magnitude in names), (magnitude,))
    fitting = [name for name in family if MAGNITUDES[name.lower()] <= value]
    return fitting[-1] if fitting else ""


def _digits(value: Decimal, how: Style) -> str:
    magnitude = _fitting(value, how.magnitude) if how.magnitude and how.form == "digits" else ""
    grouping = how.grouping
    if how.magnitude and not magnitude:
        grouping = grouping or ","
    scaled = value / (MAGNITUDES[magnitude.lower()] if magnitude else how.implied)
    text = _plain(scaled, how.decimals, grouping)
    if how.width:
        whole, point, decimals = text.partition(".")
        text = whole.zfill(how.width) + point + decimals
    if how.bare_point and text.startswith("0."):
        text = text[1:]
    return text + how.joint + magnitude if magnitude else text


def _power(value: Decimal, how: Style) -> str | None:
    if not value:
        return None
    exponent = value.adjusted()
    if not how.width and value != Decimal(10) ** exponent:
        return None
    mantissa = _plain(value.scaleb(-exponent), how.decimals, "") if how.width else ""
    between = how.power.rstrip("+") if exponent < 0 else how.power
    raised = str(exponent).translate(_RAISE) if between.endswith("10") else str(exponent)
    return mantissa + between + raised


def _as_fraction(value: Decimal) -> Fraction | None:
    """Return the simple fraction that `value` is, to the precision of fractions read from text."""
    simple = Fraction(value).limit_denominator(1000)
    return simple if abs(simple - Fraction(value)) < Fraction(1, 10**12) else None


def _fraction(value: Decimal, how: Style) -> str | None:
    exact = _as_fraction(value)
    if exact is None or exact.denominator == 1:
        return None
    whole, rest = divmod(exact.numerator, exact.denominator)
    part = Fraction(rest, exact.denominator)
    if not how.power and part in _VULGAR_CHARS:
        return f"{whole}{how.joint}{_VULGAR_CHARS[part]}" if whole else _VULGAR_CHARS[part]
    text = f"{part.numerator}{how.power or '/'}{part.denominator}"
    return f"{whole}{how.joint or ' '}{text}" if whole else text


def _whole(write: Callable[[int, Style], str | None]) -> Callable[[Decimal, Style], str | None]:
    """Make a form that only whole numbers have."""
    return lambda value, how: (
        write(int(value), how) if value == int(value) and value < LARGEST_SPELLED else None
    )


def _cased(words: str | None, how: Style) -> str | None:
    if words is None or how.case == "lower":
        return words
    return words.upper() if how.case == "upper" else words[0].upper() + words[1:]


def _words(value: Decimal, how: Style) -> str | None:
    magnitude = _fitting(value, how.magnitude) if how.magnitude else ""
    scaled = value / MAGNITUDES[magnitude] if magnitude else value
    if scaled >= LARGEST_SPELLED:
        return None
    whole, _, decimals = _plain(scaled, 0, "").partition(".")
    words = spell_cardinal(int(whole), british=how.british)
    if decimals:
        words += " point " + " ".join(spell_cardinal(int(digit)) for digit in decimals)
    return _cased(f"{words} {magnitude}" if magnitude else words, how)


def _fraction_in_words(value: Decimal, how: Style) -> str | None:
    exact = _as_fraction(value)
    if exact is None or not 1 < exact.denominator <= 100 or not 0 < exact.numerator < 100:
        return None
    named = spell_ordinal(exact.denominator).removeprefix("one ")
    single, plural = _DENOMINATOR_WORDS.get(exact.denominator, (named, named + "s"))
    return _cased(f"{spell_cardinal(exact.numerator)}-{single if exact.numerator == 1 else plural}", how)


def _compound(value: Decimal, how: Style) -> str:
    """Write a value in the parts of a compound quantity, the last one rounded."""
    total = Fraction(value)
    for _, ratio in how.units:
        total *= ratio
    smallest = Fraction(1, 10**how.decimals)
    rest = round(total / smallest) * smallest
    parts: list[tuple[Fraction, str]] = []
    for follower, ratio in reversed(how.units[1:]):
        whole, part = divmod(rest, round(ratio))
        rest = Fraction(whole)
        parts.append((part, follower))
    parts.append((rest, how.units[0][0]))
    return "".join(
        f"{float(part):.{how.decimals if place == len(parts) - 1 else 0}f}{follower}"
        for place, (part, follower) in enumerate(reversed(parts))
    )


def _share(value: Decimal, how: Style) -> str | None:
    """Write a share as two small numbers: one in five."""
    share = Fraction(value).limit_denominator(100)
    if not 0 < share < 1:
        return None
    numbers = (share.numerator, share.denominator)
    written = [spell_cardinal(number) if how.width else str(number) for number in numbers]
    return _cased(how.joint.join(written), how)


_FORMS: dict[Form, Callable[[Decimal, Style], str | None]] = {
    "digits": _digits,
    "compound": _compound,
    "share": _share,
    "power": _power,
    "fraction": _fraction,
    "ordinal": _whole(lambda value, how: _plain(Decimal(value), 0, how.grouping) + ordinal_suffix(value)),
    "decade": _whole(lambda value, how: str(value)),
    "year end": _whole(lambda value, how: f"{value % 100:02}"),
    "words": _words,
    "year in words": _whole(lambda value, how: _cased(spell_year(value), how)),
    "ordinal in words": _whole(lambda value, how: _cased(spell_ordinal(value, british=how.british), how)),
    "fraction in words": _fraction_in_words,
    "fold": _whole(lambda value, how: _cased(spell_cardinal(value).replace("-", "") + "fold", how)),
}
