"""Join the numbers that make one quantity, and tie together those that belong together.

Feet and inches, hours and minutes, dollars and cents become one number with parts; so do shares such as "one
in five". Ends of ranges and members of lists share the unit that is written once; an uncertainty after ± and
the ends of a confidence interval know the number they belong to.
"""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from operator import itemgetter

from numerate.text.currencies import IN_CENTS
from numerate.text.lexicon import SCALES
from numerate.text.measures import read_rate, read_unit, read_unit_and
from numerate.text.number import Number, Part
from numerate.text.units import SYMBOLS, Unit, currency

_MOST_VOTES = 2
"""Quantities of a document in the unit, less those in millions, that make a unit of a letter."""
_LONGEST_GAP = 16
"""Characters between two numbers that may still belong together: " and a further "."""
_LONGEST_ABBREVIATION = 3
"""Characters of the longest unit that is written with a point: 2 hrs. 10 min."""
_A_HALF = frozenset(("a half", "a quarter", "a third", "three quarters", "three-quarters"))
_GOES_ON = re.compile(r"[ \xa0-](?!(?:ago|later|after|before|earlier|long|old|of (?:work|rain))\b)[a-z]")
_SPLIT = re.compile(r"[ \xa0-]")
_CHAIN: dict[str, frozenset[str]] = {
    unit: frozenset(smaller.split())
    for unit, smaller in {
        "mi": "yd ft", "yd": "ft in", "ft": "in", "km": "m", "m": "cm mm", "st": "lb", "lb": "oz", "kg": "g",
        "t": "kg", "d": "h min", "h": "min s", "min": "s", "wk": "d", "yr": "mo wk d",
        "mo": "d wk", "gal": "qt pt", "°": "′", "′": "″",
    }.items()
}  # fmt: skip
_BETWEEN_PARTS = frozenset(("", " ", ", ", " and ", ", and "))
_OF_ARC = {"min": SYMBOLS["′"], "s": SYMBOLS["″"]}
"""Minutes and seconds after degrees are those of arc."""
_INCHES = re.compile(r"[ \xa0]in\b(?=[ \xa0](?:in|tall|high|long|wide|and)\b|[.,;:)]|\s*$)")
_CLAUSE_FOLLOWS = re.compile(r"[ \xa0](?:were|was|are|is|had|have|more|others?)\b|%")
_WORD_FOLLOWS = re.compile(r"[ \xa0-]?(?!(?:and|but|or|with|when|tall|in his|in her|barefoot)\b)[a-z]")
_SHARES = frozenset((" in ", "-in-", "-out-of-", " out of ", " out of every ", " in every ", " of every "))
_JOINTS = frozenset(
    (
        "-",
        "\x96",
        "/",
        "x",
        "\xd7",
        "to",
        "and",
        "or",
        "by",
        "-by-",
        "-to-",
        ",",
        ", and",
        ", or",
        "through",
        "over",
        "- to",
        "-,",
        "-, and",
        "-, or",
        "- and",
        "- or",
    )
)
"""What joins the ends of a range and the members of a list."""
_SCALE_JOINTS = frozenset((" to ", " or ", " and "))
"""What stands between numbers of which the second has the scale of both."""
_RANGE_JOINTS = frozenset(("-", "\x96", " to ", " - ", " \x96 "))
_PLUS_MINUS = frozenset(("\xb1", "+/-", "+-", "plus or minus"))
_COMPARED = frozenset(
    before + word
    for before in ("", ", ")
    for word in ("from", "against", "versus", "compared with", "compared to", "up from", "down from")
)
"""What stands before a figure whose unit is not written again: to 2.9 percent from 3.4."""
_LEVEL = re.compile(r"\b(?:to|at|of|is|was|were|reached|hit)(?: (?:about|around|nearly|only|just|almost))? $")
_CLAUSE_ENDS = re.compile(
    r"[.,;)](?!\d)|\s*$| (?:in|a|an|at|the|last|previously|earlier|on|when|during|for)\b"
)
_JOINING = _JOINTS | _COMPARED | _PLUS_MINUS | {gap.strip() for gap in _BETWEEN_PARTS | _SHARES} | {"of", "."}
"""All that may stand between two numbers that belong together."""
_READINGS = itemgetter(Number._fields.index("readings"))
_SPACE_AND_SIGNS = " $\xa2\xa3\xa4\xa5"
_INTERVAL = re.compile(
    r"[ \xa0,]{0,2}(?:ci|confidence interval|credible interval)[ \xa0]?[:=,(\[]?[ \xa0]?(?:of |was |from )?"
)


