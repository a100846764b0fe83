"""Totals, subtotals, differences and balances among the lines of a table.

Lines are read in order, with a stack of those that no total has included yet. A total adds up the last lines
of the stack, which then give way to it; so nested subtotals need no indentation. How many lines it adds up,
and with which signs, is what its figures at all places support best, weighed with what the labels say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import log

import numpy as np

from numerate.consistency.tables.candidates import Candidate, likeliest, members_of, sum_formula
from numerate.consistency.tables.evidence import (
    differences_from_last,
    may_hold,
    most_evidence,
    running_sums,
    sum_of,
)
from numerate.consistency.tables.formula import TRUSTED, Formula
from numerate.consistency.tables.grid import Flags, Indices, LineMatrix, Matrix
from numerate.consistency.tables.labels import (
    actual_taxes,
    begins_with_total,
    is_additive,
    is_bare_total,
    is_change,
    is_date,
    is_less,
    is_opening,
    is_part_of,
    is_result,
    is_sure_result,
    is_total,
    is_whole,
)
from numerate.consistency.tables.measures import begins_and_ends, gross_lines, starting_lines
from numerate.consistency.tables.parts import parts_by_whole
from numerate.consistency.tables.sections import lines_named_alike
from numerate.consistency.tables.signs import label_signs, other_signs
from numerate.consistency.tables.stack import OpenLines

_LONGEST_SUM = 60
"""Lines of a sum that are tried; a longer one must go back to a natural start."""
_MOST_LINES = 150
_MOST_FIGURES = 5000
"""Lines and figures of a table in which differences are looked for without a label that suggests one."""
_MOST_SIGNED = 200
"""Lines for which other signs than those of the labels are tried."""
_MOST_PLACES = 256
"""Places at which sums are looked for; the best is then weighed at all."""
_LONG_WORK = 64
"""How often, on average, a figure may be added up in sums longer than `_LONGEST_SUM`."""
_LARGEST_RATE = 100
"""Figures above this are no rates."""
_ALL_PARTS = -0.5
"""Log-odds that the "of which" lines of another are all of it."""
_ROLLS_FORWARD = 1.7
_ROLLS_BY_WORDS = 3.0
"""Log-odds that the closing of a stock is its opening plus the movements, or net what gross leaves; and if
words such as "beginning" and "end", "gross" and "net", say so."""
_ALIKE = -0.7
"""Log-odds that a line is the difference, or the sum, of those that two sections above name alike."""
_REPEATED = 100
"""Units of the last digit from which two lines are alike by more than chance."""
_LEAST = -3.0
"""Log-odds below which a sum is not considered further."""


def find_sums(lines: LineMatrix) -> list[Formula]:
    """Return the sums and differences that the figures or the labels support.

    Sums of amounts come first. If they hold for percentages next to them, all are looked for again there.
    """
    if len(lines) < 3 or not lines.places:
        return []
    formulas = _best_sums(lines)
    adding = _adding_places(lines, formulas)
    if adding.any():
        lines = lines.with_adding(adding)
        formulas = _best_sums(lines)
    return [*formulas, *_sums_of_parts(lines)]


def _best_sums(lines: LineMatrix) -> list[Formula]:
    """Return the best sum of each line that has one."""
    formulas: dict[int, Formula] = {}
    for kind in (~lines.percent_lines, lines.percent_lines):  # percentages add up to percentages only
        for usable, least in _usable(lines, kind):
            for formula in _read_both_ways(lines, usable):
                best = formulas.get(formula.target)
                is_meant = formula.trust_without_worst >= least
                if is_meant and (best is None or formula.trust > best.trust):
                    formulas[formula.target] = formula
    return list(formulas.values())


def _adding_places(lines: LineMatrix, formulas: Iterable[Formula]) -> Flags:
    """Return the places of percentages at which the sums of the amounts hold, too."""
    rates = lines.percent_places & ~lines.change_places
    if not rates.any():
        return rates
    everywhere = lines.with_adding(np.ones_like(rates))
    evidence, holds, fails = np.zeros(len(rates)), np.zeros(len(rates)), np.zeros(len(rates))
    for formula in formulas:
        if formula.trust >= TRUSTED:
            members, signs = members_of(formula)
            sums = sum_of(everywhere, formula.target, members, signs)
            several = sums.parts > 1
            evidence += sums.evidence()[0]
            holds += (sums.holds & several)[0]
            fails += sums.fails[0]
    return np.asarray(rates & (evidence >= TRUSTED) & (holds > 2 * fails) & (holds > 1))


def _sums_of_parts(lines: LineMatrix) -> Iterator[Formula]:
    """Yield the lines that two or more "of which" lines below them may add up to."""
    for whole, parts in parts_by_whole(lines):
        if len(parts) > 1:
            candidate = Candidate(np.array(parts), np.ones(len(parts)), _ALL_PARTS, 0.0)
            yield sum_formula(lines, whole, candidate)


def _read_both_ways(lines: LineMatrix, usable: Flags) -> Iterator[Formula]:
    """Yield totals below their parts, and totals above them for lines that are none of these."""
    below = list(_Reader(lines, usable).formulas())
    explained = {formula.target for formula in below}
    yield from below
    above = _Reader(lines, usable, upwards=True).formulas()
    yield from (formula for formula in above if formula.target not in explained)


def _usable(lines: LineMatrix, kind: Flags) -> Iterator[tuple[Flags, float]]:
    """Yield the lines of a kind that may be added up, and the trust that their sums need.

    Averages and rates are none, by their labels; but a label may name what the amounts are for ("Interest
    rate" of hedges), and where figures prove it, such lines are included.
    """
    shown = kind & (~lines.blank & ~np.isnan(lines.values)).any(axis=1)
    small = np.nan_to_num(np.abs(lines.values)).max(axis=1) <= _LARGEST_RATE / lines.unit
    labels = zip(lines.labels, small.tolist(), strict=True)
    additive = shown & np.array([is_additive(*label) for label in labels], bool)
    if additive.sum() > 2:
        yield additive, -np.inf
    if shown.sum() > max(2, additive.sum()):
        yield shown, TRUSTED


class _Reader:
    """Reads lines in one direction.

    There are two stacks: one on which a total replaces lines when the figures prove it, and one on which it
    does so when its label says it is a total: a wrong figure may hide a total, and the last part of one is
    what the others leave of it. They are one until then.
    """

    def __init__(self, lines: LineMatrix, usable: Flags, upwards: bool = False) -> None:
        self.lines = lines
        self.sample = lines.sample(_MOST_PLACES)
        self.usable = usable
        self.upwards = upwards
        self.signs = label_signs(lines)
        self.has_deductions = bool((self.signs < 0).any())
        self.most_evidence = most_evidence(self.sample)
        self.distinctive = np.asarray((np.abs(lines.values) >= _REPEATED * lines.steps).all(axis=1))
        self.headers = _headers(lines)
        self.starts = starting_lines(lines.labels)
        self.gross = gross_lines(lines.labels)
        self.alike = {} if upwards else lines_named_alike(lines.labels)
        self.actual_taxes = actual_taxes(lines.labels)
        self.is_small = len(lines) <= _MOST_LINES and lines.values.size <= _MOST_FIGURES
        self.signed_left = _MOST_SIGNED
        self.long_work = _LONG_WORK * lines.values.size
        self.stacks = [OpenLines()]
        filled = np.flatnonzero(usable)
        self.last = int(filled[-1]) if len(filled) else -1
        self.after_less = False
        """Whether the label of the line that was read last, or a heading above it, says "Less"."""

    def formulas(self) -> Iterator[Formula]:
        """Yield the best sum for each line, if there is one that its figures or its label support."""
        lines = self.lines
        order = range(len(lines))
        under_less = False
        for target in reversed(order) if self.upwards else order:
            if lines.is_empty(target) or target in self.headers:
                for stack in self.stacks:
                    stack.begin_section()
                under_less = is_less(lines.labels[target])
            elif self.usable[target]:
                yield from self._read(target)
                self.after_less = under_less or is_less(lines.labels[target])
                under_less = False

    def _read(self, target: int) -> Iterator[Formula]:
        label = self.lines.labels[target]
        formula = self._best(target)
        trust = -np.inf
        if formula is not None:
            trust = formula.trust
            yield formula
        named = is_total(label) or is_sure_result(label)
        is_part = trust >= TRUSTED and formula is not None and _is_remainder(label, formula)
        if len(self.stacks) == 1 and (is_part or (named and -TRUSTED <= trust < TRUSTED)):
            self.stacks.append(self.stacks[0].copy())
        by_label = np.inf if is_part else -TRUSTED if named else TRUSTED
        for stack, required in zip(self.stacks, (TRUSTED, by_label), strict=False):
            if formula is not None and trust >= required:
                stack.include((term.line for term in formula.terms), target)
            elif self._repeats(target, stack):
                stack.include([stack.lines[-1]], target)
            elif not is_part_of(label):
                stack.append(target, result=is_result(label), sure=named or is_opening(label))

    def _repeats(self, target: int, stack: OpenLines) -> bool:
        """Return whether a line repeats the one above it, as the subtotal of a single line does."""
        if not stack.lines or not self.distinctive[target]:
            return False
        last = stack.lines[-1]
        return bool(self.distinctive[last] and (self.lines.values[last] == self.lines.values[target]).all())

    def _best(self, target: int) -> Formula | None:
        """Return the sum for a target that figures and labels support best, if any does."""
        candidates = [candidate for stack in self.stacks for candidate in self._candidates(target, stack)]
        best = max(candidates, key=lambda candidate: candidate.score, default=None)
        if best is not None and best.score < TRUSTED and best.prior < _LEAST:
            # Unusual signs that prove nothing give way to the sum that the label names.
            named = (candidate for candidate in candidates if candidate.prior > 0)
            best = max(named, key=lambda candidate: candidate.score, default=best)
        # What a label calls a total may be one whose only column has a wrong figure.
        if best is None or (best.score <= _LEAST and best.prior <= 0):
            return None
        return sum_formula(self.lines, target, best)

    def _candidates(self, target: int, stack: OpenLines) -> Iterator[Candidate]:
        """Yield the likeliest of each kind of sums over the last open lines.

        Only those that hold at some place, and those that labels and position suggest, are worth weighing.
        """
        yield from self._of_sections(target)
        nearest = np.array(stack.lines[: -_LONGEST_SUM - 1 : -1], dtype=np.intp)
        if len(nearest) < 2:
            return
        label = self.lines.labels[target]
        rolls = self._rolls_forward(target, nearest)
        odds = self._odds(target, stack)
        if rolls:
            by_words = begins_and_ends(self.lines.labels[self.starts[target]], label)
            odds = max(odds, _ROLLS_BY_WORDS if by_words else _ROLLS_FORWARD)
        natural = stack.natural_lengths()
        priors = np.full(len(nearest), odds + log(0.1 / len(nearest)))
        expected = np.zeros(len(nearest), bool)
        for length, share in natural.items():
            if length <= len(nearest):
                priors[length - 1] = odds + log(0.9 * share)
                expected[length - 1] = odds > 0
        priors[0] = -np.inf
        ones = np.ones(len(nearest))
        subtracts = not self.upwards and (is_result(label) or self.after_less or rolls)
        mixed = self._mixed(nearest)
        plain = priors + np.where(mixed, log(0.4), 0.0) if subtracts else priors
        yield from self._weigh(target, nearest, ones, plain, expected)
        if odds > 0 or target == len(self.lines) - 1:
            for length, share in natural.items():
                yield from self._long(target, stack, length, odds + log(0.9 * share))
        if not self.upwards and mixed.any():
            by_label = np.where(mixed, priors + log(0.6 if subtracts else 0.2), -np.inf)
            yield from self._weigh(target, nearest, self.signs[nearest], by_label, expected & subtracts)
        if subtracts:
            yield from self._differences(target, nearest, priors + log(0.3))
            yield from self._from_included(target, stack, odds)
        if not self.upwards and self.signed_left and (odds > 0 or self.is_small):
            self.signed_left -= 1
            unusual = log(0.003) if is_total(label) and not is_result(label) else 0.0
            yield from self._signed(target, nearest, priors + unusual)

    def _signed(self, target: int, nearest: Indices, priors: Matrix) -> Iterator[Candidate]:
        """Yield sums with other signs than those of the labels."""
        if not self._is_possible(priors).any():
            return
        for signs, prior in other_signs(self.sample, target, nearest, priors):
            if self._is_possible(prior):
                members = nearest[: len(signs)]
                sums = sum_of(self.sample, target, members, signs)
                yield Candidate(members, signs, prior, prior + float(sums.evidence().sum()))

    def _is_possible(self, prior: Matrix | float) -> Flags:
        """Return whether figures could make a sum likely: in a table of single digits, hardly any."""
        return np.asarray(prior + self.most_evidence > _LEAST)

    def _from_included(self, target: int, stack: OpenLines, odds: float) -> Iterator[Candidate]:
        """Yield the sums of the last line and a total that another one includes already."""
        prior = odds + log(0.8 / max(1, 2 * len(stack.included)))
        for total in stack.included:
            for sign in (1.0, -1.0):
                members, signs = np.array([stack.lines[-1], total]), np.array([sign, 1.0])
                sums = sum_of(self.sample, target, members, signs)
                if sums.holds.any():
                    yield Candidate(members, signs, prior, prior + float(sums.evidence().sum()))

    def _of_sections(self, target: int) -> Iterator[Candidate]:
        """Yield the difference and the sum of two lines of sections above that are named like the target."""
        members = np.array(self.alike.get(target, ()), dtype=np.intp)
        if not len(members) or not self.usable[members].all():
            return
        for sign in (-1.0, 1.0):
            signs = np.array([1.0, sign])
            sums = sum_of(self.sample, target, members, signs)
            if sums.holds.any():
                yield Candidate(members, signs, _ALIKE, _ALIKE + float(sums.evidence().sum()))

    def _rolls_forward(self, target: int, nearest: Indices) -> bool:
        """Return whether a target leads on from a line that is still open, as a closing from its opening."""
        return target in self.starts and self.starts[target] in nearest

    def _mixed(self, nearest: Indices) -> Flags:
        """Return which of the first lines, the first two and so on have both signs by their labels."""
        if not self.has_deductions:
            return np.zeros(len(nearest), bool)
        signs = self.signs[nearest]
        return np.asarray(np.minimum.accumulate(signs) < np.maximum.accumulate(signs))

    def _differences(self, target: int, nearest: Indices, priors: Matrix) -> Iterator[Candidate]:
        """Yield the likeliest sum of the first line less all others."""
        sums = differences_from_last(self.sample, target, nearest)
        worth = np.arange(1, len(nearest))
        for candidate in likeliest(nearest, -np.ones(len(nearest)), priors, sums, worth):
            candidate.signs[-1] = 1.0
            yield candidate

    def _weigh(
        self, target: int, nearest: Indices, signs: Matrix, priors: Matrix, expected: Flags
    ) -> Iterator[Candidate]:
        possible = self._is_possible(priors)
        if not (possible | expected).any():
            return
        possible &= may_hold(self.sample, target, nearest, signs)
        worth = np.flatnonzero((possible | expected) & (priors > -np.inf))
        if not len(worth):
            return
        longest = int(worth[-1]) + 1
        sums = running_sums(self.sample, target, nearest[:longest], signs[:longest])
        yield from likeliest(nearest, signs, priors, sums, worth)

    def _long(self, target: int, stack: OpenLines, length: int, prior: float) -> Iterator[Candidate]:
        """Yield a sum over more lines than are tried otherwise, as long as there have not been many."""
        work = length * self.lines.values.shape[1]
        if length <= _LONGEST_SUM or work > self.long_work:
            return
        self.long_work -= work
        members = np.array(stack.lines[: -length - 1 : -1], dtype=np.intp)
        signs = np.ones(length)
        sums = sum_of(self.sample, target, members, signs)
        if prior > 0 or sums.holds.any():
            yield Candidate(members, signs, prior, prior + float(sums.evidence().sum()))

    def _odds(self, target: int, stack: OpenLines) -> float:
        """Return the log-odds that a line is calculated from those above it, or below."""
        p = self._probability_by_label(target, stack) or self._probability_by_place(target, stack)
        if self.upwards:
            p /= 4
        return log(p / (1 - p))

    def _probability_by_label(self, target: int, stack: OpenLines) -> float | None:
        label = self.lines.labels[target]
        is_only = target == self.last and not stack.results and begins_with_total(label)
        if is_bare_total(label) or is_only:
            return 0.95
        if is_total(label) or is_sure_result(label) or (is_whole(label) and target == len(self.lines) - 1):
            return 0.85
        if target in self.actual_taxes:
            return 0.8
        if is_less(label):
            return 0.03
        if self.after_less and not self.upwards:
            return 0.75
        is_gross = target in self.gross and not self.upwards
        return 0.6 if is_result(label) or is_change(label) or self.after_less or is_gross else None

    def _probability_by_place(self, target: int, stack: OpenLines) -> float:
        label = self.lines.labels[target]
        if not label.strip():
            return 0.3
        if is_date(label):
            return 0.0005
        if stack.holds_totals_only():
            return 0.4
        return 0.1 if target == self.last else 0.03


def _is_remainder(label: str, formula: Formula) -> bool:
    """Return whether only figures say that a line is a difference, as equity is what liabilities leave."""
    named = not label.strip() or is_total(label) or is_result(label) or is_change(label)
    return not named and any(term.factor < 0 for term in formula.terms)


def _headers(lines: LineMatrix) -> set[int]:
    """Return the lines whose figures are consecutive years: headers in the middle of a table."""
    steps = np.where(lines.steps > 0, lines.steps, np.nan)
    years = np.abs(lines.values / steps)
    of_years = (lines.blank | ((years >= 1900) & (years <= 2100))).all(axis=1) & ~lines.blank.all(axis=1)
    return {line for line in np.flatnonzero(of_years).tolist() if _is_header(lines, line, years[line])}


def _is_header(lines: LineMatrix, line: int, years: Matrix) -> bool:
    """Return whether a line of years, some of them blank, counts them up or down."""
    label = lines.labels[line]
    shown = years[~lines.blank[line]]
    if is_total(label):
        return False
    return bool((np.abs(np.diff(shown)) == 1).all()) if len(shown) > 1 else is_date(label)
