"""Formulas over numbers of sources: the arithmetic that a writer does, on operands that stand together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Literal, NamedTuple

from numerate.consistency.sources.quantity import Quantity

Operation = Literal[
    "change", "points", "shift", "difference", "share", "complement", "portion", "product", "price",
    "quotient", "ratio", "duration", "sum", "average",
]  # fmt: skip


class Formula(NamedTuple):
    """An operation on quantities of the sources, with the value that it gives in the draft's unit."""

    operation: Operation
    operands: tuple[Quantity, ...]
    value: float
    form: str
    """How it is written, with places for the operands and for the result."""
    result: float
    """The value as the form shows it, in percent for instance."""
    rises: bool | None = None
    """Of a change, and of what a percentage adds to an amount or takes from it, whether it is upward."""

    @property
    def text(self) -> str:
        """The formula with its operands as the sources write them: "45 − 32 pounds = 13"."""
        return self.form.format(*(operand.number.text for operand in self.operands), result=self.result)


Pool = Sequence[Quantity]
"""Quantities of the sources that a number of the draft may be computed from."""

_NEGLIGIBLE = 0.005
"""Share of the larger of two numbers below which the smaller one is not subtracted from it."""
_TIMES = range(2, 101)
"""How many times an amount may be taken."""
_LONGEST_SUM = 6
_LEAST_AMOUNT = 13
"""Least bare number that may be an amount. Smaller ones add wrong formulas, and one right."""
_EACH = frozenset(("each", "every", "apiece", "per"))
"""Words after a price."""
_UNORDERED = frozenset(("date", "clock", "ordinal"))
"""Measures of which nothing is computed: the day of a date, the hour of a time."""
_PASSAGES = 2
"""Passages between two operands, at most."""


def formulas(draft: Quantity, pool: Pool) -> Iterator[Formula]:
    """Yield what may be computed from the pool in the measure of a number of a draft."""
    if draft.measure in ("percent", "count"):
        yield from _in_percent(draft, pool)
    if draft.measure in ("multiple", "count"):
        yield from _ratios(draft, pool)
    if draft.measure in ("time", "age"):
        yield from _durations(draft, pool)
    if draft.measure not in ("year", "multiple"):
        yield from _sums(draft, pool)
    if draft.measure not in ("percent", "year", "multiple"):
        yield from _differences(draft, pool)
        yield from _of_amounts(draft, pool)


def _pairs(draft: Quantity, pool: Pool) -> Iterator[tuple[Quantity, Quantity]]:
    """Yield pairs that measure the same and may be computed with, in text order."""
    for first, second in combinations(pool, 2):
        if _commensurable(first, second) and _joined(draft, first, second) and _apart(first, second):
            yield (first, second) if first.number.start < second.number.start else (second, first)


def _commensurable(first: Quantity, second: Quantity) -> bool:
    """Return whether two quantities measure the same, or one is a bare number that may: "£5,450", "5,175"."""
    if first.measure == second.measure:
        return first.measure not in _UNORDERED
    if _is_points(first) or _is_points(second):
        return "percent" in (first.measure, second.measure)
    pairs = (first, second), (second, first)
    return any(_is_bare(a) and b.measure == "money" and _is_near(a.value, b.value) for a, b in pairs)


_FACTOR = 100
"""Largest ratio of two amounts of which one is bare: at 16 nothing costs £42 million."""


def _is_near(first: float, second: float) -> bool:
    return max(first, second) <= _FACTOR * min(first, second)


def _is_bare(quantity: Quantity) -> bool:
    """Return whether a number may be in the unit of another one; small ones rather count something."""
    is_amount = quantity.measure == "count" and quantity.noun is None and not quantity.is_implied
    return is_amount and quantity.value >= _LEAST_AMOUNT


def _joined(draft: Quantity, first: Quantity, second: Quantity) -> bool:
    """Return whether two quantities stand together, or the draft states one of them next to its number."""
    stated = draft.others | draft.preceding
    return _together(first, second) or first.number.value in stated or second.number.value in stated


