"""Read the claims of a text with the network, and test them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import exp, prod
from typing import NamedTuple

import numpy as np

from numerate.consistency.claim import usable
from numerate.consistency.interval import Interval
from numerate.consistency.learned.distant import distant_pairs
from numerate.consistency.learned.figures import Figure
from numerate.consistency.learned.judge import Failure, Judge, weigh_sides
from numerate.consistency.learned.kinds import KINDS, Candidate, equation_of
from numerate.consistency.learned.network import ClaimModel, Floats
from numerate.consistency.learned.sizes import read_size
from numerate.consistency.learned.topics import encode_text
from numerate.consistency.learned.windows import EncodedSentence, join, windows
from numerate.consistency.relation import Relation
from numerate.consistency.skeleton import Skeleton
from numerate.text import Number

ERROR = 0.05
"""Share of the equations that are meant and fail, in a text to be checked."""
CERTAIN, POSSIBLE = 0.0, -2.0
"""Smallest log odds of an error of a certain and of a possible contradiction."""
_NEGLIGIBLE, _STATED = 0.05, 0.5
"""Probabilities of an equation that holds from which it explains its figures, and is itself a relation."""
_OPEN = 0.1
"""Least probability of an equation that holds between the figures of one that fails, as a share of what the
network leaves open about the latter: figures seldom fit by accident. Chosen on five sets of
experiments/unseen, where 0.03 to 0.3 do about as well."""
_LARGEST_CHANCE = 0.1
"""Chance of holding by accident above which an equation that holds is no relation worth stating."""
_OUT_OF_ORDER = 0.1
"""Weight of a reading whose figures do not have the order of size that it needs; errors seldom change it."""
_UNLIKELY = 0.02
"""Probability of being meant below which no evidence makes a failure an error."""
_PART, _LONGEST_PART = 50, 500
"""Sentences that are read at a time: at least, and at most where no paragraph ends."""


class Scored(NamedTuple):
    """A candidate of a text, and the probability that it is meant."""

    candidate: Candidate
    figures: Sequence[Figure]
    probability: float

    @property
    def kind(self) -> str:
        """Its kind."""
        return self.candidate.kind

    @property
    def roles(self) -> tuple[Figure, ...]:
        """Its figures."""
        return tuple(self.figures[i] for i in self.candidate.figures)


class ReadPart(NamedTuple):
    """What the network says of a part of a text."""

    equations: list[Scored]
    sizes: list[tuple[Figure, Floats]]
    """Logits of the order of magnitude of each figure."""


def read_part(
    encoded: Sequence[EncodedSentence], model: ClaimModel, checkpoint: Callable[[], None] = lambda: None
) -> ReadPart:
    """Read sentences window by window; what several windows say of an equation or a figure is averaged."""
    cut = list(windows(encoded, model.pieces))
    logits: dict[tuple[str, tuple[int, ...]], list[float]] = defaultdict(list)
    seen: dict[tuple[str, tuple[int, ...]], tuple[Candidate, Sequence[Figure]]] = {}
    sizes: dict[int, list[Floats]] = defaultdict(list)
    figures: dict[int, Figure] = {}
    for window, scores in zip(cut, model.read(cut, checkpoint), strict=True):
        for candidate, logit in scores.equations:
            key = candidate.kind, tuple(id(window.figures[i]) for i in candidate.figures)
            logits[key].append(logit)
            seen[key] = candidate, window.figures
        for figure, size in zip(window.figures, scores.sizes, strict=True):
            figures[id(figure)] = figure
            sizes[id(figure)].append(size)
    return ReadPart(
        [Scored(*seen[key], _sigmoid(sum(values) / len(values))) for key, values in logits.items()],
        [(figure, np.mean(sizes[key], axis=0)) for key, figure in figures.items()],
    )


def read_distant(
    encoded: Sequence[EncodedSentence], model: ClaimModel, checkpoint: Callable[[], None] = lambda: None
) -> Iterator[Scored]:
    """Yield what the network says of quantities that may be the same, in sentences far apart."""
    pairs = distant_pairs(encoded)
    while part := list(islice(pairs, _LONGEST_PART)):
        cut = [join([encoded[i], encoded[j]], model.pieces) for i, j in part]
        for (i, _), window, scores in zip(part, cut, model.read(cut, checkpoint), strict=True):
            count = len(encoded[i].figures)
            for candidate, logit in scores.equations:
                if candidate.kind == "same" and candidate.figures[0] < count <= candidate.figures[1]:
                    yield Scored(candidate, window.figures, _sigmoid(logit))


def read_alone(
    encoded: Sequence[EncodedSentence],
    probabilities: RuleProbabilities,
    model: ClaimModel,
    checkpoint: Callable[[], None] = lambda: None,
) -> Iterator[Scored]:
    """Yield what the network says of contradictions by their sentences alone, apart from other figures."""
    sentence_of = {
        number.start: i
        for i, sentence in enumerate(encoded)
        for figure in sentence.figures
        for number in figure.slot.numbers
    }
    chosen_sentences = filter(
        None, ({sentence_of[at] for at in starts & sentence_of.keys()} for starts in probabilities.numbers)
    )
    while part := list(islice(chosen_sentences, _LONGEST_PART)):
        cut = [join([encoded[i] for i in sorted(chosen)], model.pieces) for chosen in part]
        for window, scores in zip(cut, model.read(cut, checkpoint), strict=True):
            for candidate, logit in scores.equations:
                yield Scored(candidate, window.figures, _sigmoid(logit))


def _sigmoid(logit: float) -> float:
    return 1 / (1 + exp(-logit))


class Claims(NamedTuple):
    """What the network reads in a text."""

    relations: list[Relation]
    """The relations that it states, those that hold and those that do not."""
    probabilities: RuleProbabilities
    """What the network says of contradictions that rules read."""


class RuleProbabilities:
    """Contradictions that rules read, and the probability that their numbers are meant to fit."""

    def __init__(self, relations: Iterable[Relation]) -> None:
        self._meant: dict[frozenset[int], float] = {}
        self._kinds: dict[frozenset[int], set[str]] = defaultdict(set)
        for relation in relations:
            self._kinds[relation.starts].add(relation.kind)
        self._starts = frozenset[int]().union(*self._kinds)

    @property
    def numbers(self) -> Iterable[frozenset[int]]:
        """Where the numbers of each relation start."""
        return self._kinds

    def note(self, scored: Iterable[Scored]) -> None:
        """Note the probabilities of equations between the numbers of a relation."""
        for each in scored if self._kinds else ():
            if not all(figure.slot.number.start in self._starts for figure in each.roles):
                continue
            claim = equation_of(each.candidate, each.figures)
            numbers = frozenset(number.start for number in claim.numbers)
            kinds = self._kinds.get(numbers, ())
            # Of two numbers, an equation of another kind says nothing: one may only be more than the other.
            if claim.rule in kinds or (kinds and len(numbers) > 2):
                self._meant[numbers] = 1 - (1 - self._meant.get(numbers, 0.0)) * (1 - each.probability)

    def meant(self, relation: Relation) -> float | None:
        """Return the probability of a relation; None if the network has no equation for it."""
        return self._meant.get(relation.starts)


def read_claims(
    skeleton: Skeleton,
    model: ClaimModel,
    problems: Iterable[Relation] = (),
    checkpoint: Callable[[], None] = lambda: None,
) -> Claims:
    """Read what a text states.

    problems: contradictions that rules read, for the network to judge.
    checkpoint: called before each batch of the network; may raise to abandon the reading.
    """
    encoded = encode_text(skeleton, model.pieces)
    claims = Claims([], RuleProbabilities(problems))
    for sentences in _parts(encoded):
        part = read_part(sentences, model, checkpoint)
        claims.probabilities.note(part.equations)
        claims.relations.extend(equations(part.equations, model.judge))
        sizes = (read_size(figure, logits) for figure, logits in part.sizes)
        claims.relations.extend(relation for relation in sizes if relation is not None)
    claims.probabilities.note(read_alone(encoded, claims.probabilities, model, checkpoint))
    distant = list(read_distant(encoded, model, checkpoint))
    claims.probabilities.note(distant)
    claims.relations.extend(equations(distant, model.judge, is_distant=True))
    return claims


def _parts(encoded: Sequence[EncodedSentence]) -> Iterator[Sequence[EncodedSentence]]:
    """Yield several paragraphs at a time: enough for windows of like length, few enough to bound memory."""
    start = 0
    for end, sentence in enumerate(encoded, 1):
        full = (end - start >= _PART and sentence.ends_paragraph) or end - start >= _LONGEST_PART
        if full or end == len(encoded):
            yield encoded[start:end]
            start = end


def equations(scored: Sequence[Scored], judge: Judge, is_distant: bool = False) -> Iterator[Relation]:
    """Yield the equations that are meant, those that hold and those that fail.

    is_distant: their figures stand in different paragraphs.
    """
    for each in scored:
        if each.candidate.holds and _posterior(each) > _STATED and each.candidate.chance < _LARGEST_CHANCE:
            claim = equation_of(each.candidate, each.figures)
            if claim.is_possible:
                yield Relation(claim.rule, claim.numbers, sure=False)
    contradictions = [
        each for failure, best in failures(scored, is_distant) for each in _failing(failure, best, judge)
    ]
    # The surest come first: of those that share figures, only the first is reported.
    yield from (relation for _, relation in sorted(contradictions, key=lambda each: -each[0]))


def failures(scored: Sequence[Scored], is_distant: bool = False) -> Iterator[tuple[Failure, Scored]]:
    """Yield the equations that fail and may be meant: of those between the same figures, the likeliest."""
    explanations = Explanations(each for each in scored if each.candidate.holds and KINDS[each.kind].explains)
    groups: dict[object, list[Scored]] = defaultdict(list)
    for each in scored:
        if not each.candidate.holds:
            groups[_group(each)].append(each)
    for group in groups.values():
        if (meant := _meant(group)) >= _UNLIKELY:
            best = max(group, key=_likelihood)
            in_order, count = best.candidate.in_order, len(best.figures)
            unexplained = explanations.unexplained(best)
            yield Failure(best.kind, meant, unexplained, in_order, count, is_distant), best


class Explanations:
    """The equations that hold: figures that one of them accounts for were not meant for another."""

    def __init__(self, holding: Iterable[Scored]) -> None:
        self._of: dict[int, list[tuple[frozenset[int], Scored]]] = defaultdict(list)
        """For each figure, the equations that it is in, and all their figures."""
        self._between: dict[frozenset[int], list[Scored]] = defaultdict(list)
        """For sets of figures, the equations between just these."""
        for each in holding:
            figures = frozenset(map(id, each.roles))
            self._between[figures].append(each)
            if _posterior(each) > _NEGLIGIBLE:
                figures = _all_figures(each)
                for figure in figures:
                    self._of[figure].append((figures, each))

    def unexplained(self, each: Scored) -> float:
        """Return the probability that no equation that holds has the figures of one that fails."""
        figures = _all_figures(each)
        # A quantity that is the same as a third is not meant to be another.
        needed = 1 if each.kind == "same" else 2
        rivals = {
            others: _posterior(other, most=_exclusive(other.probability, each.probability))
            for figure in figures
            for others, other in self._of.get(figure, ())
            if len(others & figures) >= needed and others != figures
        }
        least = _OPEN * (1 - each.probability)
        between = self._between.get(frozenset(map(id, each.roles)), ())
        exact = max((_posterior(other, least) for other in between), default=0.0)
        return (1 - exact) * prod(1 - probability for probability in rivals.values())


def _all_figures(each: Scored) -> frozenset[int]:
    """Return the ids of the figures of an equation; of a row, also those between its ends."""
    if not KINDS[each.kind].is_row:
        return frozenset(map(id, each.roles))
    return frozenset(map(id, equation_of(each.candidate, each.figures).ordered))


def _exclusive(probability: float, rival: float) -> float:
    """Return the probability of an equation, given that it and a rival cannot both be meant."""
    only, neither_or_rival = probability * (1 - rival), 1 - probability
    return only / (only + neither_or_rival) if only + neither_or_rival else 1.0


def _posterior(each: Scored, least: float = 0.0, most: float = 1.0) -> float:
    """Return the probability that an equation which holds is meant, and does not hold by accident."""
    meant = min(max(each.probability, least), most)
    return meant * (1 - ERROR) / (meant * (1 - ERROR) + (1 - meant) * each.candidate.chance)


def _group(each: Scored) -> object:
    """Return what rival readings share: the same figures, or a total with this or that row of parts."""
    figures = tuple(map(id, each.roles))
    if KINDS[each.kind].is_row:
        return each.kind, figures[2:] or figures
    return frozenset(figures)


def _likelihood(each: Scored) -> float:
    """Return how likely a reading is, compared with others of the same figures."""
    return each.probability * (1.0 if each.candidate.in_order else _OUT_OF_ORDER)


def _meant(group: list[Scored]) -> float:
    """Return the probability that some figures are meant to satisfy one of the equations of a group."""
    return 1 - prod(1 - each.probability for each in group)


def _failing(failure: Failure, best: Scored, judge: Judge) -> Iterator[tuple[float, Relation]]:
    """Yield the contradiction that a failing equation is, with its odds, if it is likely meant and wrong."""
    claim = equation_of(best.candidate, best.figures)
    if not claim.is_possible:
        return
    needed: dict[Number, Interval | None] = {}
    if (equation := claim.equation) is not None:
        failure = weigh_sides(failure, equation)
        needed = {each.number: equation.needed(each) for each in equation.quantities()}
    odds = judge.log_odds(failure)
    if odds < POSSIBLE:
        return
    relation = Relation(
        claim.rule,
        claim.numbers,
        claim.problem(),
        tuple(usable(needed.get(number)) for number in claim.numbers),
        level="error" if odds >= CERTAIN else "possible",
        sure=False,
    )
    yield odds, relation
