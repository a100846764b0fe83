"""Numbers that a draft computes from its sources: a formula counts only where the draft's words announce it.

Any value follows from some two numbers of a long source. So the operands must stand together in the source,
be about what the draft's number is about, and the words around that number must say what was done: "rose",
"in all", "times", "of".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import combinations, product

from numerate.consistency.interval import precision, stands_for
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.text import Number

_POOL = 24
"""Quantities of the sources that a number may be computed from."""
_NEGLIGIBLE = 0.005
"""Share of the larger of two numbers below which the smaller one is not subtracted from it."""
_RELEVANT = 0.12
"""Least share of the words near the draft's number that must stand around an operand, on average."""
_RELEVANT_PARTS = 0.25
"""The same for a share that no word but "of" announces."""
_BEFORE, _AFTER = 70, 60
"""Characters around a number in which a formula is announced."""
_TIMES_MOST = 100
"""Largest number of times that an amount is taken."""
_ROUNDING = 1e-9
_HEDGE = 0.03
"""Largest share of a value by which what it is computed as may differ, where a hedge leaves leeway."""

_FRACTION = 0.08
"""The same of a fraction in words: "less than a third" for 31%."""

_UP = re.compile(
    r"\b(?:ro?se|risen|rising|increas\w+|gr[eo]w\w*|growth|gain\w*|jump\w*|climb\w*|surg\w+|up|higher|more"
    r"|expand\w*|improv\w+|soar\w*|rais\w+|adding|added|longer|larger|bigger|beat\w*|better|faster|above)\b"
)
_DOWN = re.compile(
    r"\b(?:fall\w*|fell|drop\w*|declin\w+|decreas\w+|cuts?|cutting|down|lower\w*|reduc\w+|shrank|shrunk|shed|less"
    r"|fewer|slump\w*|plung\w+|tumbl\w+|slid\w*|narrow\w*|shorter|smaller|worse|sank|eas\w+"
    r"|discount\w*|off|dip\w*)\b"
)
_DIFFERENCE = re.compile(
    r"\b(?:by|more|less|fewer|higher|lower|lead|leads|led|margin|gap|difference|behind|ahead|clear|remaining"
    r"|remain|left|rest|other|others|longer|shorter|older|younger|discount|saving|increase|decrease|rise"
    r"|drop|fall|gain|loss|another|further|additional|extra|later|earlier|stay|still|short|below"
    r"|(?:up|down) from)\b"
)
_PART = re.compile(r"#\s+of\b")
_SUM = re.compile(
    r"\b(?:total\w*|combined|combining|together|altogether|in all|overall|all|both|sum|aggregate|between them"
    r"|half|jointly|trial of|sample of|group of|cohort of|people|whole"
    r"|over (?:the )?\w+ (?:years|months|games))\b"
)
_SHARE = re.compile(
    r"\b(?:of|share|rate|proportion|portion|account\w*|ma[dk]e up|majority|from|shot|shooting|efficiency)\b"
)
_NAMED_SHARE = re.compile(r"\b(?:share|proportion|portion|account\w*|ma[dk]e up|majority)\b")
_POINTS = re.compile(r"\bpoints?\b")
_IN_POINTS = re.compile(r"#\s+(?:percentage )?points?\b")
_PORTION = re.compile(r"#\s+of\b|\b(?:of which|discount\w*|off|after|net|rest|remaining|remainder)\b")
_AVERAGE = re.compile(r"\b(?:averag\w+|mean|on average)\b")
_TIMES = re.compile(r"\b(?:times|twice|doubl\w+|tripl\w+|fold|half|quadrupl\w+)\b")


@dataclass(frozen=True, slots=True)
class Derivation:
    """A formula over numbers of the sources that gives a number of the draft."""

    name: str
    operands: tuple[Quantity, ...]
    formula: str
    relevance: float


def derive(draft: Quantity, text: str, index: SourceIndex) -> Derivation | None:
    """Return the best formula that gives a number of a draft, if its words announce one that does."""
    number = draft.number
    if draft.measure in ("date", "clock", "ordinal") or draft.value < 0:
        return None
    around = _around(text, number)
    pool = _pool(draft, index)
    derivations = [derivation for rule in _RULES for derivation in rule(draft, text, around, pool)]
    return max(derivations, key=lambda derivation: derivation.relevance, default=None)