def group(text: str, view: str, numbers: list[Number]) -> list[Number]:
    """Join and tie the numbers of a text; those that stand alone stay as they are."""
    grouped: list[Number] = []
    end = -_LONGEST_GAP - 1  # of the last number, with its unit
    for number in numbers:
        # Start, unit and end by index, which takes a third of an attribute's time.
        start, unit = number[0], number[9]
        if unit is not None and view[start - 5 : start] == " and ":
            number = _after_one(text, view, number, _end(grouped[-1]) if grouped else 0)
            start = number.start
        if start - end <= _LONGEST_GAP:
            gap = view[end:start]
            if "\xa0" in gap:
                gap = gap.replace("\xa0", " ")
            if gap.strip(_SPACE_AND_SIGNS) in _JOINING:
                _add(text, view, grouped, number, gap)
                end = _end(grouped[-1])
                continue
        grouped.append(number)
        end = number[1]
        if unit is not None and unit[2] > end:
            end = unit[2]
    return grouped


def _after_one(text: str, view: str, number: Number, earliest: int) -> Number:
    """Join a smaller part to a unit that is named without a number: "an hour and ten minutes"."""
    named = read_unit_and(text, view, earliest, number.start)
    if named is None:
        return number
    start, unit = named
    span = start, unit.start - 1
    whole = Number(*span, text[slice(*span)], 1.0, Decimal(1), "cardinal", span, unit=unit)
    return _compound(text, view, whole, number) or number


def decide_letters(text: str, numbers: list[Number]) -> None:
    """Read ambiguous letters by the other quantities of the document: 45m among walls of 20m and 30m."""
    if not any(map(_READINGS, numbers)):
        return
    votes: Counter[str] = Counter()
    for number in numbers:
        letter = text[number.numeral[1] - 1]
        if number.unit is not None and len(number.unit.text) == 1 and number.measured_in:
            votes[number.unit.text] += 1
        elif number.currency or number.noun:
            votes[letter] -= 1
    for place, number in enumerate(numbers):
        undecided = number.readings and number.noun is None and number.unit is None
        if undecided and votes[number.text[-1]] >= _MOST_VOTES:
            other = number.read_as(number.readings[1])
            numbers[place] = other._replace(readings=number.readings[::-1])


def _add(text: str, view: str, numbers: list[Number], number: Number, gap: str) -> None:
    """Append a number, or make it one with the last, by what stands between them."""
    last = numbers[-1]
    if last.decimal.is_nan() or number.decimal.is_nan():  # a code, such as A380, has no value to compare
        numbers.append(number)
        return
    if _end(last) <= number.start:
        if joined := _join(text, view, last, number, gap):
            numbers[-1] = joined
            return
        if gap.strip() in _PLUS_MINUS:
            unit = last.unit or number.unit or _unit_of_bracket(text, view, last, number)
            numbers[-1] = last._replace(unit=unit)
            number = number._replace(role="uncertainty", of=last.start, unit=number.unit or unit)
        elif gap in _SCALE_JOINTS and (scaled := _with_scale(view, gap, last, number)):
            numbers[-1] = scaled
        elif gap.strip() in _JOINTS and _lacks_rest(view, gap, last, number):
            numbers[-1] = last._replace(unit=number.unit)
        elif gap.strip() in _COMPARED and _is_compared(view, last, number):
            number = number._replace(kind=last.kind, currency=last.currency, unit=last.unit)
    numbers.append(number)
    if number.unit is not None and last.unit is None:
        _share_unit(view, numbers)
    if len(numbers) > 2 and numbers[-3].kind == "percent":
        _tie_interval(view, numbers)


