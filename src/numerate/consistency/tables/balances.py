"""Running balances: a line in which each figure is the one before it plus the movements at its own place.

Bank statements, ledgers and cumulative columns are of this kind: balance = previous balance + in − out. The
line is recognised by its label, and the movements and their signs by most places.

In a table with a column for each period, the opening balance is the closing one of the period before.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import log

import numpy as np

from numerate.consistency.tables.formula import Calculation, Failure, Formula, Instance, Term
from numerate.consistency.tables.grid import LineMatrix, Matrix
from numerate.consistency.tables.labels import is_additive, is_balance
from numerate.consistency.tables.stocks import are_different_things, stock_pairs

_MOST_MOVEMENTS = 3
_LEAST_HOLDS = 3
"""Places with a movement at which a running balance must hold."""
_MOST_FAILURES = 0.2
"""Share of places that may fail; a wrong balance makes two of them."""
_MOST_LINES = 8
_MOST_PLACES = 200
"""Lines and places of a table in which balances are looked for that no label names."""
_PROVEN = 5.0
_MOST_NATS = 6.0
"""Evidence, in nats, from which such a balance is meant, and of one place at most."""
_LEAST_DIGITS = 100
"""Units of the last digit from which an opening equals another figure by more than chance."""


def find_balances(lines: LineMatrix) -> Iterator[Calculation]:
    """Yield the running balances of some lines, and the openings that are carried from another place."""
    stocks = stock_pairs(lines.labels)
    if len(lines.places) >= _LEAST_HOLDS:
        small = len(lines) <= _MOST_LINES and len(lines.places) <= _MOST_PLACES
        # What a place rolls forward itself is no running balance: each place has an opening and a closing.
        rolled = {*stocks, *stocks.values()}
        for target, label in enumerate(lines.labels):
            named = is_balance(label)
            if target not in rolled and (named or small) and (formula := _best(lines, target, named)):
                yield Calculation(formula, tuple(_failures(lines, formula)))
    for closing, opening in stocks.items():
        yield from _find_carried(lines, opening, closing)


def _find_carried(lines: LineMatrix, opening: int, closing: int) -> Iterator[Calculation]:
    """Yield the openings that are the closing of the period before, at most places.

    Where a table has two periods only, there are no others, and the opening may be restated: it is possible.
    """
    carried = [_carried(lines, opening, closing, shift) for shift in (1, -1)]
    formula = max(carried, key=lambda formula: formula.holds.sum())
    holds = bool(formula.holds.any())
    if holds and formula.fails_rarely:
        carried = [formula]
    elif holds or len(lines.places) != 2:
        return
    failures = [
        Failure(instance, 0.0, (suspect,), certain=holds)
        for formula in carried
        for place in map(int, np.flatnonzero(formula.fails))
        if (instance := Instance(formula, place))
        and (suspect := instance.misprint(lines, opening, instance.meant(lines, opening)))
    ]
    if holds or len(failures) == 1:
        yield Calculation(formula, tuple(failures) if len(failures) == 1 else ())


def _carried(lines: LineMatrix, opening: int, closing: int, shift: int) -> Formula:
    """Return the formula that an opening is the closing of the place `shift` further on.

    Where a table has the periods of several things next to each other, each begins anew.
    """
    expected, step = _shifted(lines.values[closing], shift), _shifted(lines.steps[closing], shift)
    shown = (lines.steps[opening] > 0) & (
        np.abs(lines.values[opening]) >= _LEAST_DIGITS * lines.steps[opening]
    )
    for place, label in enumerate(lines.places):
        if 0 <= place + shift < len(lines.places):
            shown[place] &= not are_different_things(label, lines.places[place + shift])
    residual = np.where(shown & (step > 0), lines.values[opening] - expected, np.nan)
    tolerance = np.nan_to_num(lines.steps[opening] + step) / 2
    terms = (Term(closing, 1.0, shift),)
    return Formula("sum", opening, terms, lines.by_column, expected, residual, tolerance, 0.0)


def _best(lines: LineMatrix, target: int, named: bool) -> Formula | None:
    """Return the running balance that holds at most places, forwards or backwards.

    Without a label that names one, the figures must prove it.
    """
    others = [
        line
        for line in lines.others(target)
        if is_additive(lines.labels[line]) and not is_balance(lines.labels[line])
    ]
    movements = sorted(others, key=lambda line: abs(line - target))[:_MOST_MOVEMENTS]
    formulas = [
        _formula(
            lines,
            target,
            shift,
            [Term(line, sign) for line, sign in zip(movements, signs, strict=True) if sign],
        )
        for shift in (-1, 1)
        for signs in _likeliest_signs(lines, target, shift, movements)
    ]
    best = max(formulas, key=lambda formula: (_holds(lines, formula), _is_one_balance(formula)), default=None)
    if best is None or _holds(lines, best) < (1 if _is_one_balance(best) else _LEAST_HOLDS):
        return None
    if best.fails.sum() > max(2, _MOST_FAILURES * len(lines.places)):
        return None
    tries = 2 * (3 ** len(movements) - 1)
    return best if named or _nats(lines, best) - log(tries) >= _PROVEN else None


def _likeliest_signs(lines: LineMatrix, target: int, shift: int, movements: list[int]) -> list[list[float]]:
    """Return the signs of the movements, zero for none, with which a balance holds at most places."""
    signs = _sign_combinations(len(movements))
    if not movements:
        return []
    unknown = np.abs(signs) @ np.isnan(lines.values[movements]) > 0
    values, steps = np.nan_to_num(lines.values[movements]), lines.steps[movements]
    moves = lines.values[target] - _shifted(lines.values[target], shift)
    near = np.abs(moves - signs @ values) <= (np.abs(signs) @ steps) / 2 + lines.steps[target]
    moved = np.abs(signs) @ (values != 0) > 0
    holds = (near & moved & ~unknown).sum(axis=1)
    most = holds.max(initial=0)
    return [list(row) for row in signs[holds == most]] if most else []


@cache
def _sign_combinations(count: int) -> Matrix:
    """Return all combinations of plus, minus and none but the empty one."""
    return np.array([signs for signs in product((0.0, 1.0, -1.0), repeat=count) if any(signs)])


def _nats(lines: LineMatrix, formula: Formula) -> float:
    """Return the evidence that a line is a running balance: it moves as the other lines say.

    A wrong balance fails at its own place and the next, by the same amount, which proves as much. Where the
    first balance is its own movement, it begins at zero.
    """
    values, step = lines.values[formula.target], lines.steps[formula.target]
    moves = np.abs(values - _shifted(values, formula.terms[0].shift))
    nats = np.log(np.maximum(np.nan_to_num(moves), 1.0) / (2 * formula.tolerance + 1e-9))
    proven = np.clip(nats[formula.holds & (moves > 0)], 0.0, _MOST_NATS).sum()
    if _is_one_balance(formula):
        proven += max(0.0, float(nats[formula.fails].max()))
    first = 0 if formula.terms[0].shift < 0 else -1
    movement = sum(term.factor * lines.values[term.line, first] for term in formula.terms[1:])
    if step[first] and values[first] and movement == values[first]:
        proven += max(0.0, float(np.log(abs(values[first]) / step[first] / 2)))
    return float(proven)


def _is_one_balance(formula: Formula) -> bool:
    """Return whether just two neighbouring places fail, by the same amount: one balance is wrong there."""
    fails = np.flatnonzero(formula.fails)
    if len(fails) != 2 or fails[1] != fails[0] + 1:
        return False
    return bool(abs(formula.residual[fails].sum()) <= formula.tolerance[fails].max())


def _holds(lines: LineMatrix, formula: Formula) -> int:
    """Return at how many places with a movement a balance holds."""
    moved = (lines.values[[term.line for term in formula.terms[1:]]] != 0).any(axis=0)
    return int((formula.holds & moved).sum())


def _formula(lines: LineMatrix, target: int, shift: int, movements: list[Term]) -> Formula:
    previous = _shifted(lines.values[target], shift)
    expected = previous + sum(term.factor * lines.values[term.line] for term in movements)
    shown = (lines.steps[target] > 0) & (_shifted(lines.steps[target], shift) > 0)
    residual = np.where(shown, lines.values[target] - expected, np.nan)
    tolerance = sum((lines.steps[term.line] for term in movements), lines.steps[target] * 2) / 2
    terms = (Term(target, 1.0, shift), *movements)
    return Formula("sum", target, terms, lines.by_column, expected, residual, tolerance, 0.0)


def _shifted(values: Matrix, shift: int) -> Matrix:
    """Return, for each place, the value of the place `shift` further on; NaN where there is none."""
    moved = np.full_like(values, np.nan)
    if shift < 0:
        moved[1:] = values[:-1]
    else:
        moved[:-1] = values[1:]
    return moved


def _failures(lines: LineMatrix, formula: Formula) -> Iterator[Failure]:
    """Yield a wrong balance where two neighbouring places fail by the same amount, or a wrong movement."""
    shift = formula.terms[0].shift
    fails = set(map(int, np.flatnonzero(formula.fails)))
    for place in sorted(fails, reverse=shift > 0):
        if place not in fails:
            continue
        instance, following = Instance(formula, place), place - shift
        if (
            following in fails
            and abs(formula.residual[following] + instance.residual) <= formula.tolerance[place]
        ):
            fails.discard(following)
            suspected = [formula.target]
        else:
            suspected = [term.line for term in formula.terms[1:]]
            if not 0 <= following < len(lines.places):  # nothing follows that would contradict it
                suspected.append(formula.target)
        suspects = (instance.misprint(lines, line, instance.meant(lines, line)) for line in suspected)
        if chosen := tuple(suspect for suspect in suspects if suspect):
            yield Failure(instance, 0.0, chosen)