def _around(text: str, number: Number) -> str:
    before = text[max(0, number.start - _BEFORE) : number.start]
    after = text[number.end : number.end + _AFTER]
    cut = max(before.rfind(mark) for mark in (". ", "; ", "\n"))
    stop = min((at for mark in (". ", "; ", "\n") if (at := after.find(mark)) >= 0), default=len(after))
    return f"{before[cut + 1 :]} # {after[:stop]}".lower()


def _pool(draft: Quantity, index: SourceIndex) -> list[tuple[float, Quantity]]:
    """Return the quantities that are most about what the draft's number is about, with how much they are."""
    total = sum(weight * index.idf(key) for key, weight in draft.near.items()) or 1.0

    def relevance(quantity: Quantity) -> float:
        shared = draft.near.keys() & quantity.stems
        share = sum(draft.near[key] * index.idf(key) for key in shared) / total
        if draft.noun and draft.noun == quantity.noun:
            share += 0.3
        return share + 0.3 * bool(draft.owner & quantity.owner)

    quantities = index.nearby(draft)
    scored = [(relevance(quantity), i) for i, quantity in enumerate(quantities)]
    return [(share, quantities[i]) for share, i in nlargest(_POOL, scored) if share > 0]


_Pool = Sequence[tuple[float, Quantity]]


def _pairs(pool: _Pool, measures: frozenset[str] | None = None) -> Iterator[tuple[float, Quantity, Quantity]]:
    """Yield pairs of the same measure that stand together and are relevant, in text order."""
    for (first_share, first), (second_share, second) in combinations(pool, 2):
        if not _same_measure(first, second) or first.measure in ("date", "clock", "ordinal"):
            continue
        if measures is not None and not measures >= {first.measure, second.measure}:
            continue
        share = (first_share + second_share) / 2
        if share < _RELEVANT or not _together(first, second):
            continue
        if first.number.start > second.number.start:
            first, second = second, first
        yield share, first, second


def _same_measure(first: Quantity, second: Quantity) -> bool:
    """Return whether two quantities may be added: "32 pounds a month instead of 45" are both money."""
    if first.measure == second.measure:
        return True
    return {first.measure, second.measure} == {"money", "count"} and not (first.noun or second.noun)


def _together(first: Quantity, second: Quantity) -> bool:
    if first.document != second.document:
        return False
    if first.cell and second.cell:
        if first.cell[0] != second.cell[0]:
            return False
        # Along a row, a figure of another year or of a part: not rebounds and points.
        alike = bool(first.column & second.column) or bool(first.periods and second.periods)
        return first.cell[2] == second.cell[2] or (first.cell[1] == second.cell[1] and alike)
    return not first.cell and not second.cell and abs(first.passage - second.passage) <= 2


def _gives(draft: Quantity, text: str, value: float) -> bool:
    """Return whether a computed value, in the unit that the draft writes, may be written as its number."""
    interval = stands_for(draft.number, text, loose=draft.measure == "percent")
    if draft.measure == "count" and draft.number.value < 1000 and float(interval.high) < 1e15:
        interval = stands_for(draft.number, text)
        if value % 1 == 0 and float(interval.high) - float(interval.low) <= 1:
            return value == draft.number.value
    slack = _ROUNDING * abs(value)
    low, high = float(interval.low), float(interval.high)
    if draft.number.kind == "fraction":
        low, high = min(low, (1 - _HEDGE) * draft.number.value), max(high, (1 + _HEDGE) * draft.number.value)
    # "at least" and "about" leave less freedom where nothing but arithmetic speaks for a number.
    leeway = max(_HEDGE * draft.number.value, float(precision(draft.number)) / 2)
    if draft.number.kind == "fraction":
        leeway = _FRACTION * draft.number.value
    low, high = max(low, draft.number.value - leeway), min(high, draft.number.value + leeway)
    return low - slack <= value <= high + slack


def _changes(draft: Quantity, text: str, around: str, pool: _Pool) -> Iterator[Derivation]:
    """Percent changes and changes in percentage points."""
    in_points = draft.measure == "count" and _IN_POINTS.search(around) is not None
    if draft.measure != "percent" and not in_points:
        return
    up, down = _UP.search(around), _DOWN.search(around)
    if not up and not down:
        return
    for share, first, second in _pairs(pool):
        for old, new in ((first, second), (second, first)):
            grows = new.base > old.base
            if old.base <= 0 or new.base == old.base or not (up if grows else down):
                continue
            change = 100 * (new.base - old.base) / old.base
            if first.measure == "percent":
                if not (in_points or _POINTS.search(around)) or not _gives(
                    draft, text, 100 * abs(new.base - old.base)
                ):
                    continue
                formula = f"{new.number.text} − {old.number.text} = {100 * (new.base - old.base):.3g} points"
                yield Derivation("difference", (new, old), formula, share)
            elif not in_points and _gives(draft, text, abs(change)) and _comparable_pair(first, second):
                formula = f"({new.number.text} − {old.number.text}) / {old.number.text} = {change:.3g}%"
                yield Derivation("percent change", (new, old), formula, share)


