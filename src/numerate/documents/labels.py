"""Read unit, scale and period of the figures of a table from its labels and caption."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from numerate.text.currencies import ALIASES, CODES, DOLLAR_PREFIXES, MINOR, NAMES, SIGNS
from numerate.text.units import Measure, currency, find

_SCALES = {
    "thousand": 10**3,
    "lakh": 10**5,
    "million": 10**6,
    "crore": 10**7,
    "billion": 10**9,
    "trillion": 10**12,
}
_SHORT_SCALES = {
    **dict.fromkeys(("k", "000", "'000", "000s"), 10**3),
    **dict.fromkeys(("m", "mn", "mln", "mm", "mio"), 10**6),
    **dict.fromkeys(("b", "bn", "bln"), 10**9),
    **dict.fromkeys(("tn", "trn"), 10**12),
}
"""Abbreviations, which need a currency next to them: a bare "m" may be metres."""

_SIGN = (
    r"(?:\b(?:"
    + "|".join(sorted(DOLLAR_PREFIXES, key=len, reverse=True))
    + r"))?\$|"
    + "|".join(map(re.escape, sorted(set(SIGNS) - {"$", "¢"})))
)
_CODE = r"\b(?-i:" + "|".join(sorted(code.upper() for code in CODES if len(code) == 3)) + r")\b"
_SHORT = "|".join(sorted(map(re.escape, _SHORT_SCALES), key=len, reverse=True))
_LONG = "|".join(_SCALES)
_NAMES = "|".join(sorted((name for name in NAMES if len(name) > 3), key=len, reverse=True)) + "|pounds?"
_MONEY = rf"(?P<sign>{_SIGN})|(?P<code>{_CODE})"

# "£m", "$ millions", "US$'000", "EUR bn"
_AFTER_CURRENCY = re.compile(
    rf"(?:{_MONEY})(?:\s?(?P<short>{_SHORT})(?![\w'])|\s?(?:in\s)?(?P<long>{_LONG})s?\b)?",
    re.IGNORECASE,
)
# "k€", "mEUR": the abbreviation first.
_BEFORE_CURRENCY = re.compile(rf"(?<![\w.])(?P<short>m|k|bn|T)(?:{_MONEY})(?!\w)", re.IGNORECASE)
# "millions of dollars", "thousand euros", "in millions", "(thousands)"; not "5 million"
_LONG_SCALE = re.compile(
    rf"(?<![\d.,])(?<![\d.,]\s)\b(?P<long>{_LONG})(?P<plural>s?)\b(?:\s+(?:of\s+)?(?:\w{{2,12}}\s+)?(?P<name>{_NAMES})\b)?",
    re.IGNORECASE,
)
_IN_SCALE = re.compile(r"(?:\bin|\(|\[|^|[$£€¥,:/–—-])\s*(?:[A-Za-z.$£€¥]{1,12}\s+){0,3}$", re.IGNORECASE)
_THOUSANDS = re.compile(r"(?<![\d,.])(?:['’‘`]000s?|000['’]?s|\(000\)|0{3}(?=[)\]]|$))(?!\d)")
_NAMED_CURRENCY = re.compile(
    rf"(?:\bin\s+|\(\s*|^)(?:\w{{2,12}}\s+)?(?P<name>{_NAMES})(?=\s*(?:$|[),]|in\b))"
    r"|(?:\bin\s+|\(\s*|^)(?P<minor>cents|pence)(?=\s*(?:$|[),]|per\b))",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"(?:(?<![\d.])(?<![\d.]\s)|(?<=\b(?:19|20)\d\d\s))(?:%|\bper ?cent\b|\bpercentages?\b(?! points?))",
    re.IGNORECASE,
)
"""A percent sign after a number belongs to it, but for one after a year: "2024 % of sales"."""
_FOLLOWING_WORD = re.compile(r"\s+(?:of\s+)?([A-Za-z]{2,12})\b")
_BRACKETED = re.compile(r"[(\[]\s*(?:in\s+)?([^()\[\]]{1,24}?)\s*[)\]]")
_LAST_WORDS = re.compile(r",\s*(?:in\s+)?([^\s,][^,]{0,20})$|\bin\s+([^\s,][^,]{0,20})$")
_POINTS = re.compile(
    r"\b(?:percentage points?|% points?|ppts?|p\.p\.)(?!\w)|(?:(?<=[(\s])|^)pp(?=[)\s]|$)", re.IGNORECASE
)
_NOT_UNITS = frozenset("in a no at as us i ii a b c d e f n".split())


class LabelUnit(NamedTuple):
    """The unit and the scale that a label gives for the figures it labels."""

    unit: Measure | None = None
    scale: int = 1
    """The factor with which figures are multiplied: 1,000 for "£'000"."""

    def __bool__(self) -> bool:
        return self.unit is not None or self.scale > 1


@lru_cache(maxsize=4096)
def read_unit_label(label: str, is_caption: bool = False) -> LabelUnit:
    """Read the unit and scale of a label, such as "Revenue, £m" or "in thousands of dollars".

    In a caption, which may be a sentence, a scale must be introduced: "in millions", "(thousands)".
    """
    label = label[:400]
    if not is_caption:
        if _POINTS.search(label):
            return LabelUnit(find("pp"))
        if _PERCENT.search(label):
            return LabelUnit(find("%"))
    money = _money(label)
    scale = _scale(label, is_caption)
    unit = money.unit or scale.unit or _named_currency(label)
    if unit is None and is_caption and scale.scale == 1 and _PERCENT.search(label):
        unit = find("%")
    return LabelUnit(unit or _measure(label, is_caption), max(scale.scale, money.scale))


def _money(label: str) -> LabelUnit:
    """Read a currency sign or code, and the abbreviated scale next to it."""
    best = LabelUnit()
    for match in (*_AFTER_CURRENCY.finditer(label), *_BEFORE_CURRENCY.finditer(label)):
        if label[match.end() : match.end() + 1].isdigit():
            continue  # an amount: "sales above $5"
        unit = currency(_code(match["sign"], match["code"]))
        short, long = match["short"], match.groupdict().get("long")
        scale = _SHORT_SCALES[short.lower()] if short and short != "T" else 10**3 if short else 1
        if long:
            scale = _SCALES[long.lower()]
        if scale > best.scale or best.unit is None:
            best = LabelUnit(unit, scale)
    return best


def _code(sign: str | None, code: str | None) -> str:
    if sign is None:
        return ALIASES.get(code or "", code or "")
    return DOLLAR_PREFIXES[sign[:-1].lower()] if sign.endswith("$") and len(sign) > 1 else SIGNS[sign]


def _scale(label: str, is_caption: bool) -> LabelUnit:
    for match in _LONG_SCALE.finditer(label):
        before, scale = label[: match.start()][-60:], _SCALES[match["long"].lower()]
        if match["name"]:
            return LabelUnit(currency(_code_of_name(match["name"])), scale)
        following = _FOLLOWING_WORD.match(label, match.end())
        unit = find(following[1]) if following else None
        # "Thousand Oaks" begins with a number word, "Million tonnes" with a scale.
        is_whole = not label[match.end() :].strip(" .:)") or label[match.end()] in ")],"
        if unit or match["plural"] or is_whole or before:
            introduced = _IN_SCALE.search(before)
            if introduced or (match["plural"] and not is_caption):
                return LabelUnit(unit, scale)
    if _THOUSANDS.search(label):
        return LabelUnit(None, 10**3)
    return LabelUnit()


def _named_currency(label: str) -> Measure | None:
    if not (named := _NAMED_CURRENCY.search(label)):
        return None
    if minor := named["minor"]:
        return currency(MINOR[minor.lower()], minor=True)
    return currency(_code_of_name(named["name"]))


def _code_of_name(name: str) -> str:
    return "GBP" if name.lower().startswith("pound") else NAMES[name.lower()]


def _measure(label: str, is_caption: bool) -> Measure | None:
    """Find a unit in brackets, after the last comma, or as the whole label."""
    places = [match[1] for match in _BRACKETED.finditer(label)]
    if not is_caption:
        if last := _LAST_WORDS.search(label):
            places.append(last[1] or last[2])
        places.append(label)
    for place in reversed(places):
        written = _THOUSANDS.sub("", place).strip(" .:")
        if written and (len(written) > 1 or place is not label) and written.lower() not in _NOT_UNITS:
            measure = find(written)
            if measure is not None and measure.dimensions:
                return measure
    return None


_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR = re.compile(
    r"(?<![\d.,$£€])(?P<first>(?:19|20)\d\d)(?:\s?[-–/]\s?(?P<last>(?:19|20)?\d\d))?(?![\d,]|\.\d)|\bFY\s?['’]?(?P<short>\d\d)\b"
    r"|(?:\bQ[1-4]|\b[1-4]Q|\bH[12]|\b[12]H|" + _MONTH + r")[\s'’-]?(?P<tail>\d\d)\b(?!,)",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    r"\bQ([1-4])|\b([1-4])Q|\b(first|second|third|fourth) quarter|\b([1-4])(?:st|nd|rd|th) quarter", re.I
)
_HALF = re.compile(r"\bH([12])(?!\w)|\b([12])H|\b(first|second) half", re.I)
_MONTHS = re.compile(
    r"\b(three|six|nine|twelve|3|6|9|12)[ -]months?\b|\b(quarter|half[ -]?year) end(?:ed|ing)\b", re.I
)
_DATE = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})\s+)?(?P<month>{_MONTH})(?!\w)(?:\s+(?P<after>\d{{1,2}})(?!\d))?", re.IGNORECASE
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_COUNTS = {"three": 3, "six": 6, "nine": 9, "twelve": 12}


class Period(NamedTuple):
    """The period that figures refer to: a year, and which part of it."""

    year: int
    """The later one where there are two: 2023 for 2022/23."""
    part: str = ""
    """Normalised: "Q1", "H2", "30 Jun", "6 months to 30 Jun"; empty for the whole year."""

    def __str__(self) -> str:
        return f"{self.part} {self.year}".strip()


@lru_cache(maxsize=4096)
def read_period(label: str) -> Period | None:
    """Read the period of a label such as "Q1 2023", "FY22/23" or "Year ended 31 December 2023"."""
    label = label[:400]
    years = list(_YEAR.finditer(label))
    if not years:
        return None
    year = _year(years[-1])
    if quarter := _QUARTER.search(label):
        return Period(year, f"Q{_index(quarter)}")
    if half := _HALF.search(label):
        return Period(year, f"H{_index(half)}")
    part = ""
    if date := _DATE.search(label):
        day = date["day"] or date["after"] or ""
        part = f"{day} {date['month'][:3].title()}".strip()
    if months := _MONTHS.search(label):
        count = 3 if months[2] and months[2].lower() == "quarter" else 6
        if months[1]:
            count = _COUNTS.get(months[1].lower()) or int(months[1])
        part = f"{count} months to {part}" if part else f"{count} months"
    elif re.search(r"\byears?\b", label, re.IGNORECASE):
        part = ""
    return Period(year, part)


def _year(match: re.Match[str]) -> int:
    if short := match["short"] or match["tail"]:
        return 2000 + int(short) if int(short) < 70 else 1900 + int(short)
    first, last = match["first"], match["last"]
    if last and len(last) == 2 and int(last) != (int(first) + 1) % 100:
        return int(first)  # not 2022/23, rather a month: 2023-06
    return int(last if last and len(last) == 4 else first[:2] + last if last else first)


def _index(match: re.Match[str]) -> int:
    written = next(filter(None, match.groups())).lower()
    return _ORDINALS.get(written) or int(written)