def _unit_of_bracket(text: str, view: str, last: Number, number: Number) -> Unit | None:
    """Read the unit behind a value and its uncertainty in brackets: (20 ± 1) °C."""
    if view[number.end : number.end + 2] != ") " or view[last.start - 1 : last.start] != "(":
        return None
    at = number.end + 2
    measure = read_unit(text, view, at)
    return Unit(text[at : measure[0]], at, *measure) if measure else None


def _join(text: str, view: str, last: Number, number: Number, gap: str) -> Number | None:
    """Make one number of two, by what stands between them."""
    if gap in _BETWEEN_PARTS:
        joined = _compound(text, view, last, number) or _continued(text, view, last, number)
        return joined or (_with_fraction(text, view, last, number) if gap == " and " else None)
    if gap in _SHARES:
        return _share(text, gap, last, number)
    if gap == " of ":
        return _of_one_percent(text, last, number)
    if last.unit is None:
        return None
    if gap == "-" and last.unit.symbol == "ft":  # 6-foot-4
        return _compound(text, view, last, number._replace(noun=None))
    if gap == ". " and len(last.unit.text) <= _LONGEST_ABBREVIATION:  # 9 lb. 4 oz.
        return _compound(text, view, last, number)
    return None


def _with_scale(view: str, gap: str, last: Number, number: Number) -> Number | None:
    """Return the lower end of a range with the scale that is written once: 4 million of "4 to 5 million"."""
    if last.kind not in ("cardinal", "money") or number.kind not in ("cardinal", "money") or last.noun:
        return None
    if last.unit is not None and last.currency is None:
        return None
    head, _, word = view[slice(*number.numeral)].replace("\xa0", " ").rpartition(" ")
    scale = 12 if word == "dozen" else SCALES.get(word)
    if scale is None or " " in head or not (last.text[-1].isdigit() or last.text.isalpha()):
        return None
    if gap == " and " and not view.endswith("between ", 0, last.start):
        return None
    if not last.decimal < number.decimal / scale <= 10 * last.decimal or last.decimal >= 100:
        return None
    value = last.decimal * scale
    return last._replace(value=float(value), decimal=value)


def _lacks_rest(view: str, gap: str, last: Number, number: Number) -> bool:
    """Tell whether half of a unit is written once for both: 15° of "15°-20°C", $4 of "$4 to $5 a share"."""
    if last.unit is None or number.unit is None:
        return False
    first, second = last.unit.symbol, number.unit.symbol
    if second.startswith(f"{first}/"):
        return gap in _RANGE_JOINTS or (gap == " and " and view.endswith("between ", 0, last.start))
    return first == "°" and second in ("°C", "°F")


def _is_compared(view: str, last: Number, number: Number) -> bool:
    """Tell whether a number has the unit of the one before it, with which it is compared.

    The 34 of "rose to 12 percent from 34" is a percentage, that of "rose 12 percent from 34" is not.
    """
    if number.kind != "cardinal" or number.unit is not None or number.noun is not None or last.unit is None:
        return False
    if _CLAUSE_ENDS.match(view, number.end) is None:
        return False
    if last.kind == "percent":
        level = _LEVEL.search(view, max(0, last.start - 16), last.start) is not None
        return level and number.decimal < 100 and last.unit.symbol == "%"
    scale = _SPLIT.split(view[slice(*number.numeral)])[-1]
    return last.kind == "money" and scale in SCALES and view.endswith(scale, 0, last.numeral[1])