def _comparable_pair(first: Quantity, second: Quantity) -> bool:
    """Return whether two counts count the same, as far as is known."""
    return first.measure != "count" or first.noun is None or second.noun is None or first.noun == second.noun


def _differences(draft: Quantity, text: str, around: str, pool: _Pool) -> Iterator[Derivation]:
    if draft.measure in ("year", "multiple") or not (_DIFFERENCE.search(around) or _PART.search(around)):
        return
    least = _RELEVANT if _DIFFERENCE.search(around) else _RELEVANT_PARTS
    for share, first, second in _pairs(pool, _measures(draft)):
        if share < least:
            continue
        if not _comparable_pair(first, second) or first.base == second.base:
            continue
        factor = draft.base / draft.value if draft.value and first.measure == draft.measure else 1.0
        difference = abs(first.base - second.base) / (factor or 1.0)
        if draft.measure == "percent" and first.measure == "percent":
            continue  # a change in points
        if min(abs(first.base), abs(second.base)) < _NEGLIGIBLE * max(abs(first.base), abs(second.base)):
            continue  # 184,000 less three
        if _gives(draft, text, difference):
            large, small = (first, second) if first.base > second.base else (second, first)
            formula = f"{large.number.text} − {small.number.text} = {difference:.12g}"
            yield Derivation("difference", (large, small), formula, share)


def _measures(draft: Quantity) -> frozenset[str]:
    return frozenset((draft.measure, "count")) if draft.measure == "money" else frozenset((draft.measure,))


def _shares(draft: Quantity, text: str, around: str, pool: _Pool) -> Iterator[Derivation]:
    if draft.measure != "percent" or not _SHARE.search(around):
        return
    named = _NAMED_SHARE.search(around) is not None or draft.number.kind == "fraction"
    factor = draft.base / draft.value if draft.value else 0.01
    for share, first, second in _pairs(pool):
        part, whole = (first, second) if abs(first.base) < abs(second.base) else (second, first)
        if part.base <= 0 or part.measure in ("percent", "year") or abs(first.passage - second.passage) > 1:
            continue
        if share < _RELEVANT_PARTS and not _NAMED_SHARE.search(around):
            continue
        if not named and part.measure != "count":
            continue
        value = part.base / whole.base / factor
        if _gives(draft, text, value):
            formula = f"{part.number.text} / {whole.number.text} = {100 * part.base / whole.base:.3g}%"
            yield Derivation("share", (part, whole), formula, share)


def _portions(draft: Quantity, text: str, around: str, pool: _Pool) -> Iterator[Derivation]:
    """Amounts that a percentage of another amount gives, or what it leaves: "$40 million of it"."""
    if draft.measure in ("percent", "year", "multiple", "time") or not _PORTION.search(around):
        return
    wholes = [(share, q) for share, q in pool if q.measure == draft.measure and q.base > 0]
    parts = [(share, q) for share, q in pool if q.measure == "percent" and 0 < q.base < 1]
    factor = draft.base / draft.value if draft.value else 1.0
    for (first_share, whole), (second_share, part) in product(wholes, parts):
        share = (first_share + second_share) / 2
        if share < _RELEVANT_PARTS or not _together(whole, part):
            continue
        for rate, written in ((part.base, part.number.text), (1 - part.base, f"(1 − {part.number.text})")):
            value = whole.base * rate / factor
            if _gives(draft, text, value):
                formula = f"{whole.number.text} × {written} = {value:.12g}"
                yield Derivation("portion", (whole, part), formula, share)


def _products(draft: Quantity, text: str, around: str, pool: _Pool) -> Iterator[Derivation]:
    """Amounts that several equal ones give in all: "£1,280 in all" for 40 members at £32."""
    if draft.measure in ("percent", "year", "multiple", "time") or not _SUM.search(around):
        return
    amounts = [(share, q) for share, q in pool if q.measure == draft.measure and q.base > 0]
    times = [
        (share, q) for share, q in pool if q.measure in ("count", "time") and 2 <= q.value <= _TIMES_MOST
    ]
    factor = draft.base / draft.value if draft.value else 1.0
    for (first_share, amount), (second_share, number) in product(amounts, times):
        share = (first_share + second_share) / 2
        value = amount.base * number.value / factor
        related = share >= _RELEVANT_PARTS and amount is not number and _together(amount, number)
        if related and _gives(draft, text, value):
            formula = f"{amount.number.text} × {number.number.text} = {value:.12g}"
            yield Derivation("product", (amount, number), formula, share)


