"""Equations that the network takes to be meant and that fail, with the evidence for an error of the text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import prod
from typing import NamedTuple

from numerate.consistency.learned.figures import Figure
from numerate.consistency.learned.judge import Failure, weigh_sides
from numerate.consistency.learned.kinds import KINDS, Candidate, CandidateEquation, equation_of
from numerate.consistency.relation import count_digits

ERROR = 0.05
"""Share of the equations that are meant and fail, in a text to be checked."""
_NEGLIGIBLE = 0.05
"""Probability of an equation that holds from which it explains its figures."""
_OPEN = 0.1
"""Least probability of an equation that holds between the figures of one that fails, as a share of what the
network leaves open about the latter: figures seldom fit by accident. Chosen on five sets of
experiments/unseen, where 0.03 to 0.3 do about as well."""
_OUT_OF_ORDER = 0.1
"""Weight of a reading whose figures do not have the order of size that it needs; errors seldom change it."""
_UNLIKELY = 0.02
"""Probability of being meant below which no evidence makes a failure an error."""
_SMALL = 12
"""Largest of the counts that texts are full of, in words or figures."""


class Scored(NamedTuple):
    """A candidate of a text, and the probability that it is meant."""

    candidate: Candidate
    figures: Sequence[Figure]
    roles: tuple[Figure, ...]
    """Its own figures."""
    probability: float
    least: float = 1.0
    """The lowest probability that a window gives it."""

    @classmethod
    def of(cls, candidate: Candidate, figures: Sequence[Figure], probability: float) -> Scored:
        """Return what one window says."""
        return cls(candidate, figures, roles_of(candidate, figures), probability)

    @property
    def kind(self) -> str:
        """Its kind."""
        return self.candidate.kind


def roles_of(candidate: Candidate, figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Return the figures of an equation."""
    return tuple([figures[i] for i in candidate.figures])  # a list is built faster


@dataclass(frozen=True, eq=False)
class Failing:
    """An equation that fails, and what is known of it before its sides are compared."""

    known: Failure
    claim: CandidateEquation

    @cached_property
    def failure(self) -> Failure:
        """What is known of it with its sides: only when it is needed, as this takes long."""
        equation = self.claim.equation
        return self.known if equation is None else weigh_sides(self.known, equation)

    @property
    def starts(self) -> frozenset[int]:
        """Where its numbers start."""
        return frozenset(number.start for number in self.claim.numbers)


def failures(scored: Sequence[Scored], is_distant: bool = False) -> Iterator[Failing]:
    """Yield the equations that fail and may be meant: of those between the same figures, the likeliest.

    is_distant: their figures stand in different paragraphs.
    """
    explanations = Explanations(each for each in scored if each.candidate.holds and KINDS[each.kind].explains)
    groups: dict[object, list[Scored]] = defaultdict(list)
    for each in scored:
        if not each.candidate.holds:
            groups[_group(each)].append(each)
    for group in groups.values():
        if (meant := _meant(group)) >= _UNLIKELY:
            best = max(group, key=_likelihood)
            claim = equation_of(best.candidate, best.figures)
            if claim.is_possible:
                known = Failure(
                    best.kind,
                    meant,
                    explanations.unexplained(best),
                    best.candidate.in_order,
                    len(best.figures),
                    is_distant,
                    small=sum(map(_is_small, best.roles)),
                    least=min(best.least, best.probability),
                    **_layout(best),
                )
                yield Failing(known, claim)


def _layout(each: Scored) -> dict[str, int]:
    """Return how the figures of an equation are written, how far apart, and what stands between them."""
    slots = sorted((figure.slot for figure in each.roles), key=lambda slot: slot.start)
    own = {slot.start for slot in slots}
    between = sum(
        slots[0].start < figure.slot.start < slots[-1].start and figure.slot.start not in own
        for figure in each.figures
    )
    gaps = [after.start - before.end for before, after in pairwise(slots)]
    return {
        "between": between,
        "gap": max(gaps, default=0),
        "digits": min((count_digits(slot.number) for slot in slots), default=1),
    }


