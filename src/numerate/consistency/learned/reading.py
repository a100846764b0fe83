"""Read the claims of a text with the network, and test them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import exp, inf
from typing import NamedTuple

import numpy as np

from numerate.consistency.claim import usable
from numerate.consistency.interval import Interval
from numerate.consistency.learned.distant import distant_pairs
from numerate.consistency.learned.failing import Failing, Scored, failures, posterior, roles_of
from numerate.consistency.learned.figures import Figure
from numerate.consistency.learned.judge import OF_SIDES, Judge, Judges
from numerate.consistency.learned.kinds import Candidate, equation_of
from numerate.consistency.learned.kinds.base import WindowFigures
from numerate.consistency.learned.kinds.same import SameEquation
from numerate.consistency.learned.network import ClaimModel, Floats
from numerate.consistency.learned.sizes import read_sizes
from numerate.consistency.learned.topics import encode_text
from numerate.consistency.learned.windows import ClaimWindow, EncodedSentence, join, windows
from numerate.consistency.relation import Relation
from numerate.consistency.skeleton import Skeleton
from numerate.text import Number

CERTAIN, POSSIBLE = 0.0, -2.0
"""Smallest log odds of an error of a certain and of a possible contradiction."""
_STATED = 0.5
"""Probability of an equation that holds from which it is itself a relation."""
_LARGEST_CHANCE = 0.1
"""Chance of holding by accident above which an equation that holds is no relation worth stating."""
_PART, _LONGEST_PART = 50, 500
"""Sentences that are read at a time: at least, and at most where no paragraph ends."""


class ReadPart(NamedTuple):
    """What the network says of a part of a text."""

    equations: list[Scored]
    sizes: list[tuple[Figure, Floats]]
    """Logits of the order of magnitude of each figure."""


class _Reading:
    """What the windows say of an equation."""

    __slots__ = ("candidate", "count", "figures", "least", "total")

    def __init__(self) -> None:
        self.total = 0.0
        self.count = 0
        self.least = inf

    def add(self, candidate: Candidate, figures: Sequence[Figure], logit: float) -> None:
        """Note what a window says; the last one has the say about the rest."""
        self.candidate, self.figures = candidate, figures
        self.total += logit
        self.count += 1
        self.least = min(self.least, logit)

    def scored(self, roles: tuple[Figure, ...]) -> Scored:
        """Return the equation between some figures with its probability."""
        mean = _sigmoid(self.total / self.count)
        least = mean if self.count == 1 else _sigmoid(self.least)
        return Scored(self.candidate, self.figures, roles, mean, least)


def read_part(
    encoded: Sequence[EncodedSentence], model: ClaimModel, checkpoint: Callable[[], None] = lambda: None
) -> ReadPart:
    """Read sentences window by window; what several windows say of an equation or a figure is averaged."""
    cut = list(windows(encoded, model.pieces))
    equations: dict[tuple[str, tuple[Figure, ...]], _Reading] = {}
    sizes: dict[Figure, list[Floats]] = defaultdict(list)
    for window, scores in zip(cut, model.read(cut, checkpoint), strict=True):
        for candidate, logit in scores.equations:
            key = candidate.kind, roles_of(candidate, window.figures)
            if (reading := equations.get(key)) is None:
                reading = equations[key] = _Reading()
            reading.add(candidate, window.figures, logit)
        for figure, size in zip(window.figures, scores.sizes, strict=True):
            sizes[figure].append(size)
    return ReadPart(
        [each.scored(roles) for (_, roles), each in equations.items()],
        [(figure, np.mean(several, axis=0)) for figure, several in sizes.items()],
    )


def read_distant(
    encoded: Sequence[EncodedSentence], model: ClaimModel, checkpoint: Callable[[], None] = lambda: None
) -> Iterator[Scored]:
    """Yield what the network says of quantities that may be the same, in sentences far apart."""
    pairs = distant_pairs(encoded)
    while part := list(islice(pairs, _LONGEST_PART)):
        cut: list[ClaimWindow] = []
        equations: list[list[Candidate]] = []
        for i, j in part:
            window = join([encoded[i], encoded[j]], model.pieces)
            if stated_twice := list(_same_in_both(window, len(encoded[i].figures))):
                cut.append(window)
                equations.append(stated_twice)
        for window, scores in zip(cut, model.read(cut, checkpoint, equations), strict=True):
            for candidate, logit in scores.equations:
                yield Scored.of(candidate, window.figures, _sigmoid(logit))


def _same_in_both(window: ClaimWindow, count: int) -> Iterator[Candidate]:
    """Yield the quantities that the first sentence of two, with `count` figures, may share with the second.

    Those that differ and cannot be meant to be the same are left out: nothing comes of them.
    """
    for candidate in SameEquation.candidates(WindowFigures(window.figures)):
        first, second = candidate.figures
        is_across = first < count <= second
        if is_across and (candidate.holds or equation_of(candidate, window.figures).is_possible):
            yield candidate


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
                yield Scored.of(candidate, window.figures, _sigmoid(logit))


def _sigmoid(logit: float) -> float:
    return 1 / (1 + exp(-logit))


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


class Unjudged(NamedTuple):
    """What the network reads in a text, before anything is judged."""

    holding: list[Relation]
    """The equations that are meant and hold."""
    failing: list[Failing]
    """The equations that may be meant and fail."""
    sizes: list[Relation]
    """The amounts that are too large or too small for what they measure."""
    probabilities: RuleProbabilities
    """What it says of contradictions that rules read."""


class Claims(NamedTuple):
    """What the network reads in a text."""

    relations: list[Relation]
    """The relations that it states, those that hold and those that do not."""
    probabilities: RuleProbabilities
    """What it says of contradictions that rules read."""
    failing: frozenset[frozenset[int]]
    """Where the numbers start of each equation that fails."""
    judges: Judges


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
    return judged(read_text(skeleton, model, problems, checkpoint), model.judges)


def judged(reading: Unjudged, judges: Judges) -> Claims:
    """Judge which of the equations that fail are errors of the text."""
    wrong = contradictions(reading.failing, judges.equations)
    relations = [*reading.holding, *wrong, *reading.sizes]
    failing = frozenset(each.starts for each in reading.failing)
    return Claims(relations, reading.probabilities, failing, judges)


def read_text(
    skeleton: Skeleton,
    model: ClaimModel,
    problems: Iterable[Relation] = (),
    checkpoint: Callable[[], None] = lambda: None,
) -> Unjudged:
    """Read a text part by part; the arguments are those of `read_claims`."""
    encoded = encode_text(skeleton, model.pieces)
    reading = Unjudged([], [], [], RuleProbabilities(problems))
    for sentences in _parts(encoded):
        part = read_part(sentences, model, checkpoint)
        reading.probabilities.note(part.equations)
        reading.holding.extend(holding(part.equations))
        reading.failing.extend(failures(part.equations))
        reading.sizes.extend(read_sizes(part.sizes))
    reading.probabilities.note(read_alone(encoded, reading.probabilities, model, checkpoint))
    distant = list(read_distant(encoded, model, checkpoint))
    reading.probabilities.note(distant)
    reading.holding.extend(holding(distant))
    reading.failing.extend(failures(distant, is_distant=True))
    return reading


def _parts(encoded: Sequence[EncodedSentence]) -> Iterator[Sequence[EncodedSentence]]:
    """Yield several paragraphs at a time: enough for windows of like length, few enough to bound memory."""
    start = 0
    for end, sentence in enumerate(encoded, 1):
        full = (end - start >= _PART and sentence.ends_paragraph) or end - start >= _LONGEST_PART
        if full or end == len(encoded):
            yield encoded[start:end]
            start = end


def holding(scored: Iterable[Scored]) -> Iterator[Relation]:
    """Yield the equations that hold and are meant."""
    for each in scored:
        if each.candidate.holds and posterior(each) > _STATED and each.candidate.chance < _LARGEST_CHANCE:
            claim = equation_of(each.candidate, each.figures)
            if claim.is_possible:
                yield Relation(claim.rule, claim.numbers, sure=False)


def contradictions(failing: Iterable[Failing], judge: Judge) -> Iterator[Relation]:
    """Yield the equations whose failure is likely an error, the surest first.

    Of those that share figures, only the first is reported.
    """
    failing = list(failing)
    most = judge.most_log_odds([each.known for each in failing], unknown=OF_SIDES)
    # Most are out of the question, whatever their sides are.
    possible = [each for each, bound in zip(failing, most, strict=True) if bound >= POSSIBLE]
    odds = zip(judge.most_log_odds([each.failure for each in possible]), possible, strict=True)
    for log_odds, each in sorted(odds, key=lambda pair: -pair[0]):
        if log_odds >= POSSIBLE:
            yield _contradiction(each, log_odds >= CERTAIN)


def _contradiction(each: Failing, is_certain: bool) -> Relation:
    """Return the contradiction that a failing equation is."""
    claim = each.claim
    needed: dict[Number, Interval | None] = {}
    if (equation := claim.equation) is not None:
        needed = {quantity.number: equation.needed(quantity) for quantity in equation.quantities()}
    return Relation(
        claim.rule,
        claim.numbers,
        claim.problem(),
        tuple(usable(needed.get(number)) for number in claim.numbers),
        level="error" if is_certain else "possible",
        sure=False,
    )
