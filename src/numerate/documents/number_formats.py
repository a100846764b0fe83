"""Number formats of spreadsheets: a value as its cell shows it.

They are written as in `#,##0.00;[Red](#,##0.00);"–"`: up to four sections for positive and negative values,
zero and text. What is not understood is shown as the format General shows it.
"""

from __future__ import annotations

import datetime
import re
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

CellValue = float | int | datetime.datetime | datetime.date | datetime.time | datetime.timedelta

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<padding>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<exponent>[eE][+-])|(?P<ampm>AM/PM|A/P)|(?P<digits>[0#?][0#?,]*)|(?P<date>[yYmMdDhHsS]+)|(?P<other>.)",
    re.DOTALL,
)
_DATE_PARTS = re.compile(r"[yYdDhHsS]|[mM]")
_CURRENCY = re.compile(r"\$([^-]*)")
_CONDITION = re.compile(r"([<>=]{1,2})\s*(-?\d+(?:\.\d+)?)")
_ELAPSED = re.compile(r"[hHmMsS]+")
_LONGEST_FORMAT = 255
_GENERAL_DIGITS = 10
"""Significant digits that General shows; a cell of the usual width has space for no more."""
_MOST_DIGITS = 10**15
"""Spreadsheets calculate with 15 digits."""
_CONTEXT = Context(prec=300)
_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


class _Token(NamedTuple):
    kind: str
    text: str


class _Section(NamedTuple):
    tokens: tuple[_Token, ...]
    condition: tuple[str, float] | None
    is_date: bool


def show(value: CellValue, number_format: str | None) -> str:
    """Return a number or date as its cell shows it."""
    sections = _sections((number_format or "General")[:_LONGEST_FORMAT])
    if isinstance(value, datetime.datetime | datetime.date | datetime.time | datetime.timedelta):
        section = next((section for section in sections if section.is_date), None)
        return _show_date(value, section) if section else _iso_date(value)
    section, value = _choose(sections, value)
    if section is None or any(token.kind == "general" for token in section.tokens):
        return _around_general(section, value)
    if section.is_date:
        return _general(value)
    return _show_number(value, section.tokens)


@lru_cache(maxsize=512)
def _sections(number_format: str) -> tuple[_Section, ...]:
    sections: list[list[_Token]] = [[]]
    at = 0
    while at < len(number_format):
        if number_format[at : at + 7].lower() == "general":
            sections[-1].append(_Token("general", ""))
            at += 7
            continue
        match = _TOKEN.match(number_format, at)
        if match is None:
            break
        at = match.end()
        if match.lastgroup == "other" and match[0] == ";":
            sections.append([])
        else:
            sections[-1].append(_Token(match.lastgroup or "", match[match.lastgroup or 0] or ""))
    return tuple(_section(tokens) for tokens in sections)


def _section(tokens: list[_Token]) -> _Section:
    condition, kept, is_date = None, [], False
    for token in tokens:
        if token.kind == "bracket":
            if comparison := _CONDITION.fullmatch(token.text):
                condition = comparison[1], float(comparison[2])
            elif currency := _CURRENCY.match(token.text):
                kept.append(_Token("quoted", currency[1]))
            elif _ELAPSED.fullmatch(token.text):
                kept.append(_Token("elapsed", token.text))
                is_date = True
            continue
        is_date = is_date or token.kind == "date"
        kept.append(token)
    return _Section(tuple(kept), condition, is_date)


def _choose(sections: tuple[_Section, ...], value: float) -> tuple[_Section | None, float]:
    """Return the section for a value, and the value without the sign that the section stands for."""
    conditioned = [section for section in sections if section.condition]
    if conditioned:
        for section in sections:
            if section.condition is None or _holds(value, *section.condition):
                return section, value
        return None, value
    numeric = sections[:3]
    if value < 0 and len(numeric) > 1:
        return numeric[1], -value
    if value == 0 and len(numeric) > 2:
        return numeric[2], value
    return numeric[0], value


def _holds(value: float, operator: str, limit: float) -> bool:
    comparisons = {
        "<": value < limit,
        "<=": value <= limit,
        ">": value > limit,
        ">=": value >= limit,
        "=": value == limit,
        "<>": value != limit,
    }
    return comparisons.get(operator, False)


def _general(value: float) -> str:
    if isinstance(value, float) and not value.is_integer():
        text = f"{value:.{_GENERAL_DIGITS}g}"
        if "e" not in text:
            return text
    elif abs(value) < 1e11:
        return str(int(value))
    mantissa, _, exponent = f"{value:.5E}".partition("E")
    return f"{mantissa.rstrip('0').rstrip('.')}E{exponent}"


def _around_general(section: _Section | None, value: float) -> str:
    if section is None:
        return _general(value)
    texts = [_general(value) if token.kind == "general" else _literal(token) for token in section.tokens]
    return "".join(texts).strip()


def _literal(token: _Token) -> str:
    if token.kind == "padding":
        return " "
    return token.text if token.kind in ("quoted", "escaped", "other") else ""


def _show_number(value: float, tokens: tuple[_Token, ...]) -> str:
    places = [index for index, token in enumerate(tokens) if token.kind == "digits"]
    if not places:
        # Text only: "–" for zero. A format of text for all values hides them, and shows their sign.
        shown = "".join(_literal(token) for token in tokens).strip()
        return f"-{shown}" if value < 0 and shown else shown
    if any(token == _Token("other", "/") for token in tokens):
        return _show_fraction(value, tokens, places)
    last = tokens[places[-1]].text
    thousandths = len(last) - len(last.rstrip(","))
    percents = sum(token.text.count("%") for token in tokens if token.kind == "other")
    scaled = Decimal(repr(value)) * Decimal(100) ** percents / Decimal(1000) ** thousandths
    if abs(scaled) >= _MOST_DIGITS:
        return _general(value)
    exponent = next((index for index, token in enumerate(tokens) if token.kind == "exponent"), None)
    if exponent is not None:
        return _show_scientific(scaled, tokens, exponent)
    point = next((index for index, token in enumerate(tokens) if token == _Token("other", ".")), len(tokens))
    whole = "".join(tokens[index].text for index in places if index < point).rstrip(",")
    decimals = "".join(tokens[index].text for index in places if index > point).replace(",", "")
    digits = _fixed(scaled, decimals, whole.replace(",", ""), "," in whole)
    return _assemble(tokens, places, digits, value < 0, point)


def _fixed(value: Decimal, decimals: str, whole: str, grouped: bool) -> str:
    rounded = abs(value).quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP, _CONTEXT)
    integer, _, fraction = f"{rounded:f}".partition(".")
    least = len(whole) - len(whole.lstrip("#?"))
    least = len(whole[least:])
    integer = integer.zfill(least) if integer != "0" or least else ""
    if grouped and integer:
        integer = f"{int(integer):,}".rjust(len(integer), "0")
    # Optional digits are shown only where they are not trailing zeros.
    kept = len(fraction)
    while kept and fraction[kept - 1] == "0" and decimals[kept - 1] in "#?":
        kept -= 1
    return f"{integer}.{fraction[:kept]}" if kept or "0" in decimals else integer