def _apart(first: Quantity, second: Quantity) -> bool:
    """Return whether two quantities are not readings of the same words."""
    a, b = first.number, second.number
    return first.document != second.document or a.end <= b.start or b.end <= a.start


def _is_range(first: Quantity, second: Quantity) -> bool:
    """Return whether two quantities are the ends of a range: "5 to 7 working days"."""
    is_joined = second.before in ("to", "or") and first.number.value in second.adjacent
    return is_joined and first.passage == second.passage


def _in_one_unit(first: Quantity, second: Quantity) -> bool:
    """Return whether two quantities are written in the same unit: nobody adds 270 days to three years."""
    return first.measure != "time" or second.measure != "time" or _symbol(first) == _symbol(second)


_COMPARATIVES = frozenset("more less fewer longer shorter higher lower earlier later older younger".split())
"""Words after a bare number that compares: "30 days to pay, 16 more than at present"."""


def _is_in(draft: Quantity, source: Quantity) -> bool:
    """Return whether a quantity is in the draft's measure, or a bare number that may be."""
    if draft.measure == source.measure:
        return True
    return _is_bare(source) and draft.measure in ("money", "time")


def _together(first: Quantity, second: Quantity) -> bool:
    """Return whether two quantities stand near enough in a source to be computed with."""
    if first.document != second.document:
        return False
    if first.cell and second.cell:
        if first.cell[0] != second.cell[0]:
            return False
        # Along a row, a figure of another year or of a part: not rebounds and points.
        alike = bool(first.column & second.column) or bool(first.periods and second.periods)
        return first.cell[2] == second.cell[2] or (first.cell[1] == second.cell[1] and alike)
    return not first.cell and not second.cell and abs(first.passage - second.passage) <= _PASSAGES


def _base(quantity: Quantity, other: Quantity) -> float:
    """Return a quantity in the base unit of the one that it is compared with."""
    if quantity.measure == "count" != other.measure and other.value:
        return quantity.value * other.base / other.value
    return quantity.base


def _factor(quantity: Quantity) -> float:
    """Return how many base units the written unit of a quantity has."""
    return quantity.base / quantity.value if quantity.value and quantity.base else 1.0


def _counts_the_same(first: Quantity, second: Quantity) -> bool:
    """Return whether two counts count the same, as far as is known."""
    if first.measure != "count" or first.noun == second.noun:
        return True
    if first.noun is not None and second.noun is not None:
        return False
    # "rated 4.8 by 900 customers": a decimal is no count of them.
    return bool(first.value % 1) == bool(second.value % 1)


def _in_percent(draft: Quantity, pool: Pool) -> Iterator[Formula]:
    """Yield percent changes, changes in percentage points, shares, and what a share leaves."""
    percent = 0.01 / _factor(draft) if draft.measure == "percent" else 0.0
    for first, second in _pairs(draft, pool):
        if _is_points(first) != _is_points(second):
            yield from _shifted(first, second, percent)
            continue
        if first.measure == "percent":
            large, small = (first, second) if first.base > second.base else (second, first)
            points = 100 * (large.base - small.base)
            if points:
                value = points * percent or points  # "120 basis points" for 1.2 points
                yield Formula("points", (large, small), value, "{} − {} = {result:.3g} points", points)
        elif percent and _divisible(first, second):
            yield from _changes_and_share(first, second, percent)
    if percent:
        yield from _complements(pool, percent)
        yield from _of_ratios(pool, percent)


def _changes_and_share(first: Quantity, second: Quantity, percent: float) -> Iterator[Formula]:
    """Yield the changes from either of two quantities to the other, and one as a share of the other."""
    a, b = _base(first, second), _base(second, first)
    if _counts_the_same(first, second):
        for old, new, before, after in ((first, second, a, b), (second, first, b, a)):
            if new.is_compared and not old.is_compared:
                continue  # "312, compared with 336" is no rise
            change = 100 * (after - before) / before
            value = abs(change) * percent
            yield Formula(
                "change", (new, old), value, "({0} − {1}) / {1} = {result:.3g}%", change, change > 0
            )
    part, whole, share = (first, second, 100 * a / b) if a < b else (second, first, 100 * b / a)
    yield Formula("share", (part, whole), share * percent, "{} / {} = {result:.3g}%", share)