def _ratios(draft: Quantity, text: str, around: str, pool: _Pool) -> Iterator[Derivation]:
    if draft.measure != "multiple" and not (draft.measure == "count" and re.search(r"#\s+times\b", around)):
        return
    if not _TIMES.search(around) and draft.measure != "multiple":
        return
    for share, first, second in _pairs(pool):
        small, large = (first, second) if first.base < second.base else (second, first)
        if small.base > 0 and first.measure != "year" and _is_multiple(draft, large.base / small.base):
            formula = f"{large.number.text} / {small.number.text} = {large.base / small.base:.3g}"
            yield Derivation("ratio", (large, small), formula, share)


def _is_multiple(draft: Quantity, ratio: float) -> bool:
    """Return whether a ratio may be written as a multiple: 4.9 as "five times", not 1.05 as "1.1 times"."""
    leeway = 0.05 * draft.value if not draft.value % 1 else float(precision(draft.number)) / 2
    return abs(ratio - draft.value) <= leeway


def _durations(draft: Quantity, text: str, around: str, pool: _Pool) -> Iterator[Derivation]:
    """Years between two years, and ages."""
    if draft.measure != "time" or draft.number.unit is None or draft.number.unit.symbol not in ("yr", "a"):
        return
    for share, first, second in _pairs(pool, frozenset(("year",))):
        span = abs(first.value - second.value)
        for years, note in ((span, ""), (span + 1, ", both included")):
            if span and years == draft.value:
                late, early = max(first.value, second.value), min(first.value, second.value)
                formula = f"{late:.0f} − {early:.0f} = {span:.0f}{note}"
                yield Derivation("duration", (first, second), formula, share + 0.1 - 0.05 * bool(note))


def _sums(draft: Quantity, text: str, around: str, pool: _Pool) -> Iterator[Derivation]:
    if draft.measure in ("percent", "year", "multiple") or not _SUM.search(around):
        return
    groups: dict[tuple[int, int, int], list[tuple[float, Quantity]]] = {}
    for share, quantity in pool:
        if quantity.measure not in _measures(draft) or quantity.base <= 0:
            continue
        if quantity.cell:
            table, row, column = quantity.cell
            keys = [(quantity.document, -1 - table, row), (quantity.document, -1 - table, 1000 + column)]
        else:
            keys = [(quantity.document, 0, quantity.passage), (quantity.document, 0, quantity.passage + 1)]
        for key in keys:
            groups.setdefault(key, []).append((share, quantity))
    for members in groups.values():
        members = sorted(members, key=lambda member: member[1].number.start)[:10]
        for length in range(2, min(len(members), 6) + 1):
            runs = (
                combinations(members, 2)
                if length == 2
                else zip(*(members[i:] for i in range(length)), strict=False)
            )
            for run in runs:
                share = sum(relevance for relevance, _ in run) / length
                quantities = tuple(quantity for _, quantity in run)
                total = sum(quantity.base for quantity in quantities)
                factor = draft.base / draft.value if draft.value else 1.0
                nouns = {quantity.noun for quantity in quantities if quantity.noun}
                alike = len(nouns) <= 1 or draft.noun in ("people", None)
                if share >= _RELEVANT and alike and _gives(draft, text, total / factor):
                    terms = " + ".join(quantity.number.text for quantity in quantities)
                    yield Derivation("sum", quantities, f"{terms} = {total / factor:.12g}", share)


def _averages(draft: Quantity, text: str, around: str, pool: _Pool) -> Iterator[Derivation]:
    if not _AVERAGE.search(around):
        return
    for share, first, second in _pairs(pool, frozenset((draft.measure,))):
        if first.cell and second.cell and first.cell[1] == second.cell[1]:
            continue  # the quarters of a game are not games
        factor = draft.base / draft.value if draft.value else 1.0
        mean = (first.base + second.base) / 2 / factor
        if _gives(draft, text, mean):
            formula = f"({first.number.text} + {second.number.text}) / 2 = {mean:.6g}"
            yield Derivation("average", (first, second), formula, share)


_RULES = (
    _changes, _differences, _shares, _portions, _products, _ratios, _durations, _sums, _averages,
)  # fmt: skip