def _with_fraction(text: str, view: str, last: Number, number: Number) -> Number | None:
    """Join a fraction to the whole before it: "1 and 1/2 cups", "two hours and a half"."""
    if number.kind != "fraction" or number.decimal >= 1 or last.decimal % 1 or last.sign or last.parts:
        return None
    if last.unit is None:
        if last.kind != "cardinal" or last.noun or "/" not in number.text:
            return None
        if view.endswith("between ", 0, last.start) or view.startswith(" of ", number.end):
            return None
        value = last.decimal + number.decimal
        return number._replace(
            start=last.start,
            text=text[last.start : number.end],
            value=float(value),
            decimal=value,
            numeral=(last.numeral[0], number.numeral[1]),
        )
    if number.unit is not None or number.text.lower() not in _A_HALF or _GOES_ON.match(view, number.end):
        return None
    return _joined(text, last, (Part(last.decimal, last.unit), Part(number.decimal, last.unit)), number.end)


def _of_one_percent(text: str, last: Number, number: Number) -> Number | None:
    """Join a part of one percent: "one-tenth of one percent" is 0.1%."""
    if number.decimal != 1 or number.kind != "percent" or not 0 < last.decimal < 1 or last.unit or last.sign:
        return None
    return number._replace(
        start=last.start,
        text=text[last.start : number.end],
        value=last.value,
        decimal=last.decimal,
        numeral=(last.numeral[0], number.numeral[1]),
    )


def _end(number: Number) -> int:
    """Where a number ends with its unit."""
    return max(number.end, number.unit.end) if number.unit else number.end


def _compound(text: str, view: str, last: Number, number: Number) -> Number | None:
    """Join a smaller part to a quantity: 6 ft and 2 in, $5 and 20 cents, 11 stone 4."""
    unit = last.unit
    if unit is None or number.sign:
        return None
    parts = last.parts or (Part(last.decimal, unit),)
    smallest = parts[-1].unit
    if smallest is None:
        return None
    smaller = number.unit
    if smaller is None:
        return _bare_part(text, view, last, number, parts, smallest)
    if smallest.dimension == "angle" and smaller.symbol in _OF_ARC:
        smaller = smaller._replace(measure=_OF_ARC[smaller.symbol])
    if smallest.symbol == "lb" and smaller.symbol == "GBP¢":  # 4 pounds 50 pence
        smallest = smallest._replace(measure=currency("GBP"))
        parts = (*parts[:-1], Part(parts[-1].value, smallest))
        last = last._replace(kind="money", currency="GBP")
    minor = smaller.symbol == f"{smallest.symbol}¢" or (
        smaller.symbol == "USD¢" and unit.dimension == "currency" and smallest.symbol in IN_CENTS
    )
    if not minor and smaller.symbol not in _CHAIN.get(smallest.symbol, ()):
        return None
    ratio = Decimal(100) if minor else Decimal(repr(smallest.factor / smaller.factor))
    if number.decimal >= ratio * Decimal("1.0001"):
        return None
    return _joined(text, last, (*parts, Part(number.decimal, smaller)), _end(number))


def _continued(text: str, view: str, last: Number, number: Number) -> Number | None:
    """Join a number to the scale before it where digits and words mix: "5 thousand two hundred"."""
    if last.kind != "cardinal" or number.kind != "cardinal" or last.unit or number.sign:
        return None
    scale = SCALES.get(_SPLIT.split(last.text)[-1].lower())
    if scale is None or number.decimal >= scale or not (last.text[0].isdigit() or number.text[0].isdigit()):
        return None
    if number.text[0].isdigit() and _is_next_scale(number.text, scale):
        whole = not (last.noun or view.endswith("between ", 0, last.start))
    elif last.end + 1 == number.start:
        counted = number.unit is not None or number.noun is not None
        whole = number.text[0].isalpha() and (number.decimal >= 100 or (scale <= 1000 and not counted))
    else:  # six hundred and 9
        joined_by_and = view.startswith(" and ", last.end)
        whole = scale == 100 and joined_by_and and _CLAUSE_FOLLOWS.match(view, number.end) is None
    if not whole:
        return None
    value = last.decimal + number.decimal
    return number._replace(
        start=last.start,
        text=text[last.start : number.end],
        value=float(value),
        decimal=value,
        numeral=(last.numeral[0], number.numeral[1]),
        sign=last.sign,
    )