def _is_small(figure: Figure) -> bool:
    """Return whether a figure is a small count, of which a text may have many."""
    number = figure.slot.number
    return figure.mark == "N" and number.value <= _SMALL and figure.as_written.step == 1


class Explanations:
    """The equations that hold: figures that one of them accounts for were not meant for another."""

    def __init__(self, holding: Iterable[Scored]) -> None:
        self._of: dict[Figure, list[tuple[frozenset[Figure], Scored]]] = defaultdict(list)
        """For each figure, the equations that it is in, and all their figures."""
        self._between: dict[frozenset[Figure], list[Scored]] = defaultdict(list)
        """For sets of figures, the equations between just these."""
        for each in holding:
            if not equation_of(each.candidate, each.figures).is_possible:
                continue
            figures = frozenset(each.roles)
            self._between[figures].append(each)
            if posterior(each) > _NEGLIGIBLE:
                figures = _all_figures(each)
                for figure in figures:
                    self._of[figure].append((figures, each))

    def unexplained(self, each: Scored) -> float:
        """Return the probability that no equation that holds has the figures of one that fails."""
        figures = _all_figures(each)
        # A quantity that is the same as a third is not meant to be another.
        needed = 1 if each.kind == "same" else 2
        # What the percentage is of remains open where its whole and part are explained by a remainder.
        factors = frozenset(each.roles[: KINDS[each.kind].factors])
        rivals = {
            others: posterior(other, most=_exclusive(other.probability, each.probability))
            for figure in figures
            for others, other in self._of.get(figure, ())
            if len(others & figures) >= needed
            and others != figures
            and others >= factors
            and not _says_both(each, other)
        }
        least = _OPEN * (1 - each.probability)
        between = self._between.get(frozenset(each.roles), ())
        exact = max((posterior(other, least) for other in between), default=0.0)
        return (1 - exact) * prod(1 - probability for probability in rivals.values())


def _says_both(difference: Scored, change: Scored) -> bool:
    """Return whether a difference and a percentage are of the same two amounts: "a saving of €48, or 12%"."""
    if difference.kind != "sum" or change.kind not in ("rise", "fall"):
        return False
    return set(change.roles[KINDS[change.kind].factors :]) < set(difference.roles)


def _all_figures(each: Scored) -> frozenset[Figure]:
    """Return the figures of an equation; of a row, also those between its ends."""
    if not KINDS[each.kind].is_row:
        return frozenset(each.roles)
    return frozenset(equation_of(each.candidate, each.figures).ordered)


def _exclusive(probability: float, rival: float) -> float:
    """Return the probability of an equation, given that it and a rival cannot both be meant."""
    only, neither_or_rival = probability * (1 - rival), 1 - probability
    return only / (only + neither_or_rival) if only + neither_or_rival else 1.0


def posterior(each: Scored, least: float = 0.0, most: float = 1.0) -> float:
    """Return the probability that an equation which holds is meant, and does not hold by accident."""
    meant = min(max(each.probability, least), most)
    return meant * (1 - ERROR) / (meant * (1 - ERROR) + (1 - meant) * each.candidate.chance)


def _group(each: Scored) -> object:
    """Return what rival readings share: the same figures, or a total with this or that row of parts."""
    if KINDS[each.kind].is_row:
        return each.kind, each.roles[2:] or each.roles
    return frozenset(each.roles)


def _likelihood(each: Scored) -> float:
    """Return how likely a reading is, compared with others of the same figures."""
    return each.probability * (1.0 if each.candidate.in_order else _OUT_OF_ORDER)


def _meant(group: list[Scored]) -> float:
    """Return the probability that some figures are meant to satisfy one of the equations of a group."""
    return 1 - prod(1 - each.probability for each in group)