def _is_points(quantity: Quantity) -> bool:
    """Return whether a quantity is a difference of percentages: "1.2 points", "120 basis points"."""
    return quantity.noun == "point" or _symbol(quantity) in ("bp", "pp")


def _shifted(first: Quantity, second: Quantity, percent: float) -> Iterator[Formula]:
    """Yield what lies some points above and below a percentage: 16.5% for 17.8% and 130 basis points."""
    level, step = (second, first) if _is_points(first) else (first, second)
    if level.measure != "percent" or not percent:
        return
    points = step.value if step.measure == "count" else 100 * step.base
    for sign, form in ((1, "{} + {} = {result:.6g}%"), (-1, "{} − {} = {result:.6g}%")):
        value = 100 * level.base + sign * points
        yield Formula("shift", (level, step), value * percent, form, value)


def _complements(pool: Pool, percent: float) -> Iterator[Formula]:
    """Yield what one or two shares leave of the whole."""
    shares = [q for q in pool if q.measure == "percent" and 0 < q.base < 1]
    pairs = ((a, b) for a, b in combinations(shares, 2) if _together(a, b) and a.base + b.base < 1)
    for group in (*((share,) for share in shares), *pairs):
        rest = 100 * (1 - sum(share.base for share in group))
        form = f"100% − {' − '.join('{}' for _ in group)} = {{result:.3g}}%"
        yield Formula("complement", group, rest * percent, form, rest)


_RATIOS = 0.05, 3.0
"""Ratios of two rates that are written as percent changes; larger ones are "four times"."""


def _of_ratios(pool: Pool, percent: float) -> Iterator[Formula]:
    """Yield the percent changes that ratios stand for: 38% less for a hazard ratio of 0.62."""
    for quantity in pool:
        is_ratio = quantity.head == "ratio" and quantity.measure in ("count", "multiple")
        if is_ratio and _RATIOS[0] < quantity.value < _RATIOS[1] and quantity.value != 1:
            change, form = 100 * (quantity.value - 1), "{} − 1 = {result:.3g}%"
            yield Formula("change", (quantity,), abs(change) * percent, form, change, change > 0)


def _ratios(draft: Quantity, pool: Pool) -> Iterator[Formula]:
    for first, second in _pairs(draft, pool):
        if _divisible(first, second) and _counts_the_same(first, second):
            a, b = _base(first, second), _base(second, first)
            large, small = (first, second) if a > b else (second, first)
            ratio = max(a, b) / min(a, b)
            yield Formula("ratio", (large, small), ratio, "{} / {} = {result:.3g}", ratio)


def _divisible(first: Quantity, second: Quantity) -> bool:
    """Return whether two quantities have a ratio that says something."""
    a, b = _base(first, second), _base(second, first)
    return first.measure != "year" and min(a, b) > 0 and a != b


def _durations(draft: Quantity, pool: Pool) -> Iterator[Formula]:
    """Yield years from one year to another, and ages."""
    unit = draft.number.unit
    is_in_years = draft.noun == "year" if unit is None else unit.symbol in ("yr", "a")
    if draft.measure == "time" and not is_in_years:
        return
    for pair in combinations((q for q in pool if q.measure == "year"), 2):
        late, early = sorted(pair, key=lambda q: -q.value)
        if span := late.value - early.value:
            if not _is_through(early, late):
                yield Formula("duration", (late, early), span, "{} − {} = {result:.0f}", span)
            form = "{} − {} + 1 = {result:.0f}, both included"
            yield Formula("duration", (late, early), span + 1, form, span + 1)