def _is_next_scale(written: str, scale: int) -> bool:
    """Tell whether a number has the next lower scale: 300 thousand after 5 million."""
    lower = SCALES.get(_SPLIT.split(written)[-1].lower(), 0)
    return 1 < lower < scale <= 1000 * lower


def _bare_part(
    text: str, view: str, last: Number, number: Number, parts: tuple[Part, ...], smallest: Unit
) -> Number | None:
    """Join a part without a unit of its own: "5ft 11", "11 stone 4"."""
    if smallest.dimension == "currency" or smallest.symbol == "lb":
        return _bare_cents(text, view, last, number, smallest)
    implied = {"ft": ("in", 12), "st": ("lb", 14)}.get(smallest.symbol)
    if implied is None or number.kind != "cardinal" or number.noun or number.decimal >= implied[1]:
        return None
    hyphen = view[_end(last) : number.start].strip(" \xa0")
    if hyphen not in ("", "-"):
        return None
    if (
        not hyphen
        and _WORD_FOLLOWS.match(view, number.end)
        and not (smallest.symbol == "ft" and _INCHES.match(view, number.end))
    ):
        return None
    inches = _INCHES.match(view, number.end) if smallest.symbol == "ft" else None
    end = inches.end() if inches else number.end
    unit = Unit(text[number.end : end].strip(), number.end, end, SYMBOLS[implied[0]])
    return _joined(text, last, (*parts, Part(number.decimal, unit)), end)


def _bare_cents(text: str, view: str, last: Number, number: Number, unit: Unit) -> Number | None:
    """Join hundredths without a name: "two dollars fifty", "five pounds ninety-nine"."""
    code = "GBP" if unit.symbol == "lb" else unit.symbol
    if (
        unit.start < last.numeral[1]
        or last.parts
        or len(code) != 3
        or number.kind != "cardinal"
        or number.noun
    ):
        return None
    in_words = last.text[0].isalpha() and number.text[0].isalpha() and 16 <= number.decimal < 100
    in_digits = last.text.rpartition(" ")[0].isdecimal() and number.text.isdecimal() and len(number.text) == 2
    if not (in_words or in_digits) or view[_end(last) : number.start] != " ":
        return None
    end, measure = read_rate(text, view, number.end, currency(code))
    if end == number.end and _WORD_FOLLOWS.match(view, end):
        return None
    pounds = unit._replace(measure=currency(code))
    cents = Unit("", number.end, number.end, currency(code, minor=True))
    parts = (Part(last.decimal, pounds), Part(number.decimal, cents))
    joined = _joined(text, last._replace(kind="money", currency=code), parts, number.end)
    if end > number.end:
        joined = joined._replace(unit=Unit(text[unit.start : end], number.end, end, measure))
    return joined


def _joined(text: str, last: Number, parts: tuple[Part, ...], end: int) -> Number:
    first = parts[0].unit
    value = Decimal(0)
    for part in parts:
        if part.unit is not None and first is not None:
            value += part.value * Decimal(repr(part.unit.factor)) / Decimal(repr(first.factor))
    return last._replace(
        end=end,
        text=text[last.start : end],
        value=float(value),
        decimal=value,
        numeral=(last.numeral[0], end),
        parts=parts,
        unit=first,
    )