def _assemble(tokens: tuple[_Token, ...], places: list[int], digits: str, negative: bool, point: int) -> str:
    """Put the digits where the first placeholder stands, and the literals around them."""
    texts: list[str] = []
    for index, token in enumerate(tokens):
        if index == places[0]:
            texts.append(digits)
        elif index in places or index == point:
            # A point without digits before it belongs to the digits, too.
            continue
        else:
            texts.append(_literal(token))
    shown = "".join(texts).strip()
    has_digits = any(character in "123456789" for character in digits)
    return f"-{shown}" if negative and has_digits else shown


def _show_scientific(value: Decimal, tokens: tuple[_Token, ...], exponent: int) -> str:
    before = "".join(token.text for token in tokens[:exponent] if token.kind == "digits" or token.text == ".")
    after = "".join(token.text for token in tokens[exponent + 1 :] if token.kind == "digits")
    decimals = len(before.partition(".")[2])
    mantissa, _, power = f"{value:.{decimals}E}".partition("E")
    sign = "-" if power.startswith("-") else "+" if tokens[exponent].text.endswith("+") else ""
    return f"{mantissa}E{sign}{power.lstrip('+-').lstrip('0').zfill(len(after))}"


def _show_fraction(value: float, tokens: tuple[_Token, ...], places: list[int]) -> str:
    slash = tokens.index(_Token("other", "/"))
    digits = sum(len(tokens[index].text) for index in places if index > slash)
    whole = sum(1 for index in places if index < slash) > 1
    fraction = Fraction(abs(value)).limit_denominator(10 ** min(digits, 3) - 1)
    integer, rest = divmod(fraction, 1) if whole else (0, fraction)
    parts = [str(integer)] if integer or not rest else []
    parts += [f"{rest.numerator}/{rest.denominator}"] if rest else []
    return ("-" if value < 0 else "") + " ".join(parts)