def _is_through(early: Quantity, late: Quantity) -> bool:
    """Return whether a source counts both of two years: "fiscal years 2024 through 2028"."""
    return late.before == "through" and early.passage == late.passage


def _differences(draft: Quantity, pool: Pool) -> Iterator[Formula]:
    """Yield differences and averages."""
    for first, second in _pairs(draft, pool):
        is_compared = draft.measure == "count" and draft.after in _COMPARATIVES
        is_in = _is_in(draft, first) and _is_in(draft, second)  # "90 euros" and "5 seats" leave no euros
        if not (is_compared or is_in) or not _counts_the_same(first, second):
            continue
        a, b = _base(first, second), _base(second, first)
        if a == b or min(abs(a), abs(b)) < _NEGLIGIBLE * max(abs(a), abs(b)):
            continue  # 184,000 less three
        large, small = (first, second) if a > b else (second, first)
        # "30 days, 16 more than at present": a bare count is in the unit of what it is computed from.
        whole = second if _is_bare(first) else first
        factor = _factor(draft if draft.measure == whole.measure else whole)
        value = abs(a - b) / factor
        yield Formula("difference", (large, small), value, "{} − {} = {result:.12g}", value)
        if not first.cell or not second.cell or first.cell[1] != second.cell[1]:  # quarters are not games
            mean = (a + b) / 2 / factor
            yield Formula("average", (first, second), mean, "({} + {}) / 2 = {result:.12g}", mean)


def _sums(draft: Quantity, pool: Pool) -> Iterator[Formula]:
    """Yield sums of two quantities that stand together, and of neighbours in a sentence or along a table."""
    terms = [q for q in pool if q.base > 0 and q.measure not in _UNORDERED and _is_in(draft, q)]
    terms.sort(key=lambda q: (q.document, q.number.start))
    for pair in combinations(terms, 2):
        if _joined(draft, *pair) and _apart(*pair) and not _is_range(*pair) and _may_be_added(draft, pair):
            yield _sum(draft, pair)
    groups: dict[tuple[int, ...], list[Quantity]] = {}
    for term in terms:
        if term.cell:
            table, row, column = term.cell
            groups.setdefault((term.document, table, 0, row), []).append(term)
            groups.setdefault((term.document, table, 1, column), []).append(term)
        else:
            groups.setdefault((term.document, term.passage), []).append(term)
    for group in (*groups.values(), *_items(terms)):
        for length in range(3, min(len(group), _LONGEST_SUM) + 1):
            for start in range(len(group) - length + 1):
                parts = tuple(group[start : start + length])
                if all(map(_apart, parts, parts[1:])) and _may_be_added(draft, parts):
                    yield _sum(draft, parts)


def _may_be_added(draft: Quantity, terms: Sequence[Quantity]) -> bool:
    """Return whether terms are written in one unit, and none is too small to change the sum."""
    sizes = [_base(term, draft) for term in terms]
    return all(map(_in_one_unit, terms, terms[1:])) and min(sizes) >= _NEGLIGIBLE * max(sizes)


def _items(terms: Pool) -> Iterator[list[Quantity]]:
    """Yield quantities of the same thing in sentences or items of a list that follow each other."""
    runs: dict[tuple[int, str | None, str | None], list[Quantity]] = {}
    for term in terms:
        if term.cell or term.is_implied or not (term.noun or term.number.unit):
            continue
        kind = term.document, term.noun, _symbol(term)
        run = runs.get(kind, [])
        if run and (run[-1].passage == term.passage or not _together(run[-1], term)):
            yield run
            run = []
        runs[kind] = [*run, term]
    yield from runs.values()


def _symbol(quantity: Quantity) -> str | None:
    return quantity.number.unit.symbol if quantity.number.unit is not None else None


def _sum(draft: Quantity, terms: tuple[Quantity, ...]) -> Formula:
    total = sum(_base(term, draft) for term in terms) / _factor(draft)
    return Formula("sum", terms, total, f"{' + '.join('{}' for _ in terms)} = {{result:.12g}}", total)


