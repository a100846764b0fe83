"""Say what does not add up in a table: the arithmetic, where else it holds, and what may have been meant."""

from __future__ import annotations

from decimal import Decimal

from numerate.consistency.diagnosis import Correction, Inconsistency
from numerate.consistency.tables.digits import REASONS
from numerate.consistency.tables.figures import Figure, TableReading, figure_number, write_like
from numerate.consistency.tables.formula import Failure, Formula, Instance, SuspectFigure, Term
from numerate.consistency.tables.labels import is_change
from numerate.text import Number, extract

_MOST_SHOWN = 8
"""Terms of a sum that a message shows."""
_LONGEST_LABEL = 60
_MARGIN = 4
"""Characters around a figure in which its currency and its sign may stand."""


def explain(text: str, reading: TableReading, failure: Failure) -> Inconsistency:
    """Return the contradiction behind a failure, with the arithmetic in words."""
    instance = failure.instance
    figures = [reading.figures.get(position) for position in instance.positions()]
    numbers = {figure: _number(text, figure) for figure in figures if figure is not None}
    suspects = [suspect for suspect in failure.suspects if suspect.position in reading.figures]
    corrections = [_correction(text, reading, suspect) for suspect in suspects]
    named = corrections[0].number if len(corrections) == 1 else None
    costs = _costs(failure, reading, list(numbers))
    return Inconsistency(
        _rule(reading, instance.formula),
        tuple(numbers.values()),
        _message(reading, failure),
        tuple(corrections),
        named,
        error_costs=costs,
        level="error" if failure.certain else "possible",
    )


_RULES = {
    "sum": "table-total",
    "mean": "table-mean",
    "weighted mean": "table-mean",
    "product": "table-product",
    "quotient": "table-product",
    "multiple": "table-product",
    "inverse": "table-product",
}


def _rule(reading: TableReading, formula: Formula) -> str:
    """Return the rule that a formula is an instance of."""
    labels = reading.grid.column_labels if formula.by_column else reading.grid.row_labels
    if formula.kind == "percent change" or (formula.kind == "sum" and is_change(labels[formula.target])):
        return "table-change"
    return _RULES.get(formula.kind, "table-share")


def _number(text: str, figure: Figure) -> Number:
    """Return a figure as a number of the text, with the sign and currency that belong to it."""
    start, end = figure.span
    first, last = max(0, start - _MARGIN), end + _MARGIN
    for number in extract(text[first:last]):
        number = number.shifted(first)
        if number.start < end and start < number.end and "\n" not in number.text:
            return number
    return figure_number(text, figure)


def _correction(text: str, reading: TableReading, suspect: SuspectFigure) -> Correction:
    figure = reading.figures[suspect.position]
    number = _number(text, figure)
    meant = Decimal(round(suspect.meant)) * reading.grid.unit
    written = write_like(meant, figure)
    reason = REASONS[suspect.error] if suspect.error else "agrees with the other figures"
    return Correction(number, float(abs(meant)), number.text.replace(figure.text, written, 1), reason=reason)


def _costs(failure: Failure, reading: TableReading, figures: list[Figure]) -> tuple[float, ...]:
    """Return the cost of an error in each figure: those that are suspects are likelier, the total most."""
    suspects = {reading.figures.get(suspect.position) for suspect in failure.suspects}
    costs = [3.0 if figure in suspects else 7.0 for figure in figures]
    costs[-1] = min(costs[-1], 2.9)
    return tuple(costs)


def _message(reading: TableReading, failure: Failure) -> str:
    instance = failure.instance
    formula, place = instance
    target = reading.figures[instance.position(formula.target)]
    expected = Decimal(repr(float(formula.expected[place]))) * reading.grid.unit
    labels = reading.grid.column_labels, reading.grid.row_labels
    places, lines = labels if not formula.by_column else labels[::-1]
    where = f" in “{_clipped(places[place])}”" if places[place] else ""
    name = f"{_clipped(lines[formula.target])}{where}: " if lines[formula.target] else ""
    sign = "%" if target.entry.percent else ""
    result = f"{_signed(expected, target)}{sign}, not {_signed(target.entry.value, target)}{sign}."
    return f"{name}{_arithmetic(reading, instance)} = {result}{_elsewhere(failure)}"