def _share(text: str, gap: str, last: Number, number: Number) -> Number | None:
    """Join the two numbers of a share: "one in five", "nine out of ten"."""
    if last.kind != "cardinal" or number.kind != "cardinal" or last.unit or last.parts:
        return None
    if not 0 < last.decimal < number.decimal or number.sign or last.sign:
        return None
    if number.unit is not None and "every" not in gap:
        return None
    if gap in (" in ", "-in-") and not _is_chance(last, number):
        return None
    value = last.decimal / number.decimal
    return Number(
        last.start,
        number.end,
        text[last.start : number.end],
        float(value),
        value,
        "share",
        (last.start, number.end),
        parts=(
            Part(last.decimal, None, last.start, last.end),
            Part(number.decimal, None, number.start, number.end),
        ),
    )


def _is_chance(last: Number, number: Number) -> bool:
    """Tell "one in five" from "three in 2016"."""
    if last.decimal == 1:
        return True
    return last.decimal == int(last.decimal) and number.decimal in (
        3,
        4,
        5,
        6,
        8,
        10,
        20,
        50,
        100,
        1000,
        10_000,
        100_000,
    )


def _share_unit(view: str, numbers: list[Number]) -> None:
    """Give the ends of a range and the members of a list the unit that is written once, after the last."""
    unit = numbers[-1].unit
    if unit is None or numbers[-1].parts:
        return
    kind = numbers[-1].kind
    for place in range(len(numbers) - 2, max(-1, len(numbers) - 8), -1):
        earlier, later = numbers[place], numbers[place + 1]
        if (
            earlier.unit is not None
            or earlier.kind not in ("cardinal", "fraction")
            or earlier.end > later.start
        ):
            return
        gap = view[earlier.end : later.start].strip(" \xa0$\xa2\xa3\xa4\xa5")
        if gap not in _JOINTS or (later.currency and unit.start < later.numeral[0]):
            return
        if gap in ("x", "\xd7", "by", "-by-") and not _is_size(unit, earlier, later):
            return
        if earlier.kind == "fraction" and (kind in ("percent", "money") or _is_change(view, earlier, later)):
            return
        if gap == "," and place == len(numbers) - 2:  # 0.55, 95%
            return
        if gap == ", or" and not _is_listed(view, numbers, place):  # 420, or 35 per cent
            return
        if gap == "over" and unit.symbol != "mmHg":
            return
        numbers[place] = earlier._replace(
            unit=unit,
            noun=None,
            kind=kind if kind in ("percent", "money") else earlier.kind,
            currency=later.currency,
        )


def _is_change(view: str, share: Number, result: Number) -> bool:
    """Tell a change by a share from a range: by a third to 2 kg, but not from a third to half a mile."""
    return view[max(0, share.start - 3) : share.start] == "by " or result.decimal > 10 * share.decimal


def _is_listed(view: str, numbers: list[Number], place: int) -> bool:
    """Tell a member of a list, which has a comma before it too, from a figure that is put in other words."""
    return place > 0 and view[numbers[place - 1].end : numbers[place].start].strip(" \xa0") == ","


def _is_size(unit: Unit, earlier: Number, later: Number) -> bool:
    """Tell 3 x 4 m from what is taken several times: 2 x 250 mg, the 4x400m relay."""
    return unit.dimension == "length" and not earlier.decimal * 25 <= later.decimal >= 50


def _tie_interval(view: str, numbers: list[Number]) -> None:
    """Tie the two ends of a confidence interval to its level, and to the estimate before it."""
    level, low, high = numbers[-3:]
    if view[low.end : high.start].strip(" \xa0") not in _JOINTS or not _INTERVAL.fullmatch(
        view, _end(level), low.start
    ):
        return
    estimate = (
        numbers[-4] if len(numbers) > 3 and level.start - numbers[-4].end <= _LONGEST_GAP + 8 else level
    )
    numbers[-3:] = [
        level._replace(role="level", of=estimate.start),
        low._replace(role="lower", of=estimate.start),
        high._replace(role="upper", of=estimate.start),
    ]