def _of_amounts(draft: Quantity, pool: Pool) -> Iterator[Formula]:
    """Yield parts of an amount, what a percentage leaves of it or adds to it, and several times an amount."""
    amounts = [q for q in pool if q.measure == draft.measure and q.base > 0]
    wholes = [
        q for q in pool if _is_in(draft, q) and q.base > 0
    ]  # "1,200 one time, I could waive half of it"
    rates = [q for q in pool if q.measure == "percent" and 0 < q.base < 1 and not q.is_implied]
    times = [q for q in pool if q.measure in ("count", "time") and q.value in _TIMES]
    factor = _factor(draft)
    for amount, rate in product(wholes, rates):
        if _joined(draft, amount, rate):
            for share, form, rises in (
                (rate.base, "{} × {} = {result:.12g}", None),
                (1 - rate.base, "{} × (1 − {}) = {result:.12g}", False),
                (1 + rate.base, "{} × (1 + {}) = {result:.12g}", True),
            ):
                value = _base(amount, draft) * share / factor
                yield Formula("portion", (amount, rate), value, form, value, rises)
    # Nobody multiplies a duration by a count.
    for amount, number in product(amounts, times) if draft.measure != "time" else ():
        if amount is not number and _joined(draft, amount, number):
            value = amount.base * number.value / factor
            yield Formula("product", (amount, number), value, "{} × {} = {result:.12g}", value)
            value = amount.base / number.value / factor
            yield Formula("quotient", (amount, number), value, "{} / {} = {result:.6g}", value)
    yield from _priced(draft, amounts, pool)
    yield from _over_years(draft, amounts, [q for q in pool if q.measure == "year"])


def _priced(draft: Quantity, amounts: Pool, pool: Pool) -> Iterator[Formula]:
    """Yield what a number of things costs by the price of one, and with a fixed amount added.

    "300 metres" at "£6.50 a metre"; "1,800 francs plus 35 francs for each vehicle".
    """
    factor = _factor(draft)
    for price, number in product(filter(_is_price, amounts), pool):
        if number.base > 1 and _prices(price, number) and _joined(draft, price, number):
            value = price.base * number.value / factor
            yield Formula("price", (price, number), value, "{} × {} = {result:.12g}", value)
            for fixed in amounts:
                if fixed is not price and fixed.passage == price.passage and _apart(fixed, price):
                    total = value + fixed.base / factor
                    form = "{} + {} × {} = {result:.12g}"
                    yield Formula("price", (fixed, price, number), total, form, total)


def _is_price(amount: Quantity) -> bool:
    """Return whether an amount is for each of something: "$12 per dwelling", "£70 each"."""
    return not amount.is_implied and ("/" in (_symbol(amount) or "") or amount.after in _EACH)


def _prices(price: Quantity, number: Quantity) -> bool:
    """Return whether a price may be that of what a number counts."""
    _, _, unit = (_symbol(price) or "").partition("/")
    return unit in (_symbol(number), number.noun) if unit else number.measure in ("count", "time")


def _over_years(draft: Quantity, amounts: Pool, years: Pool) -> Iterator[Formula]:
    """Yield yearly amounts over some years: "$120 million for each of the fiscal years 2026 through 2030"."""
    for amount, (first, last) in product(amounts, combinations(years, 2)):
        if amount.passage == first.passage == last.passage and amount.document == first.document:
            late, early = (last, first) if last.value > first.value else (first, last)
            count = late.value - early.value + 1
            if count not in _TIMES:
                continue
            value, form = amount.base * count / _factor(draft), "{} × ({} − {} + 1) = {result:.12g}"
            yield Formula("product", (amount, late, early), value, form, value)
            # "$100 million for 2026, and $120 million for each of the fiscal years 2027 through 2030"
            for other in amounts:
                if other is not amount and other.passage == amount.passage:
                    total = value + other.base / _factor(draft)
                    yield Formula("product", (other, amount, late, early), total, f"{{}} + {form}", total)