def _iso_date(value: CellValue) -> str:
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        value = value.date()
    return str(value)


def _show_date(value: CellValue, section: _Section) -> str:
    if isinstance(value, datetime.timedelta):
        return _show_elapsed(value, section)
    moment = value if isinstance(value, datetime.datetime) else None
    if isinstance(value, datetime.time):
        moment = datetime.datetime.combine(datetime.date(1900, 1, 1), value)
    elif moment is None and isinstance(value, datetime.date):
        moment = datetime.datetime.combine(value, datetime.time())
    if moment is None:
        return str(value)
    tokens = section.tokens
    half_day = any(token.kind == "ampm" for token in tokens)
    texts: list[str] = []
    for index, token in enumerate(tokens):
        if token.kind == "date":
            texts.append(_date_part(moment, token.text, _is_minute(tokens, index), half_day))
        elif token.kind == "elapsed":
            texts.append(str(moment.hour))
        elif token.kind == "ampm":
            texts.append("PM" if moment.hour >= 12 else "AM")
        elif token.kind != "digits":
            texts.append(_literal(token))
    return "".join(texts).strip()


def _is_minute(tokens: tuple[_Token, ...], index: int) -> bool:
    """Return whether an m stands for minutes: it follows hours or precedes seconds."""
    before = next((t for t in reversed(tokens[:index]) if t.kind in ("date", "elapsed")), None)
    after = next((t for t in tokens[index + 1 :] if t.kind == "date"), None)
    return bool(before and before.text[0] in "hH") or bool(after and after.text[0] in "sS")


def _date_part(moment: datetime.datetime, code: str, is_minute: bool, half_day: bool) -> str:
    letter, width = code[0].lower(), len(code)
    if letter == "y":
        return f"{moment.year:04}" if width > 2 else f"{moment.year % 100:02}"
    if letter == "m" and not is_minute:
        name = _MONTHS[moment.month - 1]
        return [str(moment.month), f"{moment.month:02}", name[:3], name, name[:1]][min(width, 5) - 1]
    if letter == "d":
        day = _DAYS[moment.weekday()]
        return [str(moment.day), f"{moment.day:02}", day[:3], day][min(width, 4) - 1]
    hour = (moment.hour % 12 or 12) if half_day else moment.hour
    number = {"h": hour, "m": moment.minute, "s": moment.second}[letter]
    return f"{number:02}" if width > 1 else str(number)


def _show_elapsed(value: datetime.timedelta, section: _Section) -> str:
    seconds = round(value.total_seconds())
    hours, rest = divmod(abs(seconds), 3600)
    minutes, rest = divmod(rest, 60)
    shown = f"{hours}:{minutes:02}"
    if any(token.kind == "date" and token.text[0] in "sS" for token in section.tokens):
        shown += f":{rest:02}"
    return f"-{shown}" if seconds < 0 else shown