_NOUNS = {
    "sum": "sum",
    "mean": "average",
    "weighted mean": "average",
    "ratio": "ratio",
    "share": "share",
    "percent change": "change",
    "product": "product",
    "quotient": "quotient",
    "multiple": "factor",
    "inverse": "product",
}


def _elsewhere(failure: Failure) -> str:
    formula = failure.instance.formula
    holds, noun = int(formula.holds.sum()), "row" if formula.by_column else "column"
    if not holds:
        return ""
    where = f"{holds} other {noun}s" if holds > 1 else f"the other {noun}"
    return f" The {_NOUNS[formula.kind]} holds in {where}."


def _arithmetic(reading: TableReading, instance: Instance) -> str:
    figures = [reading.figures.get(position) for position in instance.positions()[:-1]]
    kind = instance.formula.kind
    if kind in ("product", "quotient", "multiple", "inverse"):
        return _product(instance.formula, [figure for figure in figures if figure is not None])
    if kind in ("ratio", "share", "percent change"):
        known = [figure for figure in figures if figure is not None]
        above, *rest = (_signed(figure.entry.value, figure) for figure in known)
        below = rest[0] if rest else _whole(reading, instance, known[0])
        return f"{above} / {below}{' − 1' if kind == 'percent change' else ''}"
    terms = [
        (term.factor * float(figure.entry.value) < 0, f"{_multiplied(instance.formula, term)}{figure.text}")
        for term, figure in zip(instance.formula.terms, figures, strict=True)
        if figure is not None and figure.entry.value
    ]
    shown = terms if len(terms) <= _MOST_SHOWN else [*terms[: _MOST_SHOWN // 2], *terms[-2:]]
    pieces = [f"{'− ' if negative else '+ '}{text}" for negative, text in shown]
    if len(shown) < len(terms):
        pieces.insert(_MOST_SHOWN // 2, f"+ … ({len(terms)} figures) …")
    first = pieces[0].removeprefix("+ ").replace("− ", "−")
    total = " ".join([first, *pieces[1:]])
    if kind == "weighted mean":
        figures_shown = ", ".join(text for _, text in shown)
        return f"mean of {figures_shown} weighted by {_weights(reading, instance)}"
    return f"({total}) / {len(figures)}" if kind == "mean" else total


def _product(formula: Formula, figures: list[Figure]) -> str:
    if formula.kind == "inverse":
        return f"{formula.factor:.4g} / {_signed(figures[0].entry.value, figures[0])}"
    factor = f" × {formula.factor:.5g}" if formula.factor != 1 else ""
    sign = " / " if formula.kind == "quotient" else " × "
    return sign.join(_signed(figure.entry.value, figure) for figure in figures) + factor


def _whole(reading: TableReading, instance: Instance, part: Figure) -> str:
    """Return the sum that a figure is a share of."""
    percentage = float(instance.formula.expected[instance.place]) * float(reading.grid.unit)
    steps = round(float(part.entry.value / part.entry.step) / percentage * 100)
    return write_like(steps * part.entry.step, part)


def _multiplied(formula: Formula, term: Term) -> str:
    return f"{abs(term.factor):g} × " if formula.kind == "sum" and abs(term.factor) != 1 else ""


def _weights(reading: TableReading, instance: Instance) -> str:
    formula = instance.formula
    labels = reading.grid.row_labels if formula.by_column else reading.grid.column_labels
    label = labels[formula.base or 0]
    noun = "row" if formula.by_column else "column"
    return f"“{_clipped(label)}”" if label else f"{noun} {(formula.base or 0) + 1}"


def _signed(value: Decimal, like: Figure) -> str:
    return f"{'−' if value < 0 else ''}{write_like(value, like)}"


def _clipped(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"
